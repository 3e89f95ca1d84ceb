//! Naming the scopes of a store.

use nepenthe::{ScopeCount, ScopePath, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{OpError, ScopePattern};

/// Which scopes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScopesInput {
    /// Those of this pattern; every one by default.
    #[serde(default = "every")]
    pub scopes: ScopePattern,
}

impl Default for ScopesInput {
    fn default() -> Self {
        Self { scopes: every() }
    }
}

fn every() -> ScopePattern {
    ScopePattern::All
}

/// The scopes of a store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Scopes {
    /// In the order of their paths.
    pub scopes: Vec<ScopeHolds>,
}

/// How much a scope holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScopeHolds {
    /// The scope.
    pub scope: String,
    /// Memories in recall.
    pub live: usize,
    /// All that it has, in recall or out of it.
    pub memories: usize,
}

impl From<ScopeCount> for ScopeHolds {
    fn from(count: ScopeCount) -> Self {
        let ScopeCount { path, live, memories } = count;
        Self { scope: path, live, memories }
    }
}

/// Names the scopes that were ever written to, with how many memories each holds.
///
/// # Errors
/// [`OpError`].
pub fn scopes(store: &Store, input: &ScopesInput) -> Result<Scopes, OpError> {
    let opens = |count: &ScopeCount| count.path.parse().is_ok_and(|path| input.scopes.opens(&path));
    Ok(Scopes { scopes: store.scopes()?.into_iter().filter(opens).map(ScopeHolds::from).collect() })
}

/// Names the scopes of a pattern that were ever written to: the operation `scopes` for those who count nothing.
///
/// # Errors
/// [`OpError`].
pub fn scope_paths(store: &Store, pattern: &ScopePattern) -> Result<Vec<ScopePath>, OpError> {
    let paths = store.scope_paths()?.into_iter().filter_map(|path| path.parse().ok());
    Ok(paths.filter(|path| pattern.opens(path)).collect())
}
