//! The file of questions, as it is released.

use serde::Deserialize;
use serde_json::Value;

use super::{CheckKind, Question, Task, evidence};

/// `evaluation_questions_PERSON.json`.
#[derive(Deserialize)]
pub(super) struct RawQuestions {
    questions: RawTasks,
}

#[derive(Deserialize)]
struct RawTasks {
    remembering: Vec<RawQuestion>,
    reasoning: Vec<RawQuestion>,
    recommending: Vec<RawQuestion>,
}

#[derive(Deserialize)]
struct RawQuestion {
    question_id: String,
    question: String,
    memory_evidence: Value,
    #[serde(default)]
    forgetting_evidence: RawForgetting,
    evaluation: RawEvaluation,
}

/// Absent where nothing was taken back.
#[derive(Deserialize, Default)]
struct RawForgetting {
    forgotten_items: Vec<RawForgotten>,
}

/// What was taken back; past events have no value.
#[derive(Deserialize)]
struct RawForgotten {
    #[serde(default)]
    value: Value,
}

#[derive(Deserialize)]
struct RawEvaluation {
    evaluation_questions: Vec<RawCheck>,
}

/// One check. The two types have one expected answer each: yes, and no.
#[derive(Deserialize)]
pub(super) struct RawCheck {
    #[serde(rename = "evaluation_question_id")]
    pub(super) id: String,
    #[serde(rename = "evaluation_question")]
    pub(super) question: String,
    #[serde(rename = "evaluation_type")]
    pub(super) kind: RawKind,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(super) enum RawKind {
    MemoryPresence,
    ForgettingAbsence,
}

impl RawKind {
    pub(super) fn kind(self) -> CheckKind {
        match self {
            Self::MemoryPresence => CheckKind::Presence,
            Self::ForgettingAbsence => CheckKind::Absence,
        }
    }
}

impl RawQuestions {
    /// Returns the questions, in the order of the tasks.
    pub(super) fn questions(self) -> Vec<Question> {
        let RawTasks { remembering, reasoning, recommending } = self.questions;
        let tasks = [
            (Task::Remembering, remembering),
            (Task::Reasoning, reasoning),
            (Task::Recommending, recommending),
        ];
        tasks
            .into_iter()
            .flat_map(|(task, raw)| raw.into_iter().map(move |raw| question(task, raw)))
            .collect()
    }
}

fn question(task: Task, raw: RawQuestion) -> Question {
    let forgotten: Vec<Value> =
        raw.forgetting_evidence.forgotten_items.into_iter().map(|item| item.value).collect();
    Question {
        id: raw.question_id,
        task,
        text: raw.question,
        needed: evidence::needed(&raw.memory_evidence),
        forbidden: evidence::forbidden(&forgotten),
        checks: evidence::checks(&raw.evaluation.evaluation_questions, &raw.memory_evidence, &forgotten),
    }
}
