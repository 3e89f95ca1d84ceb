//! How the scripted model behaves.

use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use crate::contract::Contract;

/// A way to behave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Answers as well as its rules can.
    Good,
    /// Names every memory, as a model does that follows instructions in one.
    Greedy,
    /// Answers with one malformed answer after the other ([`MALFORMED`]).
    Malformed,
    /// Cuts every answer off.
    Truncated,
    /// Answers well, and takes so long.
    Slow(Duration),
    /// Would not answer.
    Refusing,
    /// Is not there.
    Unreachable,
}

impl FromStr for Mode {
    type Err = String;

    /// Reads a mode's name in lower case; `slow` is one second.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "good" => Self::Good,
            "greedy" => Self::Greedy,
            "malformed" => Self::Malformed,
            "truncated" => Self::Truncated,
            "slow" => Self::Slow(Duration::from_secs(1)),
            "refusing" => Self::Refusing,
            "unreachable" => Self::Unreachable,
            other => {
                return Err(format!(
                    "there is no mode {other:?}; there are good, greedy, malformed, truncated, slow, refusing, unreachable"
                ));
            }
        })
    }
}

/// The table of malformed answers with what each must give, as JSON lines.
pub const MALFORMED: &str = include_str!("malformed.jsonl");

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Malformed {
    /// The contract that it answers.
    pub contract: String,
    /// Of how many memories.
    pub of: usize,
    /// The answer.
    pub answer: String,
    /// What it gives: the list of the answer as it counts, or a piece of the reason why it is unusable.
    pub gives: Value,
}

impl Malformed {
    /// Reads the table.
    ///
    /// # Errors
    /// Where a line is not one of the table.
    pub fn table() -> Result<Vec<Self>, serde_json::Error> {
        MALFORMED.lines().map(serde_json::from_str).collect()
    }
}

/// The malformed answer of a number, for a contract: they begin again after the last.
pub(super) fn malformed(contract: Option<Contract>, number: usize) -> String {
    let wanted = match contract {
        None | Some(Contract::Release) => Contract::Purge,
        Some(contract) => contract,
    };
    let lines = Malformed::table().unwrap_or_default();
    let lines: Vec<_> = lines.into_iter().filter(|line| line.contract == wanted.as_str()).collect();
    lines.get(number % lines.len().max(1)).map(|line| line.answer.clone()).unwrap_or_default()
}
