//! Taking memories out of recall, reversibly.

use nepenthe::{Mutation, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{OpError, Planned, Returning, Target};

/// Which memories leave recall.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReleaseInput {
    /// Which.
    pub target: Target,
}

/// Plans it; [`apply`](crate::apply) does it.
///
/// # Errors
/// [`OpError`].
pub fn release(scope: &Scope, input: ReleaseInput) -> Result<Planned, OpError> {
    Planned::new(scope, Mutation::release(input.target), Returning::default())
}
