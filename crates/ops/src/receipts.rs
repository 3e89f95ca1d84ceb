//! Listing the receipts of erasures.

use nepenthe::receipt::receipt::Body;
use nepenthe::{ReceiptId, Scope, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::OpError;
use crate::types::schema::{AssuranceWord, Id, word};

/// Nothing has to be said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReceiptsInput {}

/// Receipts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Receipts {
    /// Oldest first.
    pub receipts: Vec<Issued>,
}

/// A receipt, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Issued {
    /// The receipt.
    #[schemars(with = "Id")]
    pub id: ReceiptId,
    /// When it was written.
    pub at: String,
    /// How far the erasure is known to reach.
    #[schemars(with = "AssuranceWord")]
    pub assurance: String,
    /// Memories that are gone whole.
    pub erased: u64,
    /// Memories that lost a part.
    pub edited: u64,
    /// The logical receipt of the same erasure.
    #[schemars(with = "Option<Id>")]
    pub completes: Option<String>,
}

/// Lists the receipts of a scope.
///
/// # Errors
/// [`OpError`].
pub fn receipts(scope: &Scope, _: &ReceiptsInput) -> Result<Receipts, OpError> {
    Ok(in_short(scope.receipts()?))
}

/// Lists the receipts of every scope.
///
/// # Errors
/// [`OpError`].
pub fn all_receipts(store: &Store, _: &ReceiptsInput) -> Result<Receipts, OpError> {
    Ok(in_short(store.receipts()?))
}

fn in_short(receipts: Vec<(ReceiptId, Body)>) -> Receipts {
    let receipts = receipts.into_iter().map(|(id, body)| Issued {
        id,
        at: body.times.certified.to_string(),
        assurance: word(&body.assurance),
        erased: body.counts.erased,
        edited: body.counts.edited,
        completes: body.completes.map(|id| id.to_string()),
    });
    Receipts { receipts: receipts.collect() }
}
