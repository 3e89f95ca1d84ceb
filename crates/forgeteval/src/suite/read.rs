//! Reads a suite from a file of JSON lines.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::{Suite, SuiteError};
use crate::case::{Case, CaseError};

const BOM: &[u8] = b"\xef\xbb\xbf";

/// Reads a suite from a file of JSON lines, one case a line.
///
/// A byte-order mark, CRLF line ends and blank lines are tolerated. The suite is named by the file's stem; where that
/// ends in a version, as `adversarial-1.0.0` does, it is the suite's.
///
/// # Errors
/// [`ReadError`] names the file, the line where there is one, and what is wrong with it.
pub fn read_suite(path: &Path) -> Result<Suite, ReadError> {
    let problem = |error| ReadError { path: path.to_path_buf(), line: None, problem: ReadProblem::Io(error) };
    let bytes = std::fs::read(path).map_err(problem)?;
    parse_suite(path, &bytes)
}

/// Reads a suite from the bytes of a file, as [`read_suite`] does.
///
/// # Errors
/// As [`read_suite`].
pub fn parse_suite(path: &Path, bytes: &[u8]) -> Result<Suite, ReadError> {
    let problem = |line, problem| ReadError { path: path.to_path_buf(), line, problem };
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);

    let mut cases: Vec<Case> = Vec::new();
    let mut line_of: HashMap<String, usize> = HashMap::new();
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        let Some(case) = read_line(line).map_err(|found| problem(Some(number), found))? else { continue };
        if let Some(first) = line_of.insert(case.id.clone(), number) {
            return Err(problem(Some(number), ReadProblem::DuplicateId { id: case.id, first }));
        }
        cases.push(case);
    }
    let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
    let (name, version) = split_version(&stem);
    let suite = Suite::new(name, cases).map_err(|error| problem(None, ReadProblem::Suite(error)))?;
    Ok(match version {
        Some(version) => suite.with_version(version),
        None => suite,
    })
}

/// Splits `name-1.2.3` into name and version.
fn split_version(stem: &str) -> (&str, Option<&str>) {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match stem.rsplit_once('-') {
        Some((name, version)) if version.split('.').count() == 3 && version.split('.').all(number) => {
            (name, Some(version))
        }
        _ => (stem, None),
    }
}

/// One line of a file of cases that is not blank.
#[derive(Debug)]
pub struct Line {
    /// Which one, counted from 1.
    pub number: usize,
    /// The case, or why the line holds none.
    pub case: Result<Case, ReadProblem>,
}

/// Reads every line of a file by itself, so that a bad one does not hide the others.
///
/// # Errors
/// [`ReadError`] when the file cannot be read at all, or holds no line.
pub fn read_lines(path: &Path) -> Result<Vec<Line>, ReadError> {
    let problem = |problem| ReadError { path: path.to_path_buf(), line: None, problem };
    let bytes = std::fs::read(path).map_err(|error| problem(ReadProblem::Io(error)))?;
    let bytes = bytes.strip_prefix(BOM).unwrap_or(&bytes);
    let mut lines: Vec<Line> = Vec::new();
    let mut line_of: HashMap<String, usize> = HashMap::new();
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        let Some(mut case) = read_line(line).transpose() else { continue };
        if let Ok(found) = &case
            && let Some(first) = line_of.insert(found.id.clone(), number)
        {
            case = Err(ReadProblem::DuplicateId { id: found.id.clone(), first });
        }
        lines.push(Line { number, case });
    }
    if lines.is_empty() { Err(problem(ReadProblem::Suite(SuiteError::Empty))) } else { Ok(lines) }
}

/// Reads one line; a blank one holds no case.
fn read_line(line: &[u8]) -> Result<Option<Case>, ReadProblem> {
    let text =
        std::str::from_utf8(line).map_err(|error| ReadProblem::NotUtf8 { byte: error.valid_up_to() + 1 })?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    let case: Case = serde_json::from_str(text).map_err(|error| {
        let at = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        let message = message.strip_suffix(&at).unwrap_or(&message).to_owned();
        match error.classify() {
            serde_json::error::Category::Data => ReadProblem::NotACase(message),
            _ => ReadProblem::BadJson { column: error.column(), message },
        }
    })?;
    case.validate()?;
    Ok(Some(case))
}

/// A suite's file that cannot be read: where, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {problem}", path.display(), line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// The line, counted from 1; absent where the whole file is meant.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: ReadProblem,
}

/// What is wrong with a suite's file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadProblem {
    /// The file cannot be read at all.
    #[error("{0}")]
    Io(std::io::Error),
    /// The line is not UTF-8.
    #[error("the line is not UTF-8 from its byte {byte} on")]
    NotUtf8 {
        /// The first bad byte of the line, counted from 1.
        byte: usize,
    },
    /// The line is not JSON; lone surrogate escapes are told here.
    #[error("not JSON, column {column}: {message}")]
    BadJson {
        /// Where in the line, counted from 1.
        column: usize,
        /// What the parser says.
        message: String,
    },
    /// The line is JSON, and lacks a field or has one of a wrong type or content.
    #[error("not a case: {0}")]
    NotACase(String),
    /// The line is a case that cannot be judged.
    #[error("not a case: {0}")]
    Case(#[from] CaseError),
    /// The line repeats an id.
    #[error("the id `{id}` stands on line {first} already")]
    DuplicateId {
        /// The id.
        id: String,
        /// The line that has it first.
        first: usize,
    },
    /// The cases make no suite.
    #[error("{0}")]
    Suite(SuiteError),
}
