//! [`Problem`]: why a request was not done, as RFC 9457 has it.

use axum::http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use nepenthe_ops::{Code, OpError};
use schemars::JsonSchema;
use serde::Serialize;

/// What goes wrong before an operation is reached, each with its word, status and meaning. Where an operation refuses, its
/// [`Code`] stands instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Nobody known asks.
    Unauthorized,
    /// A page of another site asks, or by another name than this machine's.
    ForeignOrigin,
    /// There is no such path.
    NoRoute,
    /// The path does not take this method.
    MethodNotAllowed,
    /// The body is too long.
    BodyTooLarge,
    /// The body is of another media type.
    MediaType,
    /// The body did not come in time.
    BodyTimeout,
    /// The memory is another than `If-Match` says.
    PreconditionFailed,
    /// The first request of this `Idempotency-Key` is still under way.
    IdempotencyRunning,
    /// This `Idempotency-Key` came with another request.
    IdempotencyReused,
    /// The key has as many streams open as it may, or all have.
    TooManyStreams,
    /// The key asks more often than it may.
    RateLimited,
    /// Mem0's way of adding needs a language model that finds what is worth remembering.
    InferNeedsModel,
    /// An erasure by ids would take memories along that were not asked for.
    PlanWider,
    /// Another service has this, and this server has not.
    NotOffered,
    /// The work took too long, and goes on.
    Timeout,
    /// The server broke off.
    Broken,
}

impl Refusal {
    #[cfg(test)]
    const ALL: [Self; 17] = [
        Self::Unauthorized,
        Self::ForeignOrigin,
        Self::NoRoute,
        Self::MethodNotAllowed,
        Self::BodyTooLarge,
        Self::MediaType,
        Self::BodyTimeout,
        Self::PreconditionFailed,
        Self::IdempotencyRunning,
        Self::IdempotencyReused,
        Self::TooManyStreams,
        Self::RateLimited,
        Self::InferNeedsModel,
        Self::PlanWider,
        Self::NotOffered,
        Self::Timeout,
        Self::Broken,
    ];

    fn told(self) -> (u16, &'static str, &'static str) {
        match self {
            Self::Unauthorized => {
                (401, "unauthorized", "No key came with the request, or one that opens nothing.")
            }
            Self::ForeignOrigin => (403, "foreign_origin", "The request comes from a page of another site."),
            Self::NoRoute => (404, "no_route", "There is no such path."),
            Self::MethodNotAllowed => (405, "method_not_allowed", "The path does not take this method."),
            Self::BodyTooLarge => (413, "body_too_large", "The body is longer than this server takes."),
            Self::MediaType => (415, "media_type", "The body is not of the media type that the path takes."),
            Self::BodyTimeout => (408, "body_timeout", "The body did not come in time."),
            Self::PreconditionFailed => {
                (412, "precondition_failed", "The memory is not as If-Match says: it changed since.")
            }
            Self::IdempotencyRunning => {
                (409, "idempotency_running", "The first request of this Idempotency-Key is still under way.")
            }
            Self::IdempotencyReused => {
                (422, "idempotency_reused", "This Idempotency-Key came before with another request.")
            }
            Self::TooManyStreams => {
                (429, "too_many_streams", "As many streams of events are open as this server holds open.")
            }
            Self::RateLimited => {
                (429, "rate_limited", "This key asks more often than this server answers it.")
            }
            Self::InferNeedsModel => (
                422,
                "infer_needs_model",
                "Nothing is inferred here: send infer=false, and each message is stored as it is.",
            ),
            Self::PlanWider => {
                (409, "plan_wider", "The erasure would take memories along that were not asked for.")
            }
            Self::NotOffered => (501, "not_offered", "This server does not have this part of the API."),
            Self::Timeout => {
                (504, "timeout", "The work took too long. It goes on, and what it changes stays changed.")
            }
            Self::Broken => (500, "broken", "The server broke off; the reason is in its log."),
        }
    }
}

/// Why a request was not done. Holds no text of a memory or of a request.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Problem(Box<Told>);

/// Why a request was not done (RFC 9457).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
struct Told {
    /// The kind of problem: `urn:nepenthe:problem:` and the code.
    r#type: String,
    /// What the code means, in one sentence.
    title: String,
    /// The status of the answer.
    status: u16,
    /// What went wrong this time: ids and scopes, never a text.
    detail: String,
    /// One word a kind of failure, which stays the same within one major version.
    code: &'static str,
    /// The plan that says what would be done, or what the plan is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan_id: Option<String>,
    /// Whether the same request may succeed later.
    retryable: bool,
    #[serde(skip)]
    headers: Vec<(HeaderName, String)>,
    /// What the server's log says of it.
    #[serde(skip)]
    logged: Option<String>,
}

