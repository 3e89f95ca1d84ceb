//! What is written on either side of a match, and whether it makes the match part of a longer one.

use super::Search;
use super::words::is_unit;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::label::{self, Fit};
use crate::entity::identifier::model_suffix;
use crate::entity::identifier::pattern::{Match, Pattern, gap};
use crate::entity::identifier::row::Row;
use crate::entity::identifier::spelled::Piece;

/// What is said of a thing, joined to what it is called: "the db-prod-1-related mails".
const SAID_OF: [&str; 16] = [
    "related", "based", "only", "compatible", "specific", "style", "type", "wide", "side", "owned", "hosted",
    "bound", "linked", "dependent", "like", "ready",
];

impl Search<'_, '_> {
    pub(super) fn neighbours(
        &self,
        pattern: &Pattern,
        pieces: &[Piece],
        m: &Match,
        within: bool,
    ) -> Result<f32, String> {
        let left = self.left(pattern, pieces, m, within)?;
        let right = self.right(pattern, pieces, m, within)?;
        let short = pattern.digits_only() && pattern.digits < 7;
        let (_, last) = m.atoms(pieces);
        if short && matches!(self.row.raw_at(self.row.atoms[last].to), '%' | '€' | '$' | '£' | '°') {
            return Err("an amount or measure".to_owned());
        }
        Ok(left * right)
    }

    fn left(&self, pattern: &Pattern, pieces: &[Piece], m: &Match, within: bool) -> Result<f32, String> {
        let row = self.row;
        let Some(before) = m.first.checked_sub(1) else { return Ok(1.0) };
        let (piece, first) = (&pieces[before], &pieces[m.first]);
        let gap = gap(row, pieces, before);
        let same_atom = piece.last == first.first && gap.is_empty();
        let counted_on = m.spoken && piece.spoken && !piece.ordinal;
        match gap {
            [] if !same_atom && !row.atoms[piece.last].han && !row.atoms[first.first].han => Ok(1.0),
            &[mark @ ('-' | '/' | '.' | ':' | '_' | '·' | ',')] => {
                self.marked_left(pattern, pieces, m, within, mark)
            }
            [' '] if pattern.digits_only() && !m.spoken && self.lettered(piece.first) => longer(piece),
            [' '] if is_digits(&piece.text) && starts_with_digit(pattern, first) => {
                let grouped = piece.text.len() <= 3 && first.text.len() == 3 && pattern.digits_only();
                // Both in groups: "9 4400 1122" is not 4400 1122.
                let parted = pattern.digits_only() && m.last > m.first && is_spaced(row, pieces, m);
                if grouped || parted || counted_on { longer(piece) } else { Ok(1.0) }
            }
            _ if counted_on
                && !gap.iter().any(|c| matches!(c, '.' | ':' | ';'))
                && gap.len() <= 2
                && !self.of_another(pieces, before, gap) =>
            {
                longer(piece)
            }
            _ => Ok(1.0),
        }
    }

    /// One mark parts the match from what stands before it.
    fn marked_left(
        &self,
        pattern: &Pattern,
        pieces: &[Piece],
        m: &Match,
        within: bool,
        mark: char,
    ) -> Result<f32, String> {
        let (piece, first) = (&pieces[m.first - 1], &pieces[m.first]);
        let count = piece.text.chars().count();
        let digits = is_digits(&piece.text);
        let neutral = within && matches!(mark, '/' | '_')
            || mark == ':'
            || mark == ',' && !digits
            || (mark == '.' && !digits && piece.text.len() > 1);
        let is_word = self.is_word(pattern);
        // "mobile.checkout.fast" is not checkout.fast.
        if is_word && mark == '.' && self.wanted.text.contains('.') {
            return longer(piece);
        }
        if neutral && !(digits && starts_with_digit(pattern, first) && mark == '.')
            || !digits && self.labels(pattern, piece, mark)
        {
            Ok(1.0)
        } else if m.spoken && piece.spoken && !piece.ordinal {
            longer(piece)
        } else if digits || count <= 3 || mark == '-' && !piece.text.chars().all(char::is_alphabetic) {
            if m.spoken && !piece.spoken && mark == ',' { Ok(1.0) } else { longer(piece) }
        } else if is_word && !matches!(mark, '/' | ':') {
            longer(piece)
        } else {
            Ok(if mark == '_' { 0.85 } else { 0.6 })
        }
    }

