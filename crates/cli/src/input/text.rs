//! Reading a text, whole, from standard input or a file.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use nepenthe::MAX_TEXT_BYTES;

use crate::error::CliError;

/// The byte order mark in UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Where something is read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// Standard input, which is written `-`.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Source {
    /// Takes `-` for standard input.
    pub(crate) fn new(path: &Path) -> Self {
        if path.as_os_str() == "-" { Self::Stdin } else { Self::File(path.to_owned()) }
    }

    /// Reads everything, but for a byte order mark at its beginning.
    pub(crate) fn read(&self) -> Result<Vec<u8>, CliError> {
        let mut bytes = Vec::new();
        let read = self.open().and_then(|mut file| file.read_to_end(&mut bytes));
        read.map_err(|error| CliError::io(format!("cannot read {self}"), &error))?;
        Ok(without_mark(bytes))
    }

    fn open(&self) -> io::Result<Box<dyn Read>> {
        match self {
            Self::Stdin => Ok(Box::new(io::stdin().lock())),
            Self::File(path) => Ok(Box::new(File::open(path)?)),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("standard input"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// Takes a byte order mark away: it belongs to the file, not to what it holds.
fn without_mark(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    bytes
}

/// Reads one text. A line break at its end belongs to the file, not to the text, as a byte order mark at its beginning does.
pub(crate) fn read_text(source: &Source) -> Result<String, CliError> {
    // No more is read than could be stored: a text, a mark before it and its line break.
    let mut bytes = Vec::new();
    let read = source
        .open()
        .and_then(|mut file| file.by_ref().take(MAX_TEXT_BYTES as u64 + 6).read_to_end(&mut bytes));
    read.map_err(|error| CliError::io(format!("cannot read {source}"), &error))?;
    let bytes = without_mark(bytes);
    if bytes.len() > MAX_TEXT_BYTES + 2 {
        return Err(CliError::input(format!(
            "{source} has more than {MAX_TEXT_BYTES} bytes, too many for one text"
        )));
    }
    let text = decode(bytes, |line| format!("{source}, line {line}"))?;
    let end = text.strip_suffix('\n').unwrap_or(&text);
    Ok(end.strip_suffix('\r').unwrap_or(end).to_owned())
}

/// Takes bytes for UTF-8, or says at which line they are not. `place` names a line, counted from 1.
pub(crate) fn decode(bytes: Vec<u8>, place: impl Fn(usize) -> String) -> Result<String, CliError> {
    String::from_utf8(bytes).map_err(|error| {
        let (good, bad) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        let column = 1 + good.iter().rev().take_while(|byte| **byte != b'\n').count();
        let byte = bad.first().copied().unwrap_or_default();
        CliError::input(format!(
            "{}: byte {column} of the line is 0x{byte:02x}, which is not UTF-8",
            place(line)
        ))
    })
}
