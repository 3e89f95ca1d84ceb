//! What speaks for a way in which a memory may go.

use std::collections::BTreeSet;

use nepenthe_text::request::Extent;
use nepenthe_text::word;

use super::words::{self, Word};
use crate::Verb;
use crate::canonical::features::{features, flag, small};
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::span::overlap;
use crate::canonical::subsequence;
use crate::corpus::Relevance;

features!(
    /// The names of the numbers about a way in which a memory may go, in order.
    DELETION_FEATURES:
    supersede, purge, asks_everything, asks_attribute, asks_statement, asks_ended, rest_stays, by_name,
    in_part_over_goes, meant_over_stays, statements, content, whole, likelihood, gone_share, gone_content,
    kept_content, gone_mean, gone_least, kept_mean, kept_most, gone_asked, kept_asked, only_gone_asked,
    gone_again, kept_again, gone_in_run, parts_gone, part_gone, part_kept, cut, runs, first_gone, last_gone,
    added,
);

/// Words by which a statement hangs on the one before it: "and follows that strictly".
const BACK: [&str; 6] = ["that", "this", "it", "them", "those", "so"];
/// The most content words of a statement that only hangs on another.
const HANGING: usize = 3;
/// Words of requests that a year may answer.
const TIME: [&str; 10] = ["when", "year", "since", "long", "date", "time", "start", "born", "built", "age"];
/// From how many words on what is said again in the same order is a run.
const RUN: usize = 3;
/// The least probability of a word's going, or staying: none is so sure that all others count for nothing.
const LEAST: f32 = 0.02;

/// What all ways of one memory are weighed by.
pub(super) struct Weighing<'w> {
    query: &'w Query<'w>,
    row: &'w Row,
    read: &'w Relevance,
    words: Vec<Word>,
    stems: Vec<String>,
    /// The content words of the request, and whether the memory has all of them, of several.
    asked: BTreeSet<&'w str>,
    says_all: bool,
    /// Whether the new statement has each word, and whether it has it in a run of the same words.
    again: Vec<bool>,
    in_run: Vec<bool>,
    /// The content words that two statements of the same have, and no other statement has: they go together.
    twice: Vec<Vec<usize>>,
}

impl<'w> Weighing<'w> {
    pub(super) fn new(query: &'w Query<'w>, row: &'w Row, read: &'w Relevance) -> Self {
        let (words, stems) = words::weigh(&row.whole.said, read);
        let asked = query.own_words.iter().filter(|word| word.content).map(|word| word.stem.as_str());
        let asked: BTreeSet<&str> = asked.collect();
        let new = subsequence::stems(&word::words(query.new.unwrap_or_default()));
        let mut in_run = vec![false; stems.len()];
        for (start, run) in stems.windows(RUN).enumerate() {
            if new.windows(RUN).any(|again| again == run) {
                in_run[start..start + RUN].fill(true);
            }
        }
        let within = |clause: usize| {
            let span = row.text.clauses().get(clause).map(|clause| clause.span.clone()).unwrap_or_default();
            let own = |at: &usize| words[*at].content && overlap(&words[*at].span, &span);
            (0..words.len()).filter(own).collect::<Vec<_>>()
        };
        let pair = |(earlier, later)| {
            let both: Vec<usize> = within(earlier).into_iter().chain(within(later)).collect();
            let elsewhere = |at: &usize| {
                (0..stems.len()).any(|other| stems[other] == stems[*at] && !both.contains(&other))
            };
            both.iter().copied().filter(|at| !elsewhere(at)).collect()
        };
        let twice = row.text.clauses().said_again().into_iter().map(pair).collect();
        Self {
            twice,
            query,
            row,
            read,
            again: stems.iter().map(|stem| new.contains(stem)).collect(),
            says_all: asked.len() > 1 && has_all(&stems, &asked),
            words,
            stems,
            asked,
            in_run,
        }
    }

    /// The numbers of going whole.
    pub(super) fn whole(&self) -> Vec<f32> {
        self.numbers(&[], &vec![true; self.stems.len()])
    }

    /// The numbers of the way that leaves `rest`; `None` where that still says what is asked for: of a memory with every
    /// word of the request one that keeps them all ("Pell resigns in June." of "Pell resigns in June, confidential." for
    /// "that Pell resigns"); or where what goes is no state that another may take the place of, or is said again by
    /// what stays.
    pub(super) fn of(&self, rest: &str) -> Option<Vec<f32>> {
        let rest = subsequence::stems(&word::words(rest));
        let lost = words::lost(&self.stems, &rest);
        let still_says = self.says_all && has_all(&rest, &self.asked);
        let no_state = self.query.verb == Verb::Supersede && self.is_no_state(&lost);
        let in_half = self.twice.iter().any(|both| both.iter().any(|at| lost[*at] != lost[both[0]]));
        (!still_says && !no_state && !in_half).then(|| self.numbers(&rest, &lost))
    }

