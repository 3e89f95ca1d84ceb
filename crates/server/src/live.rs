//! [`live`]: of the memories in recall, those that a profile's tools are about.

use nepenthe::Scope;
use nepenthe_ops::{self as ops, Include, Memory, OpError, PageInput};

/// How many memories are read at a time.
const PAGE: usize = 1000;

/// Reads the memories in recall, oldest first, and returns what `keep` makes of them. The others are let go page by page: how
/// much a scope holds beside them costs time, and no room.
///
/// # Errors
/// [`OpError`].
pub(crate) fn live<T>(scope: &Scope, keep: impl Fn(Memory) -> Option<T>) -> Result<Vec<T>, OpError> {
    let (mut kept, mut after) = (Vec::new(), 0);
    loop {
        let page = ops::page(scope, &PageInput { include: Include::Live, after, limit: PAGE })?;
        kept.extend(page.memories.into_iter().filter_map(&keep));
        match page.next {
            Some(next) => after = next,
            None => return Ok(kept),
        }
    }
}
