//! Probe.
use std::io::BufRead;
fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let r = nepenthe_text::request::parse(&line);
        let a = nepenthe_text::identity::asked(&line, &r);
        println!(
            "{line}\n   {:?} core={:?} pre={:?} reason={:?} except={:?} names={:?} ids={:?} narrow={}",
            r.extent,
            r.core,
            r.preamble,
            r.reason,
            r.except,
            a.names.iter().map(|n| (&n.text, n.kind)).collect::<Vec<_>>(),
            a.identifiers.iter().map(|i| (&i.text, i.kind)).collect::<Vec<_>>(),
            a.narrow
        );
    }
}
