//! The features of a segment: numbers that speak for or against its being meant, the same in training and at work.

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::clause::ClauseKind;
use nepenthe_text::request::Extent;
use nepenthe_text::stance;

use super::Components;
use super::query::{Query, stems};
use super::segment::Segment;
use super::segmented::Segmented;
use crate::Verb;
use crate::corpus::Relevance;

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

/// The features of a memory as a whole, and of its segments, in the order of [`FEATURES`].
pub(super) struct Features {
    pub(super) whole: Vec<f32>,
    pub(super) segments: Vec<Vec<f32>>,
}

/// What models make of memories that stand side by side.
pub(super) struct Models<'m> {
    /// Their similarities; empty without vectors.
    pub(super) similar: &'m [Similar],
    /// What the relevance model makes of each, if it has read it.
    pub(super) read: &'m [Option<Relevance>],
}

/// The similarities of a memory as a whole: those of its parts told nothing that the relevance model's words don't.
#[derive(Clone, Copy, Default)]
pub(super) struct Similar {
    pub(super) request: f32,
    pub(super) new: f32,
}

/// Returns the features of each memory, among the others.
pub(super) fn of_all(
    query: &Query<'_>,
    rows: &[Segmented],
    Models { similar, read }: Models<'_>,
    components: Components,
) -> Vec<Features> {
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
        read.iter().map(|read| read.as_ref().map_or(f32::NEG_INFINITY, Relevance::odds)).collect();
    let rows_that_go = row_goes.iter().filter(|goes| **goes > 0.0).count();
    let most_gone: Vec<f32> = rows
        .iter()
        .zip(read)
        .map(|(row, read)| {
            let segments = read
                .iter()
                .flat_map(|read| row.segments.iter().map(|segment| Gone::of(read, &segment.span).mean));
            segments.fold(0.0, f32::max)
        })
        .collect();
    let carrying = rows.iter().filter(|row| row.whole.carried() > 0.5).count();
    let by_identity = components.identifiers && query.by_identity();

    let of_one = |(index, (row, read)): (usize, (&Segmented, &Option<Relevance>))| {
        let segments = row.segments.len();
        let same_as_new =
            query.new_text.is_some_and(|new| new.trim() == row.candidate.hit.memory.text.trim());
        let in_row = (row.whole.identifier, row.whole.name, row.whole.carried());
        let mut before = 0.0;
        let all = std::iter::once(&row.whole).chain(&row.segments).enumerate();
        let mut features = all.map(|(position, segment)| {
            let mut n = Numbers {
                has_vectors: flag(!similar.is_empty()),
                has_relevance: flag(read.is_some()),
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
            if let Some(read) = read {
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
            n.into_vec()
        });
        let whole = features.next().unwrap_or_default();
        Features { whole, segments: features.collect() }
    };
    rows.iter().zip(read).enumerate().map(of_one).collect()
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
