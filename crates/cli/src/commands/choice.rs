//! Choices that can be typed for enums of the operations.

use clap::ValueEnum;
use nepenthe_ops::{Include, RecallMode};

/// Which memories are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum IncludeName {
    /// Those in recall
    Live,
    /// Those, and what was released or superseded
    Submerged,
    /// Every memory there is, expired ones too
    All,
}

impl From<IncludeName> for Include {
    fn from(name: IncludeName) -> Self {
        match name {
            IncludeName::Live => Self::Live,
            IncludeName::Submerged => Self::Submerged,
            IncludeName::All => Self::All,
        }
    }
}

/// Which index answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ModeName {
    /// Words and vectors, by how likely a memory answers; words alone in a store without vectors
    Hybrid,
    /// Words alone (BM25)
    Lexical,
    /// Vectors alone
    Vector,
}

impl From<ModeName> for RecallMode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::Hybrid => Self::Hybrid,
            ModeName::Lexical => Self::Lexical,
            ModeName::Vector => Self::Vector,
        }
    }
}
