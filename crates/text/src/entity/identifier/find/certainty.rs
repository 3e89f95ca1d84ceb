//! How sure a match of letters and digits is, or why it is another thing.

use super::Search;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::label;
use crate::entity::identifier::normalize::Hit;
use crate::entity::identifier::pattern::{Match, Pattern};
use crate::entity::identifier::spelled::Piece;

impl Search<'_, '_> {
    pub(super) fn judge(&self, pattern: &Pattern, pieces: &[Piece], m: &Match) -> Result<f32, String> {
        let (a, b) = m.atoms(pieces);
        let mut within = self.within(pattern, m, self.row.atoms[a].from, self.row.atoms[b].to)?;
        // "The hall phone ends in 3308": of another number.
        if pattern.digits_only() && pattern.digits < 7 && self.ending(a).is_some() && !self.is_cut_short(a) {
            return Err("the last digits of a longer one".to_owned());
        }
        within |= self.branched(a);
        let mut certainty = self.neighbours(pattern, pieces, m, within)?;
        if within {
            certainty *= 0.85;
        }
        if pattern.letters_only() {
            return self.name(pattern, a, b, certainty);
        }
        self.number(pattern, pieces, m, certainty)
    }

    /// "SSN 4417": four digits of what has more are its last ones.
    fn is_cut_short(&self, at: usize) -> bool {
        const NEAR: usize = 5;
        let label = self.wanted.label.as_deref().unwrap_or_default();
        let before = &self.row.atoms[at.saturating_sub(NEAR)..at];
        let of_it = before.iter().any(|&atom| label::canonical(&self.row.word(atom)) == label);
        let long = self.wanted.kind == Kind::NationalId || matches!(label, "card" | "iban" | "account");
        long && of_it && self.wanted.canonical.chars().filter(char::is_ascii_digit).count() == 4
    }

    /// Whether the characters `from..to` are part of an address; what else they are or are part of speaks against them.
    fn within(&self, pattern: &Pattern, m: &Match, from: usize, to: usize) -> Result<bool, String> {
        use Kind::{
            Amount, Cidr, Code, Coordinates, Date, Doi, Domain, Email, Handle, Ipv4, Ipv6, Key, Number, Path,
            Phone, Plate, Reference, Time, Url, Version,
        };
        let Some(hit) = self.hits.iter().find(|hit| hit.from <= from && to <= hit.to) else {
            return Ok(false);
        };
        let written = self.row.written(hit.from, hit.to);
        if (hit.from, hit.to) == (from, to) {
            return match hit.kind {
                Time | Date => Err(format!("a {}: {written}", hit.kind)),
                Amount if pattern.digits_only() => Err(format!("a {}: {written}", hit.kind)),
                _ => Ok(false),
            };
        }
        match hit.kind {
            Path | Url => Ok(true),
            Reference | Plate | Handle | Number | Key | Code | Domain => Ok(false),
            Phone if m.spoken || self.wanted.kind == Kind::Mac => Ok(false),
            // "Call 628-555-0192 extension 44" has extension 44.
            Phone if to == hit.to && self.wanted.label.as_deref() == Some("extension") => Ok(false),
            Email if pattern.digits == 0 || pattern.digits_only() => {
                Err("part of an e-mail address".to_owned())
            }
            Email => Ok(false),
            Version if !pattern.digits_only() => Ok(false),
            Date | Coordinates | Ipv4 | Ipv6 | Cidr | Doi | Phone | Version | Amount | Time => {
                Err(format!("part of another thing: {written} ({})", hit.kind))
            }
            _ if same_signs(pattern, hit) => Ok(false),
            _ => Err(format!("part of a longer {}: {written}", hit.kind)),
        }
    }

    /// Whether words and slashes alone stand before an atom in its run: "feature/ops-412-rotate".
    fn branched(&self, at: usize) -> bool {
        let row = self.row;
        let from = row.atoms[at].from;
        let lead: Vec<char> = row.raw[..from].iter().rev().take_while(|c| **c != ' ').copied().collect();
        let spelled = |c: &char| c.is_alphabetic() || matches!(c, '/' | '-' | '_');
        lead.first() == Some(&'/') && lead.len() >= 4 && lead.iter().all(spelled)
    }
}

fn same_signs(pattern: &Pattern, hit: &Hit) -> bool {
    hit.canonical.chars().filter(|c| c.is_alphanumeric()).eq(pattern.chars.iter().copied())
}
