//! Requests for what is of a time: "the visits of the farrier before May 2025". What states another time stays; what has every other
//! word of the request and states no time but one in it is meant.

use std::collections::BTreeSet;

use nepenthe_text::stance::{self, Within};

use crate::Verb;
use crate::canonical::query::{Query, stems};
use crate::canonical::row::Row;

/// How surely what has the words and the time is meant.
const SURELY: f64 = 0.97;
/// By what the probability of what states another time is divided, and what it is at most.
const ANOTHER: f64 = 50.0;
const AT_MOST: f64 = 0.04;

/// Words that say of which kind what is kept is, and of no memory what it says.
const KEPT: &[&str] = &["entri", "note", "record", "memori", "everyth", "item"];

/// Weighs the rows by the time that the request names.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    if !matches!(query.verb, Verb::Purge | Verb::Release) || query.is_statement() {
        return;
    }
    let Some((wanted, head)) =
        stance::apart(query.request.core).filter(|(wanted, _)| wanted.days().is_some())
    else {
        return;
    };
    let head = nepenthe_text::word::words(&head);
    let mut asked: BTreeSet<&str> = stems(&head, &BTreeSet::new());
    asked.retain(|stem| !KEPT.contains(stem));
    for row in rows {
        let own = stems(row.whole.said.words(), &BTreeSet::new());
        let has_every_word = !asked.is_empty() && asked.is_subset(&own);
        let meant = has_every_word && row.kept.is_none() && !row.whole.conflicts();
        let within = wanted.holds(&row.whole.said);
        let probability = &mut row.probability;
        match within {
            Some(Within::Wholly) if meant => *probability = probability.max(SURELY),
            Some(Within::Not) => *probability = (*probability / ANOTHER).min(AT_MOST),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    const VISITS: [&str; 4] = [
        "Visit of the farrier on 3 March 2025.", "Visit of the farrier on 7 June 2025.",
        "Visit of the vet on 9 March 2025.", "The farrier charges 60 euros.",
    ];

    #[test]
    fn what_has_the_words_and_the_time_is_surely_meant() {
        for (request, meant) in [
            ("the visits of the farrier before May 2025", vec![VISITS[0]]),
            ("the visits of the farrier since May 2025", vec![VISITS[1]]),
            ("the visits of the farrier in 2025", vec![VISITS[0], VISITS[1]]),
            ("the visits of the farrier in 2019", vec![]),
        ] {
            let draft = Texts::of(&VISITS).plan(&Mutation::purge(request));
            let touched: Vec<&str> = draft.steps.iter().map(|step| step.memory.text.as_str()).collect();
            assert_eq!(touched, meant, "{request}: {draft:?}");
            assert!(draft.steps.iter().all(|step| step.confidence >= Some(0.95)), "{request}: {draft:?}");
        }
    }
}
