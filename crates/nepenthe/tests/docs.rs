//! The pages in docs/ say what the code says.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use nepenthe::embed::{EmbedError, Embedder};
use nepenthe::{Options, Store};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join("docs").join(name)).unwrap()
}

/// Folders below one that hold Rust or SQL files.
fn source_folders(below: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(below).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            source_folders(&entry, found);
        } else if entry.extension().is_some_and(|ending| ending == "rs" || ending == "sql") {
            found.insert(below.to_path_buf());
        }
    }
}

#[test]
fn the_architecture_page_names_paths_that_exist_and_every_source_folder() {
    let page = page("architecture.md");
    let named: BTreeSet<&str> =
        page.split('`').skip(1).step_by(2).filter(|w| w.starts_with("crates/")).collect();
    assert!(!named.is_empty());
    for path in &named {
        assert!(root().join(path).exists(), "{path} is on the page, but not in the repository");
    }
    for member in std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()) {
        let mut folders = BTreeSet::new();
        source_folders(&member.join("src"), &mut folders);
        for folder in folders.into_iter().filter(|folder| *folder != member.join("src")) {
            let path = folder.strip_prefix(root()).unwrap().display().to_string();
            assert!(named.contains(format!("{path}/").as_str()), "{path} is not on the page");
        }
    }
}

/// The functions with `#[test]` in the folder of tests and in its modules, as `module::name`.
fn tests_below(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let (file, name) = match entry.is_dir() {
            true => (entry.join("mod.rs"), entry.file_name()),
            false => (entry.clone(), entry.file_stem()),
        };
        let module = name.unwrap().to_str().unwrap().to_owned();
        let source = std::fs::read_to_string(file).unwrap();
        let marked = source.split("#[test]").skip(1);
        let names = marked.filter_map(|rest| rest.split_once("fn ")?.1.split_once('(').map(|(name, _)| name));
        found.extend(names.map(|name| format!("{module}::{name}")));
    }
    found
}

#[test]
fn the_page_on_forgetting_names_tests_that_exist() {
    let tests = tests_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it"));
    let page = page("forgetting.md");
    let named: BTreeSet<&str> =
        page.split('`').skip(1).step_by(2).filter(|word| word.contains("::")).collect();
    assert!(named.len() >= 15, "{named:?}");
    for name in named {
        assert!(tests.contains(name), "{name} is on the page, but is no test");
    }
}

struct TwoNumbers;

impl Embedder for TwoNumbers {
    fn name(&self) -> &str {
        "two-numbers"
    }

    fn dimension(&self) -> usize {
        2
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(vec![vec![0.6, 0.8]; texts.len()])
    }
}

#[test]
fn the_format_page_names_every_table_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = Store::open(&path, Options::default().with_embedder(TwoNumbers)).unwrap();
    store.scope("a").unwrap().inscribe("something").unwrap();
    drop(store);

    let page = page("format.md");
    let keys = folder.path().join("keys.db");
    let schema = include_str!("../src/store/migrations/keys.sql");
    rusqlite::Connection::open(&keys).unwrap().execute_batch(schema).unwrap();
    assert_eq!((on_page(&path, &page) >= 6, on_page(&keys, &page)), (true, 3));
    let version = format!("file format, version {}", nepenthe::FORMAT_VERSION);
    assert!(page.contains(&version), "the page is not about {version}");
}

/// Compares the tables of a file with the page. Returns how many there are.
fn on_page(path: &Path, page: &str) -> usize {
    let file = rusqlite::Connection::open(path).unwrap();
    let mut tables = file
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
        .unwrap();
    let tables: Vec<String> = tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    for table in &tables {
        let section = page.split("\n### ").find(|section| section.starts_with(&format!("`{table}`")));
        let section = section.unwrap_or_else(|| panic!("no section on the table {table}"));
        let mut columns = file.prepare("SELECT name FROM pragma_table_info(?1)").unwrap();
        for column in columns.query_map([table], |row| row.get::<_, String>(0)).unwrap() {
            let column = column.unwrap();
            assert!(section.contains(&format!("| `{column}` |")), "{table}.{column} is not on the page");
        }
    }
    tables.len()
}
