//! A text that is one JSON object or array: its members are its statements, and what is left of it is JSON.

use std::ops::Range;

use super::ClauseKind;
use super::json_node::Node;
use super::layout::Splitter;
use super::structure::{Line, Part};

/// No text is nested deeper.
const DEPTH: usize = 32;

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

    /// The value at `at`.
    fn value(&self, at: usize, depth: usize) -> Option<Node> {
        let plain = |end| Node { span: at..end, key: at..at, array: false, members: Vec::new(), unit: None };
        match self.byte(at) {
            _ if depth > DEPTH => None,
            b'"' => self.string(at).map(plain),
            b'{' => self.members(at, b'}', depth),
            b'[' => self.members(at, b']', depth),
            _ => {
                let rest = &self.text[at..];
                let len =
                    rest.find(|ch: char| !(ch.is_ascii_alphanumeric() || matches!(ch, '-' | '+' | '.')))?;
                let word = &rest[..len];
                (matches!(word, "true" | "false" | "null") || word.parse::<f64>().is_ok()).then_some(())?;
                Some(plain(at + len))
            }
        }
    }

    /// The object or array that opens at `open`.
    fn members(&self, open: usize, close: u8, depth: usize) -> Option<Node> {
        let mut members = Vec::new();
        let mut at = self.skip(open + 1);
        while self.byte(at) != close {
            let start = at;
            let mut key = at..at;
            if close == b'}' {
                key.end = self.string(at)?;
                at = self.skip(key.end);
                at = (self.byte(at) == b':').then(|| self.skip(at + 1))?;
            }
            let mut value = self.value(at, depth + 1)?;
            value.span.start = start;
            value.key = key;
            at = self.skip(value.span.end);
            members.push(value);
            match self.byte(at) {
                b',' if self.byte(self.skip(at + 1)) != close => at = self.skip(at + 1),
                byte if byte == close => {}
                _ => return None,
            }
        }
        Some(Node { span: open..at + 1, key: open..open, array: close == b']', members, unit: None })
    }
}

impl Splitter<'_> {
    /// Lays a text out that is one JSON object or array, with a unit for each value.
    pub(super) fn json(&mut self) -> bool {
        let text = self.text;
        let reader = Reader { text };
        let start = reader.skip(0);
        if !matches!(reader.byte(start), b'{' | b'[') {
            return false;
        }
        let root = reader.value(start, 0).filter(|root| reader.skip(root.span.end) == text.len());
        let Some(mut root) = root.filter(|root| !root.is_leaf(text)) else { return false };
        let mut units = Vec::new();
        self.leaves(&mut root, &[], &mut units);
        if units.len() < 2 {
            return false;
        }
        self.owners(&root, None, false);
        let (head, close) = (root.span.start..root.span.start, root.span.end..root.span.end);
        let joints = (1..units.len()).map(|_| head.clone()).collect();
        let core = root.span.clone();
        let part =
            Part { head, units, joints, core, space: close.clone(), close, headed: true, ..Part::default() };
        self.out.lines.push(Line {
            lead: 0..start,
            head: start..start,
            parts: vec![part],
            tail: root.span.end..root.span.end,
            end: root.span.end..text.len(),
            cells: true,
            pairs: true,
            entries: true,
            ..Line::default()
        });
        self.out.json = Some(root);
        true
    }

    fn leaves(&mut self, node: &mut Node, path: &[Range<usize>], units: &mut Vec<usize>) {
        let key = Some(node.key.clone()).filter(|key| !key.is_empty());
        let path: Vec<Range<usize>> = path.iter().cloned().chain(key).collect();
        if node.is_leaf(self.text) {
            let unit = self.add(node.span.clone(), ClauseKind::Field, None);
            self.out.units[unit].key = path;
            node.unit = Some(unit);
            units.push(unit);
            return;
        }
        for member in &mut node.members {
            self.leaves(member, &path, units);
        }
    }

    /// The member that names an object, or else its first, belongs to each of the others; without a name they say nothing.
    fn owners(&mut self, node: &Node, owner: Option<usize>, named: bool) {
        if let Some(unit) = node.unit {
            if let Some(owner) = owner.filter(|owner| *owner != unit) {
                self.out.units[unit].owner = Some(owner);
                self.out.units[unit].open.extend(named.then_some(owner));
            }
            return;
        }
        let (owner, named) = match node.name(self.text).filter(|_| node.is_object()) {
            Some(name) => (Some(name), true),
            None if owner.is_none() && node.is_object() => (node.members[0].unit, false),
            None => (owner, named),
        };
        for member in &node.members {
            self.owners(member, owner, named);
        }
    }
}
