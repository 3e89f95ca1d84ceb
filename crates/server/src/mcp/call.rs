//! [`Call`]: one call of a tool, with what it may use.

use std::collections::BTreeSet;

use nepenthe::{MemoryId, Scope};
use nepenthe_ops::{Code, OpError, Operation, Planned, Target};
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

/// Which memories are meant.
pub(super) struct Meant {
    pub(super) target: Target,
    /// Those that the plan of words has to touch, all of them and no others.
    named: Option<Vec<MemoryId>>,
}

impl Meant {
    /// Reads words, ids, or words with the ids of all that their plan touches.
    pub(super) fn read(what: Option<String>, ids: Option<Vec<String>>) -> Result<Self, OpError> {
        let ids = ids.map(|ids| self::ids(&ids)).transpose()?.filter(|ids| !ids.is_empty());
        match (what, ids) {
            (Some(words), named) => Ok(Self { target: Target::Words(words.into()), named }),
            (None, Some(ids)) => Ok(Self { target: Target::Ids(ids), named: None }),
            (None, None) => {
                Err(OpError::new(Code::BadRequest, "say which memories in `what`, or name them in `ids`"))
            }
        }
    }

    /// Tells whether the plan may be carried out: it is sure, or exactly what it touches was named.
    ///
    /// # Errors
    /// [`Code::PlanUnsure`] where something else was named.
    pub(super) fn agrees(&self, planned: &Planned) -> Result<bool, OpError> {
        let Some(named) = &self.named else { return Ok(planned.is_sure()) };
        let touched: BTreeSet<MemoryId> = planned.engine().steps.iter().map(|step| step.memory.id).collect();
        match named.iter().copied().collect::<BTreeSet<_>>() == touched {
            true => Ok(true),
            false => {
                let message = "`ids` does not name all that the plan of `what` touches, and nothing else; nothing was changed";
                Err(OpError::new(Code::PlanUnsure, message))
            }
        }
    }
}

/// Reads ids.
pub(super) fn ids(ids: &[String]) -> Result<Vec<MemoryId>, OpError> {
    ids.iter().map(|id| Ok(id.parse::<MemoryId>()?)).collect()
}
