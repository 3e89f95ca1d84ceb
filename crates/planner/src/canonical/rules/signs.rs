//! Signs that tell names and values apart, which words leave out: "C#" is not C++, "A-" not A+, "> 5" not "< 5", 10 € not 10 $, and 🔴
//! not 🔵. What has another sign in its place stays; what has it, and every other word of the request, is meant.

use std::collections::BTreeSet;

use nepenthe_text::entity::identifier::{self, Scale};
use nepenthe_text::word::{is_emoji, words};

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;

/// How surely a memory is meant that has the signs and the words.
const SURELY: f64 = 0.97;
/// Words for what is kept, which say nothing of what it says.
const KEPT: &[&str] = &[
    "note", "notes", "entry", "entries", "memory", "memories", "item", "items", "line", "message", "record",
    "marked",
];

/// Weighs the rows by the signs that the request has, or leaves out.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    if matches!(query.verb, Verb::Restore | Verb::Supersede) {
        return;
    }
    let asked = Signed::all(query.request.core);
    let plain = bare_words(query.request.core, &asked);
    let money = money(query.request.core);
    let mut agree = Vec::new();
    for row in rows.iter_mut() {
        let text = row.whole.said.text();
        let own = Signed::all(text);
        let stands: Vec<Stand> = asked
            .iter()
            .map(|one| one.stand(&own, text))
            .chain(plain.iter().map(|word| without_sign(word, &own, text)))
            .chain(money.iter().map(|one| in_currency(one, text)))
            .collect();
        if let Some(Stand::Differs(other)) = stands.iter().find(|stand| matches!(stand, Stand::Differs(_))) {
            row.kept = row.kept.take().or_else(|| Some(format!("has {other}, which is another")));
            row.probability = 0.0;
        }
        let signed =
            !asked.is_empty() && stands.iter().take(asked.len()).all(|stand| *stand == Stand::Agrees);
        agree.push(signed && row.kept.is_none() && has_the_words(query, &asked, row));
    }
    for (row, agrees) in rows.iter_mut().zip(agree) {
        if agrees {
            row.tell(SURELY, SURELY);
        }
    }
}

/// How a text stands to a sign.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Stand {
    Agrees,
    /// It has neither it nor another in its place.
    Silent,
    /// It has another in its place alone.
    Differs(String),
}

/// What is written with a sign.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Signed {
    /// A name with what stands behind it: C and "++".
    Name(String, String),
    /// A number with what stands before it: ">" and 5.
    Number(String, String),
    /// A picture.
    Picture(char),
}

impl Signed {
    /// All of a text.
    fn all(text: &str) -> Vec<Self> {
        let mut all: Vec<Self> = text.chars().filter(|c| is_emoji(*c)).map(Self::Picture).collect();
        let tokens: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || matches!(c, '"' | '(' | ')' | '[' | ']' | '`'))
            .collect();
        for (place, token) in tokens.iter().enumerate() {
            let token = token
                .trim_end_matches(['.', ',', ';', ':', '!', '?'])
                .trim_end_matches("'s")
                .trim_end_matches("’s");
            if let Some(name) = named(token) {
                all.push(name);
                continue;
            }
            let signs: String = token.chars().take_while(|c| is_comparison(*c) || is_minus(*c)).collect();
            let number = &token[signs.len()..];
            let number = match number.is_empty() && signs.chars().all(is_comparison) {
                true => tokens
                    .get(place + 1)
                    .copied()
                    .unwrap_or_default()
                    .trim_end_matches(['.', ',', ';', ':', '!', '?']),
                false => number,
            };
            let number = number.trim_end_matches(|c: char| !c.is_ascii_digit());
            let figures = number.starts_with(|c: char| c.is_ascii_digit())
                && number.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
            if !signs.is_empty()
                && figures
                && (signs.chars().all(is_comparison) || signs.chars().count() == 1)
            {
                all.push(Self::Number(sign(&signs), number.to_owned()));
            }
        }
        all
    }

    fn stand(&self, own: &[Self], text: &str) -> Stand {
        let same = |other: &&Self| match (self, *other) {
            (Self::Name(one, _), Self::Name(other, _)) => one == other,
            (Self::Number(_, one), Self::Number(_, other)) => one == other,
            (Self::Picture(_), Self::Picture(_)) => true,
            _ => false,
        };
        if own.contains(self) {
            return Stand::Agrees;
        }
        let other = own.iter().find(same).map(Self::written);
        let unsigned = match self {
            Self::Name(base, _) => words_as_written(text).any(|word| word == base).then(|| base.clone()),
            Self::Number(sign, number) if sign == "-" => text
                .split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')))
                .any(|own| own == number)
                .then(|| number.clone()),
            _ => None,
        };
        other.or(unsigned).map_or(Stand::Silent, Stand::Differs)
    }

    fn written(&self) -> String {
        match self {
            Self::Name(base, sign) => format!("{base}{sign}"),
            Self::Number(sign, number) => format!("{sign} {number}"),
            Self::Picture(picture) => picture.to_string(),
        }
    }
}

