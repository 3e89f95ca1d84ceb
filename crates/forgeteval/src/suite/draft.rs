//! A case before its distractors, id and place in the suite are known.

use crate::mutation::Mutation;

/// What one template makes of one stream of random numbers.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) facts: Vec<String>,
    pub(super) mutations: Vec<Mutation>,
    pub(super) question: String,
    pub(super) must: Vec<String>,
    pub(super) must_not: Vec<String>,
}

impl Draft {
    /// Starts a draft from the question asked at the end.
    pub(super) fn asking(question: impl Into<String>) -> Self {
        Self {
            facts: Vec::new(),
            mutations: Vec::new(),
            question: question.into(),
            must: Vec::new(),
            must_not: Vec::new(),
        }
    }

    /// Adds a fact.
    pub(super) fn fact(mut self, text: impl Into<String>) -> Self {
        self.facts.push(text.into());
        self
    }

    /// Adds a supersede.
    pub(super) fn supersede(mut self, query: impl Into<String>, new_text: impl Into<String>) -> Self {
        self.mutations.push(Mutation::Supersede { query: query.into(), new_text: new_text.into() });
        self
    }

    /// Adds a release.
    pub(super) fn release(mut self, query: impl Into<String>) -> Self {
        self.mutations.push(Mutation::Release { query: query.into() });
        self
    }

    /// Adds a purge.
    pub(super) fn purge(mut self, query: impl Into<String>) -> Self {
        self.mutations.push(Mutation::Purge { query: query.into() });
        self
    }

    /// Adds a string that has to survive.
    pub(super) fn must(mut self, text: impl Into<String>) -> Self {
        self.must.push(text.into());
        self
    }

    /// Adds a string that has to go.
    pub(super) fn must_not(mut self, text: impl Into<String>) -> Self {
        self.must_not.push(text.into());
        self
    }
}
