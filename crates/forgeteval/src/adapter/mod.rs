//! Memory systems under test: the seam that each implements, those built in, and what they share.

mod baseline;
mod cached_embedder;
mod catalog;
mod contract;
mod naive_sql;
mod nepenthe;
mod normalized_keys;
mod null;
mod oracle_edits;
pub mod process;
mod registry;
pub mod rival;
mod rows;
mod scoped_rows;
mod usage;

pub use baseline::Baseline;
pub use cached_embedder::{CachedEmbedder, Meter};
pub use catalog::{Catalog, CatalogError};
pub use contract::{Adapter, AdapterError, Shown, System, Times};
pub use naive_sql::NaiveSql;
pub use nepenthe::{Nepenthe, look_for_database};
pub use normalized_keys::NormalizedKeys;
pub use null::Null;
pub use oracle_edits::OracleEdits;
pub use registry::{Entry, REGISTRY, Settings, build_systems};
pub use rows::Rows;
pub use usage::Usage;
