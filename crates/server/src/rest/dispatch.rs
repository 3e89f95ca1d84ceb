//! [`router`]: from a request to its answer. Every route comes through here, and who may not is refused here.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{Query, RawPathParams, Request, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, any, on};
use nepenthe_ops::{Code, OpError, Reach};

use super::answer::{Answer, REPLAYED};
use super::call::Call;
use super::idempotency::{Begun, Done};
use super::route::{Method, Needs, Once, Route};
use super::{events, routes};
use crate::Door;
use crate::auth::{Principal, ScopePattern};
use crate::http::{Problem, Refusal, Service, admit, answer_mcp, cors, read_body, scope};

/// The header that names a request which is to be done once.
const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// Answers every route, and MCP.
pub(crate) fn router(service: Arc<Service>) -> Router {
    let mut router = Router::new();
    for route in routes() {
        let filter = match route.method {
            Method::Get => MethodFilter::GET,
            Method::Post => MethodFilter::POST,
            Method::Patch => MethodFilter::PATCH,
            Method::Delete => MethodFilter::DELETE,
        };
        let handler = move |State(service): State<Arc<Service>>,
                            id: Result<RawPathParams, RawPathParamsRejection>,
                            request: Request| dispatch(service, route, id, request);
        router = router.route(route.path, on(filter, handler));
    }
    router
        .route("/mcp", any(answer_mcp))
        .merge(crate::mem0::router())
        .fallback(async || Problem::from(Refusal::NoRoute).into_response())
        .method_not_allowed_fallback(async || Problem::from(Refusal::MethodNotAllowed).into_response())
        .layer(from_fn_with_state(Arc::clone(&service), cors))
        .with_state(service)
}

/// Answers, counts, and writes into the log what is wrong with the server itself.
async fn dispatch(
    service: Arc<Service>,
    route: &'static Route,
    id: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
) -> Response {
    let begun = Instant::now();
    let response = match answer(&service, route, id, request).await {
        Ok((answer, stream)) => answer.into_response(route.status, stream),
        Err(problem) => {
            if let Some(logged) = problem.logged() {
                eprintln!("nepenthe: {} {}: {logged}", route.method.as_str(), route.path);
            }
            problem.into_response()
        }
    };
    service.metrics.request(route.path, response.status().as_u16(), begun.elapsed());
    response
}

/// A request whose sender may make it, on its way to the store.
struct Admitted {
    service: Arc<Service>,
    route: &'static Route,
    principal: Option<Principal>,
    door: Option<Door>,
    headers: HeaderMap,
    id: Option<String>,
    query: Vec<(String, String)>,
    body: Vec<u8>,
}

async fn answer(
    service: &Arc<Service>,
    route: &'static Route,
    id: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
) -> Result<(Answer, Option<Body>), Problem> {
    let (Parts { headers, uri, .. }, body) = request.into_parts();
    let (principal, door) = let_in(service, route, &headers)?;
    let bad = |message| Problem::from(OpError::new(Code::BadRequest, message));
    let id = id.map_err(|_| bad("the path is not UTF-8"))?;
    let id = id.iter().next().map(|(_, id)| id.to_owned());
    let query =
        Query::<Vec<(String, String)>>::try_from_uri(&uri).map_err(|_| bad("the query cannot be read"))?.0;
    let body = read_body(body, service.max_body, service.timeout).await?;
    let admitted =
        Admitted { service: Arc::clone(service), route, principal, door, headers, id, query, body };
    let work = tokio::task::spawn_blocking(move || {
        let answered = admitted.done();
        (answered, admitted)
    });
    match tokio::time::timeout(service.timeout, work).await {
        Ok(Ok((answered, admitted))) => {
            let answer = answered?;
            let stream = answer.after.map(|after| admitted.follow(after)).transpose()?;
            Ok((answer, stream.flatten()))
        }
        // Where it was is in the log.
        Ok(Err(_)) => Err(Refusal::Broken.into()),
        Err(_) => Err(Refusal::Timeout.into()),
    }
}

