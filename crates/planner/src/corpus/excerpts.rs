//! [`Excerpts`]: what is read of memories whose texts are long, the pages that share most with the request.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;

use nepenthe_text::pages::{PAGE, pages};
use nepenthe_text::word;

use super::{Candidate, Excerpt};
use crate::memory::MemoryId;
use crate::unread::Unread;

/// The longest text that is read whole whatever else is read.
const SHORT: usize = 4 * 1024;

/// Bytes that are read of one memory.
const OF_ONE: usize = 2 * PAGE;

/// Bytes of memories that are not short that one plan reads.
const OF_ALL: usize = 16 * PAGE;

/// For how many names and identifiers as much is read; where more are looked for, less in proportion.
const FEW: usize = 8;

/// Bytes that are read of a memory when those are spent.
const LEAST: usize = 1024;

/// Chooses what a plan reads of long texts, always the same for the same memories in the same order.
pub(crate) struct Excerpts {
    /// Words of the request, in small letters.
    wanted: Vec<String>,
    /// Bytes that are read of one memory.
    of_one: usize,
    left: Cell<usize>,
    known: RefCell<BTreeMap<i64, Vec<Range<usize>>>>,
    unread: RefCell<BTreeMap<MemoryId, (usize, usize)>>,
}

impl Excerpts {
    /// For a request in which so many names and identifiers are looked for.
    pub(crate) fn new(request: &str, sought: usize) -> Self {
        let words = word::words(request).into_iter().filter(|word| word.content);
        let mut wanted: Vec<String> =
            words.map(|word| if word.stem.len() > 2 { word.stem } else { word.folded }).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let [of_one, of_all] = [OF_ONE, OF_ALL].map(|bytes| bytes * FEW / sought.max(FEW));
        Self {
            wanted,
            of_one,
            left: Cell::new(of_all),
            known: RefCell::default(),
            unread: RefCell::default(),
        }
    }

    /// Puts what is read of a candidate in the place of its text.
    pub(crate) fn cut(&self, candidate: &mut Candidate) {
        let version = candidate.version();
        let memory = &mut candidate.hit.memory;
        let bytes = memory.text.len();
        if bytes <= SHORT {
            return;
        }
        let known = version.and_then(|version| self.known.borrow().get(&version).cloned());
        let chosen = known.unwrap_or_else(|| {
            let chosen = self.choose(&memory.text);
            if let Some(version) = version {
                self.known.borrow_mut().insert(version, chosen.clone());
            }
            chosen
        });
        let read: usize = chosen.iter().map(Range::len).sum();
        if read == bytes {
            return;
        }
        self.unread.borrow_mut().insert(memory.id, (read, bytes));
        let text = chosen.iter().map(|page| &memory.text[page.clone()]).collect();
        let whole = std::mem::replace(&mut memory.text, text);
        candidate.excerpt = Some(Excerpt { whole, pages: chosen });
    }

    fn choose(&self, text: &str) -> Vec<Range<usize>> {
        let most = self.left.get().min(self.of_one);
        if text.len() <= most {
            self.left.set(self.left.get() - text.len());
            return std::iter::once(0..text.len()).collect();
        }
        let mut ranked: Vec<(usize, Range<usize>)> =
            pages(text).map(|page| (self.shared(&text[page.clone()]), page)).collect();
        // The first page where several share as much.
        ranked.sort_by_key(|(shared, page)| (std::cmp::Reverse(*shared), page.start));
        let (mut chosen, mut read): (Vec<Range<usize>>, usize) = (Vec::new(), 0);
        for (_, page) in ranked {
            if read + page.len() <= most {
                read += page.len();
                chosen.push(page);
            }
        }
        if chosen.is_empty() {
            read = text.floor_char_boundary(LEAST);
            chosen.push(0..read);
        }
        self.left.set(self.left.get().saturating_sub(read));
        chosen.sort_unstable_by_key(|page| page.start);
        chosen
    }

    /// How many of the words of the request stand on a page, in any form that begins like it.
    fn shared(&self, page: &str) -> usize {
        let page = word::fold(page);
        self.wanted.iter().filter(|word| page.contains(word.as_str())).count()
    }

    /// Notes a memory that is not looked at.
    pub(crate) fn leave(&self, candidate: &Candidate) {
        let memory = &candidate.hit.memory;
        self.unread.borrow_mut().entry(memory.id).or_insert((0, candidate.whole().len()));
    }

    /// What was left unread.
    pub(crate) fn unread(&self) -> Vec<Unread> {
        let unread = self.unread.borrow();
        let told = unread.iter().map(|(id, (read, bytes))| Unread {
            memory: Some(*id),
            read: *read,
            bytes: *bytes,
            reason: "the pages that share most with the request were read, the rest stays whatever it says"
                .into(),
        });
        told.collect()
    }
}
