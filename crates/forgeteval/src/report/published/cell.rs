//! One cell of a published table.

use serde::Deserialize;

/// One cell of a published table, as it was printed.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// Not published; in JSON `null`. Never zero.
    Unknown,
    /// Passes among the column's cases, or a number of the table's unit.
    Number(f64),
    /// Passes, with the cases that are not applicable printed beside them.
    Counts {
        /// Cases passed.
        pass: usize,
        /// Cases of the column.
        of: usize,
        /// Cases of them that are not applicable.
        na: usize,
    },
    /// Only a rounded percentage was published.
    Percent {
        /// The percentage.
        percent: f64,
    },
    /// The system lacks the operation that every case of the column needs.
    Na(NotApplicable),
}

/// The word for what is not applicable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum NotApplicable {
    /// In JSON `"N/A"`.
    #[serde(rename = "N/A")]
    NotApplicable,
}

impl Cell {
    /// Returns the passes, where they were published: none of what is not applicable passes.
    #[must_use]
    pub fn passes(self) -> Option<usize> {
        match self {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a table of passes holds small whole numbers, which a test checks"
            )]
            Self::Number(passes) => Some(passes as usize),
            Self::Counts { pass, .. } => Some(pass),
            Self::Na(_) => Some(0),
            Self::Unknown | Self::Percent { .. } => None,
        }
    }

    /// Returns the share of passes among all `n` cases of the column; nothing where it was not published or nothing is
    /// applicable.
    #[must_use]
    pub fn strict(self, n: Option<usize>) -> Option<f64> {
        match (self, n) {
            (Self::Number(passes), Some(n)) => Some(passes / n as f64),
            (Self::Counts { pass, of, na }, _) if na < of => Some(pass as f64 / of as f64),
            (Self::Percent { percent }, _) => Some(percent / 100.0),
            _ => None,
        }
    }

    /// Returns whether the whole column is not applicable.
    #[must_use]
    pub fn is_na(self) -> bool {
        match self {
            Self::Na(_) => true,
            Self::Counts { of, na, .. } => na == of,
            _ => false,
        }
    }
}
