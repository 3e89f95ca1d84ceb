//! [`scrub`]: finishes erasures that could not be finished when they were made, without anybody asking.

use std::sync::Arc;
use std::time::{Duration, Instant};

use nepenthe_ops::{Code, OpError};

use super::Service;

/// How long after a look without anything to finish, or after a success, is looked again.
const SOON: Duration = Duration::from_secs(2);
/// How long is waited at most between two tries of what something is in the way of.
const LATEST: Duration = Duration::from_secs(60);

/// Looks every few seconds whether erasures wait, and tries to finish them, ever more seldom while something is in the way.
/// Ends when the server stops, after a try that is under way.
pub(super) async fn scrub(service: Arc<Service>) {
    let (mut stopping, mut wait) = (service.stopping(), SOON);
    loop {
        tokio::select! {
            _ = stopping.wait_for(|stop| *stop) => return,
            () = tokio::time::sleep(wait) => {}
        }
        let service = Arc::clone(&service);
        wait = match tokio::task::spawn_blocking(move || finish(&service)).await {
            Ok(Ok(0)) => SOON,
            // What else is wrong, whoever uses the store is told.
            _ => LATEST.min(wait * 2),
        };
    }
}

/// Tries to finish what waits, and returns how many erasures wait still.
fn finish(service: &Service) -> Result<usize, OpError> {
    let store = service.store.store(service.rights)?;
    let waiting = store.unfinished_erasures().map_err(OpError::from)?;
    if waiting == 0 {
        service.metrics.scrub_pending(0);
        return Ok(0);
    }
    let begun = Instant::now();
    let finished = store.finish_erasures().map_err(OpError::from);
    service.metrics.scrubbed(begun.elapsed());
    if finished.as_ref().is_err_and(|error| error.code() == Code::Reembedded) {
        service.store.let_go();
    }
    let waiting = store.unfinished_erasures().map_err(OpError::from)?;
    service.metrics.scrub_pending(waiting);
    finished.map(|()| waiting)
}
