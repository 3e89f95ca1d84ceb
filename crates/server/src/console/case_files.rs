//! [`CaseFiles`]: the cases that were opened in the console, in a folder beside the store.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use nepenthe_ops::{Case, Code, OpError, ScopePattern};

/// The cases of a store, a file each, that its owner alone may read. A key has those whose scopes it opens, all of them.
pub(super) struct CaseFiles {
    folder: PathBuf,
}

impl CaseFiles {
    pub(super) fn of_store(db: &Path) -> Self {
        let mut folder = db.as_os_str().to_owned();
        folder.push(".cases");
        Self { folder: folder.into() }
    }

    /// Keeps a new case, and returns the id that it gets.
    pub(super) fn add(&self, case: &Case) -> Result<String, OpError> {
        let mut id = [0; 16];
        getrandom::fill(&mut id).map_err(|error| {
            OpError::new(Code::FileFailed, format!("no random bytes could be had: {error}"))
        })?;
        let id: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
        self.keep(&id, case)?;
        Ok(id)
    }

    /// Returns the cases of a key that opens these scopes, by their ids, the newest first.
    pub(super) fn list(&self, of: &ScopePattern) -> Result<Vec<(String, Case)>, OpError> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(|error| failed(&error))?,
        };
        let mut cases = Vec::new();
        for entry in entries {
            let name = entry.map_err(|error| failed(&error))?.file_name();
            let Some(id) = name.to_str().and_then(|name| name.strip_suffix(".json")) else { continue };
            let case = self.read(id)?.filter(|case| of.covers(&case.scopes));
            cases.extend(case.map(|case| (id.to_owned(), case)));
        }
        cases.sort_by_key(|(_, case)| std::cmp::Reverse(case.opened));
        Ok(cases)
    }

    /// Returns one; what is another's is not there.
    pub(super) fn get(&self, of: &ScopePattern, id: &str) -> Result<Case, OpError> {
        let found = self.read(id)?.filter(|case| of.covers(&case.scopes));
        found.ok_or_else(|| OpError::new(Code::NotFound, "there is no such case"))
    }

    /// Writes one, whole.
    pub(super) fn keep(&self, id: &str, case: &Case) -> Result<(), OpError> {
        self.write(&self.file(id), case).map_err(|error| failed(&error))
    }

    pub(super) fn remove(&self, id: &str) -> Result<(), OpError> {
        fs::remove_file(self.file(id)).map_err(|error| failed(&error))
    }

    fn file(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    fn read(&self, id: &str) -> Result<Option<Case>, OpError> {
        if !is_id(id) {
            return Ok(None);
        }
        match fs::read(self.file(id)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => {
                let bytes = read.map_err(|error| failed(&error))?;
                // What is wrong with it is not said: that would repeat what it holds.
                let case = serde_json::from_slice(&bytes);
                case.map(Some).map_err(|_| OpError::new(Code::FileFailed, "a file of a case holds none"))
            }
        }
    }

    fn write(&self, file: &Path, case: &Case) -> io::Result<()> {
        let mut folder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        match folder.create(&self.folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        // A temporary file has mode 0600 where there are modes.
        let mut made = tempfile::Builder::new().prefix(".nepenthe-").tempfile_in(&self.folder)?;
        made.write_all(&serde_json::to_vec(case)?)?;
        made.as_file().sync_all()?;
        made.persist(file).map_err(|error| error.error)?;
        Ok(())
    }
}

/// 32 hexadecimal digits: no path leads elsewhere.
fn is_id(id: &str) -> bool {
    id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

fn failed(error: &io::Error) -> OpError {
    OpError::new(Code::FileFailed, format!("a case cannot be kept or read: {error}"))
}
