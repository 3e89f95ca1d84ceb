//! `examples/forget.rs`, played, and what docs/quickstart.md shows of it.

use std::fs;

use nepenthe::{Options, Store};

#[expect(dead_code, reason = "the example's main")]
#[path = "../../../../examples/forget.rs"]
mod forget;

#[test]
fn the_example_forgets_and_leaves_a_receipt() {
    let folder = tempfile::tempdir().unwrap();
    forget::play(folder.path()).unwrap();
    let store = Store::open(folder.path().join("agent.db"), Options::default()).unwrap();
    let alice = store.scope("acme/alice").unwrap();
    let recalled = |query| alice.recall(query, 1).unwrap()[0].memory.text.clone();
    assert_eq!(recalled("Who has the van?"), "Ida Lund has the van.");
    assert_eq!(recalled("Where is the depot?"), "The depot is in Quito.");
    let receipt = fs::read_to_string(folder.path().join("receipt.txt")).unwrap();
    assert!(receipt.contains(r#""assurance":"physical""#), "{receipt}");
}

#[test]
fn the_quickstart_shows_lines_of_the_example() {
    let example = include_str!("../../../../examples/forget.rs");
    let page = include_str!("../../../../docs/quickstart.md");
    let block = page.split("\n```rust\n").nth(1).unwrap().split("\n```").next().unwrap();
    let mut rest = example.lines().map(str::trim);
    assert_eq!(block.lines().count(), 10);
    for line in block.lines() {
        assert!(rest.any(|shown| shown == line.trim()), "{line} is not in the example, or not in its order");
    }
}

#[test]
fn the_readme_shows_the_example_that_the_documentation_runs() {
    let readme = include_str!("../../README.md");
    let documentation: Vec<&str> = include_str!("../../src/lib.rs")
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(str::trim)
        .filter(|line| !line.starts_with("# "))
        .collect();
    let block = readme.split("\n```rust\n").nth(1).unwrap().split("\n```").next().unwrap();
    let example = documentation.join("\n");
    assert!(example.contains(block), "{block}\nis not in\n{example}");
}
