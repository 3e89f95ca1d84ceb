//! Which parts of the planner are at work, so that each can be switched off and its worth measured.

/// The planner's components. All of them by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Components {
    /// Identifiers in canonical form.
    pub identifiers: bool,
    /// Names across scripts and spellings.
    pub names: bool,
    /// Requests that say a memory, or a statement of it, word for word.
    pub quotations: bool,
    /// Requests for two things, read one by one.
    pub conjuncts: bool,
    /// Memories taken apart into statements, and edited.
    pub clauses: bool,
    /// Denial, past, reported speech, the speaker.
    pub stance: bool,
    /// Dates, times and amounts that agree or conflict.
    pub values: bool,
    /// The words in common.
    pub words: bool,
    /// The similarity of vectors.
    pub vectors: bool,
    /// The model that reads request and text together.
    pub relevance: bool,
    /// What the other candidates say of a memory.
    pub neighbours: bool,
    /// English words for those of other languages, for that model.
    pub glosses: bool,
    /// The index of mentions as a source of candidates.
    pub index: bool,
}

impl Default for Components {
    fn default() -> Self {
        Self {
            identifiers: true,
            names: true,
            quotations: true,
            conjuncts: true,
            clauses: true,
            stance: true,
            values: true,
            words: true,
            vectors: true,
            relevance: true,
            neighbours: true,
            glosses: true,
            index: true,
        }
    }
}

impl Components {
    /// The names of the components, as [`Components::without`] takes them.
    pub const NAMES: [&str; 13] = [
        "identifiers", "names", "quotations", "conjuncts", "clauses", "stance", "values", "words", "vectors",
        "relevance", "neighbours", "glosses", "index",
    ];

    /// Returns these without the one named; `None` where none has that name.
    #[must_use]
    pub fn without(mut self, name: &str) -> Option<Self> {
        let switch = match name {
            "identifiers" => &mut self.identifiers,
            "names" => &mut self.names,
            "quotations" => &mut self.quotations,
            "conjuncts" => &mut self.conjuncts,
            "clauses" => &mut self.clauses,
            "stance" => &mut self.stance,
            "values" => &mut self.values,
            "words" => &mut self.words,
            "vectors" => &mut self.vectors,
            "relevance" => &mut self.relevance,
            "neighbours" => &mut self.neighbours,
            "glosses" => &mut self.glosses,
            "index" => &mut self.index,
            _ => return None,
        };
        *switch = false;
        Some(self)
    }
}
