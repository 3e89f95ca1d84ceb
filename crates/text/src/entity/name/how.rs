//! In what way a name was found.

use std::fmt;

use crate::steps::Step;

/// In what way a name in a text is the wanted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum How {
    /// Letter by letter.
    Verbatim,
    /// In other capitals.
    Case,
    /// With other accents, or letters written out.
    Accents,
    /// With its words in another order.
    Order,
    /// As a possessive.
    Possessive,
    /// In a case of declension.
    Inflected,
    /// With initials for first names.
    Initials,
    /// As a login made of it.
    Login,
    /// In another script or transcription.
    Transliterated,
    /// By the name of the place in another language.
    Exonym,
    /// By a nickname.
    Nickname,
    /// Without some of its words.
    Shorter,
    /// Surname with a form of address.
    TitleSurname,
    /// First name alone.
    FirstNameOnly,
    /// Surname alone.
    SurnameOnly,
    /// As a part of a longer name.
    Longer,
}

impl How {
    /// The step by which it is found; none for what needs none.
    pub(super) fn step(self) -> Option<Step> {
        Some(match self {
            Self::Verbatim | Self::Case => return None,
            Self::Accents => Step::Accents,
            Self::Order => Step::Order,
            Self::Possessive => Step::Possessive,
            Self::Inflected => Step::Inflected,
            Self::Initials => Step::Initials,
            Self::Login => Step::Login,
            Self::Transliterated => Step::Transliterated,
            Self::Exonym => Step::Exonym,
            Self::Nickname => Step::Nickname,
            Self::Shorter => Step::Shorter,
            Self::TitleSurname => Step::Title,
            Self::FirstNameOnly => Step::First,
            Self::SurnameOnly => Step::Surname,
            Self::Longer => Step::Longer,
        })
    }

    /// Whether the text has but one half of the name: first name or surname.
    #[must_use]
    pub fn is_half(self) -> bool {
        matches!(self, Self::TitleSurname | Self::FirstNameOnly | Self::SurnameOnly)
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Verbatim => "verbatim",
            Self::Case => "in other capitals",
            Self::Accents => "with other accents",
            Self::Order => "in another order",
            Self::Possessive => "as a possessive",
            Self::Inflected => "declined",
            Self::Initials => "with initials",
            Self::Login => "as a login",
            Self::Transliterated => "in another script or transcription",
            Self::Exonym => "by its name in another language",
            Self::Nickname => "by a nickname",
            Self::Shorter => "without some of its words",
            Self::TitleSurname => "by title and surname",
            Self::FirstNameOnly => "by the first name alone",
            Self::SurnameOnly => "by the surname alone",
            Self::Longer => "as a part of a longer name",
        })
    }
}
