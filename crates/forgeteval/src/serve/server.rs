//! The endpoint: a port of this machine, and threads of its own.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use nepenthe::embed::Embedder;
use tokio::runtime::{Builder, Runtime};

use super::ledger::Ledger;
use super::route::answer;
use crate::adapter::CachedEmbedder;
use crate::llm::{ModelMeter, RunModel};

/// How long is waited after a connection that could not be taken.
const PAUSE: Duration = Duration::from_millis(50);

/// How many requests are answered at once; most wait for a language model.
const THREADS: usize = 32;

/// Serves a run's embedder and its language model at `http://127.0.0.1:PORT/v1`, on a port that the system chooses, until it
/// is dropped.
pub struct Gateway {
    offers: Arc<Offers>,
    address: SocketAddr,
    /// Taken when dropped.
    runtime: Option<Runtime>,
}

/// What is served.
pub(super) struct Offers {
    pub(super) ledger: Ledger,
    pub(super) model: Option<Arc<RunModel>>,
}

impl Offers {
    /// Returns the names of the models.
    pub(super) fn models(&self) -> Vec<&str> {
        let embedder = Some(self.ledger.embedder()).filter(|embedder| embedder.dimension() > 0);
        embedder.map(Embedder::name).into_iter().chain(self.model.as_deref().map(RunModel::name)).collect()
    }
}

impl Gateway {
    /// Starts serving.
    ///
    /// # Errors
    /// [`ServeError`] when this machine has no port or no thread left.
    pub fn start(embedder: Arc<CachedEmbedder>, model: Option<Arc<RunModel>>) -> Result<Self, ServeError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(THREADS)
            .thread_name("gateway")
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
        let offers = Arc::new(Offers { ledger: Ledger::new(embedder), model });
        runtime.spawn(accept(listener, Arc::clone(&offers)));
        Ok(Self { offers, address, runtime: Some(runtime) })
    }

    /// Gives access under a key, whose time and calls are counted apart.
    #[must_use]
    pub fn access(self: &Arc<Self>, key: &str) -> Access {
        let embedder = self.offers.ledger.embedder();
        let (model, dimension) = (embedder.name().to_owned(), embedder.dimension());
        Access {
            url: format!("http://{}/v1", self.address),
            key: key.to_owned(),
            embedder: (dimension > 0).then_some(EmbedderAccess { model, dimension }),
            language_model: self.offers.model.as_ref().map(|model| model.meter(key)),
            server: Arc::clone(self),
        }
    }

    /// Returns the embedder's time for the texts of a key so far.
    #[must_use]
    pub fn spent(&self, key: &str) -> Duration {
        self.offers.ledger.spent(key)
    }
}

impl Drop for Gateway {
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
    /// The embedder, where the run has one.
    pub embedder: Option<EmbedderAccess>,
    /// The language model, where the run has one: the meter of whoever has the access.
    pub language_model: Option<Arc<ModelMeter>>,
    server: Arc<Gateway>,
}

/// The embedder that is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbedderAccess {
    /// The model's name.
    pub model: String,
    /// How many numbers a vector has.
    pub dimension: usize,
}

impl Access {
    /// Returns the embedder's time under this key so far.
    #[must_use]
    pub fn spent(&self) -> Duration {
        self.server.spent(&self.key)
    }
}

/// Why nothing can be served.
#[derive(Debug, thiserror::Error)]
#[error(
    "cannot serve the models to other processes: {0}; with --embedder none and no language model no endpoint is needed"
)]
pub struct ServeError(std::io::Error);

async fn accept(listener: tokio::net::TcpListener, offers: Arc<Offers>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many open files, say: wait until there are fewer.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let offers = Arc::clone(&offers);
        let service = service_fn(move |request| answer(Arc::clone(&offers), request));
        // A connection that breaks is its client's trouble.
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}
