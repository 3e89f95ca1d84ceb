//! The Model Context Protocol: tools over the operations, for clients of 2026-07-28 and for those that `initialize`.

mod answer;
mod call;
mod changed;
mod consent;
mod handler;
mod meant;
mod profile;
mod resource;
mod schema;
mod stdio;
mod tool;
mod tools;

use std::time::Duration;

pub use handler::McpServer;
pub use profile::Profile;
pub use stdio::serve_stdio;

/// For how long a plan can be carried out after it was shown.
pub const PLAN_LIFETIME: Duration = Duration::from_secs(600);

/// How the tools are offered.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// Which tools.
    pub profile: Profile,
    /// Whether `purge_commit` tells hosts that a person has to confirm each call.
    pub asks_person: bool,
    /// For how long a plan can be carried out.
    pub plan_lifetime: Duration,
}

impl Default for Manner {
    fn default() -> Self {
        Self { profile: Profile::Core, asks_person: true, plan_lifetime: PLAN_LIFETIME }
    }
}
