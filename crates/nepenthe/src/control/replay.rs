//! The plan of erasures that another copy of the store has made already.

use std::collections::{BTreeMap, VecDeque};

use super::{Action, Candidate, Follows, Mutation, Plan, Step};
use crate::corpus::guard;
use crate::handle::Scope;
use crate::model::{EventSeq, Memory, MemoryId};
use crate::store::StorageError;
use crate::store::query::derivation;

/// What is to be erased of a memory.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Redo {
    /// All of it.
    Purge,
    /// Every text that it had; this one takes their place. Its source and metadata are those of the memory as it is now: the
    /// copy of an encrypted store cannot be asked for them.
    Redact(Box<Memory>),
}

/// Plans erasures in a scope: of what it has of these memories, and of what was made from those that go whole.
pub(crate) fn redo(scope: &Scope, wanted: &BTreeMap<MemoryId, Redo>) -> Result<Plan, StorageError> {
    let mut plan = Plan {
        mutation: Mutation::purge(wanted.keys().copied().collect::<Vec<_>>()),
        planner: "id".into(),
        scope: scope.path().clone(),
        steps: Vec::new(),
        inscribe: None,
        spared: Vec::new(),
        confidence: None,
        calibrated: false,
        consulted: None,
        name: None,
        unread: Vec::new(),
    };
    let mut sources: VecDeque<MemoryId> = VecDeque::new();
    for (id, redo) in wanted {
        let Some((mut memory, guard)) = scope.get_guarded(*id)? else { continue };
        let action = match redo {
            Redo::Purge => {
                sources.push_back(*id);
                Action::Purge
            }
            Redo::Redact(left) => {
                (memory.source, memory.metadata) = (left.source.clone(), left.metadata.clone());
                Action::Edit { text: left.text.clone() }
            }
        };
        plan.steps.push(step(memory, guard, action, "erased after the backup was made"));
    }
    while let Some(source) = sources.pop_front() {
        let derived = scope.read(|session, key| derivation::derived(session, key, source))?;
        for id in derived.unwrap_or_default() {
            if plan.steps.iter().any(|step| step.memory.id == id) {
                continue;
            }
            let Some((memory, guard)) = scope.get_guarded(id)? else { continue };
            let made_from = format!("made from {source}");
            let mut step = step(memory, guard, Action::Purge, &made_from);
            step.follows = Some(Follows::Derived(source));
            plan.steps.push(step);
            sources.push_back(id);
        }
    }
    Ok(plan)
}

fn step(memory: Memory, last_event: EventSeq, action: Action, reason: &str) -> Step {
    Candidate::of(memory, guard(last_event)).step(action, reason)
}
