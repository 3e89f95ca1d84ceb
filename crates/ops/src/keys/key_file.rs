//! [`KeyFile`]: the key that signs receipts, and the public halves of those before it.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use nepenthe::receipt::note::{SigningKey, VerifyingKey};

use super::private::{failed, refuse_readable_by_others, without_mark};
use crate::{Code, OpError};

/// The name of a key as long as it is no log's. Each store's log has the key under its own name.
const NAME: &str = "nepenthe";

/// A file that only its owner may read: the private key on the first line, then the public keys that it took the place of.
pub struct KeyFile {
    current: SigningKey,
    former: Vec<VerifyingKey>,
}

impl KeyFile {
    /// Makes a key of 32 bytes of the system's random source, in a file that must not exist.
    ///
    /// # Errors
    /// [`Code::KeyExists`], [`Code::FileFailed`].
    pub fn create(path: &Path) -> Result<Self, OpError> {
        let made = Self { current: random_key()?, former: Vec::new() };
        if path.exists() {
            return Err(OpError::new(Code::KeyExists, format!("{} exists", path.display())));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| failed("make the folder of", path, &error))?;
        }
        made.write(path)?;
        Ok(made)
    }

    /// Reads a key.
    ///
    /// # Errors
    /// [`Code::KeyMissing`], [`Code::KeyExposed`], [`Code::BadKey`], [`Code::FileFailed`].
    pub fn read(path: &Path) -> Result<Self, OpError> {
        let text = fs::read_to_string(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                OpError::new(Code::KeyMissing, format!("there is no key at {}", path.display()))
            }
            _ => failed("read", path, &error),
        })?;
        refuse_readable_by_others(path, Code::KeyExposed)?;
        let wrong = || OpError::new(Code::BadKey, format!("{} is no key of Nepenthe's", path.display()));
        let mut lines = without_mark(&text).lines();
        let current = SigningKey::from_secret(lines.next().unwrap_or_default()).map_err(|_| wrong())?;
        let former: Result<Vec<VerifyingKey>, _> = lines.map(str::parse).collect();
        Ok(Self { current, former: former.map_err(|_| wrong())? })
    }

    /// Puts a new key in the place of the one in the file, and keeps the old one's public half, so that what it signed can
    /// still be verified.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn rotate(path: &Path) -> Result<Self, OpError> {
        let Self { current, mut former } = Self::read(path)?;
        former.insert(0, current.verifying_key());
        let rotated = Self { current: random_key()?, former };
        rotated.write(path)?;
        Ok(rotated)
    }

    /// Returns the key that signs, under no log's name.
    #[must_use]
    pub fn current(&self) -> &SigningKey {
        &self.current
    }

    /// Returns the public keys under the name of a log, the current one first; without a log, under their own name.
    ///
    /// # Errors
    /// [`Code::StorageFailed`] for a name that is no log's.
    pub fn public(&self, origin: Option<&str>) -> Result<Vec<VerifyingKey>, OpError> {
        let all = std::iter::once(self.current.verifying_key()).chain(self.former.iter().cloned());
        match origin {
            None => Ok(all.collect()),
            Some(origin) => all
                .map(|key| key.named(origin).map_err(|error| OpError::new(Code::StorageFailed, error)))
                .collect(),
        }
    }

    /// Writes the file whole, for its owner's eyes only.
    fn write(&self, path: &Path) -> Result<(), OpError> {
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

fn random_key() -> Result<SigningKey, OpError> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)
        .map_err(|error| OpError::new(Code::FileFailed, format!("no random bytes could be had: {error}")))?;
    SigningKey::from_seed(NAME, &seed).map_err(|error| OpError::new(Code::FileFailed, error))
}

/// Neither half.
impl fmt::Debug for KeyFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyFile").field("former", &self.former.len()).finish_non_exhaustive()
    }
}
