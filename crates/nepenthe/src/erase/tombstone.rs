//! Tombstones: what was erased does not come back unless somebody says so.
//!
//! A purge lays them in its own transaction, as keyed digests: of the erased texts in normal form, and, where it was asked for
//! in words, of the identities that the words name. Every text on its way in is compared with them.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::Timestamp;
use nepenthe_text::{clause, identity};
use rusqlite::Connection;

use crate::model::{EventSeq, StoreKey};
use crate::scope::Scope;
use crate::store::StorageError;
use crate::store::query::tombstone::{self, Kind};
use crate::store::query::{ScopeKey, event};

/// What is done with a text that says again what was erased, or names whom a purge erased.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Returning {
    /// It is not written; the answer says so. This is the default.
    #[default]
    Refuse,
    /// It is written out of recall, from where only a restore by its id brings it back.
    Quarantine,
    /// It is written. The tombstones stay: the next text is stopped again.
    Admit {
        /// Why; the log keeps it.
        reason: String,
    },
}

/// How a text may come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passage<'a> {
    /// Nothing of it was erased.
    Free,
    /// For this reason.
    Admitted(&'a str),
    /// Out of recall.
    Quarantined,
    /// Not at all: it was erased then.
    Refused(Timestamp),
}

impl<'a> Passage<'a> {
    /// What the log says of it.
    pub(crate) fn note(self) -> Option<&'a str> {
        match self {
            Self::Admitted(reason) => Some(reason),
            Self::Quarantined => Some(QUARANTINED),
            Self::Free | Self::Refused(_) => None,
        }
    }
}

/// The note of an event that puts a memory into quarantine: it is what tells one from a released memory.
pub(crate) const QUARANTINED: &str = "quarantined";

type Mark = [u8; 16];

/// A statement with fewer words ("Closed.") is said of many things.
const FEWEST_WORDS: usize = 3;

/// The digests of one text: those of it and its statements, and those of what it carries.
struct Marks(Vec<(Mark, Kind)>);

impl Marks {
    fn of(key: &StoreKey, text: &str) -> Self {
        let forms = forms(text).into_iter().map(|form| (Kind::Text, form));
        let carried = identity::carried(text).into_iter().map(|string| (Kind::Identity, string));
        Self(forms.chain(carried).map(|(kind, string)| (mark(key, kind, &string), kind)).collect())
    }
}

fn mark(key: &StoreKey, kind: Kind, string: &str) -> Mark {
    key.tombstone(&format!("{}\0{string}", kind.as_str()))
}

/// The normal forms of a text and of its statements, where it has several.
fn forms(text: &str) -> Vec<String> {
    let mut forms = vec![identity::normal_form(text)];
    let clauses = clause::split(text);
    if clauses.len() > 1 {
        let telling = |text: &&str| text.split_whitespace().count() >= FEWEST_WORDS;
        let statements = clauses.iter().map(|clause| clause.standalone.as_str()).filter(telling);
        forms.extend(statements.map(identity::normal_form));
    }
    forms.retain(|form| !form.is_empty());
    forms
}

/// Lays the tombstones of erased texts; `left` is what is left of them. Returns how many are new.
pub(crate) fn bury_texts<'t>(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    texts: impl Iterator<Item = &'t str>,
    left: Option<&str>,
    event: EventSeq,
) -> Result<u64, StorageError> {
    let left: HashSet<String> = left.map(forms).unwrap_or_default().into_iter().collect();
    let erased: HashSet<String> = texts.flat_map(forms).filter(|form| !left.contains(form)).collect();
    lay(connection, scope, key, Kind::Text, erased.iter().map(String::as_str), event)
}

/// Lays the tombstones of what the words of a request to purge name. Returns how many are new.
pub(crate) fn bury_identities(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    words: &str,
    event: EventSeq,
) -> Result<u64, StorageError> {
    let identities = identity::wanted(words);
    let strings = identities.iter().flat_map(|identity| identity.strings.iter().map(String::as_str));
    lay(connection, scope, key, Kind::Identity, strings, event)
}

fn lay<'s>(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    kind: Kind,
    strings: impl Iterator<Item = &'s str>,
    event: EventSeq,
) -> Result<u64, StorageError> {
    let mut laid = 0;
    for string in strings {
        laid += u64::from(tombstone::insert(connection, scope, mark(key, kind, string), kind, event)?);
    }
    Ok(laid)
}

/// Texts on their way in, read before the transaction that writes them: reading takes longer than writing.
pub(crate) struct Gate<'a> {
    scope: &'a Scope,
    marks: HashMap<String, Marks>,
}

impl<'a> Gate<'a> {
    /// Reads the texts, where the scope has any tombstone.
    pub(crate) fn new<'t>(
        scope: &'a Scope,
        texts: impl Iterator<Item = &'t str>,
    ) -> Result<Self, StorageError> {
        let guarded = scope.read(tombstone::any)?.unwrap_or(false);
        let key = &scope.inner().key;
        let marks = match guarded {
            true => texts.map(|text| (text.to_owned(), Marks::of(key, text))).collect(),
            false => HashMap::new(),
        };
        Ok(Self { scope, marks })
    }

    /// Says how a text may come in, in the transaction that writes it. What the memory said `before` is no return.
    pub(crate) fn passage(
        &self,
        connection: &Connection,
        scope: ScopeKey,
        text: &str,
        before: Option<&str>,
    ) -> Result<Passage<'a>, StorageError> {
        if !tombstone::any(connection, scope)? {
            return Ok(Passage::Free);
        }
        // Another process may have laid the first tombstone in the meantime.
        let key = &self.scope.inner().key;
        let mut met = match self.marks.get(text) {
            Some(marks) => met(connection, scope, marks)?,
            None => met(connection, scope, &Marks::of(key, text))?,
        };
        if let Some(before) = before.filter(|_| !met.is_empty()) {
            for (mark, _) in Marks::of(key, before).0 {
                met.remove(&mark);
            }
        }
        let Some(last) = met.into_values().max() else { return Ok(Passage::Free) };
        Ok(match self.scope.returning() {
            Returning::Admit { reason } => Passage::Admitted(reason),
            Returning::Quarantine => Passage::Quarantined,
            Returning::Refuse => {
                // A restored store may have taken a tombstone over before its log's first event.
                let at = event::get(connection, last)?.map(|(_, event)| event.at);
                Passage::Refused(at.unwrap_or_else(|| self.scope.now()))
            }
        })
    }
}

/// Returns the event from which on the scope's tombstones stop a text, if they do.
pub(crate) fn forbidden_since(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    text: &str,
) -> Result<Option<EventSeq>, StorageError> {
    Ok(met(connection, scope, &Marks::of(key, text))?.into_values().min())
}

fn met(
    connection: &Connection,
    scope: ScopeKey,
    marks: &Marks,
) -> Result<BTreeMap<Mark, EventSeq>, StorageError> {
    let mut met = BTreeMap::new();
    for &(mark, kind) in &marks.0 {
        if let Some(event) = tombstone::laid_by(connection, scope, mark, kind)? {
            met.insert(mark, event);
        }
    }
    Ok(met)
}
