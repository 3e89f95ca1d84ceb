//! Mutations: first the plan, then the change.

use nepenthe::{Error, Grounds, Mutation, Outcome, Plan, Scope};
use serde::Serialize;

use super::asked::{self, Asked};

/// What a change did.
#[derive(Debug, Serialize)]
pub struct Applied {
    /// The changes, and what an erasure came to.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// What a language model was asked about the texts that it wrote.
    pub asked: Vec<Asked>,
}

/// Makes the plan of a mutation. Changes nothing.
pub fn plan(scope: &Scope, mutation: Mutation) -> Result<Plan, Error> {
    Ok(scope.plan(mutation)?)
}

/// Carries out a plan, all or nothing. `asks` says whether a language model is asked about texts.
pub fn apply_on(scope: &Scope, plan: Plan, grounds: &Grounds, asks: bool) -> Result<Applied, Error> {
    let outcome = scope.apply_on(plan, grounds)?;
    // The change is made: where the log cannot be read for what was asked, that hides nothing else of the outcome.
    let asked = if asks { asked_about(scope, &outcome).unwrap_or_default() } else { Vec::new() };
    Ok(Applied { outcome, asked })
}

fn asked_about(scope: &Scope, outcome: &Outcome) -> Result<Vec<Asked>, Error> {
    let mut asked = asked::about_new(scope, outcome.inscribed.as_slice())?;
    asked.extend(asked::about_edits(scope, &outcome.changes)?);
    Ok(asked)
}
