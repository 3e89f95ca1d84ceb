//! What a person is shown of a purge before it is done, and what was answered.

use std::fmt::Write as _;

use nepenthe_ops::{Action, Follows, Plan, Text};
use rmcp::model::{
    BooleanSchema, ElicitRequest, ElicitRequestParams, ElicitationSchema, InputRequest, InputRequiredResult,
    InputResponses, PrimitiveSchemaDefinition,
};
use schemars::JsonSchema;
use serde::Serialize;

/// The question's name among what a client is asked, and the field of its form.
const QUESTION: &str = "confirm";
const YES: &str = "erase";

/// The longest message that is put into a form. A longer plan is answered with, so that it can be read.
const LONGEST: usize = 12_000;

/// What no purge reaches.
pub(super) const NOT_REACHED: &str = "Not reached: backups, exports and other copies of the store's file, and what a client or a model has kept of it.";

/// A plan as it is answered with.
#[derive(Serialize, JsonSchema)]
pub(super) struct Shown {
    steps: Vec<Goes>,
    spared: Vec<Stays>,
    /// Memories that it is unsure of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unsure: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<Text>,
    not_reached: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct Goes {
    id: String,
    action: String,
    text: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_text: Option<Text>,
    reason: Text,
}

#[derive(Serialize, JsonSchema)]
struct Stays {
    id: String,
    text: Text,
    reason: Text,
}

impl From<&Plan> for Shown {
    fn from(plan: &Plan) -> Self {
        let steps = plan.steps.iter().map(|step| Goes {
            id: step.memory.id.to_string(),
            action: named(&step.action).to_owned(),
            text: step.memory.text.clone(),
            new_text: match &step.action {
                Action::Edit { text } => Some(text.clone()),
                _ => None,
            },
            reason: step.reason.clone(),
        });
        let spared = plan.spared.iter().map(|spared| Stays {
            id: spared.memory.id.to_string(),
            text: spared.memory.text.clone(),
            reason: spared.reason.clone(),
        });
        Self {
            steps: steps.collect(),
            spared: spared.collect(),
            unsure: plan.unsure.iter().map(ToString::to_string).collect(),
            confidence: plan.confidence,
            unread: plan.unread.iter().map(|unread| unread.reason.clone()).collect(),
            not_reached: NOT_REACHED,
        }
    }
}

fn named(action: &Action) -> &'static str {
    match action {
        Action::Purge => "erase",
        Action::Edit { .. } => "edit",
        Action::Supersede => "supersede",
        Action::Release => "release",
        Action::Restore => "restore",
        Action::Pin => "pin",
        Action::Unpin => "unpin",
        Action::Decay => "decay",
        Action::Consolidate => "consolidate",
    }
}

/// Writes the plan for a person: each memory that goes or is edited, what stays, and what is not reached. Texts stand
/// in quotation marks with what is not printable escaped, so that none can pass for a line of ours.
pub(super) fn message(plan: &Plan) -> String {
    let mut text = String::new();
    let gone = plan.steps.iter().filter(|step| matches!(step.action, Action::Purge));
    let edited = plan.steps.iter().filter_map(|step| match &step.action {
        Action::Edit { text } => Some((step, text)),
        _ => None,
    });
    let (goes, loses) = (gone.clone().count(), edited.clone().count());
    let mut line = |line: String| {
        // A String takes every write.
        let _ = writeln!(text, "{line}");
    };
    let many = |count: usize| if count == 1 { "1 memory".to_owned() } else { format!("{count} memories") };
    match (goes, loses) {
        (goes, 0) => line(format!("Erase {} for good?", many(goes))),
        (0, loses) => line(format!("Erase a part of {} for good?", many(loses))),
        (goes, loses) => line(format!("Erase {} and a part of {} for good?", many(goes), many(loses))),
    }
    if goes > 0 {
        line("Goes:".into());
        for step in gone {
            let why = match step.follows {
                Some(Follows::Derived(from)) => format!(" (made from {from})"),
                Some(Follows::Copy(of)) => format!(" (says the same as {of})"),
                None => String::new(),
            };
            line(format!("- {}{why} [{}]", quoted(&step.memory.text), step.memory.id));
        }
    }
    if loses > 0 {
        line("Is edited, and its earlier texts go:".into());
        for (step, after) in edited {
            line(format!("- before: {} [{}]", quoted(&step.memory.text), step.memory.id));
            line(format!("  after:  {}", quoted(after)));
        }
    }
    if !plan.spared.is_empty() {
        line("Stays:".into());
        for spared in &plan.spared {
            line(format!("- {} ({})", quoted(&spared.memory.text), escaped(&spared.reason)));
        }
    }
    for unread in &plan.unread {
        line(format!("Not read: {}", escaped(&unread.reason)));
    }
    if let Some(name) = &plan.name {
        let after = if name.kept_out { "no new text may have it" } else { "new texts may have it" };
        line(format!("The name {}: {after}.", quoted(&name.text)));
    }
    text.push_str(NOT_REACHED);
    text
}

/// Tells whether a message can stand in a form, whole.
pub(super) fn fits_form(message: &str) -> bool {
    message.len() <= LONGEST
}

/// A question with a form: one box, which is empty.
pub(super) fn question(message: String, state: String) -> InputRequiredResult {
    let yes = BooleanSchema::new().title("Erase for good").with_default(false);
    let schema = ElicitationSchema::new([(YES.to_owned(), PrimitiveSchemaDefinition::Boolean(yes))].into())
        .with_required(vec![YES.to_owned()]);
    let params = ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema: schema };
    let request = InputRequest::Elicitation(ElicitRequest::new(params));
    InputRequiredResult::new(Some([(QUESTION.to_owned(), request)].into()), Some(state))
}

/// What was answered to the question: yes, no, or nothing.
pub(super) fn answered(responses: Option<&InputResponses>) -> Option<bool> {
    let response = responses?.get(QUESTION)?;
    let accepted = response["action"] == "accept" && response["content"][YES] == true;
    response["action"].is_string().then_some(accepted)
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// Without quotation marks around it.
fn escaped(text: &str) -> String {
    let quoted = quoted(text);
    quoted.trim_matches('"').replace("\\\"", "\"")
}
