//! Who a request comes from, and which scope it works in: by its headers alone.

use std::time::Instant;

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN, RETRY_AFTER, WWW_AUTHENTICATE};
use nepenthe::ScopePath;
use nepenthe_ops::{Code, OpError};

use super::{Origins, Problem, Refusal, Service};
use crate::auth::{Principal, ScopePattern};

/// The header that names a scope.
const SCOPE: &str = "nepenthe-scope";
/// A header that names a key, beside `Authorization`.
const API_KEY: &str = "x-api-key";

/// Returns who a request comes from, and counts the request.
pub(crate) fn admit(service: &Service, headers: &HeaderMap) -> Result<Principal, Problem> {
    let principal = readmit(service, headers)?;
    let taken = service.rate_limit.as_ref().map_or(Ok(()), |limit| limit.take(&principal.id, Instant::now()));
    taken.map_err(|wait| {
        let seconds = wait.as_secs_f64().ceil().max(1.0);
        Problem::from(Refusal::RateLimited).with_header(RETRY_AFTER, seconds.to_string())
    })?;
    Ok(principal)
}

/// Returns who a request comes from that was admitted before, if it still may come in.
pub(crate) fn readmit(service: &Service, headers: &HeaderMap) -> Result<Principal, Problem> {
    let Some(keys) = &service.keys else {
        refuse_foreign(headers, &service.origins)?;
        return Ok(Principal {
            id: String::new(),
            rights: service.rights,
            scopes: ScopePattern::All,
            actor: service.store.actor().to_owned(),
        });
    };
    let admitted = match token(headers) {
        Some(token) => match keys.admit(token)? {
            None => service.issuer.as_ref().and_then(|issuer| issuer.admit(token)),
            admitted => admitted,
        },
        None => None,
    };
    let mut principal = admitted.ok_or_else(|| {
        Problem::from(Refusal::Unauthorized).with_header(WWW_AUTHENTICATE, service.resource.challenge())
    })?;
    principal.rights = principal.rights.and(service.rights);
    Ok(principal)
}

/// Returns the scope that a request works in: the one that it names, if its key opens that, or the only one of its key.
pub(crate) fn scope(principal: &Principal, headers: &HeaderMap) -> Result<ScopePath, Problem> {
    let mut named = headers.get_all(SCOPE).iter();
    let path = match (named.next(), named.next()) {
        (None, _) => {
            let one = principal.scopes.one().cloned();
            return one.ok_or_else(|| {
                OpError::new(Code::BadScope, "name a scope in the header Nepenthe-Scope").into()
            });
        }
        (Some(path), None) => std::str::from_utf8(path.as_bytes()).ok(),
        (Some(_), Some(_)) => None,
    };
    let wrong = || OpError::new(Code::BadScope, "the header Nepenthe-Scope names no scope, or more than one");
    let path: ScopePath = path.ok_or_else(wrong)?.parse().map_err(OpError::from)?;
    match principal.scopes.opens(&path) {
        true => Ok(path),
        // Whether others have it is not said.
        false => Err(OpError::new(Code::NotFound, "this key opens no such scope").into()),
    }
}

