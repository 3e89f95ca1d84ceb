//! [`Featured`]: a memory taken apart, with all that speaks for or against its being meant.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

use super::Components;
use super::features::{self, Features, Models, Similar, dot};
use super::query::{Query, stems};
use super::scorer::SURELY_NAMED;
use super::segmented::Segmented;
use crate::corpus::Relevance;
use crate::{Memories, PlannerError};

/// How many rows are read whatever their features say: the nearest.
const NEAREST: usize = 12;
/// How likely a further row must be without a model to be read.
const OPEN: f64 = 0.15;

/// How many bytes of chunks the models are shown, and of those of memories that are longer than that, how many: those first that carry
/// what is asked for, or have most of its words. The other chunks are like nothing that is asked for.
const SHOWN: usize = 16 * 1024;
const LONG: usize = 4 * 1024;
const SHOWN_OF_LONG: usize = 4 * 1024;

/// A memory taken apart, and what is known of it among the others.
pub(super) struct Featured {
    pub(super) segmented: Segmented,
    /// Those of the memory as a whole, and of its segments; empty where no scorer is asked.
    pub(super) features: Vec<f32>,
    pub(super) segment_features: Vec<Vec<f32>>,
    /// The vector of its reading; empty without vectors.
    pub(super) vector: Vec<f32>,
    /// What the relevance model makes of it, where it has read it.
    pub(super) read: Option<Relevance>,
}

impl Deref for Featured {
    type Target = Segmented;

    fn deref(&self) -> &Segmented {
        &self.segmented
    }
}

impl DerefMut for Featured {
    fn deref_mut(&mut self) -> &mut Segmented {
        &mut self.segmented
    }
}

impl Featured {
    /// Weighs memories side by side, and lets the relevance model read those whose verdict is open. How likely a memory is by
    /// features without a model is said by `likely`.
    pub(super) fn all_of(
        query: &Query<'_>,
        rows: Vec<Segmented>,
        memories: &Memories<'_>,
        components: Components,
        likely: &dyn Fn(&[f32]) -> f64,
    ) -> Result<Vec<Self>, PlannerError> {
        let shown = shown(query, &rows);
        let similar =
            if components.vectors { similarities(query, &rows, &shown, memories)? } else { Vec::new() };
        let (similar, vectors): (Vec<Similar>, Vec<Vec<f32>>) = similar.into_iter().unzip();
        let features = |read: &[Option<Relevance>]| {
            features::of_all(query, &rows, Models { similar: &similar, read }, components)
        };
        let mut read = vec![None; rows.len()];
        if components.relevance && memories.relevance(&query.prompt(), &[])?.is_some() {
            // All of few are read.
            let before = if rows.len() > NEAREST { features(&read) } else { Vec::new() };
            let possible = |row: usize| likely(&before[row].whole) >= OPEN;
            let open =
                |row: usize| row < NEAREST || shown[row] && !is_settled(query, &rows[row]) && possible(row);
            read = self::read(query, &rows, open, memories)?;
        }
        let features = features(&read);
        let vectors = vectors.into_iter().chain(std::iter::repeat_with(Vec::new));
        let all = rows.into_iter().zip(features).zip(vectors).zip(read);
        let weighed = all.map(|(((segmented, features), vector), read)| {
            let Features { whole: features, segments: segment_features } = features;
            Self { segmented, features, segment_features, vector, read }
        });
        Ok(weighed.collect())
    }

    /// A memory that no scorer is asked about.
    pub(super) fn without_features(segmented: Segmented) -> Self {
        let segment_features = vec![Vec::new(); segmented.segments.len()];
        Self { segmented, features: Vec::new(), segment_features, vector: Vec::new(), read: None }
    }
}

/// Which rows the models are shown: each memory that is weighed as one, and of the chunks of others as much as is allowed.
fn shown(query: &Query<'_>, rows: &[Segmented]) -> Vec<bool> {
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
fn leave_out(
    query: &Query<'_>,
    rows: &[Segmented],
    (mut chunks, most): (Vec<usize>, usize),
    shown: &mut [bool],
) {
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
fn bytes_of(row: &Segmented) -> usize {
    row.whole.reading.text.len()
}

/// The similarity of each row to request and new statement, and its vector; none without vectors, and 0 of a row that is not shown.
fn similarities(
    query: &Query<'_>,
    rows: &[Segmented],
    shown: &[bool],
    memories: &Memories<'_>,
) -> Result<Vec<(Similar, Vec<f32>)>, PlannerError> {
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
    let to = |own: &[f32], asked: Option<&Vec<f32>>| asked.map_or(0.0, |asked| dot(own, asked));
    let similar = |own: &[f32]| Similar { request: to(own, asked.first()), new: to(own, asked.get(1)) };
    Ok(shown.iter().filter_map(of_row).map(|own| (similar(&own), own)).collect())
}

/// Lets the relevance model read the rows that are `open`, side by side: what it makes of each, if it reads it.
fn read(
    query: &Query<'_>,
    rows: &[Segmented],
    open: impl Fn(usize) -> bool,
    memories: &Memories<'_>,
) -> Result<Vec<Option<Relevance>>, PlannerError> {
    let open: Vec<usize> = (0..rows.len()).filter(|row| open(*row)).collect();
    let texts: Vec<&str> = open.iter().map(|row| rows[*row].whole.reading.text.as_str()).collect();
    let mut all = vec![None; rows.len()];
    if let Some(read) = memories.relevance(&query.prompt(), &texts)? {
        for (row, read) in open.into_iter().zip(read) {
            all[row] = Some(rows[row].whole.reading.back(read));
        }
    }
    Ok(all)
}

/// Tells whether the name says all: the memory surely has it, states one thing, and names nobody else.
fn is_settled(query: &Query<'_>, row: &Segmented) -> bool {
    query.by_name()
        && row.whole.first >= SURELY_NAMED
        && row.segments.is_empty()
        && row.whole.other_names == 0
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
        let texts = (0..10).map(|number| format!("Ivo Hart keeps kettle {number}.")).collect();
        let (read, touched) = read(&Mutation::release("everything about Ivo Hart"), texts);
        assert_eq!((read.len(), touched), (10, 10));
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
            let rows = Segmented::all_of(&query, candidates, &Memories::of(&Texts::of(&texts)), components);
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
            let rows = Segmented::all_of(&query, candidates, &memories, components);
            let rows = Featured::all_of(&query, rows, &memories, components, &|_| likely).unwrap();
            let read: Vec<bool> = rows.iter().map(|row| row.read.is_some()).collect();
            assert_eq!(read.iter().filter(|read| **read).count(), expected);
            assert!(read[..NEAREST].iter().all(|read| *read));
            // What is not read counts as behind all that is.
            let at = crate::canonical::FEATURES.iter().position(|name| *name == "rank_goes").unwrap();
            assert!(rows[..NEAREST].iter().all(|row| row.features[at] == 0.0));
        }
    }
}
