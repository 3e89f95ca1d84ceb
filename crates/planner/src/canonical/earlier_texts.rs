//! What a purge asks for may stand in an earlier text of a memory alone: the memory was edited since. Then its earlier texts
//! are erased, and the present one stays, without what it has of that still.

use std::collections::HashSet;

use nepenthe_text::clause;
use nepenthe_text::quotation;
use nepenthe_text::word::words;

use super::decision::why_meant;
use super::query::Query;
use super::row::Row;
use super::rules::quoted::{self, QUOTED};
use super::scorer::MEANT;
use super::{Canonical, Scorer, compression};
use crate::corpus::CorpusError;
use crate::memory::MemoryId;
use crate::{Action, Candidate, Draft, Memories, Mutation, PlannerError, Step};

/// Earlier texts that a model reads together.
const TOGETHER: usize = 24;

/// The memories that said word for word, before they were edited, what is quoted.
pub(super) fn quoted_before(
    memories: &Memories<'_>,
    quotation: &str,
) -> Result<HashSet<MemoryId>, PlannerError> {
    let earlier = memories.earlier_texts()?;
    let says = |then: &Candidate| quotation::find(quotation, &then.hit.memory.text).is_some();
    Ok(earlier.iter().filter(|(_, then)| says(then)).map(|(now, _)| now.hit.memory.id).collect())
}

/// Weighs the present rows where only earlier texts are quoted: who said it then is meant, if what it says now is for the most
/// part of the quotation still; nobody else is.
pub(super) fn weigh_quoted(rows: &mut [Row], edited: &HashSet<MemoryId>, quotation: &str) {
    let said: HashSet<String> = words(quotation).into_iter().map(|word| word.stem).collect();
    for row in rows {
        let own: Vec<_> = row.whole.said.words().iter().filter(|word| word.content).collect();
        let still = own.iter().filter(|word| said.contains(&word.stem)).count();
        let meant = edited.contains(&row.candidate.hit.memory.id) && 2 * still > own.len();
        row.probability = if meant { QUOTED } else { 0.0 };
        row.goes.fill(row.probability);
    }
}

/// The present text without the statements that go from an earlier one, where it still has some of them and others.
fn without_what_goes(query: &Query<'_>, then: &Row, now: &str, scorer: &Scorer) -> Option<String> {
    let content = |text: &str| -> HashSet<String> {
        words(text).into_iter().filter(|word| word.content).map(|word| word.stem).collect()
    };
    let left = content(&compression::left(query, then, scorer)?);
    let gone: HashSet<String> =
        content(&then.whole.said).into_iter().filter(|stem| !left.contains(stem)).collect();
    let clauses = clause::split(now);
    let goes = |clause: &clause::Clause| {
        let own = content(&now[clause.span.clone()]);
        !own.is_empty() && own.is_subset(&gone)
    };
    let places: Vec<usize> =
        clauses.iter().enumerate().filter(|(_, clause)| goes(clause)).map(|(place, _)| place).collect();
    if places.is_empty() {
        return None;
    }
    clauses.without(&clauses.with_hanging(&places))
}

impl Canonical {
    /// Adds a step for each memory that the draft of a purge leaves alone, and of which an earlier text is meant.
    pub fn add_earlier_texts(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
        draft: &mut Draft,
    ) -> Result<(), PlannerError> {
        let mut query = Query::new(mutation, words, self.components);
        let memories = &memories.in_excerpts(words, query.sought());
        if self.components.identifiers
            && query.by_identity()
            && query.may_be_misread()
            && draft.steps.is_empty()
        {
            // As the present texts were read.
            query.identifiers.clear();
        }
        // With a step for it, all its earlier texts go.
        let mut done: HashSet<_> = draft.steps.iter().map(|step| step.memory.id).collect();
        let mut earlier = memories.earlier_texts()?;
        earlier.retain(|(now, _)| !done.contains(&now.hit.memory.id));
        let rules = self.components.without_models();
        let quotation = query.quotation(self.components).filter(|_| !query.is_statement());
        let by_rules = query.by_identity() || query.by_name();
        for some in earlier.chunks(TOGETHER) {
            let texts: Vec<_> = some.iter().map(|(_, then)| then.clone()).collect();
            let is_quoted = quotation.is_some_and(|quotation| quoted::is_any(&texts, quotation));
            let weigh = |components| self.rank_these(&query, texts.clone(), memories, components);
            let mut rows = match weigh(if by_rules || is_quoted { rules } else { self.components }) {
                Err(PlannerError::Corpus(CorpusError::Embed(_))) => weigh(rules)?,
                rows => rows?,
            };
            if let Some(quotation) = quotation.filter(|_| is_quoted) {
                quoted::mark(&mut rows, quotation);
                quoted::weigh(&mut rows, 0.0);
            }
            for ((now, _), row) in some.iter().zip(rows) {
                if row.probability >= MEANT && done.insert(now.hit.memory.id) {
                    let present = now.hit.memory.text.as_str();
                    let text = without_what_goes(&query, &row, present, self.trained());
                    let text = text.unwrap_or_else(|| present.to_owned());
                    let reason = format!("an earlier text of it {}", why_meant(&row));
                    let step = now.clone().step(Action::Edit { text }, reason);
                    draft.steps.push(Step { confidence: Some(row.probability), ..step });
                }
            }
        }
        draft.unread.extend(memories.unread());
        Ok(())
    }
}
