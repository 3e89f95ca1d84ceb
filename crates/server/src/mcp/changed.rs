//! [`Changed`]: what a change that can be taken back came to.

use nepenthe::Scope;
use nepenthe_ops::{self as ops, ApplyInput, OpError, Planned, Target, Text};
use schemars::JsonSchema;
use serde::Serialize;

use super::answer::{Answer, DATA, NOTHING, Reply};
use super::call::{Call, Fault};
use super::consent::Shown;
use super::meant::{Meant, Standing};
use super::schema::Object;

/// What a change came to.
#[derive(Default, Serialize, JsonSchema)]
pub(super) struct Changed {
    status: Status,
    note: &'static str,
    changes: Vec<One>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inscribed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Object>")]
    plan: Option<Shown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<&'static str>,
}

#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    #[default]
    Done,
    Unsure,
    Nothing,
}

#[derive(Serialize, JsonSchema)]
struct One {
    id: String,
    kind: String,
    /// As it was.
    text: Text,
}

const NAME: &str = "Nothing was changed: the plan is unsure. If it is what is meant, call again with the same `what` and the ids \
                    of all its steps in `ids`; else say it in other words.";

/// Plans a change of what is meant; carries it out where the plan is sure, and else shows it.
pub(super) fn change(
    call: &Call<'_>,
    what: Option<String>,
    ids: Option<Vec<String>>,
    plan: impl Fn(&Scope, Target) -> Result<Planned, OpError>,
) -> Result<Reply, Fault> {
    let meant = Meant::read(what, ids)?;
    Ok(call.with(|scope| carried_out(call, plan(scope, meant.target.clone())?, &meant))?.into())
}

fn carried_out(call: &Call<'_>, planned: Planned, meant: &Meant) -> Result<Answer, OpError> {
    let plan = call.door.shown(planned.plan()?);
    let shown = |status, next| {
        let plan = Some(Shown::from(&plan));
        Answer::of_memories(&Changed { status, note: DATA, plan, next: Some(next), ..Changed::default() })
            .after(next)
    };
    match meant.standing(&planned)? {
        Standing::Nothing => return Ok(shown(Status::Nothing, NOTHING)),
        Standing::Unsure => return Ok(shown(Status::Unsure, NAME)),
        Standing::Agreed => {}
    }
    let outcome = ops::apply(planned, &ApplyInput { agreed: true, asked: false })?;
    let text = |id| plan.steps.iter().find(|step| step.memory.id == id).map(|step| step.memory.text.clone());
    let changes = outcome.changes.iter().map(|change| One {
        id: change.id.to_string(),
        kind: ops::word(&change.kind),
        text: text(change.id).unwrap_or_default(),
    });
    let changed = Changed {
        note: DATA,
        changes: changes.collect(),
        inscribed: outcome.inscribed.map(|id| id.to_string()),
        ..Changed::default()
    };
    Ok(Answer::of_memories(&changed))
}
