//! Holding an embedder to its contract.

use super::{EmbedError, Embedder};

/// Embeds, and holds the embedder to its contract, since a vector of another length would spoil the index.
pub(crate) fn embed_checked(embedder: &dyn Embedder, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
    if texts.is_empty() {
        return Ok(Vec::new());
    }
    let dimension = embedder.dimension();
    let vectors = embedder.embed(texts)?;
    if vectors.len() != texts.len() {
        let (given, asked) = (vectors.len(), texts.len());
        return Err(EmbedError::BadAnswer(format!("{given} vectors for {asked} texts")));
    }
    for vector in &vectors {
        if vector.len() != dimension || !vector.iter().all(|component| component.is_finite()) {
            return Err(EmbedError::BadAnswer(format!(
                "a vector of {} components, not of {dimension} finite ones",
                vector.len()
            )));
        }
    }
    Ok(vectors)
}
