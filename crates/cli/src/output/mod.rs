//! Data to standard output, everything else to standard error.

mod accounted;
mod describe;
mod escape;
mod json;
mod kept_files;
mod printer;
mod progress;
mod quote;
mod whole_file;

pub(crate) use describe::{change_line, event_line, hit_line, inscribed_line, memory_line, superseded_line};
pub(crate) use escape::escape;
pub use escape::escape_block;
pub(crate) use json::to_json;
pub(crate) use kept_files::KeptFiles;
pub(crate) use printer::{Printer, write_stdout};
pub(crate) use quote::quoted;
pub(crate) use whole_file::{Overwrite, WholeFile, refuse_kept};
