//! Texts, each kept once.

use std::collections::HashMap;

/// Texts, each kept once and referred to by its place. Verdicts repeat the same few texts many times.
#[derive(Debug, Default)]
pub(super) struct Strings<'a> {
    places: HashMap<&'a str, usize>,
    texts: Vec<&'a str>,
}

impl<'a> Strings<'a> {
    /// Returns a text's place, and keeps the text where it is new.
    pub(super) fn place(&mut self, text: &'a str) -> usize {
        *self.places.entry(text).or_insert_with(|| {
            self.texts.push(text);
            self.texts.len() - 1
        })
    }

    /// Returns the places of texts.
    pub(super) fn places(&mut self, texts: &'a [String]) -> Vec<usize> {
        texts.iter().map(|text| self.place(text)).collect()
    }

    /// Returns the texts in their places.
    pub(super) fn into_texts(self) -> Vec<&'a str> {
        self.texts
    }
}

#[cfg(test)]
mod tests {
    use super::Strings;

    #[test]
    fn a_text_is_kept_once_and_found_in_its_place() {
        let texts = ["b", "a", "b", "", "a\u{2028}", "</script>"].map(str::to_owned);
        let mut strings = Strings::default();
        let places = strings.places(&texts);
        assert_eq!(places, [0, 1, 0, 2, 3, 4]);
        let kept = strings.into_texts();
        assert_eq!(kept.len(), 5);
        assert!(places.iter().zip(&texts).all(|(place, text)| kept[*place] == text));
    }
}
