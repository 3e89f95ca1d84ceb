//! A group: one command and the memories that lie in the store, each with what a careful person would do with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use nepenthe_text::clause;
use nepenthe_text::word::words;
use serde::{Deserialize, Serialize};

/// One line of a file; `training/README.md` says what it holds.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Store(Store),
    Group(Group),
}

/// The memories of a store, and several commands of which each finds it as it is here.
#[derive(Deserialize)]
struct Store {
    rows: Vec<String>,
    asks: Vec<Ask>,
}

/// A command, with the numbers of the memories that don't stay.
#[derive(Deserialize)]
struct Ask {
    verb: String,
    request: String,
    #[serde(default)]
    new: String,
    #[serde(default)]
    go: BTreeSet<usize>,
    /// What is left of a memory that loses a part, by its number.
    #[serde(default)]
    edit: BTreeMap<String, String>,
    /// Memories that careful people would disagree about; they are left out.
    #[serde(default)]
    skip: BTreeSet<usize>,
}

impl Store {
    fn groups(self) -> impl Iterator<Item = Group> {
        let Self { rows, asks } = self;
        let first = rows.first().cloned();
        asks.into_iter().map(move |ask| {
            let label = |(number, text): (usize, &String)| match ask.edit.get(&number.to_string()) {
                _ if ask.skip.contains(&number) => None,
                Some(left) => Some(Row::Edited("edit".into(), text.clone(), left.clone())),
                None => Some(Row::Whole(
                    if ask.go.contains(&number) { "go" } else { "stay" }.into(),
                    text.clone(),
                )),
            };
            let rows = rows.iter().enumerate().filter_map(label).collect();
            Group {
                verb: ask.verb,
                request: ask.request,
                new: ask.new,
                rows,
                src: String::new(),
                store: first.clone(),
            }
        })
    }
}

/// One command, with all memories that it finds.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Group {
    pub(crate) verb: String,
    pub(crate) request: String,
    #[serde(default)]
    pub(crate) new: String,
    pub(crate) rows: Vec<Row>,
    /// Where it comes from, if not this file.
    #[serde(default)]
    pub(crate) src: String,
    /// The first memory of the store that it is of: all commands of a store are trained on, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) store: Option<String>,
}

/// A memory with its label, as `[label, text]`, `["edit", old, new]` or `["part", text, strings that go, strings that stay]`.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub(crate) enum Row {
    /// Stays or goes.
    Whole(String, String),
    /// Loses a part.
    Edited(String, String, String),
    /// Loses the part with strings of the first sort, and keeps those of the second; how it is to read isn't said.
    Part(String, String, Vec<String>, Vec<String>),
}

impl Group {
    /// The memory with this text, and its number.
    pub(crate) fn memory(&self, text: &str) -> Option<(usize, &Row)> {
        self.rows.iter().enumerate().find(|(_, row)| row.text() == text)
    }

    /// The group as it is when its command was carried out; what is left of a memory with strings to lose isn't known.
    pub(crate) fn done(&self) -> Self {
        let stays = |text: &String| Row::Whole("stay".into(), text.clone());
        let left = |row: &Row| match row {
            Row::Whole(label, text) => (label == "stay").then(|| stays(text)),
            Row::Edited(_, _, left) => Some(stays(left)),
            Row::Part(..) => None,
        };
        Self {
            verb: self.verb.clone(),
            request: self.request.clone(),
            new: self.new.clone(),
            rows: self.rows.iter().filter_map(left).collect(),
            src: format!("{}.done", self.src),
            store: self.store.clone(),
        }
    }
}

