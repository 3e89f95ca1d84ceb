//! Reading what is given as text: receipts, checkpoints, public keys.

use std::fmt::Display;
use std::str::FromStr;

use nepenthe::receipt::note::VerifyingKey;

use crate::{Code, OpError};

/// Reads a text, or says of what kind it is none.
pub(crate) fn read<T: FromStr<Err: Display>>(what: &str, text: &str) -> Result<T, OpError> {
    text.parse().map_err(|error| OpError::new(Code::BadReceipt, format!("no {what}: {error}")))
}

/// Reads public keys.
pub(crate) fn keys(keys: &[String]) -> Result<Vec<VerifyingKey>, OpError> {
    keys.iter().map(|key| read("public key", key)).collect()
}
