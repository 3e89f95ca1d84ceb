//! Memory systems under test: the seam that each implements, those built in, and what they share.

mod cached_embedder;
mod contract;
mod keep;
mod naive_sql;
mod nepenthe;
mod nuke;
mod null;
mod oracle;
mod registry;
mod rows;

pub use cached_embedder::{CachedEmbedder, Meter};
pub use contract::{Adapter, AdapterError, System, Times};
pub use keep::Keep;
pub use naive_sql::NaiveSql;
pub use nepenthe::Nepenthe;
pub use nuke::Nuke;
pub use null::Null;
pub use oracle::Oracle;
pub use registry::{Entry, REGISTRY, Settings, build_systems};
pub use rows::Rows;
