//! Recalling memories.

use crate::handle::Scope;
use crate::recall::{Hit, RecallError, RecallOptions};

/// What a query is answered with.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Best first.
    pub hits: Vec<Hit>,
    /// The scores of what was found and left out, since it is under the least score asked for; best first.
    pub left_out: Vec<f64>,
}

impl Scope {
    /// Recalls the best `k` live memories, by words and vectors.
    ///
    /// # Errors
    /// [`RecallError`].
    pub fn recall(&self, query: &str, k: usize) -> Result<Vec<Hit>, RecallError> {
        self.recall_with(query, &RecallOptions::new(k))
    }

    /// Recalls as the options say. Writes nothing; who was recalled is counted with the next write.
    ///
    /// # Errors
    /// [`RecallError`].
    pub fn recall_with(&self, query: &str, options: &RecallOptions) -> Result<Vec<Hit>, RecallError> {
        Ok(self.answer(query, options)?.hits)
    }

    /// The same, and says what the least score left out.
    ///
    /// # Errors
    /// [`RecallError`].
    pub fn answer(&self, query: &str, options: &RecallOptions) -> Result<Answer, RecallError> {
        let now = self.now();
        let found = self.search_uncounted(query, options, now)?;
        let shown_at = options.as_of.unwrap_or(now);
        let hits = found.into_iter().map(|found| found.into_hit(shown_at));
        let (hits, left_out): (Vec<Hit>, Vec<Hit>) =
            hits.partition(|hit| options.min_score.is_none_or(|least| hit.score >= least));
        if options.as_of.is_none()
            && !hits.is_empty()
            && let Some(scope) = self.key()?
        {
            self.database().count_accesses(scope, hits.iter().map(|hit| hit.memory.id), now);
        }
        Ok(Answer { hits, left_out: left_out.into_iter().map(|hit| hit.score).collect() })
    }
}
