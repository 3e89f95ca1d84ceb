//! The entries of a JSON file, whatever stands around them.

use serde_json::{Map, Value};

use crate::{Code, OpError};

/// Reads JSON, or JSON lines, of which each is an element of a list then.
pub(super) fn parse(bytes: &[u8]) -> Result<Value, OpError> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let whole = match serde_json::from_slice::<Value>(bytes) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let lines: Result<Vec<Value>, _> = lines.map(serde_json::from_slice).collect();
    lines.map(Value::Array).map_err(|_| {
        let place = format!("line {}, column {}", whole.line(), whole.column());
        OpError::new(Code::BadLine, format!("the file is neither JSON nor lines of JSON: {place}"))
    })
}

/// The objects of a list, or of the lists that stand under these names of an object.
pub(super) fn under(value: Value, names: &[&str]) -> Result<Vec<Value>, OpError> {
    match value {
        Value::Array(entries) => Ok(entries),
        Value::Object(mut object) => {
            let lists: Vec<Value> = names.iter().filter_map(|name| object.remove(*name)).collect();
            if lists.is_empty() {
                return Err(not_of(names));
            }
            Ok(lists.into_iter().flat_map(|list| list.as_array().cloned().unwrap_or_default()).collect())
        }
        _ => Err(not_of(names)),
    }
}

fn not_of(names: &[&str]) -> OpError {
    let message = format!("the file is neither a list nor an object with {}", names.join(" or "));
    OpError::new(Code::BadLine, message)
}

/// The first of these fields that is a string with something in it.
pub(super) fn string<'v>(entry: &'v Value, names: &[&str]) -> Option<&'v str> {
    names.iter().find_map(|name| entry[*name].as_str().filter(|text| !text.is_empty()))
}

/// The fields of an entry that say something: not null, and not an empty string, list or object.
pub(super) fn fields(entry: &Value, names: &[&str]) -> Map<String, Value> {
    let says = |value: &&Value| match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(object) => !object.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    };
    let said = names.iter().filter_map(|name| Some(*name).zip(entry.get(*name).filter(says)));
    said.map(|(name, value)| (name.to_owned(), value.clone())).collect()
}

/// The name of an entry that has no id: its place in the file, from 1.
pub(super) fn place(at: usize) -> String {
    format!("entry {}", at + 1)
}
