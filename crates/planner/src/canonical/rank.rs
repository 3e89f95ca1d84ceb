//! Ranking: how likely each memory is meant, by the scorer over the features of the candidates, and by the rules over what it says.

use nepenthe_text::entity::identifier::Kind;
use nepenthe_text::word::fold;

use super::exception::Excepted;
use super::featured::Featured;
use super::query::Query;
use super::row::Row;
use super::rule::Rule;
use super::rules::{quoted, restated, translated};
use super::scored::Scored;
use super::segmented::Segmented;
use super::{
    Canonical, Components, candidates, chunking, coordination, earlier_texts, exception, rules, scorer,
};
use crate::corpus::CorpusError;
use crate::{Candidate, Memories, Mutation, PlannerError, Verb};

/// Below which probability what carries an identifier that only locates may stay.
const UNLIKELY: f64 = 0.25;

impl Canonical {
    /// Gathers candidates and weighs their parts, in the order of the candidates; what a thing means that the request asks for
    /// beside another is meant, and what it excepts is spared.
    pub(super) fn rank(
        &self,
        query: &mut Query<'_>,
        memories: &Memories<'_>,
    ) -> Result<Vec<Row>, PlannerError> {
        let mut rows = self.rank_all(query, memories)?;
        let several = if self.components.conjuncts && query.verb != Verb::Restore {
            coordination::requests(query, &rows)
        } else {
            Vec::new()
        };
        let mutations: Vec<Mutation> = several.iter().map(|words| query.in_words(words)).collect();
        let mut each = Vec::new();
        for (mutation, words) in mutations.iter().zip(&several) {
            let mut one = Query::new(mutation, words, self.components);
            let found = self.rank_all(&mut one, memories)?;
            each.push((one, found));
        }
        coordination::join(&mut rows, each, self.trained());
        if let Some(words) = exception::request(query).filter(|words| !words.is_empty()) {
            let mutation = Mutation::release(words.as_str());
            let mut except = Query::new(&mutation, &words, self.components);
            let excepted = Excepted { rows: self.rank_all(&mut except, memories)?, query: except };
            exception::spare(query, &mut rows, &excepted, self.trained());
        }
        noting(&mut rows, |rows| rules::part_others(query, rows, self.components));
        Ok(rows)
    }

    fn rank_all(&self, query: &mut Query<'_>, memories: &Memories<'_>) -> Result<Vec<Row>, PlannerError> {
        let without_model = Components { vectors: false, relevance: false, ..self.components };
        let quotation = query.quotation(self.components);
        if let Some(quotation) = quotation.filter(|_| !query.is_statement()) {
            // Who says it word for word is no question for a model.
            let candidates = candidates::gather(query, memories, without_model)?;
            if quoted::is_any(&candidates, quotation) {
                let mut rows = Row::unscored(query, candidates, memories, self.components);
                quoted::mark(&mut rows, quotation);
                quoted::weigh(&mut rows, 0.0);
                if self.components.glosses && self.components.has(Rule::Translated) {
                    translated::weigh_quoted(query, &mut rows);
                }
                return Ok(rows);
            }
            if query.verb == Verb::Purge {
                let edited = earlier_texts::quoted_before(memories, quotation)?;
                if !edited.is_empty() {
                    let mut rows = Row::unscored(query, candidates, memories, self.components);
                    earlier_texts::weigh_quoted(&mut rows, &edited, quotation);
                    return Ok(rows);
                }
            }
        }
        if self.components.identifiers && query.by_identity() {
            // Who carries an identifier is no question for a model.
            let rows = self.rank_with(query, memories, without_model)?;
            let loose = query.has_plain_words() && (query.verb == Verb::Release || query.is_phrase());
            let told = |row: &Row| is_carried(row) || row.whole.near_identifier && !loose;
            if rows.iter().any(told) || !query.may_be_misread() {
                return if query.only_locates() {
                    self.rank_located(query, rows, memories)
                } else {
                    Ok(rows)
                };
            }
            // Nobody carries it or anything like it, and it may be a plain word.
            query.leave_identifiers();
        } else if query.has_plain_words()
            && !self.rank_with(query, memories, without_model)?.iter().any(is_carried)
        {
            // "User role": nobody is called so.
            query.leave_identifiers();
        }
        if query.may_name_a_month() && !self.rank_with(query, memories, without_model)?.iter().any(is_named) {
            // "August pet-sitting": nobody is called so.
            query.leave_names();
        }
        if query.may_be_two() {
            let rows = self.rank_with(query, memories, without_model)?;
            let words: Vec<&str> = query.own_words.iter().map(|word| word.stem.as_str()).collect();
            let has_both = |row: &Row| {
                words.iter().all(|stem| row.whole.said.words().iter().any(|word| word.stem == *stem))
            };
            if !rows.iter().any(is_named) && rows.iter().any(has_both) {
                query.part_names();
            }
        }
        if self.components.has(Rule::Both) && query.may_be_at_a_place() {
            let rows = self.rank_with(query, memories, without_model)?;
            let asked: Vec<String> = query.own_words.iter().map(|word| word.folded.clone()).collect();
            let has_all = |row: &Row| {
                asked.iter().all(|word| row.whole.said.words().iter().any(|own| own.folded == *word))
            };
            let core = fold(query.request.core);
            let says = |row: &Row| fold(&row.whole.said).contains(&core);
            if rows.iter().any(has_all) && !rows.iter().any(says) {
                query.needs_every_word();
            }
        }
        match self.rank_with(query, memories, self.components) {
            // What is to be erased is erased although the embedder is gone: words and names alone must do.
            Err(PlannerError::Corpus(CorpusError::Embed(_))) if query.verb == Verb::Purge => {
                self.rank_with(query, memories, without_model)
            }
            weighed => weighed,
        }
    }

