//! Opening a file: whose it is, its format, its keys; made or migrated where it has to be.

use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use super::embedder::StoredEmbedder;
use super::error::{OpenError, StorageError};
use super::open_options::{Access, Indexes, OpenOptions};
use super::query::meta;
use super::retry::{has_log, patiently};
use super::schema::{self, Format};
use super::sealing::Sealer;
use super::session::{OpenFile, Session};
use super::{connection, sealing, upgrade};

/// An open file.
pub(crate) struct Opened {
    pub(crate) connection: Connection,
    pub(crate) embedder: StoredEmbedder,
    pub(crate) sealer: Option<Arc<Sealer>>,
}

impl Opened {
    pub(crate) fn into_file(self) -> OpenFile {
        OpenFile::of(self.connection)
    }
}

/// Opens a file, makes or migrates its schema, opens its keys where it is encrypted, and reads its embedder.
pub(crate) fn open_file(path: &Path, options: &OpenOptions<'_>) -> Result<Opened, OpenError> {
    let mut connection = open_connection(path, options)?;
    let sealer = sealing::unlock(path, Session::of(&connection), options)?;
    if options.indexes == Some(Indexes::InMemory) && !meta::indexes_are_in_memory(Session::of(&connection))? {
        return Err(OpenError::IndexesInFile);
    }
    if options.access != Access::ReadOnly && schema::mentions_are_stale(Session::of(&connection))? {
        create(path, &mut connection, options)?;
        // That opened the keys once more: what is read in a transaction must see the keys that are made in it.
        if let Some(sealer) = &sealer {
            sealing::register(&connection, sealer)?;
        }
    }
    let embedder = stored_embedder(Session::of(&connection))?;
    Ok(Opened { connection, embedder, sealer })
}

/// Opens a file, and makes or migrates its schema. Of what is sealed nothing can be read yet.
fn open_connection(path: &Path, options: &OpenOptions<'_>) -> Result<Connection, OpenError> {
    let (mut connection, format) = open_as_it_is(path, options)?;
    match format {
        Format::Foreign => return Err(OpenError::ForeignDatabase(path.into())),
        Format::Store(schema::FORMAT_VERSION) => {}
        Format::Empty if options.access != Access::Create => return Err(OpenError::NotFound(path.into())),
        // Who only reads needs the present format, too.
        Format::Store(_) => {
            drop(connection);
            upgrade::upgrade(path, &OpenOptions { access: Access::Existing, ..options.clone() })?;
            return open_connection(path, options);
        }
        Format::Empty => create(path, &mut connection, options)?,
    }
    connection::configure_file(&connection, options.leaves_out)?;
    if options.access != Access::ReadOnly {
        // A copy that another tool made may have lost it.
        patiently(options.busy_timeout, || connection::use_write_ahead_log(&connection))?;
    }
    Ok(connection)
}

/// Opens a file of whatever format, and changes nothing in it.
fn open_as_it_is(path: &Path, options: &OpenOptions<'_>) -> Result<(Connection, Format), OpenError> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let absent = match std::fs::metadata(path) {
        Ok(file) if file.is_dir() => return Err(OpenError::NotADatabase(path.into())),
        Ok(file) => file.len() == 0,
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    };
    if absent && options.access != Access::Create {
        return Err(OpenError::NotFound(path.into()));
    }
    match open_and_inspect(path, options) {
        Err(error) if refuses_files_beside_it(&error) && !has_log(path) => {
            // A read-only medium: SQLite cannot make the files that it shares with other processes there.
            let connection = connection::open_immutable(path).map_err(|source| explain(path, source))?;
            let format = inspect(path, &connection)?;
            Ok((connection, format))
        }
        opened => opened.map_err(|error| match error {
            Refused::Open(error) => error,
            Refused::Sqlite(source) => explain(path, source),
        }),
    }
}

/// Opens a file that nobody writes, such as a backup, and leaves nothing beside it. Its format may be an older one.
pub(crate) fn open_still(path: &Path) -> Result<(OpenFile, StoredEmbedder), OpenError> {
    match std::fs::metadata(path) {
        Ok(file) if file.is_dir() => return Err(OpenError::NotADatabase(path.into())),
        Ok(file) if file.len() == 0 => return Err(OpenError::NotFound(path.into())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(OpenError::NotFound(path.into()));
        }
        _ => {}
    }
    let (connection, format) = if has_log(path) {
        open_as_it_is(path, &OpenOptions::of(Access::ReadOnly))?
    } else {
        let connection = connection::open_immutable(path).map_err(|source| explain(path, source))?;
        let format = inspect(path, &connection)?;
        (connection, format)
    };
    match format {
        Format::Foreign => return Err(OpenError::ForeignDatabase(path.into())),
        Format::Empty => return Err(OpenError::NotFound(path.into())),
        Format::Store(_) => {}
    }
    connection::configure(&connection)?;
    let found = stored_embedder(Session::of(&connection))?;
    Ok((OpenFile::of(connection), found))
}

