//! [`Call`]: one request, with what it may use.

use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use nepenthe::{MemoryId, Scope, ScopePath};
use nepenthe_ops::{self as ops, Code, OpError, Operation, table};
use serde::de::DeserializeOwned;

use super::project::Project;
use super::route::Route;
use crate::Door;
use crate::auth::Principal;
use crate::http::{Problem, Refusal, Service};
use crate::unquoted::without_value;

/// One request.
pub(super) struct Call<'a> {
    pub(super) service: &'a Service,
    pub(super) principal: Principal,
    pub(super) project: Project,
    /// What stands in the path where the route has parameters, in their order.
    pub(super) params: Vec<String>,
    pub(super) query: Vec<(String, String)>,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

impl Call<'_> {
    /// Does an operation in a scope of the project. This is the one way to it: who may not do the operation is refused here.
    pub(super) fn with<T>(
        &self,
        operation: &Operation,
        path: &ScopePath,
        work: impl Fn(&Scope) -> Result<T, OpError>,
    ) -> Result<T, OpError> {
        self.demand(operation)?;
        let (rights, actor) = (self.principal.rights, self.principal.actor.clone());
        Door::of(Arc::clone(&self.service.store), path.clone(), rights, actor).with(work)
    }

    /// Refuses an operation that whoever asks may not do.
    pub(super) fn demand(&self, operation: &Operation) -> Result<(), OpError> {
        crate::door::demand(self.principal.rights, operation)
    }

    /// Returns the scope of a memory in which an operation is to be done. What is not in the project is not there.
    pub(super) fn find(&self, operation: &Operation, id: MemoryId) -> Result<ScopePath, OpError> {
        self.demand(operation)?;
        let store = self.service.store.store(self.principal.rights)?;
        let path = ops::find(&store, &self.project.pattern(), id)?;
        self.project.holds(&path).then_some(path).ok_or_else(not_found)
    }

    /// Returns every scope of the project that was ever written to. Where there can be several, their names are told by it.
    pub(super) fn scopes(&self) -> Result<Vec<ScopePath>, OpError> {
        if let Project::One(path) = &self.project {
            return Ok(vec![path.clone()]);
        }
        self.demand(&table::SCOPES)?;
        let store = self.service.store.store(self.principal.rights)?;
        let paths = ops::scope_paths(&store, &self.project.pattern())?;
        Ok(paths.into_iter().filter(|path| self.project.holds(path)).collect())
    }

    /// Reads the body.
    pub(super) fn input<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        serde_json::from_slice(&self.body).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => bad(&without_value(&error.to_string())),
            _ => bad("the body is no JSON, or is nested too deep"),
        })
    }

    /// Reads the memory's id in the path. What is no id names no memory.
    pub(super) fn id(&self) -> Result<MemoryId, OpError> {
        self.params.first().and_then(|id| id.parse().ok()).ok_or_else(not_found)
    }

    /// Returns what the query has under a key.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// Reads a number from 1 to `most` in the query.
    pub(super) fn number(&self, name: &str, most: usize) -> Result<Option<usize>, Problem> {
        let Some(given) = self.parameter(name) else { return Ok(None) };
        let number = given.parse().ok().filter(|number| (1..=most).contains(number));
        number.map(Some).ok_or_else(|| bad(&format!("{name} is a number from 1 to {most}")))
    }

    /// Refuses a query or a body that the route does not know. What is not understood may have been meant to narrow an erasure.
    pub(super) fn refuse_unlike(&self, route: &Route) -> Result<(), Problem> {
        let twice = |at: usize, name: &String| self.query[..at].iter().any(|(before, _)| before == name);
        let known = |name: &String| route.query.contains(&name.as_str());
        if self.query.iter().enumerate().any(|(at, (name, _))| !known(name) || twice(at, name)) {
            return Err(bad("a key of the query is unknown, or given twice"));
        }
        if !route.takes_body {
            return match self.body.is_empty() {
                true => Ok(()),
                false => Err(bad("this path takes no body")),
            };
        }
        let given = self.headers.get(CONTENT_TYPE).and_then(|given| given.to_str().ok()).unwrap_or_default();
        match given.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
            true => Ok(()),
            false => Err(Problem::because(Refusal::MediaType, "send it with Content-Type: application/json")),
        }
    }
}

/// A request that cannot be done as it was asked.
pub(super) fn bad(message: &str) -> Problem {
    OpError::new(Code::BadRequest, message).into()
}

pub(super) fn not_found() -> OpError {
    OpError::new(Code::NotFound, "there is no memory of this id here")
}
