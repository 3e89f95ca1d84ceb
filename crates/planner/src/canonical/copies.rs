//! Copies of one text: they are weighed once, so that they tell nothing of each other, and what happens to one happens to all.

use std::collections::HashSet;

use crate::corpus::CorpusError;
use crate::memory::State;
use crate::{Action, Candidate, Draft, Memories};

/// Leaves one of the live candidates that have the same text.
pub(super) fn once(candidates: &mut Vec<Candidate>) {
    let mut seen = HashSet::new();
    candidates.retain(|candidate| {
        candidate.hit.memory.state != State::Live || seen.insert(candidate.whole().to_owned())
    });
}

/// Adds the copies of what the draft changes. Of what is erased whole the engine finds them.
pub(super) fn add(memories: &Memories<'_>, draft: &mut Draft) -> Result<(), CorpusError> {
    let mut own: HashSet<_> = draft.steps.iter().map(|step| step.memory.id).collect();
    let changed: Vec<_> = draft
        .steps
        .iter()
        .filter(|step| !matches!(step.action, Action::Purge | Action::Restore))
        .map(|step| (step.memory.text.clone(), step.action.clone(), step.reason.clone(), step.confidence))
        .collect();
    for (text, action, reason, confidence) in changed {
        for copy in memories.saying(&text)? {
            if copy.hit.memory.state == State::Live && own.insert(copy.hit.memory.id) {
                draft.decide_surely(copy, action.clone(), reason.as_str(), confidence);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    #[test]
    fn what_happens_to_one_copy_happens_to_all() {
        let said = "The kiosk shuts at eight.";
        let texts = Texts::of(&[said, "The kiosk sells maps.", said]);
        for mutation in [
            Mutation::release("when the kiosk shuts"),
            Mutation::supersede("when the kiosk shuts", "The kiosk shuts at nine."),
        ] {
            assert_eq!(texts.touched(&mutation), [said, said]);
        }
    }
}
