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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;
    use crate::testing::{Read, Texts};

    fn probed(mutation: &Mutation, words: &str, unmet: &[&str]) -> Probed {
        let query = Query::new(mutation, words, Components::default());
        // A model that means nothing by a request for the garage, and everything by any other.
        let corpus = Read(Texts::of(&[]), |request: &str, _: &str| {
            let stays = if request.contains("garage") { 2.0 } else { -2.0 };
            Relevance { logits: [stays, 0.0, -1.0], tokens: Vec::new() }
        });
        let memories = Memories::of(&corpus);
        let probe = Probe { query: &query, memories: &memories };
        probe.of_going("The code of the bike lock is 1184.", unmet).unwrap()
    }

    #[test]
    fn a_word_matters_without_which_a_memory_is_meant() {
        let words = "the code of the garage";
        let release = Mutation::release(words);
        assert_eq!(
            probed(&release, words, &["garag"]),
            Probed { alone: -2.0, lift: 4.0, word: -2.0, ..Probed::default() }
        );
        // Where every word is said nothing is left out.
        assert_eq!(probed(&release, words, &[]), Probed { alone: -2.0, ..Probed::default() });
        // Of a supersede the new statement says it no more either.
        let supersede = Mutation::supersede(words, "The code of the garage is 9902.");
        assert!(probed(&supersede, words, &["garag"]).lift > 3.0);
    }

    #[test]
    fn of_several_memories_counts_what_speaks_most_against_them() {
        let mut all = Probed::default();
        all.add(Probed { alone: 1.0, lift: 0.5, word: 3.0, ..Probed::default() });
        all.add(Probed { alone: 2.0, lift: 0.0, word: 1.0, ..Probed::default() });
        assert_eq!(all, Probed { alone: 1.0, lift: 0.5, word: 1.0, ..Probed::default() });
    }
}