/// Opens a store that is there so that nobody else can use it until the connection is closed; `None` where another
/// connection has it open.
pub(crate) fn open_alone(path: &Path, options: &OpenOptions<'_>) -> Result<Option<OpenFile>, OpenError> {
    // Refuses what is no store, and brings an older one to the present format.
    let options = &OpenOptions { access: Access::Existing, ..options.clone() };
    let sealer = open_file(path, options)?.sealer;
    let connection = connection::open(Some(path), Access::Existing, options.busy_timeout)?;
    match connection::keep_others_out(&connection)
        .and_then(|()| connection::configure_file(&connection, None))
        .and_then(|()| sealer.map_or(Ok(()), |sealer| sealing::register(&connection, &sealer)))
    {
        Ok(()) => Ok(Some(OpenFile::of(connection))),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(None),
        Err(error) => Err(explain(path, error)),
    }
}

enum Refused {
    Sqlite(rusqlite::Error),
    Open(OpenError),
}

fn open_and_inspect(path: &Path, options: &OpenOptions<'_>) -> Result<(Connection, Format), Refused> {
    let before = upgrade::identity(path).ok();
    let inspected = open_and_inspect_once(path, options);
    // While it waited for its lock, the file may have been replaced by one of the present format.
    if before.is_some_and(|before| upgrade::identity(path).is_ok_and(|now| !now.is(&before))) {
        drop(inspected);
        return open_and_inspect(path, options);
    }
    inspected
}

fn open_and_inspect_once(path: &Path, options: &OpenOptions<'_>) -> Result<(Connection, Format), Refused> {
    let connection =
        connection::open(Some(path), options.access, options.busy_timeout).map_err(Refused::Sqlite)?;
    // One snapshot: another process may be making the store at this moment, which must be seen whole or not at all.
    let snapshot = connection.unchecked_transaction().map_err(Refused::Sqlite)?;
    snapshot.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())).map_err(Refused::Sqlite)?;
    let format = inspect(path, &snapshot).map_err(Refused::Open)?;
    drop(snapshot);
    Ok((connection, format))
}

fn inspect(path: &Path, connection: &Connection) -> Result<Format, OpenError> {
    // What is no database at all is no damaged store.
    let read = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    read.map_err(|source| explain(path, source))?;
    schema::inspect(Session::of(connection)).map_err(|error| match error {
        OpenError::Storage(StorageError::Sqlite(source)) => explain(path, source),
        error => error,
    })
}

fn refuses_files_beside_it(refused: &Refused) -> bool {
    matches!(refused, Refused::Sqlite(error) if matches!(
        error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
    ))
}

fn explain(path: &Path, source: rusqlite::Error) -> OpenError {
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => OpenError::NotADatabase(path.into()),
        Some(ErrorCode::CannotOpen) => OpenError::CannotOpen { path: path.into(), source },
        _ => StorageError::from(source).into(),
    }
}

/// Makes the schema, or migrates it. Two processes may do so at once: the second finds the work done.
fn create(path: &Path, connection: &mut Connection, options: &OpenOptions<'_>) -> Result<(), OpenError> {
    patiently(options.busy_timeout, || connection::prepare_new(connection))?;
    connection::configure_file(connection, options.leaves_out)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let from = match schema::inspect(Session::of(&transaction))? {
        Format::Store(version) => version,
        Format::Empty => 0,
        Format::Foreign => return Err(OpenError::ForeignDatabase(path.into())),
    };
    let sealer = match from {
        0 if options.indexes == Some(Indexes::InMemory) && options.master_key.is_none() => {
            return Err(OpenError::IndexesInFile);
        }
        0 => sealing::begin(path, options)?.map(Arc::new),
        _ => sealing::unlock(path, Session::of(&transaction), options)?,
    };
    schema::migrate(
        Session::of(&transaction),
        from,
        &options.embedder,
        &*options.random,
        sealer.as_deref(),
        options.indexes,
    )?;
    transaction.commit()?;
    Ok(())
}

pub(crate) fn stored_embedder(session: Session<'_>) -> Result<StoredEmbedder, StorageError> {
    let (name, dimension) = meta::embedder(session)?;
    Ok(StoredEmbedder { name, dimension })
}

/// Reads which embedder a file's vectors were made with; `None` where there is no file, or an empty one.
pub(crate) fn embedder_of(path: &Path) -> Result<Option<StoredEmbedder>, OpenError> {
    // Its format may be an older one, which only who writes brings up.
    match open_as_it_is(path, &OpenOptions::of(Access::ReadOnly)) {
        Ok((connection, Format::Store(_))) => Ok(Some(stored_embedder(Session::of(&connection))?)),
        Ok((_, Format::Foreign)) => Err(OpenError::ForeignDatabase(path.into())),
        Ok((_, Format::Empty)) | Err(OpenError::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
