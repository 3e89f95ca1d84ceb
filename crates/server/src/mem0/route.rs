//! [`Route`]: one method of one path, as it is answered.

use axum::routing::MethodFilter;

use super::answer::Answer;
use super::call::Call;
use crate::http::Problem;

/// One method of one path.
pub(super) struct Route {
    pub(super) method: MethodFilter,
    /// As the router writes it, with the slash at its end. Without it, it is answered too.
    pub(super) path: &'static str,
    /// Whether without the slash it is the REST API's own.
    pub(super) is_rest: bool,
    /// The keys that the query may have, each once.
    pub(super) query: &'static [&'static str],
    /// Whether a body of JSON comes with it.
    pub(super) takes_body: bool,
    pub(super) call: fn(&Call<'_>) -> Result<Answer, Problem>,
}

impl Route {
    pub(super) const fn new(
        method: MethodFilter,
        path: &'static str,
        call: fn(&Call<'_>) -> Result<Answer, Problem>,
    ) -> Self {
        Self { method, path, is_rest: false, query: &[], takes_body: false, call }
    }
}
