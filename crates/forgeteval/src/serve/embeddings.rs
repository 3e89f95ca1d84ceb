//! From one HTTP request to its answer.

use std::convert::Infallible;
use std::sync::Arc;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap};
use hyper::{Method, Request, Response, StatusCode};
use nepenthe::embed::Embedder;
use tokio::task::spawn_blocking;

use super::ledger::Ledger;
use super::request::EmbeddingsRequest;
use super::response::Answer;

/// How many bytes a body may have.
const LARGEST: usize = 100 << 20;

/// Answers a request. Nothing that a client sends is an error of ours.
pub(super) async fn answer<B>(
    ledger: Arc<Ledger>,
    request: Request<B>,
) -> Result<Response<Full<Bytes>>, Infallible>
where
    B: Body,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let answer = route(ledger, request).await;
    let mut response = Response::new(Full::new(Bytes::from(answer.body.to_string())));
    *response.status_mut() = answer.status;
    response.headers_mut().insert(CONTENT_TYPE, hyper::header::HeaderValue::from_static("application/json"));
    Ok(response)
}

async fn route<B>(ledger: Arc<Ledger>, request: Request<B>) -> Answer
where
    B: Body,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let (head, body) = request.into_parts();
    let path = head.uri.path().trim_end_matches('/');
    match (path.strip_prefix("/v1").unwrap_or(path), &head.method) {
        ("/embeddings", &Method::POST) => {}
        ("/models", &Method::GET) => return Answer::models(ledger.embedder().name()),
        ("/embeddings" | "/models", method) => {
            let message = format!("{} cannot be asked for by {method}", head.uri.path());
            return Answer::error(StatusCode::METHOD_NOT_ALLOWED, &message);
        }
        _ => {
            let message =
                format!("there is no {}; there are POST /v1/embeddings and GET /v1/models", head.uri.path());
            return Answer::error(StatusCode::NOT_FOUND, &message);
        }
    }
    let too_large = || {
        let message = format!("the body is longer than {} MiB; send fewer texts at once", LARGEST >> 20);
        Answer::error(StatusCode::PAYLOAD_TOO_LARGE, &message)
    };
    if body.size_hint().lower() > LARGEST as u64 {
        return too_large();
    }
    let body = match Limited::new(body, LARGEST).collect().await {
        Ok(body) => body.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => return too_large(),
        Err(error) => {
            return Answer::error(StatusCode::BAD_REQUEST, &format!("the body is cut off: {error}"));
        }
    };
    let key = bearer(&head.headers);
    let embedding = spawn_blocking(move || embed(&ledger, &key, &body)).await;
    embedding.unwrap_or_else(|error| {
        Answer::error(StatusCode::INTERNAL_SERVER_ERROR, &format!("the embedder: {error}"))
    })
}

fn embed(ledger: &Ledger, key: &str, body: &[u8]) -> Answer {
    let model = ledger.embedder().name();
    let wanted = match EmbeddingsRequest::read(body, ledger.embedder().dimension()) {
        Ok(wanted) => wanted,
        Err(message) => return Answer::error(StatusCode::BAD_REQUEST, &message),
    };
    match ledger.embed(key, &wanted.texts) {
        Ok(vectors) => Answer::embeddings(&vectors, wanted.encoding, model),
        Err(error) => {
            Answer::error(StatusCode::INTERNAL_SERVER_ERROR, &format!("the embedder failed: {error}"))
        }
    }
}

/// Returns the key that a request is accounted to; an empty one where it has none.
fn bearer(headers: &HeaderMap) -> String {
    let value = headers.get(AUTHORIZATION).map(|value| String::from_utf8_lossy(value.as_bytes()));
    value.as_deref().and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default().trim().to_owned()
}
