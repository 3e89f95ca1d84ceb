//! The slack of b-tree pages: the bytes between the cell pointers and the cells, which belong to nothing.
//!
//! `secure_delete` zeroes a cell that is deleted, but not the places that it was moved from: when SQLite balances a tree it
//! writes a page's cells anew from the page's end, and what lay before them stays. Such a copy outlives its row, in a page
//! that the row's deletion need not touch. So after an erasure the slack of the whole file is zeroed.
//!
//! Zeros there change nothing that SQLite reads, at whatever byte the writing is cut short.

use std::ops::Range;

use super::error::StorageError;
use super::raw::{self, FileName};
use crate::store::session::Session;

/// In a file with as many pages the number of the next page, which an overflow page begins with, could be taken for the
/// mark of a b-tree page. 512 GiB.
pub(super) const TOO_MANY_PAGES: u64 = 0x0200_0000;

/// The pages of a file whose slack is not zero, found while its blocks go by.
#[derive(Clone)]
pub(crate) struct Slack {
    page_size: usize,
    seen: u64,
    pages: Vec<u64>,
}

impl Slack {
    pub(crate) fn new(session: Session<'_>) -> Result<Self, StorageError> {
        let size: i64 = session.sql().query_row("PRAGMA page_size", [], |row| row.get(0))?;
        let page_size = usize::try_from(size).map_err(StorageError::corrupt)?;
        Ok(Self { page_size, seen: 0, pages: Vec::new() })
    }

    /// Looks at the next bytes of the main file: whole pages, but for the end of the file.
    pub(crate) fn feed(&mut self, block: &[u8]) {
        for page in block.chunks_exact(self.page_size) {
            if self.seen < TOO_MANY_PAGES && dirty(page, self.seen == 0).is_some() {
                self.pages.push(self.seen);
            }
            self.seen += 1;
        }
    }

    /// Tells whether there is anything to zero.
    pub(crate) fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Zeroes the slack, in the file and on the disk.
    ///
    /// The caller holds the write lock and has written nothing yet, and the write-ahead log is empty: then nobody writes the
    /// main file. It must commit: other connections drop the pages that they keep in memory, slack and all, when they see a
    /// change.
    pub(crate) fn clear(&self, session: Session<'_>) -> Result<(), StorageError> {
        if self.pages.is_empty() {
            return Ok(());
        }
        // This connection's own pages, which it would write again as it has them.
        session.sql().release_memory()?;
        let mut page = vec![0; self.page_size];
        for number in &self.pages {
            let begin = number * self.page_size as u64;
            raw::read_at(session, FileName::Main, begin, &mut page)?;
            if let Some(slack) = dirty(&page, *number == 0) {
                page[slack.clone()].fill(0);
                raw::write_at(session, FileName::Main, begin + slack.start as u64, &page[slack])?;
            }
        }
        raw::sync(session, FileName::Main)?;
        touch(session)
    }
}

/// Makes a change to commit: the header is written again as it is.
pub(super) fn touch(session: Session<'_>) -> Result<(), StorageError> {
    let version: i64 = session.sql().query_row("PRAGMA user_version", [], |row| row.get(0))?;
    Ok(session.sql().execute_batch(&format!("PRAGMA user_version = {version}"))?)
}

/// Returns where the free bytes of a b-tree page are: its slack, and its free blocks without their headers of four bytes.
pub(super) fn free(page: &[u8], number: u64) -> Vec<Range<usize>> {
    if number >= TOO_MANY_PAGES {
        return Vec::new();
    }
    let Some(slack) = slack(page, number == 0) else { return Vec::new() };
    let word =
        |at: usize| page.get(at..at + 2).map_or(0, |two| usize::from(u16::from_be_bytes([two[0], two[1]])));
    let header = if number == 0 { 100 } else { 0 };
    let (mut block, mut before, mut ranges) = (word(header + 1), slack.end, vec![slack]);
    // In ascending order, none before the cells begin: anything else contradicts itself.
    while block >= before && block + 4 <= page.len() {
        let end = block + word(block + 2);
        if end < block + 4 || end > page.len() {
            break;
        }
        ranges.push(block + 4..end);
        (before, block) = (end, word(block));
    }
    ranges
}

