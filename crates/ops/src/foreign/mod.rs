//! Reading what other memory systems write, each by a file of its own here.
//!
//! What a system keeps becomes [`Found`] memories and a list of what is left out, and those become the lines of an export of ours,
//! so that the one way in does the rest: times are kept, what was erased stays out, a scope all or nothing. Which entry a memory was
//! is in its metadata, by which a second import knows it again.

mod chatgpt;
mod entries;
mod langgraph;
mod letta;
mod line;
mod mem0;
mod moment;
mod zep;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use jiff::Timestamp;
use nepenthe::{MemoryId, Progress, Scope, SkipReason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::types::schema::Id;
use crate::{Code, Include, OpError, PageInput, Returning, import, page};

/// The field of the metadata that says which entry of which system a memory was.
pub const IMPORTED_FROM: &str = "imported_from";

/// How many memories are read at a time, to see what was imported before.
const PAGE: usize = 1_000;

/// The systems whose files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Foreign {
    /// What `get_all` of Mem0 returns, as JSON.
    Mem0,
    /// The SQLite store of LangGraph, or rows of its table `store` as JSON.
    Langgraph,
    /// Passages, blocks or an agent file of Letta, as JSON.
    Letta,
    /// Edges, episodes, messages, nodes or observations of Zep, as JSON.
    Zep,
    /// `conversations.json` of an export of ChatGPT.
    ChatgptExport,
}

/// What is read.
#[derive(Debug)]
pub enum ForeignFile {
    /// A file of this path.
    Path(PathBuf),
    /// What was read already.
    Bytes(Vec<u8>),
}

/// How a file of another system is taken in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportFromInput {
    /// The system that wrote it.
    pub from: Foreign,
    /// What is done with a text that says again what was erased.
    #[serde(default)]
    pub returning: Returning,
}

/// What a file of another system holds, read and not yet written.
#[derive(Debug)]
pub struct ForeignMemories {
    input: ImportFromInput,
    read: Read,
}

/// What an import from another system did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedFrom {
    /// The memories written.
    pub imported: usize,
    /// The entries left out, in the order of the file.
    pub left: Vec<Left>,
    /// Memories that were written without what was erased of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Id>")]
    pub trimmed: Vec<MemoryId>,
}

/// An entry that was not imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Left {
    /// By which its system knows it, or where it stands in the file.
    pub entry: String,
    /// Why.
    pub reason: LeftReason,
}

/// Why an entry was not imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LeftReason {
    /// It was imported before.
    Here,
    /// It says again what the scope has erased.
    Erased,
    /// It has no text.
    Empty,
    /// It is deleted there.
    Deleted,
    /// Its time was over there.
    Expired,
    /// The assistant, a tool or the system said it, not the user.
    Assistant,
    /// It stands on a branch of the conversation that was left.
    Branch,
    /// It is not what such a file holds: no id, another shape, or a text that cannot be stored.
    Malformed,
}

/// One memory of another system.
#[derive(Debug, Default, PartialEq)]
struct Found {
    /// The scope below the one that is imported into, as segments of its path.
    below: Vec<String>,
    /// By which that system knows it.
    entry: String,
    text: String,
    source: Option<String>,
    metadata: Map<String, Value>,
    created: Option<Timestamp>,
    /// When it stopped being true there: it comes in released.
    ended: Option<Timestamp>,
    expires: Option<Timestamp>,
}

/// What a file holds.
#[derive(Debug, Default, PartialEq)]
struct Read {
    found: Vec<Found>,
    left: Vec<Left>,
}

impl Read {
    fn leave(&mut self, entry: impl Into<String>, reason: LeftReason) {
        self.left.push(Left { entry: entry.into(), reason });
    }

    /// Takes a memory, unless it has no text or one that cannot be stored.
    fn take(&mut self, found: Found) {
        let reason = match found.text.trim() {
            "" => LeftReason::Empty,
            text if text.contains('\0') || found.text.len() > nepenthe::MAX_TEXT_BYTES => {
                LeftReason::Malformed
            }
            _ => return self.found.push(found),
        };
        self.leave(found.entry, reason);
    }
}

impl ForeignMemories {
    /// Reads a file of another system.
    ///
    /// # Errors
    /// [`Code::BadLine`] where it is not one of that system, [`Code::FileFailed`] where it cannot be read.
    pub fn read(input: ImportFromInput, file: ForeignFile) -> Result<Self, OpError> {
        Ok(Self { read: input.from.read(file)?, input })
    }

    /// What becomes of it without a store, where there is nothing to take; all of it otherwise.
    ///
    /// # Errors
    /// The memories, of which there are some.
    pub fn nothing(self) -> Result<ImportedFrom, Self> {
        match self.read.found.is_empty() {
            true => Ok(ImportedFrom { imported: 0, left: self.read.left, trimmed: Vec::new() }),
            false => Err(self),
        }
    }
}

