//! Signing one receipt.

use nepenthe::receipt::note::SigningKey;
use nepenthe::{ReceiptId, Scope, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::OpError;
use crate::checkpoint::of_log;
use crate::types::schema::Id;

/// Which receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReceiptInput {
    /// Its id.
    #[schemars(with = "Id")]
    pub id: ReceiptId,
}

/// A signed receipt, which anybody can verify offline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SignedReceipt {
    /// Its id.
    #[schemars(with = "Id")]
    pub id: ReceiptId,
    /// The receipt as docs/receipt.md says.
    pub receipt: String,
}

/// Signs a receipt of the scope, with the key under the name of the store's log. One of another scope is not found.
///
/// # Errors
/// [`OpError`], such as [`Code::ReceiptNotFound`](crate::Code::ReceiptNotFound).
pub fn receipt(scope: &Scope, input: &ReceiptInput, key: &SigningKey) -> Result<SignedReceipt, OpError> {
    let receipt = scope.receipt(input.id, &of_log(&scope.store(), key)?)?;
    Ok(SignedReceipt { id: input.id, receipt: receipt.to_string() })
}

/// Signs a receipt of whichever scope.
///
/// # Errors
/// As for [`receipt`].
pub fn any_receipt(store: &Store, input: &ReceiptInput, key: &SigningKey) -> Result<SignedReceipt, OpError> {
    let receipt = store.receipt(input.id, &of_log(store, key)?)?;
    Ok(SignedReceipt { id: input.id, receipt: receipt.to_string() })
}
