//! A request for two things is read as two as well: what either means is meant.

use nepenthe_text::request::{Extent, conjuncts};

use super::ask::Ask;
use super::decide::MEANT;
use super::part::Row;

/// The longest first thing that stands for "it".
const LONGEST: usize = 6;

/// The two things that a request in words asks for, each as a request of its own.
pub(super) fn requests(ask: &Ask<'_>) -> Vec<String> {
    if ask.by_identity() || ask.by_name() || matches!(ask.request.extent, Extent::Everything | Extent::Ended)
    {
        return Vec::new();
    }
    let Some((first, second)) = conjuncts(ask.request.core) else { return Vec::new() };
    let that = if ask.is_statement() { "that " } else { "" };
    vec![format!("{that}{first}"), resolved(ask, first, second)]
}

/// The second thing with what its pronouns stand for.
fn resolved(ask: &Ask<'_>, first: &str, second: &str) -> String {
    let who = ask.names.first().map(|name| name.text.as_str());
    let thing = Some(first).filter(|_| !ask.is_statement() && first.split(' ').count() <= LONGEST);
    let words: Vec<&str> = second.split(' ').collect();
    let read = |(at, word): (usize, &&str)| {
        let owner = |who: &str| format!("{who}'s");
        let last = at + 1 == words.len();
        let said = match word.to_lowercase().as_str() {
            "his" | "their" => who.map(owner),
            "her" if !last => who.map(owner),
            "he" | "she" | "they" | "him" | "her" => who.map(str::to_owned),
            "its" => thing.map(owner),
            "it" => thing.map(str::to_owned),
            _ => None,
        };
        said.unwrap_or_else(|| (*word).to_owned())
    };
    words.iter().enumerate().map(read).collect::<Vec<_>>().join(" ")
}

/// Takes over what one of the two means, and the whole request did not.
pub(super) fn join(rows: &mut Vec<Row>, meant: Vec<Row>) {
    for row in meant.into_iter().filter(|row| row.whole.probability >= MEANT) {
        let id = row.candidate.hit.memory.id;
        match rows.iter_mut().find(|own| own.candidate.hit.memory.id == id) {
            Some(own) if own.whole.probability < MEANT => *own = row,
            Some(_) => {}
            None => rows.push(row),
        }
    }
}
