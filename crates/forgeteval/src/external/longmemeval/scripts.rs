//! From a question to a history and the question.

use std::fmt;

use super::{Data, Instance, Session};
use crate::external::{Question, Script, Step, Wanted};
use crate::mutation::Mutation;

/// What of a session is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mapping {
    /// As published: what the user said, one turn a line.
    User,
    /// What both sides said.
    Both,
}

impl Mapping {
    /// Both.
    pub const ALL: [Self; 2] = [Self::User, Self::Both];

    /// Returns a script for each question.
    #[must_use]
    pub fn scripts(self, data: &Data) -> Vec<Script> {
        data.instances.iter().map(|instance| self.script(instance)).collect()
    }

    fn script(self, instance: &Instance) -> Script {
        let written = |session: &&Session| !self.text(session).trim().is_empty();
        let sessions: Vec<&Session> = instance.sessions.iter().filter(written).collect();
        let texts = sessions.iter().map(|session| self.text(session)).collect();
        let gold = instance.sessions.iter().filter(|session| session.gold);
        let question = Question {
            id: instance.id.clone(),
            kind: instance.kind.clone(),
            text: instance.question.clone(),
            scope: None,
            needed: gold.map(|session| Wanted::whole(&session.id, &self.text(session))).collect(),
            forbidden: Vec::new(),
            probes: false,
        };
        let steps = vec![Step::Change(Mutation::Inscribe { texts }), Step::Ask(0)];
        Script { group: instance.id.clone(), steps, questions: vec![question] }
    }

    fn text(self, session: &Session) -> String {
        let turns = session.turns.iter().filter(|turn| self == Self::Both || turn.role == "user");
        turns.map(|turn| turn.content.as_str()).collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::User => "user",
            Self::Both => "both",
        })
    }
}
