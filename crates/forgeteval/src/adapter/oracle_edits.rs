//! The ceiling `oracle-edits`: a memory that knows what a case forbids and needs, and forgets exactly that.

use std::collections::HashMap;
use std::sync::Arc;

use super::scoped_rows::ScopedRows;
use super::{Adapter, AdapterError, CachedEmbedder, Shown, System, Times};
use crate::case::Case;
use crate::mutation::{FIRST_SCOPE, Mutation};
use crate::score::fold;

/// Looks into the case. At every change it removes each row of the scope that holds a string which the next question
/// there forbids; a row that also holds a string which that question needs is edited: the forbidden strings are cut out.
/// What comes back by a later write, import or restore is treated alike. A case that it fails cannot be passed: it
/// contradicts itself, or its survivors are not among the best texts for the question.
pub struct OracleEdits {
    embedder: Arc<CachedEmbedder>,
}

impl OracleEdits {
    /// Makes the ceiling.
    #[must_use]
    pub fn new(embedder: Arc<CachedEmbedder>) -> Self {
        Self { embedder }
    }
}

impl System for OracleEdits {
    fn name(&self) -> &str {
        "oracle-edits"
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn open(&self, _case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        Ok(Box::new(Memory {
            rows: ScopedRows::new(Arc::clone(&self.embedder)),
            questions: Vec::new(),
            steps: Vec::new(),
            done: 0,
            state: State::Filling,
            removed: HashMap::new(),
        }))
    }
}

/// One question of the case: when and where it is asked, what it needs and forbids, in folded case.
struct Question {
    after: usize,
    scope: String,
    must: Vec<String>,
    must_not: Vec<String>,
}

/// How far a case is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// No case has begun: unrelated texts are written.
    Filling,
    /// The case's facts are to be written.
    Begun,
    /// Nothing was to be forgotten yet, and nothing that is written is touched.
    Whole,
    /// Something was to be forgotten.
    Mutated,
}

struct Memory {
    rows: ScopedRows,
    /// By when they are asked, the final one last.
    questions: Vec<Question>,
    /// For each of the case's mutations, whether it is a change of scope alone.
    steps: Vec<bool>,
    /// How many of the case's mutations have begun.
    done: usize,
    state: State,
    /// What was removed from each scope, for a restore.
    removed: HashMap<String, Vec<String>>,
}

impl Memory {
    /// Counts a change, and the changes of scope before it: those cannot be told from a question in another scope.
    fn step(&mut self) {
        while self.steps.get(self.done) == Some(&true) {
            self.done += 1;
        }
        self.done += 1;
    }

    fn next_question(&self) -> Option<&Question> {
        self.questions
            .iter()
            .find(|question| question.scope == self.rows.scope() && question.after >= self.done)
    }

    fn forget(&mut self) {
        if self.state != State::Mutated {
            return;
        }
        let Some(question) = self.next_question() else { return };
        let (must, must_not) = (question.must.clone(), question.must_not.clone());
        let mut kept = Vec::new();
        let mut removed = Vec::new();
        self.rows.rows().retain(|text| {
            let folded = fold(text);
            if !must_not.iter().any(|forbidden| folded.contains(forbidden)) {
                return true;
            }
            let rest = must_not.iter().fold(text.clone(), |rest, forbidden| cut(&rest, forbidden));
            let folded = fold(&rest);
            if must.iter().any(|needed| folded.contains(needed)) {
                kept.push(rest);
            }
            removed.push(text.clone());
            false
        });
        self.rows.rows().extend(&kept);
        self.removed.entry(self.rows.scope().to_owned()).or_default().extend(removed);
    }

    /// Forgets before a new text is written, so that the text itself stands until the next change.
    fn change(&mut self, new: &[String]) {
        self.step();
        self.state = State::Mutated;
        self.forget();
        self.rows.rows().extend(new);
    }

    /// Writes first and forgets then, so that what must not come back does not.
    fn write(&mut self, texts: &[String]) {
        self.step();
        self.rows.rows().extend(texts);
        self.forget();
    }
}

