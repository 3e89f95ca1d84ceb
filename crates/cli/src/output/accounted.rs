//! [`Accounted`]: an error beside what the language model took before.

use nepenthe_ops::Account;
use serde::Serialize;

use crate::error::CliError;

/// An error beside the account of the language model.
#[derive(Debug, Serialize)]
pub(crate) struct Accounted<'a> {
    #[serde(flatten)]
    pub(crate) error: &'a CliError,
    /// What was asked of a language model up to then; null where none was.
    pub(crate) account: Option<Account>,
}
