//! Whole elements of a structured text: a section, an item, a line, a turn, an element of markup, an address in a row. One that speaks
//! of what goes is taken out, and the rest stays well-formed.

use std::ops::Range;

use nepenthe_text::entity::identifier;
use nepenthe_text::entity::name::{self, Kind};
use nepenthe_text::word::words;

use super::markup;
use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::span::overlap;

/// From which certainty on a name is another person's.
const PERSON: f32 = 0.5;

/// What is left of a structured text without the elements that mention what everything is asked for about, or carry it; `None` where it
/// has none, where all of it would go, and where an element speaks of somebody else too.
pub(in crate::canonical) fn without(query: &Query<'_>, text: &str) -> Option<String> {
    if query.verb == Verb::Supersede
        || !(query.by_name() || query.by_identity())
        || query.request.except.is_some()
    {
        return None;
    }
    let spans = mentions(query, text);
    if spans.is_empty() {
        return None;
    }
    let gone = if query.by_identity() { in_row(text, &spans) } else { None };
    let gone = gone.or_else(|| markup::around(text, &spans)).or_else(|| lines(text, &spans))?;
    if !query.by_identity() && gone.iter().any(|element| names_another(query, text, element, &spans)) {
        return None;
    }
    let rest = cut(text, gone);
    let says = rest.chars().any(char::is_alphanumeric) && rest.trim() != text.trim();
    (says && mentions(query, &rest).is_empty()).then_some(rest)
}

/// Where a text mentions what goes: by half of the name too, where it has the whole.
fn mentions(query: &Query<'_>, text: &str) -> Vec<Range<usize>> {
    let mut spans = query.mentions(text);
    if query.by_name() && !spans.is_empty() {
        let halves: Vec<String> = query
            .names
            .iter()
            .take(query.wanted_names)
            .filter(|name| name.words.len() > 1)
            .flat_map(|name| words(&name.text))
            .map(|word| word.folded)
            .collect();
        let capital = |span: &Range<usize>| text[span.clone()].starts_with(char::is_uppercase);
        let own = words(text).into_iter();
        let half = own.filter(|word| halves.contains(&word.folded) && capital(&word.span));
        spans.extend(half.map(|word| word.span));
    }
    spans.sort_by_key(|span| span.start);
    spans
}

/// Whether an element names a person who is another.
fn names_another(query: &Query<'_>, text: &str, element: &Range<usize>, spans: &[Range<usize>]) -> bool {
    let own: Vec<String> =
        query.names.iter().flat_map(|name| words(&name.text)).map(|word| word.folded).collect();
    name::names(text).into_iter().any(|other| {
        overlap(&other.span, element)
            && (other.kind == Kind::Person || other.kind == Kind::Unknown && other.words.len() > 1)
            && other.sure > PERSON
            && !spans.iter().any(|span| overlap(span, &other.span))
            && words(&other.text).iter().all(|word| !own.contains(&word.folded))
    })
}

/// A text without what goes, and without the empty line that is left where one stood before.
fn cut(text: &str, mut gone: Vec<Range<usize>>) -> String {
    gone.sort_by_key(|span| span.start);
    let (mut rest, mut at) = (String::with_capacity(text.len()), 0);
    for span in gone {
        rest.push_str(text.get(at..span.start).unwrap_or_default());
        at = at.max(span.end);
    }
    rest.push_str(text.get(at..).unwrap_or_default());
    if text.ends_with('\n') { rest } else { rest.trim_end_matches('\n').to_owned() }
}

