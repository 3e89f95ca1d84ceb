//! Opening a store, and making one of a backup.

use std::path::PathBuf;
use std::str::FromStr;

use nepenthe::{Access, Backup, Indexes};
use nepenthe_ops::{
    self as ops, Code, EmbedderName, EmbedderSettings, OpError, Opener, PlannerName, Right, Rights, Settings,
};
use pyo3::prelude::*;

use crate::call::{read, written};
use crate::handle::{Handle, Open};
use crate::process::detached;

/// How a store is opened, by the names of the parameters of `nepenthe.open`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Opening {
    path: PathBuf,
    scope: String,
    actor: String,
    mode: String,
    rights: Option<Vec<String>>,
    embedder: Option<String>,
    model_dir: Option<PathBuf>,
    embed_url: Option<String>,
    embed_model: Option<String>,
    embed_dimension: Option<usize>,
    embed_key: Option<String>,
    planner: Option<String>,
    master_key: Option<PathBuf>,
    indexes: Option<String>,
    key_file: Option<PathBuf>,
}

/// Opens a store.
#[pyfunction]
pub(crate) fn open(py: Python<'_>, opening: Opening) -> PyResult<Handle> {
    detached(py, || {
        let rights = opening.rights()?;
        let read_only = opening.mode == "read";
        let opener = Opener::new(opening.settings()?);
        let store = match opening.mode.as_str() {
            "create" => opener.for_new_memories(false, false)?.0,
            "existing" => opener.store(Access::Existing)?,
            "read" => opener.store(Access::ReadOnly)?,
            _ => return Err(no_word("mode", "create, existing or read")),
        };
        let scope = store.scope(&opening.scope)?;
        let key_file = opening.key_file.clone().or_else(nepenthe_cli::usual_key_file);
        Ok(Handle::new(Open { scope, rights, key_file, read_only }))
    })
}

/// Makes a store of a backup, at the path of the opening.
#[pyfunction]
pub(crate) fn restore_backup(
    py: Python<'_>,
    file: PathBuf,
    opening: Opening,
    input: &str,
) -> PyResult<String> {
    detached(py, || {
        let input: ops::BackupRestoreInput = read(input)?;
        let backup = Backup::open(&file)?;
        let opener = Opener::new(opening.settings()?);
        let options = opener.options_for(Some(backup.embedder()), Access::Existing)?;
        written(&ops::backup_restore(&backup, &opener.db(), options, &input, &mut |_| {})?)
    })
}

/// Rebuilds the vectors of the whole store with the embedder of the opening.
#[pyfunction]
pub(crate) fn reembed(py: Python<'_>, opening: Opening) -> PyResult<String> {
    detached(py, || {
        let opener = Opener::new(opening.settings()?);
        let options = opener.options(Access::Existing)?;
        written(&ops::reembed(&opener, options, &ops::ReembedInput {}, &mut |_| {})?)
    })
}

impl Opening {
    fn rights(&self) -> Result<Rights, OpError> {
        let Some(rights) = &self.rights else { return Ok(Rights::all()) };
        let read =
            |right: &String| Right::from_str(right).map_err(|error| OpError::new(Code::BadSetting, error));
        rights.iter().map(read).collect()
    }

    fn settings(&self) -> Result<Settings, OpError> {
        let mut settings = Settings::new(&self.path, &self.actor);
        settings.embedder = EmbedderSettings {
            name: self.embedder.as_deref().map(embedder).transpose()?,
            model_dir: self.model_dir.clone(),
            progress: None,
            url: self.embed_url.clone(),
            model: self.embed_model.clone(),
            dimension: self.embed_dimension,
            key: self.embed_key.clone().map(Into::into),
        };
        settings.planner = self.planner.as_deref().map(planner).transpose()?;
        settings.master_key = self.master_key.clone();
        settings.indexes = self.indexes.as_deref().map(indexes).transpose()?;
        Ok(settings)
    }
}

fn embedder(word: &str) -> Result<EmbedderName, OpError> {
    match word {
        "minilm" => Ok(EmbedderName::Minilm),
        "none" => Ok(EmbedderName::None),
        "openai" => Ok(EmbedderName::Openai),
        _ => Err(no_word("embedder", "minilm, none or openai")),
    }
}

fn planner(word: &str) -> Result<PlannerName, OpError> {
    match word {
        "canonical" => Ok(PlannerName::Canonical),
        "published" => Ok(PlannerName::Published),
        _ => Err(no_word("planner", "canonical or published")),
    }
}

fn indexes(word: &str) -> Result<Indexes, OpError> {
    match word {
        "in-memory" => Ok(Indexes::InMemory),
        "in-file" => Ok(Indexes::InFile),
        _ => Err(no_word("indexes", "in-memory or in-file")),
    }
}

fn no_word(parameter: &str, words: &str) -> OpError {
    OpError::new(Code::BadSetting, format!("{parameter} is {words}"))
}
