//! What a request says is to stay: read as a request of its own, so that what it means is spared.

use std::collections::BTreeSet;

use nepenthe_text::clause;
use nepenthe_text::request::{Extent, excepted_in_full};
use nepenthe_text::word::{begin_alike, words};

use super::compression::left;
use super::contact;
use super::query::{Query, stems};
use super::row::Row;
use super::scorer::{MEANT, Scorer};
/// How sure a plan is, at most, of an exception that it can only read in part.
const DOUBTED: f64 = 0.9;
/// How likely what no memory plainly says is to be a memory, at least, that stays for it, and how many times as likely as the next.
const LIKELY: f64 = 0.05;
const BY_FAR: f64 = 3.0;
/// How long a common beginning makes two words one: "allergy" and "allergic".
const COMMON: usize = 5;
/// From which certainty on a memory that names what is asked for goes although the exception names another.
const NAMED: f32 = 0.6;

/// Words behind an exception that stand for what is asked for.
const ITS: &[&str] = &[
    "her", "his", "its", "their", "the", "any", "all", "sein", "seine", "ihre", "ihr", "son", "sa", "ses",
    "su", "sus", "suo", "sua", "suoi", "seu", "seus", "suas", "zijn", "haar", "den", "die", "das", "der",
    "le", "la", "les", "el", "los", "las", "il", "lo", "os", "as", "de", "het",
];
/// Words by which an exception says no more than that the rest stays.
const OTHERS: &[&str] = &[
    "other", "others", "else", "rest", "remaining", "remainder", "anderen", "andere", "autres", "otros",
    "otras", "altri", "altre", "outros", "outras", "остальные", "остальное", "другие",
];
/// What says of an exception that nothing else stays.
const ONLY: &[&str] = &["only", "just"];
/// Whose the exception is: that of what is asked for.
const IT_HAS: &[&str] = &["his", "her", "its", "their"];
const IT: &[&str] = &["she", "he", "it", "they"];

/// Returns the exception of a request as a request, about the same thing.
pub(super) fn request(query: &Query<'_>) -> Option<String> {
    let except = query.request.except?.trim().trim_start_matches("for ").trim_start_matches("about ");
    // "Do not touch the other ports": what is not asked for stays anyway.
    if words(except).iter().any(|word| OTHERS.contains(&word.folded.as_str())) {
        return None;
    }
    let contrasts = query.request.extent != Extent::Everything;
    let full = excepted_in_full(query.request.core, except).filter(|_| contrasts);
    let except = full.as_deref().unwrap_or(except);
    let stays = alone(except);
    let (except, own) = (stays.unwrap_or(except), full.is_some() || stays.is_some());
    let name = query.names.first().map(|name| name.text.as_str());
    let thing = name.or(query.identifiers.first().map(|identifier| identifier.text.as_str()));
    let Some(thing) = thing.filter(|thing| !except.contains(thing)) else { return Some(except.to_owned()) };
    let (first, rest) = except.split_once(' ').unwrap_or((except, ""));
    let said = first.to_lowercase();
    if said == "that"
        && let Some((subject, statement)) = rest.split_once(' ')
        && IT.contains(&subject.to_lowercase().as_str())
    {
        return Some(format!("that {thing} {statement}"));
    }
    let of_it = |words: &[&str]| words.contains(&said.as_str()) && !rest.is_empty();
    Some(match of_it(if own { IT_HAS } else { ITS }) {
        true => format!("{thing}'s {rest}"),
        false if own || is_question(&said) || except.chars().next().is_some_and(char::is_uppercase) => {
            except.to_owned()
        }
        false => format!("{thing}'s {except}"),
    })
}

/// What an exception lets stay alone, which is what comes for that which goes: "keep only the broad wording".
fn alone(except: &str) -> Option<&str> {
    except.split_once(' ').filter(|(first, _)| ONLY.contains(first)).map(|(_, stays)| stays)
}

fn is_question(first: &str) -> bool {
    ["what", "where", "when", "how", "who", "which", "why"].contains(&first)
}

/// What a request excepts, read as a request: the rows that it means.
pub(super) struct Excepted<'q> {
    pub(super) query: Query<'q>,
    pub(super) rows: Vec<Row>,
}

