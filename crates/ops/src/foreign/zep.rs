//! Zep: edges (its facts), episodes, messages of threads, nodes and observations. A fact that no longer holds comes in released.

use serde_json::Value;

use super::{Found, LeftReason, Read, entries, moment};
use crate::OpError;

/// The lists that a file may have, as the answers of the service name them.
const LISTS: [&str; 6] = ["edges", "facts", "episodes", "messages", "nodes", "observations"];

/// What of an entry is kept beside the text.
const BESIDE: [&str; 8] = [
    "name", "source_node_name", "target_node_name", "valid_at", "invalid_at", "role", "attributes", "labels",
];

pub(super) fn read(bytes: &[u8]) -> Result<Read, OpError> {
    let mut read = Read::default();
    for (at, entry) in entries::under(entries::parse(bytes)?, &LISTS)?.into_iter().enumerate() {
        let Some(id) = entries::string(&entry, &["uuid", "uuid_"]) else {
            read.leave(entries::place(at), LeftReason::Malformed);
            continue;
        };
        if !is_of_a_user(&entry) {
            read.leave(id, LeftReason::Assistant);
            continue;
        }
        let mut metadata = entry["metadata"].as_object().cloned().unwrap_or_default();
        let beside = entries::fields(&entry, &BESIDE);
        if !beside.is_empty() {
            metadata.insert("zep".to_owned(), Value::Object(beside));
        }
        read.take(Found {
            below: Vec::new(),
            entry: id.to_owned(),
            text: entries::string(&entry, &["fact", "content", "summary"]).unwrap_or_default().to_owned(),
            source: entries::string(&entry, &["thread_uuid"]).map(|thread| format!("thread {thread}")),
            metadata,
            created: moment::read(&entry["created_at"]),
            ended: moment::read(&entry["expired_at"]).or_else(|| moment::read(&entry["invalid_at"])),
            expires: None,
        });
    }
    Ok(read)
}

/// Facts, nodes and observations have no role; of what was said, what a person or a document said.
fn is_of_a_user(entry: &Value) -> bool {
    !matches!(
        entries::string(entry, &["role", "role_type"]),
        Some("assistant" | "system" | "function" | "tool")
    )
}
