//! One case of a suite: what is written, what is then forgotten, what is asked, and what the answer may hold.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::mutation::{FIRST_SCOPE, Mutation};
use crate::suite::FILLER_VERSION;

/// One case. Its JSON object is one line of a suite's file; fields not named here are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// The case's name, unique in its suite.
    pub id: String,
    /// The adversarial category, such as `prefix_collision`; absent in template suites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The kind of forgetting: supersession, decay, amnesia, purge or drift.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The template within the family; absent in hand-written suites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sub_template: Option<String>,
    /// The facts written first, in one batch.
    pub setup_facts: Vec<String>,
    /// What is then changed or forgotten, in order.
    pub mutations: Vec<Mutation>,
    /// The question asked at the end.
    pub final_query: String,
    /// Strings that must be recalled: what had to survive.
    pub must_contain: Vec<String>,
    /// Strings that must not be recalled: what had to go.
    pub must_not_contain: Vec<String>,
    /// Questions asked on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<Check>,
    /// What the memory's files must not hold in the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residue: Option<Residue>,
    /// The unrelated texts among which the case is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filler: Option<Filler>,
    /// The same request of another memory, which does not hold what it asks for. The case passes only if both end as they
    /// should, so that neither doing nothing nor doing something does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<Absent>,
    /// Where the case comes from. Never read, and no part of a suite's hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Value>,
    /// A remark for people. Never read, and no part of a suite's hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Value>,
}

/// A question asked on the way, and what its answer must and must not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// After how many of the case's mutations it is asked.
    pub after: usize,
    /// The scope that is asked; [`FIRST_SCOPE`] where none is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The question.
    pub query: String,
    /// Strings that must be recalled.
    #[serde(default)]
    pub must_contain: Vec<String>,
    /// Strings that must not be recalled.
    #[serde(default)]
    pub must_not_contain: Vec<String>,
}

impl Check {
    /// Returns the scope that is asked.
    #[must_use]
    pub fn scope(&self) -> &str {
        self.scope.as_deref().unwrap_or(FIRST_SCOPE)
    }
}

/// A memory that does not hold what a case's mutations ask for, so that nothing of it may go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absent {
    /// The facts written into it, in one batch.
    pub setup_facts: Vec<String>,
    /// Strings that must be recalled for the final query.
    pub must_contain: Vec<String>,
}

/// What the files of a memory must not hold once a case's mutations are done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Residue {
    /// Strings that no file may hold.
    pub gone: Vec<String>,
    /// Strings that some file must hold: where none of what is kept can be seen, seeing nothing of the rest says nothing.
    pub kept: Vec<String>,
}

/// The unrelated texts among which a case is played: the first `rows` of [`crate::suite::filler`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filler {
    /// How many.
    pub rows: usize,
    /// The version of the texts, [`crate::suite::FILLER_VERSION`].
    pub version: u32,
}

impl Case {
    /// Checks what the JSON types cannot say.
    ///
    /// # Errors
    /// [`CaseError`] names the first field that makes the case impossible to judge.
    pub fn validate(&self) -> Result<(), CaseError> {
        for (field, text) in [("id", &self.id), ("final_query", &self.final_query)] {
            if text.trim().is_empty() {
                return Err(CaseError::EmptyField(field));
            }
        }
        if self.category.is_none() && self.family.is_none() {
            return Err(CaseError::NoColumn);
        }
        let mut lists =
            vec![("must_contain", &self.must_contain), ("must_not_contain", &self.must_not_contain)];
        for check in &self.checks {
            if check.after > self.mutations.len() {
                return Err(CaseError::CheckTooLate { after: check.after, mutations: self.mutations.len() });
            }
            if check.query.trim().is_empty() {
                return Err(CaseError::EmptyField("checks.query"));
            }
            lists.push(("checks.must_contain", &check.must_contain));
            lists.push(("checks.must_not_contain", &check.must_not_contain));
        }
        if let Some(residue) = &self.residue {
            if residue.gone.is_empty() || residue.kept.is_empty() {
                return Err(CaseError::EmptyField("residue"));
            }
            lists.extend([("residue.gone", &residue.gone), ("residue.kept", &residue.kept)]);
        }
        if let Some(absent) = &self.absent {
            if absent.setup_facts.is_empty() || absent.must_contain.is_empty() {
                return Err(CaseError::EmptyField("absent"));
            }
            if self.filler.is_some() {
                return Err(CaseError::AbsentAmongFiller);
            }
            lists.push(("absent.must_contain", &absent.must_contain));
        }
        if let Some(Filler { version, .. }) = self.filler.filter(|filler| filler.version != FILLER_VERSION) {
            return Err(CaseError::FillerVersion(version));
        }
        for (field, list) in lists {
            // An empty string occurs in every answer, so it would decide the case whatever is recalled.
            if list.iter().any(String::is_empty) {
                return Err(CaseError::EmptyString(field));
            }
        }
        Ok(())
    }

    /// Returns the case that is played where what is asked for is not there: the same mutations and final query.
    #[must_use]
    pub fn where_absent(&self) -> Option<Self> {
        let Absent { setup_facts, must_contain } = self.absent.clone()?;
        Some(Self {
            setup_facts,
            must_contain,
            must_not_contain: Vec::new(),
            checks: Vec::new(),
            residue: None,
            absent: None,
            ..self.clone()
        })
    }

    /// Returns where the case comes from, if it says so in a word: `hand`, `drafted` or `external`.
    #[must_use]
    pub fn origin(&self) -> Option<&str> {
        self.origin.as_ref()?.as_str()
    }

    /// Returns the column that the case is counted under.
    #[must_use]
    pub fn column(&self, kind: ColumnKind) -> &str {
        kind.choose(self.category.as_deref(), self.family.as_deref())
    }
}

/// Which field of a case names its column in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// `category`: adversarial suites.
    Category,
    /// `family`: template suites.
    Family,
}

impl ColumnKind {
    /// Returns the column's name out of a case's two fields; `other` where it lacks the one asked for.
    #[must_use]
    pub fn choose<'a>(self, category: Option<&'a str>, family: Option<&'a str>) -> &'a str {
        let name = match self {
            Self::Category => category,
            Self::Family => family,
        };
        name.unwrap_or("other")
    }
}

/// Why a well-formed JSON object is no case.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// A text that is needed is empty.
    #[error("field `{0}` is empty")]
    EmptyField(&'static str),
    /// Neither `category` nor `family` is there, so the case belongs to no column.
    #[error("neither field `category` nor field `family` is there")]
    NoColumn,
    /// A check is to be asked after more mutations than there are.
    #[error("a check is asked after {after} mutations, and there are {mutations}")]
    CheckTooLate {
        /// When it is to be asked.
        after: usize,
        /// How many mutations there are.
        mutations: usize,
    },
    /// What is asked for cannot be missing among unrelated texts, since a memory that is shared holds what other cases left.
    #[error("field `absent` is there beside `filler`; a case has one of them")]
    AbsentAmongFiller,
    /// The unrelated texts are of a version that this program does not make.
    #[error(
        "filler version {0} is not the one of this program, {FILLER_VERSION}; use the program that the suite was made for"
    )]
    FillerVersion(u32),
    /// A list of strings to look for holds an empty one.
    #[error("field `{0}` holds an empty string, which every answer contains")]
    EmptyString(&'static str),
}
