//! The SQL functions by which statements open what they read, so that a text is opened in one place whoever asks for it.

use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use zeroize::Zeroizing;

use super::key_id::KeyId;
use super::sealer::{Sealed, Sealer};
use crate::seal::SealedRow;

/// Opens the text of a version: key, memory, version, what is sealed. Null where it cannot be opened.
const TEXT: &str = "unsealed_text";
/// Opens the vector of a version, likewise.
const VECTOR: &str = "unsealed_vector";
/// Opens the annotations of a version, likewise.
const ANNOTATIONS: &str = "unsealed_annotations";
/// Opens what a memory's row holds in words, as [`SealedRow::decode`] reads it: key, memory, what is sealed.
const ROW: &str = "unsealed_row";
/// The same as one text: source and metadata.
const WORDS: &str = "unsealed_words";

/// Lets statements of the connection open what the store holds.
pub(crate) fn register(connection: &Connection, sealer: &Arc<Sealer>) -> rusqlite::Result<()> {
    let text = Arc::clone(sealer);
    connection.create_scalar_function(TEXT, 4, flags(), move |context| {
        let opened = open(&text, context, Sealed::Text(context.get(2)?), 3)?;
        Ok(opened.and_then(|bytes| String::from_utf8(bytes.to_vec()).ok()))
    })?;
    let annotations = Arc::clone(sealer);
    connection.create_scalar_function(ANNOTATIONS, 4, flags(), move |context| {
        let opened = open(&annotations, context, Sealed::Annotations(context.get(2)?), 3)?;
        Ok(opened.and_then(|bytes| String::from_utf8(bytes.to_vec()).ok()))
    })?;
    let row = Arc::clone(sealer);
    connection.create_scalar_function(ROW, 3, flags(), move |context| {
        Ok(open(&row, context, Sealed::Row, 2)?.map(|bytes| bytes.to_vec()))
    })?;
    let vector = Arc::clone(sealer);
    connection.create_scalar_function(VECTOR, 4, flags(), move |context| {
        let opened = open(&vector, context, Sealed::Vector(context.get(2)?), 3)?;
        Ok(opened.map(|bytes| bytes.to_vec()))
    })?;
    let words = Arc::clone(sealer);
    connection.create_scalar_function(WORDS, 3, flags(), move |context| {
        let beside = open(&words, context, Sealed::Row, 2)?.and_then(|bytes| SealedRow::decode(&bytes));
        Ok(beside.map(|beside| [beside.source, beside.metadata].map(Option::unwrap_or_default).join("\n")))
    })
}

/// Registers the functions for a connection without keys, on which no statement may need them.
pub(crate) fn register_locked(connection: &Connection) -> rusqlite::Result<()> {
    for (name, arguments) in [(TEXT, 4), (VECTOR, 4), (ANNOTATIONS, 4), (ROW, 3), (WORDS, 3)] {
        connection.create_scalar_function(
            name,
            arguments,
            flags(),
            |_| -> rusqlite::Result<Option<String>> {
                Err(rusqlite::Error::UserFunctionError(
                    "the store is encrypted, and was opened without its key".into(),
                ))
            },
        )?;
    }
    Ok(())
}

/// No view, trigger or index of a file may call them.
fn flags() -> FunctionFlags {
    FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DIRECTONLY
}

fn open(
    sealer: &Sealer,
    context: &Context<'_>,
    what: Sealed,
    sealed: usize,
) -> rusqlite::Result<Option<Zeroizing<Vec<u8>>>> {
    let Some(by) = context.get::<Option<i64>>(0)? else { return Ok(None) };
    let memory: [u8; 16] = context.get(1)?;
    let sealed = context.get_raw(sealed).as_blob()?;
    let opened = sealer.open(KeyId(by), &memory, what, sealed);
    opened.map_err(|error| rusqlite::Error::UserFunctionError(Box::new(error)))
}
