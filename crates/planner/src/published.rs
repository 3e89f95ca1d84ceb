//! The planner `published`: the deterministic policy of the paper's reference store, so that our numbers compare with its own.

use crate::{Canonical, Draft, Memories, Mutation, Planner, PlannerError, Verb, policy};

/// Supersede and edit: the nearest memory by vector. Release: of the 20 best by hybrid recall those above the
/// largest gap in similarity. Purge: of the 20 best by BM25 those equal to the first. For the verbs that the
/// reference has no words for (restore, pin, unpin, decay, consolidate) the rule of release.
///
/// Where the store's placement has planners read annotations, and a supersede, release or purge asks for nothing but
/// an identifier or a name that is an annotation of a memory, that memory and all that carry the same are taken
/// instead.
#[derive(Debug, Clone, Copy, Default)]
pub struct Published;

impl Planner for Published {
    fn name(&self) -> &str {
        "published"
    }

    fn takes_copies(&self) -> bool {
        false
    }

    fn plan(&self, mutation: &Mutation, words: &str, memories: &Memories<'_>) -> Result<Draft, PlannerError> {
        if matches!(mutation.verb(), Verb::Supersede | Verb::Release | Verb::Purge) {
            let annotated = Canonical::default().annotated(mutation, words, memories)?;
            if !annotated.is_empty() {
                let mut draft = Draft::default();
                for (candidate, reason) in annotated {
                    draft.decide(candidate, mutation.action(), reason);
                }
                return Ok(draft);
            }
        }
        Ok(policy::plan(mutation, words, memories)?)
    }
}
