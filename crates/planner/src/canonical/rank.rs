//! Ranking: the stages by which it is said of each memory how likely it is meant.

use super::earlier_texts;
use super::exception::Excepted;
use super::featured::Featured;
use super::gathered::Gathered;
use super::query::Query;
use super::readings::{By, Readings};
use super::row::Row;
use super::rule::Rule;
use super::rules::{quoted, restated, translated};
use super::scored::Scored;
use super::segmented::Segmented;
use super::{Canonical, Components, chunking, coordination, exception, rules};
use crate::corpus::CorpusError;
use crate::{Candidate, Memories, Mutation, PlannerError, Verb};

impl Canonical {
    /// Gathers candidates and weighs their parts, in the order of the candidates; what a thing means that the request asks for
    /// beside another is meant, and what it excepts is spared.
    pub(super) fn rank(
        &self,
        query: &mut Query<'_>,
        memories: &Memories<'_>,
    ) -> Result<Vec<Row>, PlannerError> {
        let mut rows = self.rank_one(query, memories)?;
        let several = if self.components.conjuncts && query.verb != Verb::Restore {
            coordination::requests(query, &rows)
        } else {
            Vec::new()
        };
        let mutations: Vec<Mutation> = several.iter().map(|words| query.in_words(words)).collect();
        let mut each = Vec::new();
        for (mutation, words) in mutations.iter().zip(&several) {
            let mut one = Query::new(mutation, words, self.components);
            let found = self.rank_one(&mut one, memories)?;
            each.push((one, found));
        }
        coordination::join(&mut rows, each, self.trained());
        if let Some(words) = exception::request(query).filter(|words| !words.is_empty()) {
            let mutation = Mutation::release(words.as_str());
            let mut except = Query::new(&mutation, &words, self.components);
            let excepted = Excepted { rows: self.rank_one(&mut except, memories)?, query: except };
            exception::spare(query, &mut rows, &excepted, self.trained());
        }
        noting(&mut rows, |rows| rules::part_others(query, rows, self.components));
        Ok(rows)
    }

    /// Weighs one request: who says it word for word, who carries its identifier, or whoever it describes.
    fn rank_one(&self, query: &mut Query<'_>, memories: &Memories<'_>) -> Result<Vec<Row>, PlannerError> {
        let mut readings = Readings::new(memories, self.components);
        if let Some(rows) = self.rank_quoted(query, &mut readings, memories)? {
            return Ok(rows);
        }
        match readings.resolve(query)? {
            By::Identity => self.rank_by_identity(query, &mut readings, memories),
            By::Description => self.rank_described(query, &mut readings, memories),
        }
    }

    /// Weighs memories where some say the request word for word, or said it before they were edited, which is no question for a model.
    fn rank_quoted(
        &self,
        query: &Query<'_>,
        readings: &mut Readings<'_>,
        memories: &Memories<'_>,
    ) -> Result<Option<Vec<Row>>, PlannerError> {
        let quotation = query.quotation(self.components).filter(|_| !query.is_statement());
        let Some(quotation) = quotation else { return Ok(None) };
        let unscored = |candidates| Row::unscored(query, candidates, memories, self.components);
        if quoted::is_any(readings.candidates(query)?, quotation) {
            let mut rows = unscored(readings.take_candidates(query)?);
            quoted::mark(&mut rows, quotation);
            quoted::weigh(&mut rows, 0.0);
            if self.components.glosses && self.components.has(Rule::Translated) {
                translated::weigh_quoted(query, &mut rows);
            }
            return Ok(Some(rows));
        }
        if query.verb == Verb::Purge {
            let edited = earlier_texts::quoted_before(memories, quotation)?;
            if !edited.is_empty() {
                let mut rows = unscored(readings.take_candidates(query)?);
                earlier_texts::weigh_quoted(&mut rows, &edited, quotation);
                return Ok(Some(rows));
            }
        }
        Ok(None)
    }

    fn rank_described(
        &self,
        query: &Query<'_>,
        readings: &mut Readings<'_>,
        memories: &Memories<'_>,
    ) -> Result<Vec<Row>, PlannerError> {
        let mut weigh =
            |components| self.weigh(query, readings.take(query, components)?, memories, components);
        match weigh(self.components) {
            // What is to be erased is erased although the embedder is gone: words and names alone must do.
            Err(PlannerError::Corpus(CorpusError::Embed(_))) if query.verb == Verb::Purge => {
                weigh(self.components.without_models())
            }
            weighed => weighed,
        }
    }

    /// Weighs what is gathered: memory by memory, then all of them by time and words.
    pub(super) fn weigh(
        &self,
        query: &Query<'_>,
        gathered: Gathered,
        memories: &Memories<'_>,
        components: Components,
    ) -> Result<Vec<Row>, PlannerError> {
        let mut rows = self.rank_segmented(query, gathered.weighed, memories, components)?;
        noting(&mut rows, |rows| {
            rules::of_time_and_words(query, rows, memories, self.components, &|query, candidates| {
                self.rank_these(query, candidates, memories, components)
            })
        })?;
        let mut rows = chunking::together(rows, gathered.long);
        rows.extend(gathered.restated.into_iter().map(restated::staying));
        Ok(rows)
    }

    /// The stages of candidates that somebody has chosen.
    pub(super) fn rank_these(
        &self,
        query: &Query<'_>,
        candidates: Vec<Candidate>,
        memories: &Memories<'_>,
        components: Components,
    ) -> Result<Vec<Row>, PlannerError> {
        let segmented = Segmented::all_of(query, candidates, memories, components);
        self.rank_segmented(query, segmented, memories, components)
    }

    /// The stages of memories that are taken apart: their features, how likely the scorer holds each, and what rules make of that.
    fn rank_segmented(
        &self,
        query: &Query<'_>,
        segmented: Vec<Segmented>,
        memories: &Memories<'_>,
        components: Components,
    ) -> Result<Vec<Row>, PlannerError> {
        let likely = |features: &[f32]| self.trained().memory(features, false);
        let featured = Featured::all_of(query, segmented, memories, components, &likely)?;
        let scored = Scored::all_of(query, featured, components, self.trained());
        let mut rows: Vec<Row> = scored.into_iter().map(Row::from).collect();
        noting(&mut rows, |rows| rules::tell_apart(query, rows, components));
        Ok(rows)
    }
}

/// Lets rules judge, and notes which memories they make likelier or less likely.
fn noting<T>(rows: &mut [Row], rules: impl FnOnce(&mut [Row]) -> T) -> T {
    let before: Vec<f64> = rows.iter().map(|row| row.probability).collect();
    let done = rules(rows);
    for (row, before) in rows.iter_mut().zip(before) {
        row.ruled.raised |= row.probability > before;
        row.ruled.lowered |= row.probability < before;
    }
    done
}
