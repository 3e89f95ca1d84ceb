//! The little statistics that a table needs.

mod average;
mod wilson;

pub use average::{mean, median};
pub use wilson::{Interval, wilson};
