//! [`Planned`]: a change that is planned and not made yet, and [`apply`], which makes it where it is sure or agreed to.

use std::fmt;

use nepenthe::{Grounds, MemoryId, Scope, Target, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Code, OpError, Outcome, Plan, Returning, Right, asked};

/// The least that any plan in words of a verb must be sure to be carried out on the words alone, where nobody names another
/// floor ([`nepenthe::control::usual_floor`]). None for `restore` and `consolidate`.
#[must_use]
pub fn usual_floor(verb: Verb) -> Option<f64> {
    nepenthe::control::usual_floor(verb, false)
}

/// A change that is planned. Nothing is changed before [`apply`]; it can wait for a person's answer, and is dropped after
/// a no.
#[derive(Clone)]
pub struct Planned {
    pub(crate) scope: Scope,
    pub(crate) plan: nepenthe::Plan,
    pub(crate) grounds: Grounds,
    pub(crate) returning: Returning,
    /// How sure it must be, and none where nobody's reading of words is in it, or nothing is forgotten.
    floor: Option<f64>,
}

/// What is to be said of a change that is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplyInput {
    /// Whether somebody has seen this plan and said yes to exactly it. Without, a plan that is unsure is refused.
    #[serde(default)]
    pub agreed: bool,
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
        let scope = scope.clone().with_returning(returning.clone().into());
        let plan = scope.plan(mutation)?;
        Ok(Self::of(scope, plan, returning))
    }

    pub(crate) fn of(scope: Scope, plan: nepenthe::Plan, returning: Returning) -> Self {
        Self { scope, plan, grounds: Grounds::default(), returning, floor: None }
    }

    /// Sets how sure it must be.
    pub(crate) fn with_min_confidence(mut self, floor: Option<f64>) -> Result<Self, OpError> {
        if floor.is_some_and(|floor| !(0.0..=1.0).contains(&floor)) {
            return Err(OpError::new(Code::BadRequest, "the least confidence is a number from 0 to 1"));
        }
        let worded = matches!(self.plan.mutation.target(), Target::Words(_));
        self.floor = self.plan.usual_floor().map(|usual| floor.unwrap_or(usual)).filter(|_| worded);
        Ok(self)
    }

    /// Returns the plan as it is shown, with the texts of the memories.
    ///
    /// # Errors
    /// [`Code::StorageFailed`], for a plan that JSON does not hold.
    pub fn plan(&self) -> Result<Plan, OpError> {
        let plan = Plan::try_from(&self.plan)
            .map_err(|_| OpError::new(Code::StorageFailed, "the plan cannot be shown"))?;
        Ok(Plan { sure: self.is_sure(), min_confidence: self.floor, unsure: self.unsure_of(), ..plan })
    }

    /// Returns how sure it must be where nobody names another floor: higher where its confidence is calibrated.
    #[must_use]
    pub fn usual_floor(&self) -> Option<f64> {
        self.plan.usual_floor()
    }

    /// Tells whether it may be carried out on the words alone.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.floor.is_none_or(|floor| self.plan.is_sure(floor))
    }

    /// Returns the memories in it that it is less sure of than it must be.
    #[must_use]
    pub fn unsure_of(&self) -> Vec<MemoryId> {
        let floor = self.floor.unwrap_or(0.0);
        self.plan.unsure_of(floor).map(|step| step.memory.id).collect()
    }

    /// Refuses a plan that is not sure and touches something.
    ///
    /// # Errors
    /// [`Code::PlanUnsure`].
    pub fn refuse_unsure(&self) -> Result<(), OpError> {
        if self.is_sure() || self.plan.steps.is_empty() {
            return Ok(());
        }
        let floor = self.floor.unwrap_or(0.0);
        let known = self
            .plan
            .confidence
            .map_or("it cannot say how sure it is".to_owned(), |sure| format!("it is sure to {sure:.3}"));
        let of = self.unsure_of();
        let ids: Vec<String> = of.iter().map(ToString::to_string).collect();
        let of = match ids.is_empty() {
            true => "; what it spares may be meant too".to_owned(),
            false => format!("; unsure of {}", ids.join(", ")),
        };
        let message = format!("the plan is unsure: {known}, and {floor} is needed{of}; nothing was changed");
        Err(OpError::new(Code::PlanUnsure, message))
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
            Target::All | Target::Before(_) => {
                matches!(self.plan.mutation.verb(), Verb::Purge | Verb::Release | Verb::Restore)
            }
            _ => false,
        }
    }

    /// Tells whether it takes a whole scope, or all of an age: what a person should not say yes to by habit.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        self.plan.is_of_all() && matches!(self.plan.mutation.verb(), Verb::Purge | Verb::Release)
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

/// Carries out a plan, all or nothing. One that is unsure needs somebody who agreed to it.
///
/// # Errors
/// [`OpError`], such as [`Code::PlanUnsure`] or [`Code::PlanChanged`]; nothing is changed then.
pub fn apply(planned: Planned, input: &ApplyInput) -> Result<Outcome, OpError> {
    if !input.agreed {
        planned.refuse_unsure()?;
    }
    let Planned { scope, plan, grounds, .. } = planned;
    let mut outcome = Outcome::from(scope.apply_on(plan, &grounds)?);
    if input.asked {
        // The change is made: where the log cannot be read for what was asked, that hides nothing else of the outcome.
        outcome.asked = asked::about(&scope, &outcome).unwrap_or_default();
    }
    Ok(outcome)
}
