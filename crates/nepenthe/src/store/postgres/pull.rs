//! From PostgreSQL to a mirror: the rows that changed since, and those that went.

use postgres::Row;
use postgres::fallible_iterator::FallibleIterator;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::changes::{self, untagged};
use super::compact;
use super::link::{Link, failed};
use super::mode::Mode;
use super::plain::Stale;
use super::tables::{ANNOTATION, Kind, RECEIPT, TABLES, Table, VERSION};
use crate::model::StoreKey;
use crate::store::error::StorageError;
use crate::store::query::meta;
use crate::store::session::Session;

/// Brings a mirror to the last transaction, which is returned, and whether something was erased since. The caller has the mirror's write lock, begins and
/// commits. Nothing is pulled where the mirror is there already.
pub(super) fn pull(
    link: &mut Link,
    (store, mode): (i32, Mode),
    mirror: &Connection,
) -> Result<(i64, bool), StorageError> {
    // One state of all tables, and never an earlier one than the mirror's: its lock is held. A table that is written anew is empty to an
    // earlier state: of those that may be, the locks come first.
    let tables = compact::TABLES.map(|(table, _)| table).join(", ");
    link.begin(&format!(
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; LOCK TABLE {tables} IN ACCESS SHARE MODE"
    ))?;
    let pulled = pull_state(link, (store, mode), mirror);
    link.roll_back();
    pulled
}

fn pull_state(
    link: &mut Link,
    (store, mode): (i32, Mode),
    mirror: &Connection,
) -> Result<(i64, bool), StorageError> {
    let session = Session::of(mirror);
    let since = meta::feed(session)?.unwrap_or(0);
    let client = link.client()?;
    let entered = client.query_one("SELECT nepenthe.head($1)", &[&store]).map_err(failed)?;
    let head = entered.get::<_, Option<i64>>(0).ok_or_else(is_gone)?;
    if head == since {
        return Ok((head, false));
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
    let erased = latest.get(usize::from(RECEIPT)).is_some_and(|last| *last > since);
    let mut indexes = Indexes::of(mode, session, since)?;
    if since > 0 {
        let gone = client
            .query(
                "SELECT of_table, row_key FROM nepenthe.gone WHERE in_store = $1 AND row_seq > $2",
                &[&store, &since],
            )
            .map_err(failed)?;
        for row in &gone {
            indexes.before(session, row.get(0), || version_of(row.get(1)))?;
        }
        for row in gone {
            take(mirror, row.get(0), row.get(1))?;
        }
    }
    for (number, (table, last)) in (0_i16..).zip(mode.tables().iter().zip(latest)) {
        if last > since {
            let (columns, _) = table.names();
            let sql =
                format!("SELECT {columns} FROM nepenthe.{} WHERE in_store = $1 AND row_seq > $2", table.name);
            let parameters: [&(dyn postgres::types::ToSql + Sync); 2] = [&store, &since];
            let mut rows = client.query_raw(&sql, parameters).map_err(failed)?;
            let mut insert = mirror.prepare_cached(&put(table))?;
            while let Some(row) = rows.next().map_err(failed)? {
                indexes.before(session, number, || row.try_get(0).ok())?;
                insert.execute(params_from_iter(values(table, &row)?))?;
            }
        }
    }
    indexes.after(session)?;
    changes::write_numbers(session, &numbers)?;
    meta::write_feed(session, head)?;
    Ok((head, erased))
}

/// The indexes in the file of a mirror, kept up with the rows that they are made of.
enum Indexes {
    /// It has none.
    None,
    /// It is new.
    New(Stale),
    Old(Stale, StoreKey),
}

impl Indexes {
    fn of(mode: Mode, session: Session<'_>, since: i64) -> Result<Self, StorageError> {
        Ok(match mode {
            Mode::Sealed => Self::None,
            Mode::Plain if since == 0 => Self::New(Stale::default()),
            Mode::Plain => Self::Old(Stale::default(), meta::store_key(session)?),
        })
    }

    /// Before a row of a table is put in or goes.
    fn before(
        &mut self,
        session: Session<'_>,
        table: i16,
        version: impl Fn() -> Option<i64>,
    ) -> Result<(), StorageError> {
        if ![VERSION, ANNOTATION].contains(&table.cast_unsigned()) {
            return Ok(());
        }
        match (self, version()) {
            (Self::New(stale), Some(version)) => stale.add_new(version),
            (Self::Old(stale, key), Some(version)) => stale.add(session, key, version)?,
            _ => {}
        }
        Ok(())
    }

    /// After all.
    fn after(self, session: Session<'_>) -> Result<(), StorageError> {
        match self {
            Self::None => Ok(()),
            Self::New(stale) => stale.index(session, &meta::store_key(session)?),
            Self::Old(stale, key) => stale.index(session, &key),
        }
    }
}

/// The number in the key of a row of `version` or `annotation`.
fn version_of(key: &str) -> Option<i64> {
    key.trim_matches(['[', ']']).parse().ok()
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
