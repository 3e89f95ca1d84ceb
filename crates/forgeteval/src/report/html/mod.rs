//! A report as one HTML file that needs no network.

mod beside;
mod blocks;
mod data;
mod explorer;
mod findings;
mod heat_table;
mod help;
mod latency_table;
mod masthead;
mod models_table;
mod origins_table;
mod page;
mod paper;
mod provenance;
mod published_tables;
mod reading;
mod suite;
mod toolbar;
mod totals_table;

pub(in crate::report) use blocks::{blocks, grid_table};
pub(in crate::report) use heat_table::row_name;
pub use page::page;
pub(in crate::report) use published_tables::draw as published_table;

use maud::{Markup, html};

use super::{Scored, SuiteView};
use crate::score::Scorer;

/// Draws a part for each scorer; the page shows one of them at a time.
fn by_scorer(suite: &SuiteView<'_>, shown: Scorer, part: impl Fn(&Scored) -> Markup) -> Markup {
    html! {
        @for scored in &suite.scored {
            div.by-scorer data-scorer=(scored.scorer) hidden[scored.scorer != shown] { (part(scored)) }
        }
    }
}

/// Draws a heading that sorts the table by its column.
fn sort_button(words: &str, explanation: &str) -> Markup {
    html! { button type="button" data-sort title=(explanation) { (words) } }
}
