//! What is done with a store and its scopes: the methods of [`Store`](crate::Store) and [`Scope`](crate::Scope), one file
//! for an operation or a family of them.

mod agreement;
mod blame;
mod check;
mod check_deep;
mod check_log;
mod history;
mod inscribe;
mod lookup;
mod mutate;
mod open;
mod recall;
mod receipts;
mod reembed;
mod scrub;
#[cfg(feature = "postgres")]
mod server;
mod stats;

pub use agreement::Agreement;
pub use blame::{BlameEntry, Successor};
pub use check::{CheckOptions, CheckReport, Finding};
pub use history::{HistoryEntry, LogRange};
pub use inscribe::InscribeError;
pub use lookup::{LookupError, Page};
pub use open::ScopeCount;
pub use recall::Answer;
pub use reembed::ReembedError;
pub use stats::ScopeStats;
