//! Planning mutations, and carrying plans out.

use crate::control::{self, ApplyError, Mutation, Outcome, Plan, PlanError, SavedPlan};
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

    /// Makes a plan again of what was saved of it, with the memories as they are now. Who carries it out is told where one
    /// changed meanwhile, as with any plan.
    ///
    /// # Errors
    /// [`ApplyError::Stale`] for a memory that is gone; [`ApplyError::Storage`].
    pub fn resume(&self, saved: SavedPlan) -> Result<Plan, ApplyError> {
        control::resume(self, saved)
    }

    /// Returns the digest, under the store's key, of what is kept outside the store to be carried out later: 32 bytes that
    /// nobody makes without the store, another for each store and scope.
    #[must_use]
    pub fn seal_of(&self, what: &[u8]) -> [u8; 32] {
        let scoped = [self.path().as_str().as_bytes(), b"\0", what].concat();
        self.database().key.plan(&scoped)
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
