//! Letters: words of any script, and folds of Latin ones.

pub(crate) mod fold;
pub(crate) mod token;
