//! The REST API `/v1`: a table of routes over the operations, one file a group of them.

mod answer;
mod call;
mod cases;
mod changes;
mod dispatch;
mod events;
mod health;
mod idempotency;
mod memories;
mod openapi;
mod plans;
mod recall;
mod receipts;
mod route;
mod transfer;

use route::Route;

pub(crate) use dispatch::router;
pub(crate) use idempotency::Idempotency;
pub use openapi::openapi;

/// Every route, in the order of the documentation.
pub(crate) fn routes() -> impl Iterator<Item = &'static Route> {
    let groups = [
        memories::ROUTES,
        recall::ROUTES,
        changes::ROUTES,
        plans::ROUTES,
        receipts::ROUTES,
        transfer::ROUTES,
        events::ROUTES,
        cases::ROUTES,
        health::ROUTES,
        openapi::ROUTES,
    ];
    groups.into_iter().flatten()
}
