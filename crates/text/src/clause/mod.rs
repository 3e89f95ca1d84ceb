//! The separate statements of a short text, and the text without some of them.
//!
//! No parser: tokens with closed word classes, a shallow detector of finite verbs, and chunks between commas and
//! conjunctions. Where it is unsure whether to split, it splits what has its own verb or value; where it is unsure how to
//! write the text again, it answers None.

mod agreement;
mod anaphoric_clause;
mod apposition;
mod complement_list;
mod conversation;
mod coordination;
mod dangling_reference;
mod ellipsis;
mod embedding;
mod finite_verb;
mod fragment;
mod json;
mod json_node;
mod layout;
mod lexicon;
mod name_key;
mod numbered;
mod party_list;
mod passages;
mod person;
mod phrase;
mod pronoun;
mod record;
mod remains;
mod sentence;
mod shorten;
mod split;
mod structure;
#[cfg(test)]
mod tests;
mod token;
mod verb_forms;
mod word_class;
mod write;

use std::ops::Range;

use crate::pages::pages;

pub use coordination::{parties, without_party};
pub use dangling_reference::Orphans;
pub use party_list::{Joiner, Party, PartyList};
pub use passages::{passages, unwrapped};
pub use remains::Remains;
pub use shorten::shorter;

/// What sort of statement a clause is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClauseKind {
    /// A sentence, or its first main clause.
    Sentence,
    /// A further main clause, or a further predicate of a shared subject.
    Coordinate,
    /// A relative clause between commas.
    Relative,
    /// In parentheses.
    Parenthetical,
    /// A fragment of a list.
    ListItem,
    /// A cell, a key with its value, or a fragment that hangs on a name.
    Field,
    /// A noun phrase that says what the noun before it is.
    Apposition,
}

/// The persons that a pronoun of `text` can mean: what names them can't go while the pronoun stays.
fn meant(text: &str) -> Vec<Range<usize>> {
    split::layout(text).units.into_iter().flat_map(|unit| unit.meant).collect()
}

/// The clauses of `text` that lack their verb: "and Mum metformin at night".
fn gapped(text: &str) -> Vec<Range<usize>> {
    split::layout(text).units.into_iter().filter(|unit| unit.gap.is_some()).map(|unit| unit.span).collect()
}

/// Whether a word in small letters is the past form of an English verb, and no noun.
pub(crate) fn is_past(word: &str) -> bool {
    lexicon::english(word) & (word_class::PAST | word_class::NOUNISH) == word_class::PAST
}

/// What an English word in small letters may be behind a subject in the third person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finite {
    /// A form of be, have or do, or a modal verb.
    Auxiliary,
    /// A finite verb: "lives", "went".
    Sure,
    /// A finite verb, and as often a noun: "drives".
    Noun,
    /// A past form that is a participle too: "moved".
    Past,
    /// Of an ending that no list knows: "invoices".
    Guessed,
    /// No finite verb.
    No,
}

/// What an English word in small letters may be behind a subject in the third person.
pub(crate) fn finite(word: &str) -> Finite {
    use word_class::{AUX, GUESSED, NOUNISH, PART, PAST, THIRD};
    let class = lexicon::english(word);
    match class {
        _ if class & GUESSED != 0 && class & (THIRD | PAST) != 0 => Finite::Guessed,
        _ if class & AUX != 0 => Finite::Auxiliary,
        _ if class & THIRD != 0 && class & NOUNISH != 0 => Finite::Noun,
        _ if class & THIRD != 0 || class & PAST != 0 && class & (PART | NOUNISH) == 0 => Finite::Sure,
        _ if class & PAST != 0 => Finite::Past,
        _ => Finite::No,
    }
}

/// Whether a word in small letters is an English verb in the third person of the present, and no noun.
pub(crate) fn is_third(word: &str) -> bool {
    finite(word) == Finite::Sure && word.ends_with('s')
}

/// Whether a word in small letters is the base form of an English verb.
pub(crate) fn is_base(word: &str) -> bool {
    lexicon::english(word) & word_class::BASE != 0
}

/// Whether an English word in small letters is one of the closed classes.
pub(crate) fn is_small(word: &str) -> bool {
    lexicon::english(word) & (word_class::FUNCTION | word_class::TIME) & !word_class::GUESSED != 0
}

/// Whether a word in small letters is a finite verb of another language where `next` follows, and no English word.
pub(crate) fn is_foreign_verb(word: &str, next: &str) -> bool {
    lexicon::is_foreign_verb(word, next)
}

