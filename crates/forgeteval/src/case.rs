//! One case of a suite: what is written, what is then forgotten, what is asked, and what the answer may hold.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::mutation::Mutation;

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
    /// Where the case comes from. Never read, and no part of a suite's hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Value>,
    /// A remark for people. Never read, and no part of a suite's hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Value>,
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
        for (field, list) in
            [("must_contain", &self.must_contain), ("must_not_contain", &self.must_not_contain)]
        {
            // An empty string occurs in every answer, so it would decide the case whatever is recalled.
            if list.iter().any(String::is_empty) {
                return Err(CaseError::EmptyString(field));
            }
        }
        Ok(())
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
    /// A list of strings to look for holds an empty one.
    #[error("field `{0}` holds an empty string, which every answer contains")]
    EmptyString(&'static str),
}
