//! The endpoint: a port of this machine, and threads of its own.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use nepenthe::embed::Embedder;
use tokio::runtime::{Builder, Runtime};

use super::embeddings::answer;
use super::ledger::Ledger;
use crate::adapter::CachedEmbedder;

/// How long is waited after a connection that could not be taken.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves a shared embedder at `http://127.0.0.1:PORT/v1`, on a port that the system chooses, until it is dropped.
pub struct EmbeddingServer {
    ledger: Arc<Ledger>,
    address: SocketAddr,
    /// Taken when dropped.
    runtime: Option<Runtime>,
}

impl EmbeddingServer {
    /// Starts serving.
    ///
    /// # Errors
    /// [`ServeError`] when this machine has no port or no thread left.
    pub fn start(embedder: Arc<CachedEmbedder>) -> Result<Self, ServeError> {
        // The embedder does one batch at a time: more threads would only wait for each other.
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(2)
            .thread_name("embeddings")
            .enable_all()
            .build()
            .map_err(ServeError)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(ServeError)?;
        let address = listener.local_addr().map_err(ServeError)?;
        listener.set_nonblocking(true).map_err(ServeError)?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener).map_err(ServeError)?
        };
        let ledger = Arc::new(Ledger::new(embedder));
        runtime.spawn(accept(listener, Arc::clone(&ledger)));
        Ok(Self { ledger, address, runtime: Some(runtime) })
    }

    /// Gives access under a key, whose time is counted apart.
    #[must_use]
    pub fn access(self: &Arc<Self>, key: &str) -> Access {
        let embedder = self.ledger.embedder();
        Access {
            url: format!("http://{}/v1", self.address),
            key: key.to_owned(),
            model: embedder.name().to_owned(),
            dimension: embedder.dimension(),
            server: Arc::clone(self),
        }
    }

    /// Returns the embedder's time for the texts of a key so far.
    #[must_use]
    pub fn spent(&self, key: &str) -> Duration {
        self.ledger.spent(key)
    }
}

impl Drop for EmbeddingServer {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// How a system reaches the endpoint. The endpoint lives as long as one of these does.
#[derive(Clone)]
pub struct Access {
    /// The address up to `/v1`, as an OpenAI client's `base_url`.
    pub url: String,
    /// The key: the name of whoever has the access.
    pub key: String,
    /// The model's name.
    pub model: String,
    /// How many numbers a vector has.
    pub dimension: usize,
    server: Arc<EmbeddingServer>,
}

impl Access {
    /// Returns the embedder's time under this key so far.
    #[must_use]
    pub fn spent(&self) -> Duration {
        self.server.spent(&self.key)
    }
}

/// Why the embedder cannot be served.
#[derive(Debug, thiserror::Error)]
#[error("cannot serve the embedder to other processes: {0}; with --embedder none no endpoint is needed")]
pub struct ServeError(std::io::Error);

async fn accept(listener: tokio::net::TcpListener, ledger: Arc<Ledger>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many open files, say: wait until there are fewer.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let ledger = Arc::clone(&ledger);
        let service = service_fn(move |request| answer(Arc::clone(&ledger), request));
        // A connection that breaks is its client's trouble.
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}
