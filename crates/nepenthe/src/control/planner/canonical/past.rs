//! What a purge asks for may stand in an earlier text of a memory alone: the memory was edited since. Then its earlier texts
//! are erased, and the present one stays.

use std::collections::HashSet;

use super::ask::Ask;
use super::decide::{MEANT, why_meant};
use super::{Canonical, Components, quoted};
use crate::control::planner::Draft;
use crate::control::{Action, Memories, Mutation, PlanError};
use crate::recall::RecallError;

/// Earlier texts that a model reads together.
const TOGETHER: usize = 24;

impl Canonical {
    /// Adds a step for each memory that the draft of a purge leaves alone, and of which an earlier text is meant.
    pub(in crate::control) fn add_earlier_texts(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
        draft: &mut Draft,
    ) -> Result<(), PlanError> {
        let mut ask = Ask::new(mutation, words);
        if self.components.identifiers && ask.by_identity() && ask.may_be_misread() && draft.steps.is_empty()
        {
            // As the present texts were read.
            ask.identifiers.clear();
        }
        // With a step for it, all its earlier texts go.
        let mut done: HashSet<_> = draft.steps.iter().map(|step| step.memory.id).collect();
        let mut earlier = memories.earlier_texts()?;
        earlier.retain(|(now, _)| !done.contains(&now.hit.memory.id));
        let rules = Components { vectors: false, relevance: false, ..self.components };
        let quotation = ask.quotation().filter(|_| self.components.quotations && !ask.is_statement());
        let by_rules = ask.by_identity() || ask.by_name();
        for some in earlier.chunks(TOGETHER) {
            let texts: Vec<_> = some.iter().map(|(_, then)| then.clone()).collect();
            let is_quoted = quotation.is_some_and(|quotation| quoted::is_any(&texts, quotation));
            let weigh = |components| self.weigh_these(&ask, texts.clone(), memories, components);
            let mut rows = match weigh(if by_rules || is_quoted { rules } else { self.components }) {
                Err(PlanError::Recall(RecallError::Embed(_))) => weigh(rules)?,
                rows => rows?,
            };
            if let Some(quotation) = quotation.filter(|_| is_quoted) {
                quoted::mark(&mut rows, quotation);
                quoted::weigh(&mut rows, 0.0);
            }
            for ((now, _), row) in some.iter().zip(rows) {
                if row.whole.probability >= MEANT && done.insert(now.hit.memory.id) {
                    let text = now.hit.memory.text.clone();
                    let reason = format!("an earlier text of it {}", why_meant(&row.whole));
                    draft.steps.push(now.clone().step(Action::Edit { text }, reason));
                }
            }
        }
        Ok(())
    }
}
