//! [`case_export`]: what the store holds of the person of a case, for whoever asks for it (GDPR, Art. 15).

use nepenthe::{LookupError, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::search::of_this;
use super::{Case, CaseInput};
use crate::{Memory, OpError};

/// What the store holds of a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Held {
    /// The case's number.
    pub number: String,
    /// A part a scope that holds anything.
    pub scopes: Vec<HeldOf>,
}

/// What one scope holds of a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HeldOf {
    /// The scope.
    pub scope: String,
    /// The memories.
    pub memories: Vec<HeldMemory>,
}

/// A memory that holds something of a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HeldMemory {
    /// It, whole: what it says of others is in it too.
    #[serde(flatten)]
    pub memory: Memory,
    /// Whether it speaks of others beside the person, so far as the case knows: an erasure would leave a part of it.
    pub in_part: bool,
}

/// Reads the memories that a case found and nobody said are not the person's.
///
/// # Errors
/// [`OpError`], such as [`Code::OtherStore`](crate::Code::OtherStore).
pub fn case_export(store: &Store, input: &CaseInput) -> Result<Held, OpError> {
    let case: &Case = &input.case;
    of_this(store, case)?;
    let mut scopes = Vec::new();
    for section in &case.sections {
        let scope = store.scope(&section.scope)?;
        let mut memories = Vec::new();
        for row in &section.rows {
            if row.done || row.decision.as_ref().is_some_and(|said| !said.take) {
                continue;
            }
            match scope.get(row.id) {
                Err(LookupError::NotFound(_)) => {}
                found => memories.push(HeldMemory {
                    memory: found?.into(),
                    in_part: matches!(row.action, crate::Action::Edit { .. }),
                }),
            }
        }
        if !memories.is_empty() {
            scopes.push(HeldOf { scope: section.scope.clone(), memories });
        }
    }
    Ok(Held { number: case.number.to_string(), scopes })
}
