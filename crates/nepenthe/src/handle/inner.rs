//! [`Inner`]: what all handles of one open store share.

use std::sync::Arc;

use nepenthe_llm::LanguageModel;

use super::placement::{Merge, Placement, Unanswered};
use crate::embed::Embedder;
use crate::erase::{self, Later, Returning, Unfinished, Waiting};
use crate::store::{Database, Session, StorageError};
use nepenthe_planner::Planner;

pub(crate) struct Inner {
    pub(crate) database: Arc<Database>,
    /// Erasures that this process made and that are not yet physical.
    pub(crate) unfinished: Arc<Unfinished>,
    /// What finishes them where nobody waits for that.
    pub(crate) later: Later,
    pub(crate) waiting: Waiting,
    pub(crate) embedder: Arc<dyn Embedder>,
    pub(crate) planner: Arc<dyn Planner>,
    /// For planners, which reach it through `Memories`, and for what is written.
    pub(crate) language_model: Option<Arc<dyn LanguageModel>>,
    pub(crate) placement: Placement,
    pub(crate) merge: Option<Merge>,
    pub(crate) unanswered: Unanswered,
    pub(crate) actor: String,
    pub(crate) returning: Returning,
}

impl Inner {
    /// Runs writes in one transaction: all of `work` is durable on `Ok`, nothing of it on `Err`. Then finishes what an
    /// earlier erasure had to leave to the next writer, if it can.
    pub(crate) fn write<T, E: From<StorageError>>(
        &self,
        work: impl FnOnce(Session<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.database.write(work).inspect(|_| self.finish())
    }

    /// The same for so many memories: what takes long is in a transaction of its own, so that no other thread's write waits for it.
    pub(crate) fn write_all<T, E: From<StorageError>>(
        &self,
        memories: usize,
        work: impl FnOnce(Session<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.database.write_as(memories <= Database::SHORT, work).inspect(|_| self.finish())
    }

    /// Finishes earlier erasures on the way of a write, or has them finished. What cannot be finished now stays pending; the
    /// write itself is durable.
    pub(crate) fn finish(&self) {
        match self.waiting {
            Waiting::ForPhysical => drop(erase::finish_pending(&self.database, &self.unfinished, false)),
            Waiting::ForLogical if self.unfinished.has_waiting() => {
                return self.later.ask(&self.database, &self.unfinished);
            }
            Waiting::ForLogical => {}
        }
        let _ = erase::finish_left_behind(&self.database, &self.unfinished);
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if self.waiting == Waiting::ForLogical {
            self.later.end(&self.database, &self.unfinished);
        }
    }
}
