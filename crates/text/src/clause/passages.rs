//! A long text in passages: runs of sentences and lines that say enough alone.

use std::ops::Range;

use super::layout::Layout;
use super::split;
use super::structure::{Line, Part};
use super::token::{Token, tokens};
use super::word_class::{DET, SUBJ, THIRD_PERSON};

/// Among how many words of a sentence a pronoun makes it go on about what was said before.
const OPENING: usize = 6;

/// How many bytes a line has, at least, that is broken because it is full.
const FULL: usize = 40;

/// A sentence, or lines that say nothing without each other.
struct Atom {
    start: usize,
    words: usize,
    /// It goes on about what the one before is about.
    goes_on: bool,
    /// It is a list item or heading.
    marked: bool,
}

/// Returns the passages of a text, in bytes, which cover it; none where it is one thing: JSON, a table, a record. Sentences are put together up
/// to `most` words, and those that go on about the same up to `longest`.
#[must_use]
pub fn passages(text: &str, most: usize, longest: usize) -> Vec<Range<usize>> {
    let layout = split::layout(text);
    if layout.json.is_some() {
        return Vec::new();
    }
    let (mut starts, mut words) = (Vec::new(), 0);
    for atom in atoms(text, &layout) {
        let limit = match (atom.goes_on, atom.marked) {
            (true, _) => longest,
            (false, true) => 0,
            (false, false) => most,
        };
        if starts.is_empty() || words + atom.words > limit {
            starts.push(atom.start);
            words = 0;
        }
        words += atom.words;
    }
    if starts.len() < 2 {
        return Vec::new();
    }
    starts[0] = 0;
    let ends = starts[1..].iter().copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Returns a text with a space, of the same length, for each line break in the middle of a sentence.
#[must_use]
pub fn unwrapped(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let goes_on = lines
            .peek()
            .is_some_and(|next| next.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit()));
        let own = line
            .strip_suffix('\n')
            .filter(|own| own.len() >= FULL && own.ends_with(|c: char| c.is_alphanumeric() || c == ','));
        match own.filter(|_| goes_on && !is_item(lines.peek().copied().unwrap_or_default())) {
            Some(own) => {
                whole.push_str(own);
                whole.push(' ');
            }
            None => whole.push_str(line),
        }
    }
    whole
}

/// "2. Bo", "3) the key".
fn is_item(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with(['.', ')'])
}

fn count(text: &str) -> usize {
    text.split_whitespace().count()
}

fn atoms(text: &str, layout: &Layout) -> Vec<Atom> {
    let (tokens, _) = tokens(text);
    let mut atoms: Vec<Atom> = Vec::new();
    let mut titled = false;
    for (index, line) in layout.lines.iter().enumerate() {
        let end = line.end.end;
        let above = index.checked_sub(1).map(|above| &layout.lines[above]);
        let under_title = titled && !line.title && !line.parts.is_empty();
        titled = line.title || under_title;
        let hangs = line.holder.is_some() && line.head.is_empty() || under_title;
        let bound = hangs && !states(layout, line)
            || line.name.is_some()
            || is_field(line) && above.is_some_and(is_field);
        // What stands under one heading, or in one row, is one.
        let whole = is_field(line) || !line.head.is_empty() || line.parts.is_empty();
        let parts: Vec<&Part> = if whole { Vec::new() } else { line.parts.iter().collect() };
        let mut from = line.lead.start;
        let ends = parts.iter().skip(1).map(|part| start_of(part)).chain([end]);
        for (place, until) in ends.enumerate() {
            let part = parts.get(place);
            let words = count(&text[from..until]);
            let hangs = if place == 0 {
                bound
            } else {
                part.is_some_and(|part| !part.turn.is_empty() || part.headed)
            };
            match atoms.last_mut().filter(|_| hangs || words == 0) {
                Some(last) => last.words += words,
                None => {
                    let goes_on =
                        part.is_some_and(|part| is_linked(layout, part) || opens_with_pronoun(&tokens, part));
                    let marked = place == 0 && !text[line.lead.clone()].trim().is_empty();
                    atoms.push(Atom { start: from, words, goes_on, marked });
                }
            }
            from = until;
        }
    }
    atoms
}

fn start_of(part: &Part) -> usize {
    [&part.core, &part.head, &part.label]
        .into_iter()
        .filter(|span| !span.is_empty())
        .map(|span| span.start)
        .min()
        .unwrap_or(part.core.start)
}

