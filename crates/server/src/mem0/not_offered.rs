//! What the platform has and this server has not: 501, for whoever has a key.

use crate::http::{Problem, Refusal};

/// The paths, whatever the method.
pub(super) const PATHS: &[&str] = &[
    "/v1/exports", "/v1/exports/", "/v1/exports/{*rest}", "/v1/summary", "/v1/summary/", "/v1/feedback",
    "/v1/feedback/", "/v2/entities/{type}/{id}/profile", "/v2/entities/{type}/{id}/profile/",
    "/v2/profiles/{*rest}", "/api/v1/orgs/{*rest}", "/api/v1/webhooks/{*rest}",
];

pub(super) fn problem() -> Problem {
    Refusal::NotOffered.into()
}
