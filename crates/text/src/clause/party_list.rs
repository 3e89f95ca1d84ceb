//! What a list of parties is.

use std::ops::Range;

/// A member of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Party {
    /// The name or noun phrase.
    pub span: Range<usize>,
    /// With its own complement: "Dele Amadi for billing".
    pub whole: Range<usize>,
}

/// How a list is joined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Joiner {
    /// and, &, commas.
    And,
    /// or, nor.
    Or,
    /// as well as, along with, together with: the verb follows the first alone.
    With,
    /// A slash.
    Slash,
    /// Commas alone.
    Comma,
}

/// Parties that share one statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartyList {
    /// From the first member to the last.
    pub span: Range<usize>,
    /// In the order of the text; two at least.
    pub members: Vec<Party>,
    /// How they are joined.
    pub joiner: Joiner,
    /// A verb follows: they are its subject.
    pub subject: bool,
}
