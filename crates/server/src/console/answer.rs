//! [`Answer`]: a page, or another one to go to, or a file; with the headers that all of them have.

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, LOCATION,
    REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderValue, Response, StatusCode};
use maud::Markup;

/// What a page may do: nothing but what this server has.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
/// What a certificate may do, which has its style in itself.
const SHEET_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; \
                            frame-ancestors 'none'; base-uri 'none'; sandbox";

/// What a visit is answered with.
pub(super) enum Answer {
    Page(StatusCode, Markup),
    /// Another page, to be read.
    To(String),
    /// Another page, with a cookie.
    Enter(String, String),
    /// A file to keep: its name, media type and bytes.
    File(String, &'static str, Vec<u8>),
    /// A page that stands for itself.
    Sheet(String),
}

impl Answer {
    pub(super) fn page(markup: Markup) -> Self {
        Self::Page(StatusCode::OK, markup)
    }

    pub(super) fn into_response(self) -> Response<Body> {
        let mut policy = POLICY;
        let (status, kind, body, more) = match self {
            Self::Page(status, markup) => {
                (status, "text/html; charset=utf-8", markup.into_string().into_bytes(), vec![])
            }
            Self::To(path) => (StatusCode::SEE_OTHER, "text/plain", Vec::new(), vec![(LOCATION, path)]),
            Self::Enter(path, cookie) => (
                StatusCode::SEE_OTHER,
                "text/plain",
                Vec::new(),
                vec![(LOCATION, path), (SET_COOKIE, cookie)],
            ),
            Self::File(name, kind, bytes) => {
                let disposition = format!("attachment; filename=\"{name}\"");
                (StatusCode::OK, kind, bytes, vec![(CONTENT_DISPOSITION, disposition)])
            }
            Self::Sheet(page) => {
                policy = SHEET_POLICY;
                (StatusCode::OK, "text/html; charset=utf-8", page.into_bytes(), vec![])
            }
        };
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        for (name, value) in [
            (CONTENT_TYPE, kind),
            (CACHE_CONTROL, "no-store"),
            (CONTENT_SECURITY_POLICY, policy),
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (X_FRAME_OPTIONS, "DENY"),
            // Without it, a browser does not say from where a form comes.
            (REFERRER_POLICY, "same-origin"),
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
            (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        for (name, value) in more {
            headers.extend(HeaderValue::try_from(value).ok().map(|value| (name, value)));
        }
        response
    }
}
