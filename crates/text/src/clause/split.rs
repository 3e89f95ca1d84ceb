//! Splits a text into lines and a line into its heading and parts.

use std::ops::Range;

use super::ClauseKind;
use super::finite_verb::View;
use super::layout::{Layout, Splitter};
use super::name_key::is_name_key;
use super::structure::{Line, Part, Unit};
use super::token::{EMPHASIS, tokens};
use super::word_class::{AND, GENITIVE, GUESSED, NOUNISH, TIME};

/// The layout of `text`.
pub(super) fn layout(text: &str) -> Layout {
    let (list, lexicon) = tokens(text);
    let hidden = list.iter().map(|token| token.depth > 0).collect();
    let mut splitter = Splitter {
        text,
        tokens: &list,
        hidden,
        english: lexicon.english,
        shouted: !text.contains(char::is_lowercase),
        out: Layout::default(),
        runs: 0,
    };
    splitter.lines();
    let mut out = splitter.out;
    out.embeds.sort_by_key(|embed| embed.cut.start);
    for (place, embed) in out.embeds.iter().enumerate() {
        for &unit in &embed.units {
            out.units[unit].embedded = Some(place);
        }
    }
    out
}

impl Splitter<'_> {
    pub fn view(&self) -> View<'_> {
        View { text: self.text, tokens: self.tokens, hidden: &self.hidden, english: self.english }
    }

    pub fn start(&self, index: usize) -> usize {
        self.tokens.get(index).map_or(self.text.len(), |token| token.start)
    }

    /// Bytes of the tokens `from..to`; empty before `from` when there are none.
    pub fn bytes(&self, from: usize, to: usize) -> Range<usize> {
        if from >= to {
            self.start(from)..self.start(from)
        } else {
            self.tokens[from].start..self.tokens[to - 1].end
        }
    }

    pub fn add(&mut self, span: Range<usize>, kind: ClauseKind, subject: Option<Range<usize>>) -> usize {
        self.runs += 1;
        let run = self.runs;
        self.out.units.push(Unit {
            span,
            kind,
            subject,
            run,
            head: None,
            aux: None,
            gap: None,
            pronoun: None,
            echo: None,
            open: Vec::new(),
            again: Vec::new(),
            meant: Vec::new(),
            owner: None,
            key: Vec::new(),
            embedded: None,
        });
        self.out.units.len() - 1
    }

    fn lines(&mut self) {
        if self.json() {
            return;
        }
        let mut from = 0;
        let mut byte = 0;
        loop {
            let to = (from..self.tokens.len())
                .find(|&index| {
                    self.tokens[index].kind == super::token::Kind::Newline && self.tokens[index].depth == 0
                })
                .unwrap_or(self.tokens.len());
            let end = self.start(to);
            let stop = self.tokens.get(to).map_or(self.text.len(), |token| token.end);
            self.line(from, to, byte, end..stop);
            if to >= self.tokens.len() {
                break;
            }
            from = to + 1;
            byte = stop;
        }
        self.tables();
        self.records();
        self.hang();
        if self.out.lines.len() > 1 {
            for index in 0..self.out.lines.len() - 1 {
                let line = &self.out.lines[index];
                if !line.cells
                    && line.parts.len() == 1
                    && line.parts[0].units.len() == 1
                    && line.lead.is_empty()
                {
                    let colon = self.text[line.parts[0].core.clone()].ends_with([':', '：']);
                    let next = &self.out.lines[index + 1];
                    let bullet = !next.lead.is_empty();
                    if colon && (bullet || !next.parts.is_empty()) {
                        let unit = line.parts[0].units[0];
                        self.out.lines[index].title = true;
                        self.out.units[unit].kind = ClauseKind::Sentence;
                    }
                }
            }
        }
        self.pronouns();
        self.echoes();
        self.fragments();
        self.turns();
    }

    fn line(&mut self, mut from: usize, to: usize, byte: usize, end: Range<usize>) {
        let mut line = Line { lead: byte..byte, end, ..Line::default() };
        if from == to {
            line.lead = byte..line.end.start;
            line.head = line.end.start..line.end.start;
            line.tail = line.end.start..line.end.start;
            self.out.lines.push(line);
            return;
        }
        if self.numbered(from, to, &mut line) {
            self.out.lines.push(line);
            return;
        }
        if let Some(after) = self.bullet(from, to) {
            from = after;
        }
        line.lead = byte..self.start(from);
        line.head = self.start(from)..self.start(from);
        line.tail = line.end.start..line.end.start;
        if from < to && !(self.cells(from, to, &mut line) || self.pairs(from, to, &mut line)) {
            self.prose(from, to, &mut line);
        }
        self.out.lines.push(line);
    }

    /// After a bullet: "- ", "* ", "1. ", "2) ", "[ ] ".
    fn bullet(&self, from: usize, to: usize) -> Option<usize> {
        let token = &self.tokens[from];
        let spaced = |index: usize| index < to && self.tokens[index].start > self.tokens[index - 1].end;
        if (token.dash() || matches!(token.kind, super::token::Kind::Mark('*' | '•' | '+' | '·' | '>' | '#')))
            && spaced(from + 1)
        {
            return Some(from + 1);
        }
        if token.number()
            && from + 2 < to
            && token.end - token.start <= 2
            && (self.tokens[from + 1].mark('.') || self.tokens[from + 1].mark(')'))
            && spaced(from + 2)
        {
            return Some(from + 2);
        }
        None
    }

    /// "1. Ruth 2. Vroni", perhaps behind a heading: each number opens an entry.
    fn numbered(&mut self, from: usize, to: usize, line: &mut Line) -> bool {
        let opens = |index: usize, number: usize| {
            let token = &self.tokens[index];
            let mark = self
                .tokens
                .get(index + 1)
                .filter(|mark| index + 2 < to && (mark.mark('.') || mark.mark(')')));
            token.depth == 0
                && token.number()
                && self.text[token.start..token.end].parse() == Ok(number)
                && mark.is_some_and(|mark| mark.start == token.end && self.tokens[index + 2].start > mark.end)
        };
        let mut starts = Vec::new();
        for index in from..to {
            let first = starts.is_empty();
            let placed = index == from || self.tokens[index - 1].colon();
            if opens(index, starts.len() + 1) && (!first || placed) {
                starts.push(index);
            }
        }
        if starts.len() < 2 {
            return false;
        }
        let ends = starts.iter().skip(1).chain(std::iter::once(&to));
        let mut cells: Vec<(usize, usize)> = starts.iter().copied().zip(ends.copied()).collect();
        for cell in &mut cells {
            while cell.1 > cell.0 + 3
                && (self.tokens[cell.1 - 1].comma() || self.tokens[cell.1 - 1].semicolon())
            {
                cell.1 -= 1;
            }
        }
        let last = cells[cells.len() - 1];
        line.lead = line.lead.start..self.start(from);
        line.head = self.start(from)..self.start(starts[0]);
        line.tail = self.bytes(last.0, last.1).end..line.end.start;
        line.pairs = true;
        line.entries = true;
        self.fields(&cells, line);
        true
    }

    /// A row of cells: "a | b | c", tabs, "a - b - c", "a;b;c".
    fn cells(&mut self, from: usize, to: usize, line: &mut Line) -> bool {
        let open = |index: usize| self.tokens[index].depth == 0;
        let spaced = |index: usize| {
            index > from
                && index + 1 < to
                && self.tokens[index - 1].end < self.tokens[index].start
                && self.tokens[index].end < self.tokens[index + 1].start
        };
        let find = |test: &dyn Fn(usize) -> bool| {
            (from..to).filter(|&index| open(index) && test(index)).collect::<Vec<_>>()
        };
        let bars = find(&|index| self.tokens[index].mark('|') || self.tokens[index].mark('｜'));
        let mut marks = bars;
        if marks.is_empty() {
            marks = find(&|index| self.tokens[index].mark('\t'));
        }
        if marks.is_empty() {
            marks = find(&|index| spaced(index) && self.tokens[index].dash());
            let stops = |from: usize, to: usize| {
                (from..to).any(|index| {
                    open(index) && (self.tokens[index].terminator() || self.tokens[index].semicolon())
                })
            };
            let inserted = marks.len() == 2 && self.closing_dash(from, marks[0], to) == Some(marks[1]);
            if inserted || marks.windows(2).any(|pair| stops(pair[0], pair[1])) {
                marks.clear();
            }
            if marks.len() < 2 {
                marks = find(&|index| spaced(index) && self.tokens[index].mark('/'));
            }
            if marks.len() < 2 {
                marks = find(&|index| self.tokens[index].semicolon());
                let tight = marks
                    .iter()
                    .all(|&index| index + 1 < to && self.tokens[index].end == self.tokens[index + 1].start);
                if !tight {
                    marks.clear();
                }
            }
            if marks.len() < 2 {
                return false;
            }
        }
        let mut cells = Vec::new();
        let mut at = from;
        for &mark in marks.iter().chain(std::iter::once(&to)) {
            if at < mark {
                cells.push((at, mark));
            }
            at = mark + 1;
        }
        if cells.len() < 2 {
            return false;
        }
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        line.head = self.start(from)..self.start(first.0);
        line.tail = self.bytes(last.0, last.1).end..line.end.start;
        self.fields(&cells, line);
        true
    }

    /// Lays the cells out as one part of fields that hang on the first.
    pub fn fields(&mut self, cells: &[(usize, usize)], line: &mut Line) {
        let first = self.bytes(cells[0].0, cells[0].1);
        let mut part = Part { headed: true, ..Part::default() };
        let mut last = first.start;
        for &(from, to) in cells {
            let span = self.bytes(from, to);
            if !part.units.is_empty() {
                part.joints.push(last..span.start);
            }
            last = span.end;
            let unit = self.add(span, ClauseKind::Field, Some(first.clone()));
            part.units.push(unit);
        }
        self.keyed_fields(&part.units);
        part.core = first.start..last;
        part.head = first.start..first.start;
        part.close = last..last;
        part.space = last..last;
        line.cells = true;
        line.parts.push(part);
    }

    /// "user=ann port=1 user=bob port=2": where the first key comes again a record begins, and its fields belong to it; else
    /// those of one record belong to the field that names it.
    fn keyed_fields(&mut self, units: &[usize]) {
        for &unit in units {
            let span = self.out.units[unit].span.clone();
            let at = self.text[span.clone()].find([':', '=']);
            self.out.units[unit].key = at.map(|at| span.start..span.start + at).into_iter().collect();
        }
        let key = |unit: usize| Some(&self.text[self.out.units[unit].key.first()?.clone()]);
        let Some(first) = units.first().and_then(|&unit| key(unit)) else { return };
        let starts: Vec<bool> = units.iter().map(|&unit| key(unit) == Some(first)).collect();
        if starts.iter().filter(|&&start| start).count() < 2 {
            let name = units.iter().copied().find(|&unit| key(unit).is_some_and(is_name_key));
            let Some(name) = name else { return };
            for &unit in units.iter().filter(|&&unit| unit != name) {
                self.out.units[unit].open.push(name);
                self.out.units[unit].owner = Some(name);
            }
            return;
        }
        let mut owner = units[0];
        for (&unit, start) in units.iter().zip(starts) {
            if start {
                owner = unit;
                self.out.units[unit].owner = Some(unit);
            } else {
                self.out.units[unit].open.push(owner);
                self.out.units[unit].owner = Some(owner);
            }
        }
    }

    /// key=value, or the members of a JSON-like object.
    fn pairs(&mut self, from: usize, to: usize, line: &mut Line) -> bool {
        let pair = |index: usize| {
            let token = &self.tokens[index];
            token.depth == 0
                && self.text[token.start..token.end]
                    .find('=')
                    .is_some_and(|at| at > 0 && !self.text[token.start..token.end].contains("://"))
        };
        let keys: Vec<usize> = (from..to).filter(|&index| pair(index)).collect();
        if keys.len() >= 2 {
            let mut cells: Vec<(usize, usize)> = Vec::new();
            for (place, &key) in keys.iter().enumerate() {
                let mut stop = keys.get(place + 1).copied().unwrap_or(to);
                while stop > key + 1 && self.tokens[stop - 1].is_mark() && self.tokens[stop - 1].depth == 0 {
                    stop -= 1;
                }
                cells.push((key, stop));
            }
            let tail = self.bytes(cells[cells.len() - 1].0, cells[cells.len() - 1].1).end;
            line.head = self.start(from)..self.start(keys[0]);
            line.tail = tail..line.end.start;
            self.fields(&cells, line);
            return true;
        }
        let whole = self.tokens[from].mate == Some(to - 1)
            && (self.tokens[from].mark('{') || self.tokens[from].mark('[') && to - from > 4);
        if whole {
            let mut cells = Vec::new();
            let mut at = from + 1;
            for index in from + 1..to {
                if index == to - 1 || self.tokens[index].comma() && self.tokens[index].depth == 1 {
                    if at < index {
                        cells.push((at, index));
                    }
                    at = index + 1;
                }
            }
            let colons = cells.iter().all(|&(from, to)| {
                (from..to).any(|index| self.tokens[index].colon() || self.tokens[index].mark('"'))
            });
            if cells.len() >= 2 && colons {
                line.head = self.start(from)..self.start(from + 1);
                line.tail = self.bytes(cells[0].0, to - 1).end..line.end.start;
                self.fields(&cells, line);
                return true;
            }
        }
        false
    }

    /// The token after a heading's colon or dash.
    fn heading(&self, from: usize, to: usize) -> Option<usize> {
        let dashed = self.dashed(from, to);
        let colons = |dash: usize| {
            (dash..to)
                .filter(|&index| self.tokens[index].depth == 0 && self.tokens[index].colon())
                .take(2)
                .count()
                == 2
        };
        if let Some(after) = dashed.filter(|&after| colons(after)) {
            return Some(after);
        }
        self.coloned(from, to).or(dashed)
    }

    /// "Stairs – treads oak, risers white": the token after the dash.
    fn dashed(&self, from: usize, to: usize) -> Option<usize> {
        let spaced = |index: usize| {
            index > from
                && index + 1 < to
                && self.tokens[index].dash()
                && self.tokens[index].depth == 0
                && self.tokens[index - 1].end < self.tokens[index].start
                && self.tokens[index].end < self.tokens[index + 1].start
        };
        let dash = (from..to.min(from + 8)).find(|&index| spaced(index))?;
        let clean = (from..dash).all(|index| {
            let token = &self.tokens[index];
            token.depth > 0 || !(token.comma() || token.terminator() || token.semicolon() || token.colon())
        });
        let list = |index: usize| {
            let token = &self.tokens[index];
            token.depth == 0 && (token.comma() || token.semicolon() || token.is(AND))
        };
        let stop = (dash + 1..to)
            .find(|&index| {
                self.tokens[index].depth == 0 && (self.tokens[index].semicolon() || self.full(index, to))
            })
            .unwrap_or(to);
        let single = !(dash + 1..stop).any(spaced);
        let verbless = self.view().find(from, dash).is_none_or(|verb| verb == from);
        (clean && single && verbless && (dash + 1..to).any(list)).then_some(dash + 1)
    }

    fn coloned(&self, from: usize, to: usize) -> Option<usize> {
        let colon = (from..to.min(from + 24))
            .find(|&index| self.tokens[index].depth == 0 && self.tokens[index].colon())?;
        if colon == from || colon + 1 >= to {
            return None;
        }
        // "**Nils:** plumber"
        let emphasis = colon + 2 < to
            && self.tokens[colon + 1].is_mark()
            && self.text[self.tokens[colon + 1].start..self.tokens[colon + 1].end]
                .chars()
                .all(|ch| EMPHASIS.contains(&ch));
        let colon = colon + usize::from(emphasis);
        let tight = (emphasis || self.tokens[colon].mark(':'))
            && self.tokens[colon].end == self.tokens[colon + 1].start;
        let view = self.view();
        let stop = (from..colon).any(|index| {
            self.tokens[index].depth == 0
                && (self.tokens[index].terminator() || self.tokens[index].semicolon())
        });
        let verb = view.find(from, colon).is_some_and(|verb| {
            let token = &self.tokens[verb];
            let noun = token.is(GUESSED) || token.is(NOUNISH) && (verb + 1 == colon || verb == from + 1);
            view.trust(verb, from, colon) == super::finite_verb::Trust::Firm && verb > from && !noun
        });
        (!tight && !stop && !verb).then_some(colon + 1)
    }

    /// A full stop that ends a sentence before `to`.
    fn full(&self, index: usize, to: usize) -> bool {
        let token = &self.tokens[index];
        token.terminator() && {
            let next = self.tokens.get(index + 1).filter(|_| index + 1 < to);
            next.is_none_or(|next| {
                !next.terminator()
                    && (next.start > token.end || !token.mark('.'))
                    && !self.text[next.start..].starts_with(char::is_lowercase)
            })
        }
    }

    /// The sentences of `from..to`, and what semicolons close: where each begins, its body ends, and its marks end.
    fn bounds(&self, from: usize, to: usize) -> Vec<(usize, usize, usize)> {
        let mut out = Vec::new();
        let mut at = from;
        while at < to {
            let stop = (at..to)
                .find(|&index| {
                    !self.hidden[index] && (self.tokens[index].semicolon() || self.full(index, to))
                })
                .unwrap_or(to);
            let close = (stop + 1).min(to);
            // marks that close together: "?!", ".)"
            let mut body = stop;
            while body > at && stop < to && self.tokens[body - 1].terminator() && !self.hidden[body - 1] {
                body -= 1;
            }
            if body > at {
                out.push((at, body, close));
            }
            at = close.max(at + 1);
        }
        out
    }

    /// The heading of one sentence of several: "Pia: sprain. Lasse: fit."
    fn label(&self, at: usize, body: usize) -> Option<usize> {
        let spaced = |index: usize| {
            self.tokens[index].depth == 0
                && self.tokens[index].colon()
                && index + 1 < body
                && self.tokens[index].end < self.tokens[index + 1].start
        };
        let after = self.coloned(at, body.min(at + 10)).or_else(|| self.dash_label(at, body))?;
        (!(after..body).any(spaced)).then_some(after)
    }

    fn dash_label(&self, at: usize, body: usize) -> Option<usize> {
        let spaced = |index: usize| {
            index > at
                && index + 1 < body
                && self.tokens[index].dash()
                && self.tokens[index].depth == 0
                && self.tokens[index - 1].end < self.tokens[index].start
                && self.tokens[index].end < self.tokens[index + 1].start
        };
        let dash = (at..body.min(at + 6)).find(|&index| spaced(index))?;
        let single = !(dash + 1..body).any(spaced);
        let clean = !(at..dash).any(|index| self.tokens[index].depth == 0 && self.tokens[index].comma());
        (single && clean && self.view().find(at, dash).is_none()).then_some(dash + 1)
    }

    fn prose(&mut self, mut from: usize, mut to: usize, line: &mut Line) {
        let begin = from;
        if self.fields_of_pairs(begin, from, to, line) {
            return;
        }
        if let Some(after) = self.heading(from, to) {
            from = after;
            if self.fields_of_pairs(begin, from, to, line) {
                return;
            }
        }
        let mut headed = from > begin;
        // a body that is one quotation: split inside
        let mut quoted = false;
        if headed
            && self.tokens[from]
                .mate
                .is_some_and(|mate| mate + 1 == to || mate + 2 == to && self.tokens[to - 1].terminator())
            && !self.tokens[from].mark('(')
            && !self.tokens[from].mark('[')
            && !self.tokens[from].mark('{')
        {
            let mate = self.tokens[from].mate.unwrap_or(to - 1);
            if mate > from + 6 {
                for index in from + 1..mate {
                    self.hidden[index] = self.tokens[index].depth > 1;
                }
                from += 1;
                to = mate;
                quoted = true;
                line.tail = self.tokens[mate].start..line.end.start;
            }
        }
        line.head = self.start(begin)..self.start(from);
        let mut bounds = self.bounds(from, to);
        let mut labels: Vec<Option<usize>> =
            bounds.iter().map(|&(at, body, _)| self.label(at, body)).collect();
        if headed && !quoted && bounds.len() > 1 && labels[0].is_none() {
            let sentence = self.tokens[bounds[0].2 - 1].terminator();
            if sentence && labels[1].is_some() || labels[1..].iter().all(Option::is_some) {
                // the heading is that of the first sentence alone
                headed = false;
                labels[0] = Some(from);
                bounds[0].0 = begin;
                line.head = self.start(begin)..self.start(begin);
            }
        } else if bounds.len() == 1 && !headed {
            labels[0] = None;
        }
        for ((at, body, close), label) in bounds.into_iter().zip(labels) {
            let body_end = self.tokens[body - 1].end;
            let closed = if close > body { self.tokens[close - 1].end } else { body_end };
            let next = if close < to { self.start(close) } else { closed };
            let mut part = Part {
                core: self.tokens[at].start..body_end,
                close: body_end..closed,
                space: closed..next,
                ..Part::default()
            };
            let first = label.filter(|&label| label < body).unwrap_or(at);
            part.head = part.core.start..self.start(first);
            part.label = part.head.clone();
            let semi = line
                .parts
                .last()
                .is_some_and(|part| self.text[part.close.clone()].starts_with([';', '；', '؛']));
            let previous = line.parts.last().is_none_or(|part| part.headed);
            self.part(first, body, headed || first > at, &mut part);
            if first > at && part.units.len() == 1 {
                let unit = &mut self.out.units[part.units[0]];
                unit.span.start = part.core.start;
                part.head = part.core.start..part.core.start;
            }
            let own = first > at && !semi
                || part.units.first().is_some_and(|&unit| {
                    self.out.units[unit].subject.is_some()
                        && self.out.units[unit].kind == ClauseKind::Sentence
                });
            part.headed = headed && (line.parts.is_empty() || previous && (semi || !own));
            line.parts.push(part);
        }
        let end = line.parts.last().map_or(line.head.end, |part| part.space.end);
        line.tail = end..line.end.start;
    }

    /// "name: Ana, phone: 555, city: Graz": two pairs or more.
    fn fields_of_pairs(&mut self, begin: usize, from: usize, to: usize, line: &mut Line) -> bool {
        let mut cells = Vec::new();
        let mut keys = 0;
        let mut at = from;
        let mut body = to;
        while body > from && self.tokens[body - 1].terminator() {
            body -= 1;
        }
        for index in from..=body {
            let open = index < body && self.tokens[index].depth == 0 && !self.inverted(at, index, body);
            if index == body || open && (self.tokens[index].comma() || self.tokens[index].semicolon()) {
                let closed = |place: usize| self.tokens[place].terminator() || self.tokens[place].dash();
                let key = (at..index.min(at + 4)).any(|place| {
                    place > at
                        && place + 1 < index
                        && self.tokens[place].depth == 0
                        && self.tokens[place].colon()
                        && !(at..place).any(closed)
                });
                let ended = (at..index).any(|place| self.tokens[place].depth == 0 && self.full(place, index));
                if ended || !(key || index == body && keys >= 2 && keys == cells.len()) {
                    return false;
                }
                keys += usize::from(key);
                cells.push((at, index));
                at = index + 1;
            }
        }
        if cells.len() < 2 {
            return false;
        }
        line.entries = cells.iter().all(|&(from, to)| self.of_person(from, to));
        line.head = self.start(begin)..self.start(from);
        line.pairs = true;
        line.tail = self.bytes(from, body).end..line.end.start;
        self.fields(&cells, line);
        true
    }

    /// "Kern, Nora:": the comma at `comma` stands inside one name.
    fn inverted(&self, from: usize, comma: usize, to: usize) -> bool {
        let name = |index: usize| self.tokens[index].name() && !self.tokens[index].is(TIME | GENITIVE);
        let given = (comma + 1..to.min(comma + 4)).take_while(|&index| name(index)).count();
        let colon = comma + 1 + given;
        self.tokens[comma].comma()
            && comma == from + 1
            && name(from)
            && (1..=2).contains(&given)
            && colon < to
            && self.tokens[colon].colon()
    }

    /// A key of two names or more: "Nils Ekman: 4".
    fn of_person(&self, from: usize, to: usize) -> bool {
        let colon = (from..to).find(|&index| self.tokens[index].colon()).unwrap_or(from);
        let key = (from..colon).filter(|&index| !self.tokens[index].comma());
        key.clone().count() >= 2
            && key.clone().all(|index| self.tokens[index].name() && !self.tokens[index].is(TIME))
    }
}
