//! [`McpDoors`]: MCP over HTTP, a server of it for each key and scope.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use nepenthe::ScopePath;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use super::{Origins, Problem, Service, admit, read_body, scope};
use crate::auth::Principal;
use crate::mcp::{Manner, McpServer};
use crate::{Door, SharedStore};

/// How many are open at most; the one that was used longest ago goes, and its clients begin anew.
const MOST: usize = 1000;

type Mcp = StreamableHttpService<McpServer, LocalSessionManager>;

/// MCP over HTTP. Sessions, and plans that wait, are those of one key in one scope: nobody else's key leads to them.
pub(crate) struct McpDoors {
    store: Arc<SharedStore>,
    manner: Manner,
    config: StreamableHttpServerConfig,
    open: Mutex<HashMap<String, Open>>,
}

struct Open {
    mcp: Mcp,
    used: Instant,
}

impl McpDoors {
    /// No doors yet. Requests that name other hosts than these and this machine, or come from pages of others, are refused.
    pub(crate) fn new(
        store: Arc<SharedStore>,
        manner: Manner,
        max_body: usize,
        hosts: &[String],
        allowed: &Origins,
    ) -> Self {
        let local = ["localhost", "127.0.0.1", "[::1]"];
        let names = ["localhost", "127.0.0.1", "::1"].into_iter().chain(hosts.iter().map(String::as_str));
        let ours = hosts.iter().flat_map(|host| [format!("https://{host}:*"), format!("http://{host}:*")]);
        let origins = local.iter().map(|host| format!("http://{host}:*")).chain(ours);
        let origins = origins.chain(allowed.iter().map(str::to_owned));
        let config = StreamableHttpServerConfig::default()
            .with_json_response(true)
            .with_allowed_hosts(names)
            .with_allowed_origins(origins.collect::<Vec<_>>())
            .with_max_request_body_bytes(max_body);
        Self { store, manner, config, open: Mutex::default() }
    }

    /// Ends the streams that are open.
    pub(crate) fn stop(&self) {
        self.config.cancellation_token.cancel();
    }

    /// The server for a key in a scope.
    fn of(&self, principal: &Principal, path: &ScopePath) -> Mcp {
        // Whatever of a key was changed by hand leads to another server.
        let name = format!("{principal:?} {path}");
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = open.get_mut(&name) {
            found.used = Instant::now();
            return found.mcp.clone();
        }
        if open.len() >= MOST {
            let oldest = open.iter().min_by_key(|(_, open)| open.used).map(|(name, _)| name.clone());
            oldest.map(|oldest| open.remove(&oldest));
        }
        let Principal { rights, actor, .. } = principal;
        let door = Door::of(Arc::clone(&self.store), path.clone(), *rights, actor.clone());
        // One for all requests: a plan of one is committed by another.
        let server = McpServer::new(door, self.manner);
        let made = move || {
            server.as_ref().map(McpServer::clone).map_err(|error| io::Error::other(error.to_string()))
        };
        let mcp = Mcp::new(made, Arc::default(), self.config.clone());
        open.insert(name, Open { mcp: mcp.clone(), used: Instant::now() });
        mcp
    }
}

/// Answers a request to the MCP endpoint.
pub(crate) async fn answer_mcp(State(service): State<Arc<Service>>, request: Request) -> Response {
    let begun = Instant::now();
    let response = match taken(&service, request).await {
        Ok((mcp, request)) => mcp.handle(request).await.map(Body::new),
        Err(problem) => problem.into_response(),
    };
    service.metrics.request("/mcp", response.status().as_u16(), begun.elapsed());
    response
}

/// Lets a request in and reads its body, as long and for as long as any: what breaks off is the client's error.
async fn taken(service: &Service, request: Request) -> Result<(Mcp, Request), Problem> {
    let (parts, body) = request.into_parts();
    let principal = admit(service, &parts.headers)?;
    let path = scope(&principal, &parts.headers)?;
    let body = read_body(body, service.max_body, service.timeout).await?;
    Ok((service.mcp.of(&principal, &path), Request::from_parts(parts, Body::from(body))))
}
