//! [`Route`]: one method of one path, as it is described and answered.

use nepenthe_ops::{Operation, Right};
use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::answer::Answer;
use super::call::Call;
use crate::http::Problem;

/// A schema, made by whoever collects all of them.
pub(crate) type Shape = fn(&mut SchemaGenerator) -> Schema;

/// One method of one path. The server and the OpenAPI document are made of the same table of these.
pub(crate) struct Route {
    pub(crate) method: Method,
    /// As the router and OpenAPI write it; no path has more than one parameter, which is an id.
    pub(crate) path: &'static str,
    /// Its name in the OpenAPI document.
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) needs: Needs,
    pub(crate) query: &'static [Query],
    pub(crate) takes: Takes,
    /// Whether `If-Match` may say which state of the memory is meant.
    pub(crate) if_match: bool,
    /// Whether a request with an `Idempotency-Key` is done once; and how an answer is made again that is not kept, of its id.
    pub(crate) once: Once,
    pub(crate) status: u16,
    pub(crate) answers: Answers,
    pub(crate) call: fn(&Call<'_>) -> Result<Answer, Problem>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Get,
    Post,
    Patch,
    Delete,
}

/// What a caller must be allowed.
pub(crate) enum Needs {
    /// Nothing: anybody may ask.
    Nothing,
    /// One of these operations at least, and at each call the one that it does.
    Operations(&'static [Operation]),
    /// A right in every scope.
    Everywhere(Right),
}

/// A parameter in the query.
pub(crate) struct Query {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) schema: Shape,
}

#[derive(Clone, Copy)]
pub(crate) enum Takes {
    Nothing,
    Json(Shape),
    /// JSON lines.
    Lines,
}

#[derive(Clone, Copy)]
pub(crate) enum Answers {
    Nothing,
    Json(Shape),
    /// JSON lines.
    Lines,
    Text,
    /// JSON, or a page of HTML that says the same.
    Page(Shape),
    /// Events, one by one.
    Events,
}

#[derive(Clone, Copy)]
pub(crate) enum Once {
    /// Each request is done.
    No,
    /// The answer is kept: it holds ids, and no text.
    Kept,
    /// The id in the answer is kept.
    Again(fn(&Call<'_>, &str) -> Result<Answer, Problem>),
}

impl Route {
    /// What most routes are: the rest is said with `..`.
    pub(super) const USUAL: Self = Self {
        method: Method::Get,
        path: "",
        name: "",
        summary: "",
        needs: Needs::Nothing,
        query: &[],
        takes: Takes::Nothing,
        if_match: false,
        once: Once::No,
        status: 200,
        answers: Answers::Nothing,
        call: |_| Ok(Answer::nothing()),
    };
}

impl Method {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Post => "post",
            Self::Patch => "patch",
            Self::Delete => "delete",
        }
    }
}

/// The schema of a type.
pub(super) fn shape<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
