//! The master key of encrypted stores: a file that only its owner may read.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use nepenthe::MasterKey;

use crate::error::{CliError, Kind};
use crate::keys::refuse_readable_by_others;

const NEW_KEY: &str =
    "name its file with --master-key or NEPENTHE_MASTER_KEY; `nepenthe key master FILE` makes a new one";

/// Makes a master key, in a file that must not exist.
pub(crate) fn create(path: &Path) -> Result<(), CliError> {
    let failed = |error: &io::Error| CliError::io(format!("cannot write {}", path.display()), error);
    let key = MasterKey::generate()
        .map_err(|error| CliError::new(Kind::Io, format!("no random bytes could be had: {error}")))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A temporary file has mode 0600 where there are modes.
    let mut file =
        tempfile::Builder::new().prefix(".nepenthe-").tempfile_in(folder).map_err(|error| failed(&error))?;
    file.write_all(key.to_secret().as_bytes())
        .and_then(|()| file.write_all(b"\n"))
        .and_then(|()| file.as_file().sync_all())
        .map_err(|error| failed(&error))?;
    match file.persist_noclobber(path) {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
            Err(CliError::new(Kind::Exists, format!("{} exists", path.display()))
                .with_hint("name another file: without its master key a store cannot be read"))
        }
        Err(error) => Err(failed(&error.error)),
    }
}

/// Reads a master key.
pub(crate) fn read(path: &Path) -> Result<MasterKey, CliError> {
    let text = fs::read_to_string(path).map(zeroize::Zeroizing::new).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            CliError::new(Kind::NotFound, format!("there is no master key at {}", path.display()))
                .with_hint(NEW_KEY)
        }
        _ => CliError::io(format!("cannot read {}", path.display()), &error),
    })?;
    refuse_readable_by_others(path, "export the store and import it into one made with a new key")?;
    text.parse().map_err(|error| {
        CliError::new(Kind::Input, format!("{}: {error}", path.display())).with_hint(NEW_KEY)
    })
}
