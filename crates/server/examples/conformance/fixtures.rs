//! [`Fixtures`]: the server that the suite calls.

#![expect(deprecated, reason = "clients of older revisions have logs")]

use std::time::Duration;

use nepenthe_ops::OpError;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ClientCapabilities, GetPromptRequestParams, GetPromptResponse,
    Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    LoggingLevel, LoggingMessageNotificationParam, PaginatedRequestParams, ProgressNotificationParam,
    ReadResourceRequestParams, ReadResourceResponse, RequestStateCodec, ServerCapabilities, ServerConfig,
    ServerRequest, SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, Tool,
    UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, RoleServer, SubscriptionContext};
use rmcp::{ErrorData as McpError, ServerHandler};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::rounds::Next;
use crate::{answers, broken, listed, rounds};

/// How long a fixture waits between two messages.
const PAUSE: Duration = Duration::from_millis(50);

/// What has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Tools,
    Prompts,
}

/// The fixtures, as the suite has them.
#[derive(Clone)]
pub struct Fixtures {
    codec: RequestStateCodec,
    changes: broadcast::Sender<Change>,
}

impl Fixtures {
    /// Makes them, with a key of their own.
    ///
    /// # Errors
    /// [`OpError`] where there is no chance to be had.
    pub fn new() -> Result<Self, OpError> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(broken)?;
        let codec = RequestStateCodec::try_new(key).map_err(broken)?;
        Ok(Self { codec, changes: broadcast::Sender::new(16) })
    }

    async fn called(
        &self,
        name: &str,
        request: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<Value, McpError> {
        let argument = |name: &str| {
            let given = request.arguments.as_ref().and_then(|arguments| arguments.get(name)?.as_str());
            given.unwrap_or_default().to_owned()
        };
        match name {
            "test_tool_with_logging" => log(context).await?,
            "test_logging_tool" if context.meta.log_level().is_some() => log(context).await?,
            "test_logging_tool" => {}
            "test_tool_with_progress" => progress(context).await?,
            "test_missing_capability" => {
                if client(context).sampling.is_none() {
                    return Err(rounds::missing(&json!({ "sampling": {} })));
                }
            }
            // Nobody may be listening.
            "test_trigger_tool_change" => drop(self.changes.send(Change::Tools)),
            "test_trigger_prompt_change" => drop(self.changes.send(Change::Prompts)),
            "test_sampling" => {
                let content = json!({ "type": "text", "text": argument("prompt") });
                let params =
                    json!({ "messages": [{ "role": "user", "content": content }], "maxTokens": 100 });
                let answer = asked(context, "sampling/createMessage", params).await?;
                return Ok(answers::said(&format!("LLM response: {answer}")));
            }
            "test_elicitation" | "test_elicitation_sep1034_defaults" | "test_elicitation_sep1330_enums" => {
                let message =
                    if name == "test_elicitation" { argument("message") } else { "Please fill in.".into() };
                let params = json!({ "mode": "form", "message": message, "requestedSchema": form(name) });
                let answer = asked(context, "elicitation/create", params).await?;
                return Ok(answers::said(&format!("User response: {answer}")));
            }
            _ => return Err(McpError::invalid_params("there is no such tool", None)),
        }
        Ok(answers::said("It is done."))
    }
}

