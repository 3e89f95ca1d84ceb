//! The audit of the scorer (the paper's Appendix U): which failures are artefacts of looking for strings.

mod classify;
mod clause;
mod print;
mod report;
mod sample;

pub use classify::{Finding, Kind, classify};
pub use print::print;
pub use report::{AuditReport, ColumnAudit, SystemAudit, audit};
pub use sample::sample;