    /// Whether a piece before a mark is no more than the label of the number behind it: "room-204", "R-2044" of a room.
    fn labels(&self, pattern: &Pattern, piece: &Piece, mark: char) -> bool {
        let initial = || {
            let noun = label::before(self.row, piece.first);
            pattern.digits >= 4
                && piece.text.chars().count() == 1
                && mark == '-'
                && noun.as_deref().is_some_and(|noun| noun.starts_with(&piece.text))
                && self.fit(noun.as_deref()) == Fit::Same
        };
        label::known(&piece.text)
            || initial()
            || label::is_marker(&piece.text)
            || self.wanted.label.as_deref().is_some_and(|label| label::abbreviates(&piece.text, label))
            || self.fit(Some(&piece.text)) == Fit::Same
    }

    fn right(&self, pattern: &Pattern, pieces: &[Piece], m: &Match, within: bool) -> Result<f32, String> {
        let row = self.row;
        let Some(piece) = pieces.get(m.last + 1) else { return Ok(1.0) };
        let gap = gap(row, pieces, m.last);
        let certainty = match gap {
            &[mark @ ('-' | '/' | '.' | '_' | '·' | ',')] => {
                self.marked_right(pattern, pieces, m, within, mark)?
            }
            [' '] if is_digits(&piece.text) => {
                let last = &pieces[m.last].text;
                let grouped = last.len() <= 3 && piece.text.len() == 3 && is_digits(last);
                let parted = m.last > m.first && is_spaced(row, pieces, m);
                if pattern.digits_only() && (grouped || parted) || m.spoken && piece.spoken {
                    return longer(piece);
                }
                1.0
            }
            [' '] if matches!(piece.text.as_str(), "bis" | "ter" | "quater") => return longer(piece),
            [' '] if model_suffix::fits(self.wanted) && model_suffix::is(row, piece.first) => {
                return longer(piece);
            }
            ['@'] if self.is_word(pattern) => return Err("part of an e-mail address".to_owned()),
            [',', ..] if !pattern.digits_only() && pattern.chars.len() >= 6 => 0.9,
            _ if m.spoken
                && piece.spoken
                && gap.len() <= 2
                && !gap.iter().any(|c| matches!(c, '.' | ':' | ';' | '\'' | '"')) =>
            {
                return longer(piece);
            }
            _ => 1.0,
        };
        let ends_digit = pattern.chars.last().is_some_and(char::is_ascii_digit);
        let unit = (pattern.digits_only() || ends_digit && m.last > m.first)
            && matches!(gap, [' '] | [] | ['-'])
            && is_unit(&piece.text);
        if unit && pattern.digits < 7 {
            return Err(format!("a measure: {} {}", self.wanted.text, piece.text));
        }
        Ok(certainty)
    }

    /// One mark parts the match from what stands behind it.
    fn marked_right(
        &self,
        pattern: &Pattern,
        pieces: &[Piece],
        m: &Match,
        within: bool,
        mark: char,
    ) -> Result<f32, String> {
        let row = self.row;
        let piece = &pieces[m.last + 1];
        let digits = is_digits(&piece.text);
        let mixed = piece.text.bytes().any(|b| b.is_ascii_digit());
        let count = piece.text.chars().count();
        let is_word = self.is_word(pattern);
        let file = mark == '.'
            && !mixed
            && (2..=5).contains(&count)
            && row.atoms.get(piece.first).is_some_and(|&atom| !row.capitals(atom));
        if mark == ',' {
            if digits && count == 3 && pattern.digits_only() { longer(piece) } else { Ok(1.0) }
        } else if within && mark == '/' {
            Ok(1.0)
        } else if file && !is_word {
            Ok(0.8)
        } else if within && matches!(mark, '-' | '_') && self.slug(pieces, m)
            || mark == '/' && count == 1 && !digits && is_callsign(&pattern.chars)
            || mark == '/' && self.at_head(pattern, m.atoms(pieces).0)
        {
            Ok(0.9)
        } else if mixed
            || mark == '-' && self.wanted.text.contains(['.', ':', '/'])
            || (count <= 3 && mark != '.')
            || mark == '.' && count <= 2
            || is_word
            || mark == '-' && self.is_slug() && !SAID_OF.contains(&piece.text.as_str())
        {
            longer(piece)
        } else {
            Ok(if mark == '_' { 0.85 } else { 0.6 })
        }
    }

    /// Whether a wanted code of letters and digits stands directly behind its noun and a colon, at the head of a longer token: "Crate seal:
    /// zephyr9/1147/Q".
    fn at_head(&self, pattern: &Pattern, first: usize) -> bool {
        const TELLING: usize = 5;
        let row = self.row;
        let letters = pattern.chars.iter().filter(|c| c.is_alphabetic()).count();
        let noun = first.checked_sub(1).map(|left| row.word(row.atoms[left]));
        self.wanted.text.contains(|c: char| c.is_ascii_digit())
            && letters >= TELLING
            && !self.wanted.text.contains('/')
            && row.before(row.atoms[first].from) == ' '
            && noun.is_some()
            && self.fit(noun.as_deref()) == Fit::Same
    }

