//! Holding an embedder to its contract.

use super::passages::passages;
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

/// Embeds texts as a store keeps them: behind the vector of a text that is longer than the embedder reads come those of its
/// passages.
pub(crate) fn embed_stored(embedder: &dyn Embedder, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
    let mut vectors = embed_checked(embedder, texts)?;
    let Some(limit) = embedder.max_tokens().filter(|_| embedder.dimension() > 0) else { return Ok(vectors) };
    for (vector, text) in vectors.iter_mut().zip(texts) {
        let passages: Vec<&str> = passages(text, limit).into_iter().map(|passage| &text[passage]).collect();
        vector.extend(embed_checked(embedder, &passages)?.into_iter().flatten());
    }
    Ok(vectors)
}