/// Spares what the exception means, or has a word of it. A memory of which it means another part than what is asked for loses
/// what is asked for alone.
pub(super) fn spare(query: &Query<'_>, rows: &mut [Row], excepted: &Excepted<'_>, scorer: &Scorer) {
    let said = excepted.query.words;
    let mut except = words(query.request.except.unwrap_or_default());
    // "Garde son métier" beside "son adresse": whose it is tells nothing apart.
    except.retain(|word| !ITS.contains(&word.folded.as_str()));
    let mut own: BTreeSet<&str> = stems(&except, &query.of_names);
    // "The blue van, not the red van": a word that is asked for too tells nothing apart.
    let contrasts = query.request.extent != Extent::Everything;
    own.retain(|stem| !contrasts || !query.stems.contains(*stem));
    let comes = contrasts && query.request.except.is_some_and(|except| alone(except).is_some());
    let is_one = |a: &str, b: &str| begin_alike(a, b, COMMON);
    let spare = |row: &mut Row, other: Option<&Row>| {
        let meant = other.is_some_and(|other| other.probability >= MEANT);
        // "Everything about Bo, except Ada": what names both goes.
        let names_another = other.is_some_and(|other| other.whole.first >= NAMED) && row.whole.first >= NAMED;
        // What both mean is told by which means it more.
        let likelier = other.is_some_and(|other| !contrasts || other.probability > row.probability);
        let there = stems(row.whole.said.words(), &query.of_names);
        let shared = own.iter().filter(|stem| there.iter().any(|other| is_one(stem, other))).count();
        // Of what comes for that which goes, a word alone tells nothing.
        let shares = if comes { 2 * shared > own.len() } else { shared > 0 };
        if shares || meant && likelier && !names_another {
            // "Both the Harrow Players and the Harrow Hill Players rehearse": the longer name stays.
            if let Some(rest) = without_namesake(query, row) {
                row.rest = Some(Some(rest));
                return;
            }
            let part = part(query, row, (&excepted.query, other), &own, scorer);
            if part.is_some() {
                row.rest = Some(part);
                return;
            }
            // "The phone of Solène, keep her job" of one memory with both: what is asked for goes alone.
            let asked = contrasts && !shares && row.chunks.is_empty() && row.probability >= MEANT;
            if let Some(rest) = asked.then(|| left(query, row, scorer)).flatten() {
                row.rest = Some(Some(rest));
                row.probability = row.probability.min(DOUBTED);
                return;
            }
            // What says more than what is to stay is kept whole, and may not be meant so.
            row.doubted = row.probability >= MEANT && row.segments.len() > 1;
            row.probability = 0.0;
            row.kept = Some(format!("is to stay: {said}"));
        }
    };
    for row in rows.iter_mut() {
        let id = row.candidate.hit.memory.id;
        match excepted.rows.iter().find(|other| other.candidate.hit.memory.id == id) {
            Some(other) => row.each_with(other, &|own, other| spare(own, Some(other))),
            None => row.each(&|own| spare(own, None)),
        }
    }
    if !rows.iter().any(|row| row.kept.is_some() || row.rest.is_some()) {
        spare_nearest(rows, excepted);
    }
}

/// What is left of a memory that names what is asked for beside what is excepted, whose name is longer.
fn without_namesake(query: &Query<'_>, row: &Row) -> Option<String> {
    let said = query.request.except?.trim();
    let [name] = query.names.as_slice() else { return None };
    let longer = name.words.len() > 1 && name.words.iter().all(|word| said.contains(word.as_str()));
    let meant = row.whole.first >= NAMED && row.probability >= MEANT && row.chunks.is_empty();
    if !longer || !meant {
        return None;
    }
    let text = row.candidate.hit.memory.text.as_str();
    let span = query.mentions(text).into_iter().next()?;
    // Verbs and nouns agree with several as they do with a group: "The Harrow Hill Players rehearse".
    if let Some((first, other)) = text.split_once(" and ")
        && span.end == first.len()
        && other.to_lowercase().starts_with(&said.to_lowercase())
        && words(&first[..span.start]).iter().all(|word| !word.content || word.folded == "both")
    {
        let mut rest = other.chars();
        return rest.next().map(|first| first.to_uppercase().chain(rest).collect());
    }
    clause::without_party(text, span).filter(|rest| !rest.is_empty())
}

