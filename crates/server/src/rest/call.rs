//! [`Call`]: one request, with what it may use.

use axum::http::HeaderMap;
use axum::http::header::{CONTENT_TYPE, IF_MATCH};
use nepenthe::{EventSeq, Scope, Store};
use nepenthe_ops::{Code, OpError, Operation};
use serde::de::DeserializeOwned;

use super::route::{Needs, Route, Takes};
use crate::Door;
use crate::auth::Principal;
use crate::http::{Problem, Refusal, Service};
use crate::unquoted::without_value;

/// One request.
pub(crate) struct Call<'a> {
    pub(super) service: &'a Service,
    pub(super) route: &'static Route,
    /// Who asks; nobody, where anybody may.
    pub(super) principal: Option<&'a Principal>,
    /// The scope, where the route works in one.
    pub(super) door: Option<&'a Door>,
    pub(super) headers: &'a HeaderMap,
    /// The id in the path.
    pub(super) id: Option<&'a str>,
    pub(super) query: &'a [(String, String)],
    pub(super) body: &'a [u8],
}

impl Call<'_> {
    /// Does an operation in the scope. This is the one way to it: who may not do the operation is refused here.
    pub(super) fn with<T>(
        &self,
        operation: &Operation,
        work: impl Fn(&Scope) -> Result<T, OpError>,
    ) -> Result<T, OpError> {
        self.demand(operation)?;
        self.door()?.with(work)
    }

    /// Does an operation that reaches beyond one scope. The route sees to it that it reaches no scope that the key does not open.
    pub(super) fn with_store<T>(
        &self,
        operation: &Operation,
        work: impl Fn(&Store) -> Result<T, OpError>,
    ) -> Result<T, OpError> {
        self.demand(operation)?;
        let store = || self.service.store.store(self.service.rights);
        match work(&store()?) {
            Err(error) if error.code() == Code::Reembedded => {
                self.service.store.let_go();
                work(&store()?)
            }
            done => done,
        }
    }

    /// Returns who asks.
    pub(super) fn known(&self) -> Result<&Principal, OpError> {
        self.principal.ok_or_else(|| OpError::new(Code::RightMissing, "nobody asks"))
    }

    /// Refuses an operation that whoever asks may not do, or that the route does not say it does.
    pub(super) fn demand(&self, operation: &Operation) -> Result<(), OpError> {
        let named = match self.route.needs {
            Needs::Operations(operations) => operations.iter().any(|named| named.name == operation.name),
            _ => false,
        };
        let principal = self.principal.filter(|_| named);
        let principal = principal.ok_or_else(|| {
            OpError::new(Code::RightMissing, format!("{} is none of this path's operations", operation.name))
        })?;
        crate::door::demand(principal.rights, operation)
    }

    pub(super) fn door(&self) -> Result<&Door, OpError> {
        self.door.ok_or_else(|| OpError::new(Code::BadScope, "this path works in no scope"))
    }

    /// Reads the body.
    pub(super) fn input<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        serde_json::from_slice(self.body).map_err(|error| {
            let detail = match error.classify() {
                serde_json::error::Category::Data => without_value(&error.to_string()),
                _ => "the body is no JSON".to_owned(),
            };
            OpError::new(Code::BadRequest, detail).into()
        })
    }

    /// Reads the id in the path.
    pub(super) fn id<T: std::str::FromStr<Err: Into<OpError>>>(&self) -> Result<T, OpError> {
        self.id.unwrap_or_default().parse().map_err(Into::into)
    }

    /// Returns a parameter of the query.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// Refuses a change of a memory whose last event is another than `If-Match` says.
    pub(super) fn refuse_unless_matched(&self, last: Option<EventSeq>) -> Result<(), Problem> {
        let mut tags = self.headers.get_all(IF_MATCH).iter().peekable();
        if tags.peek().is_none() {
            return Ok(());
        }
        let last = last.map(etag).unwrap_or_default();
        let matched = tags.any(|tag| {
            let tags = tag.to_str().unwrap_or_default().split(',').map(str::trim).collect::<Vec<_>>();
            tags.contains(&"*") || tags.contains(&last.as_str())
        });
        match matched {
            true => Ok(()),
            false => Err(Refusal::PreconditionFailed.into()),
        }
    }

    /// Refuses a query or a body that is not of the kind that the route takes.
    pub(super) fn refuse_unlike(&self) -> Result<(), Problem> {
        let known = |name: &String| self.route.query.iter().any(|query| query.name == name);
        let twice = |at: usize, name: &String| self.query[..at].iter().any(|(before, _)| before == name);
        if self.query.iter().enumerate().any(|(at, (name, _))| !known(name) || twice(at, name)) {
            let message = "a parameter of the query is unknown, or given twice";
            return Err(OpError::new(Code::BadRequest, message).into());
        }
        let given = self.headers.get(CONTENT_TYPE).and_then(|given| given.to_str().ok()).unwrap_or_default();
        let given = given.split(';').next().unwrap_or_default().trim();
        let (wanted, others): (&str, &[&str]) = match self.route.takes {
            Takes::Nothing if self.body.is_empty() => return Ok(()),
            Takes::Nothing => {
                return Err(OpError::new(Code::BadRequest, "this path takes no body").into());
            }
            Takes::Json(_) => ("application/json", &[]),
            Takes::Lines => ("application/jsonl", &["application/x-ndjson", "application/x-jsonlines"]),
        };
        let is = |wanted: &&str| given.eq_ignore_ascii_case(wanted);
        match is(&wanted) || others.iter().any(is) {
            true => Ok(()),
            false => {
                Err(Problem::because(Refusal::MediaType, format!("send it with Content-Type: {wanted}")))
            }
        }
    }
}

/// The version of a memory: its last event, which every change of it adds.
pub(super) fn etag(last: EventSeq) -> String {
    format!("\"{}\"", last.get())
}
