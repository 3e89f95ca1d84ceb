//! The HTTP server: what it is started with, who is let in, and how it stops.

mod admission;
mod body;
mod mcp_doors;
mod metrics;
mod origins;
mod problem;
mod resource;
mod scrub;
mod serve;
mod service;
mod streams;

pub use origins::{NoOrigin, Origin};
pub use serve::{HttpError, HttpOptions, serve_http};

pub(crate) use admission::{admit, readmit, scope};
pub(crate) use body::read_body;
pub(crate) use mcp_doors::answer_mcp;
pub(crate) use origins::{Origins, cors};
pub(crate) use problem::{Problem, Refusal};
pub(crate) use resource::Resource;
pub(crate) use service::Service;
pub(crate) use streams::{Slot, Streams};
