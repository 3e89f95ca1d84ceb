//! [`Heads`]: which versions have a word, read once for several questions.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::block::Cursor;
use crate::store::error::StorageError;
use crate::store::query::{ScopeKey, posting};
use crate::store::session::Session;

/// Versions that are held in all; where there are more, all of them go.
const HELD: usize = 1 << 22;

/// Blocks up to which the words of a text are counted at first.
const FEW: usize = 32;

/// The lists of a scope's words, without the places.
pub(crate) struct Heads<'s> {
    pub(super) session: Session<'s>,
    pub(super) scope: ScopeKey,
    lists: RefCell<HashMap<String, Rc<[i64]>>>,
    held: Cell<usize>,
    /// Blocks of words, and up to how many were counted.
    counts: RefCell<HashMap<String, (usize, usize)>>,
}

impl<'s> Heads<'s> {
    pub(crate) fn new(session: Session<'s>, scope: ScopeKey) -> Self {
        let (lists, counts) = (RefCell::default(), RefCell::default());
        Self { session, scope, lists, held: Cell::new(0), counts }
    }

    /// Returns the versions that have a word, in order.
    pub(super) fn of(&self, term: &str) -> Result<Rc<[i64]>, StorageError> {
        if let Some(list) = self.lists.borrow().get(term) {
            return Ok(Rc::clone(list));
        }
        let mut versions = Vec::new();
        posting::blocks(self.session, self.scope, term, |first, bytes| {
            let mut cursor = Cursor::new(first, bytes)?;
            while let Some(head) = cursor.next_head()? {
                cursor.skip(&head)?;
                versions.push(head.version);
            }
            Ok(())
        })?;
        if self.held.get() + versions.len() > HELD {
            self.lists.borrow_mut().clear();
            self.held.set(0);
        }
        self.held.set(self.held.get() + versions.len());
        let list: Rc<[i64]> = versions.into();
        self.lists.borrow_mut().insert(term.to_owned(), Rc::clone(&list));
        Ok(list)
    }

    /// Returns the places of words in the order of how many blocks each has. These are counted only until `rarest` of them have fewer
    /// than was counted: to count all blocks of a word that every text has takes longer than to look for the others.
    pub(super) fn by_rarity(&self, terms: &[String], rarest: usize) -> Result<Vec<usize>, StorageError> {
        let mut most = FEW;
        loop {
            let mut order = Vec::with_capacity(terms.len());
            for (at, term) in terms.iter().enumerate() {
                order.push((self.count(term, most)?, at));
            }
            order.sort_unstable();
            if order.iter().take(rarest).all(|(blocks, _)| *blocks < most) {
                return Ok(order.into_iter().map(|(_, at)| at).collect());
            }
            most = most.saturating_mul(2);
        }
    }

    /// Counts the blocks of a word, no further than `most`.
    pub(super) fn count(&self, term: &str, most: usize) -> Result<usize, StorageError> {
        match self.counts.borrow().get(term) {
            Some((blocks, counted)) if most <= *counted || blocks < counted => return Ok(most.min(*blocks)),
            _ => {}
        }
        let blocks = posting::count(self.session, self.scope, term, most)?;
        self.counts.borrow_mut().insert(term.to_owned(), (blocks, most));
        Ok(blocks)
    }

    /// Tells whether as many versions are sooner looked up in the list of a word than the list is read.
    pub(super) fn is_longer(&self, term: &str, than: usize) -> Result<bool, StorageError> {
        let is_held = self.lists.borrow().contains_key(term);
        Ok(!is_held && self.count(term, than)? >= than)
    }

    /// Returns those of some versions, which are in order, that have all of some words but for at most `lacked` of them.
    pub(crate) fn having(
        &self,
        terms: &[String],
        lacked: usize,
        among: &[i64],
    ) -> Result<Vec<i64>, StorageError> {
        // Who lacks no more has some of as many words and two more: of the rarest ones, which few have.
        let rarest = terms.len().min(lacked + 2);
        let mut has = vec![0; among.len()];
        for at in self.by_rarity(terms, rarest)?.into_iter().take(rarest) {
            let list = self.of(&terms[at])?;
            meet(among, &list, |at| has[at] += 1);
        }
        let has = among.iter().zip(has).filter(|(_, has)| has + lacked >= rarest);
        Ok(has.map(|(version, _)| *version).collect())
    }
}

/// Tells the places in the one list of what both have. Both are in order.
pub(super) fn meet(one: &[i64], other: &[i64], mut both: impl FnMut(usize)) {
    let mut rest = other;
    for (at, version) in one.iter().enumerate() {
        // Doubling steps: of a much longer list not everything is looked at.
        let mut step = 1;
        while rest.get(step - 1).is_some_and(|there| there < version) {
            rest = &rest[step..];
            step = (step * 2).min(rest.len().max(1));
        }
        rest = &rest[rest[..step.min(rest.len())].partition_point(|there| there < version)..];
        if rest.first() == Some(version) {
            both(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_two_lists_have_in_common_is_met(
            one in prop::collection::btree_set(0i64..300, 0..60),
            other in prop::collection::btree_set(0i64..300, 0..200),
        ) {
            let (one, other): (Vec<i64>, Vec<i64>) = (one.into_iter().collect(), other.into_iter().collect());
            let mut met = Vec::new();
            meet(&one, &other, |at| met.push(one[at]));
            let both: Vec<i64> = one.iter().copied().filter(|version| other.contains(version)).collect();
            prop_assert_eq!(met, both);
        }
    }
}
