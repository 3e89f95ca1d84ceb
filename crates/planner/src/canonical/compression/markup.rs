//! Elements of markup: of HTML and XML that is well-formed as far as it goes, those among others of their name.

use std::ops::Range;

use crate::canonical::span::overlap;

/// Elements that are parts of what stands around them.
const PARTS: &[&str] = &[
    "td", "th", "dd", "dt", "span", "b", "i", "u", "a", "em", "strong", "small", "code", "font", "label",
    "input",
];
/// Elements that have no end.
const EMPTY: &[&str] = &["br", "hr", "img", "input", "meta", "link"];

#[derive(Debug)]
struct Element {
    name: String,
    span: Range<usize>,
    parent: Option<usize>,
}

/// For each place the innermost element around it that has another of its name beside it, with the space before it; `None` where a
/// place is in none.
pub(super) fn around(text: &str, spans: &[Range<usize>]) -> Option<Vec<Range<usize>>> {
    let elements = elements(text)?;
    let beside = |one: &Element| {
        let same = |other: &&Element| other.parent == one.parent && other.name == one.name;
        elements.iter().filter(same).count() > 1
    };
    let mut gone: Vec<Range<usize>> = Vec::new();
    for span in spans {
        let holds = |one: &&Element| one.span.start <= span.start && span.end <= one.span.end;
        let fits =
            elements.iter().filter(holds).filter(|one| !PARTS.contains(&one.name.as_str()) && beside(one));
        let own = fits.min_by_key(|one| one.span.len())?;
        let before = text[..own.span.start].trim_end_matches([' ', '\t']);
        let start = if before.ends_with('\n') { before.len() - 1 } else { own.span.start };
        if !gone.iter().any(|other| overlap(other, &own.span)) {
            gone.push(start..own.span.end);
        }
    }
    (!gone.is_empty()).then_some(gone)
}

/// The elements of a text; `None` of one that has none, or whose elements do not close.
fn elements(text: &str) -> Option<Vec<Element>> {
    let mut done: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(from) = text[at..].find('<').map(|found| at + found) {
        let to = from + text[from..].find('>')? + 1;
        let tag = &text[from + 1..to - 1];
        at = to;
        if tag.starts_with(['!', '?']) {
            continue;
        }
        let closes = tag.starts_with('/');
        let name =
            tag.trim_start_matches('/').split(|c: char| c.is_whitespace() || c == '/').next()?.to_lowercase();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        if closes {
            let own = open.pop()?;
            if done[own].name != name {
                return None;
            }
            done[own].span.end = to;
        } else {
            let alone = tag.ends_with('/') || EMPTY.contains(&name.as_str());
            done.push(Element { name, span: from..to, parent: open.last().copied() });
            if !alone {
                open.push(done.len() - 1);
            }
        }
    }
    (open.is_empty() && !done.is_empty()).then_some(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_in_the_element_that_has_others_of_its_name_beside_it() {
        let inside = |text: &str| {
            let at = text.find("X")?;
            let found = around(text, &std::iter::once(at..at + 1).collect::<Vec<_>>())?;
            Some(text[found[0].clone()].to_owned())
        };
        for (text, own) in [
            ("<ul><li>X</li><li>Y</li></ul>", Some("<li>X</li>")),
            (
                "<table><tr><td>X</td><td>1</td></tr><tr><td>Y</td><td>2</td></tr></table>",
                Some("<tr><td>X</td><td>1</td></tr>"),
            ),
            ("<p>a<br>X</p><p>Y</p>", Some("<p>a<br>X</p>")),
            ("<item id=\"X\"/><item id=\"Y\"/>", Some("<item id=\"X\"/>")),
            ("<p>X</p>", None),
            ("<ul><li>X<li>Y</ul>", None),
            ("a < b and X > c", None),
            ("no markup X", None),
        ] {
            assert_eq!(inside(text).as_deref(), own, "{text}");
        }
    }
}
