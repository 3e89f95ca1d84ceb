//! Rebuilding vectors.

use nepenthe::{Options, Progress};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{OpError, Opener};

/// Nothing has to be said: path and embedder are how the store is opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReembedInput {}

/// What was rebuilt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reembedded {
    /// The embedder that the store records now.
    pub embedder: String,
    /// The components of its vectors; 0 for none.
    pub dimension: usize,
    /// The texts embedded, earlier versions too; 0 where no vectors are made.
    pub texts: usize,
}

/// Rebuilds every vector of a store, of all its scopes, with the embedder of the options. `progress` is told how far it is.
///
/// # Errors
/// [`OpError`]; the vectors are as they were then.
pub fn reembed(
    opener: &Opener,
    options: Options,
    _: &ReembedInput,
    progress: &mut dyn FnMut(Progress),
) -> Result<Reembedded, OpError> {
    let mut texts = 0;
    let store = opener.reembed(options, &mut |step| {
        texts = step.done;
        progress(step);
    })?;
    let embedder = store.embedder();
    let texts = if embedder.dimension() == 0 { 0 } else { texts };
    Ok(Reembedded { embedder: embedder.name().to_owned(), dimension: embedder.dimension(), texts })
}
