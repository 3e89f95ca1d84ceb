//! What is no order to forget is refused, unless a memory is quoted by it.

use nepenthe_text::request::Refusal;

use super::query::Query;
use crate::corpus::{CorpusError, Include};
use crate::{Memories, PlannerError, Verb};

/// A scope of no more memories is looked through for one that is nothing but signs.
const FEW: usize = 64;

/// Refuses a request that is no order to forget. A supersede says what is to be otherwise, whatever its words are; and what
/// a memory says word for word names that memory: "can we meet on Friday?".
///
/// # Errors
/// [`PlannerError::NoOrder`]; [`PlannerError::Corpus`].
pub(super) fn refuse(query: &Query<'_>, memories: &Memories<'_>) -> Result<(), PlannerError> {
    let refusal = query.request.refusal.filter(|refusal| match query.verb {
        // A name may be a word of no weight.
        Verb::Release | Verb::Purge if *refusal == Refusal::Everything => {
            query.names.is_empty() && query.identifiers.is_empty() && query.values.is_empty()
        }
        Verb::Release | Verb::Purge => true,
        Verb::Supersede => *refusal == Refusal::Prohibited,
        _ => false,
    });
    match refusal {
        Some(refusal) if !is_said(query.words, memories)? => Err(PlannerError::NoOrder(refusal)),
        _ => Ok(()),
    }
}

/// Whether a memory says the words, or is the signs: "🔴".
fn is_said(said: &str, memories: &Memories<'_>) -> Result<bool, CorpusError> {
    if !memories.saying(said)?.is_empty() {
        return Ok(true);
    }
    let signs = !said.contains(char::is_alphanumeric);
    let few = if signs { memories.all_of_few(Include::Submerged, FEW)? } else { Vec::new() };
    Ok(few.iter().any(|candidate| candidate.whole().trim() == said.trim()))
}
