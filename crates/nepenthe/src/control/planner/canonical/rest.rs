//! What is left of a memory that loses a part: of all the ways in which it can be written without some of its statements
//! or parties, the one that takes the words that the relevance model says go, and no others.

use std::collections::HashSet;
use std::ops::Range;

use nepenthe_text::clause::{self, Clauses};
use nepenthe_text::word::words;

use super::ask::Ask;
use super::common;
use super::decide::mentions;
use super::part::{Row, overlap};
use crate::control::Verb;
use crate::embed::Relevance;

/// Up to how many statements all combinations are tried, of the text and of the text without a party.
const COMBINED: usize = 7;
const COMBINED_WITHOUT_PARTY: usize = 4;
/// How many texts without a party are tried without statements too.
const SHORTER: usize = 24;
/// How much more has to speak for the whole memory where the request says that the rest stays, in words.
const REST_STAYS: f32 = 2.0;
/// How much a word that says little counts, beside one that says something.
const LITTLE: f32 = 0.3;
/// How much the logits of going whole against going in part count, in words.
const WHOLE: f32 = 2.0;
/// The least gain of a word that the new statement says again.
const AGAIN: f32 = 0.2;
/// The same in a run of at least so many words that are all said again in this order: none of it is lost.
const AGAIN_IN_A_RUN: (usize, f32) = (3, 0.8);

/// How much less is gained by a word of a statement about others.
const OTHERS: f32 = 0.6;
/// Words by which a statement hangs on the one before it: "and follows that strictly".
const BACK: [&str; 6] = ["that", "this", "it", "them", "those", "so"];
/// The most content words of a statement that only hangs on another.
const HANGING: usize = 3;
/// Words of requests that a year may answer.
const TIME: [&str; 10] = ["when", "year", "since", "long", "date", "time", "start", "born", "built", "age"];

/// A word of the memory, with how much is gained when it goes: from -1 to 1.
struct Word {
    stem: String,
    span: Range<usize>,
    content: bool,
    gain: f32,
}

/// Returns the best text without what is meant; `None` where the whole memory had better go. What a new statement says again
/// is not lost.
pub(super) fn best(ask: &Ask<'_>, row: &Row, read: &Relevance) -> Option<String> {
    let text = row.whole.standalone.as_str();
    let mut own = weigh(text, read);
    let said: Vec<String> = words(ask.new.unwrap_or_default()).into_iter().map(|word| word.stem).collect();
    spare_what_is_said_again(&mut own, &said);
    // Of what is to be forgotten with everything about it, nothing is left that mentions it.
    let named = match ask.by_identity() || ask.by_name() {
        true => mentions(ask, text),
        false => Vec::new(),
    };
    let thing = !named.is_empty();
    if thing {
        spare_others(&mut own, row);
    }
    let orphans = clause::Orphans::new(text, &named);
    let still_says = still_says(ask, &own);
    let whole: f32 = own.iter().map(|word| word.gain).sum();
    let whole = whole + WHOLE * (read.logits[1] - read.logits[2]);
    let whole = whole - if ask.request.rest_stays { REST_STAYS } else { 0.0 };
    let mut best: Option<(f32, String)> = None;
    // A state without its object or place is none: "Bo moved in 2018" of "Bo moved to Oslo in 2018".
    let in_parts = ask.verb != Verb::Supersede || row.clauses.len() > 1;
    for rest in rests(row, text, in_parts) {
        let of_thing = || !mentions(ask, &rest).is_empty() || orphans.are_in(&rest);
        if rest == text || thing && of_thing() || still_says(&rest) {
            continue;
        }
        let gone = gone(&own, &rest);
        if ask.verb == Verb::Supersede && says_nothing(ask, &gone) {
            continue;
        }
        let gain: f32 = gone.iter().map(|word| word.gain).sum();
        if gain > best.as_ref().map_or(whole, |(most, _)| *most) {
            best = Some((gain, rest));
        }
    }
    best.map(|(_, rest)| rest)
}

/// The ways to write the memory without a part: without some of its statements, one or two of its parties, or both; with
/// `modifiers` also without words that only hang on others.
pub(super) fn rests(row: &Row, text: &str, modifiers: bool) -> Vec<String> {
    let mut rests = without_clauses(&row.clauses, COMBINED);
    let mut shorter = vec![text.to_owned()];
    // One list at a time, since each removal moves what follows.
    for _ in 0..2 {
        shorter = shorter.iter().flat_map(|text| without_parties(text, modifiers)).collect();
        for text in shorter.iter().take(SHORTER) {
            rests.extend(without_clauses(&clause::split(text), COMBINED_WITHOUT_PARTY));
        }
        rests.extend(shorter.iter().cloned());
    }
    let mut seen = HashSet::new();
    rests.retain(|rest| seen.insert(rest.clone()));
    rests
}

/// Without every set of clauses, if there are few; of many, without each run of neighbours.
fn without_clauses(clauses: &Clauses, few: usize) -> Vec<String> {
    let count = clauses.len();
    let sets: Vec<Vec<usize>> = if count < 2 {
        Vec::new()
    } else if count <= few {
        let sets = 1..(1_usize << count) - 1;
        sets.map(|set| (0..count).filter(|clause| set >> clause & 1 == 1).collect()).collect()
    } else {
        let from = |start: usize| (start + 1..=count).map(move |end| (start..end).collect());
        (0..count).flat_map(from).filter(|set: &Vec<usize>| set.len() < count).collect()
    };
    sets.iter().filter_map(|set| clauses.without(set)).collect()
}

