//! Dependencies point one way: between the crates, and inside the engine. docs/architecture.md has the order.

#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "../examples/architecture/draw.rs"]
mod draw;
#[path = "../examples/architecture/imports.rs"]
mod imports;
#[path = "../examples/architecture/layers.rs"]
mod layers;

use std::path::{Path, PathBuf};

use imports::Imports;

/// The most files that may import each other in a circle.
const LARGEST_CIRCLE: usize = 15;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Asserts that every import of a crate points down, in the order that the page has below a heading. The face of the crate, and what
/// else is named, stands above all; at least so many imports are there to be read.
fn points_down(source: &str, heading: &str, above: &[&str], least: usize) {
    let layers = layers::of(&root(), heading);
    let height = |name: &str| layers.iter().position(|layer| layer.name == name);
    let imports = Imports::read(&root().join(source));
    let (mut up, mut seen) = (Vec::new(), 0);
    for (module, targets) in &imports.0 {
        let Some(from) = module.first().and_then(|folder| height(folder)) else {
            let is_above = module.first().is_none_or(|name| above.contains(&name.as_str()));
            assert!(is_above, "{} is in no layer of the page", module.join("/"));
            continue;
        };
        for target in targets {
            seen += 1;
            let to = target.first().and_then(|folder| height(folder));
            if to.is_none_or(|to| to > from) {
                up.push(format!("{} imports {}", module.join("/"), target.join("/")));
            }
        }
    }
    assert!(seen > least, "the imports were not read: {seen}");
    assert!(up.is_empty(), "{} imports run up:\n{}", up.len(), up.join("\n"));
}

#[test]
fn inside_the_engine_every_import_points_down() {
    points_down("crates/nepenthe/src", "## The engine", &["error"], 500);
}

#[test]
fn inside_the_text_crate_every_import_points_down() {
    points_down("crates/text/src", "## The text crate", &[], 100);
}

#[test]
fn no_large_circle_of_files_imports_each_other() {
    for circle in Imports::read(&root().join("crates/nepenthe/src")).circles() {
        let names: Vec<String> = circle.iter().map(|module| module.join("/")).collect();
        assert!(names.len() <= LARGEST_CIRCLE, "{} files: {}", names.len(), names.join(", "));
    }
}

#[test]
fn sqlite_is_known_to_the_store_alone() {
    fn search(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                if !entry.ends_with("src/store") {
                    search(&entry, found);
                }
            } else if std::fs::read_to_string(&entry).is_ok_and(|text| text.contains("rusqlite")) {
                found.push(entry.display().to_string());
            }
        }
    }
    let mut found = Vec::new();
    search(&root().join("crates/nepenthe/src"), &mut found);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn between_crates_every_dependency_points_down() {
    let layers = layers::of(&root(), "## Crates");
    let height = |name: &str| layers.iter().position(|layer| layer.name == name);
    for (at, layer) in layers.iter().enumerate() {
        let manifest = root().join("crates").join(&layer.name).join("Cargo.toml");
        let manifest = std::fs::read_to_string(manifest).unwrap();
        let own = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let own = own.split("\n[").next().unwrap();
        for line in own.lines().filter(|line| line.starts_with("nepenthe")) {
            let package = line.split(['.', ' ', '=']).next().unwrap();
            let folder = package.strip_prefix("nepenthe-").unwrap_or(package);
            let below = height(folder).unwrap_or_else(|| panic!("{folder} is not on the page"));
            assert!(below < at, "{} depends on {folder}, which the page has above it", layer.name);
        }
    }
    for entry in std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap()) {
        let name = entry.file_name().into_string().unwrap();
        assert!(height(&name).is_some(), "the crate {name} is not on the page");
    }
}

#[test]
fn the_picture_is_the_one_that_the_command_draws() {
    let committed = std::fs::read_to_string(root().join("docs/architecture.svg")).unwrap();
    let command = "cargo run -p nepenthe --example architecture > docs/architecture.svg";
    assert!(committed == draw::draw(&root()), "the picture is of another state: {command}");
}
