//! Writing memories.

use nepenthe::{MemoryId, Progress, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::schema::Id;
use crate::{Account, Asked, NewMemory, OpError, Returning, asked};

/// What is to be written, in one transaction.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InscribeInput {
    /// The memories: all of them are written, or none.
    pub memories: Vec<NewMemory>,
    /// What is done with a text that says again what was erased.
    #[serde(default)]
    pub returning: Returning,
    /// Whether the answer says what a language model was asked about the texts, in a store that asks one.
    #[serde(default)]
    pub asked: bool,
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Inscribed {
    /// The ids, in the order of the memories given.
    #[schemars(with = "Vec<Id>")]
    pub ids: Vec<MemoryId>,
    /// Those that were written without what was erased of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Id>")]
    pub trimmed: Vec<MemoryId>,
    /// What a language model was asked about them.
    pub asked: Vec<Asked>,
    /// What that took; the caller, whose model it is, fills this in.
    #[serde(default)]
    pub account: Option<Account>,
}

/// Writes memories. `progress` is told how far it is.
///
/// # Errors
/// [`OpError`]; nothing is written then.
pub fn inscribe(
    scope: &Scope,
    input: InscribeInput,
    progress: &mut dyn FnMut(Progress),
) -> Result<Inscribed, OpError> {
    let InscribeInput { memories, returning, asked } = input;
    let trims = returning == Returning::Trim;
    let scope = scope.clone().with_returning(returning.into());
    let memories: Vec<nepenthe::NewMemory> = memories.into_iter().map(Into::into).collect();
    let ids = scope.inscribe_batch(&memories, progress);
    let ids = ids.map_err(|error| OpError::from(error).of_batch(memories.len()))?;
    let mut trimmed = Vec::new();
    if trims {
        for (id, memory) in ids.iter().zip(&memories) {
            if scope.get(*id)?.text != memory.text {
                trimmed.push(*id);
            }
        }
    }
    let asked = if asked { asked::about_new(&scope, &ids)? } else { Vec::new() };
    Ok(Inscribed { ids, trimmed, asked, account: None })
}
