//! What the relevance model reads of a request and of a memory: its text, with what is wanted spelled as the request spells it,
//! and with English words for those of other languages.
//!
//! That a name in another script, or a number with other separators, is the wanted one is known from the rules; the model
//! is spared to find out. It reads English alone.

use std::ops::Range;

use nepenthe_text::gloss;

use crate::corpus::Relevance;

/// Where a piece that was replaced lies in the reading, and where in its source.
type Piece = (Range<usize>, Range<usize>);

/// A text with some pieces of it replaced.
#[derive(Debug, Clone, Default)]
pub struct ModelInput {
    /// What is read.
    pub text: String,
    /// Where pieces of the reading come from, in order: those that were replaced.
    replaced: Vec<Piece>,
}

impl ModelInput {
    /// Reads a text in English, with names and identifiers written as given.
    pub(super) fn in_english(source: &str, given: Vec<(Range<usize>, String)>) -> Self {
        let spans: Vec<Range<usize>> = given.iter().map(|(span, _)| span.clone()).collect();
        let mut instead = given;
        for (word, english) in gloss::gloss(source, &spans) {
            let within = |span: &Range<usize>| word.start <= span.start && span.end <= word.end;
            let mut names = instead[..spans.len()].iter_mut().filter(|(span, _)| within(span));
            match (names.next(), names.next()) {
                // A particle is written together with a name: "Seo-yun" of 서윤이는.
                (Some((span, _)), None) => *span = word,
                _ => instead.push((word, english)),
            }
        }
        Self::new(source, instead)
    }

    /// Replaces spans of a text; of spans that overlap the longest, and among equals the first given.
    pub(super) fn new(source: &str, mut instead: Vec<(Range<usize>, String)>) -> Self {
        instead.sort_by_key(|(span, _)| std::cmp::Reverse(span.len()));
        let mut taken: Vec<(Range<usize>, String)> = Vec::new();
        for (span, text) in instead {
            if taken.iter().all(|(other, _)| !super::span::overlap(&span, other)) {
                taken.push((span, text));
            }
        }
        taken.sort_by_key(|(span, _)| span.start);
        let (mut text, mut replaced, mut read) = (String::with_capacity(source.len()), Vec::new(), 0);
        for (span, other) in taken {
            text.push_str(&source[read..span.start]);
            let start = text.len();
            text.push_str(&other);
            replaced.push((start..text.len(), span.clone()));
            read = span.end;
        }
        text.push_str(&source[read..]);
        Self { text, replaced }
    }

    /// Tells whether nothing was replaced.
    pub(super) fn is_as_written(&self) -> bool {
        self.replaced.is_empty()
    }

    /// What was read of the reading, as if it had been read of the source.
    pub(super) fn back(&self, mut read: Relevance) -> Relevance {
        for (span, _) in &mut read.tokens {
            *span = self.place(span);
        }
        read
    }

    /// Where in the reading a span of the source lies; all that stands for a piece that was replaced, in part or whole.
    #[must_use]
    pub fn there(&self, span: &Range<usize>) -> Range<usize> {
        self.across(span, |(read, source)| (source, read))
    }

    /// Where in the source a span of the reading lies; all of what was replaced for a span within.
    fn place(&self, span: &Range<usize>) -> Range<usize> {
        self.across(span, |(read, source)| (read, source))
    }

    /// Carries a span from one side to the other, of a piece that was replaced all.
    fn across(
        &self,
        span: &Range<usize>,
        sides: fn(&Piece) -> (&Range<usize>, &Range<usize>),
    ) -> Range<usize> {
        let at = |position: usize, end: bool| {
            let inside = position - usize::from(end);
            let before = self.replaced.partition_point(|piece| sides(piece).0.end <= inside);
            match self.replaced.get(before).map(sides) {
                Some((from, to)) if from.start <= inside => {
                    if end {
                        to.end
                    } else {
                        to.start
                    }
                }
                _ => match before.checked_sub(1).map(|before| sides(&self.replaced[before])) {
                    Some((from, to)) => to.end + (position - from.end),
                    None => position,
                },
            }
        };
        let start = at(span.start, false);
        if span.is_empty() { start..start } else { start..at(span.end, true) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str, instead: &[(&str, &str)]) -> (String, Vec<String>) {
        let find = |text: &str| source.find(text).map(|at| at..at + text.len()).unwrap_or_default();
        let reading = ModelInput::new(
            source,
            instead.iter().map(|(old, new)| (find(old), (*new).to_owned())).collect(),
        );
        let words = nepenthe_text::word::words(&reading.text);
        let back = words.iter().map(|word| source[reading.place(&word.span)].to_owned());
        (reading.text.clone(), back.collect())
    }

    #[test]
    fn words_of_a_reading_are_found_in_its_source() {
        let (text, back) = read("Капитан Щукин — причал 6.", &[("Щукин", "Shchukin")]);
        assert_eq!(text, "Капитан Shchukin — причал 6.");
        assert_eq!(back, ["Капитан", "Щукин", "причал", "6"]);
        let (text, back) = read("a 12 b 34", &[("12", "one two"), ("34", "")]);
        assert_eq!(text, "a one two b ");
        assert_eq!(back, ["a", "12", "12", "b"]);
    }

    #[test]
    fn a_name_is_read_as_the_request_writes_it() {
        let read = |request: &str, text: &str| {
            let mutation = crate::Mutation::release(request);
            let planner = crate::Canonical::default();
            planner.readings(&mutation, &[text]).unwrap().1.remove(0).text
        };
        for (request, text, name) in [
            ("our warehouse in Osaka", "大阪の倉庫 is guarded.", "Osaka"),
            ("the Cairo office", "مكتب القاهرة يحتاج إلى طابعة جديدة.", "Cairo"),
            ("who runs the Lwów depot", "Складом у Львові керує Роксолана.", "Lwów"),
            ("Joerg Gruenewald's shift", "Jörg Grünewald is on the early shift.", "Joerg Gruenewald"),
            // A particle is written together with the name.
            ("what Seo-yun drinks", "서윤이는 우유를 못 마셔요.", "Seo-yun "),
        ] {
            let reading = read(request, text);
            assert!(reading.contains(name), "{reading}");
        }
        assert!(!read("our warehouse in Osaka", "岡山の倉庫 holds eel.").contains("Osaka"));
    }

    #[test]
    fn of_overlapping_pieces_the_longest_is_replaced() {
        let (text, back) =
            read("Weliko Tarnowo: Schlüssel", &[("Tarnowo", "x"), ("Weliko Tarnowo", "Veliko Tarnovo")]);
        assert_eq!(text, "Veliko Tarnovo: Schlüssel");
        assert_eq!(back, ["Weliko Tarnowo", "Weliko Tarnowo", "Schlüssel"]);
    }
}
