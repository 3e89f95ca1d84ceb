//! What says in another language what a memory says that is meant: it names the same, and has the same numbers.

use nepenthe_text::entity::identifier::{is_year, numbers};
use nepenthe_text::gloss;

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;

/// How many digits tell a statement from others, and one that is quite likely by itself.
const TELLING: usize = 3;
const TELLING_IF_LIKELY: usize = 2;
/// How likely a translation must be by itself, and one that is to be erased, or has few digits.
const POSSIBLE: f64 = 0.05;
const LIKELY: f64 = 0.2;

/// Gives a memory the probability of its translation, where that is meant.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    of_those_meant(query, rows, if query.verb == Verb::Purge { LIKELY } else { POSSIBLE });
}

/// Gives a memory the probability of its translation, where the request quotes that, and no other was weighed.
pub(in crate::canonical) fn weigh_quoted(query: &Query<'_>, rows: &mut [Row]) {
    of_those_meant(query, rows, 0.0);
}

fn of_those_meant(query: &Query<'_>, rows: &mut [Row], least: f64) {
    if query.names.is_empty() && query.identifiers.is_empty() {
        return;
    }
    let meant = |row: &Row| row.kept.is_none() && row.probability >= MEANT;
    let read: Vec<Read<'_>> = rows.iter().map(Read::of).collect();
    let surest = |at: usize| {
        let likely = rows[at].probability >= LIKELY;
        let telling = if likely { TELLING_IF_LIKELY } else { TELLING };
        let said = (0..rows.len())
            .filter(|&other| meant(&rows[other]) && read[at].translates(&read[other], telling));
        said.map(|other| rows[other].probability).max_by(f64::total_cmp)
    };
    let possible = |row: &Row| row.kept.is_none() && row.probability >= least && !meant(row);
    let left = (0..rows.len()).filter(|&at| possible(&rows[at]));
    let found: Vec<(usize, f64)> = left.filter_map(|at| Some((at, surest(at)?))).collect();
    for (at, probability) in found {
        rows[at].probability = probability;
    }
}

/// What a memory shows of itself in any language.
struct Read<'r> {
    text: &'r str,
    /// Whether it is about what the request names.
    named: bool,
    numbers: Vec<String>,
}

impl<'r> Read<'r> {
    fn of(row: &'r Row) -> Self {
        let text = row.candidate.hit.memory.text.as_str();
        // "9:00" is 9, and much happens in one year.
        let mut numbers = numbers(text);
        numbers.retain(|number| number.bytes().any(|digit| digit != b'0') && !is_year(number));
        numbers.sort_unstable();
        Self { text, named: row.whole.first > 0.5 && !row.whole.conflicts(), numbers }
    }

    fn translates(&self, other: &Self, telling: usize) -> bool {
        let digits: usize = self.numbers.iter().map(String::len).sum();
        let foreign = |text: &str| !gloss::gloss(text, &[]).is_empty();
        self.named
            && other.named
            && digits >= telling
            && self.numbers == other.numbers
            && foreign(self.text) != foreign(other.text)
    }
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    #[test]
    fn a_translation_goes_with_what_it_says() {
        let texts = Texts::of(&[
            "The price of the ferry to Osaka is 2400 yen.",
            "大阪行きのフェリーの運賃は2400円です。",
            "大阪の城は8時15分に開きます。",
        ]);
        let texts = texts.touched(&Mutation::release("price of the ferry to Osaka"));
        assert_eq!(
            texts,
            ["The price of the ferry to Osaka is 2400 yen.", "大阪行きのフェリーの運賃は2400円です。"]
        );
    }
}
