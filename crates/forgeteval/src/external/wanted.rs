//! What is looked for in a recalled text.

use regex::{Regex, RegexBuilder};

use crate::score::fold;

/// What is looked for in a recalled text, with the name that records carry.
#[derive(Debug, Clone)]
pub struct Wanted {
    name: String,
    how: How,
}

#[derive(Debug, Clone)]
enum How {
    /// One of these, in folded case, anywhere.
    Part(Vec<String>),
    /// An expression that matches anywhere, in any case.
    Pattern(Regex),
    /// The text itself.
    Whole(String),
}

impl Wanted {
    /// Looks for one of these strings, in any case; the first names it.
    #[must_use]
    pub fn any(strings: &[String]) -> Self {
        let name = strings.first().cloned().unwrap_or_default();
        Self { name, how: How::Part(strings.iter().map(|text| fold(text)).collect()) }
    }

    /// Looks for what a regular expression matches, in any case; for the string itself where it has no sign of one, or is
    /// none.
    #[must_use]
    pub fn pattern(text: &str) -> Self {
        let plain = || Self::any(&[text.to_owned()]);
        if !text.contains(['\\', '(', '[', '|', '?', '*']) {
            return plain();
        }
        let pattern = RegexBuilder::new(text).case_insensitive(true).build();
        pattern.map_or_else(|_| plain(), |regex| Self { name: text.to_owned(), how: How::Pattern(regex) })
    }

    /// Looks for a whole text, and calls it by another name.
    #[must_use]
    pub fn whole(name: &str, text: &str) -> Self {
        Self { name: name.to_owned(), how: How::Whole(text.trim().to_owned()) }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether a text holds it. The second text is the first in folded case.
    pub(super) fn is_in(&self, text: &str, folded: &str) -> bool {
        match &self.how {
            How::Part(parts) => parts.iter().any(|part| folded.contains(part)),
            How::Pattern(regex) => regex.is_match(text),
            How::Whole(whole) => text.trim() == whole,
        }
    }

    /// Returns the place, from 1, of the first text that holds it.
    #[must_use]
    pub fn rank<T: AsRef<str>>(&self, texts: &[T]) -> Option<usize> {
        let holds = |text: &T| self.is_in(text.as_ref(), &fold(text.as_ref()));
        texts.iter().position(holds).map(|place| place + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Wanted;

    #[test]
    fn strings_expressions_and_whole_texts_are_found() {
        let texts = ["Take 75 MICROGRAMS (daily).", "max 3,000 mg/day"];
        let table = [
            (Wanted::pattern("75 (?:mcg|micrograms)"), Some(1)),
            (Wanted::pattern("3,000 mg/day"), Some(2)),
            (Wanted::pattern("3.000"), None),
            (Wanted::pattern("(daily"), Some(1)),
            (Wanted::any(&["none".into(), "Max".into()]), Some(2)),
            (Wanted::whole("s1", "max 3,000 mg/day\n"), Some(2)),
            (Wanted::whole("s1", "max 3,000"), None),
        ];
        for (wanted, rank) in table {
            assert_eq!(wanted.rank(&texts), rank, "{}", wanted.name());
        }
    }
}