    /// Tells whether what goes is a year, or only hangs on a statement that stays, and was not asked for.
    fn is_no_state(&self, lost: &[bool]) -> bool {
        let asked = |stem: &str| self.query.own_words.iter().any(|word| word.stem == stem);
        let gone = || (0..lost.len()).filter(|at| lost[*at]);
        let content: Vec<&str> =
            gone().filter(|at| self.words[*at].content).map(|at| self.stems[at].as_str()).collect();
        if content.iter().any(|stem| asked(stem)) {
            return false;
        }
        let is_year = |stem: &str| {
            stem.len() == 4 && stem.bytes().all(|b| b.is_ascii_digit()) && stem.starts_with(['1', '2'])
        };
        let years = content.iter().all(|stem| is_year(stem)) && !TIME.iter().any(|word| asked(word));
        let hangs = gone().any(|at| BACK.contains(&self.stems[at].as_str()));
        years || hangs && content.len() <= HANGING
    }

    fn numbers(&self, rest: &[String], lost: &[bool]) -> Vec<f32> {
        let content: Vec<usize> = (0..lost.len()).filter(|at| self.words[*at].content).collect();
        let (gone, kept): (Vec<usize>, Vec<usize>) = content.iter().partition(|at| lost[**at]);
        let [stays, goes, in_part] = self.read.logits;
        let extent = |extent: Extent| flag(self.query.request.extent == extent);
        let mut n = Numbers {
            supersede: flag(self.query.verb == Verb::Supersede),
            purge: flag(self.query.verb == Verb::Purge),
            asks_everything: extent(Extent::Everything),
            asks_attribute: extent(Extent::Attribute),
            asks_statement: extent(Extent::Statement),
            asks_ended: extent(Extent::Ended),
            rest_stays: flag(self.query.request.rest_stays),
            by_name: flag(self.query.by_name()),
            in_part_over_goes: in_part - goes,
            meant_over_stays: goes.max(in_part) - stays,
            statements: small(self.row.text.clauses().len().min(8)),
            content: small(content.len()),
            whole: flag(rest.is_empty()),
            gone_share: small(gone.len()) / small(content.len().max(1)),
            gone_content: small(gone.len()),
            kept_content: small(kept.len()),
            gone_again: share(&gone, |at| self.again[at]),
            kept_again: share(&kept, |at| self.again[at]),
            gone_in_run: share(&gone, |at| self.in_run[at]),
            runs: small(lost.chunk_by(|a, b| a == b).filter(|run| run[0]).count()),
            first_gone: flag(lost.first() == Some(&true)),
            last_gone: flag(lost.last() == Some(&true)),
            added: small(rest.len() - lost.iter().filter(|lost| !**lost).count()),
            ..Numbers::default()
        };
        self.words_that_go(&mut n, &gone, &kept);
        self.parts_that_go(&mut n, &content, lost);
        n.into_vec()
    }

    /// How surely the content words go that go, and those that are kept; and which of them were asked for.
    fn words_that_go(&self, n: &mut Numbers, gone: &[usize], kept: &[usize]) {
        let goes = |at: &usize| self.words[*at].goes;
        let mean = |all: &[usize]| all.iter().map(goes).sum::<f32>() / small(all.len().max(1));
        n.gone_mean = mean(gone);
        n.gone_least = gone.iter().map(goes).fold(1.0, f32::min);
        n.kept_mean = mean(kept);
        n.kept_most = kept.iter().map(goes).fold(0.0, f32::max);
        let log = |goes: f32| libm::logf(goes.clamp(LEAST, 1.0 - LEAST));
        n.likelihood = gone.iter().map(|at| log(goes(at))).sum::<f32>()
            + kept.iter().map(|at| log(1.0 - goes(at))).sum::<f32>();
        let has = |all: &[usize], stem: &str| all.iter().any(|at| self.stems[*at] == stem);
        let asked: Vec<(bool, bool)> =
            self.asked.iter().map(|stem| (has(gone, stem), has(kept, stem))).collect();
        n.gone_asked = share(&asked, |(gone, _)| gone);
        n.kept_asked = share(&asked, |(_, kept)| kept);
        n.only_gone_asked = share(&asked, |(gone, kept)| gone && !kept);
    }

