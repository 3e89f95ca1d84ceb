//! Rebuilding a store's vectors with another embedder.

use std::collections::HashMap;
use std::path::Path;

use crate::embed::{EmbedError, Embedder, embed_stored};
use crate::handle::{Options, Store};
use crate::model::{Progress, StoreKey};
use crate::store::query::memory::{self, IndexedVersion};
use crate::store::query::{mention, meta, passage, posting, row_sum, stored_vector, vector};
use crate::store::sealing::{self, Sealed, Sealer};
#[cfg(feature = "postgres")]
use crate::store::{Access, postgres};
use crate::store::{Indexes, OpenError, OpenOptions, Session, StorageError, connection, open_file};

/// Versions read, embedded and written at a time.
const BATCH: usize = 64;

/// Why a store's vectors were not rebuilt. They are as they were, but for [`ReembedError::Held`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReembedError {
    /// The store cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A text could not be embedded.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The indexes are moved out of the file, but somebody reads an older state of it.
    #[error(
        "the indexes are moved, but another process reads an older state, so that the file may hold them still"
    )]
    Held,
}

impl Store {
    /// Rebuilds every vector of the store at `path` with the embedder of the options, and opens it with that one.
    /// Other processes may go on until the last moment; one that has the store open with the old embedder is then
    /// refused and has to open it again. Killed at any moment, the store has all its old vectors or all the new.
    ///
    /// With [`Indexes::InMemory`] an encrypted store's indexes are moved out of its file, which is then written anew. What
    /// copies of it hold stays there. [`ReembedError::Held`] asks to do it again.
    ///
    /// # Errors
    /// [`ReembedError`]; the vectors are then as they were.
    pub fn reembed(
        path: impl AsRef<Path>,
        options: Options,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, ReembedError> {
        let moves = options.indexes == Some(Indexes::InMemory);
        let opened = open_file(path.as_ref(), &OpenOptions { indexes: None, ..options.of_file() })?;
        if moves && opened.sealer.is_none() {
            return Err(OpenError::IndexesInFile.into());
        }
        let (sealer, file) = (opened.sealer.clone(), opened.into_file());
        let session = file.session();
        let embedder = &*options.embedder;

        // 1. Embed what there is, with no lock held.
        let total = memory::count_versions(session)?;
        let mut vectors =
            embed_all(embedder, total, progress, |last| memory::indexed_versions(session, last, BATCH))?;

        // 2. Under the write lock: embed what came since, and swap the index.
        let lock = connection::lock(session)?;
        let session = lock.session();
        let key = sealing::store_key(session, sealer.as_deref())?;
        if moves && !meta::indexes_are_in_memory(session)? {
            mention::drop(session)?;
            posting::drop(session)?;
            passage::drop(session)?;
            vector::drop(session)?;
            meta::write_indexes_moved(session)?;
        }
        // In a store that has no index in its file, what is sealed of the vectors is exchanged.
        let sealer = sealer.filter(|_| meta::indexes_are_in_memory(session).unwrap_or(false));
        if sealer.is_none() {
            vector::make_again(session)?;
        }
        exchange(session, sealer.as_deref(), &key, embedder, &mut vectors)?;
        lock.commit()?;
        drop(file);
        let store = Self::open(path, options)?;
        if moves && store.scrub(true)?.busy {
            return Err(ReembedError::Held);
        }
        Ok(store)
    }

    /// The same of a store in PostgreSQL, of which the arguments are as for [`Store::connect`]. Its rows change in one transaction
    /// there. A server that has it open must open it again, and is refused until then where its embedder is another.
    ///
    /// # Errors
    /// [`ReembedError`]; the vectors are then as they were.
    #[cfg(feature = "postgres")]
    pub fn reembed_at_server(
        url: &str,
        cache: impl AsRef<Path>,
        options: Options,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, ReembedError> {
        let cache = cache.as_ref();
        let mut before = OpenOptions { access: Access::Existing, ..options.of_file() };
        if let Some(stored) = Self::embedder_at_server(url)? {
            before.embedder = stored;
        }
        let database = postgres::connect(url, cache, &before)?;
        let embedder = &*options.embedder;
        let total = database.read(memory::count_versions)?;
        let mut vectors = embed_all(embedder, total, progress, |last| {
            database.read(|session| memory::indexed_versions(session, last, BATCH))
        })?;
        database.write_alone::<_, ReembedError>(|session| {
            let sealer = database.sealer.as_deref();
            if sealer.is_none() {
                // Row by row, so that each is noted.
                vector::clear(session)?;
            }
            exchange(session, sealer, &database.key, embedder, &mut vectors)
        })?;
        drop((before, database));
        Ok(Self::connect(url, cache, options)?)
    }
}

/// Embeds every version, those of `batch` after a number at a time.
fn embed_all(
    embedder: &dyn Embedder,
    total: usize,
    progress: &mut dyn FnMut(Progress),
    batch: impl Fn(i64) -> Result<Vec<IndexedVersion>, StorageError>,
) -> Result<HashMap<i64, Vec<f32>>, ReembedError> {
    let (mut vectors, mut last) = (HashMap::new(), 0);
    loop {
        let batch = batch(last)?;
        let Some(end) = batch.last() else { return Ok(vectors) };
        last = end.id;
        vectors.extend(embed(embedder, &batch)?);
        progress(Progress { done: vectors.len(), total: total.max(vectors.len()) });
    }
}

/// Puts a vector for each version where there is none any more, or in the place of the sealed one; in the caller's transaction.
fn exchange(
    session: Session<'_>,
    sealer: Option<&Sealer>,
    key: &StoreKey,
    embedder: &dyn Embedder,
    vectors: &mut HashMap<i64, Vec<f32>>,
) -> Result<(), ReembedError> {
    if sealer.is_none() {
        passage::clear(session)?;
    }
    let mut last = 0;
    while embedder.dimension() > 0 || sealer.is_some() {
        let batch = memory::indexed_versions(session, last, BATCH)?;
        let Some(end) = batch.last() else { break };
        last = end.id;
        let (known, new): (Vec<_>, Vec<_>) =
            batch.into_iter().partition(|version| vectors.contains_key(&version.id));
        vectors.extend(embed(embedder, &new)?);
        for version in known.iter().chain(&new) {
            let vector = &vectors[&version.id];
            match sealer {
                None => {
                    let stored = stored_vector::of_embedding(vector, embedder.dimension());
                    let (whole, passages) = stored_vector::split(&stored, embedder.dimension());
                    vector::insert(session, version.scope, version.id, whole)?;
                    passage::insert(session, version.scope, version.id, passages)?;
                }
                Some(sealer) => replace(session, sealer, version, vector, embedder.dimension())?,
            }
        }
    }
    meta::write_embedder(session, embedder.name(), embedder.dimension())?;
    Ok(row_sum::write_versions(session, key)?)
}

/// Keeps a version's vector sealed; an empty one is none.
fn replace(
    session: Session<'_>,
    sealer: &Sealer,
    version: &IndexedVersion,
    vector: &[f32],
    dimension: usize,
) -> Result<(), StorageError> {
    if vector.is_empty() {
        return memory::set_sealed_vector(session, version.id, None);
    }
    let by = memory::key_of_version(session, version.id)?;
    let by = by.ok_or(StorageError::Unreadable(version.memory))?;
    let stored = stored_vector::of_embedding(vector, dimension);
    let sealed = sealer.seal(by, version.memory, Sealed::Vector(version.id), &stored)?;
    memory::set_sealed_vector(session, version.id, Some(&sealed))
}

fn embed<'v>(
    embedder: &dyn Embedder,
    versions: &'v [IndexedVersion],
) -> Result<impl Iterator<Item = (i64, Vec<f32>)> + use<>, ReembedError> {
    let text = |version: &'v IndexedVersion| version.text.as_deref().ok_or(version.memory);
    let texts: Result<Vec<&str>, _> = versions.iter().map(text).collect();
    let vectors = embed_stored(embedder, &texts.map_err(StorageError::Unreadable)?)?;
    let ids: Vec<i64> = versions.iter().map(|version| version.id).collect();
    Ok(ids.into_iter().zip(vectors))
}
