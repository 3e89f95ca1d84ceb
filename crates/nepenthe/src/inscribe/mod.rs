//! What a language model has to do with writing: where it is placed, and what it says of a text before the
//! transaction that writes it.

mod ask;
mod placement;

pub(crate) use ask::{AskError, Older, Said, ask_about};
pub use placement::{Merge, Placement, Unanswered};