/// Identifiers of one kind with nothing but blanks, commas and semicolons between them, behind a label or none.
fn in_row(text: &str, spans: &[Range<usize>]) -> Option<Vec<Range<usize>>> {
    let all = identifier::recognise(text);
    let same = all.first().is_some_and(|first| all.iter().all(|one| one.kind == first.kind));
    let apart = |between: &str| {
        !between.is_empty() && between.chars().all(|c| c.is_whitespace() || matches!(c, ',' | ';' | '|'))
    };
    let joined = all.windows(2).all(|two| text.get(two[0].span.end..two[1].span.start).is_some_and(apart));
    let (first, last) = (all.first()?, all.last()?);
    let label = text[..first.span.start].trim_end();
    let bare = (label.is_empty() || label.ends_with(':') && label.len() <= 24)
        && !text[last.span.end..].contains(char::is_alphanumeric);
    if all.len() < 2 || !same || !joined || !bare {
        return None;
    }
    let goes = |place: usize| spans.iter().any(|span| overlap(span, &all[place].span));
    let gone = (0..all.len()).filter(|place| goes(*place)).map(|place| {
        let own = &all[place].span;
        match (all.get(place + 1), place.checked_sub(1)) {
            (Some(next), _) => own.start..next.span.start,
            // The last goes with the mark before it.
            (None, Some(before)) => all[before].span.end..own.end,
            (None, None) => own.clone(),
        }
    });
    Some(gone.collect())
}

/// The lines of a text, with their ends.
fn each_line(text: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        lines.push(at..at + line.len());
        at += line.len();
    }
    lines
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Blank,
    /// A heading, and its level.
    Heading(usize),
    Item,
    /// A key and its value.
    Field,
    Turn,
    /// What opens or closes others: "[smtp]", "```", "}".
    Frame,
    Other,
}

fn sort(line: &str) -> Sort {
    let line = line.trim();
    let level = line.len() - line.trim_start_matches('#').len();
    let numbered = line.find(['.', ')']).is_some_and(|at| {
        (1..=3).contains(&at)
            && line[..at].bytes().all(|b| b.is_ascii_digit())
            && line[at + 1..].starts_with(' ')
    });
    if line.is_empty() {
        Sort::Blank
    } else if (1..=6).contains(&level) && line[level..].starts_with(' ') {
        Sort::Heading(level)
    } else if ["- ", "* ", "+ ", "• ", "– ", "☐ ", "☑ ", "✓ "].iter().any(|mark| line.starts_with(mark))
        || numbered
    {
        Sort::Item
    } else if is_turn(line) {
        Sort::Turn
    } else if line.starts_with('[') && line.ends_with(']')
        || line.starts_with("```")
        || !line.contains(char::is_alphanumeric)
    {
        Sort::Frame
    } else if is_field(line) {
        Sort::Field
    } else {
        Sort::Other
    }
}

/// "[user] ...", "assistant: ...".
fn is_turn(line: &str) -> bool {
    const ROLES: &[&str] =
        &["user", "assistant", "system", "human", "ai", "bot", "agent", "me", "you", "customer", "support"];
    let bare = line.trim_start_matches(['[', '<', '*', '(']);
    let end = bare.find(|c: char| !c.is_alphanumeric()).unwrap_or(bare.len());
    let role = ROLES.contains(&bare[..end].to_lowercase().as_str());
    role && bare[end..].trim_start().starts_with([']', ':', '>', ')', '*'])
}

/// "KEY=value", "key: value", `const key = "value";`.
fn is_field(line: &str) -> bool {
    let key = line.split_once(['=', ':']).map(|(key, _)| key.trim());
    key.is_some_and(|key| !key.is_empty() && key.split_whitespace().count() <= 4)
}

/// Whether brackets that a line opens are closed in it.
fn is_balanced(line: &str) -> bool {
    [('(', ')'), ('[', ']'), ('{', '}')]
        .iter()
        .all(|(open, close)| line.matches(*open).count() == line.matches(*close).count())
}

/// Whether a text is nothing but rows of as many cells each: `name,phone`, "| name | phone |".
fn are_cells(text: &str) -> bool {
    let rows: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let cells = |mark: char| {
        let count = rows.first().map_or(0, |row| row.matches(mark).count());
        count > 0
            && rows.iter().all(|row| row.matches(mark).count() == count && !row.ends_with(['.', '!', '?']))
    };
    rows.len() > 2 && ['|', ',', ';', '\t'].into_iter().any(cells)
}

