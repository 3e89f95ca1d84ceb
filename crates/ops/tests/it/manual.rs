//! The types have the fields that docs/cli.md names, no more and no fewer.

use std::collections::{BTreeMap, BTreeSet};

use nepenthe_ops::OPERATIONS;
use serde_json::Value;

const MANUAL: &str = include_str!("../../../../docs/cli.md");

/// Sections that name a type's own fields beside those of another.
const BESIDE: [(&str, &str); 3] = [("Hit", "Memory"), ("HistoryEntry", "Event"), ("Link", "Memory")];

/// The fields that the section on a type names; none where there is no section.
fn documented(name: &str) -> Option<BTreeSet<String>> {
    let section = MANUAL.split(&format!("\n### `{name}`\n")).nth(1)?;
    let table = section.split("\n#").next().unwrap();
    let field = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    Some(table.lines().filter_map(field).collect())
}

/// Every object type of the outputs, with its fields.
fn types() -> BTreeMap<String, BTreeSet<String>> {
    let mut types = BTreeMap::new();
    let mut take = |name: &str, schema: &Value| {
        if let Some(fields) = schema["properties"].as_object() {
            types.insert(name.to_owned(), fields.keys().cloned().collect());
        }
    };
    for operation in OPERATIONS {
        for schema in [Some(operation.output()), operation.plan()].into_iter().flatten() {
            let schema = schema.as_value();
            take(schema["title"].as_str().unwrap(), schema);
            schema["$defs"].as_object().into_iter().flatten().for_each(|(name, schema)| take(name, schema));
        }
    }
    types
}

#[test]
fn each_type_with_a_section_has_the_fields_that_it_names() {
    let mut compared = 0;
    for (name, fields) in types() {
        let Some(mut expected) = documented(&name) else { continue };
        for (_, other) in BESIDE.iter().filter(|(one, _)| *one == name) {
            expected.extend(documented(other).unwrap());
        }
        assert_eq!(fields, expected, "{name}");
        compared += 1;
    }
    assert!(compared >= 30, "{compared} sections");
}
