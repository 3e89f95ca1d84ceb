//! One verdict, as one line of `verdicts.jsonl`.

use serde::{Deserialize, Serialize};

use super::LlmUse;
use crate::adapter::Usage;
use crate::case::ColumnKind;
use crate::score::{CheckAnswer, ConsentAnswer, Judged, Probe};

/// One verdict, with everything that tables are made from: no other file is needed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The suite's name.
    pub suite: String,
    /// The suite's version, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite_version: Option<String>,
    /// The suite's hash, [`crate::suite::Suite::sha256`].
    pub suite_sha256: String,
    /// How many cases the suite has.
    pub suite_cases: usize,
    /// What the suite's columns are.
    pub columns: ColumnKind,
    /// How many texts a recall could return.
    pub k: usize,
    /// The embedder shared by the systems, `none` where there is none.
    pub embedder: String,
    /// The system.
    pub system: String,
    /// The system's version.
    pub system_version: String,
    /// The case's id.
    pub case: String,
    /// The case's category, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The case's family, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The case's template, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sub_template: Option<String>,
    /// Where the case comes from, in a word, where it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The judgement, by each scorer.
    pub judged: Judged,
    /// What the system said when it could not go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The texts recalled for the final query, best first.
    pub recalled: Vec<String>,
    /// The texts recalled for each forbidden string, asked for directly.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub probes: Vec<Probe>,
    /// The answers to the case's checks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<CheckAnswer>,
    /// What came of each question to a person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consents: Vec<ConsentAnswer>,
    /// What the system's language model took, where the system says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// What the system took of the run's language model, by the run's own count; absent where the run offers it none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub llm: Option<LlmUse>,
    /// Where the time went.
    pub times: CaseTimes,
}

impl Record {
    /// Returns the column that the case is counted under.
    #[must_use]
    pub fn column(&self) -> &str {
        self.columns.choose(self.category.as_deref(), self.family.as_deref())
    }

    /// Returns what must be unique in a file of verdicts.
    #[must_use]
    pub fn key(&self) -> (&str, &str, &str) {
        (&self.suite_sha256, &self.system, &self.case)
    }
}

/// Where the time of one case went, in whole microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CaseTimes {
    /// Every call of the system that the case asks for, and the scoring.
    pub total_us: u64,
    /// Turning texts into vectors; texts met before in the run cost nothing.
    pub embedder_us: u64,
    /// Deciding what a mutation does.
    pub planner_us: u64,
    /// The system's calls, without embedder and planner.
    pub store_us: u64,
    /// Judging the answers.
    pub scoring_us: u64,
    /// Asking for the forbidden strings; no part of the total.
    pub probing_us: u64,
    /// Writing the unrelated texts, in the first case that is played among them; no part of the total.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub filling_us: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}
