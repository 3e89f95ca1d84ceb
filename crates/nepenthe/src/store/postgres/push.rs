//! From a mirror to PostgreSQL: what a transaction changed, in one statement.

use std::fmt::Write as _;

use postgres::types::{ToSql, Type};

use super::changes::{Changes, Values};
use super::link::Link;
use super::mode::Mode;
use super::plain;
use super::tables::{TABLES, Table};
use crate::store::error::StorageError;
use crate::store::session::Session;

/// Writes changes as those of the transaction `seq`, in the transaction of the link, which has the lock of the store.
/// `latest` has the last transaction of each table, and `numbers` those that are never given again. The session has the
/// rows, of which a plain store's words are made.
pub(super) fn push(
    link: &mut Link,
    (store, mode): (i32, Mode),
    seq: i64,
    (latest, numbers): (&[i64], &str),
    session: Session<'_>,
    changes: &[Changes],
) -> Result<(), StorageError> {
    if mode == Mode::Plain {
        plain::push(link, store, session, changes)?;
    }
    let mut with = Vec::new();
    let latest = latest.to_vec();
    let mut parameters: Vec<&(dyn ToSql + Sync)> = vec![&store, &seq, &latest, &numbers];
    let mut types = vec![Type::INT4, Type::INT8, Type::INT8_ARRAY, Type::TEXT];
    let gone: Vec<i16> = changes
        .iter()
        .flat_map(|of| std::iter::repeat_n(i16::try_from(of.table).unwrap_or(i16::MAX), of.gone_keys.len()))
        .collect();
    let gone_keys: Vec<&String> = changes.iter().flat_map(|of| &of.gone_keys).collect();
    for of in changes {
        let table = &TABLES[usize::from(of.table)];
        if of.count > 0 {
            let arrays = add(&of.rows, &mut parameters, &mut types);
            with.push(format!("put_{} AS ({})", table.name, put(table, &arrays)));
        }
        if !of.gone_keys.is_empty() {
            let arrays = add(&of.gone, &mut parameters, &mut types);
            with.push(format!("take_{} AS ({})", table.name, take(table, &arrays)));
        }
    }
    if !gone.is_empty() {
        let first = parameters.len() + 1;
        with.push(format!(
            "went AS (INSERT INTO nepenthe.gone (in_store, of_table, row_key, row_seq)
                 SELECT $1, a.*, $2 FROM unnest(${first}, ${}) AS a
                 ON CONFLICT (in_store, of_table, row_key) DO UPDATE SET row_seq = excluded.row_seq)",
            first + 1
        ));
        parameters.extend([&gone as &(dyn ToSql + Sync), &gone_keys]);
        types.extend([Type::INT2_ARRAY, Type::TEXT_ARRAY]);
    }
    let with = if with.is_empty() { String::new() } else { format!("WITH {}", with.join(",\n")) };
    let sql = format!("{with} UPDATE nepenthe.store SET seq = $2, latest = $3, numbers = $4 WHERE id = $1");
    link.query(&sql, &types, &parameters).map(drop)
}

/// Adds arrays to the parameters; returns their numbers with commas.
fn add<'v>(all: &'v [Values], parameters: &mut Vec<&'v (dyn ToSql + Sync)>, types: &mut Vec<Type>) -> String {
    let mut numbers = String::new();
    for values in all {
        parameters.push(values.as_sql());
        types.push(match values {
            Values::Integer(_) => Type::INT8_ARRAY,
            Values::Real(_) => Type::FLOAT8_ARRAY,
            Values::Text(_) => Type::TEXT_ARRAY,
            Values::Bytes(_) => Type::BYTEA_ARRAY,
        });
        let _ = write!(numbers, "{}${}", if numbers.is_empty() { "" } else { ", " }, parameters.len());
    }
    numbers
}

fn put(table: &Table, arrays: &str) -> String {
    let (columns, key) = table.names();
    let changing = table.rest.iter().copied();
    let set = changing.map(|(name, _)| format!("\"{name}\" = excluded.\"{name}\", ")).collect::<String>();
    format!(
        "INSERT INTO nepenthe.{} (in_store, {columns}, row_seq) SELECT $1, a.*, $2 FROM unnest({arrays}) AS a
         ON CONFLICT (in_store, {key}) DO UPDATE SET {set}row_seq = excluded.row_seq",
        table.name
    )
}

fn take(table: &Table, arrays: &str) -> String {
    let (_, key) = table.names();
    let equal: Vec<String> =
        table.key.iter().map(|(name, _)| format!("t.\"{name}\" = a.\"{name}\"")).collect();
    format!(
        "DELETE FROM nepenthe.{} AS t USING unnest({arrays}) AS a ({key}) WHERE t.in_store = $1 AND {}",
        table.name,
        equal.join(" AND ")
    )
}