/// Whether a full stop behind a word in small letters may only shorten it.
pub(crate) fn is_abbreviation(word: &str) -> bool {
    lexicon::abbreviation(word)
}

/// One statement of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Where it is written, in bytes. Shared subjects lie outside it, except in the first clause that uses them.
    pub span: Range<usize>,
    /// It alone: with heading, shared subject and antecedent.
    pub standalone: String,
    /// The subject that it hangs on.
    pub subject: Option<Range<usize>>,
    /// What sort of statement it is.
    pub kind: ClauseKind,
    /// The key of a field, with those of the objects that it is in: "address city"; empty where it has none.
    pub key: String,
}

/// A text in its clauses, in the order of the text.
#[derive(Clone, Debug)]
pub struct Clauses {
    text: String,
    clauses: Vec<Clause>,
    sheets: Vec<Sheet>,
}

/// One page of a text. Nothing hangs on what stands on another page.
#[derive(Clone, Debug)]
struct Sheet {
    span: Range<usize>,
    layout: layout::Layout,
    /// The number of its first clause, and the unit of each.
    first: usize,
    units: Vec<usize>,
    clauses: usize,
}

/// Splits `text`. A text that states one thing gives one clause: the whole text. A long one is split [page by page](crate::pages).
pub fn split(text: &str) -> Clauses {
    let (mut clauses, mut sheets) = (Vec::new(), Vec::new());
    for page in pages(text) {
        let (layout, mut own, units) = split_page(&text[page.clone()]);
        for clause in &mut own {
            clause.span = clause.span.start + page.start..clause.span.end + page.start;
            let subject = clause.subject.take();
            clause.subject = subject.map(|subject| subject.start + page.start..subject.end + page.start);
        }
        sheets.push(Sheet { span: page, layout, first: clauses.len(), units, clauses: own.len() });
        clauses.append(&mut own);
    }
    Clauses { text: text.to_owned(), clauses, sheets }
}

/// The clauses of one page, with the unit of each.
fn split_page(text: &str) -> (layout::Layout, Vec<Clause>, Vec<usize>) {
    let layout = split::layout(text);
    let mut units = Vec::new();
    let mut clauses = Vec::new();
    let mut places: Vec<Option<(usize, usize)>> = vec![None; layout.units.len()];
    let mut titles: Vec<Option<usize>> = Vec::with_capacity(layout.lines.len());
    let mut title = None;
    for (index, line) in layout.lines.iter().enumerate() {
        if line.title {
            title = Some(index);
        }
        titles.push(title);
        for (place, part) in line.parts.iter().enumerate() {
            for &unit in &part.units {
                places[unit] = Some((index, place));
            }
        }
    }
    let gone = vec![];
    let writer = write::Writer { text, layout: &layout, gone: &gone };
    for (id, unit) in layout.units.iter().enumerate() {
        let place = places[id].map(|(line, part)| (&layout.lines[line].parts[part], &layout.lines[line]));
        if place.is_some_and(|(_, line)| line.title || line.header)
            || place.is_none() && unit.embedded.is_none()
        {
            continue;
        }
        let mut standalone = writer.standalone(id, place);
        let above = |line: &structure::Line| text[line.lead.end..line.end.start].trim();
        if let Some(name) = place.and_then(|(_, line)| line.name).map(|name| &layout.lines[name])
            && above(name).len() <= 240
        {
            standalone = format!("{}, {standalone}", above(name));
        }
        if let Some(title) = places[id].and_then(|(line, _)| titles[line]).map(|title| &layout.lines[title])
            && above(title).len() <= 240
        {
            standalone = format!("{} {standalone}", above(title));
        }
        units.push(id);
        clauses.push(Clause {
            span: unit.span.clone(),
            standalone,
            subject: unit.subject.clone(),
            kind: unit.kind,
            key: unit.key.iter().map(|key| &text[key.clone()]).collect::<Vec<_>>().join(" "),
        });
    }
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by_key(|&index| (clauses[index].span.start, clauses[index].span.end));
    let units: Vec<usize> = order.iter().map(|&index| units[index]).collect();
    let mut clauses: Vec<Clause> = order.iter().map(|&index| clauses[index].clone()).collect();
    if clauses.len() == 1 {
        clauses[0].span = 0..text.len();
        clauses[0].standalone = text.to_owned();
    } else if clauses.is_empty() {
        clauses.push(Clause {
            span: 0..text.len(),
            standalone: text.to_owned(),
            subject: None,
            kind: ClauseKind::Sentence,
            key: String::new(),
        });
    }
    (layout, clauses, units)
}