/// Whether a line says something of somebody: "- Ana moves in June", not "- Ana: nuts".
fn states(layout: &Layout, line: &Line) -> bool {
    let first = line.parts.first().and_then(|part| part.units.first());
    line.head.is_empty() && first.is_some_and(|&unit| layout.units[unit].subject.is_some())
}

fn is_field(line: &Line) -> bool {
    line.cells || line.pairs || line.entries || line.columns || line.header
}

/// Whether a sentence has a pronoun for something of another, or shares a word with it.
fn is_linked(layout: &Layout, part: &Part) -> bool {
    part.units.iter().any(|&id| {
        let unit = &layout.units[id];
        let holders = unit.pronoun.iter().map(|own| own.holder).chain(unit.echo.iter().map(|own| own.holder));
        let others = holders.chain(unit.gap.iter().map(|own| own.holder)).chain(unit.open.iter().copied());
        others.into_iter().any(|other| !part.units.contains(&other))
    })
}

fn opens_with_pronoun(tokens: &[Token], part: &Part) -> bool {
    let from = tokens.partition_point(|token| token.start < part.core.start);
    let own = tokens[from..].iter().take_while(|token| token.start < part.core.end);
    own.filter(|token| token.word()).take(OPENING).any(|token| {
        token.is(THIRD_PERSON) || token.start == part.core.start && token.is(DET) && token.is(SUBJ)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, most: usize) -> Vec<&str> {
        passages(text, most, most * 2).into_iter().map(|span| text[span].trim_end()).collect()
    }

    #[test]
    fn sentences_are_kept_whole_and_together() {
        let text = "Ana came at ten. Bo wants the van on Thursday. The boiler man comes on Friday. The gate code is 5519.";
        assert_eq!(
            read(text, 12),
            [
                "Ana came at ten. Bo wants the van on Thursday.",
                "The boiler man comes on Friday. The gate code is 5519."
            ]
        );
        assert_eq!(read(text, 100), Vec::<&str>::new());
        let all: String = passages(text, 5, 5).into_iter().map(|span| &text[span]).collect();
        assert_eq!(all, text);
    }

    #[test]
    fn what_goes_on_about_somebody_stays_with_them() {
        let text = "The gate code is 5519. Ana came at ten. She wants beans. The cat needs an injection.";
        assert_eq!(
            read(text, 9),
            ["The gate code is 5519. Ana came at ten. She wants beans.", "The cat needs an injection."]
        );
    }

    #[test]
    fn a_sentence_goes_on_behind_a_full_line() {
        for (text, breaks) in [
            ("The boiler man comes on Friday between eight\nand twelve. The gate is shut.\nAsk Bo.", 1),
            ("Somebody rang about the piano from 020 7946\n0018 at ten.", 0),
            ("The list of those who come to the house now\n1. Ana\n2. Bo", 2),
            ("- Ana keeps the red key\n- bo keeps the blue key", 1),
            ("Ana has the red key\nand Bo", 1),
        ] {
            let whole = unwrapped(text);
            assert_eq!((whole.matches('\n').count(), whole.len()), (breaks, text.len()), "{text}");
        }
    }

    #[test]
    fn lines_are_passages_and_records_are_one() {
        let text = "- Ana keeps the red key.\n- Bo keeps the blue key.\n- Carla has no key at all.";
        assert_eq!(read(text, 7), text.lines().collect::<Vec<_>>());
        for text in [
            "{\"name\": \"Ana\", \"phone\": \"555-0142\", \"notes\": \"likes tea and has three cats in a flat\"}",
            "Name: Ana Roe\nPhone: 555-0142\nCity: Graz\nDiet: no nuts\nCar: red Panda",
            "name | city\nAna | Graz\nBo | Oslo\nCarla | Lyon\nDora | Rome",
        ] {
            assert_eq!(read(text, 4), Vec::<&str>::new(), "{text}");
        }
        let text = "# Notes 4 May\n- Ana moves to Graz in June.\n- Bo's invoice is late; he pays by Friday.\n- Router: kestrel-99";
        assert_eq!(read(text, 5), text.lines().collect::<Vec<_>>());
        let text = "The pump is new.\n\nAllergies:\n- Ana: nuts and milk\n- Bo: bee stings\n\nThe gate is shut at ten.";
        assert_eq!(
            read(text, 8),
            [
                "The pump is new.",
                "Allergies:\n- Ana: nuts and milk\n- Bo: bee stings",
                "The gate is shut at ten."
            ]
        );
    }
}
