//! What a check found.

use serde::Serialize;

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// As it should be.
    Pass,
    /// Not as it should be.
    Fail,
    /// The adapter says that it has no such thing.
    NotOffered,
    /// The adapter could not be started any more, so there was nothing to check.
    NotRun,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The check's name.
    pub check: &'static str,
    /// What it asks for.
    pub about: &'static str,
    /// Whether no adapter may fail it; the others tell what to look at.
    pub required: bool,
    /// How it ended.
    pub outcome: Outcome,
    /// What was found instead, where it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// What to do about it, where it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'static str>,
}
