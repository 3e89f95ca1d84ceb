//! [`ReadmissionGate`]: what every new text passes before it is written.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::Timestamp;

use super::admission::{Admission, Returning};
use super::marks::{Mark, Marks};
use super::reason::Reference;
use super::stopped::{Stopped, explain};
use super::tombstone::{acts, met, names_erased};
use super::trim::rest;
use crate::model::{EventSeq, Provenance, ScopePath};
use crate::store::query::tombstone::{self, Kinds};
use crate::store::query::{ScopeKey, event};
use crate::store::{Database, Session, StorageError};

/// Texts on their way in, read before the transaction that writes them: reading takes longer than writing.
pub(crate) struct ReadmissionGate<'a> {
    database: &'a Database,
    returning: &'a Returning,
    /// The kinds of tombstones that there were when the texts were read.
    kinds: Kinds,
    marks: HashMap<String, Marks>,
    /// What is to be written in the place of a text, where parts of it were erased.
    rests: HashMap<String, String>,
}

impl<'a> ReadmissionGate<'a> {
    /// Reads the texts, each with what its memory said before, where the scope has any tombstone.
    pub(crate) fn new<'t>(
        (database, path): (&'a Database, &ScopePath),
        returning: &'a Returning,
        texts: impl Iterator<Item = (&'t str, Option<&'t str>)>,
    ) -> Result<Self, StorageError> {
        let (mut marks, mut rests) = (HashMap::new(), HashMap::new());
        let kinds = database.read_scope(path, tombstone::kinds)?.unwrap_or_default();
        if !kinds.is_empty() {
            let key = &database.key;
            for (text, before) in texts {
                marks.insert(text.to_owned(), Marks::of(key, &kinds, text));
                let trims = *returning == Returning::Trim;
                let rest = |session: Session<'_>, scope| rest(session, scope, (key, &kinds), text, before);
                if let Some(rest) =
                    trims.then(|| database.read_scope(path, rest)).transpose()?.flatten().flatten()
                {
                    marks.insert(rest.clone(), Marks::of(key, &kinds, &rest));
                    rests.insert(text.to_owned(), rest);
                }
            }
        }
        Ok(Self { database, returning, kinds, marks, rests })
    }

    /// Reads what stands beside texts, too.
    pub(crate) fn with_provenances(
        mut self,
        provenances: impl Iterator<Item = Provenance>,
    ) -> Result<Self, StorageError> {
        if !self.kinds.is_empty() {
            let (key, kinds) = (&self.database.key, &self.kinds);
            for string in provenances.flat_map(|provenance| provenance.strings()) {
                self.marks.entry(string).or_insert_with_key(|string| Marks::of(key, kinds, string));
            }
        }
        Ok(self)
    }

    /// What is to be written in the place of a text: itself, unless something of it was erased and that is to be left out.
    pub(crate) fn admissible<'t>(&'t self, text: &'t str) -> &'t str {
        self.rests.get(text).map_or(text, String::as_str)
    }

    /// Tells, in the transaction that writes, whether every text may come in as it is: nothing of the scope was erased.
    pub(crate) fn is_open(&self, session: Session<'_>, scope: ScopeKey) -> Result<bool, StorageError> {
        Ok(self.rests.is_empty() && !tombstone::any(session, scope)?)
    }

