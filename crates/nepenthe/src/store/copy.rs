//! A whole store copied page by page into another file, by SQLite's online backup.

use std::path::Path;
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{ErrorCode, ffi};

use super::connection;
use super::error::StorageError;
use super::open_options::Access;
use super::session::{OpenFile, Session};
use crate::model::Progress;

/// Pages copied between two signs of progress.
const STEP: i32 = 64;

/// Copies what `from` sees into a new file that its owner alone can read, and leaves that open. The caller holds a snapshot of `from`: other
/// writers would otherwise make the copy begin again.
pub(crate) fn copy(
    from: Session<'_>,
    to: &Path,
    progress: &mut dyn FnMut(Progress),
) -> Result<OpenFile, StorageError> {
    let mut copy = connection::open(Some(to), Access::Create, Duration::ZERO)?;
    let backup = Backup::new(from.sql(), &mut copy)?;
    loop {
        let step = backup.step(STEP)?;
        let pages = backup.progress();
        let total = usize::try_from(pages.pagecount).unwrap_or(0);
        let left = usize::try_from(pages.remaining).unwrap_or(0);
        progress(Progress { done: total.saturating_sub(left), total });
        match step {
            StepResult::Done => break,
            StepResult::More => {}
            _ => return Err(busy().into()),
        }
    }
    drop(backup);
    connection::configure_file(&copy, None)?;
    connection::use_write_ahead_log(&copy)?;
    Ok(OpenFile::of(copy))
}

fn busy() -> rusqlite::Error {
    let error = ffi::Error { code: ErrorCode::DatabaseBusy, extended_code: ffi::SQLITE_BUSY };
    rusqlite::Error::SqliteFailure(error, Some("the store cannot be copied".into()))
}
