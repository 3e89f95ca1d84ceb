//! [`Answer`]: what a route answers.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use nepenthe::ReceiptId;
use serde_json::Value;

use crate::http::Problem;

/// The header that names the receipt of an erasure.
const RECEIPT: HeaderName = HeaderName::from_static("nepenthe-receipt");

/// What a route answers, with 200.
pub(super) struct Answer {
    body: Value,
    receipts: Vec<ReceiptId>,
}

impl Answer {
    pub(super) fn new(body: Value) -> Self {
        Self { body, receipts: Vec::new() }
    }

    /// Names the receipts of erasures in the headers.
    pub(super) fn with_receipts(self, receipts: Vec<ReceiptId>) -> Self {
        Self { receipts, ..self }
    }

    pub(super) fn into_response(self) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        for receipt in self.receipts {
            if let Ok(receipt) = HeaderValue::try_from(receipt.to_string()) {
                headers.append(RECEIPT, receipt);
            }
        }
        (headers, self.body.to_string()).into_response()
    }
}

/// A problem as Mem0's clients read it: they look for `detail` in what calls itself JSON, and not a problem.
pub(super) fn refused(problem: Problem) -> Response {
    let mut response = problem.into_response();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