    /// Which statements go whole, how surely by the scorer's word, and how many words go of those that don't.
    fn parts_that_go(&self, n: &mut Numbers, content: &[usize], lost: &[bool]) {
        let mut gone = Vec::new();
        for (segment, goes) in self.row.segments.iter().zip(&self.row.goes) {
            let within = content.iter().filter(|at| overlap(&self.words[**at].span, &segment.span));
            let (of_it, lost) =
                within.fold((0, 0), |(of_it, all), at| (of_it + 1, all + usize::from(lost[*at])));
            #[expect(clippy::cast_possible_truncation, reason = "evidence is f32")]
            let goes = *goes as f32;
            if of_it > 0 && lost == of_it {
                gone.push(goes);
            } else {
                n.cut += small(lost);
                n.part_kept = n.part_kept.max(goes);
            }
        }
        n.parts_gone = small(gone.len()) / small(self.row.segments.len().max(1));
        n.part_gone = gone.iter().sum::<f32>() / small(gone.len().max(1));
    }
}

fn has_all(own: &[String], asked: &BTreeSet<&str>) -> bool {
    asked.iter().all(|stem| own.iter().any(|own| own == stem))
}

/// The share of those of which something holds; 0 of none.
fn share<T: Copy>(all: &[T], holds: impl Fn(T) -> bool) -> f32 {
    small(all.iter().filter(|one| holds(**one)).count()) / small(all.len().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::{Components, candidates};
    use crate::testing::Texts;
    use crate::{Memories, Mutation, Target};

    /// The numbers of the ways that leave these rests, of a memory whose words all go but those of `stays`.
    fn numbers<const N: usize>(
        mutation: &Mutation,
        text: &'static str,
        stays: &str,
        rests: [&str; N],
    ) -> [Option<Vec<f32>>; N] {
        let Target::Words(request) = mutation.target() else { panic!("no words") };
        let components = Components::default().without_models();
        let query = Query::new(mutation, request, components);
        let corpus = Texts::of(&[text]);
        let memories = Memories::of(&corpus);
        let candidates = candidates::gather(&query, &memories, components).unwrap();
        let row = Row::unscored(&query, candidates, &memories, components).remove(0);
        let stays = text.find(stays).map_or(0..0, |at| at..at + stays.len());
        let goes = |word: word::Word| {
            let logit = if overlap(&word.span, &stays) { -50.0 } else { 50.0 };
            (word.span, logit)
        };
        let tokens = word::words(text).into_iter().map(goes).collect();
        let read = Relevance { logits: [0.0, 1.0, 1.0], tokens };
        let weighing = Weighing::new(&query, &row, &read);
        rests.map(|rest| weighing.of(rest))
    }

    fn number(numbers: &[f32], name: &str) -> f32 {
        numbers[DELETION_FEATURES.iter().position(|own| *own == name).unwrap()]
    }

    #[test]
    fn the_way_that_takes_what_goes_and_nothing_else_is_the_likeliest() {
        let text = "Ana plays the harp, and Ivo fixes clocks.";
        let [right, wrong] = numbers(
            &Mutation::release("which instrument Ana plays"),
            text,
            "Ivo fixes clocks",
            ["Ivo fixes clocks.", "Ana plays the harp."],
        )
        .map(Option::unwrap);
        assert!(number(&right, "likelihood") > number(&wrong, "likelihood"));
        assert!(number(&right, "gone_least") > 0.99 && number(&right, "kept_most") < 0.01);
        assert_eq!(
            (number(&right, "parts_gone"), number(&right, "cut"), number(&right, "runs")),
            (0.5, 0.0, 1.0)
        );
        assert_eq!((number(&right, "kept_asked"), number(&wrong, "gone_asked")), (0.0, 0.0));
        assert_eq!((number(&right, "first_gone"), number(&wrong, "first_gone")), (1.0, 0.0));
    }

    #[test]
    fn a_year_or_what_hangs_on_the_rest_is_no_state_of_its_own() {
        let is_way = |request: &str, text: &'static str, rest: &str| {
            let mutation = Mutation::supersede(request, "It is otherwise now.");
            numbers(&mutation, text, "", [rest])[0].is_some()
        };
        let bob = "Bob moved to Netflix in 2022.";
        assert!(!is_way("Bob employer", bob, "Bob moved to Netflix."));
        assert!(is_way("the year when Bob moved", bob, "Bob moved to Netflix."));
        assert!(is_way("Bob employer", bob, "Bob moved in 2022."));
        let victor = "Victor is pescatarian and follows that strictly.";
        assert!(!is_way("Victor diet", victor, "Victor is pescatarian."));
        assert!(is_way("how strictly Victor keeps to his diet", victor, "Victor is pescatarian."));
    }

    #[test]
    fn a_rest_that_still_says_what_is_asked_for_is_no_way() {
        let text = "Pell resigns in June, confidential.";
        let [says, does_not] = numbers(
            &Mutation::release("that Pell resigns"),
            text,
            "",
            ["Pell resigns in June.", "In June, confidential."],
        );
        assert!(says.is_none() && does_not.is_some());
    }
}