/// Whether a text is nothing but names in a row, behind a label or none: "Guests: Ida Lund, Bo Frey and Pia Dahl."
pub(in crate::canonical) fn is_row_of_names(text: &str) -> bool {
    let row = text.trim().trim_end_matches('.');
    let names = row.split_once(':').map_or(row, |(_, names)| names);
    let names: Vec<&str> = names
        .split([',', ';'])
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" & "))
        .collect();
    let is_name = |name: &&str| {
        let words = || name.split_whitespace();
        (2..=4).contains(&words().count()) && words().all(|word| word.starts_with(char::is_uppercase))
    };
    names.len() > 2 && names.iter().all(is_name) && !row.contains('\n')
}

/// The sections, items and lines that mention it.
fn lines(text: &str, spans: &[Range<usize>]) -> Option<Vec<Range<usize>>> {
    let lines = each_line(text);
    let mut sorts: Vec<Sort> = lines.iter().map(|line| sort(&text[line.clone()])).collect();
    if are_cells(text) {
        sorts.iter_mut().filter(|sort| **sort == Sort::Other).for_each(|sort| *sort = Sort::Item);
    }
    let told = sorts.iter().filter(|sort| **sort != Sort::Blank).count();
    let structured = sorts.iter().filter(|sort| !matches!(sort, Sort::Blank | Sort::Other)).count();
    if told < 2 || structured * 2 <= told {
        return None;
    }
    let indent = |line: &Range<usize>| {
        let line = &text[line.clone()];
        line.len() - line.trim_start().len()
    };
    let mut gone = Vec::new();
    let mut behind = 0;
    for (place, line) in lines.iter().enumerate() {
        if place < behind || !spans.iter().any(|span| overlap(span, line)) {
            continue;
        }
        let to = match sorts[place] {
            Sort::Heading(level) => {
                let ends = |sort: &Sort| matches!(sort, Sort::Heading(other) if *other <= level);
                sorts[place + 1..].iter().position(ends).map_or(lines.len(), |at| place + 1 + at)
            }
            Sort::Item => {
                let deeper = |at: usize| sorts[at] != Sort::Blank && indent(&lines[at]) > indent(line);
                (place + 1..lines.len()).find(|at| !deeper(*at)).unwrap_or(lines.len())
            }
            Sort::Turn => {
                gone.extend(of_turn(text, line, spans));
                continue;
            }
            Sort::Field if is_balanced(&text[line.clone()]) && deeper_less(&lines, place, &indent) => {
                place + 1
            }
            _ => return None,
        };
        gone.push(line.start..lines[to - 1].end);
        behind = to;
    }
    (!gone.is_empty()).then_some(gone)
}

/// Whether nothing that is indented deeper stands below a line.
fn deeper_less(lines: &[Range<usize>], place: usize, indent: &dyn Fn(&Range<usize>) -> usize) -> bool {
    lines.get(place + 1).is_none_or(|next| next.len() <= 1 || indent(next) <= indent(&lines[place]))
}

