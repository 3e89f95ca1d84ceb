//! One change asked of a memory in words.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One change asked of a memory in words; in JSON an array such as `["supersede", "query", "new text"]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub enum Mutation {
    /// What the query describes is believed no longer; the new text takes its place.
    Supersede {
        /// What is believed no longer.
        query: String,
        /// What is believed from now on.
        new_text: String,
    },
    /// What the query describes leaves recall, restorably.
    Release {
        /// What leaves recall.
        query: String,
    },
    /// What the query describes is erased.
    Purge {
        /// What is erased.
        query: String,
    },
}

impl Mutation {
    /// Returns which operation this is.
    #[must_use]
    pub fn op(&self) -> Op {
        match self {
            Self::Supersede { .. } => Op::Supersede,
            Self::Release { .. } => Op::Release,
            Self::Purge { .. } => Op::Purge,
        }
    }
}

/// The name of an operation that a memory may lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Op {
    /// Replace what is believed no longer.
    Supersede,
    /// Take out of recall, restorably.
    Release,
    /// Erase.
    Purge,
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Supersede => "supersede",
            Self::Release => "release",
            Self::Purge => "purge",
        })
    }
}

impl TryFrom<Vec<String>> for Mutation {
    type Error = MutationError;

    fn try_from(words: Vec<String>) -> Result<Self, MutationError> {
        let mut words = words.into_iter();
        let op = words.next().ok_or(MutationError::Empty)?;
        let arguments: Vec<String> = words.collect();
        let found = arguments.len();
        match op.as_str() {
            "supersede" => match <[String; 2]>::try_from(arguments) {
                Ok([query, new_text]) => Ok(Self::Supersede { query, new_text }),
                Err(_) => Err(MutationError::Arity { op, takes: "a query and a new text", found }),
            },
            "release" | "purge" => match <[String; 1]>::try_from(arguments) {
                Ok([query]) if op == "release" => Ok(Self::Release { query }),
                Ok([query]) => Ok(Self::Purge { query }),
                Err(_) => Err(MutationError::Arity { op, takes: "a query alone", found }),
            },
            _ => Err(MutationError::UnknownOp(op)),
        }
    }
}

impl From<Mutation> for Vec<String> {
    fn from(mutation: Mutation) -> Self {
        let op = mutation.op().to_string();
        match mutation {
            Mutation::Supersede { query, new_text } => vec![op, query, new_text],
            Mutation::Release { query } | Mutation::Purge { query } => vec![op, query],
        }
    }
}

/// Why an array of strings is no mutation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MutationError {
    /// The array is empty.
    #[error("a mutation is an empty array; its first string must name the op")]
    Empty,
    /// The first string names no operation.
    #[error("unknown op `{0}` in a mutation; there are supersede, release and purge")]
    UnknownOp(String),
    /// The operation has too few or too many arguments.
    #[error("op `{op}` takes {takes}, and has {found} argument(s)")]
    Arity {
        /// The operation, as written.
        op: String,
        /// What it takes.
        takes: &'static str,
        /// How many arguments it has.
        found: usize,
    },
}
