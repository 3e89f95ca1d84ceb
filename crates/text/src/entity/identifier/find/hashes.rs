//! Ids in hex of which a row has the beginning alone: hashes, commits, UUIDs.

use super::Search;
use super::tied::tied_behind;
use crate::entity::identifier::kind::{How, Kind};
use crate::entity::identifier::row::Atom;
use crate::entity::identifier::same::begins;

impl Search<'_, '_> {
    pub(super) fn hashes(&mut self) {
        if matches!(self.wanted.kind, Kind::Uuid | Kind::Hash | Kind::Commit) {
            self.abbreviations();
        }
        if self.wanted.kind == Kind::Commit {
            self.linked_commit();
        }
    }

    /// Hex ids cut short, also with "…".
    fn abbreviations(&mut self) {
        let row = self.row;
        for &atom in &row.atoms {
            let cut = row.raw_at(atom.to) == '…' || row.raw[atom.to..].starts_with(&['.', '.', '.']);
            if atom.len() >= 7
                && atom.len() < self.wanted.canonical.len()
                && self.begins_alike(atom)
                && (cut || self.wanted.kind == Kind::Commit && atom.len() < 40)
                && !matches!(row.before(atom.from), '#' | '-' | '_')
                && !tied_behind(row, atom.to, &['-', '_'])
            {
                let certainty = if atom.digits { 0.5 } else { 0.9 };
                self.push(row.bytes(atom.from, atom.to), How::Abbreviated, certainty);
            }
        }
    }

    /// A commit of which the wanted id is the beginning, in an address: ".../commit/7f3c9a2e51b0d4".
    fn linked_commit(&mut self) {
        let row = self.row;
        for &atom in &row.atoms {
            let within = || {
                self.hits.iter().any(|hit| {
                    matches!(hit.kind, Kind::Url | Kind::Path) && hit.from <= atom.from && atom.to <= hit.to
                })
            };
            if matches!(row.before(atom.from), '/' | '=' | '@')
                && (7..=40).contains(&atom.len())
                && self.begins_alike(atom)
                && within()
            {
                self.push(row.bytes(atom.from, atom.to), How::Within, 0.9);
            }
        }
    }

    /// Whether an atom in hex begins the wanted id, or the id begins it.
    fn begins_alike(&self, atom: Atom) -> bool {
        self.row.low(atom).iter().all(char::is_ascii_hexdigit)
            && begins(&self.row.word(atom), &self.wanted.canonical)
    }
}
