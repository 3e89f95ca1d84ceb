//! The scan: are the erased bytes in any of the store's files?
//!
//! A needle may also stand in what was not erased: another memory says the same words, or names the same number. So what
//! is found is looked for in everything that the store still holds, and only what is not there is residue.

use std::collections::{BTreeSet, HashSet};

use serde::Serialize;

use super::needles::{Needle, Needles};
use super::search::Search;
use crate::store::query::{ScopeKey, meta, survivor};
use crate::store::raw::{self, FileName};
use crate::store::slack::Slack;
use crate::store::{Session, StorageError, clean, lexical};

/// Needles looked for in one pass: more would take more memory than a pass takes time.
const PASS: usize = 1_000_000;

/// Erased bytes that are still in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Residue {
    /// The file.
    pub file: FileName,
    /// Where in it, in bytes.
    pub offset: u64,
    /// What they are of.
    pub what: Needle,
}

/// What was looked at, and found.
#[derive(Clone, Default)]
pub(crate) struct Scanned {
    /// Each file with its bytes, `None` where there is no such file.
    pub(crate) files: Vec<(FileName, Option<u64>)>,
    /// What should not be there.
    pub(crate) residue: Vec<Residue>,
    /// The slack of the main file's pages, if any of it is not zero.
    pub(crate) slack: Option<Slack>,
    /// Whether of the main file only those pages were read that the erasure's transaction wrote.
    pub(crate) by_pages: bool,
}

/// What may have the same bytes as what was erased, and is looked at before everything else that the store holds.
pub(crate) struct Near<'a> {
    pub(crate) scopes: &'a [ScopeKey],
    /// What the engine says of the erasures themselves.
    pub(crate) said: &'a str,
}

impl Scanned {
    /// Adds what was found in another file.
    pub(crate) fn add(&mut self, other: Self) {
        self.files.extend(other.files);
        self.residue.extend(other.residue);
    }
}

/// Looks for the needles in every file of the store.
pub(crate) fn scan(
    session: Session<'_>,
    needles: &Needles,
    near: &Near<'_>,
) -> Result<Scanned, StorageError> {
    look(session, &needles.all().collect::<Vec<_>>(), Some(near))
}

/// Looks for the needles in these pages of the main file, and in its write-ahead log. Tells besides whether the pages are clean:
/// if not, all of the file has to be read.
pub(crate) fn scan_pages(
    session: Session<'_>,
    needles: &Needles,
    pages: &BTreeSet<u32>,
    near: &Near<'_>,
) -> Result<(Scanned, bool), StorageError> {
    let all: Vec<_> = needles.all().collect();
    let (mut scanned, mut is_clean) = (Scanned { by_pages: true, ..Scanned::default() }, true);
    for (number, pass) in all.chunks(PASS).enumerate() {
        let patterns = Patterns::new(pass);
        let (mut found, mut bytes) = (Vec::new(), 0);
        is_clean &= clean::read(session, pages, &mut |begin, page| {
            patterns.search.find(page, &mut |at, offset| {
                found.push((FileName::Main, at, begin + offset as u64));
            });
            bytes += page.len() as u64;
        })?;
        let mut files = vec![(FileName::Main, Some(bytes))];
        for file in [FileName::Wal, FileName::Shm] {
            let mut stream = Stream::new(&patterns);
            let bytes = raw::read(session, file, &mut |block| {
                stream.feed(block, &mut |at, offset| found.push((file, at, offset)));
            })?;
            files.push((file, bytes));
        }
        if number == 0 {
            scanned.files = files;
        }
        scanned.residue.extend(unexplained(session, pass, found, Some(near))?);
    }
    Ok((scanned, is_clean))
}

/// Looks for erased keys in the key file and what SQLite keeps beside it.
pub(crate) fn scan_keys(session: Session<'_>, needles: &Needles) -> Result<Scanned, StorageError> {
    let mut scanned = look(session, &needles.of_keys().collect::<Vec<_>>(), None)?;
    scanned.residue.iter_mut().for_each(|residue| residue.file = FileName::Keys);
    Ok(scanned)
}

/// What is found may stand in what was not erased, unless nothing is `near` that may.
fn look(
    session: Session<'_>,
    all: &[(Needle, &[u8])],
    near: Option<&Near<'_>>,
) -> Result<Scanned, StorageError> {
    let mut scanned = Scanned::default();
    let mut slack = Slack::new(session)?;
    for (number, pass) in all.chunks(PASS).enumerate() {
        let patterns = Patterns::new(pass);
        let mut found = Vec::new();
        for file in FileName::ALL {
            let mut stream = Stream::new(&patterns);
            let bytes = raw::read(session, file, &mut |block| {
                stream.feed(block, &mut |at, offset| found.push((file, at, offset)));
                if (number, file) == (0, FileName::Main) {
                    slack.feed(block);
                }
            })?;
            if number == 0 {
                scanned.files.push((file, bytes));
            }
        }
        scanned.residue.extend(unexplained(session, pass, found, near)?);
    }
    scanned.slack = (!slack.is_empty()).then_some(slack);
    Ok(scanned)
}

/// What was found of these needles, and stands in nothing that the store still holds.
fn unexplained(
    session: Session<'_>,
    needles: &[(Needle, &[u8])],
    found: Vec<(FileName, usize, u64)>,
    near: Option<&Near<'_>>,
) -> Result<Vec<Residue>, StorageError> {
    let hit: HashSet<usize> = found.iter().map(|(_, at, _)| *at).collect();
    let explained = match near {
        Some(near) if !hit.is_empty() => explained(session, needles, hit, near)?,
        _ => HashSet::new(),
    };
    let residue = found.into_iter().filter(|(_, at, _)| !explained.contains(at));
    Ok(residue.map(|(file, at, offset)| Residue { file, offset, what: needles[at].0 }).collect())
}

