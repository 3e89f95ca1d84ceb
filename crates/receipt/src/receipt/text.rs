//! The strings of a body. None may need an escape in JSON, and only [`Pseudonym`] is the caller's to choose.

use std::fmt;
use std::str::FromStr;

/// A string that is longer than its field allows, empty, or has a character that it must not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    most: usize,
    allowed: &'static str,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1 to {} characters were expected: {}", self.most, self.allowed)
    }
}

impl std::error::Error for TextError {}

/// Serializes a type as the string that it prints and parses.
macro_rules! serde_by_text {
    ($name:ident) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(super) use serde_by_text;

macro_rules! limited_text {
    ($(#[$doc:meta])* $name:ident, $most:literal, $allowed:literal, $is_allowed:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name(String);

        impl $name {
            /// The string itself.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = TextError;

            fn from_str(text: &str) -> Result<Self, TextError> {
                let is_allowed: fn(u8) -> bool = $is_allowed;
                if (1..=$most).contains(&text.len()) && text.bytes().all(is_allowed) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err(TextError { most: $most, allowed: $allowed })
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        serde_by_text!($name);
    };
}

/// Visible ASCII, which needs no escape in JSON.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_graphic() && byte != b'"' && byte != b'\\'
}

limited_text! {
    /// Who acted, or the caller's name of a request: 1 to 128 visible ASCII characters, without spaces, quotation marks
    /// and backslashes. Receipts are kept and passed on, so this must say nothing about a person.
    Pseudonym, 128, "visible ASCII without spaces, quotation marks and backslashes", is_plain
}

limited_text! {
    /// The name of a program's part, or a version: 1 to 64 ASCII letters, digits and `. _ + : / -`.
    Label, 64, "ASCII letters, digits and . _ + : / -", |byte| byte.is_ascii_alphanumeric() || b"._+:/-".contains(&byte)
}

limited_text! {
    /// The origin of a log, which is the name of its key too: 1 to 255 visible ASCII characters, without spaces,
    /// quotation marks, backslashes and plus signs.
    Origin, 255, "visible ASCII without spaces, quotation marks, backslashes and plus signs",
    |byte| is_plain(byte) && byte != b'+'
}
