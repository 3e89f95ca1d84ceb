//! [`ScopePath`]: whose memory it is, such as `acme/alice`.

use std::fmt;
use std::str::FromStr;

/// The longest scope path, in bytes.
pub const MAX_SCOPE_BYTES: usize = 1024;

/// A checked scope path: segments joined by `/`, none empty, `.` or `..`, without control characters.
///
/// Two paths are one scope only where they are equal to the byte; `acme` does not see `acme/alice`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScopePath(String);

/// Why a text names no scope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScopeError {
    /// No text at all. Name a scope such as `acme/alice`.
    #[error("the scope is empty; name one such as acme/alice")]
    Empty,
    /// Over [`MAX_SCOPE_BYTES`]. Use a shorter name.
    #[error("the scope has {bytes} bytes; at most {MAX_SCOPE_BYTES} are allowed")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// A `/` at an end, or two side by side. Remove it.
    #[error("the scope has an empty segment; write segments such as acme/alice, with no / at the ends")]
    EmptySegment(String),
    /// A `.` or `..`, which elsewhere would mean another place. Rename the segment.
    #[error("the scope has the segment . or .., which names no scope")]
    DotSegment(String),
    /// A control character, a backslash, or white space at the end of a segment. Remove it.
    #[error("the scope has a control character, a backslash, or white space at the end of a segment")]
    BadCharacter(String),
}

impl ScopePath {
    /// Returns the path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ScopePath {
    type Err = ScopeError;

    fn from_str(path: &str) -> Result<Self, ScopeError> {
        if path.is_empty() {
            return Err(ScopeError::Empty);
        }
        if path.len() > MAX_SCOPE_BYTES {
            return Err(ScopeError::TooLong { bytes: path.len() });
        }
        for segment in path.split('/') {
            if segment.is_empty() {
                return Err(ScopeError::EmptySegment(path.into()));
            }
            if segment == "." || segment == ".." {
                return Err(ScopeError::DotSegment(path.into()));
            }
            if segment.trim() != segment || segment.contains(|c: char| c.is_control() || c == '\\') {
                return Err(ScopeError::BadCharacter(path.into()));
            }
        }
        Ok(Self(path.into()))
    }
}

impl fmt::Display for ScopePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_paths_are_kept_to_the_byte() {
        for path in ["a", "acme/alice", "acme/Ålice Müller", "a/b/c/d", "...", "a.b", "用户/七"] {
            assert_eq!(path.parse::<ScopePath>().unwrap().as_str(), path);
        }
    }

    #[test]
    fn bad_paths_are_refused() {
        for path in
            ["", "/", "/a", "a/", "a//b", "..", "a/../b", ".", "a/.", "a\0b", "a\n", " a", "a/b ", "a\\b"]
        {
            assert!(path.parse::<ScopePath>().is_err(), "{path:?}");
        }
        assert!(matches!(
            "x".repeat(10_000).parse::<ScopePath>(),
            Err(ScopeError::TooLong { bytes: 10_000 })
        ));
    }
}
