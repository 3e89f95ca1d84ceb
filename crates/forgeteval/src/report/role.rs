//! Contestants, and the yardsticks beside them.

use serde::Serialize;

/// What a system is in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A memory that is put to the test.
    Contestant,
    /// It looks into the case: what it fails cannot be passed in its way.
    Ceiling,
    /// It forgets by a rule that understands nothing.
    Baseline,
    /// It forgets nothing or everything: what it passes is worth nothing.
    Floor,
}

impl Role {
    /// Every role, in the order of a table's groups.
    pub const ALL: [Self; 4] = [Self::Contestant, Self::Ceiling, Self::Baseline, Self::Floor];

    /// Returns the role of a system, by its name.
    #[must_use]
    pub fn of(system: &str) -> Self {
        match system {
            "null" | "keep" | "nuke" => Self::Floor,
            "oracle" | "oracle-edits" => Self::Ceiling,
            "normalized-keys" => Self::Baseline,
            _ => Self::Contestant,
        }
    }

    /// Returns the role in a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Contestant => "contestant",
            Self::Ceiling => "ceiling",
            Self::Baseline => "baseline",
            Self::Floor => "floor",
        }
    }
}
