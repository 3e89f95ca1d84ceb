//! Halving the depth of memories that are not pinned.

use nepenthe::{Mutation, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{OpError, Planned, Returning, Target};

/// Which memories decay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecayInput {
    /// Which, by default all of the scope.
    #[serde(default = "Target::all")]
    pub target: Target,
}

/// Plans it; [`apply`](crate::apply) does it.
///
/// # Errors
/// [`OpError`].
pub fn decay(scope: &Scope, input: DecayInput) -> Result<Planned, OpError> {
    Planned::new(scope, Mutation::decay(input.target), Returning::default())
}