    /// Says how a text may come in, in the transaction that writes it. What the memory said `before` is no return.
    pub(crate) fn admission(
        &self,
        session: Session<'_>,
        scope: ScopeKey,
        text: &str,
        before: Option<&str>,
    ) -> Result<Admission<'a>, StorageError> {
        let kinds = tombstone::kinds(session, scope)?;
        if kinds.is_empty() {
            return Ok(Admission::Free);
        }
        let key = &self.database.key;
        let mut met = self.met(session, scope, &kinds, text)?;
        if let Some(before) = before.filter(|_| !met.is_empty()) {
            for (mark, _) in Marks::of(key, &kinds, before).0 {
                met.remove(&mark);
            }
        }
        let Some(last) = met.into_values().max() else {
            let rest = self.rests.values().any(|rest| rest == text);
            return Ok(if rest { Admission::Trimmed } else { Admission::Free });
        };
        self.stopped(session, scope, last, text)
    }

    /// Says how what stands beside a text may come in, and returns what of it is written. `trims` says whether it can be
    /// written without what was erased of it.
    pub(crate) fn admission_of_provenance(
        &self,
        session: Session<'_>,
        scope: ScopeKey,
        mut provenance: Provenance,
        trims: bool,
    ) -> Result<(Admission<'a>, Provenance), StorageError> {
        let kinds = tombstone::kinds(session, scope)?;
        if kinds.is_empty() {
            return Ok((Admission::Free, provenance));
        }
        let (mut gone, mut admission) = (HashSet::new(), Admission::Free);
        for string in provenance.strings() {
            let Some(last) = self.met(session, scope, &kinds, &string)?.into_values().max() else {
                continue;
            };
            admission = admission.and(self.stopped(session, scope, last, &string)?);
            gone.insert(string);
        }
        if !gone.is_empty() && trims && *self.returning == Returning::Trim {
            provenance.take(&|string| gone.contains(string));
            admission = Admission::Trimmed;
        }
        Ok((admission, provenance))
    }

    /// Says by what a text is stopped, or what stands beside it: since then, last by this event.
    pub(crate) fn explain(
        &self,
        session: Session<'_>,
        scope: ScopeKey,
        text: &str,
        by: (Timestamp, EventSeq),
    ) -> Result<Stopped, StorageError> {
        explain(session, scope, &self.database.key, by, text)
    }

    /// Tells whether a name by which somebody acts is stopped, whatever is done with texts that are.
    pub(crate) fn stops(
        &self,
        session: Session<'_>,
        scope: ScopeKey,
        string: &str,
    ) -> Result<bool, StorageError> {
        let kinds = tombstone::kinds(session, scope)?;
        let key = &self.database.key;
        Ok(!kinds.is_empty()
            && (acts(session, scope, (key, &kinds), string)?
                || !self.met(session, scope, &kinds, string)?.is_empty()))
    }

    fn met(
        &self,
        session: Session<'_>,
        scope: ScopeKey,
        kinds: &Kinds,
        text: &str,
    ) -> Result<BTreeMap<Mark, EventSeq>, StorageError> {
        match self.marks.get(text).filter(|_| kinds.are_among(&self.kinds)) {
            Some(marks) => met(session, scope, marks),
            // Another process may have laid the first tombstone of a kind in the meantime.
            None => met(session, scope, &Marks::of(&self.database.key, kinds, text)),
        }
    }

    /// Says what is done with a text that is stopped, `last` by the tombstones of this event.
    fn stopped(
        &self,
        session: Session<'_>,
        scope: ScopeKey,
        last: EventSeq,
        text: &str,
    ) -> Result<Admission<'a>, StorageError> {
        Ok(match self.returning {
            Returning::Admit { reason } => {
                let tells = match reason.reference() {
                    Some(reference) => self.tells(session, scope, reference, text)?,
                    None => false,
                };
                if tells { Admission::ReferenceTells } else { Admission::Admitted(reason.note()) }
            }
            Returning::Quarantine => Admission::Quarantined,
            Returning::Refuse | Returning::Trim => {
                // A restored store may have taken a tombstone over before its log's first event.
                let at = event::get(session, last)?.map(|(_, event)| event.at);
                Admission::Refused(at.unwrap_or_else(|| self.database.now()), last)
            }
        })
    }

    /// Tells whether a reference says what was erased, or what it lets in.
    fn tells(
        &self,
        session: Session<'_>,
        scope: ScopeKey,
        reference: &Reference,
        text: &str,
    ) -> Result<bool, StorageError> {
        Ok(reference.is_in(text) || names_erased(session, scope, &self.database.key, reference)?)
    }
}
