//! What hangs together in a text of many lines: tables, records, and what stands under a heading or bullet.

use super::layout::Splitter;
use super::name_key::{NAMES, is_name_key};
use super::word_class::TIME;

/// A longer line is no heading of what is indented below it.
const SHORT: usize = 60;
/// No line is compared with more of the lines above it.
const REACH: usize = 200;

impl Splitter<'_> {
    /// Rows that stand below each other: the first cell of a row holds the others, and a header stays.
    pub(super) fn tables(&mut self) {
        let mut from = 0;
        while from < self.out.lines.len() {
            let mark = self.row_mark(from);
            let width = self.width(from);
            let same =
                |line: usize| self.row_mark(line) == mark && (mark == Some('|') || self.width(line) == width);
            let to = (from + 1..self.out.lines.len())
                .find(|&line| mark.is_none() || !same(line))
                .unwrap_or(self.out.lines.len());
            if mark.is_some() && to > from + 1 {
                self.table(from, to, mark);
            }
            from = to.max(from + 1);
        }
    }

    fn width(&self, line: usize) -> usize {
        self.out.lines[line].parts.first().map_or(0, |part| part.units.len())
    }

    /// What stands between the cells of a row.
    fn row_mark(&self, line: usize) -> Option<char> {
        let line = &self.out.lines[line];
        let joint = line.parts.first().filter(|_| line.cells && !line.pairs)?.joints.first()?;
        let joint = &self.text[joint.clone()];
        ['|', '｜', '\t']
            .into_iter()
            .find(|&mark| joint.contains(mark))
            .or_else(|| joint.trim().chars().next())
    }

    fn table(&mut self, from: usize, to: usize, mark: Option<char>) {
        let header = self.header(from, to);
        for line in from..to {
            let columns = header > from && matches!(mark, Some('|' | '｜' | '\t'));
            let row = &mut self.out.lines[line];
            row.header = line < header;
            row.columns = columns;
            let Some((&first, others)) = row.parts.first().and_then(|part| part.units.split_first()) else {
                continue;
            };
            for &unit in others {
                self.out.units[unit].open.push(first);
            }
            if columns && line >= header {
                self.keyed_cells(from, line);
            }
        }
    }

    /// The key of a cell is the header of its column.
    fn keyed_cells(&mut self, header: usize, row: usize) {
        let units = |line: usize| self.out.lines[line].parts[0].units.clone();
        for (head, cell) in units(header).into_iter().zip(units(row)) {
            self.out.units[cell].key = vec![self.out.units[head].span.clone()];
        }
    }

    /// Where the rows of the table begin.
    fn header(&self, from: usize, to: usize) -> usize {
        let cell = |line: usize, place: usize| {
            let unit = self.out.lines[line].parts[0].units.get(place).copied()?;
            Some(self.text[self.out.units[unit].span.clone()].trim())
        };
        let rule = (from..to.min(from + 3)).find(|&line| {
            (0..self.width(line)).all(|place| {
                cell(line, place)
                    .is_some_and(|cell| cell.chars().all(|ch| matches!(ch, '-' | ':' | '=' | ' ')))
            })
        });
        if let Some(rule) = rule {
            return if rule + 1 < to { rule + 1 } else { from };
        }
        let digits = |line: usize, place: usize| {
            cell(line, place).is_some_and(|cell| cell.contains(|ch: char| ch.is_ascii_digit()))
        };
        let named = cell(from, 0).is_some_and(|cell| NAMES.contains(&cell.to_lowercase().as_str()));
        let plain = (0..self.width(from)).all(|place| !digits(from, place));
        let counted = to >= from + 3
            && (1..self.width(from)).any(|place| (from + 1..to).all(|line| digits(line, place)));
        from + usize::from(plain && (named || counted))
    }

    /// Names in a list with values behind each: a value belongs to the name before it.
    pub(super) fn records(&mut self) {
        let mut names: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut bare = false;
        for line in self.out.lines.iter().filter(|line| !line.cells) {
            for part in &line.parts {
                let mut open = false;
                for &unit in &part.units {
                    let span = &self.out.units[unit].span;
                    let tokens = self.tokens_in(span);
                    if self.named_only(tokens.clone()) {
                        names.push((unit, Vec::new()));
                        open = true;
                    } else if open && self.view().find(tokens.start, tokens.end).is_none() {
                        if let Some((_, values)) = names.last_mut() {
                            values.push(unit);
                        }
                    } else {
                        open = false;
                    }
                }
                bare |= open && names.last().is_some_and(|(_, values)| values.is_empty());
            }
        }
        let valued = |values: &[usize]| {
            values.iter().any(|&unit| {
                self.text[self.out.units[unit].span.clone()]
                    .contains(|ch: char| ch.is_ascii_digit() || ch == '@')
            })
        };
        let full = |name: usize| self.tokens_in(&self.out.units[name].span).len() > 1;
        let every = names.iter().all(|(name, values)| !values.is_empty() && (valued(values) || full(*name)));
        if bare || names.len() < 2 || !every {
            return;
        }
        for (name, values) in names {
            for unit in values {
                self.out.units[unit].open.push(name);
                self.out.units[unit].owner = Some(name);
            }
        }
    }

    /// A name and nothing else.
    pub(super) fn named_only(&self, tokens: std::ops::Range<usize>) -> bool {
        let plain = || tokens.clone().filter(|&index| !self.hidden[index]);
        (1..=4).contains(&plain().count())
            && plain().all(|index| {
                let token = &self.tokens[index];
                let word = &self.text[token.start..token.end];
                token.name() && !token.is(TIME) && !word.contains(|ch: char| ch.is_ascii_digit() || ch == '@')
            })
    }

    /// Lines below a heading, below a bullet and deeper, or in a record whose first key comes again.
    pub(super) fn hang(&mut self) {
        let mut headings: Vec<(usize, usize)> = Vec::new();
        let mut above: Vec<(usize, usize)> = Vec::new();
        for index in 0..self.out.lines.len() {
            let line = &self.out.lines[index];
            if line.parts.is_empty() {
                continue;
            }
            let raw = &self.text[line.lead.start..line.end.start];
            let body = raw.trim_start();
            let indent = raw.len() - body.len();
            let level = body.len() - body.trim_start_matches('#').len();
            if level > 0 && body[level..].starts_with(' ') {
                headings.retain(|heading| heading.0 < level);
                above.clear();
                self.out.lines[index].holder = headings.last().map(|heading| heading.1);
                headings.push((level, index));
                continue;
            }
            above.retain(|line| line.0 < indent);
            let holder = above.last().or(headings.last()).map(|line| line.1);
            let bullet = !self.text[line.lead.clone()].trim().is_empty();
            if above.len() < REACH && (bullet || body.len() <= SHORT && !body.trim_end().ends_with('.')) {
                above.push((indent, index));
            }
            self.out.lines[index].holder = holder;
        }
        self.keyed();
    }

    /// "name: Nils", "phone: 4", "name: Pia": the lines up to the next name belong to the name; those of one record to its
    /// name, wherever it stands among them.
    fn keyed(&mut self) {
        let key = |index: usize| {
            let line = &self.out.lines[index];
            let head = self.text[line.head.clone()].trim().strip_suffix([':', '='])?.to_lowercase();
            Some((head, line.lead.len()))
        };
        // "User: I moved." names nobody.
        let names = |index: &usize| {
            let first = self.out.lines[*index].parts.first();
            let body = self.tokens_in(&first.map_or(0..0, |part| part.core.clone()));
            key(*index).is_some_and(|(head, _)| is_name_key(&head))
                && self.view().find(body.start, body.end).is_none()
        };
        let named: Vec<usize> = (0..self.out.lines.len()).filter(names).collect();
        let first = named.first().copied().and_then(key);
        for line in named {
            let units = self.out.lines[line].parts.iter().flat_map(|part| part.units.clone());
            let units: Vec<usize> = units.collect();
            for &unit in units.iter().skip(1) {
                self.out.units[unit].open.push(units[0]);
            }
        }
        let Some(first) = first else { return };
        let places: Vec<usize> = (0..self.out.lines.len())
            .filter(|&index| key(index).is_some_and(|key| key.0 == first.0))
            .collect();
        let belongs = |index: &usize| key(*index).is_some() || self.out.lines[*index].parts.is_empty();
        let mut held = Vec::new();
        for (place, &start) in places.iter().enumerate() {
            let stop = places.get(place + 1).copied().unwrap_or(self.out.lines.len());
            held.extend((start + 1..stop).take_while(belongs).map(|index| (index, start)));
        }
        if let [only] = places[..] {
            held.extend((0..only).rev().take_while(belongs).map(|index| (index, only)));
        }
        for &index in held.iter().map(|(index, _)| index).chain(&places) {
            let line = &self.out.lines[index];
            let (units, head) = (line.parts.iter().flat_map(|part| part.units.clone()), line.head.clone());
            for unit in units.collect::<Vec<_>>() {
                self.out.units[unit].key = vec![head.clone()];
            }
        }
        for (index, start) in held {
            self.out.lines[index].name = Some(start);
        }
    }
}
