//! The second stage of a recall: the relevance model reads the first hits side by side, and they are ranked anew.

use super::RecallError;
use super::calibrated::by_score;
use super::likelihood::likelihood;
use super::search::{Found, READ};
use crate::embed::Embedder;

/// The longest text that is read, in bytes: of a longer one the model would see its beginning alone.
const READ_BYTES: usize = 1024;

/// Ranks the first hits anew by what the embedder's relevance model says of them.
pub(crate) fn read_again(
    embedder: &dyn Embedder,
    query: &str,
    found: &mut [Found],
) -> Result<(), RecallError> {
    let read = found.len().min(READ);
    let mut first: Vec<&mut Found> =
        found[..read].iter_mut().filter(|found| found.stored.text.len() <= READ_BYTES).collect();
    let texts: Vec<&str> = first.iter().map(|found| found.stored.text.as_str()).collect();
    // The model was trained on requests to forget: which memories a question means, it says of "forget what answers it".
    let said = embedder.relevance(&format!("release : {query}"), &texts)?;
    let said = said.ok_or_else(|| RecallError::NoRelevance(embedder.name().to_owned()))?;
    for (found, said) in first.iter_mut().zip(said) {
        if let Some(evidence) = &mut found.evidence {
            let [stays, goes, in_part] = said.logits;
            evidence.relevance = Some(f64::from(goes.max(in_part) - stays));
            found.score = likelihood(evidence, embedder.dimension() > 0);
        }
    }
    by_score(&mut found[..read]);
    Ok(())
}
