//! [`Recorder`]: a model that writes down what it is asked.

use std::path::Path;

use super::tape::{Answer, CassetteError, Writer};
use crate::{Completion, Failure, FailureKind, LanguageModel, Request};

/// Asks a model, and writes each request with its answer into a cassette.
#[derive(Debug)]
pub struct Recorder<M> {
    model: M,
    writer: Writer,
}

impl<M: LanguageModel> Recorder<M> {
    /// Begins a cassette.
    ///
    /// # Errors
    /// [`CassetteError::File`], also where the file exists.
    pub fn create(model: M, path: &Path) -> Result<Self, CassetteError> {
        Ok(Self { model, writer: Writer::create(path)? })
    }
}

impl<M: LanguageModel> LanguageModel for Recorder<M> {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn complete(&self, request: &Request) -> Result<Completion, Failure> {
        let result = self.model.complete(request);
        // A cassette with a gap would be found out only when it is replayed.
        self.writer
            .append(&request.body(self.name()), &Answer::from(&result))
            .map_err(|error| Failure::new(FailureKind::Unreachable, error.to_string()))?;
        result
    }

    fn unusable(&self) {
        self.model.unusable();
    }
}
