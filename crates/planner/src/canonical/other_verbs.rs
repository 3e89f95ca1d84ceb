//! Edit, pin, unpin and decay: their words mean what a release by the same words means, and what is meant is touched whole.

use super::opinion::Aim;
use super::{Canonical, Ranked};
use crate::{Draft, Memories, Mutation, PlannerError, Verb};

/// How sure an edit can be, at most, whose words mean several memories.
const ONE_OF_SEVERAL: f64 = 0.5;

/// Plans one of these verbs. Nothing meant is nothing touched. An edit takes the likeliest memory alone, as two must not
/// come to have one text.
///
/// # Errors
/// As [`crate::Planner::plan`].
pub(super) fn plan(
    canonical: &Canonical,
    mutation: &Mutation,
    words: &str,
    memories: &Memories<'_>,
) -> Result<Draft, PlannerError> {
    let Ranked { draft: judged, candidates, .. } =
        canonical.decide_for(Aim::Any, &Mutation::release(words), words, memories)?;
    let mut draft = Draft { confidence: judged.confidence, unread: judged.unread, ..Draft::default() };
    let mut meant: Vec<_> = judged.steps.into_iter().collect();
    // The likeliest first.
    meant.sort_by_key(|step| candidates.iter().position(|one| one.hit.memory.id == step.memory.id));
    let several = meant.len() > 1;
    for (place, step) in meant.into_iter().enumerate() {
        let Some(candidate) = candidates.iter().find(|one| one.hit.memory.id == step.memory.id) else {
            continue;
        };
        if mutation.verb() == Verb::Edit && place > 0 {
            draft.spared.push(candidate.clone().spare("is meant too: an edit in words changes one memory"));
            continue;
        }
        let reason = step.reason.trim_end_matches("; the rest stays").to_owned();
        draft.decide_surely(candidate.clone(), mutation.action(), reason, step.confidence);
    }
    if several && mutation.verb() == Verb::Edit {
        draft.confidence = draft.confidence.map(|sure| sure.min(ONE_OF_SEVERAL));
    }
    draft.spared.extend(judged.spared);
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use crate::testing::Texts;
    use crate::{Action, Mutation, Verb};

    const TEXTS: [&str; 3] =
        ["The depot is in Quito.", "Sam Roe bought three kettles.", "Sam Roe moved to Leeds."];

    fn all(words: &str) -> [Mutation; 3] {
        [Mutation::edit(words, "The depot is in Lima."), Mutation::unpin(words), Mutation::decay(words)]
    }

    #[test]
    fn where_nothing_is_meant_nothing_is_touched() {
        for mutation in all("the weather in Oslo").into_iter().chain([Mutation::pin("the weather in Oslo")]) {
            assert_eq!(Texts::of(&TEXTS).touched(&mutation), [""; 0], "{}", mutation.verb());
        }
    }

    #[test]
    fn an_edit_changes_one_memory_and_a_decay_all_that_are_meant() {
        let words = "everything about Sam Roe";
        let draft = Texts::of(&TEXTS).plan(&Mutation::edit(words, "Sam Roe is back."));
        assert_eq!(draft.steps.len(), 1);
        assert!(matches!(draft.steps[0].action, Action::Edit { .. }));
        assert!(draft.spared.iter().any(|spared| spared.reason.contains("one memory")));
        assert!(draft.confidence.unwrap() <= 0.5);
        for mutation in all(words).into_iter().filter(|mutation| mutation.verb() == Verb::Decay) {
            assert_eq!(Texts::of(&TEXTS).touched(&mutation).len(), 2);
        }
    }
}
