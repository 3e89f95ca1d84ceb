//! Waiting for other connections where SQLite's busy handler does not.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::ErrorCode;

/// Repeats what SQLite's own busy handler does not wait for: the switch to the write-ahead log.
pub(super) fn patiently(
    timeout: Duration,
    mut work: impl FnMut() -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let started = Instant::now();
    loop {
        match work() {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && started.elapsed() < timeout =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

/// Tells whether a write-ahead log lies beside the file, which an immutable open would not see.
pub(super) fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|file| file.len() > 0)
}
