//! The fixtures that ask the client before they answer: what they ask in which round, and how far a call has come.

use rmcp::ErrorData as McpError;
use rmcp::model::{ClientCapabilities, ErrorCode, InputResponses, RequestStateCodec};
use serde_json::{Map, Value, json};

/// What one round asks for: requests by their names.
type Round = Map<String, Value>;

/// A fixture that asks.
pub struct Asks {
    rounds: Vec<Round>,
    /// Whether the client has to bring back how far the call has come.
    sealed: bool,
}

/// How a call goes on.
pub enum Next {
    /// The client is asked.
    Ask(Value),
    /// All was answered.
    Done(Value),
}

/// What a fixture asks; `None` of those that ask nothing.
pub fn of(name: &str) -> Option<Asks> {
    let form = |message: &str, field: &str, kind: &str| {
        json!({ "method": "elicitation/create", "params": {
            "mode": "form",
            "message": message,
            "requestedSchema": { "type": "object", "properties": { field: { "type": kind } }, "required": [field] },
        } })
    };
    let sample = |words: &str, most: u32| {
        let content = json!({ "type": "text", "text": words });
        json!({ "method": "sampling/createMessage", "params": {
            "messages": [{ "role": "user", "content": content }], "maxTokens": most,
        } })
    };
    let roots = || json!({ "method": "roots/list", "params": {} });
    let user = || json!({ "user_name": form("What is your name?", "name", "string") });
    let confirm = || json!({ "confirm": form("Please confirm", "ok", "boolean") });
    let (rounds, sealed) = match name {
        "test_input_required_result_elicitation" | "test_streaming_elicitation" | "test_mrtr_no_state" => {
            (vec![user()], false)
        }
        "test_input_required_result_sampling" => {
            (vec![json!({ "capital_question": sample("What is the capital of France?", 100) })], false)
        }
        "test_input_required_result_list_roots" => (vec![json!({ "client_roots": roots() })], false),
        "test_input_required_result_prompt" => {
            let asked = form("What context should the prompt use?", "context", "string");
            (vec![json!({ "user_context": asked })], false)
        }
        "test_input_required_result_request_state"
        | "test_input_required_result_tampered_state"
        | "test_mrtr_echo_state" => (vec![confirm()], true),
        "test_input_required_result_multiple_inputs" | "test_input_required_result_capabilities" => {
            let asked = json!({
                "user_name": form("What is your name?", "name", "string"),
                "greeting": sample("Generate a greeting", 50),
                "client_roots": roots(),
            });
            (vec![asked], true)
        }
        "test_input_required_result_multi_round" => {
            let first = json!({ "step1": form("Step 1: What is your name?", "name", "string") });
            let second = json!({ "step2": form("Step 2: What is your favorite color?", "color", "string") });
            (vec![first, second], true)
        }
        _ => return None,
    };
    let rounds = rounds.into_iter().filter_map(|round| round.as_object().cloned()).collect();
    Some(Asks { rounds, sealed })
}

impl Asks {
    /// Goes on with what the client has brought.
    ///
    /// # Errors
    /// Of a state that is not ours, and where the client can be asked nothing of a round.
    pub fn next(
        &self,
        codec: &RequestStateCodec,
        client: &ClientCapabilities,
        state: Option<&str>,
        responses: Option<&InputResponses>,
    ) -> Result<Next, McpError> {
        let at = match state {
            Some(state) => codec
                .open_json::<usize>(state)
                .map_err(|_| McpError::invalid_params("this is no state of ours", None))?,
            None => 0,
        };
        let asked = |at: usize| {
            let round = self
                .rounds
                .get(at)
                .ok_or_else(|| McpError::invalid_params("there is no such round", None))?;
            let allowed: Round = round
                .iter()
                .filter(|(_, request)| can(client, request))
                .map(|(name, request)| (name.clone(), request.clone()))
                .collect();
            match allowed.is_empty() {
                true => Err(missing(&json!({ "elicitation": {} }))),
                false => Ok(allowed),
            }
        };
        let answered = |round: &Round| {
            let responses = responses.filter(|_| state.is_some() || !self.sealed)?;
            let answer = |name: &String| responses.get(name).filter(|answer| answer.is_object());
            round.keys().map(|name| Some((name.clone(), answer(name)?.clone()))).collect::<Option<Round>>()
        };
        let here = asked(at)?;
        let (round, at) = match answered(&here) {
            Some(answers) if at + 1 == self.rounds.len() => return Ok(Next::Done(Value::Object(answers))),
            Some(_) => (asked(at + 1)?, at + 1),
            None => (here, at),
        };
        let mut result = json!({ "resultType": "input_required", "inputRequests": round });
        if self.sealed {
            let sealed =
                codec.seal_json(&at).map_err(|error| McpError::internal_error(error.to_string(), None))?;
            result["requestState"] = sealed.into();
        }
        Ok(Next::Ask(result))
    }
}

/// Tells whether a client said that it can answer a request.
fn can(client: &ClientCapabilities, request: &Value) -> bool {
    match request["method"].as_str() {
        Some("elicitation/create") => client.elicitation.is_some(),
        Some("sampling/createMessage") => client.sampling.is_some(),
        Some("roots/list") => client.roots.is_some(),
        _ => false,
    }
}

/// The refusal of a call for which the client would have to be able to do more.
pub fn missing(capabilities: &Value) -> McpError {
    McpError::new(
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
        "the client did not say that it can do what this needs",
        Some(json!({ "requiredCapabilities": capabilities })),
    )
}
