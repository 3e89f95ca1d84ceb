//! Mutations: first the plan, then the change.

use nepenthe::{Error, Grounds, Mutation, Outcome, Plan, Scope};

/// Makes the plan of a mutation. Changes nothing.
pub(crate) fn plan(scope: &Scope, mutation: Mutation) -> Result<Plan, Error> {
    Ok(scope.plan(mutation)?)
}

/// Carries out a plan, all or nothing.
pub(crate) fn apply_on(scope: &Scope, plan: Plan, grounds: &Grounds) -> Result<Outcome, Error> {
    Ok(scope.apply_on(plan, grounds)?)
}
