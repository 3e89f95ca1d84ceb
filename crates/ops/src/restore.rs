//! Bringing released or superseded memories back into recall.

use nepenthe::{Mutation, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{OpError, Planned, Returning, Target};

/// Which memories come back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RestoreInput {
    /// Which.
    pub target: Target,
    /// What is done with a text that says again what was erased.
    #[serde(default)]
    pub returning: Returning,
}

/// Plans it; [`apply`](crate::apply) does it.
///
/// # Errors
/// [`OpError`].
pub fn restore(scope: &Scope, input: RestoreInput) -> Result<Planned, OpError> {
    Planned::new(scope, Mutation::restore(input.target), input.returning)
}
