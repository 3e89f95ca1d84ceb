//! [`Sealer`]: seals and opens what one store holds, with the keys in its key file.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use zeroize::Zeroizing;

use super::key_file::KeyFile;
use super::key_id::KeyId;
use crate::model::{MemoryId, StoreKey, SystemRandom};
use crate::seal::{Key, MasterKey, Place, SealedRow, WRAPPED};
use crate::store::error::{OpenError, StorageError};
use crate::store::query::{ScopeKey, memory_key};

/// Something that is sealed under a memory's key.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Sealed {
    /// The text of a version.
    Text(i64),
    /// What the row holds in words.
    Row,
    /// The vector of a version.
    Vector(i64),
    /// What was added to the text of a version.
    Annotations(i64),
}

impl Sealed {
    fn place(self, memory: &[u8; 16]) -> Place<'_> {
        let (what, number) = match self {
            Self::Text(version) => ("text", version),
            Self::Row => ("row", 0),
            Self::Vector(version) => ("vector", version),
            Self::Annotations(version) => ("annotations", version),
        };
        Place { what, id: memory, number }
    }
}

/// The keys of an open store. Locked after the store's connection. Keys and nonces are the system's random bytes, whatever
/// the store's ids come from: a source that repeats itself would open everything.
pub(crate) struct Sealer {
    master: MasterKey,
    name: [u8; 16],
    keys: Mutex<Keys>,
}

/// Keys that one of several writes makes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyPart {
    First,
    Later,
}

struct Keys {
    file: KeyFile,
    /// The scopes' keys, opened.
    scopes: HashMap<ScopeKey, Key>,
}

impl Sealer {
    pub(crate) fn new(master: MasterKey, file: KeyFile) -> Self {
        let name = file.name;
        Self { master, name, keys: Mutex::new(Keys { file, scopes: HashMap::new() }) }
    }

    /// The name of the key file, which the store keeps.
    pub(crate) fn name(&self) -> &[u8; 16] {
        &self.name
    }

    /// Seals the store's key under the master key.
    pub(crate) fn wrap_store_key(&self, key: &StoreKey) -> Result<Vec<u8>, StorageError> {
        self.master.key().seal(&SystemRandom, self.place("store key", 0), &key.0).map_err(Into::into)
    }

    /// Opens the store's key: what tells whether the master key is the right one.
    pub(crate) fn open_store_key(&self, wrapped: &[u8]) -> Result<StoreKey, OpenError> {
        let key =
            self.master.key().unwrap(self.place("store key", 0), wrapped).ok_or(OpenError::WrongMasterKey)?;
        Ok(StoreKey(*key.bytes()))
    }

    /// Makes the key of a new memory, in a transaction of the key file that [`Sealer::commit`] ends. The caller holds the
    /// write lock of the store.
    pub(crate) fn new_key(&self, scope: ScopeKey) -> Result<KeyId, StorageError> {
        let mut keys = self.lock();
        if keys.file.connection.is_autocommit() {
            keys.file.connection.execute_batch("BEGIN IMMEDIATE")?;
        }
        if self.scope_key(&mut keys, scope)?.is_none() {
            let key = Key::random(&SystemRandom)?;
            let wrapped =
                self.master.key().seal(&SystemRandom, self.place("scope key", scope.0), key.bytes())?;
            memory_key::insert_scope_key(keys.file.session(), scope, &wrapped)?;
            keys.scopes.insert(scope, key);
        }
        let id = memory_key::next(keys.file.session())?;
        let key = Key::random(&SystemRandom)?;
        let above = keys.scopes.get(&scope).ok_or_else(|| StorageError::corrupt("a scope has no key"))?;
        let wrapped = above.seal(&SystemRandom, self.place("memory key", id), key.bytes())?;
        debug_assert_eq!(wrapped.len(), WRAPPED);
        memory_key::insert(keys.file.session(), id, scope, &wrapped)?;
        Ok(KeyId(id))
    }

    /// Makes new keys durable: before the memories that are sealed under them, so that a crash leaves a key without a memory,
    /// never a memory without a key.
    pub(crate) fn commit(&self) -> Result<(), StorageError> {
        let keys = self.lock();
        if !keys.file.connection.is_autocommit() {
            keys.file.connection.execute_batch("COMMIT")?;
        }
        Ok(())
    }

