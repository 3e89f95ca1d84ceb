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
    /// How sure a plan in words must be, 0 to 1, to be carried out on the words alone; null for the usual
    /// ([`usual_floor`](crate::usual_floor)).
    #[serde(default)]
    pub min_confidence: Option<f64>,
}

/// Plans it; [`apply`](crate::apply) does it.
///
/// # Errors
/// [`OpError`].
pub fn unpin(scope: &Scope, input: UnpinInput) -> Result<Planned, OpError> {
    Planned::new(scope, Mutation::unpin(input.target), Returning::default())?
        .with_min_confidence(input.min_confidence)
}
