//! [`Draft`]: what a planner decided.

use crate::memory::State;
use crate::{Action, Candidate, Consulted, CorpusError, Memories, Spared, Step, Unread};

/// What a planner decided.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Draft {
    /// What is to happen, in order.
    pub steps: Vec<Step>,
    /// Near misses, nearest first.
    pub spared: Vec<Spared>,
    /// How sure the planner is, 0 to 1, where it can say.
    pub confidence: Option<f64>,
    /// Whether that is how often plans like it are right, and not how sure it is of its least sure row.
    pub calibrated: bool,
    /// For a supersede: the new statement stands already, or a step brings it back, so nothing is to be inscribed.
    pub stands: bool,
    /// Who chose the memories, where it was not the planner alone.
    pub chosen_by: Option<String>,
    /// What a language model had to do with it.
    pub consulted: Option<Consulted>,
    /// What was not read.
    pub unread: Vec<Unread>,
}

impl Draft {
    /// Adds a step for the candidate, or spares it where the action would change nothing.
    pub fn decide(&mut self, candidate: Candidate, action: Action, reason: impl Into<String>) {
        self.decide_surely(candidate, action, reason, None);
    }

    /// The same, with how sure it is that the candidate is meant, 0 to 1.
    pub fn decide_surely(
        &mut self,
        candidate: Candidate,
        action: Action,
        reason: impl Into<String>,
        confidence: impl Into<Option<f64>>,
    ) {
        match candidate.no_effect(&action) {
            None => {
                let confidence = confidence.into();
                self.steps.push(Step { confidence, ..candidate.step(action, reason) });
            }
            Some(why) => self.spared.push(candidate.spare(why)),
        }
    }

    /// Brings back a memory that said the new statement of a supersede before, where there is one.
    pub(crate) fn bring_back(&mut self, new: &str, memories: &Memories<'_>) -> Result<(), CorpusError> {
        let said = memories.saying(new)?;
        let gone =
            |candidate: &Candidate| matches!(candidate.hit.memory.state, State::Superseded | State::Released);
        if let Some(candidate) = said.into_iter().find(gone) {
            self.decide(candidate, Action::Restore, "says so already, and is so again");
            self.stands = true;
        }
        Ok(())
    }
}