/// The sentences of a turn that mention it; the whole turn, where it has no other.
fn of_turn(text: &str, line: &Range<usize>, spans: &[Range<usize>]) -> Vec<Range<usize>> {
    let body = &text[line.clone()];
    let lead = body.find([']', ':', '>', ')']).map_or(0, |at| at + 1);
    let lead = lead + body[lead..].len() - body[lead..].trim_start_matches(['*', ' ']).len();
    let mut sentences = Vec::new();
    let mut from = line.start + lead;
    for (at, _) in body.match_indices(['.', '!', '?']) {
        let end = line.start + at + 1;
        if end > from && text[end..line.end].starts_with([' ', '\n', '\r']) || end == line.end {
            let space = text[end..line.end].len() - text[end..line.end].trim_start_matches(' ').len();
            sentences.push(from..end + space);
            from = end + space;
        }
    }
    if text[from.min(line.end)..line.end].contains(char::is_alphanumeric) {
        sentences.push(from..line.start + body.trim_end().len());
    }
    let goes = |sentence: &Range<usize>| spans.iter().any(|span| overlap(span, sentence));
    if sentences.iter().all(goes) {
        return vec![line.clone()];
    }
    sentences.into_iter().filter(goes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;

    fn rest(request: &str, text: &str) -> Option<String> {
        let mutation = Mutation::purge(request);
        without(&Query::new(&mutation, request, Components::default()), text)
    }

    #[test]
    fn an_element_goes_and_the_rest_stays_well_formed() {
        for (text, left) in [
            ("# Crew\n\n## Ida Lund\n- rows\n\n## Bo Frey\n- sails\n", "# Crew\n\n## Bo Frey\n- sails\n"),
            ("- [ ] call Ida Lund\n- [ ] buy rope\n- [x] mend gate", "- [ ] buy rope\n- [x] mend gate"),
            ("* oats\n* phone Ida Lund\n  about the van\n* rye", "* oats\n* rye"),
            ("<ul><li>Ida Lund: 1</li><li>Bo Frey: 2</li></ul>", "<ul><li>Bo Frey: 2</li></ul>"),
            (
                "<crew>\n  <man>\n    <name>Ida Lund</name>\n  </man>\n  <man>\n    <name>Bo Frey</name>\n  </man>\n</crew>",
                "<crew>\n  <man>\n    <name>Bo Frey</name>\n  </man>\n</crew>",
            ),
            (
                "[user] I am Ida Lund. Order tea.\n[assistant] Hello Ida!\n[user] And milk.",
                "[user] Order tea.\n[user] And milk.",
            ),
            ("name,phone\nIda Lund,1\nBo Frey,2\n", "name,phone\nBo Frey,2\n"),
            (
                "| name | tel |\n|---|---|\n| Ida Lund | 1 |\n| Bo Frey | 2 |",
                "| name | tel |\n|---|---|\n| Bo Frey | 2 |",
            ),
        ] {
            assert_eq!(rest("everything about Ida Lund", text).as_deref(), Some(left), "{text}");
        }
    }

    #[test]
    fn an_identifier_goes_with_its_line_or_alone_in_a_row() {
        let key = "sk-live-9aZ4kQ7tLm";
        for (request, text, left) in [
            (
                "ida@mori.example",
                "bo@mori.example ida@mori.example pia@mori.example",
                "bo@mori.example pia@mori.example",
            ),
            ("pia@mori.example", "To: bo@mori.example; pia@mori.example", "To: bo@mori.example"),
            (key, "Token: sk-live-9aZ4kQ7tLm\nTimeout: 30", "Timeout: 30"),
            (key, "host = \"a\"\nkey = \"sk-live-9aZ4kQ7tLm\"\nport = 5", "host = \"a\"\nport = 5"),
        ] {
            assert_eq!(rest(request, text).as_deref(), Some(left), "{text}");
        }
    }

    #[test]
    fn a_row_of_names_has_nothing_else() {
        assert!(is_row_of_names("Guests: Ida Lund, Bo Frey and Pia Dahl."));
        for text in ["Ida Lund, Bo Frey and the dog", "Ida Lund and Bo Frey", "Ida Lund, 12 Mill Row, Hull"] {
            assert!(!is_row_of_names(text), "{text}");
        }
    }

    #[test]
    fn what_has_no_elements_or_says_something_of_others_is_left_to_the_judge() {
        for text in [
            "Ida Lund rows. Bo Frey sails.",
            "- call Ida Lund and Bo Frey\n- buy rope",
            "- call Ida Lund",
            "Ida Lund came by.\nShe brought rope.\nIt rained.",
            "<p>Ida Lund rows.</p>",
        ] {
            assert_eq!(rest("everything about Ida Lund", text), None, "{text}");
        }
        assert_eq!(rest("ida@mori.example", "Ida is at ida@mori.example, Bo at bo@mori.example."), None);
        assert_eq!(rest("sk-live-9aZ4kQ7tLm", "call(\n  key = use(sk-live-9aZ4kQ7tLm,\n  a = 1)"), None);
    }
}
