//! Plans: made, read, and carried out or dropped. What is erased by words is erased by a plan that somebody has read.

use std::collections::BTreeSet;

use jiff::Timestamp;
use nepenthe::{MemoryId, Scope, Verb};
use nepenthe_ops::{
    self as ops, ApplyPlanInput, Code, EditInput, Mutation, OpError, Operation, Outcome, Plan, Planned,
    PurgeInput, ReleaseInput, RestoreInput, SavedPlan, SupersedeInput, table, usual_floor,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::call::Call;
use super::changes::refuse_lower;
use super::route::{Answers, Method, Needs, Once, Route, Takes, shape};
use crate::http::Problem;
use crate::plans::operation_of;

/// What can be planned: whoever may do one of them may ask for plans of it.
const PLANNED: &[Operation] = &[table::PURGE, table::SUPERSEDE, table::RELEASE, table::RESTORE, table::EDIT];

pub(super) const ROUTES: &[Route] = &[
    Route {
        method: Method::Post,
        path: "/v1/plans",
        name: "plan",
        summary: "Plan a change, and change nothing",
        needs: Needs::Operations(PLANNED),
        takes: Takes::Json(shape::<PlanInput>),
        once: Once::Again(shown),
        status: 201,
        answers: Answers::Json(shape::<KeptPlan>),
        call: plan,
        ..Route::USUAL
    },
    Route {
        path: "/v1/plans/{id}",
        name: "get_plan",
        summary: "Read a plan that waits",
        needs: Needs::Operations(PLANNED),
        answers: Answers::Json(shape::<KeptPlan>),
        call: |call| shown(call, call.id.unwrap_or_default()),
        ..Route::USUAL
    },
    Route {
        method: Method::Delete,
        path: "/v1/plans/{id}",
        name: "drop_plan",
        summary: "Drop a plan",
        needs: Needs::Operations(PLANNED),
        status: 204,
        call: drop_plan,
        ..Route::USUAL
    },
    Route {
        method: Method::Post,
        path: "/v1/plans/{id}/commit",
        name: "commit",
        summary: "Carry out a plan: exactly it, or nothing",
        needs: Needs::Operations(PLANNED),
        takes: Takes::Json(shape::<Commit>),
        once: Once::Kept,
        answers: Answers::Json(shape::<Outcome>),
        call: commit,
        ..Route::USUAL
    },
];

/// What is to be planned.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", tag = "verb")]
enum PlanInput {
    /// Erase memories for good.
    Purge(PurgeInput),
    /// Put a new memory in the place of what is believed no longer.
    Supersede(SupersedeInput),
    /// Take memories out of recall, reversibly.
    Release(ReleaseInput),
    /// Bring released or superseded memories back into recall.
    Restore(RestoreInput),
    /// Replace the text of one memory.
    Edit(EditInput),
}

/// A plan that waits. Nothing is changed.
#[derive(Serialize, JsonSchema)]
struct KeptPlan {
    /// By which it is carried out, once, by its actor in its scope.
    id: String,
    /// Commits to what it would do; it comes back with the commit.
    digest: String,
    /// Until when it waits.
    expires: Timestamp,
    /// What it would do. One that is not sure is carried out only for whoever names the ids of all its steps.
    plan: Plan,
}

/// That a plan was read, and is to be carried out.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Commit {
    /// The plan's digest.
    digest: String,
    /// The memories of all its steps: of a plan that is not sure.
    #[serde(default)]
    #[schemars(with = "Option<Vec<String>>")]
    ids: Option<Vec<MemoryId>>,
}

fn plan(call: &Call<'_>) -> Result<Answer, Problem> {
    let input: PlanInput = call.input()?;
    refuse_lower(input.verb(), input.least(), usual_floor(input.verb()))?;
    let (id, mut saved) = keep(call, &input)?;
    saved.plan = call.door()?.shown(saved.plan);
    let answer = Answer::json(&KeptPlan::of(id.clone(), saved));
    Ok(answer.with_location(format!("/v1/plans/{id}")).with_id(id))
}

fn keep(call: &Call<'_>, input: &PlanInput) -> Result<(String, SavedPlan), OpError> {
    let planned = call.with(input.operation(), |scope| input.clone().planned(scope))?;
    refuse_lower(input.verb(), input.least(), planned.usual_floor())?;
    let saved = call.service.plans.save(&planned)?;
    Ok((call.service.plans.name(call.door()?, saved.clone())?, saved))
}

fn shown(call: &Call<'_>, id: &str) -> Result<Answer, Problem> {
    call.demand(operation_of(&call.service.plans.look_by_name(call.door()?, id)?.plan.mutation)?)?;
    let saved = call.service.plans.show_by_name(call.door()?, id)?;
    Ok(Answer::json(&KeptPlan::of(id.to_owned(), saved)))
}

fn drop_plan(call: &Call<'_>) -> Result<Answer, Problem> {
    let (door, id) = (call.door()?, call.id.unwrap_or_default());
    let saved = call.service.plans.look_by_name(door, id)?;
    call.demand(operation_of(&saved.plan.mutation)?)?;
    call.service.plans.take_by_name(door, id)?.declined();
    Ok(Answer::nothing())
}

