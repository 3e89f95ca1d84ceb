//! The deletion candidate that the scorer holds likeliest.

use nepenthe_text::clause;

use super::deletion_candidates::deletion_candidates;
use super::slot;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::Scorer;
use crate::corpus::Relevance;

/// Returns the best text without what is meant; `None` where the whole memory had better go.
pub(super) fn best(query: &Query<'_>, row: &Row, read: &Relevance, scorer: &Scorer) -> Option<String> {
    let ways = deletion_candidates(query, row, read)
        .into_iter()
        .map(|way| (scorer.deletion(&way.numbers), way.rest));
    let (_, rest) = ways.reduce(|best, way| if way.0 > best.0 { way } else { best })?;
    // What the new statement says nothing of stays, unless other statements go too.
    if let Some(new) = query.new
        && row.text.clauses().len() <= clause::split(&rest).len() + 1
        && let Some(left) = slot::without_replaced(&row.whole.said, new)
    {
        return Some(left);
    }
    (!rest.is_empty()).then_some(rest)
}
