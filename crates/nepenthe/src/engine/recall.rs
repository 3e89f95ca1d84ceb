//! Recalling memories.

use crate::handle::Scope;
use crate::recall::{Hit, RecallError, RecallOptions};

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
        let now = self.now();
        let found = self.search_uncounted(query, options, now)?;
        let shown_at = options.as_of.unwrap_or(now);
        if options.as_of.is_none() && !found.is_empty() {
            let scope = self.key()?;
            if let Some(scope) = scope {
                self.database().count_accesses(scope, found.iter().map(|found| found.stored.id), now);
            }
        }
        Ok(found.into_iter().map(|found| found.into_hit(shown_at)).collect())
    }
}
