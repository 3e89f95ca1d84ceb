//! [`KeyFile`]: the key that signs receipts, and the public halves of those before it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use nepenthe::receipt::note::{SigningKey, VerifyingKey};

use crate::error::{CliError, Kind};

/// The name of a key as long as it is no log's. Each store's log has the key under its own name.
const NAME: &str = "nepenthe";

const NEW_KEY: &str = "run `nepenthe key new`, or name another file with --key-file or NEPENTHE_KEY_FILE";

/// A file that only its owner may read: the private key on the first line, then the public keys that it took the place of.
pub(crate) struct KeyFile {
    current: SigningKey,
    former: Vec<VerifyingKey>,
}

impl KeyFile {
    /// Where the key lies if nobody says otherwise: in the user's folder for data.
    pub(crate) fn usual_path() -> Result<PathBuf, CliError> {
        let folders = ProjectDirs::from("", "", "nepenthe").ok_or_else(|| {
            CliError::new(Kind::Io, "there is no home directory to keep a key in")
                .with_hint("name a file with --key-file or NEPENTHE_KEY_FILE")
        })?;
        Ok(folders.data_dir().join("signing-key"))
    }

    /// Makes a key of 32 bytes of the system's random source, in a file that must not exist.
    pub(crate) fn create(path: &Path) -> Result<Self, CliError> {
        let made = Self { current: random_key()?, former: Vec::new() };
        if path.exists() {
            return Err(CliError::new(Kind::Exists, format!("{} exists", path.display()))
                .with_hint("use that key, or run `nepenthe key rotate`"));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| failed("make the folder of", path, &error))?;
        }
        made.write(path)?;
        Ok(made)
    }

    /// Reads a key.
    pub(crate) fn read(path: &Path) -> Result<Self, CliError> {
        let text = fs::read_to_string(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                CliError::new(Kind::NotFound, format!("there is no key at {}", path.display()))
                    .with_hint(NEW_KEY)
            }
            _ => failed("read", path, &error),
        })?;
        refuse_readable_by_others(path, "`nepenthe key rotate`")?;
        let wrong = || {
            CliError::new(Kind::Input, format!("{} is no key of Nepenthe's", path.display()))
                .with_hint(NEW_KEY)
        };
        let mut lines = text.lines();
        let current = SigningKey::from_secret(lines.next().unwrap_or_default()).map_err(|_| wrong())?;
        let former: Result<Vec<VerifyingKey>, _> = lines.map(str::parse).collect();
        Ok(Self { current, former: former.map_err(|_| wrong())? })
    }

    /// Puts a new key in the place of the one in the file, and keeps the old one's public half, so that what it signed can
    /// still be verified.
    pub(crate) fn rotate(path: &Path) -> Result<Self, CliError> {
        let Self { current, mut former } = Self::read(path)?;
        former.insert(0, current.verifying_key());
        let rotated = Self { current: random_key()?, former };
        rotated.write(path)?;
        Ok(rotated)
    }

    /// Returns the key, under no log's name.
    pub(crate) fn current(&self) -> &SigningKey {
        &self.current
    }

    /// Returns the public keys under the name of a log, the current one first; without a log, under their own name.
    pub(crate) fn public(&self, origin: Option<&str>) -> Result<Vec<VerifyingKey>, CliError> {
        let all = std::iter::once(self.current.verifying_key()).chain(self.former.iter().cloned());
        match origin {
            None => Ok(all.collect()),
            Some(origin) => all
                .map(|key| key.named(origin).map_err(|error| CliError::new(Kind::Storage, error)))
                .collect(),
        }
    }

    /// Writes the file whole, for its owner's eyes only.
    fn write(&self, path: &Path) -> Result<(), CliError> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // A temporary file has mode 0600 where there are modes.
        let mut file = tempfile::Builder::new()
            .prefix(".nepenthe-")
            .tempfile_in(folder)
            .map_err(|error| failed("write", path, &error))?;
        let former: String = self.former.iter().map(|key| format!("{key}\n")).collect();
        file.write_all(format!("{}\n{former}", self.current.to_secret()).as_bytes())
            .and_then(|()| file.as_file().sync_all())
            .map_err(|error| failed("write", path, &error))?;
        file.persist(path).map_err(|error| failed("write", path, &error.error))?;
        Ok(())
    }
}

fn random_key() -> Result<SigningKey, CliError> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)
        .map_err(|error| CliError::new(Kind::Io, format!("no random bytes could be had: {error}")))?;
    SigningKey::from_seed(NAME, &seed).map_err(|error| CliError::new(Kind::Io, error))
}

fn failed(what: &str, path: &Path, error: &io::Error) -> CliError {
    CliError::io(format!("cannot {what} {}", path.display()), error)
}

/// A private key that others can read is not private. `instead` is what to do where somebody may have read it.
#[cfg(unix)]
pub(crate) fn refuse_readable_by_others(path: &Path, instead: &str) -> Result<(), CliError> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path).map_err(|error| failed("read", path, &error))?.permissions().mode();
    if mode & 0o077 == 0 {
        return Ok(());
    }
    Err(CliError::new(Kind::Input, format!("{} can be read by others than its owner", path.display()))
        .with_hint(format!("run `chmod 600 {}`; if somebody may have read it, {instead}", path.display())))
}

#[cfg(not(unix))]
pub(crate) fn refuse_readable_by_others(_: &Path, _: &str) -> Result<(), CliError> {
    Ok(())
}
