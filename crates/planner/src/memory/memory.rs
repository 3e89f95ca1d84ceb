//! A memory as read ([`Memory`]) and as written ([`NewMemory`]).

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::{Depth, MemoryId};

/// The longest text that is inscribed, in bytes.
pub const MAX_TEXT_BYTES: usize = 16 << 20;

/// What a memory's depth and times make of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// In recall, immune to decay.
    Pinned,
    /// In recall.
    Live,
    /// Out of recall because its expiry has passed.
    Expired,
    /// Out of recall by a release; can be restored.
    Released,
    /// Out of recall because another memory took its place.
    Superseded,
    /// Out of recall because it says again what was erased; can be restored by its id.
    Quarantined,
    /// Sealed under a key that is gone, as in an older copy of an encrypted store from which it was purged since; or changed by
    /// somebody without the key. It has no text here, and nothing but a purge can be done with it.
    Unreadable,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pinned => "pinned",
            Self::Live => "live",
            Self::Expired => "expired",
            Self::Released => "released",
            Self::Superseded => "superseded",
            Self::Quarantined => "quarantined",
            Self::Unreadable => "unreadable",
        })
    }
}

/// One stored text with what is kept beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Its name inside the scope.
    pub id: MemoryId,
    /// The text.
    pub text: String,
    /// How near to the surface it is.
    pub depth: Depth,
    /// What depth and expiry make of it at the time of the answer.
    pub state: State,
    /// When it was inscribed.
    pub created: Timestamp,
    /// When its depth or text last changed.
    pub changed: Timestamp,
    /// When it leaves recall by itself, if it does.
    pub expires: Option<Timestamp>,
    /// Which conversation or document it came from.
    pub source: Option<String>,
    /// Whatever the writer keeps beside the text.
    pub metadata: Option<serde_json::Map<String, serde_json::Value>>,
    /// How often recall returned it, as far as that was recorded.
    pub accesses: u64,
}

impl Memory {
    /// A live memory at the surface, of a text alone.
    #[must_use]
    pub fn new(id: MemoryId, text: impl Into<String>, created: Timestamp) -> Self {
        Self {
            id,
            text: text.into(),
            depth: Depth::SURFACE,
            state: State::Live,
            created,
            changed: created,
            expires: None,
            source: None,
            metadata: None,
            accesses: 0,
        }
    }
}

/// A memory to be written.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewMemory {
    /// The text; not blank, at most [`MAX_TEXT_BYTES`], without NUL.
    pub text: String,
    /// Which conversation or document it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Whatever is to be kept beside the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<serde_json::Map<String, serde_json::Value>>,
    /// When it leaves recall by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
    /// The memories that it was made from, such as those that it summarizes: a purge of one of them erases it too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived_from: Vec<MemoryId>,
}

impl NewMemory {
    /// Makes a memory of a text alone.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Checks what can be checked before anything is opened or embedded.
    ///
    /// # Errors
    /// [`TextError`] where the text cannot be stored.
    pub fn validate(&self) -> Result<(), TextError> {
        check_text(&self.text)
    }

    /// Sets where it comes from.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<String>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Sets what is kept beside the text.
    #[must_use]
    pub fn with_metadata(mut self, metadata: serde_json::Map<String, serde_json::Value>) -> Self {
        self.metadata = Some(metadata);
        self
    }

    /// Sets which memories it was made from.
    #[must_use]
    pub fn with_sources(mut self, sources: impl IntoIterator<Item = MemoryId>) -> Self {
        self.derived_from = sources.into_iter().collect();
        self
    }

    /// Sets when it leaves recall by itself.
    #[must_use]
    pub fn with_expiry(mut self, expires: Timestamp) -> Self {
        self.expires = Some(expires);
        self
    }
}

impl From<&str> for NewMemory {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for NewMemory {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

/// Why a text cannot be stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// Nothing that can be seen ([`is_blank`]). Write something.
    #[error("the text is empty or blank")]
    Blank,
    /// Longer than [`MAX_TEXT_BYTES`]. Split it.
    #[error("the text has {bytes} bytes; at most {MAX_TEXT_BYTES} can be stored")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// A NUL, at which C code would cut the text. Remove it.
    #[error("the text has a NUL character at byte {at}")]
    Nul {
        /// Where, counted in bytes from 0.
        at: usize,
    },
}

/// Tells whether nothing of a text can be seen: white space, control characters, and what has no width or no ink, such as a
/// byte order mark, fillers of Hangul and the blank of Braille.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c,
                '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}' | '\u{34f}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{2065}' | '\u{fe00}'..='\u{fe0f}' | '\u{fff0}'..='\u{fff8}'
                | '\u{fffc}' | '\u{16fe4}' | '\u{1d159}' | '\u{e0000}'..='\u{e0fff}')
            || c.general_category() == GeneralCategory::Format && !SEEN.contains(&c)
    })
}

/// Characters of format that have ink: they stand before the digits or letters that they enclose.
const SEEN: [char; 13] = [
    '\u{600}', '\u{601}', '\u{602}', '\u{603}', '\u{604}', '\u{605}', '\u{6dd}', '\u{70f}', '\u{890}',
    '\u{891}', '\u{8e2}', '\u{110bd}', '\u{110cd}',
];

/// Checks a text before it is stored or embedded.
///
/// # Errors
/// [`TextError`] where it cannot be stored.
pub fn check_text(text: &str) -> Result<(), TextError> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(TextError::TooLong { bytes: text.len() });
    }
    if let Some(at) = text.bytes().position(|byte| byte == 0) {
        return Err(TextError::Nul { at });
    }
    if is_blank(text) {
        return Err(TextError::Blank);
    }
    Ok(())
}

/// Checks a text that a language model answered with, as [`check_text`] does, and says why not in words.
///
/// # Errors
/// The reason.
pub fn storable(text: &str) -> Result<(), String> {
    check_text(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_of_every_kind_are_blank_and_signs_are_not() {
        for blank in [
            "",
            " \t\r\n",
            "\u{a0}\u{1680}\u{2003}\u{202f}\u{205f}\u{3000}",
            "\u{85}\u{2028}\u{2029}",
            "\u{200b}\u{200c}\u{200d}",
            "\u{feff}",
            "\u{2060}\u{2061}\u{2064}",
            "\u{2800}",
            "\u{115f}\u{1160}\u{3164}\u{ffa0}",
            "\u{ad}",
            "\u{34f}",
            "\u{180e}",
            "\u{202e}\u{2066}\u{2069}",
            "\u{fe0f}",
            "\u{e0020}\u{e0101}",
            "\u{61c}",
            "\u{1b}\u{7f}",
        ] {
            assert_eq!(check_text(blank), Err(TextError::Blank), "{blank:?}");
        }
        for text in
            ["a", "-", ".", "\u{200b}a", "…", "\u{2801}", "한", "\u{600}", "🏳\u{fe0f}", "\u{301}", "\u{fffd}"]
        {
            assert_eq!(check_text(text), Ok(()), "{text:?}");
        }
    }
}
