//! The rules by which answers are judged.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Answers, Judgement, Leak, fold};
use crate::case::Case;

/// The rule by which answers are judged. Both look for the case's strings as substrings of recalled texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scorer {
    /// As published: only the final query's answer is looked at, in lower case. The default.
    #[default]
    Published,
    /// Stricter: each forbidden string is asked for directly too, and must be in none of the answers. Case is folded.
    Probed,
}

impl Scorer {
    /// Returns the queries that are asked after the final one.
    #[must_use]
    pub fn probes(self, case: &Case) -> &[String] {
        match self {
            Self::Published => &[],
            Self::Probed => &case.must_not_contain,
        }
    }

    /// Judges what was answered.
    #[must_use]
    pub fn judge(self, case: &Case, answers: &Answers) -> Judgement {
        // One text: a string that spans two recalled texts would need a line feed.
        let last = self.even_out(&answers.recalled.join("\n"));
        let probes: Vec<(&str, String)> = answers
            .probes
            .iter()
            .map(|probe| (probe.query.as_str(), self.even_out(&probe.recalled.join("\n"))))
            .collect();

        let lost =
            case.must_contain.iter().filter(|text| !last.contains(&self.even_out(text))).cloned().collect();
        let leaked = case.must_not_contain.iter().filter_map(|text| {
            let wanted = self.even_out(text);
            let answered = std::iter::once((case.final_query.as_str(), &last));
            let answered = answered.chain(probes.iter().map(|(query, answer)| (*query, answer)));
            let asked: Vec<String> = answered
                .filter(|(_, answer)| answer.contains(&wanted))
                .map(|(query, _)| query.to_owned())
                .collect();
            if asked.is_empty() { None } else { Some(Leak { text: text.clone(), asked }) }
        });
        Judgement { leaked: leaked.collect(), lost }
    }

    /// Takes the case out of a text; the published scorer lowers it, which differs for a few letters (ß, ς).
    fn even_out(self, text: &str) -> String {
        match self {
            Self::Published => text.to_lowercase(),
            Self::Probed => fold(text),
        }
    }
}

impl fmt::Display for Scorer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Published => "published",
            Self::Probed => "probed",
        })
    }
}
