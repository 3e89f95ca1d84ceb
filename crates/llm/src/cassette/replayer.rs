//! [`Replayer`]: a model that answers from a cassette.

use std::path::Path;

use super::tape::{Answer, CassetteError, Tape};
use crate::{Completion, Failure, FailureKind, LanguageModel, Request};

/// Answers from a cassette, with the latencies that were recorded, and without a network. A request that is not in it is
/// `unreachable`, named by its digest, and marked [`Failure::unrecorded`].
#[derive(Debug)]
pub struct Replayer {
    model: String,
    tape: Tape,
}

impl Replayer {
    /// Reads a cassette of a model.
    ///
    /// # Errors
    /// [`CassetteError`].
    pub fn read(model: impl Into<String>, path: &Path) -> Result<Self, CassetteError> {
        Ok(Self { model: model.into(), tape: Tape::read(path)? })
    }

    /// Reads a cassette of the model that its first request names; `None` where it holds no request.
    ///
    /// # Errors
    /// [`CassetteError`].
    pub fn of_first(path: &Path) -> Result<Option<Self>, CassetteError> {
        let tape = Tape::read(path)?;
        Ok(tape.model().map(str::to_owned).map(|model| Self { model, tape }))
    }

    /// How many answers are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.tape.left()
    }
}

impl LanguageModel for Replayer {
    fn name(&self) -> &str {
        &self.model
    }

    fn complete(&self, request: &Request) -> Result<Completion, Failure> {
        let failure = |kind, reason: String| Failure::new(kind, reason);
        let answer = self
            .tape
            .next(&request.body(&self.model))
            .map_err(|reason| Failure { unrecorded: true, ..failure(FailureKind::Unreachable, reason) })?;
        let answer: Answer = serde_json::from_value(answer).map_err(|_| {
            failure(FailureKind::Unusable, "what the cassette holds is no completion".to_owned())
        })?;
        answer.into()
    }
}
