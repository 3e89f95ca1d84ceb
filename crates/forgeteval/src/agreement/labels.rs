//! Reads a file of labels.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, StringRecord, Trim};

/// What marks a rater as a judge, a language model say, whom the human annotators are compared with.
const JUDGE: &str = "judge:";

/// One label that one rater gave one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The item, mostly the id of a case.
    pub item: String,
    /// The rater's name, a judge's without its mark.
    pub rater: String,
    /// Whether the rater is a judge.
    pub judge: bool,
    /// The label, such as `wf` or `ill`.
    pub label: String,
}

/// Reads labels from a file of comma-separated values, in either form:
///
/// - long, with the header `case,annotator,label`: one label a line;
/// - wide: the first column the case, and a column for each annotator, named in the header. An empty field is no label.
///
/// An annotator whose name begins with `judge:` is a judge. Labels are compared without regard to case and space around.
///
/// # Errors
/// [`LabelsError`] names the file, and the line where there is one.
pub fn read_labels(path: &Path) -> Result<Vec<Label>, LabelsError> {
    let problem = |line, reason: String| LabelsError { path: path.to_path_buf(), line, reason };
    let bytes = std::fs::read(path).map_err(|error| problem(None, error.to_string()))?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let mut reader = ReaderBuilder::new().trim(Trim::All).from_reader(bytes);
    let bad = |error: csv::Error| problem(error.position().map(csv::Position::line), error.to_string());
    let header = reader.headers().map_err(bad)?.clone();
    let long = ["case", "annotator", "label"];
    let is_long =
        header.len() == 3 && header.iter().zip(long).all(|(name, wanted)| name.eq_ignore_ascii_case(wanted));
    if header.len() < 2 {
        let reason = "the header must be `case,annotator,label`, or `case` and the annotators' names";
        return Err(problem(Some(1), reason.to_owned()));
    }

    let mut labels = Vec::new();
    let mut seen = HashSet::new();
    for record in reader.records() {
        let record: StringRecord = record.map_err(bad)?;
        let line = record.position().map(csv::Position::line);
        let item = record[0].to_owned();
        let given: Vec<(&str, &str)> = if is_long {
            vec![(&record[1], &record[2])]
        } else {
            header.iter().zip(&record).skip(1).filter(|(_, label)| !label.is_empty()).collect()
        };
        for (rater, label) in given {
            if item.is_empty() || rater.is_empty() || label.is_empty() {
                return Err(problem(line, "a case, an annotator or a label is empty".to_owned()));
            }
            if !seen.insert((item.clone(), rater.to_owned())) {
                return Err(problem(line, format!("{rater} labels {item} a second time")));
            }
            let judge = rater.strip_prefix(JUDGE);
            labels.push(Label {
                item: item.clone(),
                rater: judge.unwrap_or(rater).trim().to_owned(),
                judge: judge.is_some(),
                label: label.to_lowercase(),
            });
        }
    }
    if labels.is_empty() {
        return Err(problem(None, "the file holds no label".to_owned()));
    }
    Ok(labels)
}

/// A file of labels that cannot be read: where, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {reason}", path.display(), line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct LabelsError {
    /// The file.
    pub path: PathBuf,
    /// The line, counted from 1; absent where the whole file is meant.
    pub line: Option<u64>,
    /// What is wrong.
    pub reason: String,
}
