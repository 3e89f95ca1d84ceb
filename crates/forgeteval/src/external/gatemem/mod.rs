//! `GateMem` (arXiv 2606.18829): threads of many people about one matter, in which some order that things be deleted, and
//! questions on the way by people who may know and by people who may not.
//!
//! [`Data::read`] reads the released layout, [`Access::scripts`] turns an episode's turns into changes and questions, and a
//! [`Report`] is made from the outcomes alone.

mod data;
mod order;
mod print;
mod report;
mod scripts;
mod tally;

pub use data::{Checkpoint, Data, Episode, Kind, Person, Speaker, Turn};
pub use order::{Said, said};
pub use print::print;
pub(crate) use print::shown;
pub use report::{AccessTotals, Report, Strings, SystemTotals};
pub use scripts::Access;

/// The name of the file of outcomes in a run's directory.
pub const OUTCOMES: &str = "gatemem.jsonl";
