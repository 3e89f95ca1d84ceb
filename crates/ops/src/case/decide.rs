//! [`case_decide`]: a person says which rows of a case are erased and which stay.

use jiff::Timestamp;
use nepenthe::{LookupError, MemoryId, Mutation, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::search::of_this;
use super::{Case, Decision, Row};
use crate::types::schema::Id;
use crate::{Action, Code, OpError};

/// What is decided of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseDecideInput {
    /// The case.
    pub case: Case,
    /// Memories to erase. One that no search found is added, from whichever scope of the case it is in.
    #[serde(default)]
    #[schemars(with = "Vec<Id>")]
    pub take: Vec<MemoryId>,
    /// Memories that stay.
    #[serde(default)]
    #[schemars(with = "Vec<Id>")]
    pub leave: Vec<MemoryId>,
    /// What is decided of every other row that nobody has decided and that is not sure: erase it, or let it stay.
    #[serde(default)]
    pub rest: Option<bool>,
    /// Who decides.
    pub by: String,
}

/// Notes what is decided; changes nothing in the store.
///
/// # Errors
/// [`Code::NotFound`] for an id that is in no scope of the case; [`Code::BadRequest`] for one that is both taken and left, or is
/// erased already.
pub fn case_decide(store: &Store, input: CaseDecideInput) -> Result<Case, OpError> {
    let CaseDecideInput { mut case, take, leave, rest, by } = input;
    of_this(store, &case)?;
    if let Some(id) = take.iter().find(|id| leave.contains(id)) {
        return Err(OpError::new(Code::BadRequest, format!("{id} is both to be erased and to stay")));
    }
    let now = Timestamp::now();
    let decided = |take| Some(Decision { take, by: by.clone(), at: now });
    for (id, taken) in take.iter().map(|id| (*id, true)).chain(leave.iter().map(|id| (*id, false))) {
        let mut rows = case.sections.iter_mut().flat_map(|section| &mut section.rows);
        match rows.find(|row| row.id == id) {
            Some(row) if row.done => {
                return Err(OpError::new(Code::BadRequest, format!("{id} is erased already")));
            }
            Some(row) => row.decision = decided(taken),
            None => add(store, &mut case, id, decided(taken))?,
        }
    }
    if let Some(rest) = rest {
        let rows = case.sections.iter_mut().flat_map(|section| &mut section.rows);
        rows.filter(|row| row.is_undecided()).for_each(|row| row.decision = decided(rest));
    }
    case.closed = None;
    Ok(case)
}

/// Adds a memory that no search found.
fn add(store: &Store, case: &mut Case, id: MemoryId, decision: Option<Decision>) -> Result<(), OpError> {
    for section in &mut case.sections {
        let scope = store.scope(&section.scope)?;
        match scope.get(id) {
            Err(LookupError::NotFound(_)) => continue,
            found => found.map(drop)?,
        }
        let plan = scope.plan(Mutation::purge(id))?;
        for step in &plan.steps {
            if section.rows.iter().any(|row| row.id == step.memory.id) {
                continue;
            }
            section.rows.push(Row {
                id: step.memory.id,
                action: Action::Purge,
                request: None,
                reason: "added by hand".into(),
                confidence: None,
                follows: step.follows.map(Into::into),
                guard: step.guard().get(),
                sure: false,
                decision: decision.clone(),
                done: false,
            });
        }
        return Ok(());
    }
    Err(OpError::new(Code::NotFound, format!("no scope of the case has a memory {id}")))
}
