//! Mem0: what `get_all` returns, of the library and of the platform, pages of it too.

use jiff::Timestamp;
use serde_json::Value;

use super::{Found, LeftReason, Read, entries, moment};
use crate::OpError;

/// What of an entry stands under `mem0` of the metadata, where the server's dialect of Mem0 looks for it.
const BESIDE: [&str; 5] = ["user_id", "agent_id", "run_id", "app_id", "categories"];

pub(super) fn read(bytes: &[u8]) -> Result<Read, OpError> {
    let mut read = Read::default();
    for (at, entry) in
        entries::under(entries::parse(bytes)?, &["results", "memories"])?.into_iter().enumerate()
    {
        let Some(id) = entries::string(&entry, &["id"]) else {
            read.leave(entries::place(at), LeftReason::Malformed);
            continue;
        };
        let expires = moment::read(&entry["expiration_date"]);
        if expires.is_some_and(|expires| expires <= Timestamp::now()) {
            read.leave(id, LeftReason::Expired);
            continue;
        }
        let mut metadata = entry["metadata"].as_object().cloned().unwrap_or_default();
        let beside = entries::fields(&entry, &BESIDE);
        if !beside.is_empty() {
            metadata.insert("mem0".to_owned(), Value::Object(beside));
        }
        let text = entries::string(&entry, &["memory", "data", "text"]).unwrap_or_default();
        read.take(Found {
            below: Vec::new(),
            entry: id.to_owned(),
            text: text.to_owned(),
            source: entries::string(&entry, &["run_id"]).map(str::to_owned),
            metadata,
            created: moment::read(&entry["created_at"]),
            ended: None,
            expires,
        });
    }
    Ok(read)
}
