//! One folder with a `system.toml`.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Manifest, RivalError, Runtime};
use crate::adapter::process::{Launch, Process};
use crate::serve::Access;

/// The name of the file that describes a rival.
pub const MANIFEST: &str = "system.toml";

/// What `install.py` writes last, so that an install that was cut off does not count.
const STAMP: &str = ".installed";

/// A system in a folder of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Rival {
    /// What its `system.toml` says.
    pub manifest: Manifest,
    /// Its folder, as a whole path.
    pub dir: PathBuf,
}

impl Rival {
    /// Reads a folder.
    ///
    /// # Errors
    /// [`RivalError`] when its `system.toml` cannot be read or makes no sense.
    pub fn read(dir: &Path) -> Result<Self, RivalError> {
        let path = dir.join(MANIFEST);
        let unreadable =
            |error: std::io::Error| RivalError::Unreadable { path: path.clone(), reason: error.to_string() };
        let text = fs::read_to_string(&path).map_err(unreadable)?;
        let manifest = Manifest::read(text.strip_prefix('\u{feff}').unwrap_or(&text))
            .map_err(|reason| RivalError::Wrong { path: path.clone(), reason })?;
        let dir = std::path::absolute(dir).map_err(unreadable)?;
        Ok(Self { manifest, dir })
    }

    /// Checks that what it needs is installed.
    ///
    /// # Errors
    /// [`RivalError::NotInstalled`] says what to type.
    pub fn check_installed(&self) -> Result<(), RivalError> {
        if self.manifest.runtime == Runtime::Program || self.venv().join(STAMP).is_file() {
            return Ok(());
        }
        let installer = self.shelf().join("install.py");
        let name = self.manifest.name.clone();
        if !installer.is_file() {
            return Err(RivalError::NoInstaller { name, path: self.dir.join("system.toml") });
        }
        Err(RivalError::NotInstalled {
            command: format!("python3 {} {}", shown(&installer), self.folder_name()),
            name,
        })
    }

    /// Makes the system. Its standard error is added to a file of its name in the folder of logs.
    ///
    /// # Errors
    /// [`RivalError::NotInstalled`] when it cannot be started.
    pub fn build(&self, access: Option<Access>, logs: Option<&Path>) -> Result<Process, RivalError> {
        self.check_installed()?;
        let Manifest { name, version, .. } = &self.manifest;
        if let Some(model) = access.as_ref().and_then(|access| access.language_model.as_ref())
            && self.manifest.language_model
        {
            model.need();
        }
        let log = logs.map(|logs| logs.join(format!("{name}.stderr")));
        Ok(Process::new(name, version, Launch { log, ..self.launch() }, access))
    }

    /// Returns how it is started.
    #[must_use]
    pub fn launch(&self) -> Launch {
        let mut words = self.manifest.command.iter().map(|word| self.fill(word));
        let program = PathBuf::from(words.next().unwrap_or_default());
        // A path is meant from the system's folder; a bare name is looked for in PATH.
        let program = if program.components().count() > 1 { self.dir.join(program) } else { program };
        let own = self.shelf().join("forgeteval_adapter.py");
        Launch {
            program,
            args: words.collect(),
            dir: Some(self.dir.clone()),
            env: self.manifest.env.iter().map(|(name, value)| (name.clone(), self.fill(value))).collect(),
            module: own.is_file().then_some(own),
            log: None,
            limits: self.manifest.limits(),
        }
    }

    /// Puts paths in for what stands for them.
    fn fill(&self, word: &str) -> String {
        let bin = if cfg!(windows) { "Scripts" } else { "bin" };
        let python = self.venv().join(bin).join(format!("python{EXE_SUFFIX}"));
        word.replace("{python}", &python.display().to_string())
            .replace("{venv}", &self.venv().display().to_string())
            .replace("{dir}", &self.dir.display().to_string())
    }

    fn venv(&self) -> PathBuf {
        self.shelf().join(".venv").join(self.folder_name())
    }

    /// The folder of systems that this one stands in.
    fn shelf(&self) -> &Path {
        self.dir.parent().unwrap_or(&self.dir)
    }

    fn folder_name(&self) -> &str {
        self.dir.file_name().and_then(|name| name.to_str()).unwrap_or(&self.manifest.name)
    }
}

/// Returns a path as it is typed from here.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let near = here.as_deref().and_then(|here| path.strip_prefix(here).ok());
    near.unwrap_or(path).display().to_string()
}
