//! The folder that rivals stand in.

use std::fs;
use std::path::{Path, PathBuf};

use super::{MANIFEST, Rival, RivalError};

/// A folder of systems, such as `systems`.
#[derive(Debug, Clone)]
pub struct Shelf {
    dir: PathBuf,
}

impl Shelf {
    /// Names the folder; it need not be there.
    #[must_use]
    pub fn new(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into() }
    }

    /// Returns the folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns the names of the folders with a `system.toml`, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .filter(|entry| entry.path().join(MANIFEST).is_file())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }

    /// Finds a system: by its name, or by the path of its folder, wherever that is; a path has a `/` in it.
    ///
    /// # Errors
    /// [`RivalError`] when there is such a folder, and it cannot be used.
    pub fn find(&self, name: &str) -> Result<Option<Rival>, RivalError> {
        if name == "." || name.contains(std::path::is_separator) {
            return Rival::read(Path::new(name)).map(Some);
        }
        if self.names().iter().any(|known| known == name) { self.read(name).map(Some) } else { Ok(None) }
    }

    /// Reads the system in the folder of a name.
    ///
    /// # Errors
    /// [`RivalError`] when it cannot be used.
    pub fn read(&self, name: &str) -> Result<Rival, RivalError> {
        let dir = self.dir.join(name);
        let rival = Rival::read(&dir)?;
        if rival.manifest.name != name {
            let reason = format!(
                "the name is `{}`, and the folder's is `{name}`; make them the same",
                rival.manifest.name
            );
            return Err(RivalError::Wrong { path: dir.join(MANIFEST), reason });
        }
        Ok(rival)
    }
}
