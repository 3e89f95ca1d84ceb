//! Memora (Uddin et al. 2026): a week of an invented person's conversations, in which things are added, changed and
//! taken back, and questions at its end about what is still so.
//!
//! [`Data::read`] reads the released layout, a [`Mapping`] turns a person's sessions into operations, [`run`] plays them
//! against each system in one fresh memory a person, and a [`Report`] makes both scorings from the records alone.

mod data;
mod evidence;
mod fields;
mod journal;
mod load;
mod looked;
mod mapping;
mod play;
mod prepared;
mod print;
mod published;
mod raw;
mod record;
mod report;
mod run;
mod tally;

pub use crate::external::LoadError;
pub use data::{Check, CheckKind, Data, Operation, Persona, Question, Session, Task, Turn};
pub use fields::Fields;
pub use journal::{Journal, RECORDS};
pub use looked::{Literal, Looked};
pub use mapping::Mapping;
pub use prepared::Prepared;
pub use print::print;
pub(crate) use print::shown;
pub use published::{PUBLISHED, PublishedRow};
pub use record::{CheckRecord, Fallbacks, Record, RecordTimes};
pub use report::{Apart, Checks, MappingTotals, PublishedTotals, Questions, Report, SystemTotals};
pub use run::{Settings, Sink, run};
