//! Tables, figures and pages, made from raw verdicts.

mod against;
mod balance;
mod compare;
pub mod figure;
pub(crate) mod grid;
mod headings;
mod heat;
pub mod html;
mod latex;
mod markdown;
mod origins;
mod print;
mod print_statistics;
pub mod published;
mod published_text;
mod role;
mod tally;
mod times;
mod totals;
mod variance;
mod view;

pub use against::{Against, Comparisons};
pub use balance::{Balance, balances};
pub use compare::{ColumnComparison, Comparison, compare};
pub use latex::latex;
pub use markdown::markdown;
pub use origins::{OriginTotals, by_origin};
pub use print::{Form, print};
pub use print_statistics::{print_comparisons, print_origins, print_variance};
use published_text::{published_percent, published_total};
pub use role::Role;
pub use tally::Report;
pub use times::{Share, SystemTimes, system_times};
pub use totals::{ColumnTotals, MeanMs, MedianMs, Passes, Rate, SuiteColumn, SuiteTotals, SystemTotals};
pub use variance::{Variance, variance};
pub use view::{Scored, SuiteView, View};
