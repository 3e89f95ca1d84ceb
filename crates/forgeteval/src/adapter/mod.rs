//! Memory systems under test: the seam that each implements, those built in, and what they share.

mod baseline;
mod cached_embedder;
mod contract;
mod naive_sql;
mod nepenthe;
mod null;
mod registry;
mod rows;

pub use baseline::Baseline;
pub use cached_embedder::{CachedEmbedder, Meter};
pub use contract::{Adapter, AdapterError, System, Times};
pub use naive_sql::NaiveSql;
pub use nepenthe::Nepenthe;
pub use null::Null;
pub use registry::{Entry, REGISTRY, Settings, build_systems};
pub use rows::Rows;
