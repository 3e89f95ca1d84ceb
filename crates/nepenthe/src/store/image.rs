//! Empty stores in memory: copies of an image that is made once, because running the schema takes longer than
//! all that a short-lived store is then asked to do.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, MAIN_DB, TransactionBehavior};

use super::connection;
use super::error::StorageError;
use super::open_options::{Access, OpenOptions};
use super::schema;
use super::session::Session;

/// One image for each embedder: name and dimension stand in it.
type Images = Mutex<Option<HashMap<(String, usize), Arc<[u8]>>>>;

static IMAGES: Images = Mutex::new(None);

/// Opens a new, empty store in memory, with a key of its own.
pub(super) fn open_in_memory(options: &OpenOptions<'_>) -> Result<Connection, StorageError> {
    let image = image(options)?;
    let mut connection = connection::open(None, Access::Create, options.busy_timeout)?;
    connection.deserialize_read_exact(MAIN_DB, &image[..], image.len(), false)?;
    connection::configure(&connection)?;
    schema::write_identity(Session::of(&connection), &*options.random, None)?;
    Ok(connection)
}

fn image(options: &OpenOptions<'_>) -> Result<Arc<[u8]>, StorageError> {
    let key = (options.embedder.name.clone(), options.embedder.dimension);
    let mut images = IMAGES.lock().unwrap_or_else(PoisonError::into_inner);
    let images = images.get_or_insert_default();
    if let Some(image) = images.get(&key) {
        return Ok(Arc::clone(image));
    }
    let mut connection = connection::open(None, Access::Create, options.busy_timeout)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    schema::migrate(Session::of(&transaction), 0, &options.embedder, &*options.random, None, None)?;
    transaction.commit()?;
    let image: Arc<[u8]> = Arc::from(&*connection.serialize(MAIN_DB)?);
    images.insert(key, Arc::clone(&image));
    Ok(image)
}
