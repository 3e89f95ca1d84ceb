//! The master key of encrypted stores: a file that only its owner may read.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use nepenthe::MasterKey;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::private::{failed, refuse_readable_by_others, without_mark};
use crate::{Code, OpError};

/// Where the key is to lie.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MasterKeyInput {
    /// The file, which must not exist.
    pub file: PathBuf,
}

/// A master key that was made. Never the key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MasterKeyMade {
    /// Where it lies.
    pub file: PathBuf,
}

/// Makes a master key.
///
/// # Errors
/// [`Code::MasterKeyExists`], [`Code::FileFailed`].
pub fn master_key(input: &MasterKeyInput) -> Result<MasterKeyMade, OpError> {
    let path = input.file.as_path();
    let failed = |error: &io::Error| failed("write", path, error);
    let key = MasterKey::generate()
        .map_err(|error| OpError::new(Code::FileFailed, format!("no random bytes could be had: {error}")))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A temporary file has mode 0600 where there are modes.
    let mut file =
        tempfile::Builder::new().prefix(".nepenthe-").tempfile_in(folder).map_err(|error| failed(&error))?;
    file.write_all(key.to_secret().as_bytes())
        .and_then(|()| file.write_all(b"\n"))
        .and_then(|()| file.as_file().sync_all())
        .map_err(|error| failed(&error))?;
    match file.persist_noclobber(path) {
        Ok(_) => Ok(MasterKeyMade { file: path.to_owned() }),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
            Err(OpError::new(Code::MasterKeyExists, format!("{} exists", path.display())))
        }
        Err(error) => Err(failed(&error.error)),
    }
}

/// Reads a master key.
///
/// # Errors
/// [`Code::MasterKeyMissing`], [`Code::MasterKeyExposed`], [`Code::BadMasterKey`], [`Code::FileFailed`].
pub fn read_master_key(path: &Path) -> Result<MasterKey, OpError> {
    let text = fs::read_to_string(path).map(zeroize::Zeroizing::new).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            OpError::new(Code::MasterKeyMissing, format!("there is no master key at {}", path.display()))
        }
        _ => failed("read", path, &error),
    })?;
    refuse_readable_by_others(path, Code::MasterKeyExposed)?;
    let key = without_mark(&text).parse::<MasterKey>();
    key.map_err(|error| OpError::new(Code::BadMasterKey, format!("{}: {error}", path.display())))
}
