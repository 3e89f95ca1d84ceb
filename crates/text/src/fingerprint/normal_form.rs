//! The normal form of a text: equal for texts that say the same in the same words.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::entity::identifier::{self, Identifier, Kind};
use crate::word;

use super::phone;
use super::plain::{folded, plain, small};
use super::wrapper::{is_telling, layers};

/// The fewest content words by which a note is known.
const TELLING: usize = 4;
/// Words that a note leaves out.
const SMALL: [&str; 9] = ["a", "an", "the", "is", "are", "was", "were", "been", "be"];
/// Most telephone numbers of one text that are compared with and without their country codes.
const LINES: usize = 2;
/// What stands before an address that a program is to open.
const SCHEMES: [&str; 4] = ["mailto:", "tel:", "sms:", "callto:"];

/// The text as it is compared with what was erased: identifiers in canonical form, all else folded, without punctuation
/// and spaces, in order.
#[must_use]
pub fn normal_form(text: &str) -> String {
    let text = plain(text);
    written(&text, &known(&text), &[])
}

/// The forms of an erased text that a text which says the same has one of ([`met_forms`]): the normal form, the same with
/// identifiers as they are written, and with telephone numbers as they may be dialled. So without what only wraps it
/// ([`layers`]); what had a date, number or speaker is met only by a text that has none.
#[must_use]
pub fn laid_forms(text: &str) -> Vec<String> {
    let mut forms = forms(text, phone::wanted);
    let layers = layers(text);
    if layers[0] != text {
        forms.extend(self::forms(&layers[0], phone::wanted));
    }
    let inner = layers[1..].iter().flat_map(|layer| self::forms(layer, phone::wanted));
    forms.extend(inner.map(|form| unmarked(&form)));
    distinct(forms)
}

/// The forms of a text that comes in.
#[must_use]
pub fn met_forms(text: &str) -> Vec<String> {
    let mut forms = forms(text, phone::carried);
    let layers = layers(text);
    if layers[0] != text {
        forms.extend(self::forms(&layers[0], phone::carried));
    }
    if is_telling(&layers[0]) {
        let unmarked: Vec<String> = forms.iter().map(|form| unmarked(form)).collect();
        forms.extend(unmarked);
    }
    forms.extend(layers[1..].iter().flat_map(|layer| self::forms(layer, phone::carried)));
    distinct(forms)
}

/// A form that a text has only without a date, number or speaker.
fn unmarked(form: &str) -> String {
    format!("-{form}")
}

fn distinct(mut forms: Vec<String>) -> Vec<String> {
    forms.sort_unstable();
    forms.dedup();
    forms
}

fn forms(text: &str, dialled: fn(&str) -> Vec<String>) -> Vec<String> {
    let text = plain(text);
    let known = known(&text);
    let mut forms = vec![written(&text, &known, &[])];
    let mut literal = String::with_capacity(text.len());
    words(&mut literal, &text);
    if literal.is_empty() {
        // "👍👍", "+++": signs are all that it says.
        let signs: String = text.nfc().filter(|character| !character.is_whitespace()).collect();
        return vec![signs];
    }
    if literal != forms[0] {
        forms.push(literal);
    }
    // "61,000" and "61000".
    forms.extend(ungrouped(&text).map(|text| written(&text, &self::known(&text), &[])));
    let lines: Vec<Vec<String>> = known.iter().filter_map(number).map(|number| dialled(&number)).collect();
    if (1..=LINES).contains(&lines.len()) {
        let mut ways: Vec<Vec<String>> = vec![Vec::new()];
        for line in &lines {
            let longer = |way: &Vec<String>, form: &String| way.iter().chain([form]).cloned().collect();
            ways = ways.iter().flat_map(|way| line.iter().map(move |form| longer(way, form))).collect();
        }
        forms.extend(ways.iter().map(|way| format!("#{}", written(&text, &known, way))));
    }
    forms
}

