//! The operations of Nepenthe: one function each, with typed input and output and no terminal. Every surface calls these.

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

pub use asked::Asked;
pub use backup::{create_backup, restore_backup};
pub use blame::{BlameTarget, blame};
pub use check::{Checked, check};
pub use export::export;
pub use history::history;
pub use import::{import, try_import};
pub use inscribe::inscribe;
pub use list::list;
pub use log::log;
pub use mutate::{apply_on, plan};
pub use recall::{count, recall};
pub use receipt::{Issued, all_receipts, receipts};
pub use reembed::reembed;
pub use scrub::{Scrubbed, scrub};
pub use stats::{Stats, stats};
