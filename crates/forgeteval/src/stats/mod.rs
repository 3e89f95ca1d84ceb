//! The statistics of tables and comparisons.

mod average;
mod fleiss;
mod holm;
mod mcnemar;
mod spread;
mod wilson;

pub use average::{mean, median};
pub use fleiss::{Fleiss, FleissError, fleiss};
pub use holm::holm;
pub use mcnemar::{McNemar, mcnemar};
pub use spread::{Spread, spread};
pub use wilson::{Interval, wilson};
