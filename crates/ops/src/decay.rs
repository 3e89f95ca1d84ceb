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
    /// How sure a plan in words must be, 0 to 1, to be carried out on the words alone; null for the usual
    /// ([`usual_floor`](crate::usual_floor)).
    #[serde(default)]
    pub min_confidence: Option<f64>,
}

/// Plans it; [`apply`](crate::apply) does it.
///
/// # Errors
/// [`OpError`].
pub fn decay(scope: &Scope, input: DecayInput) -> Result<Planned, OpError> {
    Planned::new(scope, Mutation::decay(input.target), Returning::default())?
        .with_min_confidence(input.min_confidence)
}
