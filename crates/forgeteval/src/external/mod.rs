//! Other benchmarks, played against the same systems: each becomes a [`Script`] of changes and questions, [`run`] plays it,
//! and every question leaves an [`Outcome`], from which alone the tables of each benchmark are made.

pub mod factconsolidation;
pub mod gatemem;
mod journal;
mod load;
pub mod longmemeval;
mod outcome;
mod play;
mod run;
mod script;
mod shown;
mod wanted;

pub use journal::Journal;
pub use load::LoadError;
pub(crate) use load::{entries, hex, lines, read};
pub use outcome::{Found, Lacked, Outcome, OutcomeTimes};
pub use run::{Settings, Sink, run};
pub use script::{Question, Script, Stakes, Step};
pub(crate) use shown::{Block, Shown, by_system, distinct, one_line, published_rows};
pub use wanted::Wanted;
