//! Systems by folder: `systems/<name>/system.toml` says what a rival is and how its adapter is started.

mod error;
mod folder;
mod manifest;
mod shelf;

pub use error::RivalError;
pub use folder::{MANIFEST, Rival};
pub use manifest::{Manifest, Runtime};
pub use shelf::Shelf;
