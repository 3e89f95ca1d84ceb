//! Clean files: those whose bytes are all in use, or zero.
//!
//! A file that this library makes is clean from the start, and stays so: `secure_delete` zeroes what is deleted, the VFS
//! zeroes the slack of a page on its way to the file (`vfs.rs`), whichever process copies it there. What an erasure has
//! deleted then can be in no page but those that its own transaction wrote. A file that is found to be otherwise, or was
//! made by an earlier version, is read whole, cleared (`free.rs`), and clean from then on. A row of `meta` says so, and for which schema.

use std::collections::BTreeSet;

use super::connection;
use super::error::StorageError;
use super::objects;
use super::query::{meta, survivor};
use super::raw::{self, FileName};
use super::session::Session;
use super::slack;
use super::vfs::{HEADER, LARGEST_ROOT, Moment};

/// Where a database's header says by which SQLite it was written last (SQLite's file format, section 1.3).
const WRITTEN_BY: usize = 96;

/// Returns the pages, numbered from 1, in which alone may be what this connection has deleted since a moment. `None` where that
/// cannot be said: all pages have to be looked at then.
pub(crate) fn pages_since(
    session: Session<'_>,
    moment: Moment,
) -> Result<Option<BTreeSet<u32>>, StorageError> {
    let mut header = [0; HEADER];
    raw::read_at(session, FileName::Main, 0, &mut header)?;
    let number = |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    // Another program with SQLite in it may delete without overwriting.
    let ours = i32::try_from(number(WRITTEN_BY)) == Ok(rusqlite::version_number());
    let size = raw::size(session, FileName::Main)?.unwrap_or(0);
    let few = size / connection::page_size(session)? as u64 <= slack::TOO_MANY_PAGES / 2;
    if !ours
        || !few
        || number(LARGEST_ROOT) != 0
        || !connection::overwrites(session)?
        || !meta::is_clean(session)?
    {
        return Ok(None);
    }
    raw::pages_since(session, moment)
}

/// Tells whether a file can be clean at all: what is looked for can be in no table but the store's, nor in words that a caller
/// of an older version put into its log.
pub(crate) fn may_be(session: Session<'_>) -> Result<bool, StorageError> {
    Ok(objects::findings(session)?.is_empty() && survivor::speaks_for_itself(session)?)
}

/// Hands pages of the main file to `visit`, each with the place where it begins. False where one has bytes out of use that are
/// not zero: then the file is not clean.
pub(crate) fn read(
    session: Session<'_>,
    pages: &BTreeSet<u32>,
    visit: &mut dyn FnMut(u64, &[u8]),
) -> Result<bool, StorageError> {
    let mut page = vec![0; connection::page_size(session)?];
    let mut clean = true;
    for number in pages.iter().map(|number| u64::from(*number) - 1) {
        let begin = number * page.len() as u64;
        raw::read_at(session, FileName::Main, begin, &mut page)?;
        clean &=
            slack::free(&page, number).into_iter().all(|range| page[range].iter().all(|byte| *byte == 0));
        visit(begin, &page);
    }
    Ok(clean)
}
