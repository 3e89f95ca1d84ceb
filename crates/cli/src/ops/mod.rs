//! One function an operation: typed input, typed result, no terminal. Every surface calls these.

mod asked;
mod backup;
mod blame;
mod check;
mod export;
mod history;
mod import;
mod inscribe;
mod list;
mod log;
mod mutate;
mod recall;
mod receipt;
mod reembed;
mod scrub;
mod stats;

pub(crate) use asked::Asked;
pub(crate) use backup::{create_backup, restore_backup};
pub(crate) use blame::{BlameTarget, blame};
pub(crate) use check::{Checked, check};
pub(crate) use export::export;
pub(crate) use history::history;
pub(crate) use import::{import, try_import};
pub(crate) use inscribe::inscribe;
pub(crate) use list::list;
pub(crate) use log::log;
pub(crate) use mutate::{apply_on, plan};
pub(crate) use recall::{count, recall};
pub(crate) use receipt::{Issued, all_receipts, receipts};
pub(crate) use reembed::reembed;
pub(crate) use scrub::{Scrubbed, scrub};
pub(crate) use stats::{Stats, stats};
