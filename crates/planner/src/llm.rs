//! The planner `llm`: a language model says which memories a change means (the paper's mutation-time hook), and deterministic
//! checks have the last word.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use nepenthe_llm::contract::{self, Asked, Change, How, MOST, check};
use nepenthe_llm::{FailureKind, LanguageModel};
use nepenthe_text::request::Reach;

use crate::canonical::Opinion;

use crate::corpus::Include;
use crate::memory::storable;
use crate::{
    Action, Candidate, Canonical, Consulted, Draft, Memories, Mutation, Planner, PlannerError, Published,
    Verb,
};

/// What happens where the model's answer cannot be used.
#[derive(Clone)]
pub enum Otherwise {
    /// No plan is made ([`PlannerError::Model`]).
    Fail,
    /// Another planner plans instead, and the plan says so.
    Planner(Arc<dyn Planner>),
}

/// Asks the store's language model about 20 memories, by the contracts of [`nepenthe_llm::contract`]: those that carry what is
/// asked for, by the index of mentions, and those that hybrid recall finds nearest. The model proposes; the rules of the planner `canonical` dispose: a memory that they exclude is
/// spared, what they doubt is said. An answer that cannot be used is an outcome of its own, and what happens then is chosen by
/// whoever makes the planner. For the verbs that forget nothing it follows the policy `published`, and asks nobody.
#[derive(Debug, Clone)]
pub struct Llm {
    otherwise: Otherwise,
    checks: Canonical,
}

/// What to ask about, and why.
pub(super) struct Question<'a> {
    pub(super) mutation: &'a Mutation,
    pub(super) words: &'a str,
    /// Those to show: at most [`MOST`].
    pub(super) candidates: Vec<Candidate>,
    /// Those that carry what is asked for, and that there is no room for.
    pub(super) unshown: Vec<Candidate>,
    pub(super) why: String,
}

impl fmt::Debug for Otherwise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fail => f.write_str("Fail"),
            Self::Planner(planner) => f.debug_tuple("Planner").field(&planner.name()).finish(),
        }
    }
}

impl Llm {
    /// Asks, and does so where no answer can be used.
    #[must_use]
    pub fn new(otherwise: Otherwise) -> Self {
        Self { otherwise, checks: Canonical::default() }
    }

    pub(super) fn checks(&self) -> &Canonical {
        &self.checks
    }

    /// Asks the model, and turns a good answer into a draft. `None` in it: the answer cannot be used.
    pub(super) fn ask(
        &self,
        question: Question<'_>,
        memories: &Memories<'_>,
    ) -> Result<(Option<Draft>, Consulted), PlannerError> {
        let model = memories.language_model().ok_or(PlannerError::NoModel)?;
        let Question { mutation, words, candidates, unshown, why } = question;
        let texts: Vec<&str> =
            candidates.iter().map(|candidate| candidate.hit.memory.text.as_str()).collect();
        let Asked { answer, record } = ask(model, mutation, words, &texts);
        let mut consulted = Consulted { why, record, otherwise: None, doubts: Vec::new() };
        let Ok(changes) = answer else { return Ok((None, consulted)) };
        let opinions = self.checks.opinions(mutation, words, memories, &candidates)?;
        let mut draft = Draft::default();
        let mut changes = changes.into_iter().peekable();
        for (index, (candidate, opinion)) in candidates.into_iter().zip(opinions).enumerate() {
            let change = changes.next_if(|change| change.index == index);
            decide(&mut draft, &mut consulted.doubts, mutation, words, candidate, opinion, change);
        }
        for candidate in unshown {
            let id = candidate.hit.memory.id;
            consulted
                .doubts
                .push(format!("{id}: it carries what is asked for, and was not shown to the model"));
            draft
                .spared
                .push(candidate.spare(format!("not shown to the model, which is asked about {MOST}")));
        }
        if let Mutation::Supersede { new, .. } = mutation
            && !draft.stands
        {
            draft.bring_back(&new.text, memories)?;
        }
        Ok((Some(draft), consulted))
    }

    /// Does what was chosen for an answer that cannot be used. `by` is the planner that asked.
    pub(super) fn instead(
        &self,
        by: &str,
        mut consulted: Consulted,
        plan: impl FnOnce(&dyn Planner) -> Result<Draft, PlannerError>,
    ) -> Result<Draft, PlannerError> {
        let failure = consulted.record.failure.clone();
        let kind = failure.as_ref().map_or(FailureKind::Unusable, |failure| failure.kind);
        match (&self.otherwise, failure) {
            (Otherwise::Fail, Some(failure)) => Err(PlannerError::Model(failure)),
            (Otherwise::Fail, None) => Err(PlannerError::NoModel),
            (Otherwise::Planner(planner), _) => {
                let mut draft = plan(planner.as_ref())?;
                draft.chosen_by = Some(format!("{by}:{}:{}", kind.word(), planner.name()));
                consulted.otherwise = Some(planner.name().to_owned());
                draft.consulted = Some(consulted);
                Ok(draft)
            }
        }
    }
}

impl Planner for Llm {
    fn name(&self) -> &str {
        "llm"
    }

    fn reach(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
    ) -> Result<Option<Reach>, PlannerError> {
        self.checks.reach(mutation, words, memories)
    }

