//! What the file's schema has that no store has, and what it lacks.

use std::collections::{BTreeMap, HashMap};

use rusqlite::Connection;

use super::error::StorageError;
use super::query::{integrity, meta, vector};
use super::schema;

/// The tables that a store without indexes in its file does not have.
const INDEXES: [&str; 3] = ["mention", "posting", "lexical_total"];

/// Returns the tables, indexes, triggers and views that are not ours, those that are missing, and triggers that do something else.
pub(crate) fn findings(connection: &Connection) -> Result<Vec<String>, StorageError> {
    let fresh = Connection::open_in_memory()?;
    schema::run_migrations(&fresh)?;
    let mut missing: BTreeMap<String, integrity::Object> = BTreeMap::new();
    let in_memory = meta::indexes_are_in_memory(connection)?;
    for object in integrity::objects(&fresh)? {
        if !(in_memory && INDEXES.contains(&object.table.as_str())) {
            missing.insert(object.name.clone(), object);
        }
    }
    let mut of_indexes: HashMap<String, &str> = HashMap::new();
    if !in_memory {
        if meta::embedder(connection)?.1 > 0 {
            of_indexes.extend(vector::objects());
        }
    }
    let mut findings = Vec::new();
    for object in integrity::objects(connection)? {
        let (kind, name) = (object.kind.as_str(), &object.name);
        match missing.remove(name) {
            Some(ours) if ours.kind != kind => findings.push(format!("the {} {name} is a {kind}", ours.kind)),
            Some(ours) if kind == "trigger" && ours.sql != object.sql => {
                findings.push(format!("the trigger {name} is not the one that was made"));
            }
            Some(_) => {}
            None if of_indexes.get(name).is_some_and(|ours| *ours == kind) => {}
            None => {
                let article = if kind == "index" { "an" } else { "a" };
                findings.push(format!("{article} {kind} that is not ours: {name}"));
            }
        }
    }
    findings.extend(missing.into_values().map(|ours| format!("the {} {} is missing", ours.kind, ours.name)));
    Ok(findings)
}
