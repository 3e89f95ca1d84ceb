//! From one HTTP request to its answer.

use std::convert::Infallible;
use std::sync::Arc;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use tokio::task::spawn_blocking;

use super::response::Answer;
use super::server::Offers;
use super::{chat, embeddings};

/// How many bytes a body may have.
const LARGEST: usize = 100 << 20;

/// What is there, for whoever asks for something else.
const THERE: &str = "there are POST /v1/embeddings, POST /v1/chat/completions and GET /v1/models";

/// Answers a request. Nothing that a client sends is an error of ours.
pub(super) async fn answer<B>(
    offers: Arc<Offers>,
    request: Request<B>,
) -> Result<Response<Full<Bytes>>, Infallible>
where
    B: Body,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let answer = route(offers, request).await;
    let mut response = Response::new(Full::new(Bytes::from(answer.body.to_string())));
    *response.status_mut() = answer.status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if !answer.status.is_success() {
        // The clients of OpenAI heed it. What may pass was repeated here already, and each call counts.
        response.headers_mut().insert("x-should-retry", HeaderValue::from_static("false"));
    }
    Ok(response)
}

async fn route<B>(offers: Arc<Offers>, request: Request<B>) -> Answer
where
    B: Body,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let (head, body) = request.into_parts();
    let path = head.uri.path().trim_end_matches('/');
    let path = path.strip_prefix("/v1").unwrap_or(path);
    let answer: fn(&Offers, &str, &[u8]) -> Answer = match (path, &head.method) {
        ("/embeddings", &Method::POST) => embeddings::answer,
        ("/chat/completions", &Method::POST) => chat::answer,
        ("/models", &Method::GET) => return Answer::models(&offers.models()),
        ("/embeddings" | "/chat/completions" | "/models", method) => {
            let message = format!("{} cannot be asked for by {method}", head.uri.path());
            return Answer::error(StatusCode::METHOD_NOT_ALLOWED, &message);
        }
        _ => {
            let message = format!("there is no {}; {THERE}", head.uri.path());
            return Answer::error(StatusCode::NOT_FOUND, &message);
        }
    };
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
    let (key, what) =
        (bearer(&head.headers), if path == "/embeddings" { "the embedder" } else { "the model" });
    let answered = spawn_blocking(move || answer(&offers, &key, &body)).await;
    answered
        .unwrap_or_else(|error| Answer::error(StatusCode::INTERNAL_SERVER_ERROR, &format!("{what}: {error}")))
}

/// Returns the key that a request is accounted to; an empty one where it has none.
fn bearer(headers: &HeaderMap) -> String {
    let value = headers.get(AUTHORIZATION).map(|value| String::from_utf8_lossy(value.as_bytes()));
    value.as_deref().and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default().trim().to_owned()
}
