//! The layers that docs/architecture.md names: those of the crates, and those inside the engine, the lowest first.

use std::fs;
use std::path::Path;

/// A crate or a folder, and what the page says that it is.
pub struct Layer {
    pub name: String,
    pub what: String,
}

/// Reads the rows of the table below a heading: `| [`name`](...) or `name` | what | ...`.
pub fn of(root: &Path, heading: &str) -> Vec<Layer> {
    let page = fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    let section = page.split(heading).nth(1).unwrap_or_else(|| panic!("the page has no {heading}"));
    let rows = section.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let rows = rows.take_while(|line| line.starts_with('|')).map(|line| {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        let name = cells.next().unwrap().trim_matches('`').trim_end_matches('/');
        Layer { name: name.rsplit('/').next().unwrap().to_owned(), what: cells.next().unwrap().to_owned() }
    });
    rows.collect()
}
