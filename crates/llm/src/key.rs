//! [`Key`]: what an endpoint lets one in by.

use std::fmt;
use std::path::{Path, PathBuf};

/// A key, which is sent to the endpoint and shown nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

/// Why a key cannot be had from a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The file cannot be read.
    #[error("cannot read the key in {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file holds no key: nothing, or more than a line.
    #[error("{} must hold the key and nothing else, on one line", .0.display())]
    NoKey(PathBuf),
}

impl Key {
    /// Takes a key, without white space around it; none where nothing is left.
    pub fn new(key: impl AsRef<str>) -> Option<Self> {
        let key = key.as_ref().trim();
        (!key.is_empty()).then(|| Self(key.to_owned()))
    }

    /// Takes the key from an environment variable; none where it is not set, or blank.
    #[must_use]
    pub fn from_environment(variable: &str) -> Option<Self> {
        Self::new(std::env::var(variable).ok()?)
    }

    /// Reads the key from a file.
    ///
    /// # Errors
    /// [`KeyError`] where the file cannot be read, is blank, or has several lines.
    pub fn from_file(path: &Path) -> Result<Self, KeyError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| KeyError::Read { path: path.to_owned(), source })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let key = Self::new(text).filter(|key| key.0.lines().count() == 1);
        key.ok_or_else(|| KeyError::NoKey(path.to_owned()))
    }

    /// The key itself, to be sent.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_holds_one_key_on_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::fs::write(&path, "  sk-planted-1\r\n").unwrap();
        let key = Key::from_file(&path).unwrap();
        assert_eq!(key.expose(), "sk-planted-1");
        assert!(!format!("{key:?}").contains("planted"));
        for wrong in ["", " \n", "sk-planted-1\nsk-planted-2\n"] {
            std::fs::write(&path, wrong).unwrap();
            let error = Key::from_file(&path).unwrap_err();
            assert!(matches!(error, KeyError::NoKey(_)), "{wrong:?}");
            assert!(!format!("{error} {error:?}").contains("planted"));
        }
        assert!(matches!(Key::from_file(&folder.path().join("none")), Err(KeyError::Read { .. })));
        assert_eq!(Key::from_environment("NEPENTHE_A_VARIABLE_THAT_IS_NOT_SET"), None);
    }
}
