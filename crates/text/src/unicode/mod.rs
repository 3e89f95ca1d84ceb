//! Letters: the loop that cuts words out of a text, words of any script, and folds of Latin ones.

pub(crate) mod fold;
pub(crate) mod runs;
pub(crate) mod token;
