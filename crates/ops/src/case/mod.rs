//! [`Case`]: the erasure of one person across the scopes of a store: searched, decided row by row, carried out scope by scope,
//! and certified.
//!
//! A case is kept by whoever opened it, in a file of their own. It holds what identifies the person and the ids of
//! memories, and no text of a memory: what an edit will leave is sealed under the memory's own text ([`case_left`]).

mod carry_out;
mod certificate;
mod decide;
mod held;
mod page;
mod person;
mod sealed;
mod search;

use jiff::Timestamp;
use jiff::civil::Date;
use nepenthe::receipt::receipt::{Basis, Body};
use nepenthe::{MemoryId, ReceiptId, Reference};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::schema::{AssuranceWord, BasisWord, Id, ReferenceText};
use crate::{Action, Code, Follows, OpError, ScopePattern, Text};

pub use carry_out::{CaseApplied, CaseInput, case_apply};
pub use certificate::{CaseCertified, CaseReceipt, Certificate, CertificateInput, case_certificate};
pub use decide::{CaseDecideInput, case_decide};
pub use held::{Held, HeldMemory, HeldOf, case_export};
pub use person::Person;
pub use sealed::case_left;
pub use search::{CaseOpenInput, case_open, case_search};

/// The erasure of one person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its number, which every receipt of it says.
    #[serde(with = "number")]
    #[schemars(with = "ReferenceText")]
    pub number: Reference,
    /// Which store it is of: the name of its log.
    pub store: String,
    /// Whom it is about.
    pub person: Person,
    /// Where is searched.
    pub scopes: ScopePattern,
    /// The legal basis, which the receipts say.
    #[schemars(with = "BasisWord")]
    pub basis: Basis,
    /// Until when it has to be done.
    #[schemars(with = "Option<String>")]
    pub deadline: Option<Date>,
    /// When it was opened.
    pub opened: Timestamp,
    /// Who opened it.
    pub by: String,
    /// When was searched last.
    pub searched: Timestamp,
    /// What was found, a section a scope, in the order of their paths; scopes that hold nothing of the person too.
    pub sections: Vec<Section>,
    /// When everything was done: nothing is to be decided or erased, and a search found nothing new.
    pub closed: Option<Timestamp>,
}

/// What one scope holds of the person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// The scope.
    pub scope: String,
    /// The memories found, in the order in which they were.
    pub rows: Vec<Row>,
    /// What was erased.
    pub done: Vec<Done>,
    /// How many memories were not read whole, because there was too much of them.
    pub unread: usize,
}

/// A memory that holds something of the person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The memory.
    #[schemars(with = "Id")]
    pub id: MemoryId,
    /// What is to happen to it: it goes, or a part does. The text that is left then is sealed: see [`case_left`].
    pub action: Action,
    /// Which of the person's requests found it: its place in [`Person::requests`]; null where it was added by hand.
    pub request: Option<usize>,
    /// Why.
    pub reason: Text,
    /// How sure it is that the memory is meant, 0 to 1.
    pub confidence: Option<f64>,
    /// From which other row it follows.
    pub follows: Option<Follows>,
    /// The memory's last event when it was found.
    pub guard: i64,
    /// Whether it goes without anybody having to say so.
    pub sure: bool,
    /// What somebody decided.
    pub decision: Option<Decision>,
    /// Whether it is done.
    pub done: bool,
}

/// What somebody decided of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// Whether it is erased; else it stays.
    pub take: bool,
    /// Who decided.
    pub by: String,
    /// When.
    pub at: Timestamp,
}

/// One erasure of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// Its newest receipt.
    #[schemars(with = "Id")]
    pub receipt: ReceiptId,
    /// How far it is known to reach.
    #[schemars(with = "AssuranceWord")]
    pub assurance: String,
    /// Memories that are gone whole.
    pub erased: u64,
    /// Memories that lost a part.
    pub edited: u64,
    /// When.
    pub at: String,
}

impl Row {
    /// Whether it is to be erased, as far as is known.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        self.decision.as_ref().map_or(self.sure, |decision| decision.take)
    }

    /// Whether somebody has to say what is to happen to it.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.decision.is_none() && !self.sure && !self.done
    }
}

impl Case {
    /// Returns the rows that somebody has to decide.
    pub fn undecided(&self) -> impl Iterator<Item = (&str, &Row)> {
        self.rows().filter(|(_, row)| row.is_undecided())
    }

    /// Returns the rows that are to be erased and are there still.
    pub fn pending(&self) -> impl Iterator<Item = (&str, &Row)> {
        self.rows().filter(|(_, row)| row.is_taken() && !row.done)
    }

    /// Returns every row with its scope.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &Row)> {
        self.sections
            .iter()
            .flat_map(|section| section.rows.iter().map(move |row| (section.scope.as_str(), row)))
    }
}

/// Returns the receipt that completes this one, where there is one, or else this one.
///
/// # Errors
/// [`Code::ReceiptNotFound`].
fn newest(receipts: &[(ReceiptId, Body)], id: ReceiptId) -> Result<(ReceiptId, &Body), OpError> {
    let completes =
        |body: &Body| body.completes.is_some_and(|completed| completed.to_string() == id.to_string());
    let newest = receipts.iter().rev().find(|(_, body)| completes(body));
    let found = newest.or_else(|| receipts.iter().find(|(known, _)| *known == id));
    let found = found.map(|(id, body)| (*id, body));
    found.ok_or_else(|| OpError::new(Code::ReceiptNotFound, format!("the store has no receipt {id}")))
}

/// A case's number in JSON.
mod number {
    use nepenthe::Reference;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(number: &Reference, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(number.as_str())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Reference, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
