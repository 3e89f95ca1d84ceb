//! What happened in a scope.

use nepenthe::{Error, Event, LogRange, Scope};
use serde::Serialize;

/// A part of the log.
#[derive(Debug, Serialize)]
pub struct Logged {
    /// The events, oldest first.
    pub events: Vec<Event>,
}

/// Reads a part of the scope's log.
pub fn log(scope: &Scope, range: &LogRange) -> Result<Logged, Error> {
    Ok(Logged { events: scope.log(range)? })
}
