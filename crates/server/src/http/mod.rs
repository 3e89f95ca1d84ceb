//! The HTTP server: what it is started with, who is let in, and how it stops.

mod admission;
mod body;
mod mcp_doors;
mod metrics;
mod problem;
mod resource;
mod serve;
mod service;

pub use serve::{HttpError, HttpOptions, serve_http};

pub(crate) use admission::{admit, refuse_foreign, scope};
pub(crate) use body::read_body;
pub(crate) use mcp_doors::answer_mcp;
pub(crate) use problem::{Problem, Refusal};
pub(crate) use resource::Resource;
pub(crate) use service::Service;
