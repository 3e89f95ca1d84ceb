//! What the benchmarks share: real texts.

use std::collections::BTreeSet;
use std::path::Path;

/// The memories of the planner's groups, in the order of the files, each once.
pub(crate) fn texts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../training/data");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut seen = BTreeSet::new();
    let mut texts = Vec::new();
    for file in files {
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let group: serde_json::Value = serde_json::from_str(line).unwrap();
            let rows = group["rows"].as_array().into_iter().flatten();
            texts.extend(rows.filter_map(|row| row[1].as_str()).map(str::to_owned));
        }
    }
    texts.retain(|text| seen.insert(text.clone()));
    texts
}
