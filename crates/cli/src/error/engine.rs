//! What the engine answers where the command asks it itself, by way of the codes of the operations.

use nepenthe::embed::EmbedError;
use nepenthe::{Error, OpenError, ParseIdError, ScopeError, StorageError, TextError};
use nepenthe_ops::OpError;

use super::CliError;

macro_rules! through_the_codes {
    ($($error:ty),*) => {
        $(impl From<$error> for CliError {
            fn from(error: $error) -> Self {
                OpError::from(error).into()
            }
        })*
    };
}

through_the_codes!(Error, EmbedError, OpenError, ParseIdError, ScopeError, StorageError, TextError);

#[cfg(test)]
mod tests;
