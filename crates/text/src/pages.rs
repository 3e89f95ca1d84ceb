//! A long text in pages: what is read with all that stands around it is read page by page, so that a text of twice the length takes
//! twice as long.

use std::ops::Range;

/// Bytes of the longest page. A text that is no longer is one.
pub const PAGE: usize = 16 * 1024;

/// The pages of a text, which cover it. One ends where a paragraph does, or else a line, a sentence or a word; not between two digits.
pub fn pages(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty() || at == 0 && text.is_empty())?;
        let page = at..at + end(rest);
        at = page.end.max(1);
        Some(page)
    })
}

/// Where the first page of a text ends.
fn end(text: &str) -> usize {
    if text.len() <= PAGE {
        return text.len();
    }
    let last = text.floor_char_boundary(PAGE);
    let first = text.floor_char_boundary(PAGE / 2);
    let digits = |at: usize| {
        let before = text[..at].chars().rev().find(|c| !c.is_whitespace());
        let behind = text[at..].chars().find(|c| !c.is_whitespace());
        [before, behind].into_iter().all(|c| c.is_some_and(char::is_numeric))
    };
    let behind = |mark: &str| {
        let found = text[first..last].rmatch_indices(mark).map(|(at, _)| first + at + mark.len());
        found.take(TRIED).find(|&at| !digits(at))
    };
    ["\n\n", "\n", ". ", "! ", "? ", "。", " "].into_iter().find_map(behind).unwrap_or(last)
}

/// At how many places it is tried to end a page in one way.
const TRIED: usize = 64;

/// What is read of each page of a text, moved to where it stands in the text.
pub(crate) fn by_page<T>(text: &str, read: impl Fn(&str) -> Vec<T>, shift: impl Fn(&mut T, usize)) -> Vec<T> {
    let mut all = Vec::new();
    for page in pages(text) {
        let mut own = read(&text[page.clone()]);
        if page.start > 0 {
            own.iter_mut().for_each(|one| shift(one, page.start));
        }
        all.append(&mut own);
    }
    all
}

/// A range, moved.
pub(crate) fn shifted(span: &Range<usize>, by: usize) -> Range<usize> {
    span.start + by..span.end + by
}

/// The beginning of a text, as much of it as is read of one where reading all would take too long: whole pages, at most so many bytes.
#[must_use]
pub fn head(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let whole = pages(text).take_while(|page| page.end <= most).last();
    whole.map_or_else(|| &text[..text.floor_char_boundary(most)], |page| &text[..page.end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_cover_a_text_and_end_where_something_does() {
        let lines: String = (0..4000).map(|line| format!("Line {line} of the minutes.\n")).collect();
        let numbers = "4471 ".repeat(20_000);
        let word = "ä".repeat(40_000);
        for text in ["", "a", lines.as_str(), numbers.as_str(), word.as_str()] {
            let all: Vec<Range<usize>> = pages(text).collect();
            assert_eq!(all.iter().map(|page| &text[page.clone()]).collect::<String>(), text);
            assert!(all.iter().all(|page| page.len() <= PAGE && !page.is_empty() || text.is_empty()));
            assert_eq!(head(text, usize::MAX), text);
        }
        assert!(pages(&lines).all(|page| lines[page].ends_with('\n')));
        assert_eq!(head(&lines, 20_000), &lines[pages(&lines).next().unwrap()]);
    }
}
