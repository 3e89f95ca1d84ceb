//! What the file's schema has that no store has, what it lacks, and what in it was declared in other words.

use std::collections::BTreeMap;
use std::time::Duration;

use rusqlite::Connection;

use super::error::StorageError;
use super::options::Access;
use super::query::integrity::{self, Object};
use super::query::{meta, vector};
use super::{connection, schema};

/// The tables that a store without indexes in its file does not have.
const INDEXES: [&str; 3] = ["mention", "posting", "lexical_total"];

/// Returns the tables, indexes, triggers and views that are not ours, those that are missing, and those that are declared otherwise.
pub(crate) fn findings(connection: &Connection) -> Result<Vec<String>, StorageError> {
    let mut missing = expected(connection)?;
    let mut findings = Vec::new();
    for object in integrity::objects(connection)? {
        let (kind, name) = (object.kind.as_str(), &object.name);
        match missing.remove(name) {
            Some(ours) if ours.kind != kind => findings.push(format!("the {} {name} is a {kind}", ours.kind)),
            Some(ours) if words(&ours) != words(&object) => {
                findings.push(format!("the {kind} {name} is not the one that was made"));
            }
            Some(_) => {}
            None => {
                let article = if kind == "index" { "an" } else { "a" };
                findings.push(format!("{article} {kind} that is not ours: {name}"));
            }
        }
    }
    findings.extend(missing.into_values().map(|ours| format!("the {} {} is missing", ours.kind, ours.name)));
    Ok(findings)
}

/// Makes the schema that the store should have: by the migrations, which every store has run in the same order, and with the indexes
/// that are made in code.
fn expected(store: &Connection) -> Result<BTreeMap<String, Object>, StorageError> {
    let fresh = connection::open(None, Access::Create, Duration::ZERO)?;
    schema::run_migrations(&fresh)?;
    let in_memory = meta::indexes_are_in_memory(store)?;
    if !in_memory {
        vector::create(&fresh, meta::embedder(store)?.1, vector::chunk_rows(store)?)?;
    }
    let objects = integrity::objects(&fresh)?.into_iter();
    let ours = objects.filter(|object| !(in_memory && INDEXES.contains(&object.table.as_str())));
    Ok(ours.map(|object| (object.name.clone(), object)).collect())
}

/// The declaration of an object, and the table that it belongs to, however its words are set apart.
fn words(object: &Object) -> (&str, Option<Vec<&str>>) {
    (&object.table, object.sql.as_ref().map(|sql| sql.split_ascii_whitespace().collect()))
}
