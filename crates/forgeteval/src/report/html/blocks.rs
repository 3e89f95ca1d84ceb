//! What another benchmark's report holds, as a part of the page.

use maud::{Markup, html};

use super::heat_table::row_name;
use crate::external::Block;
use crate::report::grid::Grid;

/// Draws headings, tables and notes, below a title.
pub(in crate::report) fn blocks(id: &str, title: &str, about: &str, blocks: &[Block]) -> Markup {
    let mut named = title;
    let parts = blocks.iter().map(|block| {
        if let Block::Heading(text) | Block::Title(text) = block {
            named = text;
        }
        (block, named)
    });
    html! {
        section id=(id) aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } { (title) }
            p.caption { (about) }
            @for (block, named) in parts {
                @match block {
                    Block::Heading(text) => h3 { (text) },
                    Block::Title(text) => h4 { (text) },
                    Block::Table(grid) => (grid_table(named, grid)),
                    Block::Note(text) => p.caption { (text) },
                    Block::End => {},
                }
            }
        }
    }
}

/// Draws a grid as a table.
pub(in crate::report) fn grid_table(name: &str, grid: &Grid) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(name) {
            table.numbers {
                caption.unseen { (name) }
                thead {
                    tr {
                        @for (top, below) in grid.headings() {
                            th scope="col" { (top) @if !below.is_empty() { " " span.of { (below) } } }
                        }
                    }
                }
                tbody {
                    @for row in grid.rows() {
                        tr {
                            @for (place, cell) in row.iter().enumerate() {
                                @if place == 0 { th scope="row" { (row_name(cell)) } }
                                @else { td class=[(cell == "N/A").then_some("na")] { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
