//! Stores whose rows are in PostgreSQL: opened, prepared, and copied from a file and back.

use std::path::Path;

use crate::engine::CheckOptions;
use crate::erase;
use crate::handle::{Options, Store};
use crate::store::{Access, OpenError, StorageError, StoredEmbedder, postgres};

impl Store {
    /// Opens a store whose rows are in PostgreSQL (docs/postgres.md): `url` is `postgres://USER:PASSWORD@HOST/DATABASE`, and
    /// `?store=NAME` where it is another than `default`. It is made where there is none, unless the options say otherwise. `cache` is a folder
    /// of this machine for the mirror that all reads are made of; it may be thrown away while nobody has the store open. The
    /// options need a master key, and a key file that lies elsewhere; or none, and `mode=plain` in the URL of a new store,
    /// whose texts, words and vectors then are in the clear there, for SQL.
    ///
    /// # Errors
    /// [`OpenError`]; [`OpenError::Server`] says what of this is missing.
    pub fn connect(url: &str, cache: impl AsRef<Path>, options: Options) -> Result<Self, OpenError> {
        let database = postgres::connect(url, cache.as_ref(), &options.of_file())?;
        let finishes = options.access != Access::ReadOnly && options.leaves_out.is_none();
        let store = Self::with(database, options);
        if finishes && !erase::none_is_left(store.database()) {
            // It is open, whatever comes of it. Others may have it open, too.
            let _ = erase::finish_at_opening(store.database(), &store.inner.unfinished, false);
        }
        Ok(store)
    }

    /// Makes the tables in a PostgreSQL database, and lets `role` use them. Opening a store does so too, where the role of the URL
    /// may; a role that owns the tables and another one that uses them are for whoever keeps the two apart. Where the URL says
    /// `mode=plain`, what such stores need for vectors is made too (pgvector).
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn prepare_server(url: &str, role: Option<&str>) -> Result<(), OpenError> {
        postgres::prepare(url, role)
    }

    /// Reads which embedder the vectors of a store in PostgreSQL were made with; `None` where there is no such store.
    ///
    /// # Errors
    /// [`OpenError`], as [`Store::connect`].
    pub fn embedder_at_server(url: &str) -> Result<Option<StoredEmbedder>, OpenError> {
        postgres::embedder_of(url)
    }

    /// Copies a store from its file into PostgreSQL, where none of the name is yet: an encrypted one that keeps its indexes in memory, with its
    /// keys into the key file of the options; or, where the URL says `mode=plain`, one that is not encrypted. Rows, receipts, log and tombstones are the same to the byte, which is
    /// checked, and the copy as [`Store::check_with`] does deeply. From then on the file must not be written any more:
    /// the log would go on in two ways; and what is purged in one place can be read in the other.
    ///
    /// # Errors
    /// [`OpenError`]. Where only the checks fail, the copy stays for whoever looks into it.
    pub fn copy_to_server(from: impl AsRef<Path>, url: &str, options: Options) -> Result<(), OpenError> {
        let sent = postgres::copy::send(from.as_ref(), url, &options.of_file())?;
        let cache = tempfile::tempdir().map_err(|error| OpenError::Server(error.to_string()))?;
        let options = Options { access: Access::Existing, ..options };
        let store = Self::connect(url, cache.path(), options.clone())?;
        store.is_copied(sent, &options)
    }

    /// Copies a store from PostgreSQL into a file that is not there yet, and its keys beside it if it has any, likewise.
    ///
    /// # Errors
    /// As [`Store::copy_to_server`].
    pub fn copy_from_server(url: &str, to: impl AsRef<Path>, options: Options) -> Result<(), OpenError> {
        let fetched = postgres::copy::fetch(url, to.as_ref(), &options.of_file())?;
        let options = Options { access: Access::Existing, key_file: None, ..options };
        Self::open(to, options.clone())?.is_copied(fetched, &options)
    }

    /// Checks a copy whose rows must have this digest.
    fn is_copied(&self, digest: [u8; 32], options: &Options) -> Result<(), OpenError> {
        let path = self.database().with_connection(|session| session.path());
        if postgres::copy::digest_of(&path, &options.of_file())? != digest {
            return Err(StorageError::corrupt("the copy has not the rows of the original").into());
        }
        let report = self
            .check_with(&CheckOptions::default().deep(), &mut |_| {})
            .map_err(|error| StorageError::corrupt(format!("the copy cannot be checked: {error}")))?;
        match report.findings.first() {
            None => Ok(()),
            Some(finding) => Err(StorageError::corrupt(format!(
                "in the copy, and so in the original: {}",
                finding.problem
            ))
            .into()),
        }
    }
}