fn without_parties(text: &str, modifiers: bool) -> Vec<String> {
    let lists = clause::parties(text);
    let members = lists.iter().filter(|list| list.members.len() > 1).flat_map(|list| &list.members);
    let fewer = members.take(12).filter_map(|member| clause::without_party(text, member.span.clone()));
    fewer.chain(modifiers.then(|| clause::shorter(text)).into_iter().flatten()).collect()
}

fn weigh(text: &str, read: &Relevance) -> Vec<Word> {
    let probability = |span: &Range<usize>| {
        let (sum, count) = read
            .tokens
            .iter()
            .filter(|(token, _)| overlap(token, span))
            .fold((0.0, 0.0_f32), |(sum, count), (_, logit)| {
                (sum + 1.0 / (1.0 + libm::expf(-logit)), count + 1.0)
            });
        // What the model hasn't read is no reason for or against.
        if count > 0.0 { sum / count } else { 0.5 }
    };
    words(text)
        .into_iter()
        .map(|word| {
            let weight = if word.content { 1.0 } else { LITTLE };
            Word {
                content: word.content,
                gain: weight * (2.0 * probability(&word.span) - 1.0),
                stem: word.stem,
                span: word.span,
            }
        })
        .collect()
}

/// Lowers the gain of the words of full statements that neither name what is asked for nor may mean it by a pronoun.
fn spare_others(own: &mut [Word], row: &Row) {
    for part in row.parts.iter().filter(|part| part.speaks_of_others()) {
        for word in own.iter_mut().filter(|word| overlap(&word.span, &part.span)) {
            word.gain = (word.gain - OTHERS).max(-1.0);
        }
    }
}

/// Raises the gain of the words that the new statement says again.
fn spare_what_is_said_again(own: &mut [Word], said: &[String]) {
    let (least, gain) = AGAIN_IN_A_RUN;
    for word in own.iter_mut().filter(|word| said.contains(&word.stem)) {
        word.gain = word.gain.max(AGAIN);
    }
    for start in 0..own.len().saturating_sub(least - 1) {
        let run = &mut own[start..start + least];
        if said.windows(least).any(|words| words.iter().zip(&*run).all(|(said, word)| *said == word.stem)) {
            run.iter_mut().for_each(|word| word.gain = word.gain.max(gain));
        }
    }
}

/// Tells whether words alone are no state that another may take the place of: a year, or what only hangs on a statement that
/// stays, unless they were asked for.
fn says_nothing(ask: &Ask<'_>, gone: &[&Word]) -> bool {
    let asked = |stem: &str| ask.own_words.iter().any(|word| word.stem == stem);
    if gone.iter().any(|word| word.content && asked(&word.stem)) {
        return false;
    }
    let is_year = |word: &Word| {
        word.stem.len() == 4
            && word.stem.bytes().all(|b| b.is_ascii_digit())
            && word.stem.starts_with(['1', '2'])
    };
    let mut content = gone.iter().filter(|word| word.content);
    let years = content.clone().all(|word| is_year(word)) && !TIME.iter().any(|word| asked(word));
    let hangs = gone.iter().any(|word| BACK.contains(&word.stem.as_str()));
    years || hangs && content.by_ref().count() <= HANGING
}

/// Tells of a rest whether it still says what is asked for: of a memory with every word of the request one that keeps them all
/// ("Pell resigns in June." of "Pell resigns in June, confidential." for "that Pell resigns").
fn still_says(ask: &Ask<'_>, own: &[Word]) -> impl Fn(&str) -> bool {
    let asked: Vec<String> =
        ask.own_words.iter().filter(|word| word.content).map(|word| word.stem.clone()).collect();
    let all = asked.len() > 1 && asked.iter().all(|stem| own.iter().any(|word| word.stem == *stem));
    move |rest| {
        all && {
            let rest = words(rest);
            asked.iter().all(|stem| rest.iter().any(|word| word.stem == *stem))
        }
    }
}

/// The words that `rest` has no longer: what the longest common run of words leaves out.
fn gone<'w>(own: &'w [Word], rest: &str) -> Vec<&'w Word> {
    let rest: Vec<String> = words(rest).into_iter().map(|word| word.stem).collect();
    let stems: Vec<String> = own.iter().map(|word| word.stem.clone()).collect();
    let mut stays = common::run(&stems, &rest).into_iter().map(|(place, _)| place).peekable();
    own.iter()
        .enumerate()
        .filter(|(place, _)| stays.next_if_eq(place).is_none())
        .map(|(_, word)| word)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Mutation;
    use crate::control::planner::canonical::Components;

    #[test]
    fn a_year_or_what_hangs_on_the_rest_is_no_state_of_its_own() {
        let says_nothing = |request: &str, text: &str, rest: &str| {
            let mutation = Mutation::supersede(request, "It is otherwise now.");
            let ask = Ask::new(&mutation, request, Components::default());
            let own: Vec<Word> = words(text)
                .into_iter()
                .map(|word| Word { content: word.content, stem: word.stem, span: word.span, gain: 0.0 })
                .collect();
            super::says_nothing(&ask, &gone(&own, rest))
        };
        let bob = "Bob moved to Netflix in 2022.";
        assert!(says_nothing("Bob employer", bob, "Bob moved to Netflix."));
        assert!(!says_nothing("when Bob moved", bob, "Bob moved to Netflix."));
        assert!(!says_nothing("Bob employer", bob, "Bob moved in 2022."));
        let victor = "Victor is pescatarian and follows that strictly.";
        assert!(says_nothing("Victor diet", victor, "Victor is pescatarian."));
        assert!(!says_nothing("how strictly Victor keeps to his diet", victor, "Victor is pescatarian."));
    }
}
