//! [`Said`]: what a language model says of a text that is written.

use crate::handle::Merge;
use crate::model::{EventSeq, MemoryId};
use crate::store::query::annotation::Annotations;

/// What a model says of one text, as far as the rules let it stand.
#[derive(Debug, Default)]
pub(crate) struct Said {
    /// In which other forms it names what it names.
    pub(crate) annotations: Option<Annotations>,
    /// The memory that it brings up to date.
    pub(crate) older: Option<Older>,
    /// What came of each question, for the log.
    pub(crate) outcomes: Vec<String>,
}

/// A memory that a new text brings up to date.
#[derive(Debug)]
pub(crate) struct Older {
    pub(crate) id: MemoryId,
    pub(crate) merge: Merge,
    /// By which prompt the model was asked, for the log.
    pub(crate) prompt: String,
    /// Its last event when the model was asked: if there is a later one, it is left alone.
    pub(crate) guard: EventSeq,
}

impl Said {
    /// What the log names as having had a say; `None` where nobody was asked.
    pub(crate) fn outcome(&self) -> Option<String> {
        (!self.outcomes.is_empty()).then(|| self.outcomes.join("+"))
    }

    /// Takes down that the older memory was left alone after all.
    pub(crate) fn leave_older(&mut self, why: &str) {
        if let Some(older) = self.older.take() {
            self.outcomes.pop();
            self.outcomes.push(format!("{}:{why}", older.prompt));
        }
    }
}
