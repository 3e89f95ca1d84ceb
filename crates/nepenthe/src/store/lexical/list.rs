//! [`List`]: the texts that have one phrase of a query, read as far as the rank needs them.
//!
//! A word that many texts have is known by the summaries of its blocks: in how many texts it is, and how much it can add to a rank at
//! most. A block is read when one of its texts is asked for.

use std::cell::RefCell;
use std::collections::HashMap;

use super::block::Summary;
use super::bm25::saturated;
use super::phrase::{self, Occurrence};
use super::unspaced;
use crate::store::error::StorageError;
use crate::store::query::ScopeKey;
use crate::store::query::posting::{self, Totals};
use crate::store::session::Session;

pub(super) struct List<'s> {
    session: Session<'s>,
    scope: ScopeKey,
    /// The texts that have the phrase.
    pub(super) texts: usize,
    /// How much it speaks at most in a text that has it.
    pub(super) most: f64,
    read: Read,
}

enum Read {
    /// Every text, in order.
    Whole(Vec<Occurrence>),
    /// A word's blocks: the number of each, ascending, and those that were read.
    Blocks { term: String, firsts: Vec<i64>, read: RefCell<HashMap<i64, Vec<Occurrence>>> },
}

impl<'s> List<'s> {
    /// Looks a phrase up; a word that more than `whole` texts have is not read but for its summaries.
    pub(super) fn of(
        session: Session<'s>,
        scope: ScopeKey,
        phrase: &[String],
        totals: Totals,
        whole: usize,
    ) -> Result<Self, StorageError> {
        let list = |texts, most, read| Self { session, scope, texts, most, read };
        if let [term] = phrase
            && !unspaced::is_sign(term)
        {
            let (mut texts, mut most, mut firsts, mut found) = (0, 0.0_f64, Vec::new(), Vec::new());
            posting::blocks(session, scope, term, |first, bytes| {
                let summary = Summary::read(bytes)?;
                texts += summary.texts as usize;
                most = most.max(saturated(totals, summary.most, summary.least));
                firsts.push(first);
                if texts <= whole { phrase::read_block(first, bytes, &mut found) } else { Ok(()) }
            })?;
            let read = match texts > whole {
                true => Read::Blocks { term: term.clone(), firsts, read: RefCell::default() },
                false => Read::Whole(found),
            };
            return Ok(list(texts, most, read));
        }
        let found = phrase::find(session, scope, phrase)?;
        let speaks = |occurrence: &Occurrence| saturated(totals, occurrence.count, occurrence.length);
        let most = found.iter().map(speaks).fold(0.0, f64::max);
        Ok(list(found.len(), most, Read::Whole(found)))
    }

    /// Reads every text.
    pub(super) fn read_whole(&mut self) -> Result<&[Occurrence], StorageError> {
        if let Read::Blocks { term, .. } = &self.read {
            self.read = Read::Whole(phrase::find(self.session, self.scope, std::slice::from_ref(term))?);
        }
        match &self.read {
            Read::Whole(all) => Ok(all),
            Read::Blocks { .. } => Ok(&[]),
        }
    }

    /// Returns how the phrase stands in a text, if it does.
    pub(super) fn get(&self, version: i64) -> Result<Option<Occurrence>, StorageError> {
        let find = |all: &[Occurrence]| {
            all.binary_search_by_key(&version, |occurrence| occurrence.version).ok().map(|at| all[at])
        };
        let (term, firsts, read) = match &self.read {
            Read::Whole(all) => return Ok(find(all)),
            Read::Blocks { term, firsts, read } => (term, firsts, read),
        };
        let Some(at) = firsts.partition_point(|first| *first <= version).checked_sub(1) else {
            return Ok(None);
        };
        if let Some(block) = read.borrow().get(&firsts[at]) {
            return Ok(find(block));
        }
        let Some((first, bytes)) = posting::block(self.session, self.scope, term, firsts[at])? else {
            return Ok(None);
        };
        let mut block = Vec::new();
        phrase::read_block(first, &bytes, &mut block)?;
        let found = find(&block);
        read.borrow_mut().insert(first, block);
        Ok(found)
    }
}
