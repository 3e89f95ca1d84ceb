//! [`ScopePattern`]: one scope, one with all below it, or every one.

use std::fmt;
use std::str::FromStr;

use nepenthe::ScopePath;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::{Code, OpError};

/// The scopes that a key opens, or that are searched: one (`acme/alice`), one with all below it (`acme/**`), or all of them (`**`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ScopePattern {
    /// This scope alone.
    One(ScopePath),
    /// This scope, and every one below it.
    Below(ScopePath),
    /// Every scope.
    All,
}

impl ScopePattern {
    /// Tells whether a scope is one of them.
    #[must_use]
    pub fn opens(&self, scope: &ScopePath) -> bool {
        match self {
            Self::One(one) => one == scope,
            Self::Below(top) => {
                let below = scope.as_str().strip_prefix(top.as_str());
                below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            }
            Self::All => true,
        }
    }

    /// Tells whether every scope of another pattern is one of these.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All, _) => true,
            (Self::One(_), Self::Below(_)) | (_, Self::All) => false,
            (_, Self::One(path) | Self::Below(path)) => self.opens(path),
        }
    }

    /// Returns the scope, where it is one alone.
    #[must_use]
    pub fn one(&self) -> Option<&ScopePath> {
        match self {
            Self::One(one) => Some(one),
            _ => None,
        }
    }
}

impl FromStr for ScopePattern {
    type Err = OpError;

    fn from_str(text: &str) -> Result<Self, OpError> {
        let (path, below) = match text.strip_suffix("/**") {
            _ if text == "**" => return Ok(Self::All),
            Some(top) => (top, true),
            None => (text, false),
        };
        if path.contains('*') {
            let message = "a pattern of scopes is a path, a path with /** behind it, or ** alone";
            return Err(OpError::new(Code::BadScope, message));
        }
        let path: ScopePath = path.parse()?;
        Ok(if below { Self::Below(path) } else { Self::One(path) })
    }
}

impl TryFrom<String> for ScopePattern {
    type Error = OpError;

    fn try_from(text: String) -> Result<Self, OpError> {
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
            Self::One(one) => one.fmt(f),
            Self::Below(top) => write!(f, "{top}/**"),
            Self::All => f.write_str("**"),
        }
    }
}

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

    fn opens(pattern: &str, scope: &str) -> bool {
        pattern
            .parse::<ScopePattern>()
            .expect("a pattern or a scope")
            .opens(&scope.parse().expect("a pattern or a scope"))
    }

    #[test]
    fn a_pattern_opens_what_it_says_and_nothing_else() {
        for (pattern, scope) in [
            ("acme", "acme"),
            ("acme/**", "acme"),
            ("acme/**", "acme/alice"),
            ("acme/**", "acme/alice/notes"),
            ("**", "anything/at all"),
            ("用户/**", "用户/七"),
        ] {
            assert!(opens(pattern, scope), "{pattern} {scope}");
        }
        for (pattern, scope) in [
            ("acme", "acme/alice"),
            ("acme/alice", "acme"),
            ("acme/**", "acme2"),
            ("acme/**", "acme-corp/alice"),
            ("acme/**", "acm"),
            ("acme/**", "x/acme"),
            ("acme/**", "Acme/alice"),
        ] {
            assert!(!opens(pattern, scope), "{pattern} {scope}");
        }
    }

    #[test]
    fn a_pattern_covers_another_that_opens_nothing_else() {
        let covers = |outer: &str, inner: &str| {
            let pattern = |text: &str| text.parse::<ScopePattern>().expect("a pattern or a scope");
            pattern(outer).covers(&pattern(inner))
        };
        for (outer, inner) in [
            ("acme", "acme"),
            ("acme/**", "acme"),
            ("acme/**", "acme/alice"),
            ("acme/**", "acme/**"),
            ("acme/**", "acme/alice/**"),
            ("**", "**"),
            ("**", "acme/**"),
            ("**", "acme"),
        ] {
            assert!(covers(outer, inner), "{outer} {inner}");
        }
        for (outer, inner) in [
            ("acme", "acme/**"),
            ("acme", "acme/alice"),
            ("acme", "**"),
            ("acme/**", "**"),
            ("acme/**", "acme2/**"),
            ("acme/**", "acm"),
            ("acme/alice/**", "acme/**"),
            ("acme/alice/**", "acme"),
        ] {
            assert!(!covers(outer, inner), "{outer} {inner}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for pattern in
            ["", "*", "/**", "acme/*", "acme/**/x", "a*", "***", "**/**", "../**", "acme//**", "acme/ **"]
        {
            assert!(pattern.parse::<ScopePattern>().is_err(), "{pattern:?}");
        }
        for pattern in ["acme", "acme/alice/**", "**"] {
            assert_eq!(pattern.parse::<ScopePattern>().expect("a pattern or a scope").to_string(), pattern);
        }
    }
}
