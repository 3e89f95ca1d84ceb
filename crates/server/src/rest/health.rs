//! Whether the server is there and well, and what it did.

use nepenthe_ops::{OpError, Right};
use schemars::JsonSchema;
use serde::Serialize;

use super::answer::Answer;
use super::call::Call;
use super::route::{Answers, Needs, Route, shape};
use crate::http::{Problem, Resource};

pub(super) const ROUTES: &[Route] = &[
    Route {
        path: "/healthz",
        name: "health",
        summary: "Tell that the server is there",
        answers: Answers::Json(shape::<Health>),
        call: |_| Ok(Answer::json(&Health { status: "ok" })),
        ..Route::USUAL
    },
    Route {
        path: "/readyz",
        name: "ready",
        summary: "Tell that the store can be read",
        answers: Answers::Json(shape::<Health>),
        call: ready,
        ..Route::USUAL
    },
    Route {
        path: "/metrics",
        name: "metrics",
        summary: "Write what was asked and how it went, as Prometheus reads it",
        needs: Needs::Everywhere(Right::Audit),
        answers: Answers::Text,
        call: metrics,
        ..Route::USUAL
    },
    Route {
        path: "/.well-known/oauth-protected-resource",
        name: "resource",
        summary: "Tell how the MCP endpoint is protected (RFC 9728)",
        answers: Answers::Json(shape::<Resource>),
        call: resource,
        ..Route::USUAL
    },
    Route {
        path: "/.well-known/oauth-protected-resource/mcp",
        name: "resource_of_mcp",
        summary: "Tell the same, where clients of MCP look first",
        answers: Answers::Json(shape::<Resource>),
        call: resource,
        ..Route::USUAL
    },
];

fn resource(call: &Call<'_>) -> Result<Answer, Problem> {
    Ok(Answer::json(&call.service.resource))
}

/// That it is well.
#[derive(Serialize, JsonSchema)]
struct Health {
    /// `ok`.
    status: &'static str,
}

fn ready(call: &Call<'_>) -> Result<Answer, Problem> {
    call.service.store.store(call.service.rights)?.origin().map_err(OpError::from)?;
    Ok(Answer::json(&Health { status: "ok" }))
}

fn metrics(call: &Call<'_>) -> Result<Answer, Problem> {
    let text = call.service.metrics.text(call.service.plans.waiting());
    Ok(Answer::text(text, "text/plain; version=0.0.4; charset=utf-8"))
}
