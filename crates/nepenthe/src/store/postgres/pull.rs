//! From PostgreSQL to a mirror: the rows that changed since, and those that went.

use postgres::Row;
use postgres::fallible_iterator::FallibleIterator;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::changes::{self, untagged};
use super::link::{Link, failed};
use super::tables::{Kind, TABLES, Table};
use crate::store::error::StorageError;
use crate::store::query::meta;
use crate::store::session::Session;

/// Brings a mirror to the last transaction, which is returned. The caller has the mirror's write lock, begins and
/// commits. Nothing is pulled where the mirror is there already.
pub(super) fn pull(link: &mut Link, store: i32, mirror: &Connection) -> Result<i64, StorageError> {
    // One state of all tables, and never an earlier one than the mirror's: its lock is held.
    link.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
    let pulled = pull_state(link, store, mirror);
    link.roll_back();
    pulled
}

fn pull_state(link: &mut Link, store: i32, mirror: &Connection) -> Result<i64, StorageError> {
    let session = Session::of(mirror);
    let since = meta::feed(session)?.unwrap_or(0);
    let client = link.client()?;
    let entered = client.query_one("SELECT nepenthe.head($1)", &[&store]).map_err(failed)?;
    let head = entered.get::<_, Option<i64>>(0).ok_or_else(is_gone)?;
    if head == since {
        return Ok(head);
    }
    if head < since {
        return Err(StorageError::Server(
            "it is in an earlier state than the mirror here; throw the cache folder away".into(),
        ));
    }
    let row = client
        .query_one("SELECT latest, numbers FROM nepenthe.store WHERE id = $1", &[&store])
        .map_err(failed)?;
    let (latest, numbers): (Vec<i64>, String) = (row.get(0), row.get(1));
    if since > 0 {
        let gone = client
            .query(
                "SELECT of_table, row_key FROM nepenthe.gone WHERE in_store = $1 AND row_seq > $2",
                &[&store, &since],
            )
            .map_err(failed)?;
        for row in gone {
            take(mirror, row.get(0), row.get(1))?;
        }
    }
    for (table, last) in TABLES.iter().zip(latest) {
        if last > since {
            let (columns, _) = table.names();
            let sql =
                format!("SELECT {columns} FROM nepenthe.{} WHERE in_store = $1 AND row_seq > $2", table.name);
            let parameters: [&(dyn postgres::types::ToSql + Sync); 2] = [&store, &since];
            let mut rows = client.query_raw(&sql, parameters).map_err(failed)?;
            let mut insert = mirror.prepare_cached(&put(table))?;
            while let Some(row) = rows.next().map_err(failed)? {
                insert.execute(params_from_iter(values(table, &row)?))?;
            }
        }
    }
    changes::write_numbers(session, &numbers)?;
    meta::write_feed(session, head)?;
    Ok(head)
}

pub(super) fn is_gone() -> StorageError {
    StorageError::Server("the store is there no more".into())
}

fn values(table: &Table, row: &Row) -> Result<Vec<Value>, StorageError> {
    let read = |(at, (_, kind)): (usize, (_, Kind))| {
        let value = match kind {
            Kind::Integer => row.try_get::<_, Option<i64>>(at).map(|value| value.map(Value::Integer)),
            Kind::Real => row.try_get::<_, Option<f64>>(at).map(|value| value.map(Value::Real)),
            Kind::Text => row.try_get::<_, Option<String>>(at).map(|value| value.map(Value::Text)),
            Kind::Bytes => row.try_get::<_, Option<Vec<u8>>>(at).map(|value| value.map(Value::Blob)),
            Kind::Any => row.try_get::<_, &[u8]>(at).map(untagged),
        };
        Ok(value.map_err(failed)?.unwrap_or(Value::Null))
    };
    table.columns().enumerate().map(read).collect()
}

fn put(table: &Table) -> String {
    let (columns, key) = table.names();
    let holders = vec!["?"; table.columns().count()].join(", ");
    let set =
        Table::listed(table.rest.iter().copied(), |(name, _)| format!("\"{name}\" = excluded.\"{name}\""));
    let otherwise = if set.is_empty() { "NOTHING".to_owned() } else { format!("UPDATE SET {set}") };
    format!(
        "INSERT INTO main.{} ({columns}) VALUES ({holders}) ON CONFLICT ({key}) DO {otherwise}",
        table.name
    )
}

fn take(mirror: &Connection, table: i16, key: &str) -> Result<(), StorageError> {
    let table = usize::try_from(table).ok().and_then(|table| TABLES.get(table));
    let table =
        table.ok_or_else(|| StorageError::Server("a row went from a table that no store has".into()))?;
    let sql = format!("DELETE FROM main.{} WHERE {}", table.name, table.is_row("", "?1"));
    mirror.prepare_cached(&sql)?.execute([key])?;
    Ok(())
}
