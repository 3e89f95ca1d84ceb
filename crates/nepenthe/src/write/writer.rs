//! [`Writer`]: every change of a memory, with its event and its entries in the indexes, in one transaction.

use std::borrow::Cow;
use std::cell::RefCell;

use jiff::Timestamp;
use nepenthe_text::fingerprint::erased_values;

use super::change::Change;
use super::gathered::Gathered;
use super::said::{Older, Said};
use crate::erase::{
    self, Admission, Erased, Grounds, How, Pending, QUARANTINED, Recorded, Reference, forbidden_since,
};
use crate::handle::{Merge, Scope};
use crate::log::Log;
use crate::model::{Depth, Digest, EventKind, EventSeq, MemoryId, NewEvent, NewMemory, Provenance};
use crate::seal::SealedRow;
use crate::store::lexical::{self, Leaving};
use crate::store::query::annotation::{self, Annotations};
use crate::store::query::memory::{self, StoredMemory, StoredVersion};
use crate::store::query::supersession::{self, Edge};
use crate::store::query::trace::Gone;
use crate::store::query::{
    ScopeKey, derivation, event as events, mention, passage, row_sum, stored_vector, vector,
};
use crate::store::sealing::{KeyId, Sealed, Sealer};
use crate::store::{RecipePart, Session, StorageError};

/// Changes memories of one scope. Invariant after each method: row, versions, both indexes and log agree.
pub(crate) struct Writer<'a> {
    session: Session<'a>,
    scope: &'a Scope,
    key: ScopeKey,
    log: Log<'a>,
    planner: Option<&'a str>,
    actor: Cow<'a, str>,
    request_tells: bool,
    /// The words by which something is erased.
    words: Option<&'a str>,
    /// What is to be written into the indexes at the end.
    gathered: Option<RefCell<Gathered<'a>>>,
}

impl<'a> Writer<'a> {
    /// Writes in the name of the scope's actor, if that says nothing that was erased.
    pub(crate) fn new(session: Session<'a>, scope: &'a Scope, key: ScopeKey) -> Result<Self, StorageError> {
        let log = Log::new(session);
        let log =
            if scope.database().leaves_out == Some(RecipePart::Tree) { log.without_tree() } else { log };
        let actor = erase::disclosed_actor(session, key, &scope.database().key, scope.actor())?;
        Ok(Self {
            session,
            scope,
            key,
            log,
            planner: None,
            actor,
            request_tells: false,
            words: None,
            gathered: None,
        })
    }

    /// Writes into the indexes of words and mentions only at [`Writer::finish`]. What it erases must not be among what it writes.
    pub(crate) fn gathering(self, gathered: Option<Gathered<'a>>) -> Self {
        Self { gathered: gathered.map(RefCell::new), ..self }
    }

    /// Writes what was gathered.
    pub(crate) fn finish(self) -> Result<(), StorageError> {
        match self.gathered {
            Some(gathered) => gathered.into_inner().write(self.session, self.key),
            None => Ok(()),
        }
    }

    /// Names who chose what is changed, for the log.
    pub(crate) fn with_planner(self, planner: &'a str) -> Self {
        Self { planner: Some(planner), ..self }
    }

    /// Writes in nobody's name where the actor's says something of what is about to be erased: of the present and earlier texts
    /// of these memories, of what stands beside them, or of the `words` of the request.
    pub(crate) fn erasing(
        self,
        rows: impl IntoIterator<Item = MemoryId>,
        words: Option<&'a str>,
        request: Option<&Reference>,
    ) -> Result<Self, StorageError> {
        let this = Self { words, ..self };
        if erase::is_own_actor(&this.actor) && request.is_none() {
            return Ok(this);
        }
        let mut texts: Vec<String> = words.map(str::to_owned).into_iter().collect();
        for id in rows {
            let Some(row) = memory::get(this.session, this.key, id)? else { continue };
            texts.extend(row.provenance().strings());
            texts.extend(memory::versions(this.session, row.row)?.into_iter().map(|version| version.text));
        }
        let request_tells = request.is_some_and(|request| texts.iter().any(|text| request.is_in(text)));
        Ok(Self { actor: erase::actor_before(this.actor, texts), request_tells, ..this })
    }

    /// Whether the number of the request says something of what is erased: of a text, of an earlier one, or of what stands beside it.
    pub(crate) fn request_tells(&self) -> bool {
        self.request_tells
    }