    fn plan(&self, mutation: &Mutation, words: &str, memories: &Memories<'_>) -> Result<Draft, PlannerError> {
        if !asks_about(mutation.verb()) {
            let draft = Published.plan(mutation, words, memories)?;
            return Ok(Draft { chosen_by: Some("llm:published".to_owned()), ..draft });
        }
        let (candidates, unshown) = nearest(&self.checks, mutation, words, memories)?;
        let why = "the planner always asks".to_owned();
        let question = Question { mutation, words, candidates, unshown, why };
        let (draft, consulted) = self.ask(question, memories)?;
        match draft {
            Some(draft) => Ok(Draft { consulted: Some(consulted), ..draft }),
            None => self.instead("llm", consulted, |planner| planner.plan(mutation, words, memories)),
        }
    }
}

/// Tells whether there is a contract for a verb.
pub(super) fn asks_about(verb: Verb) -> bool {
    matches!(verb, Verb::Supersede | Verb::Release | Verb::Purge)
}

/// At most [`MOST`] memories: those that carry what is asked for, in whatever form, and those that hybrid recall finds
/// nearest. Then the carriers beyond. What is out of recall can be erased all the same.
fn nearest(
    checks: &Canonical,
    mutation: &Mutation,
    words: &str,
    memories: &Memories<'_>,
) -> Result<(Vec<Candidate>, Vec<Candidate>), PlannerError> {
    let include = if mutation.verb() == Verb::Purge { Include::All } else { Include::Live };
    let (mut found, others) = checks.carriers(mutation, words, memories)?;
    let unshown = found.split_off(found.len().min(MOST));
    found.extend(memories.nearest(words, MOST, include)?);
    found.extend(others);
    let mut seen = HashSet::new();
    found.retain(|candidate| seen.insert(candidate.hit.memory.id));
    found.truncate(MOST);
    Ok((found, unshown))
}

fn ask(model: &dyn LanguageModel, mutation: &Mutation, words: &str, texts: &[&str]) -> Asked<Vec<Change>> {
    let matches = |asked: Asked<Vec<usize>>| {
        let whole = |index| Change { index, how: How::Whole };
        let answer = asked.answer.map(|matches| matches.into_iter().map(whole).collect());
        Asked { answer, record: asked.record }
    };
    match mutation {
        Mutation::Supersede { new, .. } => contract::supersede(model, words, &new.text, texts, &storable),
        Mutation::Purge { .. } => matches(contract::purge(model, words, texts)),
        _ => matches(contract::release(model, words, texts)),
    }
}

/// Decides about one memory: what the model says of it, and what the checks say to that.
fn decide(
    draft: &mut Draft,
    doubts: &mut Vec<String>,
    mutation: &Mutation,
    words: &str,
    candidate: Candidate,
    opinion: Opinion,
    change: Option<Change>,
) {
    let memory = &candidate.hit.memory;
    let new = match mutation {
        Mutation::Supersede { new, .. } => Some(new.text.as_str()),
        _ => None,
    };
    if new.is_some_and(|new| new.trim() == memory.text.trim()) {
        draft.stands |= memory.depth.is_live();
        return draft.spared.push(candidate.spare("says so already"));
    }
    let Some(change) = change else {
        return draft.spared.push(candidate.spare("the model does not name it"));
    };
    let id = memory.id;
    // What is erased is gone for good: a purge takes nothing by the model's word alone.
    let doubt = match opinion {
        Opinion::Fits => None,
        Opinion::Unread => Some("it has letters that the rules may not read".to_owned()),
        Opinion::Excluded(reason) => {
            doubts.push(format!("{id}: the model names it, and it is another: {reason}"));
            return draft.spared.push(candidate.spare(format!("the model names it, but: {reason}")));
        }
        Opinion::Untraced if mutation.verb() == Verb::Purge => {
            doubts.push(format!("{id}: the model names it, and nothing in it is what is asked for"));
            let reason = "the model names it, but nothing in it is what is asked for";
            return draft.spared.push(candidate.spare(reason));
        }
        Opinion::NameAlone => {
            doubts.push(format!(
                "{id}: the model names it, and it has the name, but nothing else that is asked for"
            ));
            let reason = "the model names it, but it has only the name of what is asked for";
            return draft.spared.push(candidate.spare(reason));
        }
        Opinion::Untraced => Some("nothing in it is what is asked for, by the rules".to_owned()),
        Opinion::AnotherName(reason) => Some(format!("another name, by the rules: {reason}")),
    };
    let mut reason = "the model names it".to_owned();
    let mut doubted: Vec<String> = doubt.into_iter().collect();
    let action = match change.how {
        How::Whole => mutation.action(),
        How::Partial { text } => {
            let new = new.unwrap_or_default();
            let flags = check::merged(&memory.text, words, new, &text);
            draft.stands |= flags.is_empty() && check::says(new, &text);
            doubted.extend(flags.iter().map(|flag| format!("the new text {flag}")));
            reason.push_str("; the rest stays");
            Action::Edit { text }
        }
    };
    for doubt in doubted {
        reason.push_str(&format!("; in doubt: {doubt}"));
        doubts.push(format!("{id}: {doubt}"));
    }
    draft.decide(candidate, action, reason);
}
