//! Planning mutations, and carrying plans out.

use crate::control::{self, ApplyError, Mutation, Outcome, Plan, PlanError};
use crate::erase::Grounds;
use crate::handle::Scope;

impl Scope {
    /// Makes the plan of a mutation. Changes nothing.
    ///
    /// # Errors
    /// [`PlanError`].
    pub fn plan(&self, mutation: Mutation) -> Result<Plan, PlanError> {
        control::make(self, mutation)
    }

    /// Carries out a plan in one transaction.
    ///
    /// # Errors
    /// [`ApplyError`]; nothing is changed then. A plan that no longer fits the store is refused.
    pub fn apply(&self, plan: Plan) -> Result<Outcome, ApplyError> {
        control::apply(self, &plan, &Grounds::default())
    }

    /// Carries out a plan in one transaction, and says in the receipt of an erasure why it was made.
    ///
    /// # Errors
    /// [`ApplyError`]; nothing is changed then.
    pub fn apply_on(&self, plan: Plan, grounds: &Grounds) -> Result<Outcome, ApplyError> {
        control::apply(self, &plan, grounds)
    }
}