fn commit(call: &Call<'_>) -> Result<Answer, Problem> {
    let Commit { digest, ids } = call.input()?;
    let (door, id) = (call.door()?, call.id.unwrap_or_default());
    let saved = call.service.plans.look_by_name(door, id)?;
    let operation = operation_of(&saved.plan.mutation)?;
    call.demand(operation)?;
    refuse_unread(&saved, &digest, ids.as_deref())
        .map_err(|error| Problem::from(error).with_plan(id.to_owned()))?;
    let taken = call.service.plans.take_by_name(door, id)?;
    let input = ApplyPlanInput { saved, asked: false };
    match call.with(operation, |scope| ops::apply_plan(scope, input.clone())) {
        Ok(outcome) => {
            taken.used(outcome.erasure.as_ref().map(|erasure| erasure.receipt));
            if outcome.erasure.is_some() {
                call.service.metrics.purged(outcome.changes.len());
            }
            Ok(Answer::of_outcome(&outcome))
        }
        // It will fit no more: what the same words mean now is another plan.
        Err(error) if error.code() == Code::PlanChanged => {
            let again = PlanInput::of(input.saved).and_then(|input| keep(call, &input).ok());
            let problem = Problem::from(error);
            Err(again.map_or(problem.clone(), |(id, _)| problem.with_plan(id)))
        }
        Err(error) => {
            taken.put_back();
            Err(error.into())
        }
    }
}

/// Refuses a plan that whoever commits it has not read as it is.
fn refuse_unread(saved: &SavedPlan, digest: &str, ids: Option<&[MemoryId]>) -> Result<(), OpError> {
    let plan = &saved.plan;
    if saved.digest != digest {
        return Err(OpError::new(
            Code::PlanAltered,
            "this is not the digest of the plan; nothing was changed",
        ));
    }
    if plan.steps.is_empty() && plan.inscribe.is_none() {
        return Err(OpError::new(Code::NothingMatched, "the plan would change nothing"));
    }
    let touched: BTreeSet<MemoryId> = plan.steps.iter().map(|step| step.memory.id).collect();
    match ids {
        Some(ids) if ids.iter().copied().collect::<BTreeSet<_>>() == touched => Ok(()),
        Some(_) => {
            let message = "`ids` does not name the memories of all steps, and no others; nothing was changed";
            Err(OpError::new(Code::PlanUnsure, message))
        }
        None if plan.sure => Ok(()),
        None => {
            let message =
                "the plan is unsure: name the memories of all its steps in `ids`; nothing was changed";
            Err(OpError::new(Code::PlanUnsure, message))
        }
    }
}

impl KeptPlan {
    fn of(id: String, saved: SavedPlan) -> Self {
        Self { id, digest: saved.digest, expires: saved.expires, plan: saved.plan }
    }
}

impl PlanInput {
    /// What a kept plan was made of. Texts for memories that were made from others are not in it.
    fn of(saved: SavedPlan) -> Option<Self> {
        let SavedPlan { plan, basis, request, returning, .. } = saved;
        let min_confidence = plan.min_confidence;
        Some(match plan.mutation {
            Mutation::Purge { target } => {
                let keep_name_out = plan.name.is_some_and(|name| name.kept_out);
                let new = PurgeInput::new(target);
                Self::Purge(PurgeInput { basis, request, keep_name_out, min_confidence, ..new })
            }
            Mutation::Supersede { target, new } => {
                Self::Supersede(SupersedeInput { target, new, returning, min_confidence })
            }
            Mutation::Release { target } => Self::Release(ReleaseInput { target, min_confidence }),
            Mutation::Restore { target } => Self::Restore(RestoreInput { target, returning }),
            Mutation::Edit { target, text } => {
                Self::Edit(EditInput { target, text, returning, min_confidence })
            }
            _ => return None,
        })
    }

    fn verb(&self) -> Verb {
        match self {
            Self::Purge(_) => Verb::Purge,
            Self::Supersede(_) => Verb::Supersede,
            Self::Release(_) => Verb::Release,
            Self::Restore(_) => Verb::Restore,
            Self::Edit(_) => Verb::Edit,
        }
    }

    fn operation(&self) -> &'static Operation {
        match self {
            Self::Purge(_) => &table::PURGE,
            Self::Supersede(_) => &table::SUPERSEDE,
            Self::Release(_) => &table::RELEASE,
            Self::Restore(_) => &table::RESTORE,
            Self::Edit(_) => &table::EDIT,
        }
    }

    fn least(&self) -> Option<f64> {
        match self {
            Self::Purge(input) => input.min_confidence,
            Self::Supersede(input) => input.min_confidence,
            Self::Release(input) => input.min_confidence,
            Self::Restore(_) => None,
            Self::Edit(input) => input.min_confidence,
        }
    }

    fn planned(self, scope: &Scope) -> Result<Planned, OpError> {
        match self {
            Self::Purge(input) => ops::purge(scope, input),
            Self::Supersede(input) => ops::supersede(scope, input),
            Self::Release(input) => ops::release(scope, input),
            Self::Restore(input) => ops::restore(scope, input),
            Self::Edit(input) => ops::edit(scope, input),
        }
    }
}