/// A text with the digits of its large numbers together, where commas or spaces part them in threes; nothing where there are none.
fn ungrouped(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let parts = |at: usize| {
        let mark = text[at..].chars().next().filter(|mark| matches!(mark, ',' | ' ' | '\'' | '’'))?;
        let behind = at + mark.len_utf8();
        let three = (0..3).all(|place| digit(behind + place)) && !digit(behind + 3);
        let before = text[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
        (three && (1..=3).contains(&before)).then_some(mark.len_utf8())
    };
    let marks: Vec<(usize, usize)> =
        text.char_indices().filter_map(|(at, _)| Some((at, parts(at)?))).collect();
    let mut out = text.to_owned();
    marks.iter().rev().for_each(|(at, length)| out.replace_range(*at..at + length, ""));
    (!marks.is_empty()).then_some(out)
}

/// The longest text, in bytes, of which identifiers are brought to canonical form: a longer one is compared as it is written.
const LONGEST: usize = 32 * 1024;

/// The identifiers of a text, none within another.
fn known(text: &str) -> Vec<Identifier> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let mut known = identifier::recognise(text);
    let mut end = 0;
    known.retain(|one| {
        let apart = one.span.start >= end;
        end = if apart { one.span.end } else { end };
        apart
    });
    known
}

/// The digits of a telephone number, with the sign of a country code.
fn number(one: &Identifier) -> Option<String> {
    let digits = || one.text.chars().filter(char::is_ascii_digit).collect::<String>();
    let line = one.label.as_deref().is_none_or(|label| label == "phone");
    match one.kind {
        Kind::Phone => Some(one.canonical.clone()),
        Kind::Number if line => Some(digits()).filter(|digits| (9..=15).contains(&digits.len())),
        _ => None,
    }
}

/// The normal form of a text with these identifiers, its telephone numbers as they are `dialled`.
fn written(text: &str, known: &[Identifier], dialled: &[String]) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut at, mut dialled) = (0, dialled.iter());
    for one in known {
        words(&mut out, without_scheme(&text[at..one.span.start]));
        at = one.span.end;
        if let Some(line) = number(one).and_then(|_| dialled.next()) {
            out.push_str(line);
            continue;
        }
        let labelled = one.text.starts_with(char::is_alphabetic);
        let label =
            one.label.as_deref().filter(|_| labelled && !one.canonical.starts_with(char::is_alphabetic));
        // "Invoice INV-2231" is invoice 2231.
        let label = label.filter(|label| !out.ends_with(label));
        label.into_iter().for_each(|label| push(&mut out, label));
        push(&mut out, &one.canonical);
    }
    words(&mut out, &text[at..]);
    out
}

fn without_scheme(text: &str) -> &str {
    let scheme = |scheme: &&str| {
        let at = text.len().checked_sub(scheme.len())?;
        text.get(at..).filter(|end| end.eq_ignore_ascii_case(scheme)).and(text.get(..at))
    };
    SCHEMES.iter().find_map(scheme).unwrap_or(text)
}

/// The normal forms of a text without articles and forms of "to be": "Our lawyer: Ms Quill" says what "Our lawyer is Ms Quill"
/// says. And, where it has a heading, with the heading behind: "Thawed twice: aliquot 42A". None where that says too little to be known
/// by.
#[must_use]
pub fn terse_forms(text: &str) -> Vec<String> {
    let content = word::words(text).into_iter().filter(|word| word.content).count();
    if content < TELLING {
        return Vec::new();
    }
    let form = |text: &str| format!("={}", normal_form(&terse(text)));
    match text.split_once(": ") {
        Some((heading, rest)) => {
            let rest = rest.trim_end_matches(['.', '!', ' ']);
            vec![form(&format!("{heading} {rest}")), form(&format!("{rest} {heading}"))]
        }
        None => vec![form(text)],
    }
}

/// A text without articles and forms of "to be".
fn terse(text: &str) -> String {
    let (mut terse, mut at) = (String::with_capacity(text.len()), 0);
    for word in word::words(text) {
        // "Plan A" is no article.
        let written = &text[word.span.clone()];
        let lower = written.starts_with(char::is_lowercase) || word.span.start == 0;
        if lower && SMALL.contains(&word.folded.as_str()) {
            terse.push_str(&text[at..word.span.start]);
            at = word.span.end;
        }
    }
    terse + &text[at..]
}

fn words(out: &mut String, text: &str) {
    let folded = folded(text);
    folded.split(|character: char| !belongs(character)).for_each(|word| push(out, word));
}

fn belongs(character: char) -> bool {
    character.is_alphanumeric() || is_combining_mark(character)
}

/// Two numbers stay two: nothing else tells where a word ends.
fn push(out: &mut String, word: &str) {
    let mut letters = word.chars().filter(|&character| belongs(character)).peekable();
    let digit = |character: Option<char>| character.is_some_and(|character| character.is_ascii_digit());
    if digit(out.chars().next_back()) && digit(letters.peek().copied()) {
        out.push(' ');
    }
    out.extend(letters.flat_map(small));
}
