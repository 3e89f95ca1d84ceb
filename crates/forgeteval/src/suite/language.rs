//! The languages of the template suite.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language of the template suite. The templates of English are the published ones; the others have their own names and
/// values, in a file each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Language {
    /// Arabic.
    #[serde(rename = "ar")]
    Arabic,
    /// German.
    #[serde(rename = "de")]
    German,
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
    /// Hindi.
    #[serde(rename = "hi")]
    Hindi,
    /// Japanese.
    #[serde(rename = "ja")]
    Japanese,
    /// Chinese.
    #[serde(rename = "zh")]
    Chinese,
}

impl Language {
    /// Every language, by its code.
    pub const ALL: [Self; 7] = [
        Self::Arabic,
        Self::German,
        Self::English,
        Self::Spanish,
        Self::Hindi,
        Self::Japanese,
        Self::Chinese,
    ];

    /// Returns the code of ISO 639-1, such as `de`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Arabic => "ar",
            Self::German => "de",
            Self::English => "en",
            Self::Spanish => "es",
            Self::Hindi => "hi",
            Self::Japanese => "ja",
            Self::Chinese => "zh",
        }
    }

    /// Returns whether it is the published suite's.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(super) fn is_english(&self) -> bool {
        *self == Self::English
    }

    /// Returns the file of its sentences; nothing for English, whose templates are code.
    pub(super) fn file(self) -> Option<&'static str> {
        match self {
            Self::Arabic => Some(include_str!("languages/ar.toml")),
            Self::German => Some(include_str!("languages/de.toml")),
            Self::English => None,
            Self::Spanish => Some(include_str!("languages/es.toml")),
            Self::Hindi => Some(include_str!("languages/hi.toml")),
            Self::Japanese => Some(include_str!("languages/ja.toml")),
            Self::Chinese => Some(include_str!("languages/zh.toml")),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|language| language.code() == code).ok_or_else(|| {
            let codes: Vec<&str> = Self::ALL.iter().map(|language| language.code()).collect();
            format!("there are {}", codes.join(", "))
        })
    }
}
