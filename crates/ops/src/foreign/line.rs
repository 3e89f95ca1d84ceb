//! From a found memory to a line of an export (docs/format.md).

use jiff::Timestamp;
use nepenthe::MemoryId;
use serde_json::{Map, Value, json};

use super::{Foreign, Found, IMPORTED_FROM};
use crate::{Code, OpError};

/// Who wrote the events.
const ACTOR: &str = "import";

/// A new id of a memory that was made at this time.
pub(super) fn id(created: Timestamp) -> Result<MemoryId, OpError> {
    let mut random = [0; 10];
    getrandom::fill(&mut random)
        .map_err(|error| OpError::new(Code::StorageIo, format!("no random bytes: {error}")))?;
    let milliseconds = u64::try_from(created.as_millisecond()).unwrap_or(0);
    let id = uuid::Builder::from_unix_timestamp_millis(milliseconds, &random).into_uuid();
    id.to_string().parse().map_err(OpError::from)
}

/// Appends the line.
pub(super) fn write(found: Found, from: Foreign, id: MemoryId, lines: &mut Vec<u8>) {
    let Found { below: _, entry, text, source, mut metadata, created, ended, expires } = found;
    metadata.insert(IMPORTED_FROM.to_owned(), from.origin(&entry));
    let now = Timestamp::now();
    let created = created.unwrap_or(now).min(now);
    let event = |kind: &str, at: Timestamp, before: Option<f64>, after: f64| json!({ "kind": kind, "at": at, "actor": ACTOR, "depth_before": before, "depth_after": after });
    let mut events = vec![event("inscribe", created, None, 1.0)];
    events.extend(ended.map(|ended| event("release", ended.clamp(created, now), Some(1.0), 0.0)));
    let depth = if ended.is_some() { 0.0 } else { 1.0 };
    let mut line: Map<String, Value> = Map::new();
    let mut set = |name: &str, value: Value| line.insert(name.to_owned(), value);
    set("nepenthe", 1.into());
    set("id", json!(id));
    set("text", json!(text));
    set("depth", depth.into());
    source.map(|source| set("source", source.into()));
    set("metadata", Value::Object(metadata));
    expires.map(|expires| set("expires", json!(expires)));
    set("accesses", 0.into());
    set("versions", json!([{ "text": text, "from": created }]));
    set("events", Value::Array(events));
    lines.extend(Value::Object(line).to_string().into_bytes());
    lines.push(b'\n');
}
