//! Verifying a receipt.

use std::collections::BTreeMap;

use nepenthe::Store;
use nepenthe::receipt::receipt::Commitment;
use nepenthe::receipt::{Opening, Options, Outcome, Receipt, verify as check};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::read::keys;
use crate::types::schema::Id;
use crate::{Bytes, Code, OpError, Text};

/// What is verified, against what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyInput {
    /// The receipt.
    pub receipt: Bytes,
    /// The public keys of the log that are trusted.
    pub keys: Vec<String>,
    /// The public keys of witnesses that are trusted.
    #[serde(default)]
    pub witnesses: Vec<String>,
    /// How many of the witnesses must have cosigned; all of them where nothing is said.
    #[serde(default)]
    pub witnesses_needed: Option<usize>,
    /// Texts to be compared with what the receipt commits to.
    #[serde(default)]
    pub openings: Vec<OpenedText>,
}

/// A text that was erased, with the key of its commitment.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenedText {
    /// The memory.
    #[schemars(with = "Id")]
    pub memory: String,
    /// The key: 64 digits of lower-case hex.
    pub key: String,
    /// The text.
    pub text: Text,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Verified {
    /// Whether every check passed that had to.
    pub holds: bool,
    /// The eight checks of docs/receipt.md, then `store`.
    pub checks: Vec<ReceiptCheck>,
    /// What the comparison with the store showed, where it was made.
    pub store: Option<Vec<Agreement>>,
}

/// One check of a receipt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReceiptCheck {
    /// Which.
    pub name: String,
    /// `passed`, `failed` or `skipped`.
    pub outcome: String,
    /// Why it failed or was skipped.
    pub reason: Option<String>,
    /// What it shows when it passes.
    pub sentence: String,
}

/// One thing in which receipt and store agree or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Agreement {
    /// `log`, `tree`, `events`, `entry` or `gone`.
    pub name: String,
    /// Whether they agree.
    pub agrees: bool,
    /// What that means.
    pub sentence: String,
}

/// With what the receipt is compared besides.
#[derive(Debug, Clone, Copy)]
pub enum Against<'a> {
    /// This store, by the name that reasons call it.
    Store(&'a Store, &'a str),
    /// Nothing, for this reason.
    Nothing(&'a str),
}

/// The memory, and neither key nor text.
impl std::fmt::Debug for OpenedText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenedText").field("memory", &self.memory).finish_non_exhaustive()
    }
}

/// What the comparison with a store shows when it passes.
const STORE: &str = "The store has issued the receipt, and agrees with it.";

/// Verifies a receipt. Needs no store, no network and no secret.
///
/// # Errors
/// [`OpError`], such as [`Code::BadReceipt`] for keys that are none. That the receipt does not hold is no error.
pub fn verify(input: &VerifyInput, against: Against<'_>) -> Result<Verified, OpError> {
    let witnesses = keys(&input.witnesses)?;
    let needed = input.witnesses_needed.unwrap_or(witnesses.len());
    let mut options = Options::default().with_witnesses(witnesses, needed);
    if !input.openings.is_empty() {
        options = options.with_openings(openings(&input.openings)?);
    }
    let report = check(&input.receipt.0, &keys(&input.keys)?, &options);
    let (outcome, store) = match against {
        Against::Store(store, name) => compare(&input.receipt.0, store, name),
        Against::Nothing(why) => (Outcome::Skipped(why.to_owned()), None),
    };
    let line = |name: &str, outcome: &Outcome, sentence: &str| ReceiptCheck {
        name: name.to_owned(),
        outcome: outcome.word().to_owned(),
        reason: outcome.reason().map(str::to_owned),
        sentence: sentence.to_owned(),
    };
    let checks = report.checks().iter();
    let mut checks: Vec<_> =
        checks.map(|made| line(made.check.name(), &made.outcome, made.check.sentence())).collect();
    checks.push(line("store", &outcome, STORE));
    let holds = report.holds() && !matches!(outcome, Outcome::Failed(_));
    Ok(Verified { holds, checks, store })
}

/// Compares the receipt with a store. One that cannot be looked into is no error.
fn compare(receipt: &[u8], store: &Store, name: &str) -> (Outcome, Option<Vec<Agreement>>) {
    let text = std::str::from_utf8(receipt).ok();
    let Some(receipt) = text.and_then(|text| text.parse::<Receipt>().ok()) else {
        return (Outcome::Skipped("the receipt cannot be read".into()), None);
    };
    match store.origin() {
        Ok(origin) if origin == receipt.body().origin.as_str() => {}
        Ok(_) => return (Outcome::Skipped(format!("{name} is the store of another log")), None),
        Err(error) => return (Outcome::Skipped(OpError::from(error).message().to_owned()), None),
    }
    let found = match store.compare(&receipt).map_err(OpError::from) {
        Ok(found) => found,
        // A store of the same log that is damaged does not bear the receipt out.
        Err(error) if error.code() == Code::Damaged => {
            return (Outcome::Failed(error.message().to_owned()), None);
        }
        Err(error) => return (Outcome::Skipped(error.message().to_owned()), None),
    };
    let outcome = match found.iter().all(|agreement| agreement.agrees) {
        true => Outcome::Passed,
        false => Outcome::Failed(format!("{name} does not agree with the receipt")),
    };
    let found = found.into_iter().map(|agreement| Agreement {
        name: agreement.name.to_owned(),
        agrees: agreement.agrees,
        sentence: agreement.sentence,
    });
    (outcome, Some(found.collect()))
}

/// The last one of a memory counts.
fn openings(given: &[OpenedText]) -> Result<Vec<Opening>, OpError> {
    let found = given.iter().map(|one| Ok((&one.memory, one.opening()?)));
    Ok(found.collect::<Result<BTreeMap<_, _>, OpError>>()?.into_values().collect())
}

impl OpenedText {
    /// Looks at id and key.
    ///
    /// # Errors
    /// [`Code::BadReceipt`].
    pub fn validate(&self) -> Result<(), OpError> {
        self.opening().map(drop)
    }

    fn opening(&self) -> Result<Opening, OpError> {
        let wrong = |message| OpError::new(Code::BadReceipt, message);
        let memory = self.memory.parse().map_err(|_| wrong("`memory` is no id"))?;
        let key: Result<Commitment, _> = self.key.parse();
        let key = key.map_err(|_| wrong("`key` is not 64 digits of lower-case hex"))?;
        Ok(Opening { memory, key: key.0, text: self.text.0.clone() })
    }
}
