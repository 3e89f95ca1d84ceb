//! The features of a segment: numbers that speak for or against its being meant, the same in training and at work.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::clause::ClauseKind;
use nepenthe_text::request::Extent;
use nepenthe_text::stance;

use super::Components;
use super::query::{Query, stems};
use super::scorer::SURELY_NAMED;
use super::segmentation::{Row, Segment};
use crate::corpus::Relevance;
use crate::{Memories, PlannerError, Verb};

macro_rules! features {
    ($(#[$doc:meta])* $names:ident: $($name:ident),* $(,)?) => {
        $(#[$doc])*
        pub const $names: &[&str] = &[$(stringify!($name)),*];

        #[derive(Default)]
        struct Numbers { $($name: f32),* }

        impl Numbers {
            fn into_vec(self) -> Vec<f32> { vec![$(self.$name),*] }
        }
    };
}

pub(super) use features;

features!(
    /// The names of the features, in order. Absent components give 0.
    FEATURES:
    has_vectors, has_relevance, by_identity, by_name, first, supersede, purge, asks_everything,
    asks_attribute, asks_statement, asks_ended, wants_identifier, wants_name, has_reason, identifier,
    identifier_in_row, near_identifier, name, name_in_row, near_name, carried, carried_in_row,
    carried_before, share, first_name, conflict, other_names, starts_with_it, carried_from, rows_that_carry,
    first_person, first_person_asked, stranger, cosine_request, cosine_new, cosine_sum, rank_request,
    rank_new, rank_sum, behind_request, behind_new, behind_sum, ahead_sum, words_found, words_explained,
    new_words_found, new_words_explained, rank_words, rare_words_found, denies, denial_differs,
    new_denial_differs, past, past_asked, reported, reported_asked, rule, value_agrees, value_conflicts,
    value_other, position, last, same_as_new, sentence, coordinate, item, aside, other_subject,
    other_identifiers, stays, goes, goes_in_part, goes_over_stays, in_part_over_goes, rank_goes, behind_goes,
    rows_that_go, gone, gone_most, gone_least, gone_over_rest, gone_behind,
);

/// How many rows are read whatever their features say: the nearest, as many as are read side by side.
const NEAREST: usize = 24;
/// How likely a further row must be without a model to be read.
const OPEN: f64 = 0.02;

/// How many bytes of chunks the models are shown, and of those of memories that are longer than that, how many: those first that carry
/// what is asked for, or have most of its words. The other chunks are like nothing that is asked for.
const SHOWN: usize = 16 * 1024;
const LONG: usize = 4 * 1024;
const SHOWN_OF_LONG: usize = 4 * 1024;

/// The similarities of a row as a whole: those of its parts told nothing that the relevance model's words don't.
#[derive(Clone, Copy, Default)]
struct Similar {
    request: f32,
    new: f32,
}

/// Fills the features of every segment, and lets the relevance model read the rows whose verdict is open. How likely a
/// row is by features without a model is said by `likely`.
pub(super) fn compute(
    query: &Query<'_>,
    rows: &mut [Row],
    memories: &Memories<'_>,
    components: Components,
    likely: &dyn Fn(&[f32]) -> f64,
) -> Result<(), PlannerError> {
    let shown = shown(query, rows);
    let similar = if components.vectors { similarities(query, rows, &shown, memories)? } else { Vec::new() };
    if components.relevance && memories.relevance(&query.prompt(), &[])?.is_some() {
        if rows.len() > NEAREST {
            // By features without a model it is chosen what one reads.
            fill(query, rows, &similar, components);
        }
        read(query, rows, &shown, memories, likely)?;
    }
    fill(query, rows, &similar, components);
    Ok(())
}

fn fill(query: &Query<'_>, rows: &mut [Row], similar: &[Similar], components: Components) {
    let at = |row: usize| similar.get(row).copied().unwrap_or_default();
    // What sets a row apart from the others counts more than its number alone.
    let row_request: Vec<f32> = (0..rows.len()).map(|row| at(row).request).collect();
    let row_new: Vec<f32> = (0..rows.len()).map(|row| at(row).new).collect();
    let row_sum: Vec<f32> = row_request.iter().zip(&row_new).map(|(a, b)| a + b).collect();
    let (row_words, rarity) = {
        let row_stems: Vec<BTreeSet<&str>> =
            rows.iter().map(|row| stems(row.whole.glossed.words(), &query.of_names)).collect();
        let found = row_stems.iter().map(|own| overlap(&query.stems, own).0);
        (found.collect::<Vec<f32>>(), rarity(query, &row_stems))
    };
    let row_goes: Vec<f32> =
        rows.iter().map(|row| row.read.as_ref().map_or(f32::NEG_INFINITY, Relevance::odds)).collect();
    let rows_that_go = row_goes.iter().filter(|goes| **goes > 0.0).count();
    let most_gone: Vec<f32> = rows
        .iter()
        .map(|row| {
            let segments = row
                .read
                .iter()
                .flat_map(|read| row.segments.iter().map(|segment| Gone::of(read, &segment.span).mean));
            segments.fold(0.0, f32::max)
        })
        .collect();
    let carrying = rows.iter().filter(|row| row.whole.carried() > 0.5).count();
    let by_identity = components.identifiers && query.by_identity();

    for (index, row) in rows.iter_mut().enumerate() {
        let segments = row.segments.len();
        let same_as_new =
            query.new_text.is_some_and(|new| new.trim() == row.candidate.hit.memory.text.trim());
        let in_row = (row.whole.identifier, row.whole.name, row.whole.carried());
        let mut before = 0.0;
        for (position, segment) in std::iter::once(&mut row.whole).chain(&mut row.segments).enumerate() {
            let mut n = Numbers {
                has_vectors: flag(!similar.is_empty()),
                has_relevance: flag(row.read.is_some()),
                by_identity: flag(by_identity),
                by_name: flag(components.names && query.by_name()),
                supersede: flag(query.verb == Verb::Supersede),
                purge: flag(query.verb == Verb::Purge),
                asks_everything: flag(query.request.extent == Extent::Everything),
                asks_attribute: flag(query.request.extent == Extent::Attribute),
                asks_statement: flag(query.request.extent == Extent::Statement),
                asks_ended: flag(query.request.extent == Extent::Ended),
                wants_identifier: flag(components.identifiers && !query.identifiers.is_empty()),
                wants_name: flag(components.names && !query.names.is_empty()),
                has_reason: flag(query.request.reason.is_some()),
                identifier_in_row: in_row.0,
                name_in_row: in_row.1,
                carried_in_row: in_row.2,
                carried_before: before,
                rows_that_carry: small(carrying.min(6)),
                position: small(position),
                last: flag(position > 0 && position == segments),
                same_as_new: flag(same_as_new),
                ..Numbers::default()
            };
            mentions(&mut n, segment);
            if position > 0 {
                before = segment.carried().max(if segment.other_names > 0 { 0.0 } else { before });
            }
            if components.vectors {
                let whole = at(index);
                n.cosine_request = whole.request;
                n.cosine_new = whole.new;
                n.cosine_sum = whole.request + whole.new;
                n.rank_request = rank(&row_request, index);
                n.rank_new = rank(&row_new, index);
                n.rank_sum = rank(&row_sum, index);
                n.behind_request = behind(&row_request, index);
                n.behind_new = behind(&row_new, index);
                n.behind_sum = behind(&row_sum, index);
                n.ahead_sum = ahead(&row_sum, index);
            }
            if components.words {
                let own = stems(segment.glossed.words(), &query.of_names);
                (n.words_found, n.words_explained) = overlap(&query.stems, &own);
                (n.new_words_found, n.new_words_explained) = overlap(&query.new_stems, &own);
                n.rank_words = rank(&row_words, index);
                n.rare_words_found = rarity.found(&own);
            }
            if components.stance {
                stances(&mut n, query, stance::of_words(segment.glossed.words()), segment.other_names > 0);
            }
            if components.values {
                values(&mut n, query, &segment.values);
            }
            if let Some(read) = &row.read {
                let [stays, goes, in_part] = read.logits;
                (n.stays, n.goes, n.goes_in_part) = (stays, goes, in_part);
                n.goes_over_stays = goes.max(in_part) - stays;
                n.in_part_over_goes = in_part - goes;
                n.rank_goes = rank(&row_goes, index);
                n.behind_goes = behind(&row_goes, index);
                n.rows_that_go = small(rows_that_go.min(8));
                let own = Gone::of(read, &segment.span);
                let rest = most_gone[index];
                (n.gone, n.gone_most, n.gone_least) = (own.mean, own.most, own.least);
                n.gone_over_rest = own.mean - own.elsewhere;
                n.gone_behind = if position > 0 { rest - own.mean } else { 0.0 };
            }
            segment.features = n.into_vec();
        }
    }
}

fn mentions(n: &mut Numbers, segment: &Segment) {
    n.identifier = segment.identifier;
    n.near_identifier = flag(segment.near_identifier);
    n.name = segment.name;
    n.near_name = flag(segment.near_name);
    n.carried = segment.carried();
    n.share = segment.share;
    n.first = segment.first;
    n.first_name = flag(segment.first_name);
    n.conflict = flag(segment.conflicts());
    n.other_names = small(segment.other_names.min(4));
    n.other_subject = flag(segment.other_subject);
    n.other_identifiers = small(segment.other_identifiers.min(4));
    match segment.kind {
        Some(ClauseKind::Sentence) => n.sentence = 1.0,
        Some(ClauseKind::Coordinate) => n.coordinate = 1.0,
        Some(ClauseKind::ListItem | ClauseKind::Field) => n.item = 1.0,
        Some(_) => n.aside = 1.0,
        None => {}
    }
    if let Some(carried) = &segment.carried {
        n.starts_with_it = flag(carried.span.start < 4);
        n.carried_from = carried.span.start as f32 / segment.said.len().max(1) as f32;
    }
}

fn stances(n: &mut Numbers, query: &Query<'_>, own: stance::Stance, others: bool) {
    n.first_person = flag(own.first_person);
    n.first_person_asked = flag(query.stance.first_person || query.new_stance.first_person);
    n.stranger = flag(n.first_person_asked > 0.0 && !own.first_person && others);
    n.denies = flag(own.denies);
    n.denial_differs = flag(own.denies != query.stance.denies);
    n.new_denial_differs = flag(query.new.is_some() && own.denies != query.new_stance.denies);
    n.past = flag(own.past);
    n.past_asked = flag(query.stance.past);
    n.reported = flag(own.reported);
    n.reported_asked = flag(query.stance.reported);
    n.rule = flag(own.rule);
}

/// Dates, times and amounts of the part against those that the request names.
fn values(n: &mut Numbers, query: &Query<'_>, own: &BTreeSet<String>) {
    (n.value_agrees, n.value_conflicts) = agreement(own, &query.values);
    n.value_other = small(own.len().min(4));
}

/// How many values two have in common, and whether both have some and none in common.
pub(super) fn agreement(own: &BTreeSet<String>, others: &BTreeSet<String>) -> (f32, f32) {
    let agree = own.intersection(others).count();
    (small(agree), flag(agree == 0 && !own.is_empty() && !others.is_empty()))
}

/// Which rows the models are shown: each memory that is weighed as one, and of the chunks of others as much as is allowed.
fn shown(query: &Query<'_>, rows: &[Row]) -> Vec<bool> {
    let (mut shown, mut at) = (vec![true; rows.len()], 0);
    let (mut of_long, mut of_others) = (Vec::new(), Vec::new());
    // The chunks of one memory stand side by side.
    for own in rows.chunk_by(|one, next| one.candidate.hit.memory.id == next.candidate.hit.memory.id) {
        let bytes: usize = own.iter().map(bytes_of).sum();
        if own.len() > 1 {
            if bytes > LONG { &mut of_long } else { &mut of_others }.extend(at..at + own.len());
        }
        at += own.len();
    }
    for (chunks, most) in [(of_long, SHOWN_OF_LONG), (of_others, SHOWN)] {
        leave_out(query, rows, (chunks, most), &mut shown);
    }
    shown
}

/// Leaves out the chunks that tell least, where they are more than so many bytes together.
fn leave_out(query: &Query<'_>, rows: &[Row], (mut chunks, most): (Vec<usize>, usize), shown: &mut [bool]) {
    if chunks.iter().map(|at| bytes_of(&rows[*at])).sum::<usize>() <= most {
        return;
    }
    let asked: BTreeSet<&str> = query.stems.iter().chain(&query.new_stems).map(String::as_str).collect();
    let tells = |at: &usize| {
        let whole = &rows[*at].whole;
        let common = stems(whole.glossed.words(), &query.of_names).intersection(&asked).count();
        Reverse((whole.carried() > 0.5, common))
    };
    // Of equal ones the first: the order is kept.
    chunks.sort_by_cached_key(tells);
    let mut left = most;
    for at in chunks {
        let bytes = bytes_of(&rows[at]);
        shown[at] = bytes <= left;
        left = left.saturating_sub(bytes);
    }
}

/// The bytes of a row that a model is shown.
fn bytes_of(row: &Row) -> usize {
    row.whole.reading.text.len()
}

/// The similarity of each row to request and new statement; none without vectors, and 0 of a row that is not shown.
fn similarities(
    query: &Query<'_>,
    rows: &mut [Row],
    shown: &[bool],
    memories: &Memories<'_>,
) -> Result<Vec<Similar>, PlannerError> {
    if !memories.have_vectors() {
        return Ok(Vec::new());
    }
    let asked: Vec<&str> =
        std::iter::once(query.reading.as_str()).chain(query.new_reading.as_deref()).collect();
    let asked = memories.embed(&asked)?;
    let read = rows.iter().zip(shown).filter(|(_, shown)| **shown);
    let read: Vec<_> = read.map(|(row, _)| (&row.candidate, row.whole.reading.text.as_str())).collect();
    let mut of_shown = memories.vectors_of(&read)?.into_iter();
    let nothing = vec![0.0; asked.first().map_or(0, Vec::len)];
    let of_row = |shown: &bool| if *shown { of_shown.next() } else { Some(nothing.clone()) };
    let of_rows: Vec<Vec<f32>> = shown.iter().filter_map(of_row).collect();
    let to = |own: &[f32], asked: Option<&Vec<f32>>| asked.map_or(0.0, |asked| dot(own, asked));
    let similar = of_rows
        .iter()
        .map(|own| Similar { request: to(own, asked.first()), new: to(own, asked.get(1)) })
        .collect();
    rows.iter_mut().zip(of_rows).for_each(|(row, vector)| row.vector = vector);
    Ok(similar)
}

/// Lets the relevance model read rows, side by side.
fn read(
    query: &Query<'_>,
    rows: &mut [Row],
    shown: &[bool],
    memories: &Memories<'_>,
    likely: &dyn Fn(&[f32]) -> f64,
) -> Result<(), PlannerError> {
    let open = rows.iter_mut().zip(shown).enumerate().filter(|(index, (row, shown))| {
        *index < NEAREST || **shown && !is_settled(query, row) && likely(&row.whole.features) >= OPEN
    });
    let mut open: Vec<&mut Row> = open.map(|(_, (row, _))| row).collect();
    let texts: Vec<&str> = open.iter().map(|row| row.whole.reading.text.as_str()).collect();
    if let Some(read) = memories.relevance(&query.prompt(), &texts)? {
        for (row, read) in open.iter_mut().zip(read) {
            row.read = Some(row.whole.reading.back(read));
        }
    }
    Ok(())
}

/// Tells whether the name says all: the memory surely has it, states one thing, and names nobody else.
fn is_settled(query: &Query<'_>, row: &Row) -> bool {
    query.by_name()
        && row.whole.first >= SURELY_NAMED
        && row.segments.is_empty()
        && row.whole.other_names == 0
}

/// How surely the words of a part go, if its memory is meant, each of 0 to 1.
#[derive(Default)]
struct Gone {
    mean: f32,
    most: f32,
    least: f32,
    /// The mean of the memory's other words.
    elsewhere: f32,
}

impl Gone {
    fn of(read: &Relevance, span: &Range<usize>) -> Self {
        let (mut own, mut other) = (Vec::new(), Vec::new());
        for (token, logit) in &read.tokens {
            let inside = token.start < span.end && span.start < token.end;
            if inside { &mut own } else { &mut other }.push(1.0 / (1.0 + libm::expf(-logit)));
        }
        let mean = |all: &[f32]| all.iter().sum::<f32>() / small(all.len().max(1));
        if own.is_empty() {
            return Self::default();
        }
        Self {
            mean: mean(&own),
            most: own.iter().copied().fold(0.0, f32::max),
            least: own.iter().copied().fold(1.0, f32::min),
            elsewhere: mean(&other),
        }
    }
}

/// How many of the asked stems are there, and how many of those there were asked for; each of 0 to 1.
fn overlap(asked: &BTreeSet<String>, own: &BTreeSet<&str>) -> (f32, f32) {
    let common = asked.iter().filter(|stem| own.contains(stem.as_str())).count() as f32;
    (common / asked.len().max(1) as f32, common / own.len().max(1) as f32)
}

/// The asked stems by how few of the candidates have them.
struct Rarity {
    weights: Vec<(String, f32)>,
    total: f32,
}

fn rarity(query: &Query<'_>, rows: &[BTreeSet<&str>]) -> Rarity {
    let weights: Vec<(String, f32)> = query
        .stems
        .iter()
        .filter_map(|stem| {
            let having = rows.iter().filter(|own| own.contains(stem.as_str())).count();
            (having > 0).then(|| (stem.clone(), libm::logf((rows.len() as f32 + 1.0) / having as f32)))
        })
        .collect();
    let total = weights.iter().map(|(_, weight)| weight).sum::<f32>().max(1e-6);
    Rarity { weights, total }
}

impl Rarity {
    fn found(&self, own: &BTreeSet<&str>) -> f32 {
        self.weights
            .iter()
            .filter(|(stem, _)| own.contains(stem.as_str()))
            .map(|(_, weight)| weight)
            .sum::<f32>()
            / self.total
    }
}

/// How many are greater.
fn rank(all: &[f32], index: usize) -> f32 {
    small(all.iter().filter(|other| **other > all[index]).count().min(12))
}

/// How far it is from the greatest.
fn behind(all: &[f32], index: usize) -> f32 {
    all.iter().copied().fold(all[index], f32::max) - all[index]
}

/// How far it is from the next smaller one; how far ahead of all for the greatest.
fn ahead(all: &[f32], index: usize) -> f32 {
    let next = all.iter().copied().filter(|other| *other < all[index]).fold(f32::NEG_INFINITY, f32::max);
    if next.is_finite() { all[index] - next } else { 0.0 }
}

pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(super) fn flag(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

#[expect(clippy::cast_precision_loss, reason = "counts below a few thousand")]
pub(super) fn small(count: usize) -> f32 {
    count as f32
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::corpus::Include;
    use crate::testing::{Read, Texts};
    use crate::{Canonical, Corpus, Mutation, Planner};

    /// What the model makes of a memory that it means.
    fn meant() -> Relevance {
        Relevance { logits: [-3.0, 3.0, 0.0], tokens: Vec::new() }
    }

    /// What is read for a request, and how many memories it touches.
    fn read(mutation: &Mutation, texts: Vec<String>) -> (Vec<String>, usize) {
        let texts: Vec<&'static str> = texts.into_iter().map(|text| &*text.leak()).collect();
        let noted = Mutex::new(Vec::new());
        let corpus = Read(Texts::of(&texts), |_: &str, text: &str| {
            noted.lock().unwrap().push(text.to_owned());
            meant()
        });
        let crate::Target::Words(words) = mutation.target() else { panic!("no words") };
        let draft = Canonical::default().plan(mutation, words, &Memories::of(&corpus)).unwrap();
        let touched = draft.steps.len();
        (noted.into_inner().unwrap(), touched)
    }

    #[test]
    fn few_candidates_are_all_read() {
        let texts = (0..20).map(|number| format!("Ivo Hart keeps kettle {number}.")).collect();
        let (read, touched) = read(&Mutation::release("everything about Ivo Hart"), texts);
        assert_eq!((read.len(), touched), (20, 20));
    }

    #[test]
    fn of_many_what_the_name_settles_is_not_read_and_goes() {
        let alone = (0..40).map(|number| format!("Ivo Hart keeps kettle {number}."));
        let (read, touched) = read(&Mutation::release("everything about Ivo Hart"), alone.collect());
        assert_eq!((read.len(), touched), (NEAREST, 40));
    }

    #[test]
    fn of_many_what_says_more_or_names_another_is_read() {
        let alone = (0..30).map(|number| format!("Ivo Hart keeps kettle {number}."));
        let others =
            ["Ivo Hart rents the shed, and Rose Lund keeps its key.", "Ivo Hart plays with Rose Lund."];
        let texts = alone.chain(others.map(str::to_owned)).collect();
        let (read, _) = read(&Mutation::release("everything about Ivo Hart"), texts);
        for other in others {
            assert!(read.iter().any(|text| text == other), "{other}: {read:?}");
        }
        assert!(read.len() < 32);
    }

    #[test]
    fn of_the_chunks_of_long_texts_those_that_share_most_are_shown() {
        let line = |number: usize| format!("Kiln {number} was swept by the night shift and closed at noon. ");
        let wanted = "Ivo Hart cracked the shelf of the blue kiln when he was new here.";
        let long = |lines: usize| (0..lines).map(line).collect::<String>() + wanted;
        let components = Components::default();
        let mutation = Mutation::release("the shelf that Ivo Hart cracked");
        let crate::Target::Words(words) = mutation.target() else { panic!("no words") };
        let query = Query::new(&mutation, words, components);
        for (lines, all) in [(40, true), (100, false)] {
            let texts = [&*long(lines).leak(), "The roof is new."];
            let candidates = Texts::of(&texts).all_of_few(Include::Live, 64).unwrap();
            let (candidates, _) = super::super::chunking::apart(&query, candidates);
            let rows = Row::all_of(&query, candidates, &Memories::of(&Texts::of(&texts)), components);
            let shown = shown(&query, &rows);
            let bytes = rows.iter().zip(&shown).filter(|(_, shown)| **shown);
            let bytes: usize = bytes.map(|(row, _)| row.whole.reading.text.len()).sum();
            assert_eq!(shown.iter().all(|shown| *shown), all, "{lines}");
            assert!(bytes <= SHOWN_OF_LONG + 64 && bytes > 2 * 1024, "{bytes}");
            let is_shown = |part: &str| {
                let mut found = rows.iter().zip(&shown).filter(|(row, _)| row.whole.said.contains(part));
                found.any(|(_, shown)| *shown)
            };
            assert!(is_shown("cracked the shelf") && is_shown("The roof is new."));
        }
    }

    #[test]
    fn of_many_what_is_unlikely_is_not_read() {
        let texts = (0..40).map(|number| &*format!("The kiln has shelf {number}.").leak());
        let corpus = Read(Texts::of(&texts.collect::<Vec<_>>()), |_: &str, _: &str| meant());
        let components = Components::default();
        let mutation = Mutation::release("the shelf that is cracked");
        let query = Query::new(&mutation, "the shelf that is cracked", components);
        for (likely, expected) in [(OPEN / 2.0, NEAREST), (OPEN, 40)] {
            let candidates = corpus.all_of_few(Include::Live, 64).unwrap();
            let memories = Memories::of(&corpus);
            let mut rows = Row::all_of(&query, candidates, &memories, components);
            compute(&query, &mut rows, &memories, components, &|_| likely).unwrap();
            let read: Vec<bool> = rows.iter().map(|row| row.read.is_some()).collect();
            assert_eq!(read.iter().filter(|read| **read).count(), expected);
            assert!(read[..NEAREST].iter().all(|read| *read));
            // What is not read counts as behind all that is.
            let at = FEATURES.iter().position(|name| *name == "rank_goes").unwrap();
            assert!(rows[..NEAREST].iter().all(|row| row.whole.features[at] == 0.0));
        }
    }
}