impl ServerHandler for Fixtures {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_logging()
            .enable_completions()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_tools()
            .enable_tool_list_changed()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("nepenthe-conformance", env!("CARGO_PKG_VERSION")))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let found = listed::tools().into_iter().find(|tool| tool["name"] == name)?;
        serde_json::from_value(found).ok()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, McpError> {
        of(listed::tools().into()).map(ListToolsResult::with_all_items)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, McpError> {
        if let Some(answer) = answers::of_tool(&request.name) {
            return complete(answer).map(CallToolResponse::Complete);
        }
        if let Some(asks) = rounds::of(&request.name) {
            let (state, responses) = (request.request_state.as_deref(), request.input_responses.as_ref());
            return match asks.next(&self.codec, &client(&context), state, responses)? {
                Next::Ask(question) => of(question).map(CallToolResponse::InputRequired),
                Next::Done(answers) => {
                    complete(answers::said(&format!("state-ok: {answers}"))).map(CallToolResponse::Complete)
                }
            };
        }
        let answer = self.called(&request.name, &request, &context).await?;
        complete(answer).map(CallToolResponse::Complete)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, McpError> {
        of(listed::prompts().into()).map(ListPromptsResult::with_all_items)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, McpError> {
        if let Some(asks) = rounds::of(&request.name) {
            let (state, responses) = (request.request_state.as_deref(), request.input_responses.as_ref());
            return match asks.next(&self.codec, &client(&context), state, responses)? {
                Next::Ask(question) => of(question).map(GetPromptResponse::InputRequired),
                Next::Done(answers) => {
                    let content = json!({ "type": "text", "text": answers.to_string() });
                    let messages = json!({ "messages": [{ "role": "user", "content": content }] });
                    complete(messages).map(GetPromptResponse::Complete)
                }
            };
        }
        let arguments = request.arguments.map(Value::Object).unwrap_or_default();
        let found = answers::of_prompt(&request.name, &arguments);
        complete(found.ok_or_else(|| McpError::invalid_params("there is no such prompt", None))?)
            .map(GetPromptResponse::Complete)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, McpError> {
        of(listed::resources().into()).map(ListResourcesResult::with_all_items)
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, McpError> {
        of(listed::templates().into()).map(ListResourceTemplatesResult::with_all_items)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, McpError> {
        let uri = json!({ "uri": request.uri });
        let found = answers::of_resource(&request.uri);
        complete(found.ok_or_else(|| McpError::resource_not_found("there is no such resource", Some(uri)))?)
            .map(ReadResourceResponse::Complete)
    }

    async fn set_level(
        &self,
        _: SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), McpError> {
        Ok(())
    }

    async fn subscribe(
        &self,
        _: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), McpError> {
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), McpError> {
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), McpError> {
        let mut changes = self.changes.subscribe();
        loop {
            let change = tokio::select! {
                () = context.cancelled() => return Ok(()),
                change = changes.recv() => change,
            };
            let (accepted, sink) = (context.accepted(), context.sink());
            let sent = match change {
                Ok(Change::Tools) if accepted.tools_list_changed == Some(true) => {
                    sink.notify_tool_list_changed().await
                }
                Ok(Change::Prompts) if accepted.prompts_list_changed == Some(true) => {
                    sink.notify_prompt_list_changed().await
                }
                _ => Ok(()),
            };
            sent.map_err(broken_off)?;
        }
    }
}

/// Reads a result that ends a call.
fn complete<T: DeserializeOwned>(mut result: Value) -> Result<T, McpError> {
    result["resultType"] = "complete".into();
    of(result)
}

/// Reads what the suite has in JSON as what the transport sends.
fn of<T: DeserializeOwned>(value: Value) -> Result<T, McpError> {
    serde_json::from_value(value).map_err(broken_off)
}

fn broken_off(why: impl ToString) -> McpError {
    McpError::internal_error(why.to_string(), None)
}

fn client(context: &RequestContext<RoleServer>) -> ClientCapabilities {
    context.client_capabilities().unwrap_or_default()
}

/// Asks a client of an older revision in the middle of a call.
async fn asked(context: &RequestContext<RoleServer>, method: &str, params: Value) -> Result<Value, McpError> {
    let request: ServerRequest = of(json!({ "method": method, "params": params }))?;
    let answer = context.peer.send_request(request).await.map_err(broken_off)?;
    serde_json::to_value(answer).map_err(broken_off)
}

/// Three lines of a log.
async fn log(context: &RequestContext<RoleServer>) -> Result<(), McpError> {
    for (at, line) in
        ["Tool execution started", "Tool processing data", "Tool execution completed"].iter().enumerate()
    {
        if at > 0 {
            tokio::time::sleep(PAUSE).await;
        }
        let line = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(line));
        context.peer.notify_logging_message(line).await.map_err(broken_off)?;
    }
    Ok(())
}

/// Three steps on the way.
async fn progress(context: &RequestContext<RoleServer>) -> Result<(), McpError> {
    let Some(token) = context.meta.get_progress_token() else { return Ok(()) };
    for done in [0.0, 50.0, 100.0] {
        let step = ProgressNotificationParam::new(token.clone(), done).with_total(100.0);
        context.peer.notify_progress(step).await.map_err(broken_off)?;
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

/// The forms that older clients are asked to show.
fn form(name: &str) -> Value {
    let text = || json!({ "type": "string" });
    let words = |words: [&str; 3]| json!({ "type": "string", "enum": words });
    let titled = |titles: [&str; 3]| -> Value {
        let numbered = titles.iter().enumerate();
        numbered.map(|(at, title)| json!({ "const": format!("value{}", at + 1), "title": title })).collect()
    };
    let (properties, required) = match name {
        "test_elicitation" => (json!({ "username": text(), "email": text() }), vec!["username", "email"]),
        "test_elicitation_sep1034_defaults" => {
            let mut status = words(["active", "inactive", "pending"]);
            status["default"] = "active".into();
            let fields = json!({
                "name": { "type": "string", "default": "John Doe" },
                "age": { "type": "integer", "default": 30 },
                "score": { "type": "number", "default": 95.5 },
                "status": status,
                "verified": { "type": "boolean", "default": true },
            });
            (fields, vec![])
        }
        _ => {
            let mut legacy = words(["opt1", "opt2", "opt3"]);
            legacy["enumNames"] = json!(["Option One", "Option Two", "Option Three"]);
            let options = || words(["option1", "option2", "option3"]);
            let fields = json!({
                "untitledSingle": options(),
                "titledSingle": { "type": "string", "oneOf": titled(["First Option", "Second Option", "Third Option"]) },
                "legacyEnum": legacy,
                "untitledMulti": { "type": "array", "items": options() },
                "titledMulti": { "type": "array", "items": { "anyOf": titled(["First Choice", "Second Choice", "Third Choice"]) } },
            });
            (fields, vec![])
        }
    };
    json!({ "type": "object", "properties": properties, "required": required })
}
