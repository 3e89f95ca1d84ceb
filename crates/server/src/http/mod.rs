//! The HTTP server: what it is started with, who is let in, and how it stops.

mod admission;
mod body;
mod metrics;
mod problem;
mod serve;
mod service;

pub use serve::{HttpError, HttpOptions, serve_http};

pub(crate) use admission::{admit, scope};
pub(crate) use body::read_body;
pub(crate) use problem::{Problem, Refusal};
pub(crate) use service::Service;
