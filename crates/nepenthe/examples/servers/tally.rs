//! What servers have acknowledged, and whether the store agrees.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use nepenthe::{Include, Store};

#[derive(Default)]
pub(crate) struct Tally {
    /// By id: the scope and the word of what was written.
    written: HashMap<String, (String, String)>,
    /// Purges that were begun.
    begun: BTreeSet<String>,
    purged: BTreeSet<String>,
    wrong: Vec<String>,
    micros: BTreeMap<String, Vec<u64>>,
}

impl Tally {
    /// Takes what a client said.
    pub(crate) fn take(&mut self, line: &str) {
        let mut words = line.split(' ');
        let (what, mut next) =
            (words.next().unwrap_or_default(), || words.next().unwrap_or_default().to_owned());
        match what {
            "begin" => drop(self.begun.insert(next())),
            "wrong" => self.wrong.push(line.to_owned()),
            "inscribe" | "purge" | "recall" => {
                let micros = next().parse().unwrap();
                self.micros.entry(what.to_owned()).or_default().push(micros);
                if what == "inscribe" {
                    let (id, scope) = (next(), next());
                    self.written.insert(id, (scope, next()));
                } else if what == "purge" {
                    self.purged.insert(next());
                }
            }
            _ => self.wrong.push(format!("a line that nobody says: {line}")),
        }
    }

    /// Prints what was done and how long it took; returns what the store has otherwise.
    pub(crate) fn report(&mut self, store: &Store) -> Vec<String> {
        for (what, micros) in &mut self.micros {
            micros.sort_unstable();
            let at = |part: usize| micros[(micros.len() - 1) * part / 100] as f64 / 1000.0;
            println!("{what:<9} {:>7}   p50 {:>8.1} ms   p99 {:>8.1} ms", micros.len(), at(50), at(99));
        }
        let mut there = HashMap::new();
        for path in store.scope_paths().unwrap() {
            for memory in store.scope(&path).unwrap().list(Include::All).unwrap() {
                there.insert(memory.id.to_string(), (path.clone(), memory.text));
            }
        }
        let mut wrong = self.wrong.clone();
        for (id, (scope, word)) in &self.written {
            match there.get(id) {
                Some(_) if self.purged.contains(id) => wrong.push(format!("{id} was purged and is there")),
                Some((path, text)) if path != scope || !text.starts_with(&format!("{word} ")) => {
                    wrong.push(format!("{id} is another"));
                }
                None if !self.begun.contains(id) => wrong.push(format!("{id} was acknowledged and is lost")),
                _ => {}
            }
        }
        println!("written {}, purged {}, there {}", self.written.len(), self.purged.len(), there.len());
        wrong
    }
}
