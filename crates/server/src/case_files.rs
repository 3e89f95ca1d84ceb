//! [`CaseFiles`]: the erasure cases that the server keeps, a file each in a folder beside the store.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use nepenthe_ops::{Case, Code, OpError, ScopePattern};

use crate::whole_file::write_whole;

/// The cases of one store. Each is a file that its owner alone may read, written anew and whole; whoever changes one holds its
/// lock. They hold what identifies people, in the clear, until they are dropped.
#[derive(Debug)]
pub(crate) struct CaseFiles {
    folder: PathBuf,
}

/// A case that nobody else changes meanwhile.
pub(crate) struct HeldCase {
    path: PathBuf,
    lock: PathBuf,
    /// As it is kept.
    pub(crate) case: Case,
    _locked: File,
}

impl CaseFiles {
    /// Those of the store at a path; looks at nothing yet.
    pub(crate) fn of_store(db: &Path) -> Self {
        let mut folder = db.as_os_str().to_owned();
        folder.push(".cases");
        Self { folder: folder.into() }
    }

    /// Keeps a new case, and returns the id that it gets: one that nobody guesses.
    pub(crate) fn add(&self, case: &Case) -> Result<String, OpError> {
        let mut id = [0; 16];
        getrandom::fill(&mut id).map_err(|error| {
            OpError::new(Code::FileFailed, format!("no random bytes could be had: {error}"))
        })?;
        let id: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
        self.make_folder().and_then(|()| keep(&self.path(&id), case)).map_err(|error| failed(&error))?;
        Ok(id)
    }

    /// Returns the ids, in no order.
    pub(crate) fn ids(&self) -> Result<Vec<String>, OpError> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(|error| failed(&error))?,
        };
        let mut ids = Vec::new();
        for entry in entries {
            let name = entry.map_err(|error| failed(&error))?.file_name();
            let id = name.to_str().and_then(|name| name.strip_suffix(".json")).filter(|id| is_id(id));
            ids.extend(id.map(str::to_owned));
        }
        Ok(ids)
    }

    /// Reads a case; `None` where there is none of this id.
    pub(crate) fn read(&self, id: &str) -> Result<Option<Case>, OpError> {
        if !is_id(id) {
            return Ok(None);
        }
        match fs::read(self.path(id)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => {
                let read = read.map_err(|error| failed(&error))?;
                // What is wrong with it is not said: that would repeat what it holds.
                let case = serde_json::from_slice(&read);
                case.map(Some).map_err(|_| OpError::new(Code::FileFailed, "a file of a case holds none"))
            }
        }
    }

    /// Reads a case as whoever may see these scopes finds it: `None` where it has others too.
    pub(crate) fn read_within(&self, scopes: &ScopePattern, id: &str) -> Result<Option<Case>, OpError> {
        Ok(self.read(id)?.filter(|case| scopes.covers(&case.scopes)))
    }

    /// Reads a case to change it; `None` where there is none of this id.
    ///
    /// # Errors
    /// [`Code::StorageBusy`] while somebody else does.
    pub(crate) fn hold(&self, id: &str) -> Result<Option<HeldCase>, OpError> {
        if !is_id(id) || self.read(id)?.is_none() {
            return Ok(None);
        }
        let lock = self.folder.join(format!("{id}.lock"));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&lock).map_err(|error| failed(&error))?;
        file.try_lock().map_err(|error| match error {
            fs::TryLockError::WouldBlock => {
                OpError::new(Code::StorageBusy, "another request works on this case; ask again later")
            }
            fs::TryLockError::Error(error) => failed(&error),
        })?;
        // As it is now that nobody else changes it.
        let case = self.read(id)?;
        Ok(case.map(|case| HeldCase { path: self.path(id), lock, case, _locked: file }))
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    fn make_folder(&self) -> io::Result<()> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.folder)
    }
}

impl HeldCase {
    /// Puts the case as it is now in the place of what was kept.
    pub(crate) fn keep(&self, case: &Case) -> Result<(), OpError> {
        keep(&self.path, case).map_err(|error| failed(&error))
    }

    /// Keeps it no longer.
    pub(crate) fn drop_it(self) -> Result<(), OpError> {
        fs::remove_file(&self.path).map_err(|error| failed(&error))?;
        // The next who holds the id finds no case.
        let _ = fs::remove_file(&self.lock);
        Ok(())
    }
}

fn keep(path: &Path, case: &Case) -> io::Result<()> {
    write_whole(path, &serde_json::to_vec(case)?)
}

/// 32 hexadecimal digits: no path leads elsewhere.
fn is_id(id: &str) -> bool {
    id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

fn failed(error: &io::Error) -> OpError {
    OpError::new(Code::FileFailed, format!("a case cannot be kept or read: {error}"))
}
