//! Who visits: by the cookie of a session, which a key or a login link began. And from where a form may come.

use axum::http::HeaderMap;
use axum::http::header::{COOKIE, HOST, ORIGIN};
use nepenthe_ops::{Code, OpError};

use super::sessions::{EVERYBODY, LIFETIME, SessionId};
use crate::auth::{Principal, ScopePattern};
use crate::http::{Origins, Problem, Refusal, Service, refuse_foreign};

/// The cookie of a session.
const SESSION: &str = "nepenthe_session";

/// Returns who visits, in which session; `None` for whoever has to log in first.
pub(super) fn visitor(
    service: &Service,
    headers: &HeaderMap,
) -> Result<Option<(Principal, SessionId)>, Problem> {
    let Some(keys) = &service.keys else {
        // No page of another site, also of one that may ask the API.
        refuse_foreign(headers, &Origins::default())?;
        let anybody = Principal {
            id: String::new(),
            rights: service.rights,
            scopes: ScopePattern::All,
            actor: service.store.actor().to_owned(),
        };
        return Ok(Some((anybody, EVERYBODY)));
    };
    let sessions = &service.console.sessions;
    let Some((session, key)) = cookie(headers).and_then(|cookie| sessions.find(cookie)) else {
        return Ok(None);
    };
    match keys.principal(&key)? {
        Some(mut principal) => {
            principal.rights = principal.rights.and(service.rights);
            Ok(Some((principal, session)))
        }
        // Revoked, or its time is over.
        None => {
            sessions.end(&session);
            Ok(None)
        }
    }
}

/// Returns the header that sets the cookie of a session, or takes it away.
pub(super) fn set_cookie(headers: &HeaderMap, cookie: Option<&str>) -> String {
    let age = if cookie.is_some() { LIFETIME.as_secs() } else { 0 };
    let secure = if is_local(headers) { "" } else { "; Secure" };
    format!(
        "{SESSION}={}; Path=/console; Max-Age={age}; HttpOnly; SameSite=Strict{secure}",
        cookie.unwrap_or_default()
    )
}

/// Refuses a form that another site sends: a browser says from where it comes.
pub(super) fn refuse_cross_site(headers: &HeaderMap) -> Result<(), Problem> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let ours = match (text("sec-fetch-site"), text(ORIGIN.as_str()), text(HOST.as_str())) {
        (Some(site), ..) => site == "same-origin",
        (None, Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, from)| from == host),
        _ => false,
    };
    match ours {
        true => Ok(()),
        false => {
            Err(Problem::because(Refusal::ForeignOrigin, "this form was not sent by a page of the console"))
        }
    }
}

/// Whether the server is reached by this machine's own name, so that nothing goes over a network.
fn is_local(headers: &HeaderMap) -> bool {
    headers.contains_key(HOST) && refuse_foreign_host(headers).is_ok()
}

fn refuse_foreign_host(headers: &HeaderMap) -> Result<(), Problem> {
    let mut host = HeaderMap::new();
    host.extend(headers.get(HOST).map(|value| (HOST, value.clone())));
    refuse_foreign(&host, &Origins::default())
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, value)| *name == SESSION && !value.is_empty()).map(|(_, value)| value)
}

/// Refuses whatever a visitor who only reads may not do.
pub(super) fn read_only() -> OpError {
    OpError::new(
        Code::RightMissing,
        "this server was started to be read only: nothing can be changed through it",
    )
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn a_form_comes_from_the_console_alone() {
        for pairs in [
            &[("sec-fetch-site", "same-origin")][..],
            &[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")],
            &[("host", "memory.example"), ("origin", "https://memory.example")],
        ] {
            assert!(refuse_cross_site(&headers(pairs)).is_ok(), "{pairs:?}");
        }
        for pairs in [
            &[][..],
            &[("host", "127.0.0.1:8080")],
            &[("origin", "http://127.0.0.1:8080")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site")],
            &[("sec-fetch-site", "none")],
            &[("sec-fetch-site", "cross-site"), ("host", "a:1"), ("origin", "http://a:1")],
            &[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:9090")],
            &[("host", "127.0.0.1:8080"), ("origin", "null")],
            &[("host", "memory.example"), ("origin", "https://memory.example.evil.example")],
        ] {
            assert!(refuse_cross_site(&headers(pairs)).is_err(), "{pairs:?}");
        }
    }

    #[test]
    fn a_cookie_goes_in_the_clear_on_this_machine_alone() {
        for (host, secure) in [
            ("localhost:8080", false),
            ("127.0.0.1:8080", false),
            ("[::1]:8080", false),
            ("memory.example", true),
            ("192.168.0.4:8080", true),
            ("localhost.evil.example", true),
        ] {
            let set = set_cookie(&headers(&[("host", host)]), Some("c"));
            assert_eq!(set.contains("; Secure"), secure, "{host}");
            assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict"), "{set}");
        }
        assert!(set_cookie(&headers(&[]), None).contains("; Secure"));
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        assert_eq!(cookie(&headers(&[("cookie", "a=b; nepenthe_session=c; d=e")])), Some("c"));
        for other in
            ["", "nepenthe_session", "nepenthe_session=", "xnepenthe_session=c", "a=nepenthe_session"]
        {
            assert_eq!(cookie(&headers(&[("cookie", other)])), None, "{other}");
        }
    }
}
