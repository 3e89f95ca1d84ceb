//! Open, schema, queries: the SQLite file, and every SQL statement.

mod check;
mod check_log;
pub(crate) mod connection;
mod error;
mod image;
mod options;
pub(crate) mod query;
pub(crate) mod raw;
mod reembed;
mod schema;
pub(crate) mod slack;
#[expect(clippy::module_inception, reason = "the file is named for its one type, `Store`")]
mod store;

pub use check::{CheckReport, Finding};
pub use error::{OpenError, StorageError};
pub use options::{Access, Options, RecipePart};
pub use query::visible::Include;
pub use reembed::ReembedError;
pub use schema::FORMAT_VERSION;
pub(crate) use store::Inner;
pub use store::{Store, StoredEmbedder};
