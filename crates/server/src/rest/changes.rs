//! Changes that can be taken back: supersede, release, restore. A plan that is unsure is kept, to be read and committed.

use nepenthe::{Scope, Verb};
use nepenthe_ops::{
    self as ops, ApplyInput, Code, OpError, Operation, Outcome, Planned, ReleaseInput, RestoreInput,
    SupersedeInput, table, usual_floor,
};
use serde::de::DeserializeOwned;

use super::answer::Answer;
use super::call::Call;
use super::route::{Answers, Method, Needs, Once, Route, Takes, shape};
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[
    Route {
        method: Method::Post,
        path: "/v1/supersede",
        name: "supersede",
        summary: "Put a new memory in the place of what is believed no longer",
        needs: Needs::Operations(&[table::SUPERSEDE]),
        takes: Takes::Json(shape::<SupersedeInput>),
        once: Once::Kept,
        answers: Answers::Json(shape::<Outcome>),
        call: |call| {
            let least = |input: &SupersedeInput| input.min_confidence;
            change(call, &table::SUPERSEDE, Verb::Supersede, least, ops::supersede)
        },
        ..Route::USUAL
    },
    Route {
        method: Method::Post,
        path: "/v1/release",
        name: "release",
        summary: "Take memories out of recall, reversibly",
        needs: Needs::Operations(&[table::RELEASE]),
        takes: Takes::Json(shape::<ReleaseInput>),
        once: Once::Kept,
        answers: Answers::Json(shape::<Outcome>),
        call: |call| {
            let least = |input: &ReleaseInput| input.min_confidence;
            change(call, &table::RELEASE, Verb::Release, least, ops::release)
        },
        ..Route::USUAL
    },
    Route {
        method: Method::Post,
        path: "/v1/restore",
        name: "restore",
        summary: "Bring released or superseded memories back into recall",
        needs: Needs::Operations(&[table::RESTORE]),
        takes: Takes::Json(shape::<RestoreInput>),
        once: Once::Kept,
        answers: Answers::Json(shape::<Outcome>),
        call: |call| change(call, &table::RESTORE, Verb::Restore, |_| None, ops::restore),
        ..Route::USUAL
    },
];

/// Carries out a plan that is sure; keeps one that is not, and says so.
fn change<T: DeserializeOwned + Clone>(
    call: &Call<'_>,
    operation: &Operation,
    verb: Verb,
    least: impl Fn(&T) -> Option<f64>,
    plan: impl Fn(&Scope, T) -> Result<Planned, OpError>,
) -> Result<Answer, Problem> {
    let input: T = call.input()?;
    refuse_lower(verb, least(&input), usual_floor(verb))?;
    let planned = call.with(operation, |scope| plan(scope, input.clone()))?;
    refuse_lower(verb, least(&input), planned.usual_floor())?;
    planned.refuse_empty()?;
    if let Err(unsure) = planned.refuse_unsure() {
        let saved = call.service.plans.save(&planned)?;
        let id = call.service.plans.name(call.door()?, saved)?;
        return Err(Problem::from(unsure).with_plan(id));
    }
    Ok(Answer::of_outcome(&ops::apply(planned, &ApplyInput::default())?))
}

/// Whoever asks may want more than the usual confidence, and not less: a plan that is unsure needs its ids named. The verb's
/// own is known before anything is planned; the plan may need more.
pub(super) fn refuse_lower(verb: Verb, least: Option<f64>, usual: Option<f64>) -> Result<(), OpError> {
    match (least, usual) {
        (Some(least), Some(usual)) if least < usual => {
            let message = format!("the least confidence of a {verb} is {usual} or more");
            Err(OpError::new(Code::BadRequest, message))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use nepenthe::Verb;

    use super::refuse_lower;

    #[test]
    fn no_one_asks_for_less_than_the_plan_needs() {
        for (least, usual, refused) in [
            (Some(0.6), Some(0.5), false),
            (Some(0.6), Some(0.9), true),
            (Some(0.9), Some(0.9), false),
            (None, Some(0.9), false),
            (Some(0.1), None, false),
        ] {
            assert_eq!(refuse_lower(Verb::Release, least, usual).is_err(), refused, "{least:?} {usual:?}");
        }
    }
}
