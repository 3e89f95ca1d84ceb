//! [`ScopeKey`]: the row of a scope, by which every other table names it.

/// A scope's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ScopeKey(pub(crate) i64);
