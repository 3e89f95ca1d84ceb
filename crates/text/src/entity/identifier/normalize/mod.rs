//! One file a family of kinds: how it is recognised and what its canonical form is.

pub(super) mod account;
pub(super) mod bank;
pub(super) mod book;
pub(super) mod glued;
pub(super) mod hex;
pub(super) mod issue;
pub(super) mod money;
pub(super) mod net;
pub(super) mod path;
pub(super) mod percent;
pub(super) mod phone;
pub(super) mod place;
pub(super) mod reference;
pub(super) mod repository;
pub(super) mod version;
pub(super) mod web;
pub(super) mod when;

use super::kind::Kind;
use super::row::Row;

/// A recognised stretch of a row, in folded characters.
#[derive(Debug, Clone)]
pub(super) struct Hit {
    pub kind: Kind,
    pub canonical: String,
    pub from: usize,
    pub to: usize,
}

/// The hits so far; a stretch belongs to the first family that claims it.
#[derive(Debug)]
pub(super) struct Scan<'r, 't> {
    pub row: &'r Row<'t>,
    pub hits: Vec<Hit>,
    taken: Vec<bool>,
}

impl<'r, 't> Scan<'r, 't> {
    pub fn new(row: &'r Row<'t>) -> Self {
        Scan { row, hits: Vec::new(), taken: vec![false; row.low.len()] }
    }

    pub fn free(&self, from: usize, to: usize) -> bool {
        self.taken.get(from..to).is_some_and(|range| !range.contains(&true))
    }

    /// Something that stands inside what was recognised already.
    pub fn within(&mut self, kind: Kind, canonical: String, from: usize, to: usize) {
        self.hits.push(Hit { kind, canonical, from, to });
    }

    pub fn push(&mut self, kind: Kind, canonical: String, from: usize, to: usize) -> bool {
        let free = from < to && self.free(from, to);
        if free {
            self.taken[from..to].fill(true);
            self.hits.push(Hit { kind, canonical, from, to });
        }
        free
    }
}

/// All recognised stretches of a row, in order.
pub(super) fn scan(row: &Row<'_>) -> Vec<Hit> {
    let mut scan = Scan::new(row);
    net::arpa(&mut scan);
    repository::scan(&mut scan);
    web::scan(&mut scan);
    issue::scan(&mut scan);
    account::scan(&mut scan);
    hex::scan(&mut scan);
    net::scan(&mut scan);
    book::scan(&mut scan);
    bank::scan(&mut scan);
    path::scan(&mut scan);
    place::scan(&mut scan);
    when::scan(&mut scan);
    money::scan(&mut scan);
    phone::scan(&mut scan);
    version::scan(&mut scan);
    reference::scan(&mut scan);
    let mut hits = scan.hits;
    hits.sort_by_key(|hit| (hit.from, std::cmp::Reverse(hit.to)));
    hits
}