impl Problem {
    fn new(status: u16, code: &'static str, title: &str, detail: String) -> Self {
        Self(Box::new(Told {
            r#type: format!("urn:nepenthe:problem:{code}"),
            title: title.to_owned(),
            status,
            detail,
            code,
            plan_id: None,
            retryable: false,
            headers: Vec::new(),
            logged: None,
        }))
    }

    /// Says more than the refusal itself.
    pub(crate) fn because(refusal: Refusal, detail: impl Into<String>) -> Self {
        let (status, code, title) = refusal.told();
        let problem = Self::new(status, code, title, detail.into());
        if matches!(status, 408 | 429 | 504) { problem.retryable() } else { problem }
    }

    /// Names a plan.
    pub(crate) fn with_plan(mut self, id: String) -> Self {
        self.0.plan_id = Some(id);
        self
    }

    /// Says that the same request may succeed.
    pub(crate) fn retryable(mut self) -> Self {
        self.0.retryable = true;
        self
    }

    pub(crate) fn with_header(mut self, name: HeaderName, value: impl Into<String>) -> Self {
        self.0.headers.push((name, value.into()));
        self
    }

    /// Its status, title and detail, for a page.
    pub(crate) fn told(&self) -> (StatusCode, &str, &str) {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, &self.0.title, &self.0.detail)
    }

    /// What the server's log says of it: of what the caller can do nothing about.
    pub(crate) fn logged(&self) -> Option<&str> {
        self.0.logged.as_deref()
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let title = refusal.told().2;
        Self::because(refusal, title)
    }
}

impl From<OpError> for Problem {
    fn from(error: OpError) -> Self {
        let (code, message) = (error.code(), error.message());
        let status = status(code);
        // What is wrong with the server itself is told in its log alone: it names files.
        let database = code == Code::DatabaseServer;
        let own = status == 500 || status == 507 || database;
        let detail = if own { code.meaning() } else { message };
        let mut problem = Self::new(status, code.as_str(), code.meaning(), detail.to_owned());
        // Whether a write got into the database may not be known.
        problem.0.retryable = matches!(status, 502 | 503) && !database;
        problem.0.logged = (status >= 500).then(|| format!("{code}: {message}"));
        problem
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        for (name, value) in self.0.headers {
            headers.extend(HeaderValue::try_from(value).ok().map(|value| (name, value)));
        }
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, headers, body).into_response()
    }
}

/// The status of each code.
fn status(code: Code) -> u16 {
    match code {
        Code::BadScope
        | Code::BadId
        | Code::BadRequest
        | Code::BadText
        | Code::BadReceipt
        | Code::BadLine
        | Code::OrderKeeps
        | Code::OrderAsks
        | Code::OrderConditional
        | Code::OrderUnnamed
        | Code::NotDerived => 400,
        Code::RightMissing => 403,
        Code::NotFound | Code::ReceiptNotFound | Code::NothingMatched | Code::ScopeEmpty => 404,
        // As things are, it cannot be done; asked otherwise, or later, it can.
        Code::RefusedErased
        | Code::RefusedReference
        | Code::PlanChanged
        | Code::OtherScope
        | Code::OtherStore
        | Code::PlanUnsure
        | Code::PlanAltered
        | Code::PlanExpired
        | Code::PlanUsed
        | Code::NoLanguageModel
        | Code::NoVectors
        | Code::KeyMissing => 409,
        Code::LanguageModelOverBudget => 429,
        Code::LanguageModelRefused
        | Code::LanguageModelUnreachable
        | Code::LanguageModelUnusable
        | Code::EmbedEndpoint => 502,
        Code::StorageBusy | Code::Reembedded | Code::DatabaseServer => 503,
        Code::DiskFull => 507,
        _ => 500,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_code_has_a_status_and_what_is_the_server_s_own_is_not_told() {
        for code in Code::ALL {
            let problem = Problem::from(OpError::new(*code, "in /home/me/agent.db"));
            assert!((400..600).contains(&problem.0.status), "{code}");
            let own = matches!(problem.0.status, 500 | 507) || *code == Code::DatabaseServer;
            assert_eq!(problem.0.detail.contains("/home/me"), !own, "{code}");
            assert_eq!(problem.logged().is_some(), problem.0.status >= 500, "{code}");
        }
    }

    #[test]
    fn no_two_kinds_of_problem_have_one_word() {
        let codes = Code::ALL.iter().map(|code| code.as_str());
        let words: Vec<&str> = codes.chain(Refusal::ALL.iter().map(|refusal| refusal.told().1)).collect();
        assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), words.len());
        assert!(Refusal::ALL.iter().all(|refusal| (400..600).contains(&refusal.told().0)));
    }
}
