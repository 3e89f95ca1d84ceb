//! What a child finds: a temporary folder of its own, the Python module, and its environment.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use nepenthe_llm::LanguageModel;
use tempfile::{Builder, TempDir};

use super::Launch;
use super::module::{MODULE, MODULE_FILE};
use crate::serve::Access;

/// The folders of one child; both are removed when it is dropped.
pub(super) struct Workplace {
    folder: TempDir,
    module: TempDir,
}

impl Workplace {
    /// Makes the folders.
    pub(super) fn make(module: Option<&Path>) -> io::Result<Self> {
        let folder = Builder::new().prefix("forgeteval-").tempdir()?;
        // The module lies alone, so that no folder beside it is taken for a package.
        let place = Builder::new().prefix("forgeteval-module-").tempdir()?;
        let file = place.path().join(MODULE_FILE);
        match module {
            Some(own) => drop(fs::copy(own, file)?),
            None => fs::write(file, MODULE)?,
        }
        Ok(Self { folder, module: place })
    }

    /// Returns the folder that the child may keep its files in.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Makes the command: where it works, and what stands in its environment.
    pub(super) fn command(&self, launch: &Launch, access: Option<&Access>) -> io::Result<Command> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.args);
        if let Some(dir) = &launch.dir {
            command.current_dir(dir);
        }
        for (name, value) in offered(access) {
            // One that stands in our own environment is not this run's, and may be the key of an endpoint.
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.env("FORGETEVAL_FOLDER", self.folder());
        command.env("PYTHONPATH", self.python_path(launch)?);
        command.env("PYTHONUNBUFFERED", "1");
        command.envs(
            launch.env.iter().filter(|(name, _)| name != "PYTHONPATH").map(|(name, value)| (name, value)),
        );
        Ok(command)
    }

    fn python_path(&self, launch: &Launch) -> io::Result<OsString> {
        let own =
            launch.env.iter().rfind(|(name, _)| name == "PYTHONPATH").map(|(_, value)| OsString::from(value));
        let rest = own.or_else(|| env::var_os("PYTHONPATH")).unwrap_or_default();
        let rest = env::split_paths(&rest).filter(|path| !path.as_os_str().is_empty());
        let paths = std::iter::once(self.module.path().to_path_buf()).chain(rest);
        env::join_paths(paths).map_err(io::Error::other)
    }
}

/// Returns the variables that tell of what a run offers; without a value where it does not.
fn offered(access: Option<&Access>) -> [(&'static str, Option<String>); 7] {
    let embedder = access.and_then(|access| access.embedder.as_ref());
    let model = access.and_then(|access| access.language_model.as_deref());
    let (url, key) = (access.map(|access| &access.url), access.map(|access| &access.key));
    [
        ("FORGETEVAL_EMBEDDINGS_URL", embedder.and(url).cloned()),
        ("FORGETEVAL_EMBEDDINGS_KEY", embedder.and(key).cloned()),
        ("FORGETEVAL_EMBEDDINGS_MODEL", embedder.map(|embedder| embedder.model.clone())),
        ("FORGETEVAL_EMBEDDINGS_DIMENSION", embedder.map(|embedder| embedder.dimension.to_string())),
        ("FORGETEVAL_LLM_URL", model.and(url).cloned()),
        ("FORGETEVAL_LLM_KEY", model.and(key).cloned()),
        ("FORGETEVAL_LLM_MODEL", model.map(|model| model.name().to_owned())),
    ]
}