/// Looks at key, rights and scope.
fn let_in(
    service: &Service,
    route: &Route,
    headers: &HeaderMap,
) -> Result<(Option<Principal>, Option<Door>), Problem> {
    if let Needs::Nothing = route.needs {
        return Ok((None, None));
    }
    let principal = admit(service, headers)?;
    let mut in_scope = false;
    match route.needs {
        Needs::Operations(operations) => {
            let none = operations.iter().all(|operation| !principal.rights.allows(operation.right));
            if let (true, Some(first)) = (none, operations.first()) {
                crate::door::demand(principal.rights, first)?;
            }
            in_scope = operations.iter().any(|operation| operation.reach == Reach::Scope);
        }
        Needs::Everywhere(right)
            if !principal.rights.allows(right) || principal.scopes != ScopePattern::All =>
        {
            let message = format!("this needs the right {right} in every scope, which was not given");
            return Err(OpError::new(Code::RightMissing, message).into());
        }
        _ => {}
    }
    let door = match in_scope {
        true => {
            let Principal { rights, actor, .. } = &principal;
            let path = scope(&principal, headers)?;
            Some(Door::of(Arc::clone(&service.store), path, *rights, actor.clone()))
        }
        false => None,
    };
    Ok((Some(principal), door))
}

impl Admitted {
    fn call(&self) -> Call<'_> {
        Call {
            service: &self.service,
            route: self.route,
            principal: self.principal.as_ref(),
            door: self.door.as_ref(),
            headers: &self.headers,
            id: self.id.as_deref(),
            query: &self.query,
            body: &self.body,
        }
    }

    /// The stream of the scope's events.
    fn follow(self, after: i64) -> Result<Option<Body>, Problem> {
        let key = self.principal.as_ref().map_or("", |principal| principal.id.as_str());
        let slot = self.service.streams.begin(key)?;
        Ok(self.door.map(|door| events::follow(self.service, door, self.headers, after, slot)))
    }

    /// Does the work, which may wait for the store.
    fn done(&self) -> Result<Answer, Problem> {
        let call = self.call();
        call.refuse_unlike()?;
        let Some(name) = self.idempotency_key()? else { return (self.route.call)(&call) };
        let principal = self.principal.as_ref().map_or("", |principal| principal.id.as_str());
        let scope = self.door.as_ref().map_or("", |door| door.path().as_str());
        let name = [principal.as_bytes(), scope.as_bytes(), name];
        let id = self.id.as_deref().unwrap_or_default();
        let request = [self.route.name.as_bytes(), id.as_bytes(), &self.body];
        let ticket = match self.service.idempotency.begin(&name, &request)? {
            Begun::First(ticket) => ticket,
            Begun::Answered(done) => {
                let answer = match (done, self.route.once) {
                    (Done::Whole(answer), _) => answer,
                    (Done::Id(id), Once::Again(again)) => again(&call, &id)?,
                    (Done::Id(_), _) => return Err(Refusal::IdempotencyReused.into()),
                };
                return Ok(answer.with(REPLAYED, "true"));
            }
        };
        let answer = (self.route.call)(&call)?;
        ticket.done(match (self.route.once, &answer.id) {
            (Once::Again(_), Some(id)) => Done::Id(id.clone()),
            _ => Done::Whole(answer.clone()),
        });
        Ok(answer)
    }

    /// The key of a request that is to be done once, where the route knows such.
    fn idempotency_key(&self) -> Result<Option<&[u8]>, Problem> {
        if let Once::No = self.route.once {
            return Ok(None);
        }
        let mut keys = self.headers.get_all(IDEMPOTENCY_KEY).iter();
        match (keys.next().map(|key| key.as_bytes()), keys.next()) {
            (None, _) => Ok(None),
            (Some(key), None) if (1..=255).contains(&key.len()) => Ok(Some(key)),
            _ => Err(OpError::new(Code::BadRequest, "an Idempotency-Key has 1 to 255 bytes, and comes once")
                .into()),
        }
    }
}
