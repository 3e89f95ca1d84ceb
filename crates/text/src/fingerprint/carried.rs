//! What a text carries: the fingerprints of its identifiers and names.

use crate::entity::identifier::{self, Identifier, Kind};
use crate::word::{is_foreign, is_unread};

use super::homoglyph::unmixed;
use super::markup::unmarked;
use super::plain::{in_digits, plain};
use super::{carried_name, code, phone, secret, strings};

/// Longest text, in bytes, that is looked at. What comes behind is not read.
pub const LONGEST: usize = 16 * 1024;

/// The fingerprints of all that a text carries, sorted and without doubles.
///
/// A text carries what was forgotten if it has one of the strings of a [`super::Fingerprint`].
#[must_use]
pub fn carried(text: &str) -> Vec<String> {
    let text = plain(&text[..text.floor_char_boundary(LONGEST)]);
    let mut strings = Vec::new();
    reading(&text, &mut strings);
    if let Some(text) = in_digits(&text) {
        let mut said = Vec::new();
        reading(&text, &mut said);
        // Where a number is spelled, nothing says where it is divided.
        let whole = said.iter().filter(|string| !string.contains('/')).map(|string| format!("said:{string}"));
        strings.extend(whole.collect::<Vec<_>>());
        strings.extend(said);
    }
    for text in [unmarked(&text), unmixed(&text)].into_iter().flatten() {
        reading(&text, &mut strings);
        carried_name::carried(&text, &mut strings);
    }
    if let Some(text) = apart(&text) {
        reading(&text, &mut strings);
    }
    secret::carried(&text, &mut strings);
    small(&text, &mut strings);
    carried_name::carried(&text, &mut strings);
    strings.sort_unstable();
    strings.dedup();
    strings
}

fn reading(text: &str, strings: &mut Vec<String>) {
    let known = identifier::recognise(text);
    known.iter().for_each(|one| address(one, strings));
    hex(text, strings);
    endings(text, strings);
    chains(text, strings);
    code::carried(text, &known, strings);
}

/// The text with what is in letters and digits of ASCII set apart from letters of another script that it is run together with, and an
/// address from an ending behind a hyphen: "メールはtaro@mori.exampleです", "a taro@mori.example-re". Nothing where there is no such.
fn apart(text: &str) -> Option<String> {
    const ENDING: usize = 4;
    let address = |word: &str| word.contains('@');
    if text.is_ascii() && !address(text) {
        return None;
    }
    let inside = |letter: char| letter.is_ascii_alphanumeric();
    let other = |letter: char| letter.is_alphabetic() && !letter.is_ascii() && is_foreign(letter);
    let mut out = String::with_capacity(text.len() + 8);
    for word in text.split_inclusive(char::is_whitespace) {
        // "4829人" is a number of people.
        let says = word.contains(|letter: char| letter.is_ascii_alphabetic());
        if (word.is_ascii() || !says) && !address(word) {
            out.push_str(word);
            continue;
        }
        let letters: Vec<char> = word.chars().collect();
        // A single letter of another script may stand for one that looks alike.
        let foreign = |at: usize| {
            let run = |at: usize| letters.get(at).copied().is_some_and(other);
            run(at) && (is_unread(letters[at]) || run(at + 1) || at > 0 && run(at - 1))
        };
        for (at, &letter) in letters.iter().enumerate() {
            out.push(letter);
            let next = letters.get(at + 1).copied().unwrap_or(' ');
            let meets = foreign(at) && inside(next) || inside(letter) && foreign(at + 1);
            out.extend(meets.then_some(' '));
        }
        let bare = Some(out.trim_end()).filter(|_| address(word)).unwrap_or_default();
        let end = bare.rsplit_once('-').map(|(_, end)| end.trim_end_matches(['.', ',', ';', ':', '!', '?']));
        if let Some(end) = end.filter(|end| (1..=ENDING).contains(&end.len()))
            && end.chars().all(char::is_alphabetic)
            && let Some(at) = out.rfind('-')
        {
            out.replace_range(at..=at, " ");
        }
    }
    (out != text).then_some(out)
}

/// Small numbers with their nouns, ordinals and numerals among them: the index keys have them as they are. Two or
/// three of them together name a part of a thing.
fn small(text: &str, strings: &mut Vec<String>) {
    let small = strings::small(text);
    if small.len() <= 8 {
        strings.extend(strings::few(&small));
    }
    strings.extend(small);
}

