//! What is read from standard input and files.

mod answer;
mod lines;
mod text;

pub(crate) use answer::{can_ask, says_number, says_yes};
pub(crate) use lines::{read_lines, read_memories};
pub(crate) use text::{Source, decode, read_text};
