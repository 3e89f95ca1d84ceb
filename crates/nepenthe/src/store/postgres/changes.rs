//! Which rows a connection's transaction changes: triggers of its own note their keys, in its own `temp` database.

use postgres::types::ToSql;
use rusqlite::Row;
use rusqlite::types::Value;

use super::mode::Mode;
use super::tables::{Kind, LOCAL, TABLES, Table};
use crate::store::error::StorageError;
use crate::store::session::Session;

/// Notes from now on what the connection changes.
pub(super) fn watch(session: Session<'_>, mode: Mode) -> Result<(), StorageError> {
    let mut sql = String::from(
        "CREATE TEMP TABLE changed (of_table INTEGER, row_key TEXT, PRIMARY KEY (of_table, row_key)) WITHOUT ROWID;",
    );
    for (number, table) in mode.tables().iter().enumerate() {
        for (verb, row) in [("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")] {
            let (name, key) = (table.name, table.key_of(row));
            let only = if name == "meta" { format!("WHEN {row}.key NOT IN {LOCAL}") } else { String::new() };
            sql += &format!(
                "CREATE TEMP TRIGGER changed_{name}_{verb} AFTER {verb} ON main.{name} {only} BEGIN
                     INSERT INTO changed VALUES ({number}, {key}) ON CONFLICT DO NOTHING;
                 END;"
            );
        }
    }
    Ok(session.sql().execute_batch(&sql)?)
}

/// Forgets what was noted.
pub(super) fn clear(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().prepare_cached("DELETE FROM temp.changed")?.execute([])?;
    Ok(())
}

/// Values of one column of several rows.
pub(super) enum Values {
    Integer(Vec<Option<i64>>),
    Real(Vec<Option<f64>>),
    Text(Vec<Option<String>>),
    Bytes(Vec<Option<Vec<u8>>>),
}

impl Values {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Integer => Self::Integer(Vec::new()),
            Kind::Real => Self::Real(Vec::new()),
            Kind::Text => Self::Text(Vec::new()),
            Kind::Bytes | Kind::Any => Self::Bytes(Vec::new()),
        }
    }

    fn push(&mut self, kind: Kind, row: &Row<'_>, column: usize) -> rusqlite::Result<()> {
        match (self, kind) {
            (Self::Integer(all), _) => all.push(row.get(column)?),
            (Self::Real(all), _) => all.push(row.get(column)?),
            (Self::Text(all), _) => all.push(row.get(column)?),
            (Self::Bytes(all), Kind::Any) => all.push(Some(tagged(row.get(column)?))),
            (Self::Bytes(all), _) => all.push(row.get(column)?),
        }
        Ok(())
    }

    pub(super) fn as_sql(&self) -> &(dyn ToSql + Sync) {
        match self {
            Self::Integer(all) => all,
            Self::Real(all) => all,
            Self::Text(all) => all,
            Self::Bytes(all) => all,
        }
    }
}

/// What a transaction changed in one table: rows as they are now, column by column, and the keys of rows that went.
pub(super) struct Changes {
    pub(super) table: u16,
    pub(super) rows: Vec<Values>,
    pub(super) count: usize,
    pub(super) gone: Vec<Values>,
    pub(super) gone_keys: Vec<String>,
}

impl Changes {
    fn begin(number: u16) -> Self {
        let table = &TABLES[usize::from(number)];
        Self {
            table: number,
            rows: table.columns().map(|(_, kind)| Values::of(kind)).collect(),
            count: 0,
            gone: table.key.iter().map(|(_, kind)| Values::of(*kind)).collect(),
            gone_keys: Vec::new(),
        }
    }

    fn add(&mut self, table: &Table, row: &Row<'_>, first: usize) -> rusqlite::Result<()> {
        for ((at, (_, kind)), values) in table.columns().enumerate().zip(&mut self.rows) {
            values.push(kind, row, first + at)?;
        }
        self.count += 1;
        Ok(())
    }
}

