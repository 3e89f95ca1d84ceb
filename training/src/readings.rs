//! A group with what the relevance model reads of it, which `training/train_relevance.py` trains that model on.

use nepenthe::Mutation;
use nepenthe::control::planner::Canonical;
use nepenthe::control::planner::canonical::ModelInput;
use serde::Serialize;

use crate::group::{Group, Row};

#[derive(Serialize)]
struct Line<'g> {
    #[serde(flatten)]
    group: &'g Group,
    reading: Read,
}

/// The same group as it is read; its request with verb and new statement.
#[derive(Serialize)]
struct Read {
    request: String,
    rows: Vec<Row>,
}

/// One line of JSON.
pub(crate) fn line(planner: &Canonical, mutation: &Mutation, group: &Group) -> Result<String, String> {
    let read = |texts: &[&str]| planner.readings(mutation, texts).ok_or("a group's command is in words");
    let texts: Vec<&str> = group.rows.iter().map(Row::text).collect();
    let (request, readings) = read(&texts)?;
    let mut rows = Vec::with_capacity(texts.len());
    for (row, reading) in group.rows.iter().zip(&readings) {
        let text = reading.text.clone();
        rows.push(match row {
            Row::Whole(label, _) => Row::Whole(label.clone(), text),
            Row::Edited(label, _, left) => {
                let left = read(&[left])?.1.pop().map(|reading| reading.text).unwrap_or_default();
                Row::Edited(label.clone(), text, left)
            }
            Row::Part(label, source, gone, kept) => {
                let there =
                    |strings: &Vec<String>| strings.iter().map(|own| place(source, reading, own)).collect();
                Row::Part(label.clone(), text, there(gone), there(kept))
            }
        });
    }
    let line = Line { group, reading: Read { request, rows } };
    serde_json::to_string(&line).map_err(|error| error.to_string())
}

/// What stands in the reading for a string of its source.
fn place(source: &str, reading: &ModelInput, string: &str) -> String {
    let lower = source.to_lowercase();
    let start = lower.find(&string.to_lowercase()).filter(|_| lower.len() == source.len());
    let end = start.map(|start| start + string.len());
    match start.zip(end).filter(|(start, end)| source.get(*start..*end).is_some()) {
        Some((start, end)) => reading.text[reading.there(&(start..end))].to_owned(),
        None => string.to_owned(),
    }
}
