//! What tells an earlier step of the state that goes goes with it: "was at first on show in the rotunda", "was later on show in the gallery".

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;

use super::subject::Statement;

/// How likely such a step is.
const STEP: f64 = 0.55;
/// How sure a plan is that takes several: they say that they are steps, of one subject and in the same words.
const TOLD: f64 = 0.7;
/// Words that say which step of several a state was.
const STEPS: &[&str] = &[
    "first", "originally", "initially", "later", "then", "afterwards", "next", "temporarily", "meanwhile",
    "eventually", "second", "third",
];

/// Takes the other steps along.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    let Some(new) = query.new.filter(|_| query.verb == Verb::Supersede) else { return };
    let new = Statement::of(new);
    let is_step = |row: &Row| row.whole.said.words().iter().any(|word| STEPS.contains(&word.folded.as_str()));
    let said = |row: &Row| {
        let own = Statement::of_row(row);
        (own.subject == new.subject && !own.subject.is_empty()).then_some(own.says)
    };
    let gone: Vec<_> = rows
        .iter()
        .filter(|row| row.probability >= MEANT && row.kept.is_none() && is_step(row))
        .filter_map(said)
        .collect();
    for row in rows.iter_mut().filter(|row| row.kept.is_none() && is_step(row)) {
        let Some(own) = said(row) else { continue };
        let step = |word: &String| STEPS.contains(&word.as_str()) || new.subject.contains(word);
        let same = |gone: &std::collections::BTreeSet<String>| {
            own.iter().any(|word| !step(word) && gone.contains(word) && new.says.contains(word))
        };
        if gone.iter().any(same) {
            row.tell(STEP, TOLD);
        }
    }
}
