//! [`Client`]: one connection that is kept, and the operations that the load is made of.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use ureq::http::Request;

/// What MCP clients take.
const TYPES: &str = "application/json, text/event-stream";
/// The revision of MCP whose requests stand alone.
const REVISION: &str = "2026-07-28";

/// One client.
pub(crate) struct Client {
    agent: ureq::Agent,
    base: String,
    key: String,
    scope: String,
}

impl Client {
    pub(crate) fn new(address: SocketAddr, key: &str, scope: &str) -> Self {
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let agent = config.timeout_global(Some(Duration::from_secs(120))).build().into();
        Self { agent, base: format!("http://{address}"), key: key.to_owned(), scope: scope.to_owned() }
    }

    /// Sends a request; the status and the JSON of what comes back, or an error where nothing does.
    pub(crate) fn send(&self, method: &str, path: &str, body: &Value) -> Result<(u16, Value), ureq::Error> {
        self.send_with(method, path, body, &[])
    }

    fn send_with(
        &self,
        method: &str,
        path: &str,
        body: &Value,
        headers: &[(&str, &str)],
    ) -> Result<(u16, Value), ureq::Error> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header("X-API-Key", &self.key)
            .header("Nepenthe-Scope", &self.scope);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut response = match body {
            Value::Null => self.agent.run(request.body(()).unwrap())?,
            body => {
                let request = request.header("Content-Type", "application/json");
                self.agent.run(request.body(body.to_string()).unwrap())?
            }
        };
        let status = response.status().as_u16();
        let body = response.body_mut().read_to_string()?;
        Ok((status, serde_json::from_str(&body).unwrap_or(Value::Null)))
    }

    /// Recall through REST: whether it was answered as it should be.
    pub(crate) fn recall(&self, query: &str) -> bool {
        let answer = self.send("POST", "/v1/recall", &json!({ "query": query, "k": 5 }));
        answer.is_ok_and(|(status, body)| status == 200 && body["hits"].is_array())
    }

    /// Recall through MCP: whether it was answered as it should be.
    pub(crate) fn recall_by_mcp(&self, query: &str) -> bool {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": REVISION,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({ "name": "recall", "arguments": { "query": query, "k": 5 }, "_meta": meta });
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let headers = [
            ("Accept", TYPES),
            ("MCP-Protocol-Version", REVISION),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", "recall"),
        ];
        let answer = self.send_with("POST", "/mcp", &call, &headers);
        answer.is_ok_and(|(status, body)| {
            status == 200 && body["result"]["structuredContent"]["memories"].is_array()
        })
    }

    /// Writes memories, and returns their ids where that was acknowledged.
    pub(crate) fn inscribe(&self, texts: &[String]) -> Option<Vec<String>> {
        let memories: Vec<Value> = texts.iter().map(|text| json!({ "text": text })).collect();
        let (status, body) = self.send("POST", "/v1/memories", &json!({ "memories": memories })).ok()?;
        let ids = (status == 201).then(|| body["ids"].as_array())??;
        ids.iter().map(|id| id.as_str().map(str::to_owned)).collect()
    }

    /// Replaces a memory's text: whether that was acknowledged.
    pub(crate) fn edit(&self, id: &str, text: &str) -> bool {
        let answer = self.send("PATCH", &format!("/v1/memories/{id}"), &json!({ "text": text }));
        answer.is_ok_and(|(status, _)| status == 200)
    }

    /// Erases a memory: whether that was acknowledged.
    pub(crate) fn purge(&self, id: &str) -> bool {
        let answer = self.send("DELETE", &format!("/v1/memories/{id}"), &Value::Null);
        answer.is_ok_and(|(status, _)| status == 200)
    }

    /// The text of a memory; `None` where it is not found.
    pub(crate) fn text(&self, id: &str) -> Option<String> {
        let (status, body) = self.send("GET", &format!("/v1/memories/{id}"), &Value::Null).unwrap();
        assert!(status == 200 || status == 404, "{status} {body}");
        body["text"].as_str().map(str::to_owned)
    }
}
