//! What says in another language what a memory says that is meant: it names the same, and has the same numbers.

use nepenthe_text::gloss;
use nepenthe_text::identifier::numbers;

use super::ask::Ask;
use super::decide::MEANT;
use super::part::Row;

/// How many digits tell a statement from others.
const TELLING: usize = 3;

/// Gives a memory the probability of its translation, where that is meant.
pub(super) fn weigh(ask: &Ask<'_>, rows: &mut [Row]) {
    if ask.names.is_empty() && ask.identifiers.is_empty() {
        return;
    }
    let read: Vec<Read> = rows.iter().map(Read::of).collect();
    let meant = |row: &Row| row.whole.probability >= MEANT && row.kept.is_none();
    for at in 0..rows.len() {
        if rows[at].kept.is_some() || rows[at].whole.probability >= MEANT {
            continue;
        }
        let said = (0..rows.len()).filter(|&other| meant(&rows[other]) && read[at].translates(&read[other]));
        if let Some(surest) = said.map(|other| rows[other].whole.probability).max_by(f64::total_cmp) {
            rows[at].whole.probability = surest;
        }
    }
}

/// What a memory shows of itself in any language.
struct Read {
    /// Whether it is about what the request names.
    named: bool,
    foreign: bool,
    numbers: Vec<String>,
}

impl Read {
    fn of(row: &Row) -> Self {
        let text = &row.candidate.hit.memory.text;
        // "9:00" is 9.
        let mut numbers = numbers(text);
        numbers.retain(|number| number.bytes().any(|digit| digit != b'0'));
        numbers.sort_unstable();
        Self {
            named: row.whole.first > 0.5 && !row.whole.conflicts(),
            foreign: !gloss::gloss(text, &[]).is_empty(),
            numbers,
        }
    }

    fn translates(&self, other: &Self) -> bool {
        let digits: usize = self.numbers.iter().map(String::len).sum();
        self.named
            && other.named
            && self.foreign != other.foreign
            && digits >= TELLING
            && self.numbers == other.numbers
    }
}

#[cfg(test)]
mod tests {
    use crate::control::Mutation;
    use crate::control::planner::Canonical;
    use crate::{Options, Store};

    #[test]
    fn a_translation_goes_with_what_it_says() {
        let store = Store::open_in_memory(Options::default().with_planner(Canonical::default())).unwrap();
        let scope = store.scope("a").unwrap();
        for text in [
            "The price of the ferry to Osaka is 2400 yen.",
            "大阪行きのフェリーの運賃は2400円です。",
            "大阪の城は8時15分に開きます。",
        ] {
            scope.inscribe(text).unwrap();
        }
        let plan = scope.plan(Mutation::release("price of the ferry to Osaka")).unwrap();
        let texts: Vec<&str> = plan.steps.iter().map(|step| step.memory.text.as_str()).collect();
        assert_eq!(
            texts,
            ["The price of the ferry to Osaka is 2400 yen.", "大阪行きのフェリーの運賃は2400円です。"]
        );
    }
}
