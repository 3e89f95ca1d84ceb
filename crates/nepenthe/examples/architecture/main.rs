//! Draws docs/architecture.svg: `cargo run -p nepenthe --example architecture > docs/architecture.svg`. With `--circles` it
//! prints which files of the engine import each other in a circle.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a tool of the documents")]

mod draw;
mod imports;
mod layers;

use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if std::env::args().any(|argument| argument == "--circles") {
        for circle in imports::Imports::read(&root.join("crates/nepenthe/src")).circles() {
            let names: Vec<String> = circle.iter().map(|module| module.join("/")).collect();
            println!("{} files: {}", names.len(), names.join(", "));
        }
        return;
    }
    print!("{}", draw::draw(&root));
}
