//! Reading back from the log what a language model was asked about texts.

use nepenthe::{EventKind, LogRange, MemoryId, Scope};

use crate::{Asked, Change, OpError, Outcome};

/// Reads what was asked about new memories.
pub(crate) fn about_new(scope: &Scope, ids: &[MemoryId]) -> Result<Vec<Asked>, OpError> {
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

/// Reads what was asked about every text that a change wrote.
pub(crate) fn about(scope: &Scope, outcome: &Outcome) -> Result<Vec<Asked>, OpError> {
    let mut asked = about_new(scope, outcome.inscribed.as_slice())?;
    asked.extend(about_edits(scope, &outcome.changes)?);
    Ok(asked)
}

/// Reads what was asked about texts that edits wrote: those names stand behind the planner's.
fn about_edits(scope: &Scope, changes: &[Change]) -> Result<Vec<Asked>, OpError> {
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