/// A word with signs behind it: "C#", "C++", "A-", "F*", "Notepad++".
fn named(token: &str) -> Option<Signed> {
    let at = token.find(|c: char| !c.is_alphanumeric())?;
    let (base, signs) = token.split_at(at);
    let length = base.chars().count();
    let fits = match signs {
        "#" | "++" => true,
        "+" => base.chars().all(char::is_alphabetic),
        "-" | "−" | "*" => length <= 2 && base.chars().all(char::is_uppercase),
        _ => false,
    };
    (fits && length > 0 && base.starts_with(char::is_alphabetic))
        .then(|| Signed::Name(base.to_owned(), sign(signs)))
}

fn sign(signs: &str) -> String {
    signs.replace('−', "-").replace(">=", "≥").replace("<=", "≤")
}

fn is_comparison(c: char) -> bool {
    matches!(c, '<' | '>' | '=' | '≤' | '≥' | '≠')
}

fn is_minus(c: char) -> bool {
    matches!(c, '-' | '−' | '+')
}

fn words_as_written(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
}

/// Words of a request that others tell apart by a sign, and it has without: single capitals, and names.
fn bare_words(core: &str, signed: &[Signed]) -> Vec<String> {
    let tokens = core.split_whitespace().map(|token| {
        token.trim_matches(|c: char| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '"' | '(' | ')'))
    });
    let bare = tokens
        .filter(|token| token.starts_with(char::is_uppercase) && token.chars().all(char::is_alphanumeric));
    let of_signed =
        |token: &&str| signed.iter().any(|one| matches!(one, Signed::Name(base, _) if base == token));
    bare.filter(|token| !of_signed(token)).map(str::to_owned).collect()
}

/// How a text stands to a word without a sign: one that has it with a sign alone says another.
fn without_sign(word: &str, own: &[Signed], text: &str) -> Stand {
    let signed: Vec<&Signed> =
        own.iter().filter(|one| matches!(one, Signed::Name(base, _) if base == word)).collect();
    let count = words_as_written(text).filter(|own| *own == word).count();
    match signed.first() {
        Some(other) if count <= signed.len() => Stand::Differs(other.written()),
        _ => Stand::Silent,
    }
}

/// The amounts of a text, currency and number.
fn money(text: &str) -> Vec<(String, String)> {
    let all = identifier::values(text).into_iter().filter(|value| value.scale == Scale::Money);
    all.map(|value| {
        let at = value.canonical.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
        (value.canonical[..at].to_owned(), value.canonical[at..].to_owned())
    })
    .collect()
}

fn in_currency(wanted: &(String, String), text: &str) -> Stand {
    let own = money(text);
    if own.contains(wanted) {
        return Stand::Agrees;
    }
    let other = own.iter().find(|own| own.1 == wanted.1 && !own.0.is_empty() && !wanted.0.is_empty());
    other.map_or(Stand::Silent, |(currency, number)| Stand::Differs(format!("{currency} {number}")))
}

/// Whether a memory has every word of the request beside the signs.
fn has_the_words(query: &Query<'_>, asked: &[Signed], row: &Row) -> bool {
    let there: BTreeSet<&str> = row.whole.said.words().iter().map(|word| word.stem.as_str()).collect();
    let signed: Vec<String> = asked
        .iter()
        .flat_map(|one| match one {
            Signed::Name(base, _) => words(base),
            Signed::Number(_, number) => words(number),
            Signed::Picture(_) => Vec::new(),
        })
        .map(|word| word.folded)
        .collect();
    let mut own = query.own_words.iter().filter(|word| word.content && !signed.contains(&word.folded));
    own.all(|word| KEPT.contains(&word.folded.as_str()) || there.contains(word.stem.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::testing::Texts;

    #[test]
    fn what_has_another_sign_stays() {
        for (request, texts, meant) in [
            (
                "everything about C#",
                ["Omar writes C#.", "Omar writes C++.", "Omar writes C."],
                "Omar writes C#.",
            ),
            (
                "everything about C",
                ["Omar writes C#.", "Omar writes C++.", "Omar writes C."],
                "Omar writes C.",
            ),
            (
                "who has blood group A-",
                ["Nils has blood group A+.", "Ida has blood group A-.", "Odd has blood group A."],
                "Ida has blood group A-.",
            ),
            (
                "the alarm at > 5",
                ["The alarm at > 5 rings.", "The alarm at < 5 hums.", "The alarm is red."],
                "The alarm at > 5 rings.",
            ),
        ] {
            let texts: &'static [&'static str] = Box::leak(Box::new(texts));
            assert_eq!(Texts::of(texts).touched(&Mutation::purge(request)), [meant], "{request}");
        }
    }

    #[test]
    fn punctuation_is_no_sign() {
        for text in
            ["Nils- no.", "Call Ida!", "well-known", "2-3 days", "a * b", "the C-series", "#55120", "5-6"]
        {
            assert_eq!(Signed::all(text), [], "{text}");
        }
    }
}