fn token(headers: &HeaderMap) -> Option<&str> {
    if let Some(key) = headers.get(API_KEY).filter(|_| !headers.contains_key(AUTHORIZATION)) {
        return key.to_str().ok();
    }
    let mut given = headers.get_all(AUTHORIZATION).iter();
    let (Some(given), None) = (given.next(), given.next()) else { return None };
    let (scheme, token) = given.to_str().ok()?.split_once(' ')?;
    let known = ["bearer", "token"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    known.then(|| token.trim_matches(' '))
}

/// Without keys, whoever can reach this machine's own address comes in, and a page in a browser can: not one of another site,
/// nor one whose name was made to lead here, but those that are allowed.
fn refuse_foreign(headers: &HeaderMap, allowed: &Origins) -> Result<(), Problem> {
    let text =
        |name| headers.get(name).map(|value: &axum::http::HeaderValue| value.to_str().unwrap_or_default());
    let local = |host: &str| {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        ["localhost", "127.0.0.1", "[::1]"].contains(&name)
    };
    let host = text(HOST).is_none_or(local);
    let origin = text(ORIGIN).is_none_or(|origin| {
        allowed.allow(origin) || origin.split_once("://").is_some_and(|(_, host)| local(host))
    });
    match host && origin {
        true => Ok(()),
        false => Err(Refusal::ForeignOrigin.into()),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use nepenthe_ops::Rights;

    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in pairs {
            map.append(*name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        map
    }

    #[test]
    fn a_key_is_taken_from_any_of_three_headers() {
        for pairs in [
            &[("authorization", "Bearer k")][..],
            &[("authorization", "bearer  k")],
            &[("authorization", "Token k")],
            &[("x-api-key", "k")],
            &[("authorization", "Bearer k"), ("x-api-key", "other")],
        ] {
            assert_eq!(token(&headers(pairs)), Some("k"), "{pairs:?}");
        }
        for pairs in [
            &[][..],
            &[("authorization", "k")],
            &[("authorization", "Basic k")],
            &[("authorization", "Basic k"), ("x-api-key", "k")],
            &[("authorization", "Bearer k"), ("authorization", "Bearer k")],
            &[("cookie", "k")],
        ] {
            assert_eq!(token(&headers(pairs)), None, "{pairs:?}");
        }
    }

    #[test]
    fn the_scope_is_the_one_named_where_the_key_opens_it() {
        let of = |pattern: &str, pairs: &[(&'static str, &str)]| {
            let principal = Principal {
                id: String::new(),
                rights: Rights::all(),
                scopes: pattern.parse().unwrap(),
                actor: String::new(),
            };
            scope(&principal, &headers(pairs)).map(|path| path.to_string()).ok()
        };
        assert_eq!(of("acme/alice", &[]).as_deref(), Some("acme/alice"));
        assert_eq!(of("acme/**", &[("nepenthe-scope", "acme/bob")]).as_deref(), Some("acme/bob"));
        assert_eq!(of("**", &[("nepenthe-scope", "用户/七")]).as_deref(), Some("用户/七"));
        for (pattern, pairs) in [
            ("acme/**", &[][..]),
            ("**", &[]),
            ("acme/**", &[("nepenthe-scope", "other")]),
            ("acme", &[("nepenthe-scope", "acme/bob")]),
            ("**", &[("nepenthe-scope", "a"), ("nepenthe-scope", "b")]),
            ("**", &[("nepenthe-scope", "")]),
            ("**", &[("nepenthe-scope", "../x")]),
        ] {
            assert_eq!(of(pattern, pairs), None, "{pattern} {pairs:?}");
        }
    }

    #[test]
    fn without_keys_pages_of_other_sites_are_refused() {
        let origins = Origins::new(vec!["https://app.example".parse().unwrap()]);
        for pairs in [
            &[][..],
            &[("host", "localhost:8080")],
            &[("host", "127.0.0.1:8080"), ("origin", "http://localhost:3000")],
            &[("host", "[::1]:8080"), ("origin", "http://[::1]")],
            &[("host", "localhost")],
            &[("host", "localhost"), ("origin", "https://app.example")],
        ] {
            assert!(refuse_foreign(&headers(pairs), &origins).is_ok(), "{pairs:?}");
        }
        for pairs in [
            &[("host", "evil.example:8080")][..],
            &[("host", "localhost.evil.example")],
            &[("host", "localhost"), ("origin", "https://evil.example")],
            &[("host", "localhost"), ("origin", "null")],
            &[("host", "127.0.0.1.nip.io")],
            &[("host", "192.168.0.1:8080")],
            &[("host", "localhost"), ("origin", "https://app.example.evil")],
            &[("host", "app.example"), ("origin", "https://app.example")],
        ] {
            assert!(refuse_foreign(&headers(pairs), &origins).is_err(), "{pairs:?}");
        }
    }
}
