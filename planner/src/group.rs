//! A group: one command and the memories that lie in the store, each with what a careful person would do with it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use nepenthe_text::word::words;
use serde::Deserialize;

/// One line of a file of groups; `planner/README.md` says what it holds.
#[derive(Debug, Deserialize)]
pub(crate) struct Group {
    pub(crate) verb: String,
    pub(crate) request: String,
    #[serde(default)]
    pub(crate) new: String,
    pub(crate) rows: Vec<Row>,
    /// Where it comes from, if not this file.
    #[serde(default)]
    pub(crate) src: String,
}

/// A memory with its label, as `[label, text]`, or `["edit", old, new]`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Row {
    /// Stays or goes.
    Whole(String, String),
    /// Loses a part.
    Edited(String, String, String),
}

impl Row {
    pub(crate) fn label(&self) -> &str {
        match self {
            Self::Whole(label, ..) | Self::Edited(label, ..) => label,
        }
    }

    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Whole(_, text) | Self::Edited(_, text, _) => text,
        }
    }

    /// Tells whether a part of the memory is meant. `alone` where the memory has one part only.
    pub(crate) fn means(&self, part: &str, alone: bool) -> bool {
        match self {
            Self::Whole(label, _) => label == "go" || label == "part" && alone,
            _ if alone => true,
            Self::Edited(_, old, new) => {
                let (old, new) = (stems(old), stems(new));
                let own = stems(part);
                // What the edit took away, as far as this part has it.
                let gone = own.iter().filter(|stem| old.contains(*stem) && !new.contains(*stem)).count();
                let kept = own.iter().filter(|stem| new.contains(*stem)).count();
                gone > 0 && gone * 2 >= kept
            }
        }
    }
}

fn stems(text: &str) -> BTreeSet<String> {
    words(text).into_iter().map(|word| word.stem).collect()
}

/// Reads a file of groups.
pub(crate) fn read(path: &Path) -> Result<Vec<Group>, String> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = BufReader::new(file).lines().enumerate();
    lines
        .map(|(number, line)| {
            let line = line.map_err(|error| error.to_string())?;
            let mut group: Group = serde_json::from_str(&line)
                .map_err(|error| format!("{}:{}: {error}", path.display(), number + 1))?;
            if group.src.is_empty() {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                group.src = format!("{stem}:{}", number + 1);
            }
            Ok(group)
        })
        .collect()
}
