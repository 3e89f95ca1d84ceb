//! [`View`]: what a read is to see.

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
