//! Words of a text that agree with words of the wanted name.

use std::ops::Range;

use crate::entity::name::token_match::Agree;

/// Words of a text that agree with words of the name.
#[derive(Debug, Clone)]
pub(super) struct Hit {
    /// The first token and the last.
    pub(super) tokens: (usize, usize),
    pub(super) span: Range<usize>,
    /// Bits of the words that they agree with.
    pub(super) mask: u32,
    pub(super) agree: Agree,
}
