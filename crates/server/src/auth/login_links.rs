//! [`LoginLinks`]: what lets a person into the console, once.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use nepenthe_ops::{Code, OpError};

/// What every one begins with.
const PREFIX: &str = "login_";
/// For how long one can be used.
const LIFETIME: SignedDuration = SignedDuration::from_mins(10);

/// What lets a person into the console as one of the keys, once, within ten minutes. Each is a file in a folder beside the store,
/// named by the hash of its secret: whoever removes the file is in.
#[derive(Debug)]
pub struct LoginLinks {
    folder: PathBuf,
}

impl LoginLinks {
    /// Those of the store at a path; looks at nothing yet.
    #[must_use]
    pub fn of_store(db: &Path) -> Self {
        let mut folder = db.as_os_str().to_owned();
        folder.push(".logins");
        Self { folder: folder.into() }
    }

    /// Makes one for a key, and returns its secret, which is kept nowhere.
    ///
    /// # Errors
    /// [`Code::FileFailed`].
    pub fn make(&self, key: &str) -> Result<String, OpError> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|error| {
            OpError::new(Code::FileFailed, format!("no random bytes could be had: {error}"))
        })?;
        let until = Timestamp::now().saturating_add(LIFETIME).unwrap_or(Timestamp::MAX);
        self.write(&self.file_of(&secret), key, until).map_err(|error| {
            OpError::new(Code::FileFailed, format!("cannot write into {}: {error}", self.folder.display()))
        })?;
        let digits: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(format!("{PREFIX}{digits}"))
    }

    /// Takes one, which serves nobody else then, and returns the id of its key; `None` for what is none, or was used, or whose time
    /// is over.
    pub(crate) fn take(&self, text: &str) -> Option<String> {
        let secret = blake3::Hash::from_hex(text.strip_prefix(PREFIX)?).ok()?;
        let file = self.file_of(secret.as_bytes());
        let kept = fs::read_to_string(&file).ok()?;
        // Of several who come with the same, one removes it.
        fs::remove_file(&file).ok()?;
        let (key, until) = kept.trim_end().split_once(' ')?;
        let until: Timestamp = until.parse().ok()?;
        (Timestamp::now() < until).then(|| key.to_owned())
    }

    fn file_of(&self, secret: &[u8; 32]) -> PathBuf {
        self.folder.join(blake3::hash(secret).to_hex().as_str())
    }

    fn write(&self, file: &Path, key: &str, until: Timestamp) -> io::Result<()> {
        let mut folder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        match folder.create(&self.folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ => self.sweep()?,
        }
        // A temporary file has mode 0600 where there are modes.
        let mut made = tempfile::Builder::new().prefix(".nepenthe-").tempfile_in(&self.folder)?;
        writeln!(made, "{key} {until}")?;
        made.persist(file).map_err(|error| error.error)?;
        Ok(())
    }

    /// Removes those whose time is over.
    fn sweep(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let file = entry?.path();
            let Ok(kept) = fs::read_to_string(&file) else { continue };
            let until =
                kept.trim_end().split_once(' ').and_then(|(_, until)| until.parse::<Timestamp>().ok());
            if until.is_some_and(|until| until <= Timestamp::now()) {
                // Somebody else may have swept it.
                let _ = fs::remove_file(&file);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(folder: &tempfile::TempDir) -> LoginLinks {
        LoginLinks::of_store(&folder.path().join("a.db"))
    }

    #[test]
    fn one_lets_in_once() {
        let folder = tempfile::tempdir().unwrap();
        let (made, other) = (links(&folder), links(&folder));
        let (first, second) = (made.make("0011").unwrap(), made.make("2233").unwrap());
        assert_eq!(other.take(&first).as_deref(), Some("0011"));
        assert_eq!(made.take(&first), None);
        assert_eq!(made.take(&second).as_deref(), Some("2233"));
    }

    #[test]
    fn what_is_no_link_lets_nobody_in() {
        let folder = tempfile::tempdir().unwrap();
        let links = links(&folder);
        let secret = links.make("0011").unwrap();
        let mut flipped = secret.clone();
        flipped.replace_range(secret.len() - 1.., if secret.ends_with('0') { "1" } else { "0" });
        let short = &secret[..secret.len() - 1];
        let long = format!("{secret}0");
        for wrong in
            ["", "login_", "login_..", "login_../a.db", &secret[6..], short, &long, &flipped, "nep_0_0"]
        {
            assert_eq!(links.take(wrong), None, "{wrong}");
        }
        assert!(links.take(&secret).is_some());
    }

    #[test]
    fn one_whose_time_is_over_lets_nobody_in_and_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let links = links(&folder);
        let secret = [7; 32];
        links.write(&links.file_of(&secret), "0011", Timestamp::now()).unwrap();
        let text = format!("{PREFIX}{}", "07".repeat(32));
        assert_eq!(links.take(&text), None);
        links.write(&links.file_of(&secret), "0011", Timestamp::now()).unwrap();
        links.make("2233").unwrap();
        assert_eq!(fs::read_dir(&links.folder).unwrap().count(), 1);
    }
}
