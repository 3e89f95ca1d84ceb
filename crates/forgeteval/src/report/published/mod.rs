//! The published tables as data, and what was measured beside them.

mod beside;
mod cell;
mod files;
mod latency;
mod systems;
mod table;

pub use beside::{Beside, BesideRow, Fit, beside};
pub use cell::Cell;
pub use files::{table, tables};
pub use latency::latency;
pub use systems::{PublishedSystem, keyed, system, systems};
pub use table::{PublishedColumn, PublishedRow, PublishedSuite, PublishedTable, Total, Unit};
