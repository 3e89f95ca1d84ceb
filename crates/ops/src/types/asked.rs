//! [`Asked`].

use nepenthe::MemoryId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::schema::Id;

/// What a language model was asked about a text that was written, as the log has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// The memory with that text.
    #[schemars(with = "Id")]
    pub id: MemoryId,
    /// By which prompts, and what came of each, such as `annotate-1:truncated+merge-1:link`.
    pub outcome: String,
    /// The memory that it was merged with.
    #[schemars(with = "Option<Id>")]
    pub merged: Option<MemoryId>,
}
