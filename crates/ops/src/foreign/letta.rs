//! Letta: passages of archival memory, blocks of core memory, or an agent file (`.af`) that has blocks.

use serde_json::Value;

use super::{Found, LeftReason, Read, entries, moment};
use crate::OpError;

/// The lists that a file may have. Messages of an agent file are what was said, and not what is remembered.
const LISTS: [&str; 3] = ["passages", "archival_memory", "blocks"];

pub(super) fn read(bytes: &[u8]) -> Result<Read, OpError> {
    let mut read = Read::default();
    for (at, entry) in entries::under(entries::parse(bytes)?, &LISTS)?.into_iter().enumerate() {
        // What a search returns has the passage inside.
        let entry = if entry["passage"].is_object() { entry["passage"].clone() } else { entry };
        let label = entries::string(&entry, &["label"]);
        let Some(id) = entries::string(&entry, &["id"]).or(label) else {
            read.leave(entries::place(at), LeftReason::Malformed);
            continue;
        };
        if entry["is_deleted"] == Value::Bool(true) {
            read.leave(id, LeftReason::Deleted);
            continue;
        }
        let mut metadata = entry["metadata"].as_object().cloned().unwrap_or_default();
        metadata.extend(entries::fields(&entry, &["tags", "label", "description"]));
        read.take(Found {
            below: Vec::new(),
            entry: id.to_owned(),
            text: entries::string(&entry, &["text", "value"]).unwrap_or_default().to_owned(),
            source: entries::string(&entry, &["file_name"])
                .map(str::to_owned)
                .or_else(|| label.map(|label| format!("block {label}"))),
            metadata,
            created: moment::read(&entry["created_at"]),
            ended: None,
            expires: None,
        });
    }
    Ok(read)
}
