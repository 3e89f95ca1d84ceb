//! [`Origins`]: the pages of other sites that may ask, and what a browser is told of it (CORS).

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, ORIGIN, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Service;

/// What a page may send beside what every page may.
const SENT: &str = "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, MCP-Protocol-Version, \
                    Mcp-Method, Mcp-Name, Mcp-Session-Id, Nepenthe-Scope, X-API-Key";
/// What a page may read beside what every page may.
const READ: &str = "ETag, Idempotency-Replayed, Location, Mcp-Session-Id, Nepenthe-Receipt, Retry-After, \
                    WWW-Authenticate";
const METHODS: &str = "GET, POST, PATCH, DELETE";
/// For how many seconds a browser need not ask again.
const MAX_AGE: &str = "3600";

/// A site: `https://app.example`, with its port where that is not the usual one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(String);

/// A text that is no origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoOrigin;

impl fmt::Display for NoOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "an origin is http:// or https://, a host in lower case, and its port where it has one: no path",
        )
    }
}

impl std::error::Error for NoOrigin {}

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).ok_or(NoOrigin)?;
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
            _ => (host, None),
        };
        let number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        let marks: &[u8] = if number.is_some() { b":" } else { b".-_" };
        let name = number.unwrap_or(name);
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || marks.contains(&byte);
        let port = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
        match !name.is_empty() && name.bytes().all(plain) && port {
            true => Ok(Self(text.to_owned())),
            false => Err(NoOrigin),
        }
    }
}

/// The sites whose pages may ask.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origins(Vec<Origin>);

impl Origins {
    pub(crate) fn new(origins: Vec<Origin>) -> Self {
        Self(origins)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|origin| origin.0.as_str())
    }

    pub(crate) fn allow(&self, origin: &str) -> bool {
        self.iter().any(|allowed| allowed == origin)
    }

    /// The origin of a request, where it is one of these.
    fn of<'a>(&self, headers: &'a HeaderMap) -> Option<&'a HeaderValue> {
        let mut given = headers.get_all(ORIGIN).iter();
        let (Some(origin), None) = (given.next(), given.next()) else { return None };
        origin.to_str().is_ok_and(|origin| self.allow(origin)).then_some(origin)
    }
}

/// Tells the browser of an allowed site that its page may ask and read. To others it is told nothing.
pub(crate) async fn cors(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let Some(origin) = service.origins.of(request.headers()).cloned() else {
        return next.run(request).await;
    };
    let asks_first =
        request.method() == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    let mut response = match asks_first {
        true => StatusCode::NO_CONTENT.into_response(),
        false => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.append(VARY, HeaderValue::from_static("Origin"));
    let told = match asks_first {
        true => &[
            (ACCESS_CONTROL_ALLOW_METHODS, METHODS),
            (ACCESS_CONTROL_ALLOW_HEADERS, SENT),
            (ACCESS_CONTROL_MAX_AGE, MAX_AGE),
        ][..],
        false => &[(ACCESS_CONTROL_EXPOSE_HEADERS, READ)],
    };
    for (name, value) in told {
        headers.insert(name.clone(), HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_a_site_and_no_pattern() {
        for text in [
            "https://app.example", "http://localhost:3000", "http://127.0.0.1:5173", "https://[::1]:8443",
            "https://[::1]", "https://xn--e1afmkfd.example",
        ] {
            assert!(text.parse::<Origin>().is_ok(), "{text}");
        }
        for text in [
            "", "*", "null", "app.example", "https://", "https://*", "https://*.example",
            "https://app.example/", "https://app.example/page", "https://App.example",
            "https://app.example:", "https://app.example:0", "https://app.example:99999",
            "https://app.example?x", "https://me@app.example", "https://a:b:80", "ftp://app.example",
            "https://app.example https://b.example",
        ] {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_the_very_same_site_is_allowed() {
        let origins = Origins::new(vec!["https://app.example".parse().unwrap()]);
        assert!(origins.allow("https://app.example"));
        for other in
            ["http://app.example", "https://app.example:8443", "https://app.example.evil", "null", ""]
        {
            assert!(!origins.allow(other), "{other}");
        }
        let mut headers = HeaderMap::new();
        headers.append(ORIGIN, HeaderValue::from_static("https://app.example"));
        assert!(origins.of(&headers).is_some());
        headers.append(ORIGIN, HeaderValue::from_static("https://evil.example"));
        assert!(origins.of(&headers).is_none());
    }
}
