//! Checks that an adapter in another process keeps to the protocol, before a run is made with it.

mod bench;
mod checks;
mod finding;
mod footprint;

use serde::Serialize;

use bench::Bench;
use checks::CHECKS;
pub use finding::{Finding, Outcome};

use crate::adapter::process::Launch;
use crate::serve::Access;

/// What the checks of one adapter found.
#[derive(Debug, Clone, Serialize)]
pub struct Conformance {
    /// What was started.
    pub command: String,
    /// The system's name and version, where it told them.
    pub system: Option<String>,
    /// Every check, in order.
    pub findings: Vec<Finding>,
}

impl Conformance {
    /// Returns how many checks failed that no adapter may fail.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.findings.iter().filter(|finding| finding.required && finding.outcome == Outcome::Fail).count()
    }
}

/// Starts an adapter and puts it through every check. Where a name is given, the adapter has to call itself so.
#[must_use]
pub fn check(launch: &Launch, access: Option<&Access>, name: Option<&str>) -> Conformance {
    let mut bench = Bench::new(launch, access, name);
    let findings = CHECKS.iter().map(|check| check.run(&mut bench)).collect();
    let system = bench.described().map(|about| format!("{} {}", about.name, about.version));
    Conformance { command: launch.command(), system, findings }
}
