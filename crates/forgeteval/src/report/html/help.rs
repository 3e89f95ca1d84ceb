//! The keys.

use maud::{Markup, html};

/// Draws the list of keys.
pub(super) fn help() -> Markup {
    let keys = [
        ("j k", "next and previous case"),
        ("↓ ↑", "the same, in the list of cases"),
        ("← → ↑ ↓", "from cell to cell in a heat map, from mark to mark in a figure"),
        ("Enter", "on a cell: its failed cases in the explorer"),
        ("/", "search the cases"),
        ("1 2 3", "scorer published, probed, boundary"),
        ("Esc", "close"),
        ("?", "this list"),
    ];
    html! {
        dialog #help aria-labelledby="help-title" {
            h2 #help-title { "Keys" }
            dl {
                @for (key, what) in keys {
                    dt { @for key in key.split(' ') { kbd { (key) } " " } }
                    dd { (what) }
                }
            }
            form method="dialog" { button { "Close" } }
        }
    }
}
