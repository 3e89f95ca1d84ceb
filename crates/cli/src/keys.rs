//! Where keys lie, and what can be done about one that is not as it should be.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use nepenthe_ops::{Code, KeyFile, OpError};

use crate::error::{CliError, Kind};

/// Where the key that signs receipts lies if nobody says otherwise: in the user's folder for data, if there is a home directory.
#[must_use]
pub fn usual_key_file() -> Option<PathBuf> {
    Some(ProjectDirs::from("", "", "nepenthe")?.data_dir().join("signing-key"))
}

/// The same, where it is needed.
pub(crate) fn usual_path() -> Result<PathBuf, CliError> {
    usual_key_file().ok_or_else(|| {
        CliError::new(Kind::Io, "there is no home directory to keep a key in")
            .with_hint("name a file with --key-file or NEPENTHE_KEY_FILE")
    })
}

/// Reads the key that signs receipts.
pub(crate) fn signing_key(path: &Path) -> Result<KeyFile, CliError> {
    KeyFile::read(path).map_err(|error| of_file(error, path))
}

/// Says of a key's file what can be done where others can read it.
pub(crate) fn of_file(error: OpError, path: &Path) -> CliError {
    let instead = match error.code() {
        Code::KeyExposed => "`nepenthe key rotate`",
        Code::MasterKeyExposed => "export the store and import it into one made with a new key",
        _ => return error.into(),
    };
    CliError::from(error)
        .with_hint(format!("run `chmod 600 {}`; if somebody may have read it, {instead}", path.display()))
}
