//! [`Certificate`]: what is handed to the person of a case, or kept as evidence: what was searched, what was erased, and how to
//! verify it offline.

use std::collections::BTreeSet;

use nepenthe::Store;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::search::of_this;
use super::{Case, CaseInput, Person, newest, page};
use crate::types::schema::{BasisWord, Id, word};
use crate::{Code, KeyFile, OpError, ReceiptInput, Text, receipt};
use nepenthe::ReceiptId;
use nepenthe::receipt::receipt::Basis;

/// Which certificate is made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertificateInput {
    /// The case.
    pub case: Case,
    /// Whether it says what identifies the person. Without, it says how many names and addresses were searched for.
    #[serde(default)]
    pub names_person: bool,
}

/// What was done about a person, and how to verify it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Certificate {
    /// The case's number.
    pub number: String,
    /// The store's log.
    pub store: String,
    /// The legal basis.
    #[schemars(with = "BasisWord")]
    pub basis: Basis,
    /// When the case was opened, searched last, and closed.
    pub opened: String,
    /// When every scope was searched last.
    pub searched: String,
    /// When nothing was left; null while something is.
    pub closed: Option<String>,
    /// Until when it had to be done.
    pub deadline: Option<String>,
    /// Whom it is about, where the certificate says it.
    pub person: Option<Person>,
    /// What was searched for, counted.
    pub searched_for: String,
    /// The scopes searched.
    pub scopes: Vec<String>,
    /// Memories that are gone whole, and that lost a part.
    pub erased: u64,
    /// Memories that lost a part.
    pub edited: u64,
    /// Memories that somebody decided to let stay.
    pub left: usize,
    /// Memories that are to be decided or erased still.
    pub open: usize,
    /// The receipts, in the order of the scopes.
    pub receipts: Vec<CaseReceipt>,
    /// What no receipt speaks of.
    pub not_covered: Vec<String>,
    /// The public keys with which the receipts are verified, the current one first.
    pub keys: Vec<String>,
}

/// A receipt of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CaseReceipt {
    /// Its id.
    #[schemars(with = "Id")]
    pub id: ReceiptId,
    /// The scope.
    pub scope: String,
    /// How far the erasure is known to reach.
    pub assurance: String,
    /// Memories that are gone whole.
    pub erased: u64,
    /// Memories that lost a part.
    pub edited: u64,
    /// The signed receipt, as docs/receipt.md says.
    pub signed: String,
}

/// A certificate, for programs and for people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseCertified {
    /// It.
    pub certificate: Certificate,
    /// The same as a page of HTML that prints well and loads nothing.
    pub page: Text,
}

/// Certifies what was done of a case. One that is open yet says so.
///
/// # Errors
/// [`Code::NothingMatched`] where nothing was erased; those of the key and of the store.
pub fn case_certificate(
    store: &Store,
    input: CertificateInput,
    key: &KeyFile,
) -> Result<CaseCertified, OpError> {
    let CertificateInput { case, names_person } = input;
    of_this(store, &case)?;
    let mut not_covered = BTreeSet::new();
    let mut receipts = Vec::new();
    for section in &case.sections {
        let scope = store.scope(&section.scope)?;
        let issued = scope.receipts()?;
        for done in &section.done {
            // A receipt that was completed since is handed over in its newest form.
            let (id, body) = newest(&issued, done.receipt)?;
            not_covered.extend(body.not_covered.iter().map(word));
            receipts.push(CaseReceipt {
                id,
                scope: section.scope.clone(),
                assurance: word(&body.assurance),
                erased: body.counts.erased,
                edited: body.counts.edited,
                signed: receipt(&scope, &ReceiptInput { id }, key.current())?.receipt,
            });
        }
    }
    if receipts.is_empty() {
        return Err(OpError::new(Code::NothingMatched, "nothing of the case was erased yet"));
    }
    let left = case.rows().filter(|(_, row)| row.decision.as_ref().is_some_and(|said| !said.take)).count();
    let open = case.undecided().count() + case.pending().count();
    let log = store.origin()?;
    let certificate = Certificate {
        number: case.number.to_string(),
        basis: case.basis,
        opened: case.opened.to_string(),
        searched: case.searched.to_string(),
        closed: case.closed.map(|closed| closed.to_string()),
        deadline: case.deadline.map(|deadline| deadline.to_string()),
        searched_for: case.person.counted(),
        person: names_person.then(|| case.person.clone()),
        scopes: case.sections.iter().map(|section| section.scope.clone()).collect(),
        erased: receipts.iter().map(|receipt| receipt.erased).sum(),
        edited: receipts.iter().map(|receipt| receipt.edited).sum(),
        left,
        open,
        receipts,
        not_covered: not_covered.into_iter().collect(),
        keys: key.public(Some(&log))?.iter().map(ToString::to_string).collect(),
        store: log,
    };
    let page = page::of(&certificate).into();
    Ok(CaseCertified { certificate, page })
}

impl From<Case> for CaseInput {
    fn from(case: Case) -> Self {
        Self { case }
    }
}
