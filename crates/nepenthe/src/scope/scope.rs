//! The handle [`Scope`]: inscribe, recall, plan, apply.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use nepenthe_llm::Failure;
use nepenthe_llm::contract::Annotation;

use super::write::Writer;
use crate::control::{self, ApplyError, Mutation, Outcome, Plan, PlanError, Planner};
use crate::embed::{EmbedError, embed_checked};
use crate::erase::{Gate, Grounds, Passage, Returning};
use crate::inscribe::{AskError, ask_about};
use crate::model::{Aside, EventSeq, Memory, MemoryId, NewMemory, ScopePath, TextError, check_text};
use crate::recall::{self, Hit, Query, RecallError, RecallMode, RecallOptions};
use crate::store::query::visible::{self, View};
use crate::store::query::{ScopeKey, annotation, memory, scope as scopes};
use crate::store::{Include, Inner, StorageError, Store};

/// Texts embedded at a time: enough to fill the embedder, few enough for frequent progress.
const EMBED_BATCH: usize = 64;

/// The memories of one scope of a store. Cheap to clone. Sees nothing of any other scope.
#[derive(Clone)]
pub struct Scope {
    inner: Arc<Inner>,
    path: ScopePath,
    actor: Option<Arc<str>>,
    returning: Option<Arc<Returning>>,
}

/// How far a long operation is: `done` of `total`, both counted in rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Rows done.
    pub done: usize,
    /// Rows in all.
    pub total: usize,
}

/// Why memories were not written. None of the batch was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InscribeError {
    /// One text of the batch cannot be stored.
    #[error("memory {} of the batch: {source}", index + 1)]
    Text {
        /// Its place in the batch, from 0.
        index: usize,
        /// What is wrong with it.
        source: TextError,
    },
    /// One text of the batch says again what was erased. Admit it with a reason, or put it into quarantine
    /// ([`Scope::with_returning`]).
    #[error(
        "memory {} of the batch says again what was erased on {since}; admit it with a reason, or quarantine it",
        index + 1
    )]
    Erased {
        /// Its place in the batch, from 0.
        index: usize,
        /// When it was erased.
        since: Timestamp,
    },
    /// One text of the batch is let in with a reference that stands in it, or in what was erased; the log would keep that for
    /// good. Name another reference, or none.
    #[error(
        "the reference for letting in memory {} of the batch says itself what was erased, and the log would keep it",
        index + 1
    )]
    Reference {
        /// Its place in the batch, from 0.
        index: usize,
    },
    /// Vectors were given, but not one of the store's dimension for each memory.
    #[error("{memories} memories with {vectors} vectors; each needs one of {dimension} finite components")]
    Vectors {
        /// How many memories.
        memories: usize,
        /// How many vectors.
        vectors: usize,
        /// The store's dimension.
        dimension: usize,
    },
    /// A memory that one of the batch was made from is not there: never was, or is purged.
    #[error("memory {} of the batch was made from {from}, which is not in this scope", index + 1)]
    NoSource {
        /// Its place in the batch, from 0.
        index: usize,
        /// The id that names no memory.
        from: MemoryId,
    },
    /// The placement asks a language model about what is written, and there is none. Open the store with one.
    #[error("the placement needs a language model, and the store was opened without one")]
    NoModel,
    /// The language model gave no answer about one text that can be used, and nothing was to be written then.
    #[error("the language model's answer about memory {} of the batch: {failure}", index + 1)]
    Model {
        /// Its place in the batch, from 0.
        index: usize,
        /// Why the answer cannot be used.
        failure: Failure,
    },
    /// The texts could not be embedded.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<AskError> for InscribeError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::NoModel => Self::NoModel,
            AskError::Model(index, failure) => Self::Model { index, failure },
            AskError::Embed(error) => error.into(),
            AskError::Storage(error) => error.into(),
        }
    }
}

