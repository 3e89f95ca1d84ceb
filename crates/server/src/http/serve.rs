//! [`serve_http`]: from an address to the last answer.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use nepenthe_ops::{OpError, Right, Rights};
use tokio::net::TcpListener;

use super::scrub::scrub;
use super::{Origin, Service};
use crate::SharedStore;
use crate::auth::{Issuer, KeyRing};
use crate::mcp::Manner;
use crate::panics::quiet_panics;
use crate::rest::router;

/// How long requests that are under way when the server stops may take to end.
const GRACE: Duration = Duration::from_secs(30);
/// How often it is written down when keys were used.
const FLUSHED: Duration = Duration::from_secs(60);
/// How many requests work on the store at a time; others wait.
const WORKERS: usize = 64;

/// How a store is served.
#[derive(Debug)]
pub struct HttpOptions {
    /// Where.
    pub listen: SocketAddr,
    /// Who is let in; anybody who can reach this machine's own address, where there are none.
    pub keys: Option<KeyRing>,
    /// Whose tokens let in too, where keys are asked for.
    pub issuer: Option<Issuer>,
    /// The most that anybody may do, whatever a key says.
    pub rights: Rights,
    /// How many requests a second each key may make; as many as it likes, where nothing is said.
    pub rate_limit: Option<u32>,
    /// The longest body of a request, in bytes.
    pub max_body: usize,
    /// How long a body may take to come, and how long is waited for the work before the answer is 504.
    pub timeout: Duration,
    /// The names by which the server is reached, beside this machine's own.
    pub hosts: Vec<String>,
    /// The other sites whose pages may ask.
    pub origins: Vec<Origin>,
    /// How agents are served, and for how long a plan can be carried out.
    pub manner: Manner,
}

/// Why a store cannot be served.
#[derive(Debug)]
pub enum HttpError {
    /// The address cannot be had.
    Listen(SocketAddr, io::Error),
    /// Without keys, a server listens on the machine's own address alone.
    Open(SocketAddr),
    /// The store or the keys cannot be used.
    Op(OpError),
    /// The server broke off.
    Io(io::Error),
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen(address, error) => write!(f, "cannot listen on {address}: {error}"),
            Self::Open(address) => {
                write!(f, "{address} can be reached from elsewhere, and no keys are asked for")
            }
            Self::Op(error) => error.fmt(f),
            Self::Io(error) => write!(f, "the server broke off: {error}"),
        }
    }
}

impl std::error::Error for HttpError {}

impl From<OpError> for HttpError {
    fn from(error: OpError) -> Self {
        Self::Op(error)
    }
}

/// Serves a store until the process is told to stop (SIGINT, SIGTERM). What is under way then is finished. `ready` is told the
/// address once it can be reached.
///
/// # Errors
/// [`HttpError`].
pub fn serve_http(
    store: Arc<SharedStore>,
    options: HttpOptions,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), HttpError> {
    let (listen, rights) = (options.listen, options.rights);
    if options.keys.is_none() && !listen.ip().is_loopback() {
        return Err(HttpError::Open(listen));
    }
    // Whatever is wrong with the store or the keys is said before anybody comes.
    store.store(rights)?;
    options.keys.as_ref().map(KeyRing::list).transpose()?;
    quiet_panics();
    let failed = |error| HttpError::Listen(listen, error);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(WORKERS)
        .build()
        .map_err(HttpError::Io)?;
    let listener = runtime.block_on(TcpListener::bind(listen)).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let base = match options.hosts.first() {
        Some(host) => format!("https://{host}"),
        None => format!("http://{address}"),
    };
    let service = Arc::new(Service::new(store, options, base)?);
    let served = runtime.block_on(run(Arc::clone(&service), listener, || ready(address)));
    // Waits for work on the store that was begun, whether or not somebody still waits for the answer.
    drop(runtime);
    if let Some(keys) = &service.keys {
        keys.flush()?;
    }
    if rights.allows(Right::Write) {
        service.store.store(rights)?.flush().map_err(OpError::from)?;
    }
    served
}

async fn run(service: Arc<Service>, listener: TcpListener, ready: impl FnOnce()) -> Result<(), HttpError> {
    // Before anybody can know the address: who stops the server at once stops it too.
    let mut stop = Stop::new().map_err(HttpError::Io)?;
    ready();
    let mut stopped = service.stopping();
    let flushing = tokio::spawn(flush(Arc::clone(&service)));
    let writes = service.rights.allows(Right::Write);
    let scrubbing = writes.then(|| tokio::spawn(scrub(Arc::clone(&service))));
    let graceful = async move {
        // A sender that is gone stops too.
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    let serving = axum::serve(listener, router(Arc::clone(&service))).with_graceful_shutdown(graceful);
    let mut serving = tokio::spawn(async move { serving.await });
    let ended = tokio::select! {
        ended = &mut serving => Some(ended),
        () = stop.told() => {
            service.stop();
            tokio::time::timeout(GRACE, &mut serving).await.ok()
        }
    };
    flushing.abort();
    service.stop();
    if let Some(scrubbing) = scrubbing {
        // A try that is under way ends first.
        let _ = scrubbing.await;
    }
    match ended {
        Some(Ok(Err(error))) => Err(HttpError::Io(error)),
        _ => Ok(()),
    }
}

/// Writes down now and then when keys were used. Where that fails, the next time may do better.
async fn flush(service: Arc<Service>) {
    loop {
        tokio::time::sleep(FLUSHED).await;
        let service = Arc::clone(&service);
        let flushed =
            tokio::task::spawn_blocking(move || service.keys.as_ref().map_or(Ok(()), KeyRing::flush));
        if let Ok(Err(error)) = flushed.await {
            eprintln!("nepenthe: {error}");
        }
    }
}

/// The signals by which a process is told to stop.
struct Stop {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Stop {
    #[cfg(unix)]
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    #[cfg(unix)]
    async fn told(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    #[cfg(not(unix))]
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
    fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(not(unix))]
    async fn told(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
