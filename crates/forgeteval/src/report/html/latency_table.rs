//! Published times beside measured ones.

use maud::{Markup, html};

use super::heat_table::row_name;
use crate::report::SuiteView;
use crate::report::figure::ms;
use crate::report::published::latency;

/// Draws the times of the systems for which any were published.
pub(super) fn latency_table(suite: &SuiteView<'_>) -> Markup {
    let rows: Vec<_> = suite
        .times
        .iter()
        .filter(|times| times.cases > 0)
        .map(|times| (times, latency(&times.system)))
        .filter(|(_, published)| !published.is_empty())
        .collect();
    let titles: Vec<&str> = {
        let mut titles: Vec<&str> =
            rows.iter().flat_map(|(_, of)| of.iter().map(|(title, _)| *title)).collect();
        titles.sort_unstable();
        titles.dedup();
        titles
    };
    html! {
        @if !rows.is_empty() {
            div.scroll tabindex="0" role="region" aria-label="Published times" {
                table.numbers {
                    caption.unseen { "Milliseconds a case, measured and published" }
                    thead {
                        tr {
                            th scope="col" { "system" }
                            th scope="col" { "measured mean ms" }
                            @for title in &titles { th scope="col" { "published: " (title) } }
                        }
                    }
                    tbody {
                        @for (times, published) in &rows {
                            tr {
                                th scope="row" { (row_name(&times.system)) }
                                td { (ms(times.mean.total)) }
                                @for title in &titles {
                                    td {
                                        @match published.iter().find(|(of, _)| of == title) {
                                            Some((_, value)) => (ms(*value)),
                                            None => "?",
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            p.caption { "Published on another machine, which is not described, and on the adversarial suite." }
        }
    }
}
