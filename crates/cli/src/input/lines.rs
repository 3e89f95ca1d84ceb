//! Reading memories from JSON lines.

use jiff::Timestamp;
use nepenthe::receipt::json_problem;
use nepenthe::{MemoryId, NewMemory, check_exact, is_blank};
use serde::Deserialize;

use super::text::{Source, decode};
use crate::error::CliError;
use crate::time::parse_expiry;

/// What to do with a file of notes.
const PLAIN: &str = "for a file of plain lines, each a memory, add --lines";

/// One line of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    text: String,
    source: Option<String>,
    metadata: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(default)]
    derived_from: Vec<MemoryId>,
    expires: Option<String>,
}

/// Reads every memory of a file; empty lines are passed over. Errors name file and line.
pub(crate) fn read_memories(source: &Source, now: Timestamp) -> Result<Vec<NewMemory>, CliError> {
    let bytes = source.read()?;
    let mut memories = Vec::new();
    for (number, raw) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        let line = decode(raw.to_vec(), |_| format!("{source}, line {number}"))?;
        if !line.trim().is_empty() {
            let memory = parse(line.trim(), now);
            memories.push(memory.map_err(|why| {
                let error = CliError::input(format!("{source}, line {number}: {why}"));
                // What is no object at all may be a file of notes.
                if line.trim_start().starts_with('{') { error } else { error.with_hint(PLAIN) }
            })?);
        }
    }
    if memories.is_empty() {
        return Err(CliError::input(format!("{source} holds no memories")));
    }
    Ok(memories)
}

/// Reads a text from each line of a file that is not blank. A line break is no part of it.
pub(crate) fn read_lines(source: &Source) -> Result<Vec<String>, CliError> {
    let all = decode(source.read()?, |line| format!("{source}, line {line}"))?;
    let mut texts = Vec::new();
    for (line, number) in all.lines().zip(1..) {
        if !is_blank(line) {
            let checked = NewMemory::new(line).validate();
            checked.map_err(|why| CliError::input(format!("{source}, line {number}: {why}")))?;
            texts.push(line.to_owned());
        }
    }
    if texts.is_empty() {
        return Err(CliError::input(format!("{source} holds no memories")));
    }
    Ok(texts)
}

fn parse(json: &str, now: Timestamp) -> Result<NewMemory, String> {
    let line: Line = serde_json::from_str(json)
        .map_err(|error| format!("column {}: {}", error.column(), json_problem(&error)))?;
    check_exact(json).map_err(|error| error.to_string())?;
    let mut memory = NewMemory::new(line.text);
    memory.source = line.source;
    memory.metadata = line.metadata;
    memory.derived_from = line.derived_from;
    memory.expires = line.expires.map(|expires| parse_expiry(&expires)?.from(now)).transpose()?;
    memory.validate().map_err(|error| error.to_string())?;
    Ok(memory)
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
            (r#"{"text": "a", "colour": "red"}"#, "a field of another name, expected one of `text`"),
            (r#"{"source": "a"}"#, "missing field `text`"),
            (r#"{"text": "a", "metadata": []}"#, "map"),
            (
                r#"{"text": "a", "metadata": {"x": {"n": 1, "n": 4711}}}"#,
                "column 42: an object has two fields",
            ),
            (
                r#"{"text": "a", "metadata": {"n": 47110000000000000000000}}"#,
                "column 33: the number does not fit",
            ),
            (
                r#"{"text": "a", "metadata": {"n": 0.471100000000000000001}}"#,
                "column 33: the number does not fit",
            ),
            (r#"{"text": "a", "expires": "soon"}"#, "neither a time"),
            (r#"{"text": "a"} {"text": "b"}"#, "trailing characters"),
            (r#""a""#, "struct"),
        ] {
            let error = parse_now(line).unwrap_err();
            assert!(error.contains(problem) && !error.contains("line 1"), "{line}: {error}");
            assert!(!error.contains("4711"), "{error}");
        }
    }
}
