//! LangGraph's stores: the SQLite file of `SqliteStore`, or the rows of the table `store` as JSON, which PostgreSQL writes by
//! `COPY (SELECT row_to_json(store) FROM store) TO STDOUT`.

use std::fs::File;
use std::io::Read as _;

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row};
use serde_json::{Map, Value, json};

use super::{ForeignFile, Found, LeftReason, Read, entries, moment};
use crate::{Code, OpError};

/// How a file of SQLite begins.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

pub(super) fn read(file: ForeignFile) -> Result<Read, OpError> {
    let rows = match &file {
        ForeignFile::Path(path) if is_sqlite(path) => rows_of(path)?,
        ForeignFile::Bytes(bytes) if bytes.starts_with(MAGIC) => {
            let message = "a file of SQLite is read by its path, and not from standard input";
            return Err(OpError::new(Code::BadLine, message));
        }
        _ => entries::under(entries::parse(&file.bytes()?)?, &["items", "store", "rows"])?,
    };
    let mut read = Read::default();
    for (at, row) in rows.iter().enumerate() {
        of_row(row, at, &mut read);
    }
    Ok(read)
}

fn is_sqlite(path: &std::path::Path) -> bool {
    let mut magic = [0; MAGIC.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok() && magic == *MAGIC
}

/// The rows of the table `store`, as objects. What still stands in the write-ahead log is read with them.
fn rows_of(path: &std::path::Path) -> Result<Vec<Value>, OpError> {
    let bad = |error: &rusqlite::Error| {
        OpError::new(Code::BadLine, format!("{} is no store of LangGraph: {error}", path.display()))
    };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let file = Connection::open_with_flags(path, flags).map_err(|error| bad(&error))?;
    // Older stores have no column of expiry.
    let mut statement =
        file.prepare("SELECT * FROM store ORDER BY created_at, prefix, key").map_err(|error| bad(&error))?;
    let names: Vec<String> = statement.column_names().into_iter().map(str::to_owned).collect();
    let read = |row: &Row<'_>| -> rusqlite::Result<Value> {
        let mut object = Map::new();
        for (at, name) in names.iter().enumerate() {
            let value = match row.get_ref(at)? {
                ValueRef::Text(text) | ValueRef::Blob(text) => json!(String::from_utf8_lossy(text)),
                ValueRef::Integer(number) => number.into(),
                ValueRef::Real(number) => number.into(),
                ValueRef::Null => Value::Null,
            };
            object.insert(name.clone(), value);
        }
        Ok(Value::Object(object))
    };
    let rows = statement.query_map([], read).map_err(|error| bad(&error))?;
    rows.collect::<Result<_, _>>().map_err(|error| bad(&error))
}

fn of_row(row: &Value, at: usize, read: &mut Read) {
    // The table joins the labels by dots, which none of them has; an item of the server has them as a list.
    let namespace: Vec<String> = match (&row["prefix"], &row["namespace"]) {
        (Value::String(prefix), _) => prefix.split('.').map(str::to_owned).collect(),
        (_, Value::Array(labels)) => labels.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let value = match &row["value"] {
        Value::String(json) => serde_json::from_str(json).unwrap_or(Value::Null),
        other => other.clone(),
    };
    let (Some(key), Value::Object(_), false) = (row["key"].as_str(), &value, namespace.is_empty()) else {
        return read.leave(entries::place(at), LeftReason::Malformed);
    };
    let entry = format!("{}/{key}", namespace.join("."));
    let expires = moment::read(&row["expires_at"]);
    if expires.is_some_and(|expires| expires <= Timestamp::now()) {
        return read.leave(entry, LeftReason::Expired);
    }
    let mut metadata = Map::new();
    let text = text(&value);
    metadata.insert("langgraph".to_owned(), json!({ "namespace": namespace, "key": key, "value": value }));
    read.take(Found {
        entry,
        text,
        source: Some(namespace.join(".")),
        metadata,
        created: moment::read(&row["updated_at"]).or_else(|| moment::read(&row["created_at"])),
        ended: None,
        expires,
    });
}

/// The strings of a value, each after its name; one that stands alone without it.
fn text(value: &Value) -> String {
    fn gather<'v>(value: &'v Value, name: Option<&'v str>, said: &mut Vec<(Option<&'v str>, &'v str)>) {
        match value {
            Value::String(text) if !text.trim().is_empty() => said.push((name, text)),
            Value::Array(list) => list.iter().for_each(|value| gather(value, name, said)),
            Value::Object(object) => object.iter().for_each(|(name, value)| gather(value, Some(name), said)),
            _ => {}
        }
    }
    let mut said = Vec::new();
    gather(value, None, &mut said);
    match said.as_slice() {
        [(_, text)] => (*text).to_owned(),
        // With nothing said, numbers and the like are all there is.
        [] => value.to_string(),
        several => several
            .iter()
            .map(|(name, text)| name.map_or_else(|| (*text).to_owned(), |name| format!("{name}: {text}")))
            .collect::<Vec<String>>()
            .join("\n"),
    }
}
