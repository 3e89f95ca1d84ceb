//! [`McpServer`]: what clients ask for, over whatever transport.

use std::sync::Arc;

use nepenthe_ops::OpError;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ErrorData, Implementation,
    ListResourcesRequestMethod, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestMethod, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData as McpError, ServerHandler};

use serde_json::json;

use super::answer::{Answer, Reply};
use super::call::{Call, Fault};
use super::tool::Tool;
use super::{Manner, consent, resource};
use crate::Door;
use crate::plans::Plans;

/// What a model is told of the tools together.
const INSTRUCTIONS: &str = include_str!("instructions.txt");

/// The tools of one profile, over one door.
#[derive(Clone)]
pub struct McpServer(Arc<Inner>);

struct Inner {
    door: Door,
    tools: Vec<&'static Tool>,
    has_graph: bool,
    plans: Plans,
    asks_person: bool,
}

impl McpServer {
    /// Offers the tools of a profile over a door.
    ///
    /// # Errors
    /// [`OpError`] where there is no chance to be had.
    pub fn new(door: Door, manner: Manner) -> Result<Self, OpError> {
        let Manner { profile, asks_person, plan_lifetime } = manner;
        let (tools, plans) = (profile.tools(), Plans::new(plan_lifetime)?);
        Ok(Self(Arc::new(Inner { door, tools, has_graph: profile.has_graph(), plans, asks_person })))
    }

    /// Returns the tools that whoever comes in may call.
    fn listed(&self) -> ListToolsResult {
        let inner = &self.0;
        let allowed = inner
            .tools
            .iter()
            .filter(|tool| tool.operations.first().is_none_or(|first| inner.door.allows(first)));
        ListToolsResult::with_all_items(allowed.map(|tool| tool.described(inner.asks_person)).collect())
    }

    /// Calls a tool. It waits for the store.
    fn call(&self, request: CallToolRequestParams, can_ask: bool) -> Result<CallToolResponse, McpError> {
        let inner = &self.0;
        let Some(tool) = inner.tools.iter().find(|tool| tool.name == request.name) else {
            return Err(McpError::invalid_params("there is no such tool", None));
        };
        let call = Call {
            tool: tool.name,
            door: &inner.door,
            plans: &inner.plans,
            arguments: request.arguments.unwrap_or_default(),
            can_ask,
            state: request.request_state,
            responses: request.input_responses,
        };
        let allowed = tool.operations.first().map_or(Ok(()), |operation| inner.door.demand(operation));
        match allowed.map_err(Fault::from).and_then(|()| (tool.call)(&call)) {
            Ok(Reply::Done(answer)) => Ok(CallToolResult::from(answer).into()),
            Ok(Reply::Ask { message, state }) => Ok(consent::question(message, state).into()),
            Err(Fault::Refused(error)) => Ok(CallToolResult::from(Answer::refused(&error)).into()),
            Err(Fault::Malformed(why)) => Err(McpError::invalid_params(why, None)),
        }
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let tools = ServerCapabilities::builder().enable_tools();
        ServerConfig::new(if self.0.has_graph { tools.enable_resources().build() } else { tools.build() })
            .with_server_info(
                Implementation::new("nepenthe", env!("CARGO_PKG_VERSION")).with_title("Nepenthe"),
            )
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(self.listed())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let can_ask = can_ask(context.protocol_version().as_ref(), context.client_capabilities().as_ref());
        let server = self.clone();
        apart(move || server.call(request, can_ask)).await
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        match self.0.has_graph {
            true => Ok(resource::listed(&self.0.door)),
            false => Err(McpError::method_not_found::<ListResourcesRequestMethod>()),
        }
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if !self.0.has_graph {
            return Err(McpError::method_not_found::<ReadResourceRequestMethod>());
        }
        let server = self.clone();
        let read = apart(move || {
            resource::read(&server.0.door, &request.uri).map_err(|error| {
                McpError::internal_error(
                    error.message().to_owned(),
                    Some(json!({ "code": error.code().as_str() })),
                )
            })
        });
        let read =
            read.await?.ok_or_else(|| McpError::resource_not_found("there is no such resource", None))?;
        Ok(read.into())
    }
}

/// Does what waits for the store on a thread where nothing else waits.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, McpError> + Send + 'static,
) -> Result<T, McpError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| McpError::internal_error("the call broke off", None))?
}

/// Tells whether a client can be asked by a form that its next call answers: one of 2026-07-28 that says so.
fn can_ask(version: Option<&ProtocolVersion>, client: Option<&ClientCapabilities>) -> bool {
    let modern = version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
    let asked = client.and_then(|client| client.elicitation.as_ref());
    // Without a kind, a form is meant.
    modern && asked.is_some_and(|asked| asked.form.is_some() || asked.url.is_none())
}
