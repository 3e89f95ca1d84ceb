//! [`router`]: from a request to its answer.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{Query, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::{any, on};

use super::answer::{Answer, refused};
use super::call::{Call, bad};
use super::not_offered;
use super::project::Project;
use super::route::Route;
use super::routes;
use crate::http::{Problem, Refusal, Service, admit, read_body};

/// Answers every route with its slash at the end and without, and never sends anybody from one to the other.
pub(crate) fn router() -> Router<Arc<Service>> {
    let mut router = Router::new();
    for route in routes() {
        let handler = move |State(service): State<Arc<Service>>,
                            params: Result<RawPathParams, RawPathParamsRejection>,
                            request: Request| dispatch(service, route, params, request);
        router = router.route(route.path, on(route.method, handler));
        if !route.is_rest {
            router = router.route(route.path.trim_end_matches('/'), on(route.method, handler));
        }
    }
    for path in not_offered::PATHS {
        let handler = move |State(service): State<Arc<Service>>, request: Request| async move {
            let begun = Instant::now();
            let refusal =
                admit(&service, request.headers()).map_or_else(|problem| problem, |_| not_offered::problem());
            respond(&service, path, Err(refusal), begun)
        };
        router = router.route(path, any(handler));
    }
    router
}

async fn dispatch(
    service: Arc<Service>,
    route: &'static Route,
    params: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let answered = answer(&service, route, params, request).await;
    if let Some(logged) = answered.as_ref().err().and_then(Problem::logged) {
        eprintln!("nepenthe: {} {}: {logged}", method, route.path);
    }
    respond(&service, route.path, answered, begun)
}

fn respond(
    service: &Service,
    path: &'static str,
    answered: Result<Answer, Problem>,
    begun: Instant,
) -> Response {
    let response = answered.map_or_else(refused, Answer::into_response);
    service.metrics.request(path, response.status().as_u16(), begun.elapsed());
    response
}

async fn answer(
    service: &Arc<Service>,
    route: &'static Route,
    params: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
) -> Result<Answer, Problem> {
    let (Parts { headers, uri, .. }, body) = request.into_parts();
    let principal = admit(service, &headers)?;
    let project = Project::of(&principal, &headers)?;
    let params = params.map_err(|_| bad("the path is not UTF-8"))?;
    let params: Vec<String> = params.iter().map(|(_, value)| value.to_owned()).collect();
    let query =
        Query::<Vec<(String, String)>>::try_from_uri(&uri).map_err(|_| bad("the query cannot be read"))?.0;
    let body = read_body(body, service.max_body, service.timeout).await?;
    let service = Arc::clone(service);
    let timeout = service.timeout;
    let work = tokio::task::spawn_blocking(move || {
        let call = Call { service: &service, principal, project, params, query, headers, body };
        call.refuse_unlike(route)?;
        (route.call)(&call)
    });
    match tokio::time::timeout(timeout, work).await {
        Ok(Ok(answered)) => answered,
        // Where it was is in the log.
        Ok(Err(_)) => Err(Refusal::Broken.into()),
        Err(_) => Err(Refusal::Timeout.into()),
    }
}
