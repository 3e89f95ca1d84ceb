//! [`Server`]: the scripted model at an OpenAI-compatible endpoint of this machine.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use super::Scripted;
use crate::{LanguageModel, Request, Usage};

/// How many bytes a request may have.
const LARGEST: usize = 16 << 20;

/// What goes wrong with one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It is answered with a status, and maybe told how many seconds to wait. The message quotes the key.
    Status(u16, Option<u64>),
    /// It is answered with a status, and this body.
    Error(u16, String),
    /// It is answered with this status, where it asks for JSON mode.
    NoJsonMode(u16),
    /// It is answered with 400, and told to say `max_completion_tokens` in the place of `max_tokens`.
    OtherLimit,
    /// It is answered with 400, where it sets a temperature: the model has one of its own.
    OwnTemperature,
    /// The connection is closed without an answer.
    Cut,
    /// The connection is closed in the midst of the answer.
    CutBody,
    /// It is answered after so long.
    Late(Duration),
    /// It is answered with status 200, and this body.
    Body(String),
}

/// What was served to whoever has a key, as the server counts it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Served {
    /// Requests, whatever came of them.
    pub requests: u64,
    /// Completions.
    pub completions: u64,
    /// Tokens of their prompts.
    pub tokens_in: u64,
    /// Tokens of the answers.
    pub tokens_out: u64,
}

/// Serves the scripted model at `http://127.0.0.1:PORT/v1`, on a port that the system chooses, until it is dropped.
pub struct Server {
    state: Arc<State>,
    address: SocketAddr,
    /// Taken when dropped.
    runtime: Option<Runtime>,
}

struct State {
    model: Scripted,
    faults: Mutex<VecDeque<Fault>>,
    served: Mutex<BTreeMap<String, Served>>,
    bodies: Mutex<Vec<Value>>,
    completed: Mutex<Vec<(Value, Usage)>>,
}

impl Server {
    /// Starts serving. The first requests meet the faults, one each.
    ///
    /// # Errors
    /// Where this machine has no port or no thread left.
    pub fn start(model: Scripted, faults: impl IntoIterator<Item = Fault>) -> std::io::Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(4)
            .thread_name("scripted")
            .enable_all()
            .build()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        listener.set_nonblocking(true)?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        let state = Arc::new(State {
            model,
            faults: Mutex::new(faults.into_iter().collect()),
            served: Mutex::default(),
            bodies: Mutex::default(),
            completed: Mutex::default(),
        });
        runtime.spawn(accept(listener, Arc::clone(&state)));
        Ok(Self { state, address, runtime: Some(runtime) })
    }

    /// The address up to `/v1`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// What was served to whoever has this key; without one, the key is empty.
    #[must_use]
    pub fn served(&self, key: &str) -> Served {
        lock(&self.state.served).get(key).copied().unwrap_or_default()
    }

    /// The bodies of all requests so far.
    #[must_use]
    pub fn bodies(&self) -> Vec<Value> {
        lock(&self.state.bodies).clone()
    }

    /// The bodies of the requests that were completed, and what each took.
    #[must_use]
    pub fn completed(&self) -> Vec<(Value, Usage)> {
        lock(&self.state.completed).clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("url", &self.url())
            .field("model", &self.state.model)
            .finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The connection is to be closed without an answer.
#[derive(Debug, thiserror::Error)]
#[error("closed on purpose")]
struct Closed;

async fn accept(listener: tokio::net::TcpListener, state: Arc<State>) {
    while let Ok((stream, _)) = listener.accept().await {
        let _ = stream.set_nodelay(true);
        let state = Arc::clone(&state);
        let service = service_fn(move |request| answer(Arc::clone(&state), request));
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}

async fn answer(
    state: Arc<State>,
    request: hyper::Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Closed> {
    let (head, body) = request.into_parts();
    if head.method != Method::POST || head.uri.path() != "/v1/chat/completions" {
        return Ok(error(StatusCode::NOT_FOUND, "there is POST /v1/chat/completions"));
    }
    let key = head.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let key = key.strip_prefix("Bearer ").unwrap_or_default().to_owned();
    lock(&state.served).entry(key.clone()).or_default().requests += 1;
    let body = Limited::new(body, LARGEST).collect().await.map_err(|_| Closed)?.to_bytes();
    let Ok(body) = serde_json::from_slice::<Value>(&body) else {
        return Ok(error(StatusCode::BAD_REQUEST, "the body is not JSON"));
    };
    lock(&state.bodies).push(body.clone());
    let fault = lock(&state.faults).pop_front();
    match fault {
        Some(Fault::Status(status, wait)) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            let mut response = error(status, &format!("no, {key}"));
            if let Some(wait) = wait {
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait));
            }
            return Ok(response);
        }
        Some(Fault::Error(status, body)) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            return Ok(respond(status, body));
        }
        Some(Fault::NoJsonMode(status)) if body.get("response_format").is_some() => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
            return Ok(error(status, "response_format is not supported"));
        }
        Some(Fault::OtherLimit) if body.get("max_tokens").is_some() => {
            let message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
            return Ok(error(StatusCode::BAD_REQUEST, message));
        }
        Some(Fault::OwnTemperature) if body.get("temperature").is_some() => {
            let message = "Unsupported value: 'temperature' does not support 0 with this model.";
            return Ok(error(StatusCode::BAD_REQUEST, message));
        }
        Some(Fault::Cut) => return Err(Closed),
        Some(Fault::CutBody) => {
            let mut response = respond(StatusCode::OK, "{\"choices\": [".to_owned());
            response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(4096));
            return Ok(response);
        }
        Some(Fault::Late(time)) => tokio::time::sleep(time).await,
        Some(Fault::Body(body)) => return Ok(respond(StatusCode::OK, body)),
        Some(Fault::NoJsonMode(_) | Fault::OtherLimit | Fault::OwnTemperature) | None => {}
    }
    let asked = body.clone();
    let request = match Request::foreign(body) {
        Ok(request) => request,
        Err(reason) => return Ok(error(StatusCode::BAD_REQUEST, &reason)),
    };
    let completed = {
        let state = Arc::clone(&state);
        tokio::task::spawn_blocking(move || state.model.complete(&request)).await.map_err(|_| Closed)?
    };
    Ok(match completed {
        Ok(completion) => {
            let mut served = lock(&state.served);
            let served = served.entry(key).or_default();
            served.completions += 1;
            served.tokens_in += completion.usage.tokens_in;
            served.tokens_out += completion.usage.tokens_out;
            lock(&state.completed).push((asked, completion.usage));
            respond(StatusCode::OK, completion.body("scripted").to_string())
        }
        Err(failure) => error(StatusCode::SERVICE_UNAVAILABLE, &failure.reason),
    })
}

fn error(status: StatusCode, message: &str) -> Response<Full<Bytes>> {
    respond(status, json!({ "error": { "message": message, "type": "scripted" } }).to_string())
}

fn respond(status: StatusCode, body: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
