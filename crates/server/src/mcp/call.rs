//! [`Call`]: one call of a tool, with what it may use.

use nepenthe::{MemoryId, Scope};
use nepenthe_ops::{OpError, Operation};
use rmcp::model::{InputResponses, JsonObject};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Door;
use crate::plans::Plans;
use crate::unquoted::without_value;

/// One call of a tool.
pub(super) struct Call<'a> {
    pub(super) tool: &'static str,
    pub(super) door: &'a Door,
    pub(super) plans: &'a Plans,
    pub(super) arguments: JsonObject,
    /// Whether the client can show a form to a person and call again with the answer.
    pub(super) can_ask: bool,
    /// What came back with an answer of a person.
    pub(super) state: Option<String>,
    pub(super) responses: Option<InputResponses>,
}

/// Why a call is not done.
#[derive(Debug)]
pub(super) enum Fault {
    /// An operation refused: the model is told.
    Refused(OpError),
    /// The arguments are not what the tool takes: the client is told.
    Malformed(String),
}

impl From<OpError> for Fault {
    fn from(error: OpError) -> Self {
        Self::Refused(error)
    }
}

impl Call<'_> {
    /// Reads the arguments.
    pub(super) fn input<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        serde_json::from_value(Value::Object(self.arguments.clone())).map_err(|error| {
            Fault::Malformed(format!("{}: {}", self.tool, without_value(&error.to_string())))
        })
    }

    /// Does something in the scope.
    pub(super) fn with<T>(&self, work: impl Fn(&Scope) -> Result<T, OpError>) -> Result<T, OpError> {
        self.door.with(work)
    }

    /// Refuses what the caller may not do.
    pub(super) fn demand(&self, operation: &Operation) -> Result<(), OpError> {
        self.door.demand(operation)
    }
}

/// Reads ids.
pub(super) fn ids(ids: &[String]) -> Result<Vec<MemoryId>, OpError> {
    ids.iter().map(|id| Ok(id.parse::<MemoryId>()?)).collect()
}
