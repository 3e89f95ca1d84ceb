//! Files that only their owner may read.

use std::io;
use std::path::Path;

use crate::{Code, OpError};

pub(super) fn failed(what: &str, path: &Path, error: &io::Error) -> OpError {
    OpError::new(Code::FileFailed, format!("cannot {what} {}: {error}", path.display()))
}

/// The text of a key's file without a byte order mark, which an editor may have put before it.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A private key that others can read is not private.
#[cfg(unix)]
pub(super) fn refuse_readable_by_others(path: &Path, code: Code) -> Result<(), OpError> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path).map_err(|error| failed("read", path, &error))?.permissions().mode();
    match mode & 0o077 {
        0 => Ok(()),
        _ => Err(OpError::new(code, format!("{} can be read by others than its owner", path.display()))),
    }
}

#[cfg(not(unix))]
pub(super) fn refuse_readable_by_others(_: &Path, _: Code) -> Result<(), OpError> {
    Ok(())
}
