//! Reading every memory.

use nepenthe::Scope;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Memory, OpError};

/// Which memories are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListInput {
    /// Which are shown.
    #[serde(default)]
    pub include: Include,
}

/// Which memories are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Include {
    /// Those in recall.
    #[default]
    Live,
    /// Those, and what was released or superseded.
    Submerged,
    /// Every memory there is, expired ones too.
    All,
}

/// The memories of a scope.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Listed {
    /// Oldest first.
    pub memories: Vec<Memory>,
}

/// Which part of the memories is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageInput {
    /// Which are shown.
    pub include: Include,
    /// Where the part begins: what the part before said, or 0.
    pub after: i64,
    /// At most this many.
    pub limit: usize,
}

/// A part of the memories of a scope.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Oldest first.
    pub memories: Vec<Memory>,
    /// Where the next part begins, if there is one.
    pub next: Option<i64>,
}

impl From<Include> for nepenthe::Include {
    fn from(include: Include) -> Self {
        match include {
            Include::Live => Self::Live,
            Include::Submerged => Self::Submerged,
            Include::All => Self::All,
        }
    }
}

/// Reads the memories of a scope.
///
/// # Errors
/// [`OpError`].
pub fn list(scope: &Scope, input: &ListInput) -> Result<Listed, OpError> {
    let memories = scope.list(input.include.into())?;
    Ok(Listed { memories: memories.into_iter().map(Memory::from).collect() })
}

/// Reads a part of the memories of a scope: the operation `list` for those who show them page by page.
///
/// # Errors
/// [`OpError`].
pub fn page(scope: &Scope, input: &PageInput) -> Result<Page, OpError> {
    let PageInput { include, after, limit } = *input;
    let nepenthe::Page { memories, next } = scope.page(include.into(), after, limit)?;
    Ok(Page { memories: memories.into_iter().map(Memory::from).collect(), next })
}
