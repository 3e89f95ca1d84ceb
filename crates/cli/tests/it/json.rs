//! The JSON of each command has the fields that the manual names, no more and no fewer.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::support::World;

const MANUAL: &str = include_str!("../../../../docs/cli.md");

/// The fields that the manual's section on a type names, and whether each is always there.
fn documented(name: &str) -> BTreeMap<String, bool> {
    let section =
        MANUAL.split(&format!("\n### `{name}`\n")).nth(1).unwrap_or_else(|| panic!("no section on {name}"));
    let table = section.split("\n#").next().unwrap().split("| Kind |").next().unwrap();
    let field = |line: &str| {
        let (field, rest) = line.strip_prefix("| `")?.split_once('`')?;
        let kind = rest.split('|').nth(1).unwrap_or_default().trim();
        Some((field.to_owned(), !kind.ends_with(", or absent")))
    };
    let fields: BTreeMap<String, bool> = table.lines().filter_map(field).collect();
    assert!(!fields.is_empty(), "{name}");
    fields
}

#[track_caller]
pub fn is(value: &Value, names: &[&str]) {
    let fields: BTreeSet<String> =
        value.as_object().unwrap_or_else(|| panic!("{value}")).keys().cloned().collect();
    let documented: BTreeMap<String, bool> = names.iter().flat_map(|name| documented(name)).collect();
    let expected = documented.into_iter().filter(|(field, always)| *always || fields.contains(field));
    assert_eq!(fields, expected.map(|(field, _)| field).collect(), "{names:?}");
}

#[test]
fn reading_commands_print_what_the_manual_says() {
    let world = World::with_memories();
    world.ok(["supersede", "Alice works", "--with", "Alice works at Hooli.", "--yes"]);
    let recalled = world.json(["recall", "Alice"]);
    is(&recalled, &["Recalled"]);
    is(&recalled["hits"][0], &["Memory", "Hit"]);
    let listed = world.json(["list"]);
    is(&listed, &["Listed"]);
    is(&listed["memories"][0], &["Memory"]);
    let blame = world.json(["blame", "Hooli"]);
    is(&blame, &["Blame"]);
    is(&blame["memories"][0], &["Memory", "Link"]);
    is(&blame["memories"][0]["superseded_by"][0], &["Successor"]);
    let history = world.json(["history", blame["id"].as_str().unwrap()]);
    is(&history, &["History"]);
    is(&history["events"][0], &["Event", "HistoryEntry"]);
    let logged = world.json(["log"]);
    is(&logged, &["Logged"]);
    is(&logged["events"][0], &["Event"]);
    is(&world.json(["stats"]), &["Stats"]);
}

#[test]
fn writing_commands_print_what_the_manual_says() {
    let world = World::new();
    is(&world.json(["inscribe", "Alice works at Initech."]), &["Inscribed"]);
    world.ok(["inscribe", "Bob works at Initech."]);
    let plan = world.json(["purge", "Alice Initech", "--dry-run"]);
    is(&plan, &["Plan"]);
    is(&plan["steps"][0], &["Step"]);
    is(&plan["steps"][0]["memory"], &["Memory"]);
    is(&plan["spared"][0], &["Spared"]);
    for args in [
        &["decay"][..],
        &["consolidate", "--tau", "1ms"],
        &["pin", "--all"],
        &["unpin", "--all"],
        &["edit", "Alice", "--to", "Alice worked at Initech.", "-y"],
        &["supersede", "Alice", "--with", "Alice works at Hooli.", "-y"],
        &["restore", "worked", "-y"],
        &["release", "Hooli", "-y"],
        &["purge", "Bob", "-y"],
    ] {
        let outcome = world.json(args);
        is(&outcome, &["Outcome"]);
        is(&outcome["changes"][0], &["Change"]);
        if args[0] == "purge" {
            is(&outcome["erasure"], &["Erasure"]);
        }
    }
}

#[test]
fn the_other_commands_print_what_the_manual_says() {
    let world = World::with_memories();
    is(&world.json(["export", "out.jsonl"]), &["Exported"]);
    let imported = world.json(["import", "out.jsonl"]);
    is(&imported, &["Imported"]);
    is(&imported["skipped"][0], &["Skipped"]);
    world.write("mem0.json", r#"[{"id": "m-1", "memory": "Bo sings."}, {"id": "m-2", "memory": ""}]"#);
    let imported = world.json(["import", "--from", "mem0", "mem0.json"]);
    is(&imported, &["ImportedFrom"]);
    is(&imported["left"][0], &["Left"]);
    is(&world.json(["reembed"]), &["Reembedded"]);
    is(&world.json(["completions", "bash"]), &["Script"]);
    is(&world.json(["check"]), &["Checked"]);
    is(&world.json(["backup", "create", "b.db"]), &["BackedUp"]);
    is(&world.json(["backup", "restore", "b.db", "--db", "n.db", "--without-erasures"]), &["Restored"]);
    crate::support::sqlite(&world.db()).execute("UPDATE memory SET depth = 0.25", []).unwrap();
    let checked: Value = serde_json::from_str(&world.run(["check", "--json"]).stdout).unwrap();
    is(&checked["findings"][0], &["Finding"]);
    let model = world.run(["model", "where", "--json"]);
    is(&serde_json::from_str(&model.stdout).unwrap(), &["Model"]);
    is(&serde_json::from_str(&model.stderr).unwrap(), &["Error"]);
}

#[test]
fn the_manuals_examples_are_json() {
    for example in MANUAL.split("```json\n").skip(1) {
        let example = example.split("\n```").next().unwrap();
        assert!(serde_json::from_str::<Value>(example).is_ok(), "{example}");
    }
}
