//! [`Annotation`]: what a model adds to a text when it is written, and what of that the rules let stand.

use nepenthe_text::entity::identifier;
use nepenthe_text::entity::name::{Finder, Name};
use nepenthe_text::word::is_unread;
use serde::{Deserialize, Serialize};

/// From which certainty on the rules find something in a text.
const FOUND: f32 = 0.3;

/// What sort of thing an annotation says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnnotationKind {
    /// An identifier of the text in its usual form.
    Identifier,
    /// Another spelling of a name in the text.
    Alias,
    /// The full name of somebody or something that the text is about.
    Entity,
}

/// Another form of something that a text names. Kept beside the text, never in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Annotation {
    /// Which sort.
    pub kind: AnnotationKind,
    /// The words of the text that it is another form of.
    pub of: String,
    /// The form.
    pub value: String,
}

impl AnnotationKind {
    /// Its word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Identifier => "identifier",
            Self::Alias => "alias",
            Self::Entity => "entity",
        }
    }

    /// The kind of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Identifier, Self::Alias, Self::Entity].into_iter().find(|kind| kind.as_str() == word)
    }
}

impl Annotation {
    /// Tells whether the rules let it stand beside a text: it is of words that the text has, and
    ///
    /// * an identifier is, by the rules of identifiers, one that the text carries: no digit differs;
    /// * an alias or entity holds no identifier, and is a name that the rules find in the text, or one of words in
    ///   letters that they may not read ([`is_unread`]), unless they find a name like it.
    #[must_use]
    pub fn stands_beside(&self, text: &str) -> bool {
        if self.value.trim().is_empty() || self.of.trim().is_empty() || !text.contains(&self.of) {
            return false;
        }
        let wanted = identifier::query_mentions(&self.value);
        if self.kind == AnnotationKind::Identifier {
            let carried =
                |wanted| identifier::find(wanted, text).iter().any(|found| found.certainty >= FOUND);
            return !wanted.is_empty() && wanted.iter().all(carried);
        }
        if self.value.chars().any(char::is_numeric) {
            return false;
        }
        let (found, near) = Finder::new(&Name::of(&self.value)).scan(text);
        let letters: Vec<char> = self.of.chars().filter(|character| character.is_alphabetic()).collect();
        let unread = !letters.is_empty() && letters.into_iter().all(is_unread);
        found.iter().any(|found| found.certainty >= FOUND) || unread && near.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stands(text: &str, kind: AnnotationKind, of: &str, value: &str) -> bool {
        Annotation { kind, of: of.into(), value: value.into() }.stands_beside(text)
    }

    #[test]
    fn an_identifier_stands_only_if_the_text_carries_it() {
        use AnnotationKind::Identifier;
        let text = "Call 555 010 0199 back about locker P-17.";
        for (of, value, stands_so) in [
            ("555 010 0199", "+15550100199", true),
            ("555 010 0199", "5550100199", true),
            ("555 010 0199", "+15550100198", false),
            ("555 010 0199", "+1555010019", false),
            ("555 010 0199", "+15550100199 and +15550100198", false),
            ("P-17", "P-17", true),
            ("P-17", "P-18", false),
            ("555 010 0199", "everything", false),
            ("5550100199", "+15550100199", false),
            ("", "+15550100199", false),
        ] {
            assert_eq!(stands(text, Identifier, of, value), stands_so, "{of}: {value}");
        }
    }

    #[test]
    fn a_name_stands_if_the_rules_find_it_or_may_not_read_it() {
        use AnnotationKind::{Alias, Entity};
        for (text, of, value, stands_so) in [
            ("Sam Roe bought kettles.", "Sam Roe", "Sam Roe", true),
            ("Ida Lund bought kettles.", "Ida Lund", "Sam Roe", false),
            ("The van is blue.", "The van", "Sam Roe", false),
            ("The van is blue.", "The van", "everything", false),
            ("Анна Козлова купила чайник.", "Анна Козлова", "Anna Kozlova", true),
            ("Анна Козлова купила чайник.", "Анна Козлова", "Sam Roe", false),
            ("Η Άννα αγόρασε ένα βραστήρα.", "Άννα", "Sam Roe", false),
            ("東京に住んでいる。", "東京", "Tokyo", true),
            ("東京に住んでいる。", "大阪", "Osaka", false),
            ("東京 is in the notes.", "東京 is", "Osaka", false),
            ("東京に住んでいる。", "東京", "+15550100199", false),
            ("Locker P-17 is hers.", "Locker P-17", "P-17", false),
        ] {
            for kind in [Alias, Entity] {
                assert_eq!(stands(text, kind, of, value), stands_so, "{text}: {value}");
            }
        }
    }
}
