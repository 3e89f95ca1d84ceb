//! Opening a store whose rows are in PostgreSQL.

use nepenthe::{Options, Progress, Store, StoredEmbedder};

use super::ServerSettings;
use crate::OpError;

/// Opens it by its mirror.
#[cfg(feature = "postgres")]
pub(super) fn connect(server: &ServerSettings, options: Options) -> Result<Store, OpError> {
    Ok(Store::connect(&server.url.0, &server.cache, options.with_key_file(&server.keys))?)
}

/// Rebuilds its vectors.
#[cfg(feature = "postgres")]
pub(super) fn reembed(
    server: &ServerSettings,
    options: Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Store, OpError> {
    let options = options.with_key_file(&server.keys);
    Ok(Store::reembed_at_server(&server.url.0, &server.cache, options, progress)?)
}

/// Reads which embedder its vectors were made with.
#[cfg(feature = "postgres")]
pub(super) fn embedder_of(server: &ServerSettings) -> Result<Option<StoredEmbedder>, OpError> {
    Ok(Store::embedder_at_server(&server.url.0)?)
}

#[cfg(not(feature = "postgres"))]
pub(super) fn connect(_: &ServerSettings, _: Options) -> Result<Store, OpError> {
    Err(missing())
}

#[cfg(not(feature = "postgres"))]
pub(super) fn reembed(_: &ServerSettings, _: Options, _: &mut dyn FnMut(Progress)) -> Result<Store, OpError> {
    Err(missing())
}

#[cfg(not(feature = "postgres"))]
pub(super) fn embedder_of(_: &ServerSettings) -> Result<Option<StoredEmbedder>, OpError> {
    Err(missing())
}

#[cfg(not(feature = "postgres"))]
fn missing() -> OpError {
    OpError::new(
        crate::Code::BadSetting,
        "this build cannot open stores in PostgreSQL: its feature `postgres` is off",
    )
}
