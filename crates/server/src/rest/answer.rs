//! [`Answer`]: what a route answers.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName, LOCATION, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use nepenthe_ops::Outcome;
use serde::Serialize;

/// The header that names the receipt of an erasure.
pub(super) const RECEIPT: HeaderName = HeaderName::from_static("nepenthe-receipt");
/// The header that says that an answer was given before.
pub(super) const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// What a route answers. The status is the route's.
#[derive(Debug, Clone, Default)]
pub(crate) struct Answer {
    pub(super) body: Vec<u8>,
    media_type: Option<&'static str>,
    headers: Vec<(HeaderName, String)>,
    /// After which event a stream of them begins.
    pub(super) after: Option<i64>,
    /// By which it can be made again.
    pub(super) id: Option<String>,
}

impl Answer {
    pub(super) fn nothing() -> Self {
        Self::default()
    }

    pub(super) fn json(value: &impl Serialize) -> Self {
        let body = serde_json::to_vec(value).unwrap_or_default();
        Self { body, media_type: Some("application/json"), ..Self::default() }
    }

    pub(super) fn lines(body: Vec<u8>) -> Self {
        Self { body, media_type: Some("application/jsonl"), ..Self::default() }
    }

    pub(super) fn text(body: String, media_type: &'static str) -> Self {
        Self { body: body.into_bytes(), media_type: Some(media_type), ..Self::default() }
    }

    /// A stream of events.
    pub(super) fn events(after: i64) -> Self {
        let answer = Self { media_type: Some("text/event-stream"), after: Some(after), ..Self::default() };
        answer.with(HeaderName::from_static("x-accel-buffering"), "no")
    }

    /// What a change came to: with the receipt of an erasure among the headers.
    pub(super) fn of_outcome(outcome: &Outcome) -> Self {
        let answer = Self::json(outcome);
        match &outcome.erasure {
            Some(erasure) => answer.with(RECEIPT, erasure.receipt.to_string()),
            None => answer,
        }
    }

    pub(super) fn with(mut self, name: HeaderName, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub(super) fn with_etag(self, etag: String) -> Self {
        self.with(ETAG, etag)
    }

    pub(super) fn with_location(self, path: String) -> Self {
        self.with(LOCATION, path)
    }

    pub(super) fn with_id(self, id: String) -> Self {
        Self { id: Some(id), ..self }
    }

    /// The answer, with another body where there is one.
    pub(super) fn into_response(self, status: u16, stream: Option<Body>) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers
            .extend(self.media_type.map(|media_type| (CONTENT_TYPE, HeaderValue::from_static(media_type))));
        for (name, value) in self.headers {
            headers.extend(HeaderValue::try_from(value).ok().map(|value| (name, value)));
        }
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, headers, stream.unwrap_or_else(|| self.body.into())).into_response()
    }
}
