//! From a row to changes and questions.

use std::fmt;

use super::Data;
use crate::external::{Question, Script, Stakes, Step, Wanted};
use crate::mutation::Mutation;

/// What becomes of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mapping {
    /// As published: each is inscribed, and nothing is ever changed.
    Published,
    /// Ours: each supersedes what it is about, in its own words. A system that takes the nearest memory for what is meant,
    /// whether it contradicts or not, loses the rest of the list.
    Superseding,
}

impl Mapping {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Published, Self::Superseding];

    /// Returns a script for each row.
    #[must_use]
    pub fn scripts(self, data: &Data) -> Vec<Script> {
        let scripts = data.blocks.iter().map(|block| {
            let mut steps: Vec<Step> = match self {
                Self::Published => vec![Step::Change(Mutation::Inscribe { texts: block.facts.clone() })],
                Self::Superseding => block.facts.iter().map(|fact| superseding(fact)).collect(),
            };
            steps.extend((0..block.questions.len()).map(Step::Ask));
            let questions = block.questions.iter().enumerate().map(|(place, (text, answers))| Question {
                id: format!("q{place:03}"),
                kind: block.source.clone(),
                text: text.clone(),
                scope: None,
                needed: vec![Wanted::any(answers)],
                forbidden: Vec::new(),
                probes: false,
            });
            Script { group: block.source.clone(), questions: questions.collect(), steps }
        });
        scripts.collect()
    }
}

fn superseding(fact: &str) -> Step {
    let change = Mutation::Supersede { query: fact.to_owned(), new_text: fact.to_owned() };
    Step::Forget(change, Stakes::default())
}

impl fmt::Display for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Published => "published",
            Self::Superseding => "superseding",
        })
    }
}
