//! The elements of a JSON array, as the fields of one line.

use std::ops::Range;

use super::ClauseKind;
use super::split::Splitter;
use super::structure::{Line, Part};

/// No text is nested deeper.
const DEPTH: usize = 32;

/// A value, and the elements of the array that is in it.
struct Value {
    end: usize,
    elements: Vec<Range<usize>>,
}

struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn skip(&self, mut at: usize) -> usize {
        while matches!(self.byte(at), b' ' | b'\t' | b'\n' | b'\r') {
            at += 1;
        }
        at
    }

    /// The end of the string that opens at `at`.
    fn string(&self, at: usize) -> Option<usize> {
        if self.byte(at) != b'"' {
            return None;
        }
        let mut at = at + 1;
        while at < self.text.len() {
            match self.byte(at) {
                b'"' => return Some(at + 1),
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        None
    }

    /// The value at `at`: of an array of objects or strings its elements, of an object those of its only such member.
    fn value(&self, at: usize, depth: usize) -> Option<Value> {
        let plain = |end| Some(Value { end, elements: Vec::new() });
        match self.byte(at) {
            _ if depth > DEPTH => None,
            b'"' => plain(self.string(at)?),
            b'{' => self.members(at, b'}', depth),
            b'[' => self.members(at, b']', depth),
            _ => {
                let rest = &self.text[at..];
                let len =
                    rest.find(|ch: char| !(ch.is_ascii_alphanumeric() || matches!(ch, '-' | '+' | '.')))?;
                let word = &rest[..len];
                (matches!(word, "true" | "false" | "null") || word.parse::<f64>().is_ok()).then_some(())?;
                plain(at + len)
            }
        }
    }

    /// The members between brackets.
    fn members(&self, open: usize, close: u8, depth: usize) -> Option<Value> {
        let mut own = Vec::new();
        let mut inner: Vec<Vec<Range<usize>>> = Vec::new();
        let mut at = self.skip(open + 1);
        while self.byte(at) != close {
            let start = at;
            if close == b'}' {
                at = self.skip(self.string(at)?);
                at = self.skip(at + usize::from(self.byte(at) == b':'));
            }
            let value = self.value(at, depth + 1)?;
            own.push(start..value.end);
            if !value.elements.is_empty() {
                inner.push(value.elements);
            }
            at = self.skip(value.end);
            match self.byte(at) {
                b',' => at = self.skip(at + 1),
                byte if byte == close => {}
                _ => return None,
            }
        }
        let array = close == b']'
            && own.len() > 1
            && own.iter().all(|range| matches!(self.byte(range.start), b'{' | b'"'));
        let elements = match (array, inner.len()) {
            (true, _) => own,
            (false, 1) => inner.swap_remove(0),
            _ => Vec::new(),
        };
        Some(Value { end: at + 1, elements })
    }
}

impl Splitter<'_> {
    /// Lays a text out that is JSON with one array of objects or strings.
    pub(super) fn array(&mut self) -> bool {
        let text = self.text;
        let reader = Reader { text };
        let start = reader.skip(0);
        if !matches!(reader.byte(start), b'{' | b'[') {
            return false;
        }
        let Some(value) = reader.value(start, 0).filter(|value| reader.skip(value.end) == text.len()) else {
            return false;
        };
        let (Some(first), Some(last)) = (value.elements.first(), value.elements.last()) else { return false };
        let (begin, end) = (first.start, last.end);
        let joints = value.elements.windows(2).map(|pair| pair[0].end..pair[1].start).collect();
        let units =
            value.elements.iter().map(|element| self.add(element.clone(), ClauseKind::Field, None)).collect();
        let (head, close) = (begin..begin, end..end);
        let core = begin..end;
        let part = Part { head, units, joints, core, space: close.clone(), close, headed: true };
        self.out.lines.push(Line {
            lead: 0..start,
            head: start..begin,
            parts: vec![part],
            tail: end..value.end,
            end: value.end..text.len(),
            cells: true,
            pairs: true,
            entries: true,
            ..Line::default()
        });
        true
    }
}
