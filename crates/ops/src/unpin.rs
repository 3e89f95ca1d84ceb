//! Taking immunity to decay away.

use nepenthe::{Mutation, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{OpError, Planned, Returning, Target};

/// Which memories lose their immunity; they lie at the surface then.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnpinInput {
    /// Which.
    pub target: Target,
}

/// Plans it; [`apply`](crate::apply) does it.
///
/// # Errors
/// [`OpError`].
pub fn unpin(scope: &Scope, input: UnpinInput) -> Result<Planned, OpError> {
    Planned::new(scope, Mutation::unpin(input.target), Returning::default())
}