    /// Weighs a request whose identifier only locates what is asked for: what carries it is meant, but for a release, and where it is an
    /// address, or the memory names another person, where that is unlikely by the rest of the request; and so is what carries it not, where a
    /// model that has read it holds that likely.
    fn rank_located(
        &self,
        query: &mut Query<'_>,
        by_identity: Vec<Row>,
        memories: &Memories<'_>,
    ) -> Result<Vec<Row>, PlannerError> {
        query.described = true;
        let read = self.rank_with(query, memories, self.components);
        query.described = false;
        let mut rows = match read {
            Err(PlannerError::Corpus(CorpusError::Embed(_))) if query.verb == Verb::Purge => {
                return Ok(by_identity);
            }
            rows => rows?,
        };
        if !rows.is_empty() && rows.iter().all(|row| row.read.is_none()) {
            return Ok(by_identity);
        }
        // Much happens at one address: "the leak at 14 Linnet Street" is not who lives there.
        let at_house = query.identifiers.iter().all(|identifier| identifier.kind == Kind::House);
        let doubtful = query.verb == Verb::Release || at_house;
        // "Ana's key to safe 9" is not that Bo may open it.
        let of_another = |row: &Row| {
            !query.names.is_empty() && !is_named(row) && (row.whole.other_names > 0 || row.whole.near_name)
        };
        for carrier in by_identity.into_iter().filter(|row| row.probability >= scorer::MEANT) {
            let same = |row: &&mut Row| row.candidate.hit.memory.id == carrier.candidate.hit.memory.id;
            let stays = |row: &Row| (doubtful || of_another(row)) && row.probability < UNLIKELY;
            match rows.iter_mut().find(same) {
                None => rows.push(carrier),
                Some(row) if row.chunks.len() == carrier.chunks.len() => {
                    row.each_with(&carrier, &|own, carrier| {
                        if carrier.probability >= scorer::MEANT && !stays(own) {
                            own.probability = carrier.probability;
                        }
                    });
                }
                Some(row) if stays(row) => {}
                Some(row) => *row = carrier,
            }
        }
        Ok(rows)
    }

    fn rank_with(
        &self,
        query: &Query<'_>,
        memories: &Memories<'_>,
        components: Components,
    ) -> Result<Vec<Row>, PlannerError> {
        let mut candidates = candidates::gather(query, memories, components)?;
        let mut said = Vec::new();
        if components.has(Rule::Restated) {
            (candidates, said) = restated::apart(query, candidates);
        }
        let (candidates, long) = chunking::apart(query, candidates);
        let mut rows = self.rank_these(query, candidates, memories, components)?;
        noting(&mut rows, |rows| {
            rules::of_time_and_words(query, rows, memories, self.components, &|query, candidates| {
                self.rank_these(query, candidates, memories, components)
            })
        })?;
        let mut rows = chunking::together(rows, long);
        let mut said = Row::unscored(query, said, memories, components);
        restated::stay(&mut said);
        rows.extend(said);
        Ok(rows)
    }

    pub(super) fn rank_these(
        &self,
        query: &Query<'_>,
        candidates: Vec<Candidate>,
        memories: &Memories<'_>,
        components: Components,
    ) -> Result<Vec<Row>, PlannerError> {
        let segmented = Segmented::all_of(query, candidates, memories, components);
        let likely = |features: &[f32]| self.trained().memory(features, false);
        let featured = Featured::all_of(query, segmented, memories, components, &likely)?;
        let scored = Scored::all_of(query, featured, self.components, self.trained());
        let mut rows: Vec<Row> = scored.into_iter().map(Row::from).collect();
        noting(&mut rows, |rows| rules::tell_apart(query, rows, self.components));
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

/// Tells whether a memory names what the request names first.
fn is_named(row: &Row) -> bool {
    row.whole.first > 0.5
}

/// Tells whether a memory surely carries what is asked for.
fn is_carried(row: &Row) -> bool {
    row.whole.carried() >= scorer::FOUND
}
