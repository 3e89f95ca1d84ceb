//! LangGraph's stores: the SQLite file of `SqliteStore`, or the rows of the table `store` as JSON, which PostgreSQL writes by
//! `COPY (SELECT row_to_json(store) FROM store) TO STDOUT`.
//!
//! An item becomes what the Python package's `NepentheStore` writes, which reads the store as its own: a namespace is a scope, the
//! key the source, and the field `langgraph` of the metadata has the value, but for what is the text.

use std::fs::File;
use std::io::Read as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Row};
use serde_json::{Map, Value, json};

use super::{ForeignFile, Found, LeftReason, Read, entries, line, moment};
use crate::{Code, OpError, segment_of};

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
        of_row(row, at, &mut read)?;
    }
    Ok(read)
}

fn is_sqlite(path: &std::path::Path) -> bool {
    let mut magic = [0; MAGIC.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok() && magic == *MAGIC
}

/// The rows of the table `store`, as objects. What still stands in the write-ahead log is read with them.
fn rows_of(path: &std::path::Path) -> Result<Vec<Value>, OpError> {
    let read = || {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let file = Connection::open_with_flags(path, flags)?;
        // Older stores have no columns of expiry.
        let mut statement = file.prepare("SELECT * FROM store ORDER BY created_at, prefix, key")?;
        let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let rows = statement.query_map([], |row| object(row, &names))?;
        let mut rows = rows.collect::<rusqlite::Result<Vec<Value>>>()?;
        vectors_of(&file, &mut rows)?;
        Ok(rows)
    };
    read().map_err(|error: rusqlite::Error| {
        OpError::new(Code::BadLine, format!("{} is no store of LangGraph: {error}", path.display()))
    })
}

fn object(row: &Row<'_>, names: &[String]) -> rusqlite::Result<Value> {
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
}

/// Puts beside each row the vectors of its value, little-endian floats in base64, where the store has an index.
fn vectors_of(file: &Connection, rows: &mut [Value]) -> rusqlite::Result<()> {
    let index = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'store_vectors'";
    if file.query_row(index, [], |_| Ok(())).optional()?.is_none() {
        return Ok(());
    }
    let mut statement =
        file.prepare("SELECT embedding FROM store_vectors WHERE prefix = ? AND key = ? ORDER BY field_name")?;
    for row in rows {
        let (Some(prefix), Some(key)) = (row["prefix"].as_str(), row["key"].as_str()) else { continue };
        let vectors = statement.query_map([prefix, key], |row| {
            let vector: Vec<u8> = row.get(0)?;
            Ok(BASE64_STANDARD.encode(vector))
        })?;
        row["vectors"] = json!(vectors.collect::<rusqlite::Result<Vec<String>>>()?);
    }
    Ok(())
}

fn of_row(row: &Value, at: usize, read: &mut Read) -> Result<(), OpError> {
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
    let (Some(key), Value::Object(mut value), false) = (row["key"].as_str(), value, namespace.is_empty())
    else {
        read.leave(entries::place(at), LeftReason::Malformed);
        return Ok(());
    };
    let entry = format!("{}/{key}", namespace.join("."));
    let expires = moment::read(&row["expires_at"]);
    if expires.is_some_and(|expires| expires <= Timestamp::now()) {
        read.leave(entry, LeftReason::Expired);
        return Ok(());
    }
    let mut text = said(&value).replace('\0', "\u{fffd}");
    let mut beside = Map::new();
    if text.trim().is_empty() {
        // A value that says nothing is told from others by a number.
        text = line::id(Timestamp::now())?.to_string();
    } else if let Some(name) = value.iter().find(|(_, one)| **one == text).map(|(name, _)| name.clone()) {
        value.remove(&name);
        beside.insert("text_at".to_owned(), name.into());
    }
    let (created, changed) = (moment::read(&row["created_at"]), moment::read(&row["updated_at"]));
    if let Some(created) = created.filter(|created| changed.is_some_and(|changed| changed != *created)) {
        beside
            .insert("created".to_owned(), created.strftime("%Y-%m-%dT%H:%M:%S.%6f+00:00").to_string().into());
    }
    beside.extend(entries::fields(row, &["vectors"]));
    if row["ttl_minutes"].is_number() {
        beside.insert("ttl".to_owned(), row["ttl_minutes"].clone());
    }
    beside.insert("value".to_owned(), value.into());
    let mut metadata = Map::new();
    metadata.insert("langgraph".to_owned(), beside.into());
    read.take(Found {
        below: namespace.iter().map(|label| segment_of(label)).collect(),
        entry,
        text,
        source: Some(key.to_owned()),
        metadata,
        created: changed.or(created),
        ended: None,
        expires,
    });
    Ok(())
}

/// What a value says: its only text, number or flag, or a line for each, after its name.
fn said(value: &Map<String, Value>) -> String {
    fn gather(value: &Value, name: &str, said: &mut Vec<(String, String)>) {
        match value {
            Value::Array(list) => list.iter().for_each(|value| gather(value, name, said)),
            Value::Object(object) => object.iter().for_each(|(name, value)| gather(value, name, said)),
            Value::String(text) if !text.trim().is_empty() => said.push((name.to_owned(), text.clone())),
            Value::Bool(_) | Value::Number(_) => said.push((name.to_owned(), value.to_string())),
            Value::String(_) | Value::Null => {}
        }
    }
    let mut said = Vec::new();
    value.iter().for_each(|(name, value)| gather(value, name, &mut said));
    match said.as_slice() {
        [(_, text)] => text.clone(),
        several => {
            let line = |(name, text): &(String, String)| match name.as_str() {
                "" => text.clone(),
                name => format!("{name}: {text}"),
            };
            several.iter().map(line).collect::<Vec<_>>().join("\n")
        }
    }
}
