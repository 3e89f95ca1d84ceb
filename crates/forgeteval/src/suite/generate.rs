//! The template generator: five families of four templates each, filled from a seed.

use serde::{Deserialize, Serialize};

use super::draft::Draft;
use super::rng::Rng;
use super::written::Written;
use super::{DISTRACTORS, Language, Suite, amnesia, decay, drift, purging, supersession};
use crate::case::Case;

/// The version of the generator. A change of any word, pool or draw is another version: it changes every hash.
pub const GENERATOR_VERSION: u32 = 1;

/// The families, in the order of a suite.
pub const FAMILIES: [&str; 5] = ["supersession", "decay", "amnesia", "purge", "drift"];

type Template4 = [(&'static str, fn(&mut Rng) -> Draft); 4];

/// The templates of each family, in the order of [`FAMILIES`].
const TEMPLATES: [Template4; 5] = [
    [
        ("job", supersession::job),
        ("theme", supersession::theme),
        ("diet", supersession::diet),
        ("long_form", supersession::long_form),
    ],
    [
        ("otp", decay::otp),
        ("verification", decay::verification),
        ("flight_cancelled", decay::flight_cancelled),
        ("one_of_many", decay::one_of_many),
    ],
    [
        ("person", amnesia::person),
        ("multi", amnesia::multi),
        ("topic", amnesia::topic),
        ("many_facts", amnesia::many_facts),
    ],
    [
        ("api_key", purging::api_key),
        ("phi", purging::phi),
        ("gdpr", purging::gdpr),
        ("many_similar", purging::many_similar),
    ],
    [
        ("jobs", drift::jobs),
        ("address", drift::address),
        ("color", drift::color),
        ("long_chain", drift::long_chain),
    ],
];

/// What a template suite is generated from. Equal settings give an equal suite, to the byte, on every platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// The seed; 42 is the default.
    pub seed: u64,
    /// How many cases a family has; 200 is the default. The four templates of a family take turns.
    pub per_family: usize,
    /// How many unrelated facts stand among a case's own; 4 is the default.
    pub distractors: usize,
    /// The language; English is the default.
    #[serde(default, skip_serializing_if = "Language::is_english")]
    pub language: Language,
}

impl Default for Template {
    fn default() -> Self {
        Self { seed: 42, per_family: 200, distractors: 4, language: Language::English }
    }
}

impl Template {
    /// Generates the suite, named `template`, or `template-de` and so on where it is not in English.
    ///
    /// A case depends on the seed, its family, its index in the family and the number of distractors, and not on
    /// how many cases are made.
    ///
    /// # Errors
    /// [`GenerateError`] when no case or more distractors than there are is asked for.
    pub fn generate(&self) -> Result<Suite, GenerateError> {
        let broken = |reason| GenerateError::Broken { language: self.language, reason };
        let written = self.language.file().map(Written::read).transpose().map_err(broken)?;
        let distractors: Vec<&str> = match &written {
            None => DISTRACTORS.to_vec(),
            Some(written) => written.distractors.iter().map(String::as_str).collect(),
        };
        if self.distractors > distractors.len() {
            return Err(GenerateError::TooManyDistractors {
                asked: self.distractors,
                most: distractors.len(),
            });
        }
        let mut cases = Vec::with_capacity(FAMILIES.len() * self.per_family);
        for (number, (family, templates)) in FAMILIES.iter().zip(&TEMPLATES).enumerate() {
            for index in 0..self.per_family {
                let mut rng = Rng::for_case(self.seed, number as u64, index as u64);
                let (name, draft) = match &written {
                    None => {
                        let (name, template) = templates[index % templates.len()];
                        (name, template(&mut rng))
                    }
                    Some(written) => {
                        let templates = written.families()[number];
                        let template = &templates[index % templates.len()];
                        (template.name.as_str(), written.draft(template, &mut rng).map_err(broken)?)
                    }
                };
                cases.push(self.finish(family, name, index, draft, &distractors, &mut rng));
            }
        }
        let name = match self.language {
            Language::English => "template".to_owned(),
            language => format!("template-{language}"),
        };
        // The ids differ by family and index, so only an empty suite is refused.
        Suite::new(name, cases).map_err(|_| GenerateError::NoCase)
    }

    /// Adds the distractors, shuffles the facts and names the case.
    fn finish(
        &self,
        family: &str,
        name: &str,
        index: usize,
        draft: Draft,
        distractors: &[&str],
        rng: &mut Rng,
    ) -> Case {
        let mut setup_facts = draft.facts;
        setup_facts.extend(rng.pick_many(distractors, self.distractors).into_iter().map(str::to_owned));
        rng.shuffle(&mut setup_facts);
        Case {
            id: format!("{family}-{name}-{index:03}"),
            category: None,
            family: Some(family.to_owned()),
            sub_template: Some(name.to_owned()),
            setup_facts,
            mutations: draft.mutations,
            final_query: draft.question,
            must_contain: draft.must,
            must_not_contain: draft.must_not,
            checks: Vec::new(),
            residue: None,
            filler: None,
            absent: None,
            origin: None,
            note: None,
        }
    }
}

/// Why a template suite cannot be generated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No case was asked for.
    #[error("a suite of no case was asked for")]
    NoCase,
    /// The file of a language is not as it must be.
    #[error("the templates of `{language}`: {reason}")]
    Broken {
        /// The language.
        language: Language,
        /// What is wrong.
        reason: String,
    },
    /// More distractors were asked for than are written.
    #[error("{asked} distractors were asked for, and there are {most}")]
    TooManyDistractors {
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        most: usize,
    },
}
