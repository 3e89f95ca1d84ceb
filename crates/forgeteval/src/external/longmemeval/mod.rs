//! LongMemEval-S (Wu et al. 2025): for each question a history of sessions, in some of which its answer was said. What is
//! asked of a memory here is whether it recalls one of those sessions.
//!
//! [`Data::read`] reads the released file, [`Mapping::scripts`] turns each question into a memory of its own, and a
//! [`Report`] is made from the outcomes alone.

mod data;
mod report;
mod scripts;

pub use data::{Data, Instance, Session, Turn};
pub use report::{MappingTotals, Report, SystemTotals, print};
pub use scripts::Mapping;
