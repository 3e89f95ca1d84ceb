//! Writing a scope as JSON lines.

use std::io::Write;

use super::line::{FORMAT, Line, LineAnnotations, LineEvent, LineVersion};
use crate::handle::Scope;
use crate::model::Progress;
use crate::store::query::annotation::Annotations;
use crate::store::query::{annotation, derivation, event, memory, visible};
use crate::store::{Include, StorageError};

/// Memories read at a time.
const BATCH: usize = 256;

/// Why an export stopped. What was written up to then is not a whole export.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The lines cannot be written where they should go.
    #[error("cannot write the export")]
    Write(#[source] std::io::Error),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Scope {
    /// Writes every memory of the scope, released and superseded ones too, oldest first, one JSON object a line,
    /// from one snapshot. What was purged is not there, nor are its events. Returns the number of memories.
    ///
    /// # Errors
    /// [`ExportError`].
    pub fn export(
        &self,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<usize, ExportError> {
        let now = self.now();
        let done = self.in_view(now, Include::All, |session, view| {
            let total = visible::count(session, &view)?;
            let (mut done, mut after) = (0, 0);
            loop {
                let batch = visible::list(session, &view, after, BATCH)?;
                let Some(last) = batch.last() else { return Ok(Ok(done)) };
                after = last.row;
                for row in batch {
                    let versions = memory::versions(session, row.row)?;
                    if !row.readable || versions.iter().any(|version| !version.readable) {
                        return Err(StorageError::Unreadable(row.id));
                    }
                    let events = event::of_memory(session, view.scope, row.id)?;
                    let mut texts = Vec::with_capacity(versions.len());
                    for version in versions {
                        let annotated = annotation::of_version(session, version.id)?
                            .map(|Annotations { prompt, entries }| LineAnnotations { prompt, entries });
                        texts.push(LineVersion { text: version.text, from: version.from, annotated });
                    }
                    let line = Line {
                        nepenthe: FORMAT,
                        id: row.id,
                        text: row.text,
                        depth: row.depth,
                        source: row.source,
                        metadata: row.metadata,
                        expires: row.expires,
                        derived_from: derivation::sources(session, view.scope, row.id)?,
                        accesses: row.accesses,
                        accessed: row.accessed,
                        versions: texts,
                        events: events
                            .into_iter()
                            .map(|event| LineEvent {
                                kind: event.kind,
                                at: event.at,
                                actor: event.actor,
                                depth_before: event.depth_before,
                                depth_after: event.depth_after,
                                related: event.related,
                                planner: event.planner,
                                note: event.note,
                            })
                            .collect(),
                    };
                    if let Err(error) = write_line(out, &line) {
                        return Ok(Err(ExportError::Write(error)));
                    }
                    done += 1;
                }
                progress(Progress { done, total });
            }
        })?;
        let done = done.unwrap_or(Ok(0))?;
        out.flush().map_err(ExportError::Write)?;
        Ok(done)
    }
}

fn write_line(out: &mut dyn Write, line: &Line) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}