/// Reads what the transaction has changed so far.
pub(super) fn read(session: Session<'_>) -> Result<Vec<Changes>, StorageError> {
    let mut numbers =
        session.sql().prepare_cached("SELECT DISTINCT of_table FROM temp.changed ORDER BY 1")?;
    let numbers: Vec<u16> = numbers.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    numbers.into_iter().map(|number| read_table(session, number)).collect()
}

fn read_table(session: Session<'_>, number: u16) -> Result<Changes, StorageError> {
    let table = &TABLES[usize::from(number)];
    let (keys, columns) =
        (table.key.len(), Table::listed(table.columns(), |(name, _)| format!("t.\"{name}\"")));
    let mut select = session.sql().prepare_cached(&format!(
        "SELECT c.row_key, {}, {columns} FROM temp.changed AS c LEFT JOIN main.{} AS t ON {} WHERE c.of_table = ?1",
        table.parts_of("c.row_key").join(", "),
        table.name,
        table.is_row("t.", "c.row_key"),
    ))?;
    let mut rows = select.query([number])?;
    let mut changes = Changes::begin(number);
    while let Some(row) = rows.next()? {
        if row.get_ref(1 + keys)? == rusqlite::types::ValueRef::Null {
            for ((at, (_, kind)), values) in table.key.iter().enumerate().zip(&mut changes.gone) {
                values.push(*kind, row, 1 + at)?;
            }
            changes.gone_keys.push(row.get(0)?);
        } else {
            changes.add(table, row, 1 + keys)?;
        }
    }
    Ok(changes)
}

/// Reads every row of a table, handing on so many at a time.
pub(super) fn read_all(
    session: Session<'_>,
    number: u16,
    most: usize,
    hand_on: &mut dyn FnMut(&Changes) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let table = &TABLES[usize::from(number)];
    let mut select = session.sql().prepare(&table.select())?;
    let mut rows = select.query([])?;
    let mut changes = Changes::begin(number);
    while let Some(row) = rows.next()? {
        changes.add(table, row, 0)?;
        if changes.count == most {
            hand_on(&std::mem::replace(&mut changes, Changes::begin(number)))?;
        }
    }
    if changes.count > 0 { hand_on(&changes) } else { Ok(()) }
}

/// The last number of each table that has numbers which are never given again, as JSON.
pub(super) fn numbers(session: Session<'_>) -> Result<String, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT json_group_object(name, seq) FROM (SELECT * FROM main.sqlite_sequence ORDER BY name)",
    )?;
    Ok(select.query_row([], |row| row.get(0))?)
}

/// Takes over such numbers.
pub(super) fn write_numbers(session: Session<'_>, numbers: &str) -> Result<(), StorageError> {
    session.sql().execute("DELETE FROM main.sqlite_sequence", [])?;
    session.sql().execute(
        "INSERT INTO main.sqlite_sequence (name, seq) SELECT key, value FROM json_each(?1)",
        [numbers],
    )?;
    Ok(())
}

/// A value of any kind as bytes, the first of which says of which.
pub(super) fn tagged(value: Value) -> Vec<u8> {
    match value {
        Value::Null => b"n".to_vec(),
        Value::Integer(number) => [b"i", &number.to_be_bytes()[..]].concat(),
        Value::Real(number) => [b"r", &number.to_be_bytes()[..]].concat(),
        Value::Text(text) => [b"t", text.as_bytes()].concat(),
        Value::Blob(bytes) => [b"b", &bytes[..]].concat(),
    }
}

/// Reads such bytes.
pub(super) fn untagged(bytes: &[u8]) -> Option<Value> {
    let (tag, rest) = bytes.split_first()?;
    Some(match tag {
        b'n' => Value::Null,
        b'i' => Value::Integer(i64::from_be_bytes(rest.try_into().ok()?)),
        b'r' => Value::Real(f64::from_be_bytes(rest.try_into().ok()?)),
        b't' => Value::Text(String::from_utf8(rest.to_vec()).ok()?),
        b'b' => Value::Blob(rest.to_vec()),
        _ => return None,
    })
}
