//! Counting what was recalled.

use nepenthe::Store;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::OpError;

/// Nothing has to be said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountInput {}

/// It is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counted {}

/// Writes that the memories recalled through this store were recalled.
///
/// # Errors
/// [`OpError`].
pub fn count(store: &Store, _: &CountInput) -> Result<Counted, OpError> {
    store.flush()?;
    Ok(Counted {})
}
