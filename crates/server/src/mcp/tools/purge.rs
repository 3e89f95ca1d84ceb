//! The tool `purge`: a plan, a person's yes, and only then the erasure.

use nepenthe_ops::{self as ops, ApplyPlanInput, Erasure, OpError, PurgeInput, ReceiptInput, table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::mcp::answer::{Answer, DATA, NOTHING, Reply};
use crate::mcp::call::{Call, Fault};
use crate::mcp::consent::{self, Shown};
use crate::mcp::meant::{Meant, Standing};
use crate::mcp::schema::{self, Object};
use crate::mcp::tool::{Effect, Tool};
use crate::plans::{Bound, Taken};

pub(super) const TOOL: Tool = Tool {
    name: "purge",
    title: "Erase",
    description: "Erase memories for good, wherever the store keeps them. Plans first: a person is asked, or you get a plan to \
                  show and then purge_commit.",
    operations: &[table::PURGE],
    effect: Effect::Erases,
    asks_person: false,
    input: schema::input::<Input>,
    output: Some(schema::output::<Purged>),
    call,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// What is to be forgotten, as the person said it
    what: Option<String>,
    /// Exactly these; with `what`, all that its plan touches
    ids: Option<Vec<String>>,
}

/// What a purge came to.
#[derive(Default, Serialize, JsonSchema)]
pub(super) struct Purged {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Object>")]
    plan: Option<Shown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Object>")]
    receipt: Option<Certified>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<&'static str>,
}

#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    /// It waits for `purge_commit`.
    #[default]
    Planned,
    /// It is carried out for named ids alone.
    Unsure,
    /// There is nothing to erase.
    Nothing,
    Erased,
    Declined,
}

#[derive(Serialize)]
struct Certified {
    id: String,
    erased: usize,
    edited: usize,
    assurance: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    awaiting: Option<String>,
    /// Whether erased bytes were found all the same.
    residue: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    signed: Option<String>,
}

const COMMIT: &str =
    "Show the person the plan. On a yes, call purge_commit with plan_id and digest within ten minutes.";
const NAME: &str = "Nothing was changed: the plan is unsure. Show it to the person. If it is what is meant, call purge again with the same \
                    `what` and the ids of all its steps in `ids`; else say it in other words.";
const DECLINED: &str = "The person said no. Nothing was changed; do not ask again unless told to.";
const UNSIGNED: &str =
    "The receipt is unsigned: whoever runs the server makes a key with `nepenthe key new`.";
const AWAITING: &str = "Erased bytes may still be in the files; the next write or `nepenthe scrub` finishes.";

fn call(call: &Call<'_>) -> Result<Reply, Fault> {
    let Input { what, ids } = call.input()?;
    // What a person has answered is about these arguments.
    let asked = Value::Object(call.arguments.clone()).to_string();
    if let Some(state) = &call.state {
        return answered(call, state, Bound::Arguments(&asked));
    }
    let meant = Meant::read(what, ids)?;
    let input = PurgeInput::new(meant.target.clone());
    let planned = call.with(|scope| ops::purge(scope, input.clone()))?;
    let plan = call.door.shown(planned.plan()?);
    let (message, shown) = (consent::message(&plan), Shown::from(&plan));
    let told = |status, next| Purged {
        status,
        note: Some(DATA),
        plan: Some(shown),
        next: Some(next),
        ..Purged::default()
    };
    match meant.standing(&planned)? {
        Standing::Nothing => {
            return Ok(Answer::of_memories(&told(Status::Nothing, NOTHING)).after(NOTHING).into());
        }
        Standing::Unsure => {
            return Ok(Answer::of_memories(&told(Status::Unsure, NAME)).after(message).after(NAME).into());
        }
        Standing::Agreed => {}
    }
    let saved = call.plans.save(&planned)?;
    if call.can_ask && consent::fits_form(&message) {
        let state = call.plans.keep(call.door, saved, Bound::Arguments(&asked))?;
        return Ok(Reply::Ask { message, state });
    }
    let digest = saved.digest.clone();
    let plan_id = call.plans.keep(call.door, saved, Bound::Digest(&digest))?;
    let planned = Purged { plan_id: Some(plan_id), digest: Some(digest), ..told(Status::Planned, COMMIT) };
    Ok(Answer::of_memories(&planned).after(message).after(COMMIT).into())
}

/// Goes on with what a person answered.
fn answered(call: &Call<'_>, state: &str, bound: Bound<'_>) -> Result<Reply, Fault> {
    let Some(yes) = consent::answered(call.responses.as_ref()) else {
        let saved = call.plans.look(call.door, state, bound)?;
        return Ok(Reply::Ask {
            message: consent::message(&call.door.shown(saved.plan)),
            state: state.to_owned(),
        });
    };
    let taken = call.plans.take(call.door, state, bound)?;
    if yes {
        return Ok(carry_out(call, &taken)?.into());
    }
    taken.declined();
    let declined = Purged { status: Status::Declined, next: Some(DECLINED), ..Purged::default() };
    Ok(Answer::of(&declined).into())
}

/// Carries out a plan that somebody said yes to: exactly it, or nothing.
pub(super) fn carry_out(call: &Call<'_>, taken: &Taken<'_>) -> Result<Answer, OpError> {
    let input = ApplyPlanInput { saved: taken.saved.clone(), asked: false };
    let outcome = call.with(|scope| ops::apply_plan(scope, input.clone()))?;
    taken.used(outcome.erasure.as_ref().map(|erasure| erasure.receipt));
    let Some(erasure) = &outcome.erasure else {
        return Ok(Answer::of(&Purged { status: Status::Nothing, next: Some(NOTHING), ..Purged::default() }));
    };
    let erased = outcome.changes.iter().filter(|change| change.depth_after.is_none()).count();
    let receipt = certified(call, erasure, erased, outcome.changes.len() - erased);
    let next = match (&receipt.awaiting, &receipt.signed) {
        (Some(_), _) => Some(AWAITING),
        (None, None) => Some(UNSIGNED),
        _ => None,
    };
    let said = format!("Erased: {erased}, edited: {}. Receipt {}.", receipt.edited, receipt.id);
    let purged = Purged { status: Status::Erased, receipt: Some(receipt), next, ..Purged::default() };
    Ok(Answer::of(&purged).after(said))
}

/// The receipt, signed where there is a key. The erasure is done: what fails here hides nothing of it.
fn certified(call: &Call<'_>, erasure: &Erasure, erased: usize, edited: usize) -> Certified {
    let id = erasure.receipt;
    let signed = call
        .door
        .signing_key()
        .ok()
        .flatten()
        .and_then(|key| call.with(|scope| ops::receipt(scope, &ReceiptInput { id }, key.current())).ok());
    Certified {
        id: id.to_string(),
        erased,
        edited,
        assurance: ops::word(&erasure.assurance),
        awaiting: erasure.awaiting.as_ref().map(ops::word),
        residue: erasure.residue.len(),
        signed: signed.map(|signed| signed.receipt),
    }
}
