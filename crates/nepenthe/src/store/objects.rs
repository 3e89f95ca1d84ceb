//! What the file's schema has that no store has, what it lacks, and what in it was declared in other words; and the
//! rows that no store has, in the tables that say something of the file itself.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::error::StorageError;
use super::open_options::Access;
use super::query::integrity::{self, Object};
use super::query::meta;
use super::{connection, schema};
use crate::store::session::Session;

/// The tables that a store without indexes in its file does not have.
const INDEXES: [&str; 5] = ["mention", "posting", "lexical_total", "passage", "vector"];

/// Returns the tables, indexes, triggers and views that are not ours, those that are missing, and those that are
/// declared otherwise; and where there are rows that no store has. What stands in those it does not say.
pub(crate) fn findings(session: Session<'_>) -> Result<Vec<String>, StorageError> {
    let fresh = fresh()?;
    let expected = expected(session, Session::of(&fresh))?;
    let mut missing: BTreeMap<&str, &Object> =
        expected.iter().map(|object| (object.name.as_str(), object)).collect();
    let mut findings = Vec::new();
    let mut as_made = BTreeSet::new();
    let objects = integrity::objects(session)?;
    for object in &objects {
        let (kind, name) = (object.kind.as_str(), object.name.as_str());
        match missing.remove(name) {
            Some(ours) if ours.kind != kind => findings.push(format!("the {} {name} is a {kind}", ours.kind)),
            Some(ours) if words(ours) != words(object) => {
                findings.push(format!("the {kind} {name} is not the one that was made"));
            }
            Some(_) => {
                as_made.insert(name);
            }
            None => {
                let article = if kind == "index" { "an" } else { "a" };
                findings.push(format!("{article} {kind} that is not ours: {name}"));
            }
        }
    }
    findings.extend(missing.into_values().map(|ours| format!("the {} {} is missing", ours.kind, ours.name)));
    findings.extend(rows(session, &expected, &as_made)?);
    Ok(findings)
}

/// Looks for rows that no store has, in the tables that are as they were made.
fn rows(
    session: Session<'_>,
    expected: &[Object],
    as_made: &BTreeSet<&str>,
) -> Result<Vec<String>, StorageError> {
    let mut findings = Vec::new();
    if as_made.contains("meta") && meta::strangers(session)? > 0 {
        findings.push("something in meta that no store has".into());
    }
    let numbered = |object: &&Object| object.sql.as_ref().is_some_and(|sql| sql.contains("AUTOINCREMENT"));
    let numbered: Vec<&str> = expected.iter().filter(numbered).map(|object| object.name.as_str()).collect();
    if as_made.contains("sqlite_sequence") && integrity::strange_sequences(session, &numbered)? > 0 {
        findings.push("something in sqlite_sequence that no store has".into());
    }
    Ok(findings)
}

/// Makes a store in memory with the schema that a store should have: by the migrations, which every store has run in the same order.
fn fresh() -> Result<rusqlite::Connection, StorageError> {
    let fresh = connection::open(None, Access::Create, Duration::ZERO)?;
    schema::run_migrations(Session::of(&fresh))?;
    Ok(fresh)
}

/// Returns the schema that the store should have.
fn expected(store: Session<'_>, fresh: Session<'_>) -> Result<Vec<Object>, StorageError> {
    let in_memory = meta::indexes_are_in_memory(store)?;
    let objects = integrity::objects(fresh)?.into_iter();
    Ok(objects.filter(|object| !(in_memory && INDEXES.contains(&object.table.as_str()))).collect())
}

/// The declaration of an object, and the table that it belongs to, however its words are set apart.
fn words(object: &Object) -> (&str, Option<Vec<&str>>) {
    (&object.table, object.sql.as_ref().map(|sql| sql.split_ascii_whitespace().collect()))
}
