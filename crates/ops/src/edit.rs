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
}

/// Plans it; [`apply`](crate::apply) does it.
///
/// # Errors
/// [`OpError`].
pub fn edit(scope: &Scope, input: EditInput) -> Result<Planned, OpError> {
    Planned::new(scope, Mutation::edit(input.target, input.text.0), input.returning)
}
