//! [`serve_stdio`]: one client over standard input and output.

use std::io;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio_pipes;

use super::McpServer;
use crate::panics::quiet_panics;

/// Serves the client at the other end of standard input and output until it closes the input. What is being carried out
/// then is finished.
///
/// # Errors
/// What the transport answers. No error holds a text of a memory.
pub fn serve_stdio(server: McpServer) -> io::Result<()> {
    quiet_panics();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let running = match server.serve(stdio_pipes()).await {
            Ok(running) => running,
            Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(_) => return Err(io::Error::other("the client did not begin as MCP says")),
        };
        running.waiting().await.map(drop).map_err(|_| io::Error::other("the server broke off"))
    })
}
