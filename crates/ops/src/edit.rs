//! Replacing the text of one memory.

use nepenthe::{Mutation, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{OpError, Planned, Returning, Target, Text};

/// Which memory, and its new text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EditInput {
    /// Which: words or one id.
    pub target: Target,
    /// The text that it is to have.
    pub text: Text,
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
pub fn edit(scope: &Scope, input: EditInput) -> Result<Planned, OpError> {
    Planned::new(scope, Mutation::edit(input.target, input.text.0), input.returning)?
        .with_min_confidence(input.min_confidence)
}
