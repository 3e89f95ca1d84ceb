//! What a parser says about a text that it refuses: never the text itself, which may be somebody's secret in the wrong file.

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

    /// With a reason that is put together.
    pub(crate) fn because(line: usize, reason: String) -> Self {
        Self { line, reason: Cow::Owned(reason) }
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

/// Says what is wrong with a JSON text without repeating any of it: of what the parser says, what was expected and the names of the
/// fields that are known. The place is left out.
#[must_use]
pub fn json_problem(error: &serde_json::Error) -> String {
    let problem = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let problem = problem.strip_suffix(&place).unwrap_or(&problem);
    // What the parser says of a first half without a second.
    if problem.contains("surrogate") || problem == "unexpected end of hex escape" {
        return "a \\u escape is a lone surrogate, which is no character".to_owned();
    }
    let known = ["missing field `", "duplicate field `"];
    if !error.is_data() || known.iter().any(|begin| problem.starts_with(begin)) {
        return problem.to_owned();
    }
    // What stands between the first words and the last `expected` was read.
    let expected = problem.rfind(", expected ").map_or("", |at| &problem[at..]);
    for what in ["invalid type", "invalid value", "invalid length", "unknown variant"] {
        if problem.starts_with(what) {
            return format!("{what}{expected}");
        }
    }
    match problem.starts_with("unknown field") {
        true => format!("there is a field of another name{expected}"),
        false => "a value is not what its field takes".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::json_problem;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Line {
        #[expect(dead_code, reason = "read alone")]
        text: String,
        #[expect(dead_code, reason = "read alone")]
        #[serde(default)]
        kind: Option<Kind>,
        #[expect(dead_code, reason = "read alone")]
        #[serde(default)]
        number: u8,
    }

    #[derive(Debug, Deserialize)]
    enum Kind {
        Whole,
    }

    #[test]
    fn what_is_wrong_with_json_is_said_without_the_json() {
        for (line, problem) in [
            (
                r#"{"text":"a","canary":1}"#,
                "there is a field of another name, expected one of `text`, `kind`, `number`",
            ),
            (
                r#"{"text":"a","x`, expected canary":1}"#,
                "there is a field of another name, expected one of `text`",
            ),
            (r#"{"text":"a","text":"canary"}"#, "duplicate field `text`"),
            (r#"{"kind":"canary"}"#, "unknown variant, expected `Whole`"),
            (r#"{"text":"a","number":"canary, expected canary"}"#, "invalid type, expected u8"),
            (r#"{"text":"a","number":4711}"#, "invalid value, expected u8"),
            (r#"{"text":["canary"]}"#, "invalid type, expected a string"),
            (r#""canary""#, "invalid type, expected struct Line"),
            (r#"{"text":"canary" canary}"#, "expected `,` or `}`"),
            (r#"{"text":"\ud800 canary"}"#, "lone surrogate"),
            ("{}", "missing field `text`"),
        ] {
            let said = json_problem(&serde_json::from_str::<Line>(line).unwrap_err());
            assert!(
                said.contains(problem) && !said.contains("canary") && !said.contains("4711"),
                "{line}: {said}"
            );
        }
    }
}
