//! The picture of docs/architecture.md: the crates, the lowest at the bottom, and beside them the layers of the engine.

use std::fmt::Write;
use std::path::Path;

use super::layers::{self, Layer};

const ROW: usize = 34;
const WIDTH: usize = 470;
const GAP: usize = 40;
const TOP: usize = 62;

/// Draws both columns.
pub fn draw(root: &Path) -> String {
    let crates = layers::of(root, "## Crates");
    let engine = layers::of(root, "## The engine");
    let rows = crates.len().max(engine.len());
    let (width, height) = (2 * WIDTH + 3 * GAP, TOP + rows * (ROW + 6) + 46);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" \
         font-size=\"13\">\n<title>The crates of Nepenthe and the layers of its engine: each uses only what is below it</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    column(&mut svg, GAP, "Crates", &crates, rows);
    column(&mut svg, WIDTH + 2 * GAP, "Inside the engine (crates/nepenthe/src)", &engine, rows);
    writeln!(
        svg,
        "<text x=\"{GAP}\" y=\"{}\" fill=\"#555\">Each uses only what is below it.</text>\n</svg>",
        height - 18
    )
    .unwrap();
    svg
}

fn column(svg: &mut String, x: usize, title: &str, layers: &[Layer], rows: usize) {
    writeln!(
        svg,
        "<text x=\"{x}\" y=\"38\" font-size=\"16\" font-weight=\"600\" fill=\"#111\">{title}</text>"
    )
    .unwrap();
    for (index, layer) in layers.iter().enumerate() {
        let y = TOP + (rows - 1 - index) * (ROW + 6);
        // The darker, the higher.
        let shade = 250 - index * 60 / layers.len();
        let (name, what) = (&layer.name, escape(&layer.what));
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{ROW}\" rx=\"4\" fill=\"rgb({shade},{shade},250)\" \
             stroke=\"#99a\"/>\n<text x=\"{}\" y=\"{ty}\" font-weight=\"600\" fill=\"#113\">{name}</text>\n\
             <text x=\"{}\" y=\"{ty}\" fill=\"#333\">{what}</text>",
            x + 10,
            x + 100,
            ty = y + 22
        )
        .unwrap();
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('`', "")
}
