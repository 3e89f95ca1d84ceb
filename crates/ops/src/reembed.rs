//! Rebuilding vectors.

use std::path::Path;

use nepenthe::{Error, Options, Progress, Store};
use serde::Serialize;

/// What was rebuilt.
#[derive(Debug, Serialize)]
pub struct Reembedded {
    /// The embedder that the store records now.
    pub embedder: String,
    /// The components of its vectors; 0 for none.
    pub dimension: usize,
    /// The number of texts embedded, earlier versions too; 0 where no vectors are made.
    pub texts: usize,
}

/// Rebuilds every vector of a store, of all its scopes, with the embedder of the options.
pub fn reembed(
    path: &Path,
    options: Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Reembedded, Error> {
    let mut texts = 0;
    let store = Store::reembed(path, options, &mut |step| {
        texts = step.done;
        progress(step);
    })?;
    let embedder = store.embedder();
    let texts = if embedder.dimension() == 0 { 0 } else { texts };
    Ok(Reembedded { embedder: embedder.name().to_owned(), dimension: embedder.dimension(), texts })
}
