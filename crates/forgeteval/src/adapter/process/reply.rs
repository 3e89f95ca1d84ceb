//! From a line to the answer that it holds.

use serde_json::Value;

use super::fault::{Fault, QUOTED};
use super::tail::start;

/// The code of JSON-RPC 2.0 for a method that is not there.
pub(crate) const UNKNOWN_METHOD: i64 = -32601;

/// What was answered.
#[derive(Debug, PartialEq)]
pub(super) enum Reply {
    /// The method's result.
    Result(Value),
    /// The method's error.
    Error {
        /// Its code.
        code: i64,
        /// Its message.
        message: String,
    },
}

/// Reads the answer to the request of an id and a method.
pub(super) fn read(line: &[u8], id: u64, method: &str) -> Result<Reply, Fault> {
    let garbage = |reason: &str| Fault::Garbage { reason: reason.to_owned(), line: start(line, QUOTED) };
    let value: Value =
        serde_json::from_slice(line).map_err(|error| garbage(&format!("not JSON: {error}")))?;
    let Value::Object(mut object) = value else { return Err(garbage("not an object")) };
    if object.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(garbage("`jsonrpc` is not \"2.0\""));
    }
    let reply = match (object.remove("result"), object.remove("error")) {
        (Some(result), None | Some(Value::Null)) => Reply::Result(result),
        (None | Some(Value::Null), Some(error)) => {
            let code = error.get("code").and_then(Value::as_i64);
            let message = error.get("message").and_then(Value::as_str);
            let (Some(code), Some(message)) = (code, message) else {
                return Err(garbage("`error` is not an object of a number `code` and a text `message`"));
            };
            Reply::Error { code, message: message.to_owned() }
        }
        _ => return Err(garbage("it must hold either `result` or `error`")),
    };
    match object.get("id") {
        Some(found) if found.as_u64() == Some(id) => Ok(reply),
        None => Err(garbage("`id` is missing")),
        Some(found) => {
            let mut found = start(found.to_string().as_bytes(), 40);
            // Why a request could not be read at all is told under no id.
            if let Reply::Error { code, message } = reply {
                found = format!("{found}, with error {code}: {message}");
            }
            Err(Fault::WrongId { method: method.to_owned(), expected: id, found })
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Reply, read};

    #[test]
    fn an_answer_is_read_or_said_to_be_none() {
        let good = read(br#"{"jsonrpc":"2.0","id":7,"result":null}"#, 7, "reset");
        assert_eq!(good, Ok(Reply::Result(json!(null))));
        let error = read(br#"{"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"no"},"x":1}"#, 7, "reset");
        assert_eq!(error, Ok(Reply::Error { code: -1, message: "no".to_owned() }));

        let table = [
            ("Loading model...", "not JSON"),
            ("[]", "not an object"),
            (r#"{"id":7,"result":{}}"#, "`jsonrpc`"),
            (r#"{"jsonrpc":"2.0","id":7}"#, "either"),
            (r#"{"jsonrpc":"2.0","id":7,"result":1,"error":{"code":1,"message":""}}"#, "either"),
            (r#"{"jsonrpc":"2.0","id":7,"error":"bad"}"#, "`error` is not an object"),
            (r#"{"jsonrpc":"2.0","result":1}"#, "`id` is missing"),
            (r#"{"jsonrpc":"2.0","id":"7","result":1}"#, "under the id \"7\";"),
            (r#"{"jsonrpc":"2.0","id":6,"result":1}"#, "answered request 7 (reset) under the id 6;"),
            (
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}"#,
                "under the id null, with error -32700: what?;",
            ),
        ];
        for (line, expected) in table {
            let message = read(line.as_bytes(), 7, "reset").unwrap_err().to_string();
            assert!(message.contains(expected), "{line}: {message}");
        }
        let long = read("é".repeat(5000).as_bytes(), 7, "reset").unwrap_err().to_string();
        assert!(long.contains("print to standard error") && long.len() < 1000, "{long}");
    }
}
