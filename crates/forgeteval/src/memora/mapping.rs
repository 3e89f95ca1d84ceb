//! From a person's sessions to operations on a memory.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Fields, Operation, Persona, Session};
use crate::mutation::Mutation;

/// How sessions become operations.
///
/// Either way, what is written of a session is its turns that share a memory, one a line, each as `speaker: message`; a
/// session without such a turn is left out. What is added is inscribed, what is changed supersedes, what is taken
/// back is purged. The mappings differ in how they say what goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mapping {
    /// As in the published run, found by experiment: sessions that set a goal are left out, and a query is
    /// `field: value, …` of the item where that is an object (a task or an event), and empty otherwise.
    Published,
    /// Ours: nothing is left out, and every query names what goes: the task or event, the preference, or the document
    /// with the part that is taken back. A change that takes nothing back is inscribed.
    Named,
}

impl Mapping {
    /// Every mapping.
    pub const ALL: [Self; 2] = [Self::Published, Self::Named];

    /// Returns behind how many tokens, start and end included, the embedder cuts a text, where it was another number
    /// than the model's own.
    #[must_use]
    pub fn max_tokens(self) -> Option<usize> {
        match self {
            Self::Published => Some(128),
            Self::Named => None,
        }
    }

    /// Returns the operations, in order; facts that follow one another are one batch.
    #[must_use]
    pub fn steps(self, persona: &Persona) -> Vec<Mutation> {
        let mut steps: Vec<Mutation> = Vec::new();
        for step in persona.sessions.iter().flat_map(|session| self.session(session)) {
            match (steps.last_mut(), step) {
                (Some(Mutation::Inscribe { texts }), Mutation::Inscribe { texts: more }) => {
                    texts.extend(more)
                }
                (_, step) => steps.push(step),
            }
        }
        steps
    }

    fn session(self, session: &Session) -> Vec<Mutation> {
        let text = text(session);
        if text.is_empty() || (self == Self::Published && session.kind == "goal") {
            return Vec::new();
        }
        let inscribe = |text| vec![Mutation::Inscribe { texts: vec![text] }];
        match session.operation {
            None | Some(Operation::Add) => inscribe(text),
            Some(Operation::Update) => match self.queries(session).into_iter().next() {
                Some(query) => vec![Mutation::Supersede { query, new_text: text }],
                None => inscribe(text),
            },
            Some(Operation::Delete) => {
                self.queries(session).into_iter().map(|query| Mutation::Purge { query }).collect()
            }
        }
    }

    /// Returns the words for what goes; several where parts of a document are taken back.
    fn queries(self, session: &Session) -> Vec<String> {
        let details = &session.details;
        match (self, details.object("item")) {
            (_, Some(item)) => vec![item.to_string()],
            (Self::Published, None) => vec![String::new()],
            (Self::Named, None) => match details.object("content_data") {
                Some(content) => parts(details, content),
                None => vec![preference(details)],
            },
        }
    }
}

impl fmt::Display for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Published => "published",
            Self::Named => "named",
        })
    }
}

/// Returns what is written of a session.
fn text(session: &Session) -> String {
    let shared = session.turns.iter().filter(|turn| turn.share_memory);
    shared.map(|turn| format!("{}: {}", turn.speaker, turn.message)).collect::<Vec<_>>().join("\n")
}

/// Returns the preference that goes, such as `actors: Joan Crawford`.
fn preference(details: &Fields) -> String {
    let item = details.text("old_item").or_else(|| details.text("item")).unwrap_or_default();
    match details.text("subcategory") {
        Some(kind) => format!("{kind}: {item}"),
        None => item.to_owned(),
    }
}

/// Returns each part of a document that goes, such as `meeting_title: Planning, attendees: Ann`.
fn parts(details: &Fields, content: &Fields) -> Vec<String> {
    let title = content.first().unwrap_or_default();
    let changes = ["memory_updates", "memory_deletes"].into_iter().filter_map(|field| details.value(field));
    let changes = changes.filter_map(|list| list.as_array()).flatten();
    changes
        .filter_map(|change| {
            let gone = ["removed_item", "reverted_from", "updated_from"];
            let gone = gone.into_iter().find_map(|field| change.get(field))?;
            let gone = gone.as_str().map_or_else(|| gone.to_string(), str::to_owned);
            let field = change.get("field").and_then(|field| field.as_str()).unwrap_or("part");
            Some(format!("{title}, {field}: {gone}"))
        })
        .collect()
}
