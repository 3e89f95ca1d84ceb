//! The planner `routed`: `canonical` first, and the language model only where that is not sure.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

use nepenthe_llm::contract::MOST;
use nepenthe_text::clause;
use nepenthe_text::request::Reach;

use crate::canonical::Ranked;
use crate::llm::{Question, asks_about};

use crate::{Action, Draft, Llm, Memories, Mutation, Otherwise, Planner, PlannerError, Verb};

/// Below this confidence of `canonical` the model is asked. From here on `canonical` passes 167 of 191 cases of the suite
/// `adversarial`; between 0.9 and this it passes 73 of 109, between 0.8 and 0.9 87 of 132, and below that 127 of 386.
const SURE: f64 = 0.95;

/// Plans as `canonical` does, and asks the store's language model, as [`Llm`] does, only where `canonical` is not sure, finds
/// nothing, or would supersede a memory that states several things. The plan says why.
#[derive(Debug)]
pub struct Routed {
    llm: Llm,
    asked: AtomicU64,
    saved: AtomicU64,
}

impl Routed {
    /// Asks where it must, and does so where no answer can be used.
    #[must_use]
    pub fn new(otherwise: Otherwise) -> Self {
        Self { llm: Llm::new(otherwise), asked: AtomicU64::new(0), saved: AtomicU64::new(0) }
    }

    /// For how many plans the model was asked.
    #[must_use]
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// For how many plans it was not, where [`Llm`] would have.
    #[must_use]
    pub fn saved(&self) -> u64 {
        self.saved.load(Ordering::Relaxed)
    }
}

impl Planner for Routed {
    fn name(&self) -> &str {
        "routed"
    }

    fn reach(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
    ) -> Result<Option<Reach>, PlannerError> {
        self.llm.checks().reach(mutation, words, memories)
    }

    fn plan(&self, mutation: &Mutation, words: &str, memories: &Memories<'_>) -> Result<Draft, PlannerError> {
        let own = |draft: Draft| Draft { chosen_by: Some("routed:canonical".to_owned()), ..draft };
        let checks = self.llm.checks();
        if !asks_about(mutation.verb()) {
            return Ok(own(checks.plan(mutation, words, memories)?));
        }
        let Ranked { draft, mut candidates, .. } = checks.decide(mutation, words, memories)?;
        let Some(why) = unsure(mutation, &draft).filter(|_| !candidates.is_empty()) else {
            self.saved.fetch_add(1, Ordering::Relaxed);
            return Ok(own(draft));
        };
        candidates.truncate(MOST);
        let shown: HashSet<_> = candidates.iter().map(|candidate| candidate.hit.memory.id).collect();
        self.asked.fetch_add(1, Ordering::Relaxed);
        let question = Question { mutation, words, candidates, unshown: Vec::new(), why };
        let (answer, consulted) = self.llm.ask(question, memories)?;
        let Some(mut answer) = answer else {
            return self.llm.instead("routed", consulted, |planner| match planner.name() {
                "canonical" => Ok(draft),
                _ => planner.plan(mutation, words, memories),
            });
        };
        for step in draft.steps {
            let place = answer.steps.iter_mut().find(|other| other.memory.id == step.memory.id);
            match place {
                // Which part of a memory goes is not asked where it goes out of recall or for good.
                Some(other) if mutation.verb() != Verb::Supersede => {
                    if matches!(step.action, Action::Edit { .. }) {
                        other.action = step.action;
                        other.reason.push_str("; the rest stays, by canonical");
                    }
                }
                Some(_) => {}
                // What the model has not seen is as canonical says.
                None if !shown.contains(&step.memory.id) => answer.steps.push(step),
                None => {}
            }
        }
        answer.stands |= draft.stands;
        answer.chosen_by = Some("routed:llm".to_owned());
        answer.consulted = Some(consulted);
        Ok(answer)
    }
}

/// Why the model is to be asked; `None` where it is not.
fn unsure(mutation: &Mutation, draft: &Draft) -> Option<String> {
    let confidence = draft.confidence.unwrap_or(0.0);
    if confidence < SURE {
        return Some(format!("canonical is sure to {confidence:.2} only"));
    }
    if draft.steps.is_empty() && !draft.stands {
        return Some("canonical finds nothing".to_owned());
    }
    let compound = |text: &str| clause::split(text).len() > 1;
    let several = draft.steps.iter().any(|step| {
        matches!(step.action, Action::Supersede | Action::Edit { .. }) && compound(&step.memory.text)
    });
    (mutation.verb() == Verb::Supersede && several)
        .then(|| "a memory that states several things is concerned".to_owned())
}
