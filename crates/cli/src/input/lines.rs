//! Reading memories from JSON lines.

use jiff::Timestamp;
use nepenthe::{MemoryId, NewMemory};
use serde::{Deserialize, Deserializer};

use super::text::{Source, decode};
use crate::error::CliError;
use crate::time::{Expiry, parse_expiry};

/// One line of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    text: String,
    source: Option<String>,
    metadata: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(default)]
    derived_from: Vec<MemoryId>,
    #[serde(default, deserialize_with = "expiry")]
    expires: Option<Expiry>,
}

/// Reads every memory of a file; empty lines are passed over. Errors name file and line.
pub(crate) fn read_memories(source: &Source, now: Timestamp) -> Result<Vec<NewMemory>, CliError> {
    let bytes = source.read()?;
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let mut memories = Vec::new();
    for (number, raw) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        let line = decode(raw.to_vec(), |_| format!("{source}, line {number}"))?;
        if !line.trim().is_empty() {
            let memory = parse(line.trim(), now);
            memories.push(memory.map_err(|why| CliError::input(format!("{source}, line {number}: {why}")))?);
        }
    }
    if memories.is_empty() {
        return Err(CliError::input(format!("{source} holds no memories")));
    }
    Ok(memories)
}

fn parse(line: &str, now: Timestamp) -> Result<NewMemory, String> {
    let line: Line = serde_json::from_str(line)
        .map_err(|error| format!("column {}: {}", error.column(), json_problem(&error)))?;
    let mut memory = NewMemory::new(line.text);
    memory.source = line.source;
    memory.metadata = line.metadata;
    memory.derived_from = line.derived_from;
    memory.expires = line.expires.map(|expiry| expiry.from(now)).transpose()?;
    memory.validate().map_err(|error| error.to_string())?;
    Ok(memory)
}

/// Says what is wrong with a JSON text of one line. The parser's own count of lines and columns is left out.
pub(crate) fn json_problem(error: &serde_json::Error) -> String {
    let problem = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let problem = problem.strip_suffix(&place).unwrap_or(&problem);
    // What the parser says of a first half without a second.
    let half = problem.contains("surrogate") || problem == "unexpected end of hex escape";
    if half {
        "a \\u escape is a lone surrogate, which is no character".to_owned()
    } else {
        problem.to_owned()
    }
}

fn expiry<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Expiry>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| parse_expiry(&text).map_err(serde::de::Error::custom)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_now(line: &str) -> Result<NewMemory, String> {
        parse(line, crate::time::parse_time("2026-08-01").unwrap())
    }

    #[test]
    fn a_line_may_hold_everything() {
        let line = r#"{"text": "a", "source": "s", "metadata": {"n": 1}, "expires": "12h"}"#;
        let memory = parse_now(line).unwrap();
        assert_eq!(memory.source.as_deref(), Some("s"));
        assert_eq!(memory.metadata.unwrap()["n"], 1);
        assert_eq!(memory.expires.unwrap().to_string(), "2026-08-01T12:00:00Z");
    }

    #[test]
    fn a_bad_line_says_what_is_wrong_and_where() {
        for (line, problem) in [
            (r#"{"text": "\ud800"}"#, "column 17: a \\u escape is a lone surrogate"),
            (r#"{"text": "\udc00"}"#, "a \\u escape is a lone surrogate"),
            (r#"{"text": "\ud800\u0041"}"#, "a \\u escape is a lone surrogate"),
            (r#"{"text": "a\u0000b"}"#, "NUL"),
            (r#"{"text": " "}"#, "blank"),
            (r#"{"text": "a", "colour": "red"}"#, "unknown field `colour`"),
            (r#"{"source": "a"}"#, "missing field `text`"),
            (r#"{"text": "a", "metadata": []}"#, "map"),
            (r#"{"text": "a", "expires": "soon"}"#, "neither a time"),
            (r#"{"text": "a"} {"text": "b"}"#, "trailing characters"),
            (r#""a""#, "struct"),
        ] {
            let error = parse_now(line).unwrap_err();
            assert!(error.contains(problem) && !error.contains("line 1"), "{line}: {error}");
        }
    }
}
