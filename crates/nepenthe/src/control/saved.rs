//! [`SavedPlan`]: what of a plan is kept outside the store, and how it becomes a plan again.

use super::planner::corpus::Guard;
use super::{Action, ApplyError, Candidate, ErasedName, Follows, Mutation, Plan};
use crate::handle::Scope;
use crate::model::{MemoryId, NewMemory};

/// A plan without what the store knows itself: the memories as they are.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedPlan {
    /// What was asked for.
    pub mutation: Mutation,
    /// Who chose the memories.
    pub planner: String,
    /// What is to happen, in order.
    pub steps: Vec<SavedStep>,
    /// What will be written, for a supersede.
    pub inscribe: Option<NewMemory>,
    /// How sure the planner was, 0 to 1, where it could say.
    pub confidence: Option<f64>,
    /// The name of what a purge asks for everything about.
    pub name: Option<ErasedName>,
}

/// What is to happen to one memory.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedStep {
    /// The memory.
    pub id: MemoryId,
    /// What is to happen to it.
    pub action: Action,
    /// Why.
    pub reason: String,
    /// How sure the planner was of it, 0 to 1, where it could say.
    pub confidence: Option<f64>,
    /// From which other step it follows.
    pub follows: Option<Follows>,
    /// The memory's last event when the plan was made.
    pub guard: i64,
}

/// Makes the plan again.
pub(crate) fn resume(scope: &Scope, saved: SavedPlan) -> Result<Plan, ApplyError> {
    let SavedPlan { mutation, planner, steps, inscribe, confidence, name } = saved;
    let read = |saved: SavedStep| {
        let SavedStep { id, action, reason, confidence, follows, guard } = saved;
        let (memory, _) = scope.get_guarded(id)?.ok_or(ApplyError::Stale(id))?;
        let mut step = Candidate::of(memory, Guard::new(guard)).step(action, reason);
        (step.confidence, step.follows) = (confidence, follows);
        Ok(step)
    };
    let steps = steps.into_iter().map(read).collect::<Result<_, ApplyError>>()?;
    let scope = scope.path().clone();
    let (spared, unread) = (Vec::new(), Vec::new());
    Ok(Plan {
        mutation,
        planner,
        scope,
        steps,
        inscribe,
        spared,
        confidence,
        calibrated: false,
        consulted: None,
        name,
        unread,
    })
}