    /// Begins a part that can be rolled back by itself. The first part since the last commit is all there is.
    pub(crate) fn begin_part(&self) -> Result<KeyPart, StorageError> {
        let keys = self.lock();
        if keys.file.connection.is_autocommit() {
            return Ok(KeyPart::First);
        }
        keys.file.connection.execute_batch("SAVEPOINT part")?;
        Ok(KeyPart::Later)
    }

    /// Keeps the keys of a part, up to the next commit.
    pub(crate) fn end_part(&self, part: KeyPart) -> Result<(), StorageError> {
        if part == KeyPart::Later {
            self.lock().file.connection.execute_batch("RELEASE part")?;
        }
        Ok(())
    }

    /// Lets go of the keys of a part.
    pub(crate) fn roll_back_part(&self, part: KeyPart) -> Result<(), StorageError> {
        if part == KeyPart::First {
            self.roll_back();
            return Ok(());
        }
        let mut keys = self.lock();
        keys.scopes.clear();
        Ok(keys.file.connection.execute_batch("ROLLBACK TO part; RELEASE part")?)
    }

    /// Lets go of the keys that were made since the last commit.
    pub(crate) fn roll_back(&self) {
        let mut keys = self.lock();
        if !keys.file.connection.is_autocommit() {
            // Where it fails, SQLite has rolled back already.
            drop(keys.file.connection.execute_batch("ROLLBACK"));
        }
        keys.scopes.clear();
    }

    /// Seals something under a memory's key.
    pub(crate) fn seal(
        &self,
        by: KeyId,
        memory: MemoryId,
        what: Sealed,
        plain: &[u8],
    ) -> Result<Vec<u8>, StorageError> {
        let key = self.key(by)?.ok_or(StorageError::Unreadable(memory))?;
        Ok(key.seal(&SystemRandom, what.place(memory.as_bytes()), plain)?)
    }

    /// Seals what a memory's row holds in words.
    pub(crate) fn seal_row(
        &self,
        by: KeyId,
        memory: MemoryId,
        beside: &SealedRow,
    ) -> Result<Vec<u8>, StorageError> {
        let plain = beside.encode().map(Zeroizing::new);
        let plain = plain.ok_or_else(|| StorageError::corrupt("it is too long to be sealed"))?;
        self.seal(by, memory, Sealed::Row, &plain)
    }

    /// Opens what was sealed; `None` where its key is gone, or it is not what was sealed there.
    pub(crate) fn open(
        &self,
        by: KeyId,
        memory: &[u8; 16],
        what: Sealed,
        sealed: &[u8],
    ) -> Result<Option<Zeroizing<Vec<u8>>>, StorageError> {
        Ok(self.key(by)?.and_then(|key| key.open(what.place(memory), sealed)))
    }

    /// Returns a memory's key as it lies in the key file.
    pub(crate) fn wrapped(&self, by: KeyId) -> Result<Option<Vec<u8>>, StorageError> {
        Ok(memory_key::get(self.lock().file.session(), by.0)?.map(|(_, wrapped)| wrapped))
    }

    /// Returns the numbers of all keys, in order.
    pub(crate) fn all(&self) -> Result<Vec<i64>, StorageError> {
        memory_key::all(self.lock().file.session())
    }

    /// Uses the key file, with nobody else using it.
    pub(crate) fn with_file<T>(&self, work: impl FnOnce(&mut KeyFile) -> T) -> T {
        work(&mut self.lock().file)
    }

    fn key(&self, by: KeyId) -> Result<Option<Key>, StorageError> {
        let mut keys = self.lock();
        let Some((scope, wrapped)) = memory_key::get(keys.file.session(), by.0)? else { return Ok(None) };
        let above = self.scope_key(&mut keys, scope)?;
        Ok(above.and_then(|above| above.unwrap(self.place("memory key", by.0), &wrapped)))
    }

    fn scope_key<'k>(&self, keys: &'k mut Keys, scope: ScopeKey) -> Result<Option<&'k Key>, StorageError> {
        if !keys.scopes.contains_key(&scope)
            && let Some(wrapped) = memory_key::scope_key(keys.file.session(), scope)?
            && let Some(key) = self.master.key().unwrap(self.place("scope key", scope.0), &wrapped)
        {
            keys.scopes.insert(scope, key);
        }
        Ok(keys.scopes.get(&scope))
    }

    fn place<'a>(&'a self, what: &'a str, number: i64) -> Place<'a> {
        Place { what, id: &self.name, number }
    }

    /// A panic while it was locked left at most a transaction open, which the next rollback ends.
    fn lock(&self) -> MutexGuard<'_, Keys> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Sealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealer(..)")
    }
}
