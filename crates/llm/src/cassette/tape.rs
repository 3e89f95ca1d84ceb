//! [`Tape`] and [`Writer`]: the file.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Completion, Failure, Finish, Usage, digest};

/// The version of the format.
const VERSION: u32 = 1;

/// Why a cassette cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CassetteError {
    /// The file cannot be read or written.
    #[error("the cassette {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line is not one of a cassette. Line 1 says the version, and must be `{"cassette":1}`.
    #[error("line {line} of the cassette {} is not understood: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

#[derive(Serialize, Deserialize)]
struct Head {
    cassette: u32,
}

#[derive(Serialize, Deserialize)]
struct Line<T> {
    digest: String,
    request: Value,
    answer: T,
}

/// How a completion, or why there is none, stands in a cassette.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// A completion.
    Completed {
        /// Its text.
        text: String,
        /// Why it ends.
        finish: Finish,
        /// What it took.
        usage: Usage,
        /// How long it took when it was recorded, in milliseconds.
        latency_ms: u64,
        /// The calls of tools that it asks for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tool_calls: Option<Value>,
    },
    /// None.
    Failed {
        /// Why.
        failure: Failure,
    },
}

impl From<&Result<Completion, Failure>> for Answer {
    fn from(result: &Result<Completion, Failure>) -> Self {
        match result {
            Ok(Completion { text, finish, usage, latency, tool_calls }) => Self::Completed {
                text: text.clone(),
                finish: *finish,
                usage: *usage,
                latency_ms: u64::try_from(latency.as_millis()).unwrap_or(u64::MAX),
                tool_calls: tool_calls.clone(),
            },
            Err(failure) => Self::Failed { failure: failure.clone() },
        }
    }
}

impl From<Answer> for Result<Completion, Failure> {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Completed { text, finish, usage, latency_ms, tool_calls } => {
                Ok(Completion { text, finish, usage, latency: Duration::from_millis(latency_ms), tool_calls })
            }
            Answer::Failed { failure } => Err(failure),
        }
    }
}

/// A cassette that is being recorded. May be written to from several threads.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: Mutex<File>,
}

impl Writer {
    /// Begins a cassette; a file that is there already is not touched.
    ///
    /// # Errors
    /// [`CassetteError::File`], also where the file exists.
    pub fn create(path: &Path) -> Result<Self, CassetteError> {
        let error = |source| CassetteError::File { path: path.to_owned(), source };
        let mut options = File::options();
        options.write(true).create_new(true);
        // The texts of memories are in it.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path).map_err(error)?;
        file.write_all(b"{\"cassette\":1}\n").map_err(error)?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file) })
    }

    /// Writes down a request and its answer. The answer is an [`Answer`], or what an endpoint said, as JSON.
    ///
    /// # Errors
    /// [`CassetteError::File`].
    pub fn append(&self, request: &Value, answer: &impl Serialize) -> Result<(), CassetteError> {
        let error = |source| CassetteError::File { path: self.path.clone(), source };
        let line = Line { digest: digest(request), request: request.clone(), answer };
        let mut bytes = serde_json::to_vec(&line).map_err(|source| error(source.into()))?;
        bytes.push(b'\n');
        // One write for a line, so that a kill leaves whole lines, but for the last.
        self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&bytes).map_err(error)
    }
}

/// A cassette that is being replayed. Equal requests get their answers in the order in which they were recorded.
#[derive(Debug)]
pub struct Tape {
    model: Option<String>,
    answers: Mutex<HashMap<String, VecDeque<Value>>>,
}

impl Tape {
    /// Reads a cassette, or several in one file, one behind the other. A last line that a kill cut off is left out.
    ///
    /// # Errors
    /// [`CassetteError`].
    pub fn read(path: &Path) -> Result<Self, CassetteError> {
        let file_error = |source| CassetteError::File { path: path.to_owned(), source };
        let mut file = BufReader::new(File::open(path).map_err(file_error)?);
        let mut answers: HashMap<String, VecDeque<Value>> = HashMap::new();
        let (mut lines, mut model) = (0, None);
        let mut line = Vec::new();
        while file.read_until(b'\n', &mut line).map_err(file_error)? > 0 {
            let bytes = std::mem::take(&mut line);
            lines += 1;
            let wrong = |reason: String| CassetteError::Line { path: path.to_owned(), line: lines, reason };
            let head = serde_json::from_slice(&bytes);
            if lines == 1 || head.is_ok() {
                let Head { cassette } = head.map_err(|_| wrong("no version".to_owned()))?;
                if cassette != VERSION {
                    return Err(wrong(format!("version {cassette}, expected {VERSION}")));
                }
                continue;
            }
            let line: Line<Value> = match serde_json::from_slice(&bytes) {
                Ok(line) => line,
                Err(_) if !bytes.ends_with(b"\n") => break,
                Err(error) => {
                    return Err(wrong(format!(
                        "no JSON of a question and its answer, at column {}",
                        error.column()
                    )));
                }
            };
            if line.digest != digest(&line.request) {
                return Err(wrong("the digest is not the request's".to_owned()));
            }
            if model.is_none() {
                model = line.request.get("model").and_then(Value::as_str).map(str::to_owned);
            }
            answers.entry(line.digest).or_default().push_back(line.answer);
        }
        if lines == 0 {
            return Err(CassetteError::Line {
                path: path.to_owned(),
                line: 1,
                reason: "no version".to_owned(),
            });
        }
        Ok(Self { model, answers: Mutex::new(answers) })
    }

    /// The model that the first request names.
    #[must_use]
    pub fn model(&self) -> Option<&str> {
        self.model.as_deref()
    }

    /// Returns the next answer to a request.
    ///
    /// # Errors
    /// Names the request by its digest, and says whether it is unknown, or was asked more often than recorded.
    pub fn next(&self, request: &Value) -> Result<Value, String> {
        let digest = digest(request);
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        match answers.get_mut(&digest) {
            None => Err(format!("the cassette has no answer to request {digest}")),
            Some(left) => left
                .pop_front()
                .ok_or_else(|| format!("the cassette has no more answers to request {digest}")),
        }
    }

    /// How many answers are left.
    #[must_use]
    pub fn left(&self) -> usize {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.values().map(VecDeque::len).sum()
    }
}
