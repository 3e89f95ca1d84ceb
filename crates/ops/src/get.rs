//! Reading one memory.

use nepenthe::{MemoryId, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::schema::Id;
use crate::{Memory, OpError};

/// Which memory is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetInput {
    /// The memory.
    #[schemars(with = "Id")]
    pub id: MemoryId,
}

/// Reads one memory, in recall or out of it.
///
/// # Errors
/// [`OpError`], such as [`Code::NotFound`](crate::Code::NotFound).
pub fn get(scope: &Scope, input: &GetInput) -> Result<Memory, OpError> {
    Ok(scope.get(input.id)?.into())
}
