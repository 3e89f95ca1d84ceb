//! [`router`]: from a request to a page. Every page comes through here, and who may not is refused here.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Response, StatusCode};
use axum::routing::any;
use nepenthe_ops::{Code, OpError};

use super::answer::Answer;
use super::form::Form;
use super::visit::Visit;
use super::{
    admission, assets, case, cases, forget, health, keys, layout, login, memories, memory, plan, receipts,
    scopes,
};
use crate::http::{Problem, Refusal, Service, read_body};

/// Answers every path of the console.
pub(crate) fn router() -> Router<Arc<Service>> {
    Router::new()
        .route("/console", any(dispatch))
        .route("/console/", any(dispatch))
        .route("/console/{*page}", any(dispatch))
}

async fn dispatch(State(service): State<Arc<Service>>, request: Request) -> Response<Body> {
    let begun = Instant::now();
    let response = answer(&service, request).await;
    service.metrics.request("/console", response.status().as_u16(), begun.elapsed());
    response
}

async fn answer(service: &Arc<Service>, request: Request) -> Response<Body> {
    let (Parts { method, uri, headers, .. }, body) = request.into_parts();
    if let Some(asset) = assets::answer(uri.path()) {
        return asset;
    }
    let post = match method {
        Method::GET | Method::HEAD => false,
        Method::POST => true,
        _ => return refused(&Refusal::MethodNotAllowed.into()),
    };
    let body = match post {
        true => match admission::refuse_cross_site(&headers) {
            Ok(()) => read_body(body, service.max_body, service.timeout).await,
            Err(problem) => Err(problem),
        },
        false => Ok(Vec::new()),
    };
    let body = match body {
        Ok(body) => body,
        Err(problem) => return refused(&problem),
    };
    let asked = Asked {
        service: Arc::clone(service),
        post,
        path: uri.path().to_owned(),
        headers,
        form: Form::read(&body),
        query: Form::read(uri.query().unwrap_or_default().as_bytes()),
    };
    let work = tokio::task::spawn_blocking(move || asked.done());
    match tokio::time::timeout(service.timeout, work).await {
        Ok(Ok(response)) => response,
        // Where it was is in the log.
        Ok(Err(_)) => refused(&Refusal::Broken.into()),
        Err(_) => refused(&Refusal::Timeout.into()),
    }
}

/// Why there is no page, to whoever is nobody yet.
fn refused(problem: &Problem) -> Response<Body> {
    let (status, title, detail) = problem.told();
    Answer::Page(status, layout::bare(title, &layout::wrong(title, detail))).into_response()
}

/// A request on its way to a page.
struct Asked {
    service: Arc<Service>,
    post: bool,
    path: String,
    headers: HeaderMap,
    form: Form,
    query: Form,
}

impl Asked {
    fn done(&self) -> Response<Body> {
        self.answer().map_or_else(|problem| refused(&problem), Answer::into_response)
    }

    fn answer(&self) -> Result<Answer, Problem> {
        let path = self.path.strip_prefix("/console").unwrap_or_default().trim_matches('/');
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let found = admission::visitor(&self.service, &self.headers)?;
        match (self.post, parts.as_slice(), &found) {
            (false, ["login"], None) => return Ok(login::page(None)),
            (true, ["login"], None) => return login::enter(&self.service, &self.headers, &self.form),
            (_, _, None) => return Ok(Answer::To("/console/login".into())),
            _ => {}
        }
        let (principal, session) = found.ok_or(Refusal::Unauthorized)?;
        let visit = Visit {
            service: &self.service,
            principal,
            session,
            headers: &self.headers,
            form: &self.form,
            query: &self.query,
        };
        Ok(self.page(&visit, &parts).unwrap_or_else(|problem| {
            if let Some(logged) = problem.logged() {
                eprintln!("nepenthe: console: {logged}");
            }
            let (status, title, detail) = problem.told();
            // What is not there and what may not be seen look the same.
            let status = if status == StatusCode::UNAUTHORIZED { StatusCode::FORBIDDEN } else { status };
            Answer::Page(status, layout::error(&visit, title, detail))
        }))
    }

    fn page(&self, visit: &Visit<'_>, parts: &[&str]) -> Result<Answer, Problem> {
        match (self.post, parts) {
            (false, ["login"]) => Ok(Answer::To("/console".into())),
            // Whoever logs in anew is somebody else from here on.
            (true, ["login"]) => login::change(visit, &self.form),
            (true, ["logout"]) => Ok(login::leave(visit)),
            (false, []) => scopes::home(visit),
            (false, ["scopes"]) => scopes::page(visit),
            (true, ["open"]) => scopes::open(visit),
            (false, ["cases"]) => cases::list(visit),
            (true, ["cases"]) => cases::open(visit),
            (false, ["cases", name]) => case::page(visit, name),
            (true, ["cases", name, "search"]) => case::search(visit, name),
            (true, ["cases", name, "decide"]) => case::decide(visit, name),
            (true, ["cases", name, "apply"]) => case::apply(visit, name),
            (true, ["cases", name, "drop"]) => case::drop_it(visit, name),
            (false, ["cases", name, "certificate"]) => case::certificate(visit, name),
            (false, ["cases", name, "file"]) => case::file(visit, name),
            (false, ["cases", name, "held"]) => case::held(visit, name),
            (false, ["health"]) => health::page(visit),
            (true, ["health", "check"]) => health::check(visit),
            (false, ["keys"]) => keys::page(visit),
            (true, ["keys"]) => keys::make(visit),
            (true, ["keys", id, "revoke"]) => keys::revoke(visit, id),
            (post, ["s", tag, rest @ ..]) => {
                let place = visit.place(tag)?;
                match (post, rest) {
                    (false, ["memories"]) => memories::list(&place),
                    (true, ["memories"]) => memories::search(&place),
                    (true, ["inscribe"]) => memories::inscribe(&place),
                    (false, ["memories", id]) => memory::page(&place, id),
                    (true, ["memories", id, "release" | "restore" | "edit" | "pin" | "unpin"]) => {
                        memory::change(&place, id, rest[2])
                    }
                    (false, ["forget"]) => forget::page(&place),
                    (true, ["plans"]) => forget::plan(&place),
                    (false, ["plans", id]) => plan::page(&place, id),
                    (true, ["plans", id, "commit"]) => plan::commit(&place, id),
                    (true, ["plans", id, "drop"]) => plan::drop_it(&place, id),
                    (false, ["receipts"]) => receipts::list(&place),
                    (false, ["receipts", id]) => receipts::page(&place, id),
                    (false, ["receipts", id, "file"]) => receipts::file(&place, id),
                    (true, ["scrub"]) => health::scrub(&place),
                    _ => Err(no_page()),
                }
            }
            _ => Err(no_page()),
        }
    }
}

fn no_page() -> Problem {
    OpError::new(Code::NotFound, "there is no such page").into()
}
