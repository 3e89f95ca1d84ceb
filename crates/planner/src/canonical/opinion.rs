//! What the planner makes of memories that somebody else has chosen, and what it decides itself, with what it looked at.

use std::collections::BTreeSet;

use nepenthe_text::request::{Extent, with_exception_last, with_owner_last};
use nepenthe_text::word::is_foreign;

use super::calibration::{Evidence, Weighed};
use super::query::{Query, stems};
use super::refuse::refuse;
use super::row::Row;
use super::segment::{Segment, is_asked_for};
use super::segmented::Segmented;
use super::{Canonical, candidates, copies, decision, pointed, scorer, tied, untied, valued};
use crate::corpus::CorpusError;
use crate::{Candidate, Draft, Memories, Mutation, PlannerError, Verb};

/// From which probability on a memory counts as traced although no word of the request is in it.
const TRACED: f64 = 0.2;
/// From which certainty on a memory may carry what is asked for.
const CARRIED: f32 = 0.3;

/// What a decision is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// A plan: what is no order is refused.
    Plan,
    /// The numbers of a plan, settled or not.
    Numbers,
    /// What may be no order; nobody settles its sureness.
    Any,
}

/// A decision, with the memories that were looked at, likeliest first.
pub(crate) struct Ranked {
    pub(crate) draft: Draft,
    pub(crate) candidates: Vec<Candidate>,
    /// What the draft's sureness is settled by.
    pub(super) weighed: Weighed,
}

/// What speaks against a memory being meant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Opinion {
    /// Nothing.
    Fits,
    /// Nothing that the rules could see, as its letters are none that they surely read.
    Unread,
    /// It has nothing of what is asked for that the rules could see.
    Untraced,
    /// It names who is asked about, and has nothing else of what a purge asks for.
    NameAlone,
    /// It has a name like the one that is asked for.
    AnotherName(String),
    /// By the rules of identifiers it is another thing.
    Excluded(String),
}

/// What the memories say together.
struct Known {
    /// Whether one surely carries an identifier that is asked for.
    found: bool,
    /// Whether an identifier says what is asked for.
    by_identifier: bool,
    /// Whether one that carries a name has a word of the request beside it.
    worded: bool,
}

impl Canonical {
    /// Plans, and tells what was looked at. Refuses what is no order to forget.
    pub(crate) fn decide(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
    ) -> Result<Ranked, PlannerError> {
        let mut ranked = self.decide_for(Aim::Plan, mutation, words, memories)?;
        ranked.weighed.settle(&mut ranked.draft);
        Ok(ranked)
    }

    /// The same, as sure as its least sure row.
    pub(super) fn decide_for(
        &self,
        aim: Aim,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
    ) -> Result<Ranked, PlannerError> {
        if let Some(named) = pointed::named(mutation, words, memories, self.components)? {
            return self.decide_as_said(&read_as(mutation, &named), &named, memories, aim);
        }
        self.decide_as_said(mutation, words, memories, aim)
    }

    /// The same of words that name who is meant.
    fn decide_as_said(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
        aim: Aim,
    ) -> Result<Ranked, PlannerError> {
        let moved = with_exception_last(words).or_else(|| with_owner_last(words));
        let mut query = Query::new(mutation, moved.as_deref().unwrap_or(words), self.components);
        let memories = &memories.in_excerpts(words, query.sought());
        if aim != Aim::Any {
            refuse(&query, memories)?;
        }
        if let Some(values) = valued::named(&query, words, memories, self.components)? {
            if let Some(value) = values.only() {
                return self.decide_as_said(&read_as(mutation, value), value, memories, aim);
            }
            let words = values.request();
            let mutation = read_as(mutation, &words);
            let mut query = Query::new(&mutation, &words, self.components);
            values.ask(&mut query);
            let mut rows = self.rank(&mut query, memories)?;
            values.spare_others(&mut rows);
            return self.decide_rows(&query, rows, memories, aim);
        }
        let rows = self.rank(&mut query, memories)?;
        self.decide_rows(&query, rows, memories, aim)
    }

