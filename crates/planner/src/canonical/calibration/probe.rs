//! What the relevance model says of one memory that it reads by itself: of the whole request, of the request without a word
//! that the memory does not have, and of that word alone. The word matters if the memory is likelier without it, and is said
//! in other words if the memory is meant by it alone.

use crate::canonical::query::Query;
use crate::corpus::Relevance;
use crate::{CorpusError, Memories};

/// Words of a request that are left out, and bytes of a memory that are read.
const WORDS: usize = 3;
const LONGEST: usize = 600;

/// What it says of the memories that go: of each number the one that speaks most against them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Probed {
    /// The log odds that a memory is meant.
    pub(super) alone: f32,
    /// By how much they rise without a word.
    pub(super) lift: f32,
    /// The log odds by a word alone.
    pub(super) word: f32,
    /// The log odds that the likeliest is meant of those that stay.
    pub(super) nearest: f32,
}

/// Log odds where nothing was read.
const NONE: f32 = 0.0;
/// The same of the words, where all are said.
const ALL: f32 = 9.0;

impl Default for Probed {
    fn default() -> Self {
        Self { alone: ALL, lift: NONE, word: ALL, nearest: -ALL }
    }
}

impl Probed {
    /// Adds what is said of another memory.
    pub(super) fn add(&mut self, other: Self) {
        self.alone = self.alone.min(other.alone);
        self.lift = self.lift.max(other.lift);
        self.word = self.word.min(other.word);
    }
}

/// Asks the model.
pub(super) struct Probe<'a> {
    pub(super) query: &'a Query<'a>,
    pub(super) memories: &'a Memories<'a>,
}

impl Probe<'_> {
    /// Of a memory that goes and does not have the words of these stems.
    pub(super) fn of_going(&self, reading: &str, unmet: &[&str]) -> Result<Probed, CorpusError> {
        let alone = self.alone(reading)?;
        let mut probed = Probed { alone, ..Probed::default() };
        for stem in unmet.iter().take(WORDS) {
            let without = self.read(&self.query.prompt_without(stem), reading)?;
            let word = self.read(&self.query.prompt_of(stem), reading)?;
            probed.lift = probed.lift.max(without - alone);
            probed.word = probed.word.min(word);
        }
        Ok(probed)
    }

    /// By the whole request.
    pub(super) fn alone(&self, reading: &str) -> Result<f32, CorpusError> {
        self.read(&self.query.prompt(), reading)
    }

    fn read(&self, prompt: &str, reading: &str) -> Result<f32, CorpusError> {
        if reading.is_empty() || reading.len() > LONGEST {
            return Ok(NONE);
        }
        let read = self.memories.relevance(prompt, &[reading])?;
        Ok(read.as_deref().and_then(<[Relevance]>::first).map_or(NONE, Relevance::odds))
    }
}
