//! Sweeping the index in steps: what is of no version that is there goes, however large the index is.

use super::block;
use crate::store::error::StorageError;
use crate::store::query::memory;
use crate::store::query::posting::{self, Place};
use crate::store::session::Session;

/// Rows looked at in one step: a few milliseconds, so that other writers can come in between.
const STEP: usize = 2000;

/// Sweeps the rows behind a place; `None` is the beginning. Returns where to go on; `None` at the end. The caller holds a
/// transaction for each step.
pub(crate) fn sweep(session: Session<'_>, after: Option<Place>) -> Result<Option<Place>, StorageError> {
    let after = after.unwrap_or((crate::store::query::ScopeKey(i64::MIN), String::new(), i64::MIN));
    let rows = posting::after(session, &after, STEP)?;
    let last = rows.last().map(|(place, _)| place.clone()).filter(|_| rows.len() == STEP);
    for ((scope, term, first), bytes) in rows {
        let Ok(entries) = block::decode(first, &bytes) else {
            // Nothing of it can be found any more: `check` says so, and the scope's index is made anew.
            posting::delete(session, scope, &term, first)?;
            continue;
        };
        let mut kept = Vec::with_capacity(entries.len());
        for entry in &entries {
            if memory::is_of_scope(session, entry.version, scope)? {
                kept.push(entry.clone());
            }
        }
        if kept.is_empty() {
            posting::delete(session, scope, &term, first)?;
        } else if kept.len() < entries.len() {
            posting::update(session, scope, &term, first, &block::encode(first, &kept))?;
        }
    }
    Ok(last)
}
