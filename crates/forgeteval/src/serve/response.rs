//! What a client is answered.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hyper::StatusCode;
use serde_json::{Value, json};

use super::request::Encoding;

/// A status and a body.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) body: Value,
}

impl Answer {
    /// Answers vectors. Tokens are not counted, and said to be none.
    pub(super) fn embeddings(vectors: &[Vec<f32>], encoding: Encoding, model: &str) -> Self {
        let data: Vec<Value> = vectors
            .iter()
            .enumerate()
            .map(|(index, vector)| {
                json!({ "object": "embedding", "index": index, "embedding": written(vector, encoding) })
            })
            .collect();
        let usage = json!({ "prompt_tokens": 0, "total_tokens": 0 });
        let body = json!({ "object": "list", "data": data, "model": model, "usage": usage });
        Self { status: StatusCode::OK, body }
    }

    /// Answers the models there are.
    pub(super) fn models(names: &[&str]) -> Self {
        let model =
            |name: &&str| json!({ "id": name, "object": "model", "created": 0, "owned_by": "forgeteval" });
        let data: Vec<Value> = names.iter().map(model).collect();
        Self { status: StatusCode::OK, body: json!({ "object": "list", "data": data }) }
    }

    /// Answers an error.
    pub(super) fn error(status: StatusCode, message: &str) -> Self {
        let kind = if status.is_client_error() { "invalid_request_error" } else { "server_error" };
        let error = json!({ "message": message, "type": kind, "param": null, "code": null });
        Self { status, body: json!({ "error": error }) }
    }
}

fn written(vector: &[f32], encoding: Encoding) -> Value {
    match encoding {
        Encoding::Float => json!(vector),
        Encoding::Base64 => {
            let bytes: Vec<u8> = vector.iter().flat_map(|number| number.to_le_bytes()).collect();
            json!(BASE64_STANDARD.encode(bytes))
        }
    }
}
