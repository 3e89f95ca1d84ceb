//! What a planner may read: the memories of a scope.

#[expect(clippy::module_inception, reason = "the file is named for the trait that it implements, `Corpus`")]
mod corpus;

pub(crate) use corpus::{guard, own_error};
