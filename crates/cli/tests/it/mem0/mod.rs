//! Mem0's platform API: its own clients, unchanged, and requests that they would not send.

mod clients;
mod erasing;
mod filters;
mod hostile;
mod paths;
mod support;
mod tenants;
