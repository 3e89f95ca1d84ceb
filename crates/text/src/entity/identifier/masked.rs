//! Keys of which a row shows the beginning and the end alone: "sk_live_4eC3…p7dc".

use std::ops::Range;

use super::kind::{Identifier, Kind};
use super::row::Row;

/// A run of mask characters, with what is shown on both sides of it, in folded characters.
#[derive(Debug)]
pub(super) struct Masked {
    head: Range<usize>,
    tail: Range<usize>,
}

/// The fewest characters of a beginning by which a key is looked up.
const BEGINNING: usize = 4;

/// How much must be shown behind what all keys of a sort begin with.
const TELLING: usize = 6;

/// The length of what stands behind the last line or hyphen.
fn behind_mark(head: &[char]) -> usize {
    head.iter().rev().take_while(|c| !matches!(c, '_' | '-')).count()
}

/// What of a row is masked.
pub(super) fn all(row: &Row<'_>) -> Vec<Masked> {
    let mask = |c: char| matches!(c, '…' | '*' | '•' | '.');
    let shown = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '/' | '=');
    let mut found = Vec::new();
    let mut at = 0;
    while at < row.raw.len() {
        if !mask(row.raw[at]) {
            at += 1;
            continue;
        }
        let begin = at;
        while at < row.raw.len() && mask(row.raw[at]) {
            at += 1;
        }
        if at - begin < 2 && row.raw[begin] != '…' {
            continue;
        }
        let most = 200;
        let head = (begin.saturating_sub(most)..begin).rev().take_while(|&i| shown(row.raw[i])).last();
        let tail = (at..row.raw.len().min(at + most)).take_while(|&i| shown(row.raw[i])).last();
        if let (Some(from), Some(last)) = (head, tail) {
            found.push(Masked { head: from..begin, tail: at..last + 1 });
        }
    }
    found
}

impl Masked {
    /// The beginning by which it is looked up.
    pub fn key(&self, row: &Row<'_>) -> Option<String> {
        beginning(&row.low[self.head.clone()])
    }
}

/// The first letters and digits of a key.
fn beginning(chars: &[char]) -> Option<String> {
    let first: String = chars.iter().filter(|c| c.is_alphanumeric()).take(BEGINNING).collect();
    (first.len() == BEGINNING).then_some(first)
}

/// The beginning by which a wanted key is looked up.
pub(super) fn wanted_key(wanted: &Identifier) -> Option<String> {
    (wanted.kind == Kind::Key).then(|| beginning(&Row::new(&wanted.text).low)).flatten()
}

/// Where a row shows so much of the wanted key that it is likely to be it.
pub(super) fn find(wanted: &Identifier, row: &Row<'_>) -> Vec<Range<usize>> {
    let whole = Row::new(&wanted.text).raw;
    let fits = |one: &Masked| {
        let (head, tail) = (&row.raw[one.head.clone()], &row.raw[one.tail.clone()]);
        head.len() >= BEGINNING
            && tail.len() >= 3
            && behind_mark(head) + tail.len() >= TELLING
            && head.len() + tail.len() < whole.len()
            && whole.starts_with(head)
            && whole.ends_with(tail)
    };
    all(row).iter().filter(|one| fits(one)).map(|one| row.bytes(one.head.start, one.tail.end)).collect()
}
