//! Which parts of the planner are at work, so that each can be switched off and its worth measured.

use nepenthe_text::steps;

use super::rule::{Off, Rule};

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
    pub(super) rules_off: Off,
    pub(super) steps_off: steps::Off,
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
            rules_off: Off::default(),
            steps_off: steps::Off::default(),
        }
    }
}

impl Components {
    /// The names of the components. [`Components::without`] takes these, and those of rules and steps.
    pub const NAMES: [&str; 13] = [
        "identifiers", "names", "quotations", "conjuncts", "clauses", "stance", "values", "words", "vectors",
        "relevance", "neighbours", "glosses", "index",
    ];

    /// The names of the rules that move a memory's probability once it is judged, which are those of their files.
    pub const RULES: &[&str] = Rule::NAMES;

    /// The names of the steps by which identifiers and names are found in a text.
    pub const STEPS: &[&str] = steps::Step::NAMES;

    /// Returns these without what asks a model.
    pub(super) fn without_models(self) -> Self {
        Self { vectors: false, relevance: false, ..self }
    }

    /// Tells whether a rule is at work.
    pub(super) fn has(&self, rule: Rule) -> bool {
        !self.rules_off.has(rule)
    }

    /// Works without the steps that are switched off.
    pub(super) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.steps_off.during(work)
    }

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
            name if Self::RULES.contains(&name) => {
                self.rules_off = self.rules_off.and(name)?;
                return Some(self);
            }
            name => {
                self.steps_off = self.steps_off.and(name)?;
                return Some(self);
            }
        };
        *switch = false;
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_component_rule_and_step_can_be_left_out() {
        let all = Components::NAMES.iter().chain(Components::RULES).chain(Components::STEPS);
        for name in all.clone() {
            assert_ne!(Components::default().without(name), Some(Components::default()), "{name}");
            assert!(Components::default().without(name).is_some(), "{name}");
            assert_eq!(all.clone().filter(|other| *other == name).count(), 1, "{name}");
        }
        assert_eq!(Components::default().without("nothing"), None);
    }
}
