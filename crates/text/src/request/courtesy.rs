//! Courtesies at the start of a request: "please", "could you", "bitte".

use super::phrase_match::opening;
use crate::lang::List;

/// A request without the courtesies at its start.
pub(super) fn without_courtesy(request: &str) -> &str {
    let mut core = request.trim_start();
    while let Some(rest) =
        opening(core, List::Polite.english()).or_else(|| opening(core, List::Polite.elsewhere()))
    {
        core = rest;
    }
    core
}