impl Clauses {
    /// The clauses in the order of the text.
    pub fn iter(&self) -> std::slice::Iter<'_, Clause> {
        self.clauses.iter()
    }

    /// How many they are; at least one.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Never true: a text has at least one clause.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// The clause at `index`.
    pub fn get(&self, index: usize) -> Option<&Clause> {
        self.clauses.get(index)
    }

    /// The clauses that a range of bytes touches.
    pub fn at(&self, range: Range<usize>) -> Vec<usize> {
        (0..self.clauses.len())
            .filter(|&index| {
                let span = &self.clauses[index].span;
                span.start < range.end && range.start < span.end
            })
            .collect()
    }

    /// Those clauses, and all that say nothing without them.
    pub fn with_hanging(&self, gone: &[usize]) -> Vec<usize> {
        self.sheets.iter().flat_map(|sheet| sheet.with_hanging(&sheet.own(gone))).collect()
    }

    /// Pairs of clauses of which the later says again what the earlier says.
    pub fn said_again(&self) -> Vec<(usize, usize)> {
        self.sheets.iter().flat_map(Sheet::said_again).collect()
    }

    /// The text without those clauses, the rest letter for letter as it was apart from the joints.
    /// None where nothing would be left that states something.
    pub fn without(&self, gone: &[usize]) -> Option<String> {
        if gone.is_empty() {
            return Some(self.text.clone());
        }
        if let [sheet] = self.sheets.as_slice() {
            return sheet.without(&self.text, gone);
        }
        let mut rest = String::with_capacity(self.text.len());
        for sheet in &self.sheets {
            let (text, own) = (&self.text[sheet.span.clone()], sheet.own(gone));
            if own.len() < sheet.clauses {
                rest.push_str(&sheet.without(text, &own)?);
            }
        }
        Some(rest).filter(|rest| !rest.trim().is_empty())
    }
}

impl Sheet {
    /// Which of these clauses stand on it, by their number there.
    fn own(&self, clauses: &[usize]) -> Vec<usize> {
        let own = clauses.iter().filter_map(|clause| clause.checked_sub(self.first));
        let mut own: Vec<usize> = own.filter(|&clause| clause < self.clauses).collect();
        own.sort_unstable();
        own.dedup();
        own
    }

    fn with_hanging(&self, gone: &[usize]) -> Vec<usize> {
        let units = &self.layout.units;
        let mut hanging: Vec<Vec<usize>> = vec![Vec::new(); units.len()];
        for (unit, one) in units.iter().enumerate() {
            one.open.iter().for_each(|&other| hanging[other].push(unit));
        }
        let mut flags = vec![false; units.len()];
        let mut next: Vec<usize> = gone.iter().filter_map(|&index| self.units.get(index).copied()).collect();
        while let Some(unit) = next.pop() {
            if !std::mem::replace(&mut flags[unit], true) {
                next.extend(&hanging[unit]);
            }
        }
        (0..self.units.len())
            .filter(|&index| flags[self.units[index]])
            .map(|index| self.first + index)
            .collect()
    }

    fn said_again(&self) -> Vec<(usize, usize)> {
        let clause = |unit: usize| self.units.iter().position(|&own| own == unit);
        let pairs = |(index, &unit): (usize, &usize)| {
            let again = self.layout.units[unit].again.iter();
            again.filter_map(move |&earlier| Some((self.first + clause(earlier)?, self.first + index)))
        };
        self.units.iter().enumerate().flat_map(pairs).collect()
    }

    fn without(&self, text: &str, gone: &[usize]) -> Option<String> {
        if self.units.len() < 2 {
            return gone.iter().all(|&index| index >= self.clauses).then(|| text.to_owned());
        }
        let mut flags = vec![false; self.layout.units.len()];
        let mut any = false;
        for &index in gone {
            if let Some(&unit) = self.units.get(index) {
                flags[unit] = true;
                any = true;
            }
        }
        if !any {
            return Some(text.to_owned());
        }
        write::Writer { text, layout: &self.layout, gone: &flags }.text()
    }
}

impl<'a> IntoIterator for &'a Clauses {
    type Item = &'a Clause;
    type IntoIter = std::slice::Iter<'a, Clause>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
