//! How many of the hand-made edits can be written at all, by leaving out clauses and parties: no scorer can do better.

use std::collections::BTreeSet;

use nepenthe_text::clause;

use crate::group::{Group, Row, bag};

/// Up to how many clauses all subsets are tried.
const COMBINED: usize = 9;

/// Counts edits.
#[derive(Default)]
pub(crate) struct Reach {
    edits: usize,
    reached: usize,
}

impl Reach {
    /// Tries the group's edits; returns those that cannot be written, if there are any.
    pub(crate) fn add(&mut self, group: &Group) -> Option<String> {
        let mut missed = String::new();
        for row in &group.rows {
            let Row::Edited(_, old, new) = row else { continue };
            let expected = bag(new);
            self.edits += 1;
            if shorter(old).iter().any(|text| bag(text) == expected) {
                self.reached += 1;
            } else {
                missed.push_str(&format!("{old}\n  {new}\n"));
            }
        }
        (!missed.is_empty()).then_some(missed)
    }
}

/// The text without some of its clauses, some of its parties, or both.
fn shorter(text: &str) -> BTreeSet<String> {
    let mut found = without_clauses(text);
    let mut last: BTreeSet<String> = found.iter().cloned().chain([text.to_owned()]).collect();
    for _ in 0..2 {
        let next: BTreeSet<String> = last.iter().take(200).flat_map(|text| without_parties(text)).collect();
        found.extend(next.iter().take(40).flat_map(|text| without_clauses(text)));
        found.extend(next.iter().cloned());
        last = next;
    }
    found
}

fn without_clauses(text: &str) -> BTreeSet<String> {
    let clauses = clause::split(text);
    let count = clauses.len().min(COMBINED);
    let sets = (1..1_usize << count).map(|set| (0..count).filter(|clause| set >> clause & 1 == 1).collect());
    sets.filter_map(|set: Vec<usize>| clauses.without(&set)).collect()
}

fn without_parties(text: &str) -> BTreeSet<String> {
    let lists = clause::parties(text);
    let members = lists.iter().flat_map(|list| &list.members);
    let fewer = members.filter_map(|member| clause::without_party(text, member.span.clone()));
    fewer.chain(clause::shorter(text)).collect()
}

impl std::fmt::Display for Reach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = 100.0 * self.reached as f64 / self.edits.max(1) as f64;
        writeln!(f, "edits that can be written: {} of {} ({percent:.1} %)", self.reached, self.edits)
    }
}
