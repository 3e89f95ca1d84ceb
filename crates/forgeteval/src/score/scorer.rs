//! The rules by which answers are judged.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::boundary::stands_whole;
use super::judgement::FailedCheck;
use super::{Answers, ConsentAnswer, Judged, Judgement, Leak, Probe, fold};
use crate::case::{Case, Check};
use crate::mutation::Mutation;

/// The rule by which answers are judged. All look for the case's strings in the texts recalled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scorer {
    /// As published: only the final query's answer is looked at, for substrings in lower case. The default.
    #[default]
    Published,
    /// Stricter: a forbidden string must not be in the answers to the forbidden strings either. Case is folded.
    Probed,
    /// As probed, but a forbidden string counts only where it stands as a whole token, not inside a longer one
    /// (the paper's Appendix U). A string that stands whole in no text of the case is looked for as probed does.
    Boundary,
}

impl Scorer {
    /// Every scorer.
    pub const ALL: [Self; 3] = [Self::Published, Self::Probed, Self::Boundary];

    /// Judges what was answered by every scorer.
    #[must_use]
    pub fn judge_all(case: &Case, answers: &Answers) -> Judged {
        Judged {
            published: Self::Published.judge(case, answers),
            probed: Self::Probed.judge(case, answers),
            boundary: Self::Boundary.judge(case, answers),
        }
    }

    /// Returns the judgement by this scorer.
    #[must_use]
    pub fn of(self, judged: &Judged) -> &Judgement {
        match self {
            Self::Published => &judged.published,
            Self::Probed => &judged.probed,
            Self::Boundary => &judged.boundary,
        }
    }

    /// Judges what was answered.
    #[must_use]
    pub fn judge(self, case: &Case, answers: &Answers) -> Judgement {
        let last = Asked { query: &case.final_query, recalled: &answers.recalled, probes: &answers.probes };
        let texts = self.texts(case);
        let (mut leaked, lost) = self.compare(&last, &case.must_contain, &case.must_not_contain, &texts);
        for seen in &answers.residue {
            match leaked.iter_mut().find(|leak: &&mut Leak| leak.text == seen.text) {
                Some(leak) => leak.files.push(seen.file.clone()),
                None => leaked.push(Leak {
                    text: seen.text.clone(),
                    asked: Vec::new(),
                    files: vec![seen.file.clone()],
                }),
            }
        }
        let wanted = case.checks.iter().map(|check| {
            let Check { query, must_contain, must_not_contain, .. } = check;
            (query, must_contain.as_slice(), must_not_contain.as_slice())
        });
        let absent =
            case.absent.iter().map(|absent| (&case.final_query, absent.must_contain.as_slice(), &[][..]));
        let checks = wanted.chain(absent).zip(&answers.checks).enumerate();
        let failed = checks.filter_map(|(check, ((query, must, must_not), answer))| {
            let asked = Asked { query, recalled: &answer.recalled, probes: &answer.probes };
            let (leaked, lost) = self.compare(&asked, must, must_not, &texts);
            (!leaked.is_empty() || !lost.is_empty()).then_some(FailedCheck { check, leaked, lost })
        });
        let asked = case.checks.len() + usize::from(case.absent.is_some());
        let answered = case.mutations.iter().filter_map(|mutation| match mutation {
            Mutation::Consent { yes, .. } => Some(*yes),
            _ => None,
        });
        let consents = answered.zip(&answers.consents).enumerate();
        let unlike = consents.filter_map(|(at, (yes, answer))| unlike(asked + at, yes, answer));
        let failed = failed.chain(unlike).collect();
        Judgement::of(leaked, lost, failed)
    }

    /// Returns what leaked and what was lost in one answer and its probes.
    fn compare(
        self,
        asked: &Asked<'_>,
        must: &[String],
        must_not: &[String],
        texts: &[String],
    ) -> (Vec<Leak>, Vec<String>) {
        // One text: a string that spans two recalled texts would need a line feed.
        let answer = self.even_out(&asked.recalled.join("\n"));
        let mut answers = vec![(asked.query, &answer)];
        let probes: Vec<(&str, String)> = match self {
            Self::Published => Vec::new(),
            Self::Probed | Self::Boundary => asked
                .probes
                .iter()
                .map(|probe| (probe.query.as_str(), self.even_out(&probe.recalled.join("\n"))))
                .collect(),
        };
        answers.extend(probes.iter().map(|(query, answer)| (*query, answer)));

        let lost = must.iter().filter(|text| !answer.contains(&self.even_out(text))).cloned().collect();
        let leaked = must_not.iter().filter_map(|text| {
            let wanted = self.even_out(text);
            // The beginning of a key, say, stands whole in no text, and counts wherever it stands.
            let whole = self == Self::Boundary && texts.iter().any(|text| stands_whole(text, &wanted));
            let holds =
                |answer: &str| if whole { stands_whole(answer, &wanted) } else { answer.contains(&wanted) };
            let asked: Vec<String> = answers
                .iter()
                .filter(|(_, answer)| holds(answer))
                .map(|(query, _)| (*query).to_owned())
                .collect();
            (!asked.is_empty()).then(|| Leak { text: text.clone(), asked, files: Vec::new() })
        });
        (leaked.collect(), lost)
    }

    /// Returns every text that the case writes, evened out, where the rule looks at them.
    fn texts(self, case: &Case) -> Vec<String> {
        if self != Self::Boundary {
            return Vec::new();
        }
        let later = case.mutations.iter().flat_map(Mutation::texts);
        case.setup_facts.iter().chain(later).map(|text| self.even_out(text)).collect()
    }

    /// Takes the case out of a text; the published scorer lowers it, which differs for a few letters (ß, ς).
    fn even_out(self, text: &str) -> String {
        match self {
            Self::Published => text.to_lowercase(),
            Self::Probed | Self::Boundary => fold(text),
        }
    }
}

/// Compares what a person was shown with what went: on a yes they must be the same, on a no nothing goes. Texts are compared
/// whole, by every scorer alike.
fn unlike(check: usize, yes: bool, answer: &ConsentAnswer) -> Option<FailedCheck> {
    let ConsentAnswer { shown, went, missing } = answer;
    let unseen = went.iter().filter(|text| !yes || !shown.contains(text));
    let lost: Vec<String> = unseen.chain(missing).cloned().collect();
    let stays = shown.iter().filter(|text| yes && !went.contains(text));
    let leaked: Vec<Leak> =
        stays.map(|text| Leak { text: text.clone(), asked: vec![text.clone()], files: Vec::new() }).collect();
    (!leaked.is_empty() || !lost.is_empty()).then_some(FailedCheck { check, leaked, lost })
}

/// One question and its answers.
struct Asked<'a> {
    query: &'a str,
    recalled: &'a [String],
    probes: &'a [Probe],
}

impl fmt::Display for Scorer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Published => "published",
            Self::Probed => "probed",
            Self::Boundary => "boundary",
        })
    }
}
