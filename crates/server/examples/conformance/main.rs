//! Serves the fixtures of MCP's conformance suite at the `/mcp` of `nepenthe serve`: its router, its admission, its checks of
//! host and origin, and its transport. For tests alone: scripts/mcp_conformance.sh starts it.
//!
//! Usage: `conformance FOLDER`, which is where its store is made. It prints its address, and runs until it is told to stop.

mod answers;
mod fixtures;
mod listed;
mod rounds;

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use fixtures::Fixtures;
use nepenthe_ops::{Code, EmbedderName, OpError, Opener, Rights, Settings};
use nepenthe_server::SharedStore;
use nepenthe_server::http::{HttpOptions, serve_http_with};
use nepenthe_server::mcp::Manner;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("usage: conformance FOLDER")?);
    let mut settings = Settings::new(folder.join("conformance.db"), "conformance");
    settings.embedder.name = Some(EmbedderName::None);
    let options = HttpOptions {
        listen: "127.0.0.1:0".parse()?,
        keys: None,
        issuer: None,
        rights: Rights::all(),
        rate_limit: None,
        max_body: 1 << 20,
        timeout: Duration::from_secs(60),
        hosts: Vec::new(),
        origins: Vec::new(),
        manner: Manner::default(),
        console: false,
    };
    // One for all doors: what one request changes, another is told of.
    let fixtures = Fixtures::new()?;
    let handler = move |_, _| Ok::<_, OpError>(fixtures.clone());
    let store = Arc::new(SharedStore::new(Opener::new(settings), None));
    serve_http_with(store, options, handler, |address| println!("Listening on http://{address}."))?;
    Ok(())
}

/// What cannot be, said as an error of the server's.
fn broken(why: impl ToString) -> OpError {
    OpError::new(Code::FileFailed, why.to_string())
}
