//! Texts that read like memories, each another.

use std::path::Path;

/// The memories of the planner's groups, in the order of the files.
pub(crate) fn texts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../training/data");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut texts = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|kind| kind == "jsonl")) {
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let group: serde_json::Value = serde_json::from_str(line).unwrap();
            let rows = group["rows"].as_array().into_iter().flatten();
            texts.extend(rows.filter_map(|row| row[1].as_str()).map(str::to_owned));
        }
    }
    texts
}

/// So many of them; those that repeat have a number.
pub(crate) fn many(count: usize) -> Vec<String> {
    let texts = texts();
    (0..count)
        .map(|at| match at / texts.len() {
            0 => texts[at].clone(),
            round => format!("{} ({round})", texts[at % texts.len()]),
        })
        .collect()
}