/// Returns the text with an ellipsis in the place of each occurrence of a string of folded case.
fn cut(text: &str, forbidden: &str) -> String {
    // Where each character of the text begins in its folded form.
    let mut folded = String::new();
    let starts: Vec<(usize, char)> = text
        .chars()
        .map(|c| {
            let start = folded.len();
            folded.push_str(&fold(c.encode_utf8(&mut [0; 4])));
            (start, c)
        })
        .collect();
    let hits: Vec<(usize, usize)> =
        folded.match_indices(forbidden).map(|(at, hit)| (at, at + hit.len())).collect();
    let mut out = String::new();
    for (start, c) in starts {
        match hits.iter().find(|(from, to)| (*from..*to).contains(&start)) {
            Some((from, _)) if *from == start => out.push('…'),
            Some(_) => {}
            None => out.push(c),
        }
    }
    out
}

impl Adapter for Memory {
    fn begin(&mut self, case: &Case) {
        let folded = |list: &[String]| list.iter().map(|text| fold(text)).collect();
        self.questions = case
            .checks
            .iter()
            .map(|check| Question {
                after: check.after,
                scope: check.scope().to_owned(),
                must: folded(&check.must_contain),
                must_not: folded(&check.must_not_contain),
            })
            .collect();
        self.questions.sort_by_key(|question| question.after);
        self.questions.push(Question {
            after: case.mutations.len(),
            scope: FIRST_SCOPE.to_owned(),
            must: folded(&case.must_contain),
            must_not: folded(&case.must_not_contain),
        });
        self.steps = case.mutations.iter().map(|step| matches!(step, Mutation::Scope { .. })).collect();
        (self.done, self.state) = (0, State::Begun);
        self.rows.enter(FIRST_SCOPE);
        self.removed.clear();
    }

    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        match self.state {
            State::Filling => self.rows.rows().extend(facts),
            State::Begun => {
                self.rows.rows().extend(facts);
                self.state = State::Whole;
            }
            State::Whole | State::Mutated => self.write(facts),
        }
        Ok(())
    }

    fn recall(&mut self, query: &str, k: usize) -> Result<Vec<String>, AdapterError> {
        self.rows.rows().recall(query, k)
    }

    fn supersede(&mut self, _query: &str, new_text: &str) -> Result<(), AdapterError> {
        self.change(&[new_text.to_owned()]);
        Ok(())
    }

    fn release(&mut self, _query: &str) -> Result<(), AdapterError> {
        self.change(&[]);
        Ok(())
    }

    fn purge(&mut self, _query: &str) -> Result<(), AdapterError> {
        self.change(&[]);
        Ok(())
    }

    fn restore(&mut self, _query: &str) -> Result<(), AdapterError> {
        self.step();
        let scope = self.rows.scope().to_owned();
        let must = self.next_question().map(|question| question.must.clone()).unwrap_or_default();
        let removed = self.removed.entry(scope).or_default();
        let needed = |text: &mut String| must.iter().any(|needed| fold(text).contains(needed.as_str()));
        let back: Vec<String> = removed.extract_if(.., needed).collect();
        self.rows.rows().extend(&back);
        self.forget();
        Ok(())
    }

    fn import(&mut self, texts: &[String]) -> Result<(), AdapterError> {
        self.write(texts);
        Ok(())
    }

    /// Shows what it removes, the row that takes its place with it; on a no nothing is.
    fn consent(&mut self, _query: &str, yes: bool, meanwhile: &[String]) -> Result<Vec<Shown>, AdapterError> {
        self.rows.rows().extend(meanwhile);
        let before = self.rows.rows().texts().to_vec();
        if yes {
            self.change(&[]);
        } else {
            self.step();
        }
        let rows = self.rows.rows();
        let gone = before.into_iter().filter(|text| !rows.texts().contains(text));
        Ok(gone.map(|text| Shown { text, after: None }).collect())
    }

    fn enter(&mut self, scope: &str) -> Result<(), AdapterError> {
        self.rows.enter(scope);
        Ok(())
    }

    fn times(&self) -> Times {
        Times { embedder: self.rows.embedder_time(), ..Times::default() }
    }
}
