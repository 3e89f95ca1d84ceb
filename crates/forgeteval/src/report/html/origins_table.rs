//! Passes by where the cases come from.

use maud::{Markup, html};

use super::heat_table::row_name;
use super::sort_button;
use crate::report::heat::in_words;
use crate::report::{OriginTotals, Role, Scored};

/// Draws systems by origins.
pub(super) fn origins_table(scored: &Scored) -> Markup {
    let mut origins: Vec<&str> = Vec::new();
    for totals in &scored.origins {
        if !origins.contains(&totals.origin.as_str()) {
            origins.push(&totals.origin);
        }
    }
    let cell = |system: &str, origin: &str| -> Option<&OriginTotals> {
        scored.origins.iter().find(|totals| totals.system == system && totals.origin == origin)
    };
    let of = |contestant: bool| {
        let systems = scored.ordered().into_iter().map(|system| system.name.as_str());
        systems.filter(move |name| (Role::of(name) == Role::Contestant) == contestant)
    };
    let body = |contestant: bool| {
        html! {
            @for system in of(contestant) {
                tr data-system=(system) {
                    th scope="row" data-v=(system) { (row_name(system)) }
                    @for origin in &origins { (cell(system, origin).map_or_else(|| html! { td { "–" } }, draw)) }
                }
            }
        }
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label="By origin" {
            table.numbers data-sortable {
                caption.unseen { "Passes by the origin of the cases" }
                thead {
                    tr {
                        th scope="col" aria-sort="none" { (sort_button("system", "Sort by name")) }
                        @for origin in &origins {
                            th scope="col" aria-sort="none" { (sort_button(origin, "Passed of the cases of this origin: sort")) }
                        }
                    }
                }
                tbody.contestants { (body(true)) }
                tbody.yardsticks { (body(false)) }
            }
        }
    }
}

fn draw(totals: &OriginTotals) -> Markup {
    let (strict, evaluable) = (&totals.strict, &totals.evaluable);
    html! {
        td data-v=[strict.rate] title=(in_words(strict)) {
            b { (strict.pass) } span.of { "/" (strict.of) }
            @if let Some(share) = strict.rate { " " (format!("{:.1} %", share * 100.0)) }
            @if evaluable.of < strict.of {
                span.of {
                    " (evaluable " @match evaluable.rate {
                        Some(share) => (format!("{:.1} %", share * 100.0)),
                        None => "N/A",
                    } ")"
                }
            }
        }
    }
}
