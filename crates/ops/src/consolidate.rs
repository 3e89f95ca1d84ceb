//! Letting memories sink by age, and lifting those often recalled.

use nepenthe::{Mutation, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Consolidation, OpError, Planned, Returning, Target};

/// Which memories, and how fast they sink.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConsolidateInput {
    /// Which, by default all of the scope.
    #[serde(default = "Target::all")]
    pub target: Target,
    /// How fast.
    #[serde(default)]
    pub consolidation: Consolidation,
}

/// Plans it; [`apply`](crate::apply) does it.
///
/// # Errors
/// [`OpError`].
pub fn consolidate(scope: &Scope, input: ConsolidateInput) -> Result<Planned, OpError> {
    let mutation = Mutation::consolidate(input.target, input.consolidation.into());
    Planned::new(scope, mutation, Returning::default())
}
