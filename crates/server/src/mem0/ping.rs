//! What a client asks first: whether its key opens anything.

use axum::routing::MethodFilter;
use serde_json::json;

use super::answer::Answer;
use super::call::Call;
use super::route::Route;
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[Route::new(MethodFilter::GET, "/v1/ping/", ping)];

#[expect(clippy::unnecessary_wraps, reason = "a route may refuse")]
fn ping(call: &Call<'_>) -> Result<Answer, Problem> {
    let project = match call.principal.id.as_str() {
        "" => "local",
        id => id,
    };
    Ok(Answer::new(
        json!({ "status": "ok", "user_email": null, "org_id": "nepenthe", "project_id": project }),
    ))
}
