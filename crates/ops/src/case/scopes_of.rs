//! [`ScopePattern`]: one scope, or a scope and all below it, or every scope.

use std::fmt;
use std::str::FromStr;

use nepenthe::ScopePath;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// What stands for a scope and all below it.
const BELOW: &str = "/**";
const EVERY: &str = "**";

/// Which scopes: `acme/alice` is that one, `acme/**` is `acme` and all below it, `**` is every scope.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ScopePattern {
    /// One scope.
    One(String),
    /// A scope and all below it.
    Below(String),
    /// Every scope.
    Every,
}

/// A text that is no pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScopePatternError;

impl ScopePattern {
    /// Tells whether a scope is one of them.
    #[must_use]
    pub fn holds(&self, scope: &str) -> bool {
        match self {
            Self::One(path) => path == scope,
            Self::Below(path) => {
                scope.strip_prefix(path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            }
            Self::Every => true,
        }
    }

    /// Tells whether every scope of another pattern is one of them.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Every, _) => true,
            (_, Self::Every) | (Self::One(_), Self::Below(_)) => false,
            (_, Self::One(path) | Self::Below(path)) => self.holds(path),
        }
    }
}

impl FromStr for ScopePattern {
    type Err = ScopePatternError;

    fn from_str(text: &str) -> Result<Self, ScopePatternError> {
        let path =
            |path: &str| path.parse::<ScopePath>().map(|_| path.to_owned()).map_err(|_| ScopePatternError);
        match text.strip_suffix(BELOW) {
            _ if text == EVERY => Ok(Self::Every),
            Some(above) => Ok(Self::Below(path(above)?)),
            None => Ok(Self::One(path(text)?)),
        }
    }
}

impl TryFrom<String> for ScopePattern {
    type Error = ScopePatternError;

    fn try_from(text: String) -> Result<Self, ScopePatternError> {
        text.parse()
    }
}

impl From<ScopePattern> for String {
    fn from(pattern: ScopePattern) -> Self {
        pattern.to_string()
    }
}

impl fmt::Display for ScopePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(path) => f.write_str(path),
            Self::Below(path) => write!(f, "{path}{BELOW}"),
            Self::Every => f.write_str(EVERY),
        }
    }
}

impl fmt::Display for ScopePatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a scope, a scope with /** for all below it too, or ** is expected, such as acme/**")
    }
}

impl std::error::Error for ScopePatternError {}

impl JsonSchema for ScopePattern {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ScopePattern".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "One scope, a scope and all below it (`acme/**`), or every scope (`**`).",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> ScopePattern {
        text.parse().expect("a pattern")
    }

    #[test]
    fn a_scope_is_held_whole_or_with_all_below_it() {
        for (text, held, not) in [
            ("acme", &["acme"][..], &["acme/a", "acmea", "b"][..]),
            ("acme/**", &["acme", "acme/a", "acme/a/b"], &["acmea", "b/acme", "acm"]),
            ("acme/a/**", &["acme/a", "acme/a/b"], &["acme", "acme/ab"]),
            ("**", &["acme", "b/c"], &[]),
        ] {
            assert!(held.iter().all(|scope| pattern(text).holds(scope)), "{text}");
            assert!(!not.iter().any(|scope| pattern(text).holds(scope)), "{text}");
            assert_eq!(pattern(text).to_string(), text);
        }
    }

    #[test]
    fn a_pattern_contains_what_is_no_wider() {
        for (wide, narrow, contains) in [
            ("**", "**", true),
            ("acme/**", "acme/a", true),
            ("acme/**", "acme/a/**", true),
            ("acme/**", "acme/**", true),
            ("acme/**", "**", false),
            ("acme/a", "acme/a/**", false),
            ("acme/a/**", "acme/**", false),
            ("acme/**", "acmeb/**", false),
        ] {
            assert_eq!(pattern(wide).contains(&pattern(narrow)), contains, "{wide} {narrow}");
        }
    }

    #[test]
    fn what_is_no_path_is_no_pattern() {
        for text in ["", "/**", "*", "acme/*", "a/**/b", "/a", "a//b/**", "***"] {
            assert!(text.parse::<ScopePattern>().is_err(), "{text}");
        }
    }
}
