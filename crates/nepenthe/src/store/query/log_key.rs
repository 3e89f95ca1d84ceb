//! The step from a log under one key to keys that go with their memories: for files older than format version 3.

use rusqlite::params;

use super::memory::versions;
use super::{event, scope};
use crate::model::{EventKind, MemoryKey, RandomSource, texts_left};
use crate::store::error::StorageError;
use crate::store::session::Session;

/// Gives each memory a key, and the events the digests that it makes; those of purged memories get random ones, so that
/// nobody can guess what they committed to. The log is append-only but for this one time.
pub(crate) fn give(session: Session<'_>, random: &dyn RandomSource) -> Result<(), StorageError> {
    let triggers = without_triggers(session)?;
    let mut rows = session.sql().prepare("SELECT row FROM memory WHERE scope = ?1 AND id = ?2")?;
    let mut set = session.sql().prepare("UPDATE event SET digest = ?2 WHERE seq = ?1")?;
    let mut set_key = session.sql().prepare("UPDATE memory SET key = ?2 WHERE row = ?1")?;
    for (key, _) in scope::all(session)? {
        for id in event::memories(session, key)? {
            let mut own = [0; 32];
            random.fill(&mut own).map_err(StorageError::Random)?;
            let row: Option<i64> =
                rows.query_map(params![key.0, id.as_bytes()], |row| row.get(0))?.next().transpose()?;
            let texts = match row {
                Some(row) => {
                    set_key.execute(params![row, own])?;
                    versions(session, row)?
                }
                None => Vec::new(),
            };
            let own = MemoryKey(own);
            let events = event::of_memory(session, key, id)?;
            let kinds: Vec<EventKind> = events.iter().map(|event| event.kind).collect();
            for (event, left) in events.iter().zip(texts_left(&kinds)) {
                let text = left.and_then(|at| texts.get(at)).map_or("", |version| &*version.text);
                set.execute(params![event.seq.0, own.digest(text).0])?;
            }
        }
    }
    triggers.iter().try_for_each(|sql| Ok(session.sql().execute_batch(sql)?))
}

/// Drops the triggers that keep the log append-only; returns how they are made again.
fn without_triggers(session: Session<'_>) -> Result<Vec<String>, StorageError> {
    let mut select = session
        .sql()
        .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'event'")?;
    let triggers = select.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    let triggers: Vec<(String, String)> = triggers.collect::<Result<_, _>>()?;
    for (name, _) in &triggers {
        session.sql().execute_batch(&format!("DROP TRIGGER {name}"))?;
    }
    Ok(triggers.into_iter().map(|(_, sql)| sql).collect())
}
