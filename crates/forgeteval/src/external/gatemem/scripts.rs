//! From an episode to changes and questions.

use std::fmt;

use super::{Checkpoint, Data, Episode, Kind, Said, said};
use crate::external::{Question, Script, Stakes, Step, Wanted};
use crate::mutation::Mutation;
use crate::score::fold;

/// Who can be told what: how turns are divided into scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    /// Everybody asks one memory, as in the release.
    Shared,
    /// Each role has a scope: what its people said, and that alone. An order of deletion goes to every scope.
    Role,
}

impl Access {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Shared, Self::Role];

    /// Returns a script for each episode.
    #[must_use]
    pub fn scripts(self, data: &Data) -> Vec<Script> {
        data.episodes.iter().map(|episode| self.script(episode)).collect()
    }

    fn script(self, episode: &Episode) -> Script {
        let turns: Vec<Said> = episode.turns.iter().map(|turn| said(&turn.text)).collect();
        let orders = Orders::new(episode, &turns);
        let mut steps: Vec<Step> = Vec::new();
        let mut scopes: Vec<&str> = Vec::new();
        let mut asked: Vec<&Checkpoint> = Vec::new();
        for (place, (turn, said)) in episode.turns.iter().zip(&turns).enumerate() {
            let role = turn.speaker.role.as_str();
            if !scopes.contains(&role) {
                scopes.push(role);
            }
            let text = match said {
                Said::Text => turn.text.as_str(),
                Said::Order { words, rest } => {
                    let order = Step::Forget(Mutation::Purge { query: words.clone() }, orders.stakes(place));
                    match self {
                        Self::Shared => steps.push(order),
                        Self::Role => {
                            steps.extend(scopes.iter().flat_map(|role| [scope(role), order.clone()]));
                        }
                    }
                    rest
                }
            };
            if !text.is_empty() {
                let text = format!("{}: {text}", episode.name(&turn.speaker.id));
                self.write(&mut steps, role, text);
            }
            for checkpoint in episode.checkpoints.iter().filter(|one| one.after == turn.id) {
                steps.push(Step::Ask(asked.len()));
                asked.push(checkpoint);
            }
        }
        let questions = asked.into_iter().map(|checkpoint| self.question(checkpoint)).collect();
        Script { group: episode.id.clone(), steps, questions }
    }

    /// Adds a text; texts that follow one another in one scope are one batch.
    fn write(self, steps: &mut Vec<Step>, role: &str, text: String) {
        if self == Self::Role {
            steps.extend([scope(role), Step::Change(Mutation::Inscribe { texts: vec![text] })]);
        } else if let Some(Step::Change(Mutation::Inscribe { texts })) = steps.last_mut() {
            texts.push(text);
        } else {
            steps.push(Step::Change(Mutation::Inscribe { texts: vec![text] }));
        }
    }

    fn question(self, checkpoint: &Checkpoint) -> Question {
        // An answer that is refused needs nothing.
        let needed = if checkpoint.kind == Kind::Utility { checkpoint.include() } else { &[] };
        Question {
            id: checkpoint.id.clone(),
            kind: checkpoint.kind.to_string(),
            text: checkpoint.text.clone(),
            scope: (self == Self::Role).then(|| checkpoint.asker.role.clone()),
            needed: needed.iter().map(|text| Wanted::pattern(text)).collect(),
            forbidden: checkpoint.leak_targets.iter().map(|text| Wanted::pattern(text)).collect(),
            probes: checkpoint.kind == Kind::Forgetting,
        }
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shared => "shared",
            Self::Role => "role",
        })
    }
}

fn scope(role: &str) -> Step {
    Step::Change(Mutation::Scope { name: role.to_owned() })
}

/// What an episode's orders are about, for the ceilings: a string that must be forgotten goes with the first order that
/// names it, and with the last one before the question where none does.
struct Orders {
    gone: Vec<(usize, String)>,
    needed: Vec<(usize, String)>,
}

impl Orders {
    fn new(episode: &Episode, turns: &[Said]) -> Self {
        let orders: Vec<(usize, String)> = turns.iter().enumerate().filter_map(words).collect();
        let (mut gone, mut needed) = (Vec::new(), Vec::new());
        for checkpoint in &episode.checkpoints {
            let asked = episode.turns.iter().position(|turn| turn.id == checkpoint.after).unwrap_or_default();
            let before = || orders.iter().filter(|(place, _)| *place <= asked);
            match checkpoint.kind {
                Kind::Forgetting => gone.extend(checkpoint.leak_targets.iter().filter_map(|target| {
                    let folded = fold(target);
                    let (place, _) =
                        before().find(|(_, words)| words.contains(&folded)).or(before().next_back())?;
                    Some((*place, target.clone()))
                })),
                Kind::Utility => {
                    needed.extend(checkpoint.include().iter().map(|text| (asked, text.clone())));
                }
                Kind::Privacy => {}
            }
        }
        Self { gone, needed }
    }

    /// What an order at this turn is about: all that has to be gone by now, and all that is needed later.
    fn stakes(&self, place: usize) -> Stakes {
        let gone = self.gone.iter().filter(|(order, _)| *order <= place);
        let needed = self.needed.iter().filter(|(asked, _)| *asked >= place);
        let mut stakes = Stakes {
            gone: gone.map(|(_, text)| text.clone()).collect(),
            needed: needed.map(|(_, text)| text.clone()).collect(),
        };
        for list in [&mut stakes.gone, &mut stakes.needed] {
            list.sort();
            list.dedup();
        }
        stakes
    }
}

fn words((place, said): (usize, &Said)) -> Option<(usize, String)> {
    match said {
        Said::Text => None,
        Said::Order { words, .. } => Some((place, fold(words))),
    }
}