impl Row {
    pub(crate) fn label(&self) -> &str {
        match self {
            Self::Whole(label, ..) | Self::Edited(label, ..) | Self::Part(label, ..) => label,
        }
    }

    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Whole(_, text) | Self::Edited(_, text, _) | Self::Part(_, text, ..) => text,
        }
    }

    /// Tells which of the memory's clauses go; whether the memory goes at all comes first.
    pub(crate) fn meant(&self) -> Vec<bool> {
        let clauses = clause::split(self.text());
        let all = |goes: bool| vec![goes; 1 + clauses.len()];
        let expected = match self {
            Self::Whole(label, _) => return all(label == "go"),
            Self::Part(_, text, gone, _) => {
                let holds = |clause: &clause::Clause| {
                    let own = text[clause.span.clone()].to_lowercase();
                    gone.iter().any(|string| own.contains(&string.to_lowercase()))
                };
                return std::iter::once(true).chain(clauses.iter().map(holds)).collect();
            }
            Self::Edited(_, _, expected) => expected,
        };
        // Those without which the text comes closest to what the label says.
        let expected = bag(expected);
        let count = clauses.len().min(8);
        let closest = (1..(1_usize << count) - 1)
            .map(|set| (0..count).filter(|clause| set >> clause & 1 == 1).collect::<Vec<_>>())
            .filter_map(|set| Some((apart(&bag(&clauses.without(&set)?), &expected), set)))
            .min();
        let mut meant = all(false);
        meant[0] = true;
        if let Some((_, set)) = closest {
            set.into_iter().for_each(|clause| meant[1 + clause] = true);
        }
        meant
    }
}

/// A text's content words in any order: what one edit may differ from another in is how it joins them.
pub(crate) fn bag(text: &str) -> Vec<String> {
    let mut bag: Vec<String> =
        words(text).into_iter().filter(|word| word.content).map(|word| word.stem).collect();
    bag.sort_unstable();
    bag
}

/// How many words one of two sorted bags has and the other has not.
pub(crate) fn apart(a: &[String], b: &[String]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(left), Some(right)) = (a.get(i), b.get(j)) {
        match left.cmp(right) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, common) = (i + 1, j + 1, common + 1),
        }
    }
    a.len() + b.len() - 2 * common
}

/// Reads a file of groups and stores.
pub(crate) fn read(path: &Path) -> Result<Vec<Group>, String> {
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut groups = Vec::new();
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|error| error.to_string())?;
        let line: Line = serde_json::from_str(&line)
            .map_err(|error| format!("{}:{}: {error}", path.display(), number + 1))?;
        match line {
            Line::Store(store) => {
                let named = |(ask, group)| Group { src: format!("{stem}:{}.{ask}", number + 1), ..group };
                groups.extend(store.groups().enumerate().map(named));
            }
            Line::Group(group) if group.src.is_empty() => {
                groups.push(Group { src: format!("{stem}:{}", number + 1), ..group });
            }
            Line::Group(group) => groups.push(group),
        }
    }
    Ok(groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_when_a_command_was_carried_out_stays() {
        let line = r#"{"verb": "release", "request": "b", "rows": [["go", "b"], ["edit", "b and c", "c"], ["stay", "d"]]}"#;
        let done = serde_json::from_str::<Group>(line).unwrap().done();
        assert_eq!(done.rows.iter().map(Row::text).collect::<Vec<_>>(), ["c", "d"]);
        assert!(done.rows.iter().all(|row| row.label() == "stay"));
    }

    #[test]
    fn a_store_is_a_group_for_each_ask() {
        let line = r#"{"rows": ["a", "b and c", "d"], "asks": [
            {"verb": "release", "request": "b", "edit": {"1": "c"}, "skip": [2]},
            {"verb": "supersede", "request": "a", "new": "e", "go": [0]}]}"#;
        let Line::Store(store) = serde_json::from_str(line).unwrap() else { panic!("no store") };
        let groups: Vec<Group> = store.groups().collect();
        let labels = |group: &Group| group.rows.iter().map(|row| row.label().to_owned()).collect::<Vec<_>>();
        assert_eq!(labels(&groups[0]), ["stay", "edit"]);
        assert_eq!(labels(&groups[1]), ["go", "stay", "stay"]);
        assert_eq!(groups[1].new, "e");
    }
}
