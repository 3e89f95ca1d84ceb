//! What was said of each erasure.

use nepenthe::receipt::receipt::Body;
use nepenthe::{Error, ReceiptId, Scope, Store};
use serde::Serialize;

/// A receipt, in short.
#[derive(Debug, Serialize)]
pub(crate) struct Issued {
    /// Its id.
    pub(crate) id: ReceiptId,
    /// When it was written.
    pub(crate) at: String,
    /// `logical`, `physical` or `crypto`.
    pub(crate) assurance: String,
    /// Memories that are gone whole.
    pub(crate) erased: u64,
    /// Memories that lost a part.
    pub(crate) edited: u64,
    /// The logical receipt of the same erasure that it completes.
    pub(crate) completes: Option<String>,
}

/// The receipts of a scope, or of every scope.
#[derive(Debug, Serialize)]
pub(crate) struct Receipts {
    /// Oldest first.
    pub(crate) receipts: Vec<Issued>,
}

impl Receipts {
    /// Returns the newest.
    pub(crate) fn last(&self) -> Result<ReceiptId, crate::error::CliError> {
        self.receipts.last().map(|issued| issued.id).ok_or_else(|| {
            crate::error::CliError::new(
                crate::error::Kind::NotFound,
                "nothing was erased yet; there is no receipt",
            )
        })
    }
}

/// Lists the receipts of a scope.
pub(crate) fn receipts(scope: &Scope) -> Result<Receipts, Error> {
    Ok(in_short(scope.receipts()?))
}

/// Lists the receipts of every scope.
pub(crate) fn all_receipts(store: &Store) -> Result<Receipts, Error> {
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
