//! [`CliError`]: what went wrong, apart from what to do.

use std::fmt::Display;
use std::io;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::Kind;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) struct CliError {
    kind: Kind,
    message: String,
    hint: Option<String>,
}

impl CliError {
    /// Makes an error.
    pub(crate) fn new(kind: Kind, message: impl Display) -> Self {
        Self { kind, message: message.to_string(), hint: None }
    }

    /// Makes a complaint about the command line.
    pub(crate) fn usage(message: impl Display) -> Self {
        Self::new(Kind::Usage, message)
    }

    /// Makes a complaint about what was given to be stored or asked.
    pub(crate) fn input(message: impl Display) -> Self {
        Self::new(Kind::Input, message)
    }

    /// Makes an error of a file that cannot be read or written: `what` says which.
    pub(crate) fn io(what: impl Display, error: &io::Error) -> Self {
        Self::new(Kind::Io, format!("{what}: {error}"))
    }

    /// Adds what can be done.
    #[must_use]
    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Says of which file an error is.
    #[must_use]
    pub(crate) fn within(mut self, file: impl Display) -> Self {
        self.message = format!("{file}, {}", self.message);
        self
    }

    /// Tells what else went wrong; a reader of standard output who had enough is no news. The kind stays.
    #[must_use]
    pub(crate) fn and(mut self, other: Self) -> Self {
        if other.kind == Kind::BrokenPipe {
            return self;
        }
        self.message = format!("{}; besides, {}", self.message, other.message);
        self.hint = match (self.hint, other.hint) {
            (Some(hint), Some(more)) => Some(format!("{hint}; {more}")),
            (hint, more) => hint.or(more),
        };
        self
    }

    /// Says first what was done all the same. A reader who had enough need not be told.
    #[must_use]
    pub(crate) fn although(mut self, done: &str) -> Self {
        if self.kind != Kind::BrokenPipe {
            self.message = format!("{done}, but {}", self.message);
        }
        self
    }

    /// Returns the kind, which determines the exit code.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns what went wrong.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Returns what can be done.
    pub(crate) fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl Serialize for CliError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("CliError", 3)?;
        object.serialize_field("error", &self.message)?;
        object.serialize_field("hint", &self.hint)?;
        object.serialize_field("kind", self.kind.name())?;
        object.end()
    }
}
