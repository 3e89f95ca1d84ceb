//! A whole store from a file into PostgreSQL and back: every row as it is, and the keys with it.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};
use sha2::{Digest, Sha256};

use super::changes::{self, tagged};
use super::link::{Link, Place};
use super::mirror;
use super::mode::Mode;
use crate::store::error::{OpenError, StorageError};
use crate::store::open_options::{Access, Indexes, OpenOptions};
use crate::store::query::{meta, receipt};
use crate::store::sealing::KeyFile;
use crate::store::session::Session;
use crate::store::{open_file, private_file};

/// Writes the store of a file as a new one into PostgreSQL, with the file's write lock held. The options say where its keys are put, where
/// it is encrypted. Returns what [`digest`] says of it.
pub(crate) fn send(from: &Path, url: &str, options: &OpenOptions<'_>) -> Result<[u8; 32], OpenError> {
    let place: Place = url.parse()?;
    let of_file = OpenOptions { access: Access::Existing, key_file: None, ..options.clone() };
    let opened = open_file(from, &of_file)?;
    let mode = if opened.sealer.is_some() { Mode::Sealed } else { Mode::Plain };
    match (mode, place.mode) {
        (Mode::Sealed, Some(Mode::Plain)) => {
            return Err(OpenError::Server("an encrypted store goes there in mode `sealed` alone".into()));
        }
        (Mode::Plain, None | Some(Mode::Sealed)) => {
            return Err(OpenError::Server(
                "the store is not encrypted: say `mode=plain` in the URL, or export it and import that"
                    .into(),
            ));
        }
        (Mode::Sealed, _) if meta::indexes(Session::of(&opened.connection))? != Some(Indexes::InMemory) => {
            return Err(OpenError::Server(
                "the store has its indexes in its file; move them with `reembed --indexes in-memory` first"
                    .into(),
            ));
        }
        _ => {}
    }
    let has_vectors = opened.embedder.dimension > 0;
    let keys = opened.sealer.is_some().then(|| target(options)).transpose()?;
    drop(opened);
    let mut file = mirror::follower(from, options.busy_timeout)?;
    let lock = file.transaction_with_behavior(TransactionBehavior::Immediate)?;
    none_pending(Session::of(&lock))?;
    let mut link = Link::open(&place)?;
    link.prepare()?;
    match &keys {
        Some(keys) => copy_keys(&KeyFile::beside(from), keys, options)?,
        None if has_vectors => link.prepare_vectors()?,
        None => {}
    }
    let sent = link.begin_making().map_err(Into::into).and_then(|()| match link.find()? {
        Some(_) => Err(OpenError::Server(format!("a store named {} is there already", place.name))),
        None => mirror::put_whole(&mut link, &place, mode, &lock),
    });
    match sent {
        Ok(_) => link.commit()?,
        Err(error) => {
            link.roll_back();
            keys.iter().for_each(|keys| drop(std::fs::remove_file(keys)));
            return Err(error);
        }
    }
    Ok(digest(&lock, mode)?)
}

/// Makes a file of the store in PostgreSQL, and its key file beside it where it is encrypted. Returns what [`digest`] says of it.
pub(crate) fn fetch(url: &str, to: &Path, options: &OpenOptions<'_>) -> Result<[u8; 32], OpenError> {
    let place: Place = url.parse()?;
    if to.exists() {
        return Err(OpenError::Server(format!("there is something at {}", to.display())));
    }
    let mut link = Link::open(&place)?;
    link.prepare()?;
    let there = || OpenError::NotFound(PathBuf::from(format!("the database, named {}", place.name)));
    let (store, mode) = link.find()?.ok_or_else(there)?;
    mirror::may(mode, options)?;
    let keys = (mode == Mode::Sealed).then(|| target(options)).transpose()?;
    // The file's name is taken before its folder's path is asked for.
    private_file::create_new(to).map_err(|error| failed(to, &error))?;
    let beside = KeyFile::beside(to);
    drop(std::fs::remove_file(to));
    let fetched = fetch_into(&mut link, (store, mode), to, options).and_then(|digest| {
        keys.map_or(Ok(()), |keys| copy_keys(&keys, &beside, options))?;
        Ok(digest)
    });
    if fetched.is_err() {
        mirror::remove(to);
    }
    fetched
}

fn fetch_into(
    link: &mut Link,
    (store, mode): (i32, Mode),
    to: &Path,
    options: &OpenOptions<'_>,
) -> Result<[u8; 32], OpenError> {
    mirror::fill(link, (store, mode), to, options.busy_timeout)?;
    let file = mirror::follower(to, options.busy_timeout)?;
    none_pending(Session::of(&file))?;
    meta::forget_feed(Session::of(&file))?;
    Ok(digest(&file, mode)?)
}

/// The digest of every row of a file that is no index, and of its numbers.
pub(crate) fn digest_of(path: &Path, options: &OpenOptions<'_>) -> Result<[u8; 32], OpenError> {
    let mode = if options.master_key.is_some() { Mode::Sealed } else { Mode::Plain };
    Ok(digest(&mirror::follower(path, options.busy_timeout)?, mode)?)
}

fn digest(file: &Connection, mode: Mode) -> Result<[u8; 32], StorageError> {
    let mut hash = Sha256::new();
    for table in mode.tables() {
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
