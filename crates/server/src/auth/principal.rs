//! [`Principal`]: who came in.

use nepenthe_ops::Rights;

use super::ScopePattern;

/// Who came in, and what that lets it do. Nothing that it sends later changes it.
#[derive(Debug, Clone)]
pub struct Principal {
    /// The id of its key; empty where no keys are asked for.
    pub id: String,
    /// What it may do.
    pub rights: Rights,
    /// Where.
    pub scopes: ScopePattern,
    /// Who acts, as the log has it.
    pub actor: String,
}
