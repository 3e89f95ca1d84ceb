//! [`Accounted`]: a result beside what the language model took for it.

use nepenthe::llm::Account;
use serde::Serialize;

/// A result, or an error, beside the account of the language model.
#[derive(Debug, Serialize)]
pub(crate) struct Accounted<'a, T> {
    #[serde(flatten)]
    pub(crate) result: &'a T,
    /// What was asked of a language model up to then; null where none was.
    pub(crate) account: Option<Account>,
}
