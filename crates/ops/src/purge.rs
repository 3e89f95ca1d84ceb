//! Erasing memories for good.

use nepenthe::receipt::receipt::Basis;
use nepenthe::{Grounds, MemoryId, Mutation, Reference, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::schema::{BasisWord, Id, ReferenceText};
use crate::types::spelled;
use crate::{Code, OpError, Planned, Returning, Target, Text};

/// Which memories are erased, and on what grounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PurgeInput {
    /// Which.
    pub target: Target,
    /// Memories that would go only because they were made from one that is erased, with the texts that keep them.
    #[serde(default)]
    pub rederive: Vec<Rederived>,
    /// Whether the name of what everything is asked for about is kept out: no new text may have it then. Without that, new texts
    /// may; the erased statements, identifiers and secrets are kept out either way.
    #[serde(default)]
    pub keep_name_out: bool,
    /// The legal basis, which the receipt says.
    #[serde(default = "no_basis")]
    #[schemars(with = "BasisWord")]
    pub basis: Basis,
    /// The caller's number of the request, which the receipt says; not one of what is erased.
    #[serde(default, with = "spelled")]
    #[schemars(with = "Option<ReferenceText>")]
    pub request: Option<Reference>,
    /// How sure a plan in words must be, 0 to 1, to be carried out on the words alone; null for the usual
    /// ([`usual_floor`](crate::usual_floor)).
    #[serde(default)]
    pub min_confidence: Option<f64>,
}

/// A memory that is made again, without what is erased.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rederived {
    /// The memory.
    #[schemars(with = "Id")]
    pub id: MemoryId,
    /// The text that it is to have.
    pub text: Text,
}

fn no_basis() -> Basis {
    Basis::None
}

impl PurgeInput {
    /// Asks for an erasure on no grounds that were named.
    #[must_use]
    pub fn new(target: Target) -> Self {
        Self {
            target,
            rederive: Vec::new(),
            keep_name_out: false,
            basis: no_basis(),
            request: None,
            min_confidence: None,
        }
    }
}

/// Plans it; [`apply`](crate::apply) does it.
///
/// # Errors
/// [`OpError`], such as [`Code::NotDerived`]; [`Code::BadRequest`] where a name is to be kept out and everything is asked for
/// about none.
pub fn purge(scope: &Scope, input: PurgeInput) -> Result<Planned, OpError> {
    let PurgeInput { target, rederive, keep_name_out, basis, request, min_confidence } = input;
    let planned = Planned::new(scope, Mutation::purge(target), Returning::default())?;
    let mut planned = planned.with_min_confidence(min_confidence)?;
    for Rederived { id, text } in rederive {
        if !planned.engine_mut().rederive(id, text.0)? {
            let message = format!("{id} would not be erased for what it was made from");
            return Err(OpError::new(Code::NotDerived, message));
        }
    }
    if keep_name_out && !planned.engine_mut().keep_name_out() {
        let message =
            "there is no name to keep out: the purge does not ask for everything about somebody or something";
        return Err(OpError::new(Code::BadRequest, message));
    }
    planned.grounds = Grounds { request, basis };
    Ok(planned)
}
