//! Requests as Mem0's clients send them.

use serde_json::{Value, json};

use crate::serve::client::{Client, Reply};
use crate::support::text_of;

/// Every right that such a client has a use for.
pub const USUAL: &str = "read,write,forget,scopes";
/// A memory of nobody.
pub const NONE: &str = "0192f0c1-2b3c-7d4e-8f50-112233445566";

/// Adds a text under these ids, and returns the memory's id.
#[track_caller]
pub fn add(client: &Client, text: &str, ids: Value) -> String {
    text_of(&try_add(client, text, ids).ok(200)["results"][0]["id"])
}

pub fn try_add(client: &Client, text: &str, ids: Value) -> Reply {
    let mut body = json!({ "messages": [{ "role": "user", "content": text }], "infer": false });
    for (field, id) in ids.as_object().unwrap() {
        body[field] = id.clone();
    }
    client.post("/v3/memories/add/", body)
}

/// The texts that a filter means, sorted.
#[track_caller]
pub fn texts(client: &Client, filters: Value) -> Vec<String> {
    let listed = client.post("/v3/memories/?page_size=1000", json!({ "filters": filters })).ok(200);
    let mut texts: Vec<String> =
        listed["results"].as_array().unwrap().iter().map(|memory| text_of(&memory["memory"])).collect();
    texts.sort();
    texts
}

/// A value as a client writes it into the query.
pub fn quoted(value: &str) -> String {
    value.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Deletes everything with what the query says.
pub fn delete_all(client: &Client, query: &[(&str, &str)]) -> Reply {
    let query: Vec<String> =
        query.iter().map(|(key, value)| format!("{}={}", quoted(key), quoted(value))).collect();
    client.delete(&format!("/v1/memories/?{}", query.join("&")))
}

impl Reply {
    /// The problem of an answer that has this status: JSON with `detail`, as Mem0's clients look for it.
    #[track_caller]
    pub fn no(&self, status: u16) -> Value {
        let problem = self.ok(status);
        assert_eq!(self.header("content-type"), Some("application/json"), "{self:?}");
        assert!(problem["detail"].is_string() && problem["status"] == status, "{problem}");
        problem
    }
}
