//! A memory that says the new statement of a supersede already is no old state of it: it stays, and nothing is weighed against it.
//!
//! It is told by its words, whatever capitals, spaces and final punctuation it has. Beside it every other memory would look unlikely.

use nepenthe_text::word::fold;

use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scored::Scored;
use crate::canonical::segmented::Segmented;
use crate::{Candidate, Verb};

/// Why such a memory stays.
const SAID: &str = "says so already";

/// Takes out the candidates that say the new statement: the others, and those.
pub(in crate::canonical) fn apart(
    query: &Query<'_>,
    candidates: Vec<Candidate>,
) -> (Vec<Candidate>, Vec<Candidate>) {
    let said = query.new_text.filter(|_| query.verb == Verb::Supersede).map(plain);
    candidates
        .into_iter()
        .partition(|candidate| said.as_ref().is_none_or(|said| plain(candidate.whole()) != *said))
}

/// The row of such a memory: it stays.
pub(in crate::canonical) fn staying(memory: Segmented) -> Row {
    let mut row = Row::from(Scored::without_scorer(memory));
    row.kept = Some(SAID.into());
    row.restates = true;
    row
}

/// A statement without what may be written otherwise.
fn plain(text: &str) -> String {
    let ends = |c: char| c.is_whitespace() || matches!(c, '.' | '!' | '。' | '।');
    fold(text.trim().trim_end_matches(ends)).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    const OLD: &str = "The ferns are watered by Osric.";

    fn plan(new: &str, texts: &[&'static str]) -> (Vec<String>, bool) {
        let draft = Texts::of(texts).plan(&Mutation::supersede("who waters the ferns", new));
        (draft.steps.iter().map(|step| step.memory.text.clone()).collect(), draft.stands)
    }

    #[test]
    fn the_old_state_goes_beside_a_memory_of_the_new_one() {
        let texts = [OLD, "The ferns are watered by Malin."];
        for new in ["The ferns are watered by Malin.", "the ferns are  watered by Malin"] {
            assert_eq!(plan(new, &texts), (vec![OLD.to_owned()], true), "{new}");
        }
    }

    #[test]
    fn what_says_another_thing_is_no_restatement() {
        let texts = [OLD, "The ferns are watered by Malin?"];
        assert!(!plan("The ferns are watered by Malin.", &texts).1);
        assert!(!plan("The ferns are watered by Malin.", &[OLD]).1);
    }
}
