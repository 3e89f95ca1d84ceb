//! [`SavedPlan`]: a plan that is kept outside the store until somebody has read it, and [`apply_plan`], which carries out
//! exactly that.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use nepenthe::receipt::receipt::Basis;
use nepenthe::{Depth, Grounds, MemoryId, Reference, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::schema::{BasisWord, ReferenceText};
use crate::types::spelled;
use crate::{ApplyInput, Code, Follows, OpError, Outcome, Plan, Planned, Returning, Right, apply};

/// For how long a saved plan can be carried out.
const VALID: SignedDuration = SignedDuration::from_hours(24);

/// A plan as it was shown, which whoever read it hands back. It holds the texts of the memories.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SavedPlan {
    /// Which store made it: the name of its log.
    pub store: String,
    /// The plan.
    pub plan: Plan,
    /// The legal basis, which the receipt of an erasure says.
    #[schemars(with = "BasisWord")]
    pub basis: Basis,
    /// The caller's number of the request, which the receipt says.
    #[serde(default, with = "spelled")]
    #[schemars(with = "Option<ReferenceText>")]
    pub request: Option<Reference>,
    /// What is done with a new text that says again what was erased.
    pub returning: Returning,
    /// Until when it can be carried out.
    pub expires: Timestamp,
    /// Commits to all of the above under the store's key, 64 hexadecimal digits: it names the plan, and no other has it.
    pub digest: String,
}

/// A saved plan that somebody has read and agrees to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplyPlanInput {
    /// It, as it was made.
    pub saved: SavedPlan,
    /// Whether the answer says what a language model was asked about texts, in a store that asks one.
    #[serde(default)]
    pub asked: bool,
}

impl Planned {
    /// Returns what [`apply_plan`] carries out within a day, for somebody to read first.
    ///
    /// # Errors
    /// [`Code::StorageFailed`].
    pub fn save(&self, now: Timestamp) -> Result<SavedPlan, OpError> {
        self.save_until(now.saturating_add(VALID).unwrap_or(Timestamp::MAX))
    }

    /// Returns what [`apply_plan`] carries out before a time.
    ///
    /// # Errors
    /// As for [`save`](Self::save).
    pub fn save_until(&self, expires: Timestamp) -> Result<SavedPlan, OpError> {
        let mut saved = SavedPlan {
            store: self.scope.store().origin()?,
            plan: self.plan()?,
            basis: self.grounds.basis,
            request: self.grounds.request.clone(),
            returning: self.returning.clone(),
            expires,
            digest: String::new(),
        };
        saved.digest = saved.seal(&self.scope)?;
        Ok(saved)
    }

    /// Takes up a saved plan: exactly what it says, of the memories as they are now.
    ///
    /// # Errors
    /// [`Code::OtherStore`], [`Code::OtherScope`], [`Code::PlanAltered`], [`Code::PlanExpired`]; [`Code::PlanChanged`]
    /// where a memory is gone.
    pub fn resume(scope: &Scope, saved: SavedPlan, now: Timestamp) -> Result<Self, OpError> {
        let refused = |code: Code| Err(OpError::new(code, format!("{}; nothing was changed", code.told())));
        if saved.store != scope.store().origin()? {
            return refused(Code::OtherStore);
        }
        if saved.plan.scope != scope.path().as_str() {
            return refused(Code::OtherScope);
        }
        if saved.digest != saved.seal(scope)? {
            return refused(Code::PlanAltered);
        }
        if saved.expires <= now {
            return refused(Code::PlanExpired);
        }
        let SavedPlan { plan, basis, request, returning, .. } = saved;
        let scope = scope.clone().with_returning(returning.clone().into());
        let plan = scope.resume(nepenthe::SavedPlan {
            mutation: plan.mutation.into(),
            planner: plan.planner,
            steps: plan.steps.into_iter().map(Into::into).collect(),
            inscribe: plan.inscribe.map(Into::into),
            confidence: plan.confidence,
            name: plan.name.map(|name| nepenthe::ErasedName { text: name.text.0, kept_out: name.kept_out }),
        })?;
        let mut planned = Self::of(scope, plan, returning);
        planned.grounds = Grounds { request, basis };
        Ok(planned)
    }
}

impl SavedPlan {
    /// Returns the right that carrying it out needs.
    #[must_use]
    pub fn right(&self) -> Right {
        match self.plan.mutation {
            crate::Mutation::Purge { .. } => Right::Forget,
            _ => Right::Write,
        }
    }

    /// Returns the part of it that somebody agreed to: what it does to these memories, and to what follows from them, which they
    /// cannot go without.
    ///
    /// # Errors
    /// [`Code::PlanAltered`]; [`Code::NotFound`] for a memory that it does not touch.
    pub fn only(mut self, scope: &Scope, ids: &BTreeSet<MemoryId>) -> Result<Self, OpError> {
        if self.digest != self.seal(scope)? {
            return Err(OpError::new(
                Code::PlanAltered,
                "this is not the plan as it was made; nothing was changed",
            ));
        }
        let steps = &mut self.plan.steps;
        if let Some(id) = ids.iter().find(|id| steps.iter().all(|step| step.memory.id != **id)) {
            return Err(OpError::new(
                Code::NotFound,
                format!("the plan does not touch {id}; nothing was changed"),
            ));
        }
        let mut kept = ids.clone();
        // A step may follow from one that follows.
        for _ in 0..steps.len() {
            let before = kept.len();
            let followers = steps.iter().filter(|step| match step.follows {
                Some(Follows::Derived(id) | Follows::Copy(id)) => kept.contains(&id),
                None => false,
            });
            let followers: Vec<MemoryId> = followers.map(|step| step.memory.id).collect();
            kept.extend(followers);
            if kept.len() == before {
                break;
            }
        }
        steps.retain(|step| kept.contains(&step.memory.id));
        for step in steps {
            step.follows = step.follows.filter(|follows| match follows {
                Follows::Derived(id) | Follows::Copy(id) => kept.contains(id),
            });
        }
        self.plan.unsure.retain(|id| kept.contains(id));
        self.digest = self.seal(scope)?;
        Ok(self)
    }

    /// The digest that it must have. Numbers that JSON may round, which tell nothing of what is done, are not in it.
    fn seal(&self, scope: &Scope) -> Result<String, OpError> {
        let mut unsealed = Self { digest: String::new(), ..self.clone() };
        let plan = &mut unsealed.plan;
        (plan.confidence, plan.min_confidence, plan.consulted, plan.account) = (None, None, None, None);
        plan.spared.clear();
        for step in &mut plan.steps {
            step.confidence = None;
            (step.memory.depth, step.memory.metadata) = (Depth::SURFACE, None);
        }
        let bytes = serde_json::to_vec(&unsealed)
            .map_err(|_| OpError::new(Code::StorageFailed, "the plan cannot be written"))?;
        Ok(scope.seal_of(&bytes).iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

/// Carries out a plan that was saved, read and handed back: exactly it, or nothing.
///
/// # Errors
/// [`OpError`], as [`Planned::resume`] and [`apply`](crate::apply()); nothing is changed then.
pub fn apply_plan(scope: &Scope, input: ApplyPlanInput) -> Result<Outcome, OpError> {
    let planned = Planned::resume(scope, input.saved, Timestamp::now())?;
    apply(planned, &ApplyInput { agreed: true, asked: input.asked })
}
