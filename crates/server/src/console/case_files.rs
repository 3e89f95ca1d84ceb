//! [`CaseFiles`]: the cases that were opened in the console, in a folder beside the store.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use nepenthe::Reference;
use nepenthe_ops::{Case, Code, OpError, ScopePattern};

/// The cases of a store, a file each, that its owner alone may read. Keys that open the same scopes have the same cases.
pub(super) struct CaseFiles {
    folder: PathBuf,
}

impl CaseFiles {
    pub(super) fn of_store(db: &Path) -> Self {
        let mut folder = db.as_os_str().to_owned();
        folder.push(".cases");
        Self { folder: folder.into() }
    }

    /// Returns the cases of the keys that open these scopes, the newest first.
    pub(super) fn list(&self, of: &ScopePattern) -> Result<Vec<Case>, OpError> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(|error| self.failed(&error))?,
        };
        let prefix = owner(of);
        let mut cases = Vec::new();
        for entry in entries {
            let file = entry.map_err(|error| self.failed(&error))?.path();
            let ours =
                file.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(&prefix));
            if ours {
                cases.extend(self.read(&file)?);
            }
        }
        cases.sort_by(|a: &Case, b| b.opened.cmp(&a.opened));
        Ok(cases)
    }

    /// Returns one; what is another's is not there.
    pub(super) fn get(&self, of: &ScopePattern, number: &str) -> Result<Case, OpError> {
        let number: Option<Reference> = number.parse().ok();
        let found = number.map(|number| self.read(&self.file(of, &number))).transpose()?.flatten();
        found.ok_or_else(|| OpError::new(Code::NotFound, "there is no case of this number"))
    }

    pub(super) fn has(&self, of: &ScopePattern, number: &Reference) -> bool {
        self.file(of, number).exists()
    }

    /// Writes one, whole.
    pub(super) fn keep(&self, of: &ScopePattern, case: &Case) -> Result<(), OpError> {
        self.write(&self.file(of, &case.number), case).map_err(|error| self.failed(&error))
    }

    pub(super) fn remove(&self, of: &ScopePattern, number: &Reference) -> Result<(), OpError> {
        fs::remove_file(self.file(of, number)).map_err(|error| self.failed(&error))
    }

    fn file(&self, of: &ScopePattern, number: &Reference) -> PathBuf {
        self.folder.join(format!("{}{}.json", owner(of), number.as_str()))
    }

    fn read(&self, file: &Path) -> Result<Option<Case>, OpError> {
        match fs::read(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => {
                let bytes = read.map_err(|error| self.failed(&error))?;
                let case = serde_json::from_slice(&bytes);
                case.map(Some)
                    .map_err(|_| OpError::new(Code::FileFailed, format!("{} holds no case", file.display())))
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
        made.write_all(&serde_json::to_vec_pretty(case)?)?;
        made.as_file().sync_all()?;
        made.persist(file).map_err(|error| error.error)?;
        Ok(())
    }

    fn failed(&self, error: &io::Error) -> OpError {
        OpError::new(Code::FileFailed, format!("cannot use {}: {error}", self.folder.display()))
    }
}

/// What the files of the keys that open these scopes begin with.
fn owner(of: &ScopePattern) -> String {
    let hash = blake3::hash(of.to_string().as_bytes()).to_hex();
    format!("{}-", &hash[..16])
}
