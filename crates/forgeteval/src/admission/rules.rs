//! The sets of rules that stage 1 of the admission may hold a case to.

use std::fmt;

use serde::Serialize;

use super::{Problem, brief, structure};
use crate::case::Case;

/// A set of rules that a case is held to by its form alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rules {
    /// This project's: a case can be judged, is satisfiable, and keeps to the brief (`docs/writing-cases.md`). The default.
    #[default]
    House,
    /// The paper's (its section 3.3 and Appendix R): the line is a case, its family and category are known, and no forbidden
    /// string is part of a needed one. Which facts a change is about cannot be told from the form; so a forbidden string in
    /// a fact that no change is about is left to stage 2.
    Paper,
}

impl Rules {
    /// Returns why a case is rejected; nothing where it is not.
    #[must_use]
    pub fn problems(self, case: &Case) -> Vec<Problem> {
        let judged = structure(case);
        match self {
            Self::House => judged.into_iter().chain(brief(case)).collect(),
            Self::Paper => judged.into_iter().filter(is_of_paper).collect(),
        }
    }
}

fn is_of_paper(problem: &Problem) -> bool {
    matches!(problem, Problem::UnknownCategory(_) | Problem::UnknownFamily(_) | Problem::TrapInNeeded { .. })
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::House => "house",
            Self::Paper => "paper",
        })
    }
}
