//! Values.
use std::io::BufRead;
fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        println!("{line}: {:?}", nepenthe_text::identifier::values(&line));
    }
}
