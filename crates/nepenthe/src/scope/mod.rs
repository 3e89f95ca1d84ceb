//! [`Scope`]: the memories of one owner, and everything that can be done with them.

mod blame;
mod derivation;
mod history;
#[expect(clippy::module_inception, reason = "the file is named for its one type, `Scope`")]
mod scope;
mod stats;
pub(crate) mod write;

pub use blame::{BlameEntry, Successor};
pub use history::{HistoryEntry, LogRange};
pub use scope::{InscribeError, LookupError, Progress, Scope};
pub use stats::ScopeStats;
