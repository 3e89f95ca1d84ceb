//! [`write_whole`]: a file that is there whole or as it was before.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file that its owner alone may read, in the place of what is there.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A temporary file has mode 0600 where there are modes.
    let mut file = tempfile::Builder::new().prefix(".nepenthe-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    #[cfg(unix)]
    fs::File::open(folder)?.sync_all()?;
    Ok(())
}
