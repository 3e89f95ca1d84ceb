//! docs/systems.md has a row for each system that there is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{forgeteval, stdout};

/// The rows of the page that begin with a system's name.
fn rows(page: &str) -> BTreeMap<&str, &str> {
    let row = |line| Some((str::strip_prefix(line, "| `")?.split_once('`')?.0, line));
    page.lines().filter_map(row).collect()
}

#[test]
fn every_system_has_a_row_with_its_version() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/systems.md")).unwrap();
    let rows = rows(&page);

    let listed = stdout(&forgeteval("systems --json --systems-dir {}", &[&root.join("systems")]));
    let listed: Vec<Value> = serde_json::from_str(&listed).unwrap();
    for system in &listed {
        let name = system["name"].as_str().unwrap();
        let row = rows.get(name).unwrap_or_else(|| panic!("{name} has no row"));
        let version = system["version"].as_str().unwrap_or_default();
        assert!(row.contains(version), "{name}: {version} is not in {row}");
    }
    let folders: BTreeSet<String> = fs::read_dir(root.join("systems"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("README.md").exists() || path.join("system.toml").exists())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    for folder in &folders {
        assert!(rows.contains_key(folder.as_str()), "systems/{folder} has no row");
        assert!(
            root.join("systems").join(folder).join("README.md").exists(),
            "systems/{folder} has no README"
        );
    }
    for name in rows.keys() {
        let built_in = listed.iter().any(|system| system["name"] == *name);
        // Placements of our own may come later than their row.
        assert!(built_in || folders.contains(*name) || name.starts_with("nepenthe-"), "there is no {name}");
    }
}