/// Writes what a file of another system holds into a scope and, where the system has namespaces, into the scopes below; each scope
/// all or nothing. What was imported before stays as it is. `progress` is told how far it is.
///
/// # Errors
/// [`OpError`]; nothing is written of the scope that it happens in. A second import goes on from there.
pub fn import_from(
    scope: &Scope,
    memories: ForeignMemories,
    progress: &mut dyn FnMut(Progress),
) -> Result<ImportedFrom, OpError> {
    let ForeignMemories { input, read: Read { found, left } } = memories;
    let mut report = ImportedFrom { imported: 0, left, trimmed: Vec::new() };
    // A path that is too long, or none, is found before anything is written.
    let mut scopes: BTreeMap<Vec<String>, Vec<Found>> = BTreeMap::new();
    let mut paths: BTreeMap<Vec<String>, Option<Scope>> = BTreeMap::new();
    for found in found {
        let below = paths.entry(found.below.clone()).or_insert_with(|| below(scope, &found.below));
        match below {
            Some(_) => scopes.entry(found.below.clone()).or_default().push(found),
            None => report.left.push(Left { entry: found.entry, reason: LeftReason::Malformed }),
        }
    }
    for (path, found) in scopes {
        if let Some(Some(scope)) = paths.get(&path) {
            into_one(scope, &input, found, &mut report, progress)?;
        }
    }
    Ok(report)
}

/// A scope below another; `None` where the path is none.
fn below(scope: &Scope, segments: &[String]) -> Option<Scope> {
    if segments.is_empty() {
        return Some(scope.clone());
    }
    scope.store().scope(&format!("{}/{}", scope.path(), segments.join("/"))).ok()
}

/// Writes memories into one scope, and tells the report.
fn into_one(
    scope: &Scope,
    input: &ImportFromInput,
    found: Vec<Found>,
    report: &mut ImportedFrom,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), OpError> {
    let mut here = imported_before(scope, input.from)?;
    let (mut lines, mut entries) = (Vec::new(), HashMap::new());
    for found in found {
        if !here.insert(found.entry.clone()) {
            report.left.push(Left { entry: found.entry, reason: LeftReason::Here });
            continue;
        }
        let id = line::id(found.created.unwrap_or_else(Timestamp::now))?;
        let entry = found.entry.clone();
        line::write(found, input.from, id, &mut lines);
        entries.insert(id, entry);
    }
    let returning = crate::ImportInput { returning: input.returning.clone() };
    let done = import(scope, returning, lines.as_slice(), progress)?;
    for skipped in done.skipped {
        let reason = if skipped.reason == SkipReason::Erased { LeftReason::Erased } else { LeftReason::Here };
        report.left.push(Left { entry: entries.remove(&skipped.id).unwrap_or_default(), reason });
    }
    report.imported += done.imported;
    report.trimmed.extend(done.trimmed);
    Ok(())
}

impl ImportedFrom {
    /// How many entries were left out for each reason.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<LeftReason, usize> {
        let mut counts = BTreeMap::new();
        self.left.iter().for_each(|left| *counts.entry(left.reason).or_default() += 1);
        counts
    }
}

impl Foreign {
    /// Every one.
    pub const ALL: [Self; 5] = [Self::Mem0, Self::Langgraph, Self::Letta, Self::Zep, Self::ChatgptExport];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mem0 => "mem0",
            Self::Langgraph => "langgraph",
            Self::Letta => "letta",
            Self::Zep => "zep",
            Self::ChatgptExport => "chatgpt-export",
        }
    }

    /// Which of its files are read, in one line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Mem0 => "Mem0: what `get_all` returns, as JSON",
            Self::Langgraph => {
                "LangGraph: the file of its SQLite store, or rows of its table `store` as JSON; a scope a namespace"
            }
            Self::Letta => "Letta: passages, blocks or an agent file, as JSON",
            Self::Zep => "Zep: edges, episodes, messages, nodes or observations, as JSON",
            Self::ChatgptExport => "ChatGPT: `conversations.json` of an export; what the user said",
        }
    }

    /// How such a file is had.
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            Self::Mem0 => "write json.dumps(memory.get_all(...)) into the file",
            Self::Langgraph => {
                "name the file of a SqliteStore, or what PostgreSQL's \
                 COPY (SELECT row_to_json(store) FROM store) TO STDOUT writes"
            }
            Self::Letta => "write what the API returns for archival memory or blocks, or an agent file",
            Self::Zep => "write what the API returns for edges, episodes, messages, nodes or observations",
            Self::ChatgptExport => "unpack the export, and name its conversations.json",
        }
    }

    fn read(self, file: ForeignFile) -> Result<Read, OpError> {
        match self {
            Self::Mem0 => mem0::read(&file.bytes()?),
            Self::Langgraph => langgraph::read(file),
            Self::Letta => letta::read(&file.bytes()?),
            Self::Zep => zep::read(&file.bytes()?),
            Self::ChatgptExport => chatgpt::read(&file.bytes()?),
        }
    }

    /// What stands in a memory's metadata about where it comes from.
    fn origin(self, entry: &str) -> Value {
        json!({ "from": self.name(), "entry": entry })
    }
}

impl ForeignFile {
    fn bytes(self) -> Result<Vec<u8>, OpError> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::Path(path) => std::fs::read(&path).map_err(|error| {
                OpError::new(Code::FileFailed, format!("cannot read {}: {error}", path.display()))
            }),
        }
    }
}

/// The entries that memories of the scope were, whatever became of them since.
fn imported_before(scope: &Scope, from: Foreign) -> Result<HashSet<String>, OpError> {
    let (mut here, mut after) = (HashSet::new(), 0);
    loop {
        let read = page(scope, &PageInput { include: Include::All, after, limit: PAGE })?;
        for memory in read.memories {
            let Some(origin) = memory.metadata.and_then(|mut metadata| metadata.0.remove(IMPORTED_FROM))
            else {
                continue;
            };
            if let Some(entry) = origin["entry"].as_str()
                && from.origin(entry) == origin
            {
                here.insert(entry.to_owned());
            }
        }
        match read.next {
            Some(next) => after = next,
            None => return Ok(here),
        }
    }
}
