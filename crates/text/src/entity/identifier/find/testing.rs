//! What the tests of the finders ask.

use crate::entity::identifier::{find, query_mentions};

/// Whether a text has, more likely than not, an identifier that a request names.
pub(super) fn is_in(request: &str, text: &str) -> bool {
    let wanted = query_mentions(request);
    wanted.iter().any(|one| find(one, text).iter().any(|found| found.certainty > 0.5))
}
