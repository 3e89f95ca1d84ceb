//! Finishing erasures.

use nepenthe::{Error, ScrubReport, Store};

/// Finishes what can be finished.
pub(crate) fn scrub(store: &Store, rebuild: bool) -> Result<ScrubReport, Error> {
    Ok(store.scrub(rebuild)?)
}
