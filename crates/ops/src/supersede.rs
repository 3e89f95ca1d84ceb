//! Putting a new memory in the place of what is believed no longer.

use nepenthe::{Mutation, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{NewMemory, OpError, Planned, Returning, Target};

/// What is believed no longer, and what is believed now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupersedeInput {
    /// What is believed no longer: words or ids.
    pub target: Target,
    /// What is believed now.
    pub new: NewMemory,
    /// What is done with a text that says again what was erased.
    #[serde(default)]
    pub returning: Returning,
    /// How sure a plan in words must be, 0 to 1, to be carried out on the words alone; null for the usual
    /// ([`usual_floor`](crate::usual_floor)).
    #[serde(default)]
    pub min_confidence: Option<f64>,
}

/// Plans it; [`apply`](crate::apply) does it.
///
/// # Errors
/// [`OpError`].
pub fn supersede(scope: &Scope, input: SupersedeInput) -> Result<Planned, OpError> {
    Planned::new(scope, Mutation::supersede(input.target, input.new), input.returning)?
        .with_min_confidence(input.min_confidence)
}
