//! The free bytes of the main file: the pages of the freelist, the free blocks within pages, and their slack.
//!
//! `secure_delete` zeroes the first two when it frees them; what another tool has freed without it stays. Where a scan has found
//! something, all of them are zeroed in steps, each under the write lock for the time that a few hundred pages take, so that a
//! file of any size can be cleared beside other writers (SQLite's file format, sections 1.5 and 1.6).
//!
//! Zeros there change nothing that SQLite reads, at whatever byte the writing is cut short.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use super::connection::{self, Obstacle};
use super::error::StorageError;
use super::raw::{self, FileName};
use super::slack;
use crate::store::session::Session;

/// Pages cleared in one step: 8 MiB.
const STEP: u64 = 512;

/// Tries of one step, where other writers fill the write-ahead log again.
const TRIES: usize = 64;

/// Clears the whole file. False where other connections were in the way of a step.
pub(crate) fn clear(session: Session<'_>, patience: Duration, busy: Duration) -> Result<bool, StorageError> {
    let page_size = connection::page_size(session)?;
    let mut begin = 0;
    loop {
        let (mut end, mut obstacle) = (None, Obstacle::default());
        for _ in 0..TRIES {
            if connection::empty_log(session, patience, busy)? {
                end = step(session, begin, page_size, busy)?;
            } else if obstacle.stays(session)? {
                return Ok(false);
            }
            if end.is_some() {
                break;
            }
        }
        match end {
            None => return Ok(false),
            Some(Reached::Page(page)) => begin = page,
            Some(Reached::End) => return Ok(true),
        }
    }
}

enum Reached {
    Page(u64),
    End,
}

/// Clears some pages. `None` where the write-ahead log is not empty.
fn step(
    session: Session<'_>,
    begin: u64,
    page_size: usize,
    busy: Duration,
) -> Result<Option<Reached>, StorageError> {
    let lock = connection::begin(session, busy)?;
    let session = lock.session();
    if raw::size(session, FileName::Wal)?.is_some_and(|bytes| bytes > 0) {
        return Ok(None);
    }
    let pages = raw::size(session, FileName::Main)?.unwrap_or(0) / page_size as u64;
    let end = pages.min(begin + STEP);
    let freelist = freelist(session, page_size, pages)?;
    session.sql().release_memory()?;
    let (mut page, mut changed) = (vec![0; page_size], false);
    for number in begin..end {
        let at = number * page_size as u64;
        raw::read_at(session, FileName::Main, at, &mut page)?;
        let ranges = match freelist.get(&number) {
            Some(range) => vec![range.clone()],
            None => slack::free(&page, number),
        };
        for range in ranges {
            if page[range.clone()].iter().any(|byte| *byte != 0) {
                page[range.clone()].fill(0);
                raw::write_at(session, FileName::Main, at + range.start as u64, &page[range])?;
                changed = true;
            }
        }
    }
    if changed {
        raw::sync(session, FileName::Main)?;
        slack::touch(session)?;
    }
    lock.commit()?;
    Ok(Some(if end == pages { Reached::End } else { Reached::Page(end) }))
}

/// The free bytes of the freelist's pages, numbered from 0: leaves whole, trunks but for their lists.
fn freelist(
    session: Session<'_>,
    page_size: usize,
    pages: u64,
) -> Result<BTreeMap<u64, Range<usize>>, StorageError> {
    let mut header = [0; 4];
    raw::read_at(session, FileName::Main, 32, &mut header)?;
    let (mut trunk, mut free) = (u64::from(u32::from_be_bytes(header)), BTreeMap::new());
    let mut page = vec![0; page_size];
    // A list that leads back to a trunk ends there.
    while trunk > 1 && trunk <= pages && !free.contains_key(&(trunk - 1)) {
        raw::read_at(session, FileName::Main, (trunk - 1) * page_size as u64, &mut page)?;
        let number = |at: usize| {
            page.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_be_bytes)
        };
        let count = (number(4) as usize).min(page_size / 4 - 2);
        let leaves = (0..count).map(|leaf| u64::from(number(8 + 4 * leaf))).filter(|leaf| *leaf > 1);
        free.extend(leaves.map(|leaf| (leaf - 1, 0..page_size)));
        free.insert(trunk - 1, 8 + 4 * count..page_size);
        trunk = u64::from(number(0));
    }
    Ok(free)
}
