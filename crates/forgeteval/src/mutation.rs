//! One change asked of a memory.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One change asked of a memory; in JSON an array such as `["supersede", "query", "new text"]`.
///
/// The published suites have the first three. The others are what a memory lives through beside them, and where what
/// was forgotten can come back.
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
    /// What was released and the query describes is recalled again.
    Restore {
        /// What comes back.
        query: String,
    },
    /// Further texts are written, as by an agent that meets them again.
    Inscribe {
        /// The texts, at least one.
        texts: Vec<String>,
    },
    /// Texts are read in from an older copy of the memory.
    Import {
        /// The texts, at least one.
        texts: Vec<String>,
    },
    /// What the query describes is to be erased, and a person is asked: shown what goes, the person says yes or no. In JSON
    /// `accept` or `decline`.
    Consent {
        /// What is to be erased.
        query: String,
        /// What the person says.
        yes: bool,
        /// Texts that are written while the person reads; there may be none.
        meanwhile: Vec<String>,
    },
    /// Every later change happens in the scope of this name. A case begins in the scope [`FIRST_SCOPE`].
    Scope {
        /// The scope.
        name: String,
    },
}

/// The scope that a case begins in, and whose memories answer its final query.
pub const FIRST_SCOPE: &str = "default";

impl Mutation {
    /// Returns which operation this is.
    #[must_use]
    pub fn op(&self) -> Op {
        match self {
            Self::Supersede { .. } => Op::Supersede,
            Self::Release { .. } => Op::Release,
            Self::Purge { .. } => Op::Purge,
            Self::Restore { .. } => Op::Restore,
            Self::Inscribe { .. } => Op::Inscribe,
            Self::Import { .. } => Op::Import,
            Self::Consent { .. } => Op::Consent,
            Self::Scope { .. } => Op::Scope,
        }
    }

    /// Returns the word that it begins with in JSON.
    #[must_use]
    pub fn word(&self) -> String {
        match self {
            Self::Consent { yes: true, .. } => "accept".to_owned(),
            Self::Consent { yes: false, .. } => "decline".to_owned(),
            _ => self.op().to_string(),
        }
    }

    /// Returns the texts that it is written with in JSON, after the operation's name.
    #[must_use]
    pub fn arguments(&self) -> Vec<&str> {
        match self {
            Self::Supersede { query, new_text } => vec![query, new_text],
            Self::Release { query } | Self::Purge { query } | Self::Restore { query } => vec![query],
            Self::Inscribe { texts } | Self::Import { texts } => texts.iter().map(String::as_str).collect(),
            Self::Consent { query, meanwhile, .. } => {
                std::iter::once(query).chain(meanwhile).map(String::as_str).collect()
            }
            Self::Scope { name } => vec![name],
        }
    }

    /// Returns the texts that the change writes.
    #[must_use]
    pub fn texts(&self) -> &[String] {
        match self {
            Self::Supersede { new_text, .. } => std::slice::from_ref(new_text),
            Self::Inscribe { texts } | Self::Import { texts } | Self::Consent { meanwhile: texts, .. } => {
                texts
            }
            Self::Release { .. } | Self::Purge { .. } | Self::Restore { .. } | Self::Scope { .. } => &[],
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
    /// Bring back what was released.
    Restore,
    /// Write.
    Inscribe,
    /// Read in an older copy.
    Import,
    /// Ask a person before erasing.
    Consent,
    /// Keep several scopes apart.
    Scope,
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Supersede => "supersede",
            Self::Release => "release",
            Self::Purge => "purge",
            Self::Restore => "restore",
            Self::Inscribe => "inscribe",
            Self::Import => "import",
            Self::Consent => "consent",
            Self::Scope => "scope",
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
        let arity = |takes| MutationError::Arity { op: op.clone(), takes, found };
        match op.as_str() {
            "supersede" => match <[String; 2]>::try_from(arguments) {
                Ok([query, new_text]) => Ok(Self::Supersede { query, new_text }),
                Err(_) => Err(arity("a query and a new text")),
            },
            "release" | "purge" | "restore" => match <[String; 1]>::try_from(arguments) {
                Ok([query]) => Ok(match op.as_str() {
                    "release" => Self::Release { query },
                    "purge" => Self::Purge { query },
                    _ => Self::Restore { query },
                }),
                Err(_) => Err(arity("a query alone")),
            },
            "inscribe" | "import" if arguments.is_empty() => Err(arity("texts, at least one")),
            "inscribe" => Ok(Self::Inscribe { texts: arguments }),
            "import" => Ok(Self::Import { texts: arguments }),
            "accept" | "decline" => {
                let mut arguments = arguments.into_iter();
                let query =
                    arguments.next().ok_or_else(|| arity("a query, and what is written meanwhile"))?;
                Ok(Self::Consent { query, yes: op == "accept", meanwhile: arguments.collect() })
            }
            "scope" => match <[String; 1]>::try_from(arguments) {
                Ok([name]) => Ok(Self::Scope { name }),
                Err(_) => Err(arity("a name alone")),
            },
            _ => Err(MutationError::UnknownOp(op)),
        }
    }
}

impl From<Mutation> for Vec<String> {
    fn from(mutation: Mutation) -> Self {
        let mut words = vec![mutation.word()];
        match mutation {
            Mutation::Supersede { query, new_text } => words.extend([query, new_text]),
            Mutation::Release { query } | Mutation::Purge { query } | Mutation::Restore { query } => {
                words.push(query);
            }
            Mutation::Inscribe { texts } | Mutation::Import { texts } => words.extend(texts),
            Mutation::Consent { query, meanwhile, .. } => {
                words.push(query);
                words.extend(meanwhile);
            }
            Mutation::Scope { name } => words.push(name),
        }
        words
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
    #[error(
        "unknown op `{0}` in a mutation; there are supersede, release, purge, restore, inscribe, import, accept, decline and scope"
    )]
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
