//! Making memories immune to decay.

use nepenthe::{Mutation, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{OpError, Planned, Returning, Target};

/// Which memories are made immune.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PinInput {
    /// Which.
    pub target: Target,
}

/// Plans it; [`apply`](crate::apply) does it.
///
/// # Errors
/// [`OpError`].
pub fn pin(scope: &Scope, input: PinInput) -> Result<Planned, OpError> {
    Planned::new(scope, Mutation::pin(input.target), Returning::default())
}
