//! Writing within a transaction: the row, its versions, both indexes and the log change together.

mod change;
mod gathered;
mod said;
mod writer;

pub use change::Change;
pub(crate) use gathered::{Gathered, Texts};
pub(crate) use said::{Older, Said};
pub(crate) use writer::Writer;
