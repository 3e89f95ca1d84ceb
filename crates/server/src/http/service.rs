//! [`Service`]: what all requests share.

use std::sync::Arc;
use std::time::Duration;

use nepenthe_ops::{OpError, Rights};
use tokio::sync::watch;

use super::mcp_doors::McpDoors;
use super::metrics::Metrics;
use super::{HttpOptions, Origins, Resource, Streams};
use crate::SharedStore;
use crate::auth::{Issuer, KeyRing, RateLimit};
use crate::case_files::CaseFiles;
use crate::mem0::Erased;
use crate::plans::Plans;
use crate::rest::Idempotency;

/// What all requests share.
pub(crate) struct Service {
    pub(crate) store: Arc<SharedStore>,
    /// Who is let in; anybody, where there are none.
    pub(crate) keys: Option<KeyRing>,
    /// Whose tokens let in too.
    pub(crate) issuer: Option<Issuer>,
    /// The most that anybody may do.
    pub(crate) rights: Rights,
    /// How often a key may ask.
    pub(crate) rate_limit: Option<RateLimit>,
    /// The sites whose pages may ask.
    pub(crate) origins: Origins,
    pub(crate) plans: Plans,
    pub(crate) idempotency: Idempotency,
    pub(crate) erased: Erased,
    pub(crate) mcp: McpDoors,
    pub(crate) resource: Resource,
    pub(crate) metrics: Metrics,
    pub(crate) streams: Streams,
    pub(crate) cases: CaseFiles,
    stopping: watch::Sender<bool>,
    /// The longest body, in bytes.
    pub(crate) max_body: usize,
    /// How long a body may take to come, and how long is waited for the work.
    pub(crate) timeout: Duration,
}

impl Service {
    /// Takes what it is to be; `base` is the URL by which it is reached, without a path.
    pub(crate) fn new(store: Arc<SharedStore>, options: HttpOptions, base: String) -> Result<Self, OpError> {
        let HttpOptions {
            keys, issuer, rights, rate_limit, max_body, timeout, hosts, origins, manner, ..
        } = options;
        let origins = Origins::new(origins);
        Ok(Self {
            keys,
            issuer,
            rights,
            rate_limit: rate_limit.map(RateLimit::new),
            plans: Plans::new(manner.plan_lifetime)?,
            idempotency: Idempotency::new()?,
            erased: Erased::new()?,
            mcp: McpDoors::new(Arc::clone(&store), manner, max_body, &hosts, &origins),
            cases: CaseFiles::of_store(&store.db()),
            store,
            origins,
            resource: Resource::new(base),
            metrics: Metrics::default(),
            streams: Streams::default(),
            stopping: watch::Sender::new(false),
            max_body,
            timeout,
        })
    }

    /// Ends the streams that are open, and lets no new ones begin.
    pub(super) fn stop(&self) {
        self.stopping.send_replace(true);
        self.mcp.stop();
    }

    /// Turns true when the server stops.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }
}
