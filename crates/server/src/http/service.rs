//! [`Service`]: what all requests share.

use std::sync::Arc;
use std::time::Duration;

use nepenthe_ops::OpError;

use super::Resource;
use super::mcp_doors::McpDoors;
use super::metrics::Metrics;
use crate::SharedStore;
use crate::auth::KeyRing;
use crate::console::Console;
use crate::plans::Plans;
use crate::rest::Idempotency;

/// What all requests share.
pub(crate) struct Service {
    pub(crate) store: Arc<SharedStore>,
    /// Who is let in; anybody, where there are none.
    pub(crate) keys: Option<KeyRing>,
    pub(crate) plans: Plans,
    pub(crate) idempotency: Idempotency,
    pub(crate) mcp: McpDoors,
    pub(crate) console: Console,
    pub(crate) resource: Resource,
    pub(crate) metrics: Metrics,
    /// The longest body, in bytes.
    pub(crate) max_body: usize,
    /// How long a body may take to come, and how long is waited for the work.
    pub(crate) timeout: Duration,
}

impl Service {
    #[expect(clippy::too_many_arguments, reason = "each is what all requests share")]
    pub(crate) fn new(
        store: Arc<SharedStore>,
        keys: Option<KeyRing>,
        mcp: McpDoors,
        console: Console,
        resource: Resource,
        plan_lifetime: Duration,
        max_body: usize,
        timeout: Duration,
    ) -> Result<Self, OpError> {
        let (plans, idempotency) = (Plans::new(plan_lifetime)?, Idempotency::new()?);
        Ok(Self {
            store,
            keys,
            plans,
            idempotency,
            mcp,
            console,
            resource,
            metrics: Metrics::default(),
            max_body,
            timeout,
        })
    }
}
