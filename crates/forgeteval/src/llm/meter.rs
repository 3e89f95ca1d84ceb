//! What one system asks of the run's language model.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use nepenthe_llm::{
    Budget, Completion, Failure, FailureKind, Finish, LanguageModel, Metered, Price, Request,
};

use crate::record::LlmUse;

/// After so many calls without one answer, a system is asked about no further case.
const PATIENCE: u64 = 8;

/// A system's way to the run's language model: every call goes to the system's account. In another process it is the
/// gateway that asks through it.
pub struct ModelMeter {
    system: String,
    label: String,
    metered: Metered<Arc<dyn LanguageModel>>,
    needed: AtomicBool,
    judges: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    reached: bool,
    /// A completion came, a refusal included.
    answered: bool,
    asked: u64,
    /// Calls without an answer that could be used, as far as the system tells.
    useless: u64,
    latency: Duration,
    over_budget: Option<String>,
    unrecorded: Option<String>,
    last_failure: Option<Failure>,
    beside: LlmUse,
}

impl ModelMeter {
    pub(super) fn new(
        system: &str,
        label: String,
        model: Arc<dyn LanguageModel>,
        budget: Budget,
        price: Option<Price>,
    ) -> Self {
        Self {
            system: system.to_owned(),
            label,
            metered: Metered::within(model, budget, price),
            needed: AtomicBool::new(false),
            judges: AtomicBool::new(false),
            state: Mutex::default(),
        }
    }

    /// Says that the system cannot work without the model.
    pub fn need(&self) {
        self.needed.store(true, Ordering::Relaxed);
    }

    /// Says that the system tells of answers that it could not use ([`LanguageModel::unusable`]).
    pub fn judges(&self) {
        self.judges.store(true, Ordering::Relaxed);
    }

    /// Returns whether the system cannot work without the model.
    #[must_use]
    pub fn needed(&self) -> bool {
        self.needed.load(Ordering::Relaxed)
    }

    /// Returns the system's name.
    #[must_use]
    pub fn system(&self) -> &str {
        &self.system
    }

    /// Returns how tables name the model.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns whether the model has answered, whatever its answer was worth. A refusal is none, and neither is what is no
    /// completion, such as a page.
    #[must_use]
    pub fn reached(&self) -> bool {
        self.state().reached
    }

    /// Returns whether the model gave an answer that could be used: of a system that does not tell, whether it was reached.
    #[must_use]
    pub fn was_of_use(&self) -> bool {
        let state = self.state();
        state.reached && (state.asked > state.useless || !self.judges.load(Ordering::Relaxed))
    }

    /// Returns how often the model was asked, whatever came of it.
    #[must_use]
    pub fn asked(&self) -> u64 {
        self.state().asked
    }

    /// Returns whether so many calls went unanswered that another case is of no use.
    #[must_use]
    pub fn is_hopeless(&self) -> bool {
        let state = self.state();
        !state.reached && state.asked >= PATIENCE
    }

    /// Returns why a call was not made, where one could have exceeded the budget.
    #[must_use]
    pub fn over_budget(&self) -> Option<String> {
        self.state().over_budget.clone()
    }

    /// Returns which request what is replayed lacks.
    #[must_use]
    pub fn unrecorded(&self) -> Option<String> {
        self.state().unrecorded.clone()
    }

    /// Returns why what the system just did is no result of it with this model: a call was not made, or no answer so far was
    /// of use.
    #[must_use]
    pub fn in_the_way(&self) -> Option<String> {
        let useless = || {
            let last =
                self.last_failure().map(|last| format!(", the last one being {last}")).unwrap_or_default();
            (self.asked() > 0 && !self.was_of_use())
                .then(|| format!("none of {} answers of the language model was of use{last}", self.asked()))
        };
        self.over_budget().or_else(|| self.unrecorded()).or_else(useless)
    }

    /// Returns why the last call that failed did so.
    #[must_use]
    pub fn last_failure(&self) -> Option<Failure> {
        self.state().last_failure.clone()
    }

    /// Returns the time that all calls took so far, together.
    #[must_use]
    pub fn latency(&self) -> Duration {
        self.state().latency
    }

    /// Returns what was asked since the last time, for the verdict of a case.
    #[must_use]
    pub fn close(&self) -> LlmUse {
        LlmUse::new(&self.label, &self.metered.close_account(), self.judges.load(Ordering::Relaxed))
    }

    /// Enters what was asked since the last time beside the cases that have a verdict.
    pub fn set_aside(&self) {
        self.add_beside(&self.close());
    }

    /// Enters what a case took whose verdict is not kept.
    pub fn add_beside(&self, llm: &LlmUse) {
        self.state().beside.add(llm);
    }

    /// Returns what was asked beside the cases that have a verdict: for one that the budget cut off, say, or for one that was
    /// played again. Where no completion came, the upper bounds that the budget was held to are no use of a model.
    #[must_use]
    pub fn beside(&self) -> LlmUse {
        let state = self.state();
        if state.answered { state.beside.clone() } else { state.beside.without_tokens() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LanguageModel for ModelMeter {
    fn name(&self) -> &str {
        self.metered.name()
    }

    fn complete(&self, request: &Request) -> Result<Completion, Failure> {
        let result = self.metered.complete(request);
        let mut state = self.state();
        match &result {
            Err(failure) if failure.kind == FailureKind::OverBudget => {
                state.over_budget = Some(failure.reason.clone());
                return result;
            }
            Ok(completion) => {
                state.answered = true;
                state.useless += u64::from(completion.finish != Finish::Stop);
                state.reached |= completion.finish != Finish::Refused;
                state.latency += completion.latency;
            }
            Err(failure) => {
                state.useless += 1;
                if failure.unrecorded {
                    state.unrecorded = Some(failure.reason.clone());
                }
                state.last_failure = Some(failure.clone());
            }
        }
        state.asked += 1;
        result
    }

    fn unusable(&self) {
        self.state().useless += 1;
        self.metered.unusable();
    }
}
