//! Export and import as JSON lines: ids, depths, versions, history and expiry are kept.

mod export;
mod import;
mod line;
mod words;

pub use export::ExportError;
pub use import::{ImportError, ImportReport, SkipReason, Skipped};
