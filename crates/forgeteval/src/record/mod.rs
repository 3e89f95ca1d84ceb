//! Raw verdicts and what is kept beside them.

mod journal;
mod lines;
mod lock;
mod meta;
mod verdict_line;

pub use journal::{Journal, JournalError, Opening, VERDICTS};
pub use lines::{LinesError, Tail, read_records};
pub use lock::LockError;
pub use meta::{Machine, RunMeta, Source, SuiteMeta, SystemMeta, write_json};
pub use verdict_line::{CaseTimes, Record};
