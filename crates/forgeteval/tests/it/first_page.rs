//! The figures of the benchmark in README.md and docs/forgeteval.md are those of the verdicts in `results/`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use forgeteval::record::Runs;
use forgeteval::score::Verdict;
use forgeteval::suite::read_suite;
use serde_json::Value;

use crate::support::{forgeteval, stdout, suite_file};

/// The run of all systems.
fn run() -> PathBuf {
    root().join("results/2026-11-30-full")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// What each system did on the adversarial suite, by the scorer `published`.
fn systems() -> BTreeMap<String, Value> {
    let (run, slow) = (run(), run().join("letta"));
    let report = stdout(&forgeteval("report {} {} --scorer published --json", &[&run, &slow]));
    let report: Value = serde_json::from_str(&report).unwrap();
    let suite = &report["suites"][0];
    assert_eq!((suite["name"].as_str(), suite["cases"].as_u64()), (Some("adversarial"), Some(818)));
    let systems = suite["systems"].as_array().unwrap().iter();
    systems.map(|system| (system["name"].as_str().unwrap().to_owned(), system.clone())).collect()
}

/// The rows of the table below a line that begins like this: the systems that the first cell names, and the other cells.
fn rows(page: &str, heading: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let (_, table) = page.split_once(heading).unwrap_or_else(|| panic!("no table below {heading}"));
    let rows =
        table.lines().skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with('|'));
    let read = |row: &str| {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let names = cells.next().unwrap().split('`').skip(1).step_by(2).map(str::to_owned).collect();
        (names, cells.map(str::to_owned).collect())
    };
    rows.map(read).collect()
}

/// The systems of others that the run with them has.
fn of_others() -> BTreeSet<String> {
    let folders = fs::read_dir(root().join("systems")).unwrap().map(|entry| entry.unwrap().file_name());
    let folders: BTreeSet<String> = folders.map(|name| name.into_string().unwrap()).collect();
    systems().into_keys().filter(|name| folders.contains(name)).collect()
}

#[test]
fn the_table_of_the_first_page_is_that_of_the_verdicts() {
    let (page, systems) = (page("README.md"), systems());
    let mut named = BTreeSet::new();
    for (names, cells) in rows(&page, "| system | passes | of 818 |") {
        for name in names {
            let system = &systems[&name];
            let count = |field: &str| system[field].as_u64().unwrap();
            let share = count("pass") as f64 / 8.18;
            assert_eq!(cells[0], count("pass").to_string(), "{name}");
            assert_eq!(cells[1], format!("{share:.1} %"), "{name}");
            for (cell, field) in [(&cells[2], "leaks"), (&cells[3], "collateral")] {
                assert!(cell.is_empty() || *cell == count(field).to_string(), "{name}: {field} {cell}");
            }
            if count("na") > 0 {
                let said = if count("na") == 818 { "any".to_owned() } else { count("na").to_string() };
                assert!(page.contains(&format!("| `{name}` (cannot play {said}) |")), "{name}");
            }
            named.insert(name);
        }
    }
    assert_eq!(of_others().len(), 11);
    assert!(page.contains("eleven systems of others") && of_others().is_subset(&named), "{named:?}");
}

#[test]
fn the_first_page_says_what_was_tuned_on_and_what_was_not() {
    let suite = read_suite(&suite_file("adversarial-1.0.0.jsonl")).unwrap();
    let odd: BTreeSet<&str> = suite.cases().iter().step_by(2).map(|case| case.id.as_str()).collect();
    let records = Runs::read(&[run()]).unwrap().records;
    let ours = records.iter().filter(|record| record.system == "nepenthe:canonical");
    let passed = ours
        .filter(|record| record.suite == "adversarial" && record.judged.published.verdict == Verdict::Pass);
    let (tuned, unseen): (Vec<_>, Vec<_>) = passed.partition(|record| odd.contains(record.case.as_str()));
    let said = format!("passes {} of those {}, and {} of the other", tuned.len(), odd.len(), unseen.len());
    assert!(page("README.md").replace('\n', " ").contains(&said), "README.md does not say: {said}");
}

#[test]
fn the_pictures_are_drawn_from_the_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let run = run();
    let (asking, slow) = (run.join("asking"), run.join("letta"));
    let said =
        forgeteval("report {} {} {} --scorer published --svg {}", &[&run, &asking, &slow, folder.path()]);
    assert!(said.status.success(), "{said:?}");
    let kept = fs::read_dir(&run).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let kept: BTreeSet<String> = kept.filter(|name| name.ends_with(".svg")).collect();
    for name in &kept {
        let drawn = fs::read_to_string(folder.path().join(name)).unwrap();
        let same = drawn == fs::read_to_string(run.join(name)).unwrap();
        assert!(same, "{name} is not what `forgeteval report` draws");
    }
    for (page, name) in [("README.md", "adversarial-recall.svg"), ("docs/forgeteval.md", "overview.svg")] {
        assert!(
            kept.contains(name) && self::page(page).contains(&format!("results/2026-11-30-full/{name})")),
            "{page}"
        );
    }
}

#[test]
fn the_page_of_the_benchmark_has_the_passes_of_each_category() {
    let (page, systems) = (page("docs/forgeteval.md"), systems());
    let mut named = BTreeSet::new();
    for (names, cells) in rows(&page, "| system | sub | pre |") {
        for name in names {
            let columns = systems[&name]["columns"].as_array().unwrap().iter();
            let mut passes: Vec<String> = columns.map(|column| column["pass"].to_string()).collect();
            passes.push(systems[&name]["pass"].to_string());
            assert_eq!(cells, passes, "{name}");
            named.insert(name);
        }
    }
    assert!(named.contains("nepenthe:canonical") && of_others().is_subset(&named), "{named:?}");
}

#[test]
fn the_page_of_the_benchmark_shows_what_the_first_command_prints() {
    let run = root().join("results/2026-11-29-first-command");
    let printed = stdout(&forgeteval("report {}", &[&run]));
    assert!(
        page("docs/forgeteval.md").contains(&printed),
        "docs/forgeteval.md has another table than\n{printed}"
    );
}
