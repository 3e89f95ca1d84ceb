//! Tables, made from raw verdicts alone.

mod compare;
mod grid;
mod headings;
mod origins;
mod print;
mod print_statistics;
mod tally;
mod totals;
mod variance;

pub use compare::{ColumnComparison, Comparison, compare};
pub use origins::{OriginTotals, by_origin};
pub use print::{Form, print};
pub use print_statistics::{print_comparisons, print_origins, print_variance};
pub use tally::Report;
pub use totals::{ColumnTotals, MeanMs, MedianMs, Passes, Rate, SuiteColumn, SuiteTotals, SystemTotals};
pub use variance::{Variance, variance};
