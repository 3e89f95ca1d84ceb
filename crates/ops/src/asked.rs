//! [`Asked`]: what a language model was asked about a text that was written.

use nepenthe::{Change, Error, EventKind, LogRange, MemoryId, Scope};
use serde::Serialize;

/// What a language model was asked about a text that was written, as the log has it.
#[derive(Debug, Serialize)]
pub struct Asked {
    /// The memory with that text.
    pub id: MemoryId,
    /// By which prompts it was asked, and what came of each, such as `annotate-1:truncated+merge-1:link`.
    pub outcome: String,
    /// The memory that the text brought up to date, where `merge` did something.
    pub merged: Option<MemoryId>,
}

/// Reads what was asked about new memories.
pub(super) fn about_new(scope: &Scope, ids: &[MemoryId]) -> Result<Vec<Asked>, Error> {
    let (mut asked, mut first) = (Vec::new(), None);
    for id in ids {
        let history = scope.history(*id)?;
        let Some(event) = history.first().map(|entry| &entry.event) else { continue };
        first.get_or_insert(event.seq);
        if let Some(outcome) = event.planner.clone() {
            asked.push(Asked { id: *id, outcome, merged: None });
        }
    }
    if let (Some(first), true) = (first, asked.iter().any(|asked| asked.outcome.contains("merge-"))) {
        // Link or replace: the older memory has an event of its own, which names the new one and the prompt.
        for event in scope.log(&LogRange { after: first.get(), ..LogRange::default() })? {
            let by_merge = event.planner.as_deref().is_some_and(|planner| planner.starts_with("merge-"));
            if event.kind == EventKind::Supersede && by_merge {
                let new = asked.iter_mut().find(|asked| Some(asked.id) == event.related);
                if let Some(new) = new {
                    new.merged = Some(event.memory);
                }
            }
        }
    }
    Ok(asked)
}

/// Reads what was asked about texts that a change wrote: those names stand behind the planner's.
pub(super) fn about_edits(scope: &Scope, changes: &[Change]) -> Result<Vec<Asked>, Error> {
    let mut asked = Vec::new();
    for change in changes.iter().filter(|change| change.kind == EventKind::Edit) {
        let history = scope.history(change.id)?;
        let event = history.iter().find(|entry| entry.event.seq == change.event);
        let planner = event.and_then(|entry| entry.event.planner.as_deref());
        if let Some((_, outcome)) = planner.and_then(|planner| planner.split_once('+')) {
            asked.push(Asked { id: change.id, outcome: outcome.to_owned(), merged: None });
        }
    }
    Ok(asked)
}
