//! Initialisms: "DOB" is said of a date of birth, "MS" of multiple sclerosis, where one text has the letters and another the words.

use std::ops::Range;

use crate::word::words;

/// How many letters an initialism has.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=5;
/// What is written so, and stands for other words.
const OTHERS: &[&str] = &["am", "pm", "ok", "id", "no", "mr", "dr", "st", "us", "uk", "eu", "un"];
/// Words whose initials may be left out: "date of birth" is DOB, "terms and conditions" T&C, "bill of materials" BOM.
const SMALL: &[&str] = &["of", "the", "and", "for", "in", "to", "a", "an", "on"];

/// Where a text has the initialism of words of `other`, or words of which `other` has the initialism, and what `other` has instead.
/// Words begin with small letters: those of a name are found as a name. In order, without overlaps.
#[must_use]
pub fn counterparts(text: &str, other: &str) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    // Most texts have none, and words take time.
    let capitals = |text| if has_two_capitals(text) { capitals(text) } else { Vec::new() };
    for letters in capitals(text) {
        let spelled = spelled(other, &text[letters.clone()]);
        found.extend(spelled.map(|words| (letters, other[words].to_owned())));
    }
    for letters in capitals(other) {
        let written = other[letters].to_owned();
        found.extend(spelled(text, &written).map(|words| (words, written)));
    }
    found.sort_by_key(|(span, _)| span.start);
    found.dedup_by(|next, before| next.0.start < before.0.end);
    found
}

fn has_two_capitals(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_uppercase))
}

/// Words in capitals alone that may be initialisms.
fn capitals(text: &str) -> Vec<Range<usize>> {
    let telling = |span: &Range<usize>| {
        let word = &text[span.clone()];
        let alone = |c: Option<char>| !c.is_some_and(|c| matches!(c, '-' | '_' | '/' | '.' | '&' | '@'));
        let before = text[..span.start].chars().next_back();
        // "MS." ends a sentence.
        let mut behind = text[span.end..].chars();
        let joined = behind.next().filter(|c| !(*c == '.' && behind.next().is_none_or(char::is_whitespace)));
        LETTERS.contains(&word.len())
            && word.bytes().all(|byte| byte.is_ascii_uppercase())
            && alone(before)
            && alone(joined)
    };
    let all_in_capitals = !text.contains(char::is_lowercase);
    let spans = words(text).into_iter().map(|word| word.span).filter(|_| !all_in_capitals);
    spans.filter(telling).collect()
}

/// Where words stand, each with a small first letter, whose initials these letters are; once, or nowhere for sure.
fn spelled(text: &str, letters: &str) -> Option<Range<usize>> {
    let letters = letters.to_lowercase();
    let all = words(text);
    let mut runs = (0..all.len()).filter_map(|from| {
        let mut left = letters.chars().peekable();
        for (at, word) in all.iter().enumerate().skip(from) {
            let first = text[word.span.clone()].chars().next()?;
            let adjacent =
                at == from || text[all[at - 1].span.end..word.span.start].trim_matches(['-', ' ']).is_empty();
            if !adjacent || !first.is_lowercase() {
                return None;
            }
            if left.next_if_eq(&first).is_some() {
                if left.peek().is_none() {
                    let content = all[from..=at].iter().filter(|word| word.content).count();
                    return (content >= 2).then(|| all[from].span.start..word.span.end);
                }
            } else if at == from || !SMALL.contains(&word.folded.as_str()) {
                return None;
            }
        }
        None
    });
    let known = OTHERS.contains(&letters.as_str());
    runs.next().filter(|_| !known && runs.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_words_meet() {
        for (text, other, found) in [
            (
                "Ana has lived with MS, a mild form, for years.",
                "Ana's multiple sclerosis",
                "multiple sclerosis",
            ),
            ("Ana's DOB is 3 May.", "Ana's date of birth", "date of birth"),
            ("The laptop's operating system is old.", "which OS the laptop has", "OS"),
            ("SSO is off.", "the single sign-on", "single sign-on"),
            ("We track one KPI.", "our key performance indicator", "key performance indicator"),
        ] {
            let counterparts = counterparts(text, other);
            let written: Vec<&str> = counterparts.iter().map(|(_, written)| written.as_str()).collect();
            assert_eq!(written, [found], "{text}");
        }
    }

    #[test]
    fn other_letters_do_not() {
        for (text, other) in [
            ("The call is at 9 AM.", "the alarm mode"),
            ("MS-7 is a board.", "multiple sclerosis"),
            ("MS Teams is down.", "Ms Duarte's seat"),
            ("The PC is slow.", "where Paul Cole lives"),
            ("NOTHING IN CAPITALS TELLS", "the inner city"),
            ("The IT desk is shut.", "the tea"),
        ] {
            assert_eq!(counterparts(text, other), [], "{text}");
        }
    }
}
