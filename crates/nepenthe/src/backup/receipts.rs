//! What a restore asks of receipts before it goes by them.

use nepenthe_receipt::note::VerifyingKey;
use nepenthe_receipt::{Options, Outcome, Receipt, verify};

use super::restore_error::RestoreError;

/// Checks that each receipt stands in the log that one of the keys has signed: what somebody altered would erase something
/// else, and let come back what it named.
pub(super) fn check(receipts: &[Receipt], keys: &[VerifyingKey]) -> Result<(), RestoreError> {
    for (index, receipt) in receipts.iter().enumerate() {
        let report = verify(receipt.to_string(), keys, &Options::default());
        if report.holds() {
            continue;
        }
        let failed = report.checks().iter().find_map(|checked| match &checked.outcome {
            Outcome::Failed(reason) => Some(format!("{}: {reason}", checked.check)),
            _ => None,
        });
        let receipt = receipt.body().receipt.to_string();
        return Err(RestoreError::Receipt { index, receipt, failed: failed.unwrap_or_default() });
    }
    Ok(())
}
