//! What the append-only log keeps of a caller's words: a reason of a fixed list, and a reference of a strict shape.
//!
//! No purge reaches the log, so neither can hold a sentence.

use std::fmt;
use std::str::FromStr;

use nepenthe_text::fingerprint;
use serde::Serialize;

/// Why a text that says again what was erased is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Why {
    /// The person consents to it (GDPR Art. 6(1)(a)).
    Consent,
    /// A contract needs it (Art. 6(1)(b)).
    Contract,
    /// A law demands it (Art. 6(1)(c)).
    LegalObligation,
    /// Somebody's life depends on it (Art. 6(1)(d)).
    VitalInterest,
    /// A task in the public interest needs it (Art. 6(1)(e)).
    PublicTask,
    /// A legitimate interest needs it (Art. 6(1)(f)).
    LegitimateInterest,
    /// The person whom it is about asks for it.
    DataSubjectRequest,
    /// It was right and what took its place was not.
    Correction,
    /// It was erased by mistake.
    Mistake,
    /// It is of another person or thing that is called the same.
    Namesake,
    /// It comes from a backup, an archive or another store.
    Restored,
    /// The store is a test's.
    Test,
}

impl Why {
    /// Every reason, in the order in which help names them.
    pub const ALL: [Self; 12] = [
        Self::Consent,
        Self::Contract,
        Self::LegalObligation,
        Self::VitalInterest,
        Self::PublicTask,
        Self::LegitimateInterest,
        Self::DataSubjectRequest,
        Self::Correction,
        Self::Mistake,
        Self::Namesake,
        Self::Restored,
        Self::Test,
    ];

    /// Returns the word that the log keeps.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Consent => "consent",
            Self::Contract => "contract",
            Self::LegalObligation => "legal-obligation",
            Self::VitalInterest => "vital-interest",
            Self::PublicTask => "public-task",
            Self::LegitimateInterest => "legitimate-interest",
            Self::DataSubjectRequest => "data-subject-request",
            Self::Correction => "correction",
            Self::Mistake => "mistake",
            Self::Namesake => "namesake",
            Self::Restored => "restored",
            Self::Test => "test",
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A number under which the caller keeps a request or a decision, such as `T-1192`: 1 to 5 capital letters of ASCII, a
/// hyphen, 1 to 7 digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reference(String);

/// The most letters of a reference, and the most digits.
const LETTERS: usize = 5;
const DIGITS: usize = 7;

/// A reference that has another shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a reference is 1 to {LETTERS} capital letters, a hyphen and 1 to {DIGITS} digits, such as T-1192: the log keeps it for good"
)]
pub struct ReferenceError;

impl Reference {
    /// Returns the reference as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Tells whether its letters or its digits stand in a text.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        let (letters, digits) = self.parts();
        fingerprint::reference_is_in(letters, digits, text)
    }

    /// Its letters and its digits.
    pub(crate) fn parts(&self) -> (&str, &str) {
        self.0.split_once('-').unwrap_or((&self.0, ""))
    }
}

impl FromStr for Reference {
    type Err = ReferenceError;

    fn from_str(text: &str) -> Result<Self, ReferenceError> {
        let (letters, digits) = text.split_once('-').ok_or(ReferenceError)?;
        let fits = (1..=LETTERS).contains(&letters.len())
            && (1..=DIGITS).contains(&digits.len())
            && letters.bytes().all(|byte| byte.is_ascii_uppercase())
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        fits.then(|| Self(text.to_owned())).ok_or(ReferenceError)
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a text is let in, and perhaps the number under which that was decided. The log keeps both for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    reference: Option<Reference>,
    note: String,
}

/// How a note begins that has a reason.
const ADMITTED: &str = "admitted: ";

impl Reason {
    /// A reason with the caller's reference, which must not say itself what was erased or what is let in.
    #[must_use]
    pub fn new(why: Why, reference: Option<Reference>) -> Self {
        let note = match &reference {
            Some(reference) => format!("{ADMITTED}{why} {reference}"),
            None => format!("{ADMITTED}{why}"),
        };
        Self { reference, note }
    }

    pub(crate) fn reference(&self) -> Option<&Reference> {
        self.reference.as_ref()
    }

    /// What the log notes.
    pub(crate) fn note(&self) -> &str {
        &self.note
    }
}

impl From<Why> for Reason {
    fn from(why: Why) -> Self {
        Self::new(why, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_has_no_room_for_words() {
        for text in ["T-1192", "DSR-7", "ABCDE-1234567", "A-0"] {
            assert_eq!(text.parse::<Reference>().expect(text).as_str(), text);
        }
        for text in [
            "", "T", "T-", "-7", "T1192", "t-1192", "T-1192 ", "T-1192-3", "T--1", "ABCDEF-1", "T-12345678",
            "Ä-1", "T-१", "T-4471 is Sam's", "T\u{200b}-1", "T-1\n",
        ] {
            assert_eq!(text.parse::<Reference>(), Err(ReferenceError), "{text:?}");
        }
    }

    #[test]
    fn a_note_is_a_word_of_the_list_and_a_reference() {
        let words: Vec<&str> = Why::ALL.iter().map(|why| why.as_str()).collect();
        assert!(words.iter().all(|word| word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
        for (why, word) in Why::ALL.iter().zip(words) {
            assert_eq!(serde_json::to_value(why).expect("a word"), word);
        }
        assert_eq!(Reason::from(Why::Mistake).note(), "admitted: mistake");
        let reference = "T-1192".parse().ok();
        assert_eq!(Reason::new(Why::Consent, reference).note(), "admitted: consent T-1192");
    }
}
