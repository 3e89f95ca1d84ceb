//! [`Scope`]: the handle of one scope's memories, and how they are read. What is done with it stands in `engine/`.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;

use super::inner::Inner;
use super::store::Store;
use crate::embed::{EmbedError, embed_once, embed_stored};
use crate::erase::{ReadmissionGate, Returning};
use crate::model::{EventSeq, Memory, MemoryId, Progress, ScopePath};
use crate::recall::{self, Query, RecallError, RecallMode, RecallOptions};
use crate::store::query::view::View;
use crate::store::query::{ScopeKey, memory, scope as scopes, visible};
use crate::store::{Database, Include, Session, StorageError};
use nepenthe_planner::Planner;

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

/// A memory, its last event, and every text that it has had.
pub(crate) type GuardedTexts = (Memory, EventSeq, Vec<String>);

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
        let asked = if options.is_calibrated() { recall::embedded(query) } else { query.into() };
        let vector = if wants_vector { self.embed(&[&asked])?.pop().unwrap_or_default() } else { Vec::new() };
        let mut found = self.database().read_indexed(|session| {
            if !vector.is_empty() {
                self.database().check_embedder(session)?;
            }
            let Some(scope) = scopes::find(session, &self.path)? else { return Ok(Vec::new()) };
            let view = View {
                scope,
                at: options.as_of.unwrap_or(now),
                past: options.as_of.is_some(),
                include: options.include,
            };
            let vectors = &self.database().vectors;
            recall::search(session, vectors, &view, &Query { text: query, vector }, options)
        })?;
        if options.reads_again() {
            recall::read_again(&*self.inner.embedder, query, &mut found)?;
            found.truncate(options.k);
        }
        Ok(found)
    }

    pub(crate) fn inner(&self) -> &Inner {
        &self.inner
    }

    pub(crate) fn database(&self) -> &Database {
        &self.inner.database
    }

    /// Reads texts on their way in, each with what its memory said before.
    pub(crate) fn gate<'t>(
        &self,
        texts: impl Iterator<Item = (&'t str, Option<&'t str>)>,
    ) -> Result<ReadmissionGate<'_>, StorageError> {
        ReadmissionGate::new((self.database(), &self.path), self.returning(), texts)
    }

    pub(crate) fn actor(&self) -> &str {
        self.actor.as_deref().unwrap_or(&self.inner.actor)
    }

    pub(crate) fn returning(&self) -> &Returning {
        self.returning.as_deref().unwrap_or(&self.inner.returning)
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.database().now()
    }

    pub(crate) fn planner(&self) -> Arc<dyn Planner> {
        Arc::clone(&self.inner.planner)
    }

    pub(crate) fn has_vectors(&self) -> bool {
        self.inner.embedder.dimension() > 0
    }

    /// Returns the scope's key, if it was ever written to.
    pub(crate) fn key(&self) -> Result<Option<ScopeKey>, StorageError> {
        self.database().read_once(|session| scopes::find(session, &self.path))
    }

    pub(crate) fn get_guarded(&self, id: MemoryId) -> Result<Option<(Memory, EventSeq)>, StorageError> {
        let now = self.now();
        let row = self.read(|session, scope| memory::get(session, scope, id))?.flatten();
        Ok(row.map(|row| (row.last_event, row)).map(|(guard, row)| (row.into_memory(now), guard)))
    }

    /// Reads memories of one state, in the order of their ids as they are given.
    pub(crate) fn each_guarded(
        &self,
        ids: &[MemoryId],
    ) -> Result<Vec<Option<(Memory, EventSeq)>>, StorageError> {
        let now = self.now();
        let rows = self.read(|session, scope| {
            ids.iter().map(|id| memory::get(session, scope, *id)).collect::<Result<Vec<_>, _>>()
        })?;
        let rows = rows.unwrap_or_else(|| ids.iter().map(|_| None).collect());
        let guarded = rows.into_iter().map(|row| row.map(|row| (row.last_event, row)));
        Ok(guarded.map(|row| row.map(|(guard, row)| (row.into_memory(now), guard))).collect())
    }

    /// Reads memories of one state, each with every text that it has had, the last one last.
    pub(crate) fn get_with_texts(&self, ids: &[MemoryId]) -> Result<Vec<GuardedTexts>, StorageError> {
        let now = self.now();
        let read = self.read(|session, scope| {
            let mut found = Vec::with_capacity(ids.len());
            for id in ids {
                let Some(row) = memory::get(session, scope, *id)? else { continue };
                found.push((memory::versions(session, row.row)?, row));
            }
            Ok(found)
        })?;
        let found = read.unwrap_or_default().into_iter().map(|(versions, row)| {
            let texts = versions.into_iter().map(|version| version.text).collect();
            let guard = row.last_event;
            (row.into_memory(now), guard, texts)
        });
        Ok(found.collect())
    }

    pub(crate) fn all_guarded(&self) -> Result<Vec<(Memory, EventSeq)>, StorageError> {
        let now = self.now();
        let rows =
            self.in_view(now, Include::All, |session, view| visible::list(session, &view, 0, usize::MAX))?;
        let guarded = rows.unwrap_or_default().into_iter().map(|row| (row.last_event, row));
        Ok(guarded.map(|(guard, row)| (row.into_memory(now), guard)).collect())
    }

    /// Reads through a view of the present; `None` for a scope that was never written to.
    pub(crate) fn in_view<T>(
        &self,
        now: Timestamp,
        include: Include,
        read: impl FnOnce(Session<'_>, View) -> Result<T, StorageError>,
    ) -> Result<Option<T>, StorageError> {
        self.read(|session, scope| read(session, View { scope, at: now, past: false, include }))
    }

    /// The same, for what searches an index.
    pub(crate) fn in_indexed_view<T>(
        &self,
        now: Timestamp,
        include: Include,
        read: impl FnOnce(Session<'_>, View) -> Result<T, StorageError>,
    ) -> Result<Option<T>, StorageError> {
        self.database().read_indexed(|session| {
            let Some(scope) = scopes::find(session, &self.path)? else { return Ok(None) };
            read(session, View { scope, at: now, past: false, include }).map(Some)
        })
    }

    /// Reads with the scope's key; `None` for a scope that was never written to.
    pub(crate) fn read<T>(
        &self,
        read: impl FnOnce(Session<'_>, ScopeKey) -> Result<T, StorageError>,
    ) -> Result<Option<T>, StorageError> {
        self.database().read_scope(&self.path, read)
    }

    pub(crate) fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        embed_once(&*self.inner.embedder, texts)
    }

    /// Embeds texts that are to be written: behind the vector of a long one come those of its passages.
    pub(crate) fn embed_stored(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        embed_stored(&*self.inner.embedder, texts)
    }

    /// The same in batches, with progress.
    pub(crate) fn embed_batches(
        &self,
        texts: &[&str],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(EMBED_BATCH) {
            vectors.extend(self.embed_stored(batch)?);
            progress(Progress { done: vectors.len(), total: texts.len() });
        }
        Ok(vectors)
    }
}

impl fmt::Debug for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").field("path", &self.path).finish_non_exhaustive()
    }
}
