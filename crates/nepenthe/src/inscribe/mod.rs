//! What a language model says of a text before the transaction that writes it.

mod ask;

pub(crate) use ask::{AskError, ask_about};