/// Identifiers whose kind tells what they are.
fn address(one: &Identifier, strings: &mut Vec<String>) {
    let canonical = &one.canonical;
    match one.kind {
        Kind::Email => {
            strings.push(format!("email:{canonical}"));
            let host = canonical.rsplit('@').next().unwrap_or_default();
            strings.push(format!("domain:{host}"));
        }
        Kind::Url => {
            strings.push(format!("url:{canonical}"));
            strings.push(format!("url:{}", identifier::anonymous(canonical)));
            let user = identifier::of_user(canonical).filter(|_| identifier::is_hidden(canonical));
            strings.extend(user.map(|address| format!("url:{address}")));
            strings.push(format!("domain:{}", identifier::host_of(canonical)));
        }
        Kind::Domain => {
            strings.push(format!("domain:{canonical}"));
            strings.push(format!("url:{canonical}"));
        }
        Kind::Path => {
            strings.push(format!("path:{canonical}"));
        }
        Kind::Phone => {
            strings.extend(phone::carried(canonical));
        }
        Kind::Number | Kind::Reference | Kind::NationalId | Kind::Card => {
            let digits: String = one.text.chars().filter(char::is_ascii_digit).collect();
            let plain = one.text.chars().all(|c| c.is_ascii_digit() || " -./()".contains(c));
            if plain && digits.len() >= 12 {
                strings.push(format!("card:{digits}"));
            }
            if plain
                && one.label.as_deref().is_none_or(|label| label == "phone")
                && (7..=15).contains(&digits.len())
            {
                strings.extend(phone::carried(&digits));
            }
        }
        _ => {
            let wider = identifier::wider(one).map(str::to_owned);
            let wider = wider.map(|canonical| Identifier { canonical, ..one.clone() });
            strings.extend(wider.iter().chain([one]).flat_map(strings::of_kind));
        }
    }
}

/// The last digits by which a card, an account or a line is named.
fn endings(text: &str, strings: &mut Vec<String>) {
    for word in
        text.split(|character: char| !character.is_ascii_digit()).filter(|word| (3..=6).contains(&word.len()))
    {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let (around, from) = code::window(text, at, at + word.len());
        let one = Identifier {
            kind: Kind::Ending,
            canonical: word.to_owned(),
            label: Some("card".to_owned()),
            text: word.to_owned(),
            span: 0..0,
        };
        let place = at - from..at - from + word.len();
        if identifier::find(&one, around).iter().any(|found| found.span == place && found.certainty >= 0.5) {
            strings.push(format!("ending:{word}"));
        }
    }
}

/// Ids in hex, whole and as the beginning by which they are cited.
fn hex(text: &str, strings: &mut Vec<String>) {
    let is_hex = |word: &str| {
        word.len() >= 7
            && word.bytes().all(|byte| byte.is_ascii_hexdigit())
            && word.bytes().any(|byte| byte.is_ascii_digit())
            && word.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    for word in text.split(|character: char| !character.is_alphanumeric()).filter(|word| is_hex(word)) {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        if !text[..at].ends_with(['#', '-', '_']) {
            strings.push(format!("hex:{}", word.to_lowercase()));
        }
    }
    for one in identifier::recognise(text) {
        if matches!(one.kind, Kind::Hash | Kind::Commit | Kind::Uuid | Kind::Mac) {
            strings.push(format!("hex:{}", one.canonical));
            if matches!(one.kind, Kind::Hash | Kind::Commit) {
                strings.extend(strings::beginnings(&one.canonical).map(|id| format!("hex<{id}")));
            }
        }
    }
}

/// Names in the style of programs: words joined by signs, or marked by one.
fn chains(text: &str, strings: &mut Vec<String>) {
    let inside = |character: char| character.is_alphanumeric() || "_-/.'".contains(character);
    for token in text.split(|character: char| !inside(character)) {
        let token = token.trim_matches(|character: char| !character.is_alphanumeric());
        if token.len() < 3 || token.len() > 80 {
            continue;
        }
        let at = token.as_ptr() as usize - text.as_ptr() as usize;
        let marked = text[..at].ends_with(['@', '#']);
        let joined = token.contains(['_', '-', '/', '.']);
        let capitals = token.len() >= 3 && token.bytes().all(|byte| byte.is_ascii_uppercase());
        if marked || joined {
            strings.push(format!("name:{}", strings::joined(token)));
        } else {
            strings.push(format!("plain:{}", strings::joined(token)));
            if capitals {
                strings.push(format!("word:{token}"));
            } else if token.len() <= 24 && named(text, at, token) {
                strings.push(format!("name:{}", strings::joined(token)));
            }
        }
    }
}

/// Whether a word stands where the name of a user, host or branch stands.
fn named(text: &str, at: usize, word: &str) -> bool {
    let one = Identifier {
        kind: Kind::Handle,
        canonical: word.to_lowercase(),
        label: None,
        text: word.to_owned(),
        span: 0..0,
    };
    let (around, from) = code::window(text, at, at + word.len());
    let place = at - from..at - from + word.len();
    !word.bytes().any(|byte| byte.is_ascii_digit())
        && identifier::find(&one, around).iter().any(|found| found.span == place && found.certainty >= 0.5)
}
