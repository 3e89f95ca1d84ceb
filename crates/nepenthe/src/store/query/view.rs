//! [`View`]: what a read is to see; and what an index holds of that ([`Visibility`]).

use jiff::Timestamp;
pub use nepenthe_planner::corpus::Include;

use super::ScopeKey;

/// One scope as it is at a time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View {
    pub(crate) scope: ScopeKey,
    /// The present, or the past time asked for.
    pub(crate) at: Timestamp,
    /// Whether `at` is a past time, to be answered from the log and the versions.
    pub(crate) past: bool,
    pub(crate) include: Include,
}

/// What the index holds beside a vector, so that neighbours are sought among the live rows alone.
/// Must always agree with the memory's row: `check` compares them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Visibility {
    /// The version is current and its memory's depth is over 0.
    pub(crate) live: bool,
    /// When it expires.
    pub(crate) expires: Option<Timestamp>,
}