    pub(crate) fn key(&self) -> ScopeKey {
        self.key
    }

    pub(crate) fn connection(&self) -> Session<'a> {
        self.session
    }

    fn sealer(&self) -> Option<&'a Sealer> {
        self.scope.database().sealer.as_deref()
    }

    /// Makes the key that a new memory is sealed under, in an encrypted store.
    pub(crate) fn new_sealing_key(&self) -> Result<Option<KeyId>, StorageError> {
        self.sealer().map(|sealer| sealer.new_key(self.key)).transpose()
    }

    /// Writes the row of a new memory, and from which it was made; returns the memory with the row's number.
    pub(crate) fn insert(
        &self,
        memory: StoredMemory,
        made_from: &[MemoryId],
    ) -> Result<StoredMemory, StorageError> {
        let beside = beside(&memory)?;
        let sealed = self.sealed_row(&memory, &beside)?;
        let summed = (&self.scope.database().key, made_from);
        let row = memory::insert(self.session, self.key, &memory, (&beside, sealed.as_deref()), summed)?;
        for source in made_from {
            derivation::insert(self.session, self.key, *source, memory.id)?;
        }
        Ok(StoredMemory { row, ..memory })
    }

    fn sealed_row(&self, memory: &StoredMemory, beside: &SealedRow) -> Result<Option<Vec<u8>>, StorageError> {
        let sealed = self.sealer().zip(memory.sealed_by);
        sealed.map(|(sealer, by)| sealer.seal_row(by, memory.id, beside)).transpose()
    }

    /// Writes the logical receipt of an erasure. `times` are when it was asked for and when it is done.
    pub(crate) fn record(
        &self,
        planner: &str,
        plan: String,
        grounds: &Grounds,
        mut erased: Erased,
        (requested, now): (Timestamp, Timestamp),
    ) -> Result<Pending, StorageError> {
        self.bury(&mut erased)?;
        self.unindex(&erased)?;
        let (scope, actor) = (self.key, &*self.actor);
        let recorded = Recorded { scope, actor, planner, plan, grounds, erased, requested, now };
        erase::record(self.scope.database(), self.session, &self.log, recorded)
    }

    /// Writes a new memory with this text, and this beside it, at the surface, or out of recall where it is put into
    /// quarantine, and with what a language model said of it.
    pub(crate) fn inscribe(
        &self,
        new: &NewMemory,
        (text, beside): (&str, Provenance),
        embedding: &[f32],
        (at, admission): (Timestamp, Admission<'_>),
        mut said: Said,
    ) -> Result<MemoryId, StorageError> {
        let older = self.still(&mut said, admission)?;
        let outcome = said.outcome();
        let depth = match admission {
            Admission::Quarantined => Depth::SUBMERGED,
            _ => Depth::SURFACE,
        };
        let id = self.scope.database().new_id(at)?;
        let own = self.scope.database().new_memory_key()?;
        let digest = own.digest(text);
        // A new memory is chosen by nobody, also where it takes another's place.
        let depths = (None, Some(depth));
        let event = self.log(
            EventKind::Inscribe,
            id,
            depths,
            digest,
            None,
            at,
            (outcome.as_deref(), admission.note()),
        )?;
        let version = memory::next_version(self.session)?;
        let stored = StoredMemory {
            row: 0,
            key: own,
            sealed_by: self.new_sealing_key()?,
            readable: true,
            version,
            superseded: false,
            accessed: None,
            last_event: event,
            id,
            text: text.to_owned(),
            quarantined: admission == Admission::Quarantined,
            depth,
            created: at,
            changed: at,
            expires: new.expires,
            source: beside.source,
            metadata: beside.metadata,
            accesses: 0,
        };
        let stored = self.insert(stored, &new.derived_from)?;
        let annotations = said.annotations.as_ref();
        self.add_version(&stored, version, (text, annotations), embedding, (at, None))?;
        if let Some((older, row)) = older {
            let depth = if older.merge == Merge::Link { row.depth } else { Depth::SUBMERGED };
            let (by, at) = (Some(older.prompt.as_str()), at.max(row.changed));
            self.change_depth(&row, depth, EventKind::Supersede, Some(id), at, (by, None))?;
        }
        Ok(id)
    }

    /// The memory that a new one brings up to date, if it is still what the model was shown.
    fn still(
        &self,
        said: &mut Said,
        admission: Admission<'_>,
    ) -> Result<Option<(Older, StoredMemory)>, StorageError> {
        let Some(older) = &said.older else { return Ok(None) };
        let row = memory::get(self.session, self.key, older.id)?;
        match row.filter(|row| row.last_event == older.guard && row.readable) {
            _ if admission == Admission::Quarantined => said.leave_older("quarantined"),
            Some(row) => return Ok(said.older.take().map(|older| (older, row))),
            None => said.leave_older("stale"),
        }
        Ok(None)
    }

    /// Changes a memory's depth.
    pub(crate) fn set_depth(
        &self,
        row: &StoredMemory,
        depth: Depth,
        kind: EventKind,
        related: Option<MemoryId>,
        at: Timestamp,
    ) -> Result<Change, StorageError> {
        self.set_depth_noting(row, depth, kind, related, at, None)
    }

    /// Changes a memory's depth, and says in the log why.
    pub(crate) fn set_depth_noting(
        &self,
        row: &StoredMemory,
        depth: Depth,
        kind: EventKind,
        related: Option<MemoryId>,
        at: Timestamp,
        note: Option<&str>,
    ) -> Result<Change, StorageError> {
        self.change_depth(row, depth, kind, related, at, (self.planner, note))
    }

    fn change_depth(
        &self,
        row: &StoredMemory,
        depth: Depth,
        kind: EventKind,
        related: Option<MemoryId>,
        at: Timestamp,
        says: (Option<&str>, Option<&str>),
    ) -> Result<Change, StorageError> {
        let digest = row.key.digest(&row.text);
        let event = self.log(kind, row.id, (Some(row.depth), Some(depth)), digest, related, at, says)?;
        let superseded = kind == EventKind::Supersede;
        memory::update_state(self.session, row.row, depth, superseded, at, event)?;
        if let (EventKind::Supersede, Some(new)) = (kind, related) {
            supersession::insert(self.session, self.key, Edge { old: row.id, new, at })?;
        }
        Ok(Change { id: row.id, kind, depth_before: row.depth, depth_after: Some(depth), event })
    }

    /// Puts a memory into quarantine.
    pub(crate) fn quarantine(&self, id: MemoryId, at: Timestamp) -> Result<Change, StorageError> {
        let row = memory::get(self.session, self.key, id)?
            .ok_or_else(|| StorageError::corrupt(format!("memory {id} is not there")))?;
        self.set_depth_noting(&row, Depth::SUBMERGED, EventKind::Release, None, at, Some(QUARANTINED))
    }

    /// Replaces a memory's text. What is in quarantine stays there.
    pub(crate) fn edit(
        &self,
        row: &StoredMemory,
        text: &str,
        embedding: &[f32],
        (at, note): (Timestamp, Option<&str>),
        said: &Said,
    ) -> Result<Change, StorageError> {
        let digest = row.key.digest(text);
        let note = if row.quarantined { Some(QUARANTINED) } else { note };
        let depths = (Some(row.depth), Some(row.depth));
        let planner: Vec<String> =
            self.planner.map(str::to_owned).into_iter().chain(said.outcome()).collect();
        let planner = (!planner.is_empty()).then(|| planner.join("+"));
        let event =
            self.log(EventKind::Edit, row.id, depths, digest, None, at, (planner.as_deref(), note))?;
        memory::end_version(self.session, row.version, at)?;
        let version = memory::next_version(self.session)?;
        let annotations = said.annotations.as_ref();
        self.add_version(row, version, (text, annotations), embedding, (at, None))?;
        memory::set_version(self.session, row.row, version)?;
        memory::update_state(self.session, row.row, row.depth, row.superseded, at, event)?;
        Ok(Change {
            id: row.id,
            kind: EventKind::Edit,
            depth_before: row.depth,
            depth_after: Some(row.depth),
            event,
        })
    }

    /// Erases a memory: its texts, its entries in every index, what it was made from and what took its place. Takes
    /// down in `erased` what must be found nowhere from then on.
    pub(crate) fn purge(
        &self,
        row: &StoredMemory,
        how: How,
        at: Timestamp,
        erased: &mut Erased,
    ) -> Result<Change, StorageError> {
        let digest = self.last_digest(row)?;
        let depths = (Some(row.depth), None);
        let event = self.log(EventKind::Purge, row.id, depths, digest, None, at, (self.planner, None))?;
        let versions = self.remove_versions(row, None, event, erased)?;
        erased.needles.add_sum(&row_sum::of_row(self.session, row.row)?);
        let SealedRow { source, metadata, .. } = beside(row)?;
        for text in source.iter().chain(&metadata) {
            erased.needles.add_text(text);
        }
        erased.add(row, how, versions, event, &*self.scope.database().random)?;
        supersession::delete_all_of(self.session, self.key, row.id)?;
        let made = derivation::derived(self.session, self.key, row.id)?;
        derivation::delete_all_of(self.session, self.key, row.id)?;
        memory::delete(self.session, row.row)?;
        // What is made again stays.
        for id in made {
            row_sum::renew(self.session, &self.scope.database().key, self.key, id)?;
        }
        Ok(Change { id: row.id, kind: EventKind::Purge, depth_before: row.depth, depth_after: None, event })
    }

    /// Erases a part of a memory: `text` takes the place of every text that it ever had, and `kept` that of its source and
    /// metadata. The keys change too, so that the digests of the earlier texts cannot be guessed any more, and copies of
    /// what was sealed not be opened. The new text has no annotations: erasing asks no model, and what was added to the
    /// earlier texts may be what is erased.
    pub(crate) fn redact(
        &self,
        row: &StoredMemory,
        (text, kept): (&str, &Provenance),
        embedding: &[f32],
        (at, admission): (Timestamp, Admission<'_>),
        erased: &mut Erased,
    ) -> Result<Change, StorageError> {
        let own = self.scope.database().new_memory_key()?;
        let (kind, depth) = (EventKind::Redact, Some(row.depth));
        let note = if row.quarantined { Some(QUARANTINED) } else { admission.note() };
        let says = (self.planner, note);
        let event = self.log(kind, row.id, (depth, depth), own.digest(text), None, at, says)?;
        let versions = self.remove_versions(row, Some(text), event, erased)?;
        erased.add(row, How::Edited, versions, event, &*self.scope.database().random)?;
        let version = memory::next_version(self.session)?;
        erased.needles.add_provenance(&row.provenance(), kept);
        let left = StoredMemory {
            key: own,
            sealed_by: self.new_sealing_key()?,
            source: kept.source.clone(),
            metadata: kept.metadata.clone(),
            ..row.clone()
        };
        self.add_version(&left, version, (text, None), embedding, (at, None))?;
        memory::set_version(self.session, row.row, version)?;
        let beside = beside(&left)?;
        match left.sealed_by.zip(self.sealed_row(&left, &beside)?) {
            Some((by, sealed)) => memory::set_sealed(self.session, row.row, by, &sealed)?,
            None => {
                memory::set_key(self.session, row.row, &left.key)?;
                memory::set_beside(self.session, row.row, &beside)?;
            }
        }
        let before = row_sum::of_row(self.session, row.row)?;
        row_sum::renew(self.session, &self.scope.database().key, self.key, row.id)?;
        // Where nothing beside the text went, the checksum stays.
        if row_sum::of_row(self.session, row.row)? != before {
            erased.needles.add_sum(&before);
        }
        memory::update_state(self.session, row.row, row.depth, row.superseded, at, event)?;
        Ok(Change { id: row.id, kind, depth_before: row.depth, depth_after: depth, event })
    }

    /// Removes every text of a memory from rows and indexes; `left` is what is left of them.
    /// Returns how many there were.
    fn remove_versions(
        &self,
        row: &StoredMemory,
        left: Option<&str>,
        event: EventSeq,
        erased: &mut Erased,
    ) -> Result<usize, StorageError> {
        let versions = memory::versions(self.session, row.row)?;
        if let Some((sealer, by)) = self.sealer().zip(row.sealed_by) {
            memory::sealed(self.session, row.row, |sealed| erased.needles.add_sealed(sealed))?;
            erased.needles.add_wrapped(&sealer.wrapped(by)?.unwrap_or_default());
            erased.keys.push(by);
        }
        if row.readable {
            erased.needles.add_key(&row.key);
        }
        for sum in row_sum::of_versions(self.session, row.row)? {
            erased.needles.add_sum(&sum);
        }
        for version in &versions {
            erased.needles.add_text(&version.text);
            let terms = match version.readable {
                true => Some(lexical::terms(&version.text)?),
                false => None,
            };
            let words = terms.as_ref().map(Vec::len);
            let terms = terms.into_iter().flatten().collect();
            let annotations = annotation::of_version(self.session, version.id)?;
            let mentions = self.mentioned(version, annotations.as_ref())?;
            if let Some(annotations) = annotations {
                for entry in &annotations.entries {
                    erased.needles.add_text(&entry.value);
                    // As the table has it: JSON writes some characters otherwise.
                    erased
                        .needles
                        .add_text(serde_json::Value::from(&*entry.value).to_string().trim_matches('"'));
                }
            }
            annotation::delete(self.session, version.id)?;
            if self.scope.database().indexes_in_memory {
                erased.versions.push(Gone { version: version.id, terms, words, mentions });
                memory::delete_version(self.session, version.id)?;
                continue;
            }
            erased.needles.add_mentions(&mentions);
            // Which words to take out is not known of one that cannot be read.
            erased.unread |= !version.readable;
            erased.versions.push(Gone { version: version.id, terms, words, mentions });
            if self.scope.has_vectors() {
                if let Some(vector) = vector::get(self.session, self.key, version.id)? {
                    erased.needles.add_vector(&vector);
                }
                erased.needles.add_vector(&passage::get(self.session, self.key, version.id)?);
                passage::delete(self.session, self.key, version.id)?;
                if self.scope.database().leaves_out != Some(RecipePart::Vectors) {
                    vector::delete(self.session, self.key, version.id)?;
                }
            }
            memory::delete_version(self.session, version.id)?;
        }
        let texts = versions.iter().filter(|version| version.readable).map(|version| version.text.as_str());
        let values = texts.clone().flat_map(|text| erased_values(self.words, text, left));
        erased.values.extend(values);
        let texts = texts.map(str::to_owned).collect();
        erased.gone.push(erase::Gone { texts, left: left.map(str::to_owned), event });
        Ok(versions.len())
    }

    /// Takes what was erased out of the indexes of words and mentions: all at once, since memories share most of their blocks.
    fn unindex(&self, erased: &Erased) -> Result<(), StorageError> {
        if self.scope.database().indexes_in_memory {
            return Ok(());
        }
        let mentions =
            |gone: &Gone| gone.mentions.iter().map(|digest| (*digest, gone.version)).collect::<Vec<_>>();
        mention::delete(self.session, self.key, erased.versions.iter().flat_map(mentions).collect())?;
        if self.scope.database().leaves_out == Some(RecipePart::Words) {
            return Ok(());
        }
        let leaving = erased.versions.iter().filter_map(|Gone { version, terms, words, .. }| {
            words.map(|words| Leaving { version: *version, terms, words })
        });
        lexical::delete(self.session, self.key, &leaving.collect::<Vec<_>>())
    }

    /// Lays the tombstones of the texts that were erased so far.
    pub(crate) fn bury(&self, erased: &mut Erased) -> Result<(), StorageError> {
        erase::bury_texts(self.session, self.key, &self.scope.database().key, erased)
    }

    /// The digests of what a version mentions; where it cannot be read, as the index has them.
    fn mentioned(
        &self,
        version: &StoredVersion,
        annotations: Option<&Annotations>,
    ) -> Result<Vec<i64>, StorageError> {
        let is_read = annotations.is_some() || !annotation::is_there(self.session, version.id)?;
        if version.readable && is_read {
            return Ok(mention::expected(&self.scope.database().key, &version.text, annotations));
        }
        match self.scope.database().indexes_in_memory {
            // They go with what is opened.
            true => Ok(Vec::new()),
            false => mention::of_version(self.session, self.key, version.id),
        }
    }

    /// Keeps a version's vector sealed, for the indexes in memory.
    fn keep_vector(&self, of: &StoredMemory, version: i64, embedding: &[f32]) -> Result<(), StorageError> {
        if let Some((sealer, by)) = self.sealer().zip(of.sealed_by).filter(|_| self.scope.has_vectors()) {
            let stored = stored_vector::of_embedding(embedding, self.dimension());
            let sealed = sealer.seal(by, of.id, Sealed::Vector(version), &stored)?;
            memory::set_sealed_vector(self.session, version, Some(&sealed))?;
        }
        Ok(())
    }

    fn dimension(&self) -> usize {
        self.scope.inner().embedder.dimension()
    }

    /// Whether the file has an index of vectors.
    fn has_vector_index(&self) -> bool {
        self.scope.has_vectors() && !self.scope.database().indexes_in_memory
    }

    /// The digest of a memory's text; where that cannot be read, as the log has it.
    fn last_digest(&self, row: &StoredMemory) -> Result<Digest, StorageError> {
        if row.readable {
            return Ok(row.key.digest(&row.text));
        }
        let event = events::get(self.session, row.last_event)?;
        event.map(|(_, event)| event.digest).ok_or(StorageError::Unreadable(row.id))
    }

    /// Appends an event as it is: one that came in by import.
    pub(crate) fn append(&self, event: &NewEvent<'_>) -> Result<EventSeq, StorageError> {
        self.log.append(self.key, event)
    }

    /// Writes a version, its annotations, and its entries in the indexes. An annotation that says what was erased is
    /// left out. `times` are its begin and end.
    pub(crate) fn add_version(
        &self,
        of: &StoredMemory,
        version: i64,
        (text, annotations): (&str, Option<&Annotations>),
        embedding: &[f32],
        times: (Timestamp, Option<Timestamp>),
    ) -> Result<(), StorageError> {
        let sealed = self
            .sealer()
            .zip(of.sealed_by)
            .map(|(sealer, by)| sealer.seal(by, of.id, Sealed::Text(version), text.as_bytes()));
        let sealed = sealed.transpose()?;
        // Before the version, whose checksum is of them too.
        let annotations = match annotations {
            Some(annotations) => self.annotate(of, version, annotations)?,
            None => None,
        };
        let key = &self.scope.database().key;
        let vectors = match self.has_vector_index() {
            true => stored_vector::of_embedding(embedding, self.dimension()),
            false => Vec::new(),
        };
        let sum = match annotations {
            Some(_) => row_sum::of_version(self.session, key, version, &vectors)?,
            None => row_sum::of_bare_version(key, version, &vectors),
        };
        memory::insert_version(self.session, version, of.row, text, sealed.as_deref(), times, sum)?;
        if self.scope.database().indexes_in_memory {
            return self.keep_vector(of, version, embedding);
        }
        match &self.gathered {
            Some(gathered) => gathered.borrow_mut().add(version, text, annotations.as_ref()),
            None => {
                lexical::insert(self.session, self.key, version, text)?;
                mention::insert(self.session, self.key, key, version, text, annotations.as_ref())?;
            }
        }
        if self.scope.has_vectors() {
            let (whole, passages) = stored_vector::split(&vectors, self.dimension());
            vector::insert(self.session, self.key, version, whole)?;
            passage::insert(self.session, self.key, version, passages)?;
        }
        Ok(())
    }

    /// Writes a version's annotations; returns what was written of them.
    fn annotate(
        &self,
        of: &StoredMemory,
        version: i64,
        annotations: &Annotations,
    ) -> Result<Option<Annotations>, StorageError> {
        let key = &self.scope.database().key;
        let mut left = Annotations { prompt: annotations.prompt.clone(), entries: Vec::new() };
        for entry in &annotations.entries {
            if forbidden_since(self.session, self.key, key, &entry.value)?.is_none() {
                left.entries.push(entry.clone());
            }
        }
        if left.entries.is_empty() {
            return Ok(None);
        }
        let sealed = match self.sealer().zip(of.sealed_by) {
            None => None,
            Some((sealer, by)) => {
                Some(sealer.seal(by, of.id, Sealed::Annotations(version), left.encode()?.as_bytes())?)
            }
        };
        annotation::insert(self.session, version, &left, sealed.as_deref())?;
        Ok(Some(left))
    }

    #[expect(clippy::too_many_arguments, reason = "the columns of an event, all needed at each call")]
    fn log(
        &self,
        kind: EventKind,
        memory: MemoryId,
        (depth_before, depth_after): (Option<Depth>, Option<Depth>),
        digest: Digest,
        related: Option<MemoryId>,
        at: Timestamp,
        (planner, note): (Option<&str>, Option<&str>),
    ) -> Result<EventSeq, StorageError> {
        let event = NewEvent {
            memory,
            kind,
            at,
            actor: &self.actor,
            depth_before,
            depth_after,
            digest,
            related,
            planner,
            imported: None,
            note,
        };
        self.log.append(self.key, &event)
    }
}

/// What a memory's row holds in words.
fn beside(memory: &StoredMemory) -> Result<SealedRow, StorageError> {
    let metadata = memory.metadata.as_ref().map(serde_json::to_string).transpose();
    let metadata = metadata.map_err(|error| StorageError::corrupt(format!("metadata: {error}")))?;
    Ok(SealedRow { key: memory.key.clone(), source: memory.source.clone(), metadata })
}
