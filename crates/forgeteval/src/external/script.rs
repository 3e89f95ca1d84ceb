//! A benchmark's data as changes and questions.

use super::Wanted;
use crate::case::Case;
use crate::mutation::Mutation;
use crate::score::fold;

/// What is played in one fresh memory.
#[derive(Debug, Clone)]
pub struct Script {
    /// What it is a script of: an episode, a person, a question with its own history.
    pub group: String,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// The questions that steps ask.
    pub questions: Vec<Question>,
}

/// One thing done to a memory.
#[derive(Debug, Clone)]
pub enum Step {
    /// A change.
    Change(Mutation),
    /// A change in words, and what it is about: only a baseline looks at that.
    Forget(Mutation, Stakes),
    /// The question of this place is asked.
    Ask(usize),
}

/// What a change in words is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stakes {
    /// Strings that have to be gone after it.
    pub gone: Vec<String>,
    /// Strings that later questions need.
    pub needed: Vec<String>,
}

/// One question, and what its answer must and must not hold.
#[derive(Debug, Clone)]
pub struct Question {
    /// Its id, unique in the script.
    pub id: String,
    /// What kind of question it is; tables have a column or a row for each.
    pub kind: String,
    /// The question.
    pub text: String,
    /// The scope that it is asked in, where the script has scopes.
    pub scope: Option<String>,
    /// What has to be recalled.
    pub needed: Vec<Wanted>,
    /// What must not be recalled.
    pub forbidden: Vec<Wanted>,
    /// Whether each forbidden string is asked for by itself too.
    pub probes: bool,
}

impl Script {
    /// Returns every text that a system may embed: what is written, and what is asked for.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        let mut texts = Vec::new();
        for step in &self.steps {
            match step {
                Step::Change(change) | Step::Forget(change, _) => {
                    texts.extend(change.texts().iter().map(String::as_str));
                    texts.extend(words(change));
                }
                Step::Ask(place) => {
                    let question = &self.questions[*place];
                    texts.push(question.text.as_str());
                    let probes = question.forbidden.iter().filter(|_| question.probes);
                    texts.extend(probes.map(Wanted::name));
                }
            }
        }
        texts
    }

    /// Returns what of each question is written before it is asked: for what it needs, then for what it forbids, where it
    /// stands, as [`Written`].
    pub(super) fn written(&self) -> Vec<(Vec<Written>, Vec<Written>)> {
        let mut heard: Vec<Heard<'_>> = Vec::new();
        let mut written = vec![(Vec::new(), Vec::new()); self.questions.len()];
        for step in &self.steps {
            match step {
                Step::Change(change) | Step::Forget(change, _) => {
                    let said = |text| Heard { text, folded: fold(text), change: false };
                    heard.extend(words(change).map(|text| Heard { change: true, ..said(text) }));
                    heard.extend(change.texts().iter().map(|text| said(text)));
                }
                Step::Ask(place) => {
                    let question = &self.questions[*place];
                    let look = |wanted: &Vec<Wanted>| wanted.iter().map(|one| looked(one, &heard)).collect();
                    written[*place] = (look(&question.needed), look(&question.forbidden));
                }
            }
        }
        written
    }
}

/// A text that was written, or the words of a change.
struct Heard<'a> {
    text: &'a str,
    folded: String,
    change: bool,
}

/// Where something stands in what a memory was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Written {
    /// In a text that was written.
    pub(super) written: bool,
    /// In the words of a change.
    pub(super) named: bool,
    /// In a text that was written after the last such change.
    pub(super) again: bool,
}

fn looked(wanted: &Wanted, heard: &[Heard<'_>]) -> Written {
    let mut at = Written::default();
    for one in heard.iter().filter(|one| wanted.is_in(one.text, &one.folded)) {
        if one.change {
            (at.named, at.again) = (true, false);
        } else {
            (at.written, at.again) = (true, at.named);
        }
    }
    at
}

/// Returns the words that say what a change is about.
pub(super) fn words(change: &Mutation) -> impl Iterator<Item = &str> {
    let words = match change {
        Mutation::Supersede { query, .. }
        | Mutation::Release { query }
        | Mutation::Purge { query }
        | Mutation::Restore { query } => Some(query.as_str()),
        _ => None,
    };
    words.into_iter()
}

/// Returns a case for the baselines that look into one: this change, and what it is about.
pub(super) fn case(group: &str, change: Option<&Mutation>, stakes: &Stakes) -> Case {
    Case {
        id: group.to_owned(),
        category: Some("external".to_owned()),
        family: None,
        sub_template: None,
        setup_facts: Vec::new(),
        mutations: change.cloned().into_iter().collect(),
        final_query: group.to_owned(),
        must_contain: stakes.needed.clone(),
        must_not_contain: stakes.gone.clone(),
        checks: Vec::new(),
        residue: None,
        filler: None,
        absent: None,
        origin: None,
        note: None,
    }
}
