//! [`Recorder`]: a model that writes down what it is asked.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::tape::{Answer, CassetteError, Writer};
use crate::{Completion, Failure, FailureKind, LanguageModel, Request};

/// Asks a model, and writes each request with its answer into a cassette. What it answers is what stands there, with latencies in
/// whole milliseconds.
#[derive(Debug)]
pub struct Recorder<M> {
    model: M,
    path: PathBuf,
    writer: Mutex<Option<Writer>>,
}

impl<M: LanguageModel> Recorder<M> {
    /// Begins a cassette.
    ///
    /// # Errors
    /// [`CassetteError::File`], also where the file exists.
    pub fn create(model: M, path: &Path) -> Result<Self, CassetteError> {
        Ok(Self { model, path: path.to_owned(), writer: Mutex::new(Some(Writer::create(path)?)) })
    }

    /// Begins a cassette with the first answer: where nobody asks, there is none.
    ///
    /// # Errors
    /// [`CassetteError::File`], also where the file exists.
    pub fn later(model: M, path: &Path) -> Result<Self, CassetteError> {
        // Tried now, since the first answer would be lost.
        drop(Writer::create(path)?);
        std::fs::remove_file(path).map_err(|source| CassetteError::File { path: path.to_owned(), source })?;
        Ok(Self { model, path: path.to_owned(), writer: Mutex::default() })
    }

    fn append(&self, request: &Request, answer: &Answer) -> Result<(), CassetteError> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let writer = match &mut *writer {
            Some(writer) => writer,
            none => none.insert(Writer::create(&self.path)?),
        };
        writer.append(&request.body(self.model.name()), answer)
    }
}

impl<M: LanguageModel> LanguageModel for Recorder<M> {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn complete(&self, request: &Request) -> Result<Completion, Failure> {
        let result = self.model.complete(request);
        let answer = Answer::from(&result);
        // A cassette with a gap would be found out only when it is replayed. What was answered was paid for all the same.
        self.append(request, &answer).map_err(|error| {
            let kind = result.map_or_else(|failure| failure.kind, |_| FailureKind::Unusable);
            Failure::new(kind, error.to_string())
        })?;
        answer.into()
    }

    fn unusable(&self) {
        self.model.unusable();
    }
}
