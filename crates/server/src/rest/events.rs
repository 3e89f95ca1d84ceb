//! The events of a scope as they happen: ids and verbs, and no texts (Server-Sent Events).

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use http_body_util::BodyExt;
use http_body_util::channel::{Channel, Sender};
use nepenthe_ops::{self as ops, Code, Event, LogInput, OpError, table};
use tokio::sync::oneshot;

use super::answer::Answer;
use super::call::Call;
use super::route::{Answers, Needs, Route};
use crate::Door;
use crate::http::{Problem, Service, Slot, readmit, scope};

pub(super) const ROUTES: &[Route] = &[Route {
    path: "/v1/events",
    name: "events",
    summary: "Follow the events of the scope, from the first on, or after Last-Event-ID",
    needs: Needs::Operations(&[table::LOG]),
    answers: Answers::Events,
    call: events,
    ..Route::USUAL
}];

/// How often the log is read.
const EVERY: Duration = Duration::from_secs(1);
/// After how many looks without news a client is told that the server is still there.
const QUIET: u32 = 15;
/// How many events are read at a time.
const SOME: usize = 500;
/// By which a client is told that the server is there.
const HEARTBEAT: &[u8] = b":\n\n";

/// Looks at what is asked; [`follow`] goes on.
fn events(call: &Call<'_>) -> Result<Answer, Problem> {
    let mut given = call.headers.get_all("last-event-id").iter();
    let after = match (given.next(), given.next()) {
        (None, _) => Some(0),
        (Some(last), None) => last.to_str().ok().and_then(|last| last.parse().ok()).filter(|last| *last >= 0),
        (Some(_), Some(_)) => None,
    };
    let after =
        after.ok_or_else(|| OpError::new(Code::BadRequest, "Last-Event-ID is none that an event had"))?;
    let input = LogInput { after, limit: Some(1), ..LogInput::default() };
    call.with(&table::LOG, |scope| ops::log(scope, &input))?;
    Ok(Answer::events(after))
}

/// Sends events until the client is gone, its key opens the scope no more, or the server stops. The slot is taken until then.
pub(super) fn follow(service: Arc<Service>, door: Door, headers: HeaderMap, after: i64, slot: Slot) -> Body {
    let (sender, body) = Channel::<Bytes>::new(4);
    // Whoever drops the body drops this.
    let (there, gone) = oneshot::channel::<()>();
    let held = (there, slot);
    tokio::spawn(async move {
        let mut stopping = service.stopping();
        tokio::select! {
            _ = stopping.wait_for(|stop| *stop) => {}
            _ = gone => {}
            () = send(&service, Arc::new(door), headers, after, sender) => {}
        }
    });
    Body::new(body.map_frame(move |frame| {
        let _ = &held;
        frame
    }))
}

async fn send(
    service: &Service,
    door: Arc<Door>,
    headers: HeaderMap,
    mut after: i64,
    mut sender: Sender<Bytes>,
) {
    let mut quiet = QUIET;
    while may_follow(service, &door, &headers) {
        let (input, read) = (LogInput { after, limit: Some(SOME), ..LogInput::default() }, Arc::clone(&door));
        let read = tokio::task::spawn_blocking(move || read.with(|scope| ops::log(scope, &input)));
        let Ok(Ok(logged)) = read.await else { return };
        let news: String = logged.events.iter().map(written).collect();
        after = logged.events.last().map_or(after, |last| last.seq.get());
        let said = match news.is_empty() {
            false => Some(news.into()),
            true if quiet >= QUIET => Some(Bytes::from_static(HEARTBEAT)),
            true => None,
        };
        quiet = if said.is_some() { 0 } else { quiet + 1 };
        if let Some(said) = said
            && sender.send_data(said).await.is_err()
        {
            return;
        }
        if logged.events.len() < SOME {
            tokio::time::sleep(EVERY).await;
        }
    }
}

/// Whether whoever began the stream might begin it now.
fn may_follow(service: &Service, door: &Door, headers: &HeaderMap) -> bool {
    readmit(service, headers).is_ok_and(|principal| {
        let opens = scope(&principal, headers).is_ok_and(|path| path == *door.path());
        opens && principal.rights.allows(table::LOG.right)
    })
}

fn written(event: &Event) -> String {
    let data = serde_json::to_string(event).unwrap_or_default();
    format!("id: {}\nevent: {}\ndata: {data}\n\n", event.seq, ops::word(&event.kind))
}
