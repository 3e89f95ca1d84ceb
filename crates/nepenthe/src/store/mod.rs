//! Open, schema, queries: the SQLite file, and every SQL statement.

mod check;
mod check_deep;
mod check_log;
pub(crate) mod connection;
pub(crate) mod copy;
mod error;
pub(crate) mod free;
mod image;
mod indexes;
mod key_file;
pub(crate) mod lexical;
pub(crate) mod objects;
mod options;
pub(crate) mod private_file;
pub(crate) mod query;
pub(crate) mod raw;
mod reembed;
mod schema;
mod sealing;
pub(crate) mod slack;
#[expect(clippy::module_inception, reason = "the file is named for its one type, `Store`")]
mod store;
pub(crate) mod sums;
mod vectors;

pub use check::{CheckOptions, CheckReport, Finding};
pub use error::{OpenError, StorageError};
pub(crate) use key_file::KeyFile;
pub use options::{Access, Options, RecipePart};
pub use query::visible::Include;
pub use raw::FileName;
pub use reembed::ReembedError;
pub use schema::FORMAT_VERSION;
pub(crate) use schema::write_log;
pub(crate) use store::{Inner, open_alone, open_file, open_still};
pub use store::{Store, StoredEmbedder};
pub(crate) use vectors::Vectors;
