//! [`Named`]: whether a text beside a memory's own names what a mutation is about.

use nepenthe_text::request::Extent;

use super::Components;
use super::ask::{self, Ask};
use crate::{Mutation, Target};

/// From which certainty on what stands beside a text names what is asked for.
const SURE: f32 = 0.5;

/// What a mutation in words asks for by identifier, or as everything about a name.
pub struct Named<'a> {
    ask: Ask<'a>,
    names: usize,
}

impl<'a> Named<'a> {
    /// Reads a mutation; `None` for one that asks for nothing by identifier or name.
    pub fn new(mutation: &'a Mutation) -> Option<Self> {
        let Target::Words(words) = mutation.target() else { return None };
        // What it asks for by identifier or name is the same in any language.
        let components = Components { glosses: false, ..Components::default() };
        let mut ask = Ask::new(mutation, words, components);
        if !ask.by_identity() {
            ask.identifiers.clear();
        }
        let whole = matches!(ask.request.extent, Extent::Everything | Extent::Ended) && !ask.narrow;
        let names = if whole { ask.wanted_names.min(ask.finders.len()) } else { 0 };
        (names > 0 || !ask.identifiers.is_empty()).then_some(Self { ask, names })
    }

    /// Leaves out identifiers that may be plain words, for where no text has any of them.
    pub fn without_words(mut self) -> Self {
        if self.ask.may_be_misread() {
            self.ask.identifiers.retain(|one| ask::ADDRESSES.contains(&one.kind));
        }
        self
    }

    /// Tells whether a text names it.
    pub fn is_in(&self, text: &str) -> bool {
        let identified = self.ask.identified(text).map(|found| found.certainty);
        let named = self.ask.named(self.names, text).map(|(_, found)| found.certainty);
        identified.chain(named).any(|it| it >= SURE)
    }
}