    /// Whether the wanted one is a word. A key is a key, whether or not chance put a digit into it.
    fn is_word(&self, pattern: &Pattern) -> bool {
        pattern.letters_only() && self.wanted.kind != Kind::Key
    }

    /// Whether the wanted one is words and a number joined by lines, as hosts are called: "db-prod-1-replica" is another.
    fn is_slug(&self) -> bool {
        let text = &self.wanted.text;
        self.wanted.kind == Kind::Reference
            && text.contains('-')
            && text.contains(char::is_lowercase)
            && !text.contains(char::is_uppercase)
    }

    /// Whether an atom is the letter with which a number behind a noun begins: "Bestellung A 1042".
    fn lettered(&self, at: usize) -> bool {
        let row = self.row;
        let atom = row.atoms[at];
        let word = row.word(atom);
        let noun = at.checked_sub(1).map(|left| row.word(row.atoms[left]));
        let own = self.wanted.label.as_deref().is_some_and(|label| label::abbreviates(&word, label));
        atom.letters
            && atom.len() <= 2
            && row.capitals(atom)
            && !own
            && !label::known(&word)
            && !label::is_marker(&word)
            && (atom.len() == 1 || !label::is_function(&word))
            && at > 0
            && matches!(row.gap(at - 1), [' '] | ['.', ' '] | [':', ' '])
            && noun.is_some_and(|noun| label::known(&noun) || label::is_marker(&noun))
    }

    /// Whether words alone go on behind the number in the name of a file: "0007-use-sqlite.md".
    fn slug(&self, pieces: &[Piece], m: &Match) -> bool {
        let row = self.row;
        let zeros = row.word(row.atoms[pieces[m.last].last]).starts_with('0');
        // The key of an issue: "ops412-rotate-logs".
        let digits = self.wanted.canonical.bytes().filter(u8::is_ascii_digit).count();
        let letters = self.wanted.canonical.bytes().take_while(u8::is_ascii_alphabetic).count();
        let keyed = letters >= 2 && digits >= 2 && letters + digits == self.wanted.canonical.len();
        let plain = |piece: &Piece| {
            piece.text.chars().count() >= 3
                && row.raw(row.atoms[piece.first]).iter().all(|c| c.is_lowercase())
        };
        let words = pieces[m.last + 1..]
            .iter()
            .enumerate()
            .take_while(|(at, _)| matches!(gap(row, pieces, m.last + at), ['-' | '_']))
            .take_while(|(_, piece)| piece.text.chars().all(char::is_alphabetic))
            .count();
        zeros && words >= 2 || keyed && words >= 1 && pieces.get(m.last + 1).is_some_and(plain)
    }

    /// Whether a number before a comma has a noun of its own: "sheet four, one hundred twelve".
    fn of_another(&self, pieces: &[Piece], before: usize, gap: &[char]) -> bool {
        let noun = label::before(self.row, pieces[before].first);
        let part = before.checked_sub(1).is_some_and(|at| pieces[at].spoken);
        gap.contains(&',')
            && !part
            && noun.is_some()
            && self.wanted.label.is_some()
            && self.fit(noun.as_deref()) != Fit::Same
    }
}

fn longer(piece: &Piece) -> Result<f32, String> {
    Err(format!("part of a longer one, joined to {}", piece.text))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

fn starts_with_digit(pattern: &Pattern, first: &Piece) -> bool {
    pattern.chars.first().is_some_and(char::is_ascii_digit)
        || first.text.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether spaces part the groups of a match.
fn is_spaced(row: &Row<'_>, pieces: &[Piece], m: &Match) -> bool {
    !m.spoken && (m.first..m.last).all(|at| gap(row, pieces, at) == [' '])
}

/// A radio call sign: prefix, one digit, letters.
fn is_callsign(chars: &[char]) -> bool {
    let digit = chars.iter().rposition(char::is_ascii_digit);
    (4..=7).contains(&chars.len()) && digit.is_some_and(|at| (1..=3).contains(&at) && chars.len() - at > 1)
}

#[cfg(test)]
mod tests {
    use crate::entity::identifier::find::testing::is_in;

    #[test]
    fn a_code_behind_its_noun_heads_a_longer_token() {
        assert!(is_in("crate seal zephyr9", "Crate seal: zephyr9/1147/Q."));
        for other in ["Crate seal: zephyr91/1147/Q.", "Kite string: zephyr9/1147/Q."] {
            assert!(!is_in("crate seal zephyr9", other), "{other}");
        }
    }
}
