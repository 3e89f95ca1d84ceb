//! What a receipt says: one line of JSON, with the fields in this order.

use serde::{Deserialize, Serialize};

use super::{
    Assurance, Awaiting, Backups, Basis, Commitment, Counts, Engine, Erased, Label, MAX_BODY_BYTES,
    NotCovered, Operation, Origin, Pseudonym, RECEIPT_LEAF_PREFIX, Scan, Time, Tombstones, Uuid,
};
use crate::{ParseError, json_problem};

/// The statement. `docs/receipt.md` says what each field means and which others it has to agree with;
/// [`Body::check`] checks the latter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// The store's id.
    pub store: Uuid,
    /// The origin line of the log in which the receipt stands.
    pub origin: Origin,
    /// The receipt's own id.
    pub receipt: Uuid,
    /// The logical receipt of the same erasure that this one completes.
    pub completes: Option<Uuid>,
    /// What was asked for.
    pub operation: Operation,
    /// How sure the store is.
    pub assurance: Assurance,
    /// What a logical receipt waits for; of others, nothing.
    pub awaiting: Option<Awaiting>,
    /// Commits to the plan that was carried out, under a key that is destroyed.
    pub plan: Commitment,
    /// The planner that made it.
    pub planner: Label,
    /// The memories of which something was erased.
    pub erased: Vec<Erased>,
    /// The sums of that list.
    pub counts: Counts,
    /// The numbers of this erasure's events in the store's log, ascending.
    pub events: Vec<u64>,
    /// The scan, where one was made.
    pub scan: Option<Scan>,
    /// What erased.
    pub engine: Engine,
    /// What keeps it from coming back.
    pub tombstones: Tombstones,
    /// Who asked.
    pub actor: Pseudonym,
    /// The caller's own name of the request.
    pub request: Option<Pseudonym>,
    /// On what ground.
    pub basis: Basis,
    /// When.
    pub times: Times,
    /// Where else it may be.
    pub backups: Backups,
    /// What the receipt does not speak of, no word twice.
    pub not_covered: Vec<NotCovered>,
}

/// When each step was done, in this order, by the clock that the store was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// Asked for.
    pub requested: Time,
    /// Committed: out of recall, tables and indexes.
    pub erased: Time,
    /// The receipt was written.
    pub certified: Time,
}

impl Body {
    /// Writes the line, without a line feed. There is no other way to write the same body.
    #[must_use]
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a body has nothing that JSON cannot hold")
    }

    /// The data of the leaf that stands for this body in the log. A body that fails [`Body::check`] must not get there:
    /// nobody would accept its receipt.
    #[must_use]
    pub fn leaf(&self) -> Vec<u8> {
        leaf(&self.to_line())
    }

    /// Reads a line as [`Body::to_line`] writes it. Whether the fields agree with each other, [`Body::check`] says.
    ///
    /// # Errors
    /// When a field is missing, unknown or out of its range, or the line is not written as it would be.
    pub fn from_line(line: &str) -> Result<Self, ParseError> {
        if line.len() > MAX_BODY_BYTES {
            return Err(ParseError::new(1, "the body is longer than 33,554,432 bytes"));
        }
        let body: Self = serde_json::from_str(line).map_err(|error| {
            ParseError::because(1, format!("{}, at column {}", json_problem(&error), error.column()))
        })?;
        body.check_numbers().map_err(|error| ParseError::because(1, error.to_string()))?;
        // Also keeps out what serde would let pass: a missing field for null, fields in another order.
        if body.to_line() != line {
            return Err(ParseError::new(1, "the fields are not all there, in order and without spaces"));
        }
        Ok(body)
    }
}

pub(crate) fn leaf(line: &str) -> Vec<u8> {
    [RECEIPT_LEAF_PREFIX, line].concat().into_bytes()
}
