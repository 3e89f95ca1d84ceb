//! The trait [`Planner`].

use nepenthe_text::request::Reach;

use crate::{Draft, Memories, Mutation, PlannerError};

/// Turns a mutation in words into the memories that it touches and those that it spares.
///
/// Planning changes nothing and, unless a language model is asked, is deterministic for a given state of the memories. A planner
/// sees those of one scope only.
/// It returns every near miss that a person who reads the plan would want to see, and says why for each row.
/// May be called from several threads.
pub trait Planner: Send + Sync {
    /// Returns the name that plans carry.
    fn name(&self) -> &str;

    /// Tells whether a purge that this planner plans takes along what repeats the erased texts. What was made from them goes
    /// in any case.
    fn takes_copies(&self) -> bool {
        true
    }

    /// Returns what a mutation in words reaches, where they ask for all memories or for all of an age and for nothing that
    /// could be looked for: then nothing is to be found, and [`Planner::plan`] is asked only for what they except. By default
    /// no words do.
    ///
    /// # Errors
    /// [`PlannerError`] where the memories cannot be read.
    fn reach(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
    ) -> Result<Option<Reach>, PlannerError> {
        let _ = (mutation, words, memories);
        Ok(None)
    }

    /// Plans a mutation whose target is `words` (not blank).
    ///
    /// # Errors
    /// [`PlannerError`] where the memories cannot be read. Finding nothing to touch is an empty draft, not an error.
    fn plan(&self, mutation: &Mutation, words: &str, memories: &Memories<'_>) -> Result<Draft, PlannerError>;
}
