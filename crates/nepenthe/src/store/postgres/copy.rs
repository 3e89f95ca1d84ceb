//! A whole store from a file into PostgreSQL and back: every row as it is, and the keys with it.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};
use sha2::{Digest, Sha256};

use super::changes::{self, tagged};
use super::link::{Link, Place};
use super::mirror;
use super::tables::TABLES;
use crate::store::error::{OpenError, StorageError};
use crate::store::open_options::{Access, Indexes, OpenOptions};
use crate::store::query::{meta, receipt};
use crate::store::sealing::KeyFile;
use crate::store::session::Session;
use crate::store::{open_file, private_file};

/// Writes the store of a file as a new one into PostgreSQL, with the file's write lock held. The options say where its keys are put. Returns
/// what [`digest`] says of it.
pub(crate) fn send(from: &Path, url: &str, options: &OpenOptions<'_>) -> Result<[u8; 32], OpenError> {
    let place: Place = url.parse()?;
    let keys = target(options)?;
    let of_file = OpenOptions { access: Access::Existing, key_file: None, ..options.clone() };
    let opened = open_file(from, &of_file)?;
    if opened.sealer.is_none() {
        return Err(OpenError::Server(
            "only an encrypted store can be copied there as it is; export this one".into(),
        ));
    }
    if meta::indexes(Session::of(&opened.connection))? != Some(Indexes::InMemory) {
        return Err(OpenError::Server(
            "the store has its indexes in its file; move them with `reembed --indexes in-memory` first"
                .into(),
        ));
    }
    drop(opened);
    let mut file = mirror::follower(from, options.busy_timeout)?;
    let lock = file.transaction_with_behavior(TransactionBehavior::Immediate)?;
    none_pending(Session::of(&lock))?;
    let mut link = Link::open(&place)?;
    link.prepare()?;
    copy_keys(&KeyFile::beside(from), &keys, options)?;
    let sent = link.begin_making().map_err(Into::into).and_then(|()| match link.find()? {
        Some(_) => Err(OpenError::Server(format!("a store named {} is there already", place.name))),
        None => mirror::put_whole(&mut link, &place, &lock),
    });
    match sent {
        Ok(_) => link.commit()?,
        Err(error) => {
            link.roll_back();
            drop(std::fs::remove_file(&keys));
            return Err(error);
        }
    }
    Ok(digest(&lock)?)
}

/// Makes a file of the store in PostgreSQL, and its key file beside it. Returns what [`digest`] says of it.
pub(crate) fn fetch(url: &str, to: &Path, options: &OpenOptions<'_>) -> Result<[u8; 32], OpenError> {
    let place: Place = url.parse()?;
    let keys = target(options)?;
    if to.exists() {
        return Err(OpenError::Server(format!("there is something at {}", to.display())));
    }
    let mut link = Link::open(&place)?;
    link.prepare()?;
    let there = || OpenError::NotFound(PathBuf::from(format!("the database, named {}", place.name)));
    let store = link.find()?.ok_or_else(there)?;
    // The file's name is taken before its folder's path is asked for.
    private_file::create_new(to).map_err(|error| failed(to, &error))?;
    let beside = KeyFile::beside(to);
    drop(std::fs::remove_file(to));
    let fetched = fetch_into(&mut link, store, to, options).and_then(|digest| {
        copy_keys(&keys, &beside, options)?;
        Ok(digest)
    });
    if fetched.is_err() {
        mirror::remove(to);
    }
    fetched
}

fn fetch_into(
    link: &mut Link,
    store: i32,
    to: &Path,
    options: &OpenOptions<'_>,
) -> Result<[u8; 32], OpenError> {
    mirror::fill(link, store, to, options.busy_timeout)?;
    let file = mirror::follower(to, options.busy_timeout)?;
    none_pending(Session::of(&file))?;
    meta::forget_feed(Session::of(&file))?;
    Ok(digest(&file)?)
}

/// The digest of every row of a file that is no index, and of its numbers.
pub(crate) fn digest_of(path: &Path, options: &OpenOptions<'_>) -> Result<[u8; 32], OpenError> {
    Ok(digest(&mirror::follower(path, options.busy_timeout)?)?)
}

fn digest(file: &Connection) -> Result<[u8; 32], StorageError> {
    let mut hash = Sha256::new();
    for table in &TABLES {
        let mut select = file.prepare(&format!("{} ORDER BY {}", table.select(), table.names().1))?;
        let (count, mut rows) = (select.column_count(), select.query([])?);
        while let Some(row) = rows.next()? {
            for column in 0..count {
                let value = tagged(row.get(column)?);
                hash.update((value.len() as u64).to_be_bytes());
                hash.update(value);
            }
        }
        hash.update(table.name);
    }
    hash.update(changes::numbers(Session::of(file))?);
    Ok(hash.finalize().into())
}

/// An erasure that is under way ends where it began.
fn none_pending(session: Session<'_>) -> Result<(), OpenError> {
    match receipt::none_is_pending(session)? {
        true => Ok(()),
        false => Err(OpenError::Server("an erasure is not finished; run `scrub` first".into())),
    }
}

fn target(options: &OpenOptions<'_>) -> Result<PathBuf, OpenError> {
    let keys = options.key_file.map(Path::to_path_buf);
    keys.ok_or_else(|| OpenError::Server("it needs a key file; say where".into()))
}

fn copy_keys(from: &Path, to: &Path, options: &OpenOptions<'_>) -> Result<(), OpenError> {
    let keys = KeyFile::open_at(from.to_path_buf(), Access::Existing, options.busy_timeout)?;
    if to.exists() {
        return Err(OpenError::OtherKeyFile(to.to_path_buf()));
    }
    keys.copy(to)?.close()?;
    Ok(())
}

fn failed(path: &Path, error: &std::io::Error) -> OpenError {
    OpenError::Server(format!("{}: {error}", path.display()))
}