/// Why a memory cannot be looked up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// No memory of this id in this scope. Ids of other scopes are not found either.
    #[error("there is no memory {0} in this scope")]
    NotFound(MemoryId),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Scope {
    pub(crate) fn new(inner: Arc<Inner>, path: ScopePath) -> Self {
        Self { inner, path, actor: None, returning: None }
    }

    /// Names who acts: what the log holds for changes made through the returned handle. A name of more than one line or 128
    /// bytes, or one that says what was erased from the scope or is about to be, is kept as `undisclosed`.
    #[must_use]
    pub fn with_actor(mut self, actor: &str) -> Self {
        self.actor = Some(actor.into());
        self
    }

    /// Sets what the returned handle does with texts that say again what was erased; by default what the store's options
    /// say.
    #[must_use]
    pub fn with_returning(mut self, returning: Returning) -> Self {
        self.returning = Some(Arc::new(returning));
        self
    }

    /// Returns the store that it is a scope of: with it every scope can be reached, so that nobody gets it who may see
    /// this one alone.
    pub fn store(&self) -> Store {
        Store { inner: Arc::clone(&self.inner) }
    }

    /// Returns the scope's path.
    pub fn path(&self) -> &ScopePath {
        &self.path
    }

    /// Writes one memory.
    ///
    /// # Errors
    /// [`InscribeError`]; nothing is written then.
    pub fn inscribe(&self, memory: impl Into<NewMemory>) -> Result<MemoryId, InscribeError> {
        let ids = self.inscribe_batch(&[memory.into()], &mut |_| {})?;
        Ok(ids[0])
    }

    /// Writes many memories in one transaction, embedded in batches. Returns their ids in the same order. With
    /// [`Returning::Trim`] a memory may have less text than was given; the event that writes it notes that.
    ///
    /// # Errors
    /// [`InscribeError`]; nothing is written then.
    pub fn inscribe_batch(
        &self,
        memories: &[NewMemory],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<MemoryId>, InscribeError> {
        check_texts(memories)?;
        let gate = self.gate(memories)?;
        let texts: Vec<&str> = memories.iter().map(|memory| gate.admissible(&memory.text)).collect();
        let vectors = self.embed_batches(&texts, progress)?;
        self.write_batch(memories, &vectors, &gate)
    }

    /// Writes many memories whose vectors the caller has: each of unit length and of the store's dimension.
    ///
    /// # Errors
    /// [`InscribeError`]; nothing is written then.
    pub fn inscribe_with_vectors(
        &self,
        memories: &[NewMemory],
        vectors: &[Vec<f32>],
    ) -> Result<Vec<MemoryId>, InscribeError> {
        check_texts(memories)?;
        let dimension = self.inner.embedder.dimension();
        let fits = |vector: &Vec<f32>| vector.len() == dimension && vector.iter().all(|x| x.is_finite());
        if vectors.len() != memories.len() || !vectors.iter().all(fits) {
            return Err(InscribeError::Vectors {
                memories: memories.len(),
                vectors: vectors.len(),
                dimension,
            });
        }
        let gate = self.gate(memories)?;
        let mut vectors = Cow::Borrowed(vectors);
        for (index, memory) in memories.iter().enumerate() {
            let text = gate.admissible(&memory.text);
            // The caller's vector is of another text.
            if text != memory.text {
                vectors.to_mut()[index] = self.embed(&[text])?.pop().unwrap_or_default();
            }
        }
        self.write_batch(memories, &vectors, &gate)
    }

    fn gate(&self, memories: &[NewMemory]) -> Result<Gate<'_>, StorageError> {
        let gate = Gate::new(self, memories.iter().map(|memory| (memory.text.as_str(), None)))?;
        gate.with_asides(memories.iter().map(Aside::from))
    }

    fn write_batch(
        &self,
        memories: &[NewMemory],
        vectors: &[Vec<f32>],
        gate: &Gate<'_>,
    ) -> Result<Vec<MemoryId>, InscribeError> {
        if memories.is_empty() {
            return Ok(Vec::new());
        }
        let texts: Vec<_> = memories.iter().map(|memory| (gate.admissible(&memory.text), None)).collect();
        let said = ask_about(self, gate, &texts, true)?;
        self.inner.write(|transaction| {
            let now = self.inner.now();
            let key = scopes::find_or_create(transaction, &self.inner.key, &self.path)?;
            let writer = Writer::new(transaction, self, key)?;
            for (index, memory) in memories.iter().enumerate() {
                for from in &memory.derived_from {
                    if memory::get(transaction, key, *from)?.is_none() {
                        return Err(InscribeError::NoSource { index, from: *from });
                    }
                }
            }
            let all = memories.iter().zip(vectors).zip(said).enumerate();
            let ids = all.map(|(index, ((memory, vector), said))| {
                let text = gate.admissible(&memory.text);
                let passage = gate.passage(transaction, key, text, None)?;
                let (of_aside, aside) = gate.beside(transaction, key, memory.into(), true)?;
                let passage = passage.and(of_aside);
                match passage {
                    Passage::Refused(since) => Err(InscribeError::Erased { index, since }),
                    Passage::ReferenceTells => Err(InscribeError::Reference { index }),
                    _ => Ok(writer.inscribe(memory, (text, aside), vector, (now, passage), said)?),
                }
            });
            ids.collect()
        })
    }

    /// Returns what a language model added to a memory's text when it was written, as far as the rules let it stand
    /// ([`crate::Placement`]); nothing where none was asked, or where the memory was edited since without one.
    ///
    /// # Errors
    /// [`LookupError`].
    pub fn annotations(&self, id: MemoryId) -> Result<Vec<Annotation>, LookupError> {
        let found = self.read(|connection, scope| match memory::get(connection, scope, id)? {
            Some(_) => Ok(Some(annotation::of_memory(connection, scope, id)?)),
            None => Ok(None),
        })?;
        let annotations = found.flatten().ok_or(LookupError::NotFound(id))?;
        Ok(annotations.map(|annotations| annotations.entries).unwrap_or_default())
    }

    /// Recalls the best `k` live memories, by words and vectors.
    ///
    /// # Errors
    /// [`RecallError`].
    pub fn recall(&self, query: &str, k: usize) -> Result<Vec<Hit>, RecallError> {
        self.recall_with(query, &RecallOptions::new(k))
    }

    /// Recalls as the options say. Writes nothing; who was recalled is counted with the next write.
    ///
    /// # Errors
    /// [`RecallError`].
    pub fn recall_with(&self, query: &str, options: &RecallOptions) -> Result<Vec<Hit>, RecallError> {
        let now = self.now();
        let found = self.search_uncounted(query, options, now)?;
        let shown_at = options.as_of.unwrap_or(now);
        if options.as_of.is_none() && !found.is_empty() {
            let scope = self.key()?;
            if let Some(scope) = scope {
                self.inner.count_accesses(scope, found.iter().map(|found| found.stored.id), now);
            }
        }
        Ok(found.into_iter().map(|found| found.into_hit(shown_at)).collect())
    }

    /// Recalls without counting.
    pub(crate) fn search_uncounted(
        &self,
        query: &str,
        options: &RecallOptions,
        now: Timestamp,
    ) -> Result<Vec<recall::Found>, RecallError> {
        if options.mode == RecallMode::Vector && !self.has_vectors() {
            return Err(RecallError::NoVectors);
        }
        let wants_vector = options.mode != RecallMode::Lexical && options.k > 0 && self.has_vectors();
        if self.key()?.is_none() {
            return Ok(Vec::new());
        }
        let vector = if wants_vector { self.embed(&[query])?.pop().unwrap_or_default() } else { Vec::new() };
        self.inner.read_indexed(|connection| {
            if !vector.is_empty() {
                self.inner.check_embedder(connection)?;
            }
            let Some(scope) = scopes::find(connection, &self.path)? else { return Ok(Vec::new()) };
            let view = View {
                scope,
                at: options.as_of.unwrap_or(now),
                past: options.as_of.is_some(),
                include: options.include,
            };
            let vectors = &self.inner.vectors;
            recall::search(connection, vectors, &view, &Query { text: query, vector }, options)
        })
    }

    /// Reads one memory, whatever its state.
    ///
    /// # Errors
    /// [`LookupError`].
    pub fn get(&self, id: MemoryId) -> Result<Memory, LookupError> {
        let found = self.get_guarded(id)?;
        found.map(|(memory, _)| memory).ok_or(LookupError::NotFound(id))
    }

    /// Reads the memories that `include` names, oldest first.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn list(&self, include: Include) -> Result<Vec<Memory>, StorageError> {
        let now = self.now();
        let rows =
            self.in_view(now, include, |connection, view| visible::list(connection, &view, 0, usize::MAX))?;
        Ok(rows.unwrap_or_default().into_iter().map(|row| row.into_memory(now)).collect())
    }

    /// Makes the plan of a mutation. Changes nothing.
    ///
    /// # Errors
    /// [`PlanError`].
    pub fn plan(&self, mutation: Mutation) -> Result<Plan, PlanError> {
        control::make(self, mutation)
    }

    /// Carries out a plan in one transaction.
    ///
    /// # Errors
    /// [`ApplyError`]; nothing is changed then. A plan that no longer fits the store is refused.
    pub fn apply(&self, plan: Plan) -> Result<Outcome, ApplyError> {
        control::apply(self, &plan, &Grounds::default())
    }

    /// Carries out a plan in one transaction, and says in the receipt of an erasure why it was made.
    ///
    /// # Errors
    /// [`ApplyError`]; nothing is changed then.
    pub fn apply_on(&self, plan: Plan, grounds: &Grounds) -> Result<Outcome, ApplyError> {
        control::apply(self, &plan, grounds)
    }

    pub(crate) fn inner(&self) -> &Inner {
        &self.inner
    }

    pub(crate) fn actor(&self) -> &str {
        self.actor.as_deref().unwrap_or(&self.inner.actor)
    }

    pub(crate) fn returning(&self) -> &Returning {
        self.returning.as_deref().unwrap_or(&self.inner.returning)
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.inner.now()
    }

    pub(crate) fn planner(&self) -> Arc<dyn Planner> {
        Arc::clone(&self.inner.planner)
    }

    pub(crate) fn has_vectors(&self) -> bool {
        self.inner.embedder.dimension() > 0
    }

    /// Returns the scope's key, if it was ever written to.
    fn key(&self) -> Result<Option<ScopeKey>, StorageError> {
        self.inner.read_once(|connection| scopes::find(connection, &self.path))
    }

    pub(crate) fn get_guarded(&self, id: MemoryId) -> Result<Option<(Memory, EventSeq)>, StorageError> {
        let now = self.now();
        self.inner.read(|connection| {
            let Some(scope) = scopes::find(connection, &self.path)? else { return Ok(None) };
            let row = memory::get(connection, scope, id)?;
            Ok(row.map(|row| (row.last_event, row)).map(|(guard, row)| (row.into_memory(now), guard)))
        })
    }

    pub(crate) fn all_guarded(&self) -> Result<Vec<(Memory, EventSeq)>, StorageError> {
        let now = self.now();
        let rows = self
            .in_view(now, Include::All, |connection, view| visible::list(connection, &view, 0, usize::MAX))?;
        let guarded = rows.unwrap_or_default().into_iter().map(|row| (row.last_event, row));
        Ok(guarded.map(|(guard, row)| (row.into_memory(now), guard)).collect())
    }

    /// Reads through a view of the present; `None` for a scope that was never written to.
    pub(crate) fn in_view<T>(
        &self,
        now: Timestamp,
        include: Include,
        read: impl FnOnce(&rusqlite::Connection, View) -> Result<T, StorageError>,
    ) -> Result<Option<T>, StorageError> {
        self.inner.read(|connection| {
            let Some(scope) = scopes::find(connection, &self.path)? else { return Ok(None) };
            read(connection, View { scope, at: now, past: false, include }).map(Some)
        })
    }

    /// The same, for what searches an index.
    pub(crate) fn in_indexed_view<T>(
        &self,
        now: Timestamp,
        include: Include,
        read: impl FnOnce(&rusqlite::Connection, View) -> Result<T, StorageError>,
    ) -> Result<Option<T>, StorageError> {
        self.inner.read_indexed(|connection| {
            let Some(scope) = scopes::find(connection, &self.path)? else { return Ok(None) };
            read(connection, View { scope, at: now, past: false, include }).map(Some)
        })
    }

    /// Reads with the scope's key; `None` for a scope that was never written to.
    pub(crate) fn read<T>(
        &self,
        read: impl FnOnce(&rusqlite::Connection, ScopeKey) -> Result<T, StorageError>,
    ) -> Result<Option<T>, StorageError> {
        self.inner.read(|connection| match scopes::find(connection, &self.path)? {
            Some(scope) => read(connection, scope).map(Some),
            None => Ok(None),
        })
    }

    pub(crate) fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        embed_checked(&*self.inner.embedder, texts)
    }

    /// Embeds in batches, with progress.
    pub(crate) fn embed_batches(
        &self,
        texts: &[&str],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(EMBED_BATCH) {
            vectors.extend(self.embed(batch)?);
            progress(Progress { done: vectors.len(), total: texts.len() });
        }
        Ok(vectors)
    }
}

fn check_texts(memories: &[NewMemory]) -> Result<(), InscribeError> {
    for (index, memory) in memories.iter().enumerate() {
        check_text(&memory.text).map_err(|source| InscribeError::Text { index, source })?;
    }
    Ok(())
}

impl fmt::Debug for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").field("path", &self.path).finish_non_exhaustive()
    }
}