/// Which of the needles that were hit stand in what the store still holds.
fn explained(
    session: Session<'_>,
    needles: &[(Needle, &[u8])],
    hit: HashSet<usize>,
    near: &Near<'_>,
) -> Result<HashSet<usize>, StorageError> {
    let mut explained = HashSet::new();
    let encrypted = meta::key_file(session)?.is_some();
    let (mut texts, mut vectors) = (Vec::new(), Vec::new());
    for at in hit {
        match needles[at] {
            (Needle::Text | Needle::Identifier, bytes) => texts.push((at, bytes)),
            (Needle::Vector, bytes) => vectors.push((at, bytes)),
            (Needle::Key, _) => {}
            (Needle::Mention, bytes) => {
                if survivor::mentions(session, near.scopes, bytes)? {
                    explained.insert(at);
                }
            }
        }
    }
    let look = |explained: &mut HashSet<usize>,
                wanted: &[(usize, &[u8])],
                over: &mut dyn FnMut(&mut survivor::Visit<'_>) -> Over| {
        if wanted.is_empty() {
            return Ok(());
        }
        let needles: Vec<&[u8]> = wanted.iter().map(|(_, bytes)| *bytes).collect();
        let search = Search::new(&needles);
        let mut open: HashSet<usize> = (0..wanted.len()).collect();
        over(&mut |bytes| {
            search.find(bytes, &mut |at, _| {
                open.remove(&at);
            });
            !open.is_empty()
        })?;
        let closed = wanted.iter().enumerate().filter(|(at, _)| !open.contains(at));
        explained.extend(closed.map(|(_, (needle, _))| *needle));
        Ok::<_, StorageError>(())
    };
    // What is close by first: everything that the store holds takes long to read.
    look(&mut explained, &texts, &mut |visit| {
        visit(near.said.as_bytes());
        survivor::schema(session, visit)
    })?;
    for (at, bytes) in &texts {
        for scope in near.scopes.iter().filter(|_| !encrypted) {
            if !explained.contains(at) && lexical::is_said(session, *scope, bytes)? {
                explained.insert(*at);
            }
        }
    }
    texts.retain(|(at, _)| !explained.contains(at));
    look(&mut explained, &texts, &mut |visit| survivor::texts(session, visit))?;
    // The lexical index folds accents away, so that its words may stand in no text as they are; and a word with the number beside
    // it may look like another. That a list has what was erased is asked in the index's own terms.
    texts.retain(|(at, _)| !explained.contains(at));
    look(&mut explained, &texts, &mut |visit| survivor::postings(session, visit))?;
    look(&mut explained, &vectors, &mut |visit| survivor::vectors(session, visit))?;
    Ok(explained)
}

type Over = Result<(), StorageError>;

/// Needles made ready to be looked for.
struct Patterns<'n> {
    search: Search<'n>,
    lengths: Vec<usize>,
    longest: usize,
}

impl<'n> Patterns<'n> {
    fn new(needles: &[(Needle, &'n [u8])]) -> Self {
        let needles: Vec<&[u8]> = needles.iter().map(|(_, bytes)| *bytes).collect();
        let lengths: Vec<usize> = needles.iter().map(|bytes| bytes.len()).collect();
        let longest = lengths.iter().copied().max().unwrap_or(1);
        Self { search: Search::new(&needles), lengths, longest }
    }
}

/// A file looked at block by block; the end of each block is kept for what the next one may complete.
struct Stream<'a> {
    patterns: &'a Patterns<'a>,
    window: Vec<u8>,
    /// Where the window begins in the file.
    begin: u64,
    /// Bytes at the window's head in which a needle that ends there has been told.
    told: usize,
}

impl<'a> Stream<'a> {
    fn new(patterns: &'a Patterns<'a>) -> Self {
        Self { patterns, window: Vec::new(), begin: 0, told: 0 }
    }

    /// Tells of each needle that ends in this block: which, and where it begins in the file.
    fn feed(&mut self, block: &[u8], tell: &mut dyn FnMut(usize, u64)) {
        self.window.extend_from_slice(block);
        self.patterns.search.find(&self.window, &mut |at, begin| {
            if begin + self.patterns.lengths[at] > self.told {
                tell(at, self.begin + begin as u64);
            }
        });
        let kept = (self.patterns.longest - 1).min(self.window.len());
        let gone = self.window.len() - kept;
        self.window.drain(..gone);
        self.begin += gone as u64;
        self.told = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_needle_is_told_once_wherever_the_blocks_are_cut() {
        let needles: [(Needle, &[u8]); 3] =
            [(Needle::Text, b"secret"), (Needle::Text, b"cret"), (Needle::Vector, b"zzzz")];
        let patterns = Patterns::new(&needles);
        let file = b"a secret, zzzz, another secret";
        let whole = told(&patterns, &[file]);
        assert_eq!(whole, [(0, 2), (0, 24), (1, 4), (1, 26), (2, 10)]);
        for cut in 0..=file.len() {
            assert_eq!(told(&patterns, &[&file[..cut], &file[cut..]]), whole, "cut at {cut}");
        }
        let bytes: Vec<&[u8]> = file.chunks(1).collect();
        assert_eq!(told(&patterns, &bytes), whole);
    }

    fn told(patterns: &Patterns<'_>, blocks: &[&[u8]]) -> Vec<(usize, u64)> {
        let mut stream = Stream::new(patterns);
        let mut told = Vec::new();
        for block in blocks {
            stream.feed(block, &mut |at, offset| told.push((at, offset)));
        }
        told.sort_unstable();
        told
    }
}
