//! Raw verdicts and what is kept beside them.

mod journal;
mod labels;
mod line_journal;
mod lines;
mod llm_use;
mod lock;
mod meta;
mod runs;
mod suites;
mod verdict_line;
mod without;

pub use journal::{Journal, JournalError, Opening, VERDICTS};
pub use labels::label_rows;
pub use labels::system_of_row;
pub(crate) use line_journal::{How, differs};
pub use line_journal::{Line, LineJournal};
pub use lines::{LinesError, Tail, read_records};
pub use llm_use::LlmUse;
pub(crate) use lock::Lock;
pub use lock::LockError;
pub use meta::{LlmMeta, Machine, RunMeta, Source, SuiteMeta, SystemMeta, write_json};
pub use runs::{Runs, RunsError};
pub use suites::{SUITES, read_suites, write_suites};
pub use verdict_line::{CaseTimes, Record};
pub use without::leave_out;
