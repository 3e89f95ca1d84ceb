//! What happened in a scope.

use jiff::Timestamp;
use nepenthe::{LogRange, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Event, OpError};

/// Which part of the log is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LogInput {
    /// From this time on.
    pub since: Option<Timestamp>,
    /// Up to this time.
    pub until: Option<Timestamp>,
    /// Only events after this place in the log; 0 for all.
    pub after: i64,
    /// At most this many.
    pub limit: Option<usize>,
}

/// A part of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Logged {
    /// The events, oldest first.
    pub events: Vec<Event>,
}

/// Reads a part of the scope's log.
///
/// # Errors
/// [`OpError`].
pub fn log(scope: &Scope, input: &LogInput) -> Result<Logged, OpError> {
    let LogInput { since, until, after, limit } = *input;
    let limit = limit.unwrap_or(LogRange::default().limit);
    let events = scope.log(&LogRange { since, until, after, limit })?;
    Ok(Logged { events: events.into_iter().map(Event::from).collect() })
}
