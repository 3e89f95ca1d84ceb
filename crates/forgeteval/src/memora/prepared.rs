//! A person made ready for play.

use super::record::CheckRecord;
use super::{Check, Literal, Looked, Mapping, Persona, Question};
use crate::case::Case;
use crate::memora::CheckKind;
use crate::mutation::Mutation;

/// A person's operations and questions under one mapping.
#[derive(Debug, Clone, PartialEq)]
pub struct Prepared<'a> {
    pub(super) persona: &'a Persona,
    /// The operations as a case, for the baselines that look into one; its mutations are what is played.
    pub(super) case: Case,
    /// Everything that is written, folded into one text.
    input: String,
}

impl<'a> Prepared<'a> {
    /// Prepares a person.
    #[must_use]
    pub fn new(persona: &'a Persona, mapping: Mapping) -> Self {
        let mut steps = mapping.steps(persona);
        // A case begins with facts.
        let setup_facts = match steps.first_mut() {
            Some(Mutation::Inscribe { texts }) => {
                let facts = std::mem::take(texts);
                steps.remove(0);
                facts
            }
            _ => Vec::new(),
        };
        let written = setup_facts.iter().chain(steps.iter().flat_map(Mutation::texts));
        let input = written.map(String::as_str).collect::<Vec<_>>().join("\n");
        let values = |kind| {
            let checks = persona.questions.iter().flat_map(|question| &question.checks);
            let checks = checks.filter(move |check: &&Check| check.kind == kind);
            checks.flat_map(|check| check.values.iter().map(|value| value.text.clone())).collect()
        };
        let case = Case {
            id: persona.name.clone(),
            category: Some("memora".to_owned()),
            family: None,
            sub_template: None,
            setup_facts,
            mutations: steps,
            final_query: persona.name.clone(),
            must_contain: values(CheckKind::Presence),
            must_not_contain: values(CheckKind::Absence),
            checks: Vec::new(),
            residue: None,
            filler: None,
            absent: None,
            origin: None,
            note: None,
        };
        Self { persona, case, input }
    }

    /// Returns every text that a system may embed: what is written, and what is asked for.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        let queries = self.case.mutations.iter().filter_map(|step| match step {
            Mutation::Supersede { query, .. } | Mutation::Purge { query } => Some(query.as_str()),
            _ => None,
        });
        let written =
            self.case.setup_facts.iter().chain(self.case.mutations.iter().flat_map(Mutation::texts));
        let questions = self.persona.questions.iter().map(|question| question.text.as_str());
        written.map(String::as_str).chain(queries).chain(questions).collect()
    }

    /// Looks for a question's values: those needed and forbidden as published, and those of its checks.
    pub(super) fn look(
        &self,
        question: &Question,
        recalled: &[String],
    ) -> (Vec<Looked>, Vec<Looked>, Vec<CheckRecord>) {
        let answer = recalled.join("\n");
        let lower = answer.to_lowercase();
        let lower_input = self.input.to_lowercase();
        let published = |texts: &[String]| -> Vec<Looked> {
            let look = |text: &String| {
                let wanted = text.to_lowercase();
                Looked {
                    literal: Literal { text: text.clone(), forms: Vec::new() },
                    written: lower_input.contains(&wanted),
                    found: lower.contains(&wanted),
                }
            };
            texts.iter().map(look).collect()
        };
        let checks = question.checks.iter().map(|check| CheckRecord {
            id: check.id.clone(),
            kind: check.kind,
            values: check
                .values
                .iter()
                .map(|value| Looked {
                    literal: value.clone(),
                    written: value.is_in(&self.input),
                    found: value.is_in(&answer),
                })
                .collect(),
        });
        (published(&question.needed), published(&question.forbidden), checks.collect())
    }
}