    /// The same of memories that are weighed.
    fn decide_rows(
        &self,
        query: &Query<'_>,
        rows: Vec<Row>,
        memories: &Memories<'_>,
        aim: Aim,
    ) -> Result<Ranked, PlannerError> {
        let mut order: Vec<(f64, Candidate)> =
            rows.iter().map(|row| (row.probability, row.candidate.clone())).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        let candidates = order.into_iter().map(|(_, candidate)| candidate.in_full()).collect();
        let evidence = Evidence::new(query, &rows);
        let mut decided = decision::decide(query, rows, memories, self.components, self.trained())?;
        let draft = &mut decided.draft;
        // What ties and marks leave of its sureness is a bound of its own.
        let least = draft.confidence.replace(1.0);
        tied::add(self, query, memories, draft)?;
        copies::add(memories, draft)?;
        untied::doubt(query, memories, draft)?;
        decided.ceiling = draft.confidence.map_or(decided.ceiling, |most| most.min(decided.ceiling));
        draft.confidence = least.map(|sure| sure.min(draft.confidence.unwrap_or(1.0)));
        let weighed = Weighed::new(query, evidence, &decided, memories, aim)?;
        let mut draft = decided.draft;
        draft.unread = memories.unread();
        draft.unread.extend(query.unread());
        Ok(Ranked { draft, candidates, weighed })
    }

    /// Returns the memories that may be concerned, without asking the embedder: those that carry what is asked for, then the
    /// others. Refuses what is no order to forget.
    pub(crate) fn carriers(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
    ) -> Result<(Vec<Candidate>, Vec<Candidate>), PlannerError> {
        let query = Query::new(mutation, words, self.components);
        refuse(&query, memories)?;
        let components = self.components.without_models();
        let candidates = candidates::gather(&query, memories, components)?;
        let rows = Segmented::all_of(&query, candidates, memories, components).into_iter();
        let (carriers, others): (Vec<_>, Vec<_>) = rows.partition(|row| row.whole.carried() >= CARRIED);
        let candidates = |rows: Vec<Segmented>| rows.into_iter().map(|row| row.candidate).collect();
        Ok((candidates(carriers), candidates(others)))
    }

    /// Returns the memories that carry what a request names, where it asks for nothing else, in their texts or
    /// annotations, with why; none unless it is an annotation of one.
    pub(crate) fn annotated(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
    ) -> Result<Vec<(Candidate, String)>, PlannerError> {
        let query = Query::new(mutation, words, self.components);
        let named = !query.identifiers.is_empty() || !query.names.is_empty();
        let by_itself = query.verb == Verb::Supersede && query.request.extent == Extent::Everything && named;
        if !memories.have_annotations()
            || !(query.by_identity() || query.by_name() || by_itself)
            || query.narrow
        {
            return Ok(Vec::new());
        }
        let components = self.components.without_models();
        let candidates = candidates::gather(&query, memories, components)?;
        let rows = Segmented::all_of(&query, candidates, memories, components);
        let annotated =
            |row: &Segmented| row.candidate.annotations().iter().any(|entry| is_asked_for(&query, entry));
        if !rows.iter().any(annotated) {
            return Ok(Vec::new());
        }
        let carried = |row: Segmented| {
            let carried = row.whole.carried.filter(|carried| carried.certainty >= scorer::FOUND)?;
            Some((row.candidate, carried.reason))
        };
        Ok(rows.into_iter().filter_map(carried).collect())
    }

    /// Tells whether the rules take a memory for one of another thing than a text is about: another number, another
    /// name, or nothing of it.
    ///
    /// # Errors
    /// [`PlannerError`].
    pub fn takes_for_another(
        &self,
        text: &str,
        memories: &Memories<'_>,
        candidate: &Candidate,
    ) -> Result<bool, PlannerError> {
        let without = Self { components: self.components.without_models(), ..self.clone() };
        // As a release is asked for: there another name speaks against it.
        let opinions =
            without.opinions(&Mutation::release(text), text, memories, std::slice::from_ref(candidate))?;
        Ok(!matches!(opinions[..], [Opinion::Fits | Opinion::Unread]))
    }

