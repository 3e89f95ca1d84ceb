//! Finishing erasures.

use std::collections::BTreeSet;

use nepenthe::{Error, ReceiptId, Scope, ScrubReport};
use serde::Serialize;

/// What a scrub did, as one scope may know it.
#[derive(Debug, Serialize)]
pub struct Scrubbed {
    /// With the receipts of the scope alone.
    #[serde(flatten)]
    pub report: ScrubReport,
    /// How many receipts of other scopes were issued.
    pub issued_elsewhere: usize,
    /// How many of other scopes wait.
    pub waiting_elsewhere: usize,
    /// Of how many of other scopes something was found in the files.
    pub residue_elsewhere: usize,
}

/// Finishes what can be finished, in every scope.
pub fn scrub(scope: &Scope, rebuild: bool) -> Result<Scrubbed, Error> {
    let mut report = scope.store().scrub(rebuild)?;
    let ours: BTreeSet<ReceiptId> = scope.receipts()?.into_iter().map(|(id, _)| id).collect();
    let keep = |ids: &mut Vec<ReceiptId>| {
        let all = ids.len();
        ids.retain(|id| ours.contains(id));
        all - ids.len()
    };
    let issued_elsewhere = keep(&mut report.issued);
    let waiting_elsewhere = keep(&mut report.waiting);
    let residue_elsewhere = keep(&mut report.residue);
    Ok(Scrubbed { report, issued_elsewhere, waiting_elsewhere, residue_elsewhere })
}