/// Of an exception that no memory plainly says, what is likeliest by far to be it stays; where none is, the plan is in doubt.
fn spare_nearest(rows: &mut [Row], excepted: &Excepted<'_>) {
    let likely = |row: &Row| {
        let id = row.candidate.hit.memory.id;
        let other = excepted.rows.iter().find(|other| other.candidate.hit.memory.id == id);
        other.map_or(0.0, |other| other.probability)
    };
    let meant = (0..rows.len()).filter(|row| rows[*row].probability >= MEANT);
    let mut order: Vec<(f64, usize)> = meant.map(|row| (likely(&rows[row]), row)).collect();
    order.sort_by(|one, other| other.0.total_cmp(&one.0));
    let next = order.get(1).map_or(0.0, |(likely, _)| *likely);
    // Of one memory alone a part may be what is to stay, and another what is asked for.
    let by_far =
        |(likely, _): &&(f64, usize)| order.len() > 1 && *likely >= LIKELY && *likely >= BY_FAR * next;
    if let Some((_, best)) = order.first().filter(by_far) {
        rows[*best].probability = 0.0;
        rows[*best].doubted = true;
        rows[*best].kept = Some(format!("may be what is to stay: {}", excepted.query.words));
        return;
    }
    for (_, row) in order {
        rows[row].probability = rows[row].probability.min(DOUBTED);
    }
}

/// What is left of a memory without what is asked for, where that is another part of it than what is to stay: it keeps the
/// words of the exception that are there, `own` among its stems, or loses nothing that a release of the exception takes.
fn part(
    query: &Query<'_>,
    row: &Row,
    excepted: (&Query<'_>, Option<&Row>),
    own: &BTreeSet<&str>,
    scorer: &Scorer,
) -> Option<String> {
    let (except, other) = excepted;
    let one = row.chunks.is_empty() && other.is_none_or(|other| other.chunks.is_empty());
    if !one || row.probability < MEANT {
        return None;
    }
    if (query.by_name() || query.by_identity())
        && let Some(kept) = contact::only(except, &row.candidate.hit.memory.text)
    {
        return Some(kept);
    }
    let without = left(query, row, scorer)?;
    let lost = |rest: &str| -> BTreeSet<String> {
        let rest: BTreeSet<String> = words(rest).into_iter().map(|word| word.stem).collect();
        let own = row.whole.said.words().iter().filter(|word| word.content && !rest.contains(&word.stem));
        own.map(|word| word.stem.clone()).collect()
    };
    let asked = lost(&without);
    let there = |stem: &&str| row.whole.said.words().iter().any(|word| word.stem == *stem);
    if own.iter().copied().any(|stem| there(&stem)) {
        return own.iter().all(|stem| !asked.contains(*stem)).then_some(without);
    }
    match other.and_then(|other| left(except, other, scorer)) {
        Some(kept) => lost(&kept).is_disjoint(&asked).then_some(without),
        // Of everything about somebody the exception is a part.
        None => (query.request.extent != Extent::Everything || query.sought() == 0).then_some(without),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;

    #[test]
    fn an_exception_is_a_request_in_full() {
        for (words, excepted) in [
            ("Omar's cough, not his twin's", "Omar's twin's cough"),
            ("Leyla's visa (not Farid's)", "Farid's visa"),
            ("the keys of the Porto flat, not those of the Lisbon flat", "the keys of the Lisbon flat"),
            ("where Mate lives, not where Ivo lives", "where Ivo lives"),
            ("what the baker charges (not the plumber)", "what the plumber charges"),
            ("everything about Ana except her rent", "Ana's rent"),
            ("Ana's old rate, and keep only her new one", "Ana's new rate"),
            ("the partner Helix Systems, and keep only the broad wording", "the broad wording"),
        ] {
            let mutation = Mutation::release(words);
            let query = Query::new(&mutation, words, Components::default());
            assert_eq!(request(&query).as_deref(), Some(excepted), "{words}");
            assert!(!query.prompt().contains(" not "), "{words}");
        }
    }
}
