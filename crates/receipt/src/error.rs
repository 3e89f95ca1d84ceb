//! What a parser says about a text that it refuses.

use std::borrow::Cow;
use std::fmt;

/// A text that is not what it should be: which line, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    line: usize,
    reason: Cow<'static, str>,
}

impl ParseError {
    pub(crate) fn new(line: usize, reason: &'static str) -> Self {
        Self { line, reason: Cow::Borrowed(reason) }
    }

    /// With a reason that may quote the text: control characters are escaped.
    pub(crate) fn quoting(line: usize, reason: &str) -> Self {
        let mut escaped = String::with_capacity(reason.len());
        for c in reason.chars() {
            if c.is_control() { escaped.extend(c.escape_default()) } else { escaped.push(c) }
        }
        Self { line, reason: Cow::Owned(escaped) }
    }

    /// The same error in a text in which the parsed part begins after `lines` other lines.
    pub(crate) fn after(mut self, lines: usize) -> Self {
        self.line += lines;
        self
    }

    /// The line at fault, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// What is wrong with it.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for ParseError {}