/// Returns where a page's slack is, if it is a b-tree page and its slack is not zero.
pub(super) fn dirty(page: &[u8], first: bool) -> Option<Range<usize>> {
    let range = slack(page, first)?;
    // Blocks without an early end are compared many bytes at a time.
    let zero = |block: &[u8]| block.iter().fold(0, |all, byte| all | byte) == 0;
    (!page[range.clone()].chunks(256).all(zero)).then_some(range)
}

/// Returns where a page's slack is, if it is a b-tree page (SQLite's file format, section 1.6).
fn slack(page: &[u8], first: bool) -> Option<Range<usize>> {
    let header = if first { 100 } else { 0 };
    let pointers = header
        + match page.get(header)? {
            2 | 5 => 12,
            10 | 13 => 8,
            _ => return None,
        };
    let number = |at: usize| Some(usize::from(u16::from_be_bytes([*page.get(at)?, *page.get(at + 1)?])));
    let begin = pointers + 2 * number(header + 3)?;
    let end = match number(header + 5)? {
        0 => 65_536,
        end => end,
    };
    page.get(begin..end)?;
    Some(begin..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A leaf of a table with two cells, the first at byte 90.
    fn leaf(size: usize) -> Vec<u8> {
        let mut page = vec![0; size];
        page[..12].copy_from_slice(&[13, 0, 0, 0, 2, 0, 90, 0, 0, 95, 0, 90]);
        page[90..].fill(7);
        page
    }

    #[test]
    fn slack_is_what_lies_between_the_pointers_and_the_cells() {
        let mut page = leaf(100);
        assert_eq!(dirty(&page, false), None, "it is zero");
        page[12] = 1;
        assert_eq!(dirty(&page, false), Some(12..90));
        page[12] = 0;
        page[89] = 1;
        assert_eq!(dirty(&page, false), Some(12..90));
    }

    #[test]
    fn other_pages_have_none() {
        let mut page = leaf(100);
        page[50] = 1;
        for kind in (0..=255).filter(|kind| ![2, 5, 10, 13].contains(kind)) {
            page[0] = kind;
            assert_eq!(dirty(&page, false), None, "{kind}");
        }
    }

    #[test]
    fn free_blocks_are_free_but_for_their_headers() {
        let mut page = leaf(200);
        // Two free blocks among the cells: 100 to 120, and 150 to 200.
        page[1..3].copy_from_slice(&100u16.to_be_bytes());
        page[100..104].copy_from_slice(&[0, 150, 0, 20]);
        page[150..154].copy_from_slice(&[0, 0, 0, 50]);
        assert_eq!(free(&page, 7), [12..90, 104..120, 154..200]);
        // One that leads back, or past the end, is none.
        page[100..104].copy_from_slice(&[0, 110, 0, 20]);
        assert_eq!(free(&page, 7), [12..90, 104..120]);
        page[100..104].copy_from_slice(&[0, 150, 0, 255]);
        assert_eq!(free(&page, 7).len(), 1, "the slack alone");
        page[0] = 0;
        assert!(free(&page, 7).is_empty());
    }

    #[test]
    fn a_page_that_contradicts_itself_is_left_alone() {
        let mut page = leaf(100);
        page[50] = 1;
        for (cells, content) in [(60_000u16, 90u16), (2, 101), (2, 5), (2, 0)] {
            page[3..5].copy_from_slice(&cells.to_be_bytes());
            page[5..7].copy_from_slice(&content.to_be_bytes());
            assert_eq!(dirty(&page, false), None);
        }
        assert_eq!(dirty(&[], false), None);
        assert_eq!(dirty(&[13, 0, 0], false), None);
    }
}
