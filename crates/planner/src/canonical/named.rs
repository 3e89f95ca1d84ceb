//! [`Named`]: whether a text beside a memory's own names what a mutation is about.

use nepenthe_text::request::Extent;

use super::Components;
use super::query::{self, Query};
use crate::{Mutation, Target};

/// From which certainty on what stands beside a text names what is asked for.
const SURE: f32 = 0.5;

/// What a mutation in words asks for by identifier, or as everything about a name.
pub struct Named<'a> {
    query: Query<'a>,
    names: usize,
}

impl<'a> Named<'a> {
    /// Reads a mutation; `None` for one that asks for nothing by identifier or name.
    pub fn new(mutation: &'a Mutation) -> Option<Self> {
        let Target::Words(words) = mutation.target() else { return None };
        // What it asks for by identifier or name is the same in any language.
        let components = Components { glosses: false, ..Components::default() };
        let mut query = Query::new(mutation, words, components);
        if !query.by_identity() {
            query.identifiers.clear();
        }
        let whole = matches!(query.request.extent, Extent::Everything | Extent::Ended) && !query.narrow;
        let names = if whole { query.wanted_names.min(query.finders.len()) } else { 0 };
        (names > 0 || !query.identifiers.is_empty()).then_some(Self { query, names })
    }

    /// Leaves out identifiers that may be plain words, for where no text has any of them.
    pub fn without_words(mut self) -> Self {
        if self.query.may_be_misread() {
            self.query.identifiers.retain(|one| query::ADDRESSES.contains(&one.kind));
        }
        self
    }

    /// Tells whether a text names it.
    pub fn is_in(&self, text: &str) -> bool {
        let identified = self.query.identified(text).map(|found| found.certainty);
        let named = self.query.named(self.names, text).map(|(_, found)| found.certainty);
        identified.chain(named).any(|it| it >= SURE)
    }
}