    /// Says of each memory what speaks against its being meant.
    pub(crate) fn opinions(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
        candidates: &[Candidate],
    ) -> Result<Vec<Opinion>, PlannerError> {
        let query = Query::new(mutation, words, self.components);
        let weigh = |components| self.rank_these(&query, candidates.to_vec(), memories, components);
        let rows = match weigh(self.components) {
            // The rules need no vectors.
            Err(PlannerError::Corpus(CorpusError::Embed(_))) => weigh(self.components.without_models())?,
            rows => rows?,
        };
        let found = rows.iter().any(|row| row.whole.identifier >= scorer::FOUND);
        // A word without a digit, such as a handle, may be a plain one where nothing carries it.
        let known = Known {
            found,
            by_identifier: found || query.has_number(),
            worded: rows.iter().any(|row| row.whole.carried() >= CARRIED && has_a_word(&query, &row.whole)),
        };
        Ok(rows.iter().map(|row| opinion(&query, row, &known)).collect())
    }
}

/// The same mutation in other words.
fn read_as(mutation: &Mutation, words: &str) -> Mutation {
    match mutation {
        Mutation::Supersede { new, .. } => Mutation::supersede(words, new.text.as_str()),
        _ if mutation.verb() == Verb::Purge => Mutation::purge(words),
        _ => Mutation::release(words),
    }
}

fn opinion(query: &Query<'_>, row: &Row, known: &Known) -> Opinion {
    let found = known.found;
    let whole = &row.whole;
    let alike = || whole.alike.as_ref().map_or_else(|| "another".to_owned(), |alike| alike.reason.clone());
    let named = whole.carried() >= CARRIED;
    if named && (query.verb != Verb::Purge || holds_what_is_asked_for(query, row, known)) {
        return Opinion::Fits;
    }
    // What has a digit is a code, however short it is.
    if whole.near_identifier && query.has_number() {
        return Opinion::Excluded(alike());
    }
    if named {
        return Opinion::NameAlone;
    }
    // The same may stand there in another script, unless it is known where it stands.
    let unread = !found && whole.said.chars().any(is_foreign);
    let asked: BTreeSet<&str> =
        query.stems.iter().chain(&query.of_names).chain(&query.new_stems).map(String::as_str).collect();
    let purge = query.verb == Verb::Purge;
    // Another locker is no trace of locker P-17.
    let of_identifiers = if purge { query.of_identifiers() } else { BTreeSet::new() };
    let own = stems(whole.glossed.words(), &of_identifiers);
    let shares = !asked.is_disjoint(&own);
    let traced = if query.by_identity() && !query.may_be_misread() {
        !purge && !found && whole.other_identifiers > 0
    } else if purge && !query.names.is_empty() {
        // Any memory may have a word of the request: "record", "order". Without the name two must agree.
        row.probability >= scorer::MEANT
    } else {
        shares || row.probability >= TRACED
    };
    // Beside an identifier nothing else says what a purge means.
    let traced = traced && !(purge && known.by_identifier);
    match (traced, whole.near_name) {
        (true, true) if query.verb != Verb::Supersede => Opinion::AnotherName(alike()),
        (true, _) => Opinion::Fits,
        (false, _) if unread => Opinion::Unread,
        (false, _) => Opinion::Untraced,
    }
}

/// Tells whether what carries an identifier or a name of a purge also has the rest of what is asked for: the identifier,
/// where one says it, else a word beside the name, unless everything about that is asked for.
fn holds_what_is_asked_for(query: &Query<'_>, row: &Row, known: &Known) -> bool {
    let whole = &row.whole;
    if known.by_identifier || whole.identifier >= CARRIED {
        return whole.identifier >= CARRIED;
    }
    let everything = matches!(query.request.extent, Extent::Everything | Extent::Ended);
    // Where no model has read it, the scorer goes by words too, and by the name most of all.
    let likely = row.probability >= scorer::MEANT && (row.read.is_some() || !known.worded);
    // Beside what may be an identifier the name alone is never all that is asked for.
    has_a_word(query, whole) || query.identifiers.is_empty() && (everything || likely)
}

/// Tells whether it has a word that is asked for beside the name, if any is.
fn has_a_word(query: &Query<'_>, whole: &Segment) -> bool {
    query.stems.is_empty() || whole.shares_a_word(query)
}
