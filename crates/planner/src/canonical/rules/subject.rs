//! What has the new statement's subject, and a word of it or of the request beside, is the old state where nothing else is: "The pear
//! rows were watered from the cistern" for "The pear rows get their water from the stream".

use std::collections::BTreeSet;

use nepenthe_text::clause;
use nepenthe_text::word::{Word, words};

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;
use crate::canonical::span::overlap;

/// How likely it must be.
const LIKELY: f64 = 0.15;
/// How sure a plan is that takes it for having one word of what the new statement says of its subject, or several.
const TOLD: f64 = 0.6;
const TOLD_TWICE: f64 = 0.75;

/// Raises the probability of the only memory that is so, where none is meant.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    let Some(new) = query.new.filter(|_| query.verb == Verb::Supersede) else { return };
    if rows.iter().any(|row| row.probability >= MEANT) {
        return;
    }
    let Statement { subject, says } = Statement::of(new);
    if subject.is_empty() {
        return;
    }
    let is_of_it = |row: &Row| {
        let own = Statement::of_row(row);
        let asked = |stem: &String| says.contains(stem) || query.stems.contains(stem);
        own.subject == subject && own.says.iter().any(|stem| asked(stem) && !subject.contains(stem))
    };
    let open = |row: &Row| row.kept.is_none() && !row.whole.conflicts() && row.segments.len() < 2;
    let found: Vec<usize> =
        (0..rows.len()).filter(|row| open(&rows[*row]) && is_of_it(&rows[*row])).collect();
    let [only] = found[..] else { return };
    let likely = |row: &Row| row.probability;
    let most = rows.iter().map(likely).fold(0.0, f64::max);
    let own = rows[only].probability;
    if own >= LIKELY && own >= most {
        rows[only].probability = MEANT + own / 4.0;
        // It says of the subject what the new statement says.
        let said = Statement::of_row(&rows[only]).says;
        let again = said.iter().filter(|stem| says.contains(*stem) && !subject.contains(*stem)).count();
        // "In the low season" is not "between the seasons".
        let new: BTreeSet<String> = words(new).into_iter().map(|word| word.stem).collect();
        let mut asked = query.own_words.iter().filter(|word| word.content && new.contains(&word.stem));
        let lacks = asked.any(|word| !rows[only].whole.said.words().iter().any(|own| own.stem == word.stem));
        rows[only].told = match again {
            0 => 0.0,
            _ if lacks => 0.0,
            1 => TOLD,
            _ => TOLD_TWICE,
        };
    }
}

/// Stems of the content words of a statement's subject, and of what it says.
pub(super) struct Statement {
    pub(super) subject: BTreeSet<String>,
    pub(super) says: BTreeSet<String>,
}

impl Statement {
    /// Of a text that states one thing.
    pub(super) fn of(text: &str) -> Self {
        let subject = clause::split(text).iter().next().and_then(|clause| clause.subject.clone());
        Self::parted(&words(text), subject)
    }

    /// Of a memory.
    pub(super) fn of_row(row: &Row) -> Self {
        let subject = row.text.clauses().get(0).and_then(|clause| clause.subject.clone());
        Self::parted(row.whole.said.words(), subject)
    }

    fn parted(words: &[Word], subject: Option<std::ops::Range<usize>>) -> Self {
        let within = |word: &&Word| subject.as_ref().is_some_and(|subject| overlap(&word.span, subject));
        let content = words.iter().filter(|word| word.content);
        let (subject, says): (Vec<&Word>, Vec<&Word>) = content.partition(within);
        let stems = |words: Vec<&Word>| words.into_iter().map(|word| word.stem.clone()).collect();
        Self { subject: stems(subject), says: stems(says) }
    }
}

#[cfg(test)]
mod tests {
    use super::Statement;
    use crate::Mutation;
    use crate::testing::Texts;

    const NEW: &str = "The pear rows get their water from the stream.";

    fn gone(texts: &[&'static str]) -> Vec<String> {
        Texts::of(texts).touched(&Mutation::supersede("pear rows water source", NEW))
    }

    #[test]
    fn the_only_other_statement_of_the_subject_is_replaced() {
        let old = "The pear rows were watered from the cistern.";
        assert_eq!(gone(&[old, "Frogs live in the cistern.", "The stream freezes."]), [old]);
    }

    #[test]
    fn another_subject_is_told_apart() {
        let pears = Statement::of(NEW).subject;
        assert!(!pears.is_empty());
        assert_eq!(Statement::of("The pear rows were watered from the cistern.").subject, pears);
        assert_ne!(Statement::of("The plum rows were watered from the cistern.").subject, pears);
    }
}
