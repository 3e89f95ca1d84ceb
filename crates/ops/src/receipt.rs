//! What was said of each erasure.

use nepenthe::receipt::receipt::Body;
use nepenthe::{Error, ReceiptId, Scope, Store};
use serde::Serialize;

/// A receipt, in short.
#[derive(Debug, Serialize)]
pub struct Issued {
    /// Its id.
    pub id: ReceiptId,
    /// When it was written.
    pub at: String,
    /// `logical`, `physical` or `crypto`.
    pub assurance: String,
    /// Memories that are gone whole.
    pub erased: u64,
    /// Memories that lost a part.
    pub edited: u64,
    /// The logical receipt of the same erasure that it completes.
    pub completes: Option<String>,
}

/// The receipts of a scope, or of every scope.
#[derive(Debug, Serialize)]
pub struct Receipts {
    /// Oldest first.
    pub receipts: Vec<Issued>,
}

/// Lists the receipts of a scope.
pub fn receipts(scope: &Scope) -> Result<Receipts, Error> {
    Ok(in_short(scope.receipts()?))
}

/// Lists the receipts of every scope.
pub fn all_receipts(store: &Store) -> Result<Receipts, Error> {
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

/// The word of the receipt's format.
fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
