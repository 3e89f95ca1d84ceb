//! Tables, made from raw verdicts alone.

mod grid;
mod headings;
mod print;
mod tally;
mod totals;

pub use print::{Form, print};
pub use tally::Report;
pub use totals::{ColumnTotals, MeanMs, MedianMs, Rate, SuiteColumn, SuiteTotals, SystemTotals};
