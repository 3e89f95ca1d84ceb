//! [`Planned`]: a change that is planned and not made yet, and [`apply`], which makes it.

use std::fmt;

use nepenthe::{Grounds, Scope, Target, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Code, OpError, Outcome, Plan, Returning, Right, asked};

/// A change that is planned. Nothing is changed before [`apply`]; it can wait for a person's answer, and is dropped after
/// a no.
#[derive(Clone)]
pub struct Planned {
    scope: Scope,
    plan: nepenthe::Plan,
    pub(crate) grounds: Grounds,
}

/// What is to be said of a change that is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplyInput {
    /// Whether the answer says what a language model was asked about texts, in a store that asks one.
    #[serde(default)]
    pub asked: bool,
}

impl Planned {
    pub(crate) fn new(
        scope: &Scope,
        mutation: nepenthe::Mutation,
        returning: Returning,
    ) -> Result<Self, OpError> {
        let scope = scope.clone().with_returning(returning.into());
        let plan = scope.plan(mutation)?;
        Ok(Self { scope, plan, grounds: Grounds::default() })
    }

    /// Returns the plan as it is shown, with the texts of the memories.
    ///
    /// # Errors
    /// [`Code::StorageFailed`], for a plan that JSON does not hold.
    pub fn plan(&self) -> Result<Plan, OpError> {
        Plan::try_from(&self.plan).map_err(|_| OpError::new(Code::StorageFailed, "the plan cannot be shown"))
    }

    /// Returns the engine's plan, which prints itself for people.
    #[must_use]
    pub fn engine(&self) -> &nepenthe::Plan {
        &self.plan
    }

    pub(crate) fn engine_mut(&mut self) -> &mut nepenthe::Plan {
        &mut self.plan
    }

    /// Returns the right that carrying it out needs, which planning it has needed too.
    #[must_use]
    pub fn right(&self) -> Right {
        match self.plan.mutation.verb() {
            Verb::Purge => Right::Forget,
            _ => Right::Write,
        }
    }

    /// Tells whether a person is to see the plan and say yes before it is carried out. Words may be misunderstood, by the
    /// rules and by a language model, and a whole scope is a lot, where the change is not simply undone.
    #[must_use]
    pub fn asks_first(&self) -> bool {
        match self.plan.mutation.target() {
            Target::Words(_) => true,
            Target::All => {
                matches!(self.plan.mutation.verb(), Verb::Purge | Verb::Release | Verb::Restore)
            }
            _ => false,
        }
    }

    /// Refuses a plan that would change nothing, and says why it would not.
    ///
    /// # Errors
    /// [`Code::ScopeEmpty`] or [`Code::NothingMatched`].
    pub fn refuse_empty(&self) -> Result<(), OpError> {
        let plan = &self.plan;
        if !plan.is_empty() {
            return Ok(());
        }
        let (scope, verb) = (&plan.scope, plan.mutation.verb());
        if plan.spared.is_empty() && self.scope.stats().is_ok_and(|stats| stats.events == 0) {
            let message = format!("the scope {scope} never held a memory; there is nothing to {verb}");
            return Err(OpError::new(Code::ScopeEmpty, message));
        }
        let message = match plan.spared.is_empty() {
            true => format!("nothing in {scope} matches; there is nothing to {verb}"),
            false => format!("what was considered in {scope} stays as it is; there is nothing to {verb}"),
        };
        Err(OpError::new(Code::NothingMatched, message))
    }
}

/// Its verb and how much it touches, and no text.
impl fmt::Debug for Planned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planned")
            .field("verb", &self.plan.mutation.verb())
            .field("steps", &self.plan.steps.len())
            .field("spared", &self.plan.spared.len())
            .finish_non_exhaustive()
    }
}

/// Carries out a plan, all or nothing.
///
/// # Errors
/// [`OpError`], such as [`Code::PlanChanged`]; nothing is changed then.
pub fn apply(planned: Planned, input: &ApplyInput) -> Result<Outcome, OpError> {
    let Planned { scope, plan, grounds } = planned;
    let mut outcome = Outcome::from(scope.apply_on(plan, &grounds)?);
    if input.asked {
        // The change is made: where the log cannot be read for what was asked, that hides nothing else of the outcome.
        outcome.asked = asked::about(&scope, &outcome).unwrap_or_default();
    }
    Ok(outcome)
}
