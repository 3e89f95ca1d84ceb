//! Finishing erasures.

use std::collections::BTreeSet;

use nepenthe::{ReceiptId, Scope, ScrubReport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::OpError;
use crate::types::schema::Id;

/// How much is done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ScrubInput {
    /// Whether the whole file is written anew, also where nothing is left to finish.
    pub rebuild: bool,
}

/// What a scrub did, as one scope may know it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Scrubbed {
    /// Of the scope: physical (in an encrypted store, crypto) receipts that were issued.
    #[schemars(with = "Vec<Id>")]
    pub issued: Vec<ReceiptId>,
    /// Of the scope: logical receipts that still wait for another process.
    #[schemars(with = "Vec<Id>")]
    pub waiting: Vec<ReceiptId>,
    /// Of the scope: logical receipts of erasures of which something is, or may be, in the files.
    #[schemars(with = "Vec<Id>")]
    pub residue: Vec<ReceiptId>,
    /// What the file has that no store has and that is in the way of a receipt.
    pub foreign: Vec<String>,
    /// Whether the file was written anew.
    pub rebuilt: bool,
    /// Keys of no memory that were erased from the key file of an encrypted store.
    pub keys: usize,
    /// Whether something may be left, because another process reads an older state.
    pub busy: bool,
    /// How many receipts of other scopes were issued.
    pub issued_elsewhere: usize,
    /// How many of other scopes wait.
    pub waiting_elsewhere: usize,
    /// Of how many of other scopes something was found.
    pub residue_elsewhere: usize,
}

/// Finishes what can be finished, in every scope.
///
/// # Errors
/// [`OpError`]; what was not finished stays pending.
pub fn scrub(scope: &Scope, input: &ScrubInput) -> Result<Scrubbed, OpError> {
    let ScrubReport { mut issued, mut waiting, mut residue, foreign, rebuilt, keys, busy } =
        scope.store().scrub(input.rebuild)?;
    let ours: BTreeSet<ReceiptId> = scope.receipts()?.into_iter().map(|(id, _)| id).collect();
    let keep = |ids: &mut Vec<ReceiptId>| {
        let all = ids.len();
        ids.retain(|id| ours.contains(id));
        all - ids.len()
    };
    let issued_elsewhere = keep(&mut issued);
    let waiting_elsewhere = keep(&mut waiting);
    let residue_elsewhere = keep(&mut residue);
    Ok(Scrubbed {
        issued,
        waiting,
        residue,
        foreign,
        rebuilt,
        keys,
        busy,
        issued_elsewhere,
        waiting_elsewhere,
        residue_elsewhere,
    })
}
