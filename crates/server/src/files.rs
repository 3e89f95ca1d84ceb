//! [`Files`]: memories as text files below `/memories`, as Anthropic's memory tool has them.
//!
//! A file is one memory: its path on the first line, and its content behind that, so that two files of one content are
//! not the same text. A new content is an edit, a new path a supersede; an erasure takes all that a file was before
//! along.

use std::collections::{BTreeMap, BTreeSet};

use nepenthe::{MemoryId, Scope};
use nepenthe_ops::{
    self as ops, ApplyInput, BlameInput, EditInput, InscribeInput, Metadata, NewMemory, OpError, Outcome,
    PurgeInput, Returning, SupersedeInput, Target,
};

use crate::live::live;

/// The folder that is always there.
pub(crate) const ROOT: &str = "/memories";

/// The field of a memory's metadata that has the path.
const PATH: &str = "file";

/// How deep a folder is shown.
const LEVELS: usize = 2;

/// The files of a scope.
pub(crate) struct Files(BTreeMap<String, File>);

/// One file.
pub(crate) struct File {
    id: MemoryId,
    pub(crate) content: String,
}

/// Why a path is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BadPath {
    NotBelow,
    Escapes,
}

/// Reads a path: without `.`, `..` and doubled slashes.
pub(crate) fn path(typed: &str) -> Result<String, BadPath> {
    let rest = typed.strip_prefix(ROOT).filter(|rest| rest.is_empty() || rest.starts_with('/'));
    let mut parts: Vec<&str> = Vec::new();
    for part in rest.ok_or(BadPath::NotBelow)?.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop().ok_or(BadPath::Escapes)?),
            part => parts.push(part),
        }
    }
    Ok(parts.into_iter().fold(ROOT.to_owned(), |path, part| path + "/" + part))
}

impl Files {
    pub(crate) fn read(scope: &Scope) -> Result<Self, OpError> {
        let files = live(scope, |memory| {
            let path = memory.metadata.as_ref()?.0.get(PATH)?.as_str()?.to_owned();
            let content = memory.text.strip_prefix(path.as_str()).and_then(|rest| rest.strip_prefix('\n'));
            let content = content.unwrap_or(&memory.text).to_owned();
            Some((path, File { id: memory.id, content }))
        })?;
        Ok(Self(files.into_iter().collect()))
    }

    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.0.get(path)
    }

    pub(crate) fn is_folder(&self, path: &str) -> bool {
        path == ROOT || self.below(path).next().is_some()
    }

    /// The nearest folder above a path that is a file.
    pub(crate) fn file_above<'a>(&self, path: &'a str) -> Option<&'a str> {
        let folders = path.match_indices('/').skip(1).map(|(at, _)| &path[..at]);
        folders.into_iter().find(|folder| self.0.contains_key(*folder))
    }

    /// Shows a folder: sizes and paths, two levels deep, in the order of names, without what is hidden.
    pub(crate) fn shown(&self, path: &str) -> Vec<(usize, String)> {
        let mut sizes: BTreeMap<Vec<&str>, (usize, bool)> = BTreeMap::new();
        for (inside, file) in self.below(path) {
            let parts: Vec<&str> = inside.split('/').collect();
            let seen = parts.iter().take(LEVELS).take_while(|part| !part.starts_with('.')).count();
            for depth in 1..=seen {
                let shown = sizes.entry(parts[..depth].to_vec()).or_default();
                shown.0 += file.content.len();
                shown.1 |= depth < parts.len();
            }
        }
        let name = |(parts, (size, folder)): (Vec<&str>, (usize, bool))| {
            (size, parts.join("/") + if folder { "/" } else { "" })
        };
        sizes.into_iter().map(name).collect()
    }

    /// The bytes of all that is below a folder.
    pub(crate) fn size(&self, path: &str) -> usize {
        self.below(path).map(|(_, file)| file.content.len()).sum()
    }

    /// Erases a file, or all that is below a folder, with every earlier content and path of it.
    pub(crate) fn erase(&self, scope: &Scope, path: &str) -> Result<Outcome, OpError> {
        let mut ids = BTreeSet::new();
        for id in self.at(path).map(|(_, file)| file.id) {
            ids.extend(ops::blame(scope, &BlameInput::Id(id))?.memories.iter().map(|link| link.memory.id));
        }
        let planned = ops::purge(scope, PurgeInput::new(Target::Ids(ids.into_iter().collect())))?;
        ops::apply(planned, &ApplyInput::default())
    }

    /// Gives a file, or all that is below a folder, another path.
    pub(crate) fn rename(&self, scope: &Scope, old: &str, new: &str) -> Result<(), OpError> {
        for (path, file) in self.at(old) {
            let path = format!("{new}{}", &path[old.len()..]);
            let input = SupersedeInput {
                target: Target::Ids(vec![file.id]),
                new: memory(&path, &file.content),
                returning: Returning::default(),
                min_confidence: None,
            };
            ops::apply(ops::supersede(scope, input)?, &ApplyInput::default())?;
        }
        Ok(())
    }

    /// The files below a folder, by their paths inside of it.
    fn below<'a>(&'a self, path: &'a str) -> impl Iterator<Item = (&'a str, &'a File)> {
        let inside = move |found: &'a str| found.strip_prefix(path)?.strip_prefix('/');
        self.0.iter().filter_map(move |(found, file)| Some((inside(found)?, file)))
    }

    /// The file of this path, and those below it.
    fn at<'a>(&'a self, path: &'a str) -> impl Iterator<Item = (&'a String, &'a File)> {
        let is = move |found: &str| {
            found.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.0.iter().filter(move |(found, _)| is(found))
    }
}

impl File {
    /// Gives it another content.
    pub(crate) fn write(&self, scope: &Scope, path: &str, content: &str) -> Result<(), OpError> {
        let input = EditInput {
            target: Target::Ids(vec![self.id]),
            text: memory(path, content).text,
            returning: Returning::default(),
            min_confidence: None,
        };
        ops::apply(ops::edit(scope, input)?, &ApplyInput::default()).map(drop)
    }
}

/// Makes a file.
pub(crate) fn create(scope: &Scope, path: &str, content: &str) -> Result<(), OpError> {
    let input = InscribeInput { memories: vec![memory(path, content)], ..InscribeInput::default() };
    ops::inscribe(scope, input, &mut |_| {}).map(drop)
}

fn memory(path: &str, content: &str) -> NewMemory {
    let metadata = [(PATH.to_owned(), path.into())].into_iter().collect();
    NewMemory {
        text: format!("{path}\n{content}").into(),
        metadata: Some(Metadata(metadata)),
        ..NewMemory::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_below_its_folder() {
        for (typed, read) in [
            ("/memories", Ok("/memories")),
            ("/memories/", Ok("/memories")),
            ("/memories/a.md", Ok("/memories/a.md")),
            ("/memories//a/./b/../c", Ok("/memories/a/c")),
            ("/memories/a/..", Ok("/memories")),
            ("/memories/..", Err(BadPath::Escapes)),
            ("/memories/a/../../etc/passwd", Err(BadPath::Escapes)),
            ("/memoriesx", Err(BadPath::NotBelow)),
            ("/etc/passwd", Err(BadPath::NotBelow)),
            ("memories/a", Err(BadPath::NotBelow)),
            ("", Err(BadPath::NotBelow)),
            ("/memories/...", Ok("/memories/...")),
        ] {
            assert_eq!(path(typed), read.map(str::to_owned), "{typed}");
        }
    }
}
