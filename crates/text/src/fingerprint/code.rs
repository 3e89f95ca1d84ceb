//! Numbers and codes: what a run of letters and digits is as a string, with and without the noun that labels it.

use std::ops::Range;

use crate::entity::identifier::digits::is_year;
use crate::entity::identifier::{self, Identifier, Kind};
use crate::unicode::runs::{alphanumeric, runs};
use crate::word::words;

use super::homoglyph::latin;

/// A label of which no text speaks beside another number: with it, a search finds what has no noun of its own.
const UNHEARD: &str = "regiment";

/// Labels that stand for their families: what is kept under one noun is looked up under another of the same family.
const FAMILIES: &[&str] = &["account", "ticket", "file"];

/// Longest code, in letters and digits.
pub(super) const LONGEST: usize = 34;

/// Most pieces of one code.
const MOST: usize = 8;

/// Most runs of several pieces that are looked at in one text: those of a long table are numbers in a row.
const RUNS: usize = 400;

/// The string of a code: letters and digits in small letters, numbers without leading zeros. The places of separators count
/// between digits, where these are few: 9-30 is not 93-0.
pub(super) fn compact(text: &str) -> String {
    let groups: Vec<&str> = alphanumeric(text).collect();
    let groups: Vec<&str> = if text.contains('/') {
        groups.into_iter().map(|group| if is_number(group) { unpadded(group) } else { group }).collect()
    } else {
        groups
    };
    let whole = groups.concat();
    let digits = whole.bytes().filter(u8::is_ascii_digit).count();
    if digits == whole.len() && digits < 7 && groups.len() > 1 && !in_thousands(text, &groups) {
        let mut groups: Vec<&str> = groups.into_iter().map(unpadded).collect();
        // "113/2024" is 2024-113.
        if groups.len() == 2 && is_year(groups[1]) && !is_year(groups[0]) {
            groups.swap(0, 1);
        }
        return groups.join("/");
    }
    if digits == whole.len() && groups.len() == 2 && is_year(groups[0]) != is_year(groups[1]) {
        let (year, number) = if is_year(groups[0]) { (0, 1) } else { (1, 0) };
        if groups[number].len() <= 4 {
            return format!("{}/{}", groups[year], unpadded(groups[number]));
        }
    }
    if irregular(&whole) {
        return format!("={whole}");
    }
    let low: String = whole.to_lowercase().chars().map(latin).collect();
    let prefix = low.chars().take_while(|character| !character.is_ascii_digit()).count();
    let at = low.char_indices().nth(prefix).map_or(low.len(), |(at, _)| at);
    let (head, rest) = low.split_at(at);
    let run = rest.bytes().take_while(u8::is_ascii_digit).count();
    let bare = unpadded(&rest[..run]);
    if prefix <= 5 { format!("{head}{bare}{}", &rest[run..]) } else { low }
}

/// Whether signs only set the thousands apart: "30 114", "1,204".
fn in_thousands(text: &str, groups: &[&str]) -> bool {
    groups[0].len() <= 3
        && groups[1..].iter().all(|group| group.len() == 3)
        && text.chars().all(|character| character.is_ascii_digit() || matches!(character, ' ' | ',' | '\''))
}

fn unpadded(digits: &str) -> &str {
    let bare = digits.trim_start_matches('0');
    if bare.is_empty() { digits.get(digits.len().saturating_sub(1)..).unwrap_or(digits) } else { bare }
}

/// Whether capitals and small letters are mixed as chance mixes them: there the case counts.
fn irregular(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let turns = chars.windows(2).filter(|pair| pair[0].is_lowercase() && pair[1].is_uppercase()).count();
    turns >= 2
        && chars.iter().filter(|character| character.is_uppercase()).count() >= 2
        && chars.iter().any(char::is_ascii_digit)
}

fn is_number(compact: &str) -> bool {
    compact.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/')
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

/// The name of a label's group, however the label is written.
pub(super) fn label(word: &str) -> String {
    let word = word.to_lowercase();
    let group = identifier::recognise(&format!("{word} 417")).into_iter().next().and_then(|one| one.label);
    let group = group.unwrap_or(word);
    group.strip_suffix('s').filter(|stem| stem.len() > 2).map_or(group.clone(), str::to_owned)
}

fn family(label: &str) -> Option<&'static str> {
    let one = |label: &str| reference("417", Some(label));
    FAMILIES.iter().find(|family| identifier::same(&one(label), &one(family))).copied()
}

fn reference(text: &str, label: Option<&str>) -> Identifier {
    Identifier {
        kind: Kind::Reference,
        // A slash in the canonical form would make two numbers of it.
        canonical: compact(text).replace('/', ""),
        label: label.map(str::to_owned),
        text: text.to_owned(),
        span: 0..0,
    }
}

/// What a text must carry one of to have this number or code.
pub(super) fn wanted(one: &Identifier) -> Vec<String> {
    let mut strings = Vec::new();
    let text = super::plain::plain(&one.text);
    // "opus XIV", "case four four one": the number is what the letters say.
    let text = if has_digit(&text) { text } else { one.canonical.clone() };
    let group = one.label.as_deref().map(label);
    let mut forms = vec![compact(&text)];
    // Without the letters of the label ("SN-3302-WD-6"), and as another notation has it.
    let other = Some(compact(&one.canonical)).filter(|form| !is_number(form) && !forms[0].starts_with('='));
    forms.extend(other);
    forms.extend(written_out(&text).map(|text| compact(&text)));
    for form in &forms {
        let size = form.chars().filter(|character| character.is_alphanumeric()).count();
        let Some(group) = &group else {
            if !is_number(form) && size >= 3 {
                strings.push(format!("code:{form}"));
                strings.extend(divisions(form, divided(&text)));
            } else if is_number(form) && size >= 5 {
                strings.push(format!("num:{form}"));
            }
            continue;
        };
        strings.push(format!("{group}:{form}"));
        strings.push(format!("code:{group}{form}"));
        strings.extend(family(group).map(|family| format!("~{family}:{form}")));
        if !is_number(form) {
            let written = text.chars().filter(|character| character.is_alphanumeric()).count();
            strings.push(format!("{}:{form}", if size.max(written) > 3 { "code" } else { "open" }));
            strings.extend(divisions(form, divided(&text)));
        } else if size >= 9 {
            strings.push(format!("num:{form}"));
        } else if size >= 4 && !is_year(form) && !(form.ends_with("00") && size <= 5) {
            strings.push(format!("open:{form}"));
        }
        strings.extend(unprefixed(form, group).map(|number| format!("{group}:{number}")));
        if form.contains('/') {
            strings.push(format!("said:{group}:{}", form.replace('/', "")));
            // "88-1204" is written 881204; what a slash or a year divides is not.
            if text.contains('-') && !form.split('/').any(is_year) {
                let digits: String = text.chars().filter(char::is_ascii_digit).collect();
                strings.push(format!("solid:{group}:{}", unpadded(&digits)));
            }
        }
    }
    strings
}

/// The number of "customer C-10442": the letter repeats the noun.
fn unprefixed<'a>(form: &'a str, group: &str) -> Option<&'a str> {
    let letters = form.bytes().take_while(u8::is_ascii_lowercase).count();
    let rest = form.get(letters..)?;
    let digits = rest.len() >= 4 && rest.bytes().all(|byte| byte.is_ascii_digit());
    let initial = form.chars().next() == group.chars().next();
    let national = letters == 2 && (rest.len() >= 9 || matches!(group, "vat" | "national" | "passport"));
    (digits && (1..=3).contains(&letters) && (initial || national)).then_some(rest)
}

/// Most letters of either part of a number plate.
const PART: usize = 3;

/// After how many letters a sign divides those of a number plate.
fn divided(text: &str) -> Option<usize> {
    let groups: Vec<&str> = alphanumeric(text).collect();
    let letters = |group: &str| {
        let count = group.chars().take_while(|c| !c.is_ascii_digit()).count();
        (1..=PART).contains(&count).then_some(count)
    };
    let (first, second) = match groups.as_slice() {
        [first, second] if !has_digit(first) && has_digit(second) => (first, second),
        [first, second, number] if !has_digit(first) && !has_digit(second) && is_number(number) => {
            (first, second)
        }
        _ => return None,
    };
    letters(second)?;
    letters(first)
}

/// A code with its letters divided there, or, where nothing says how they are, in each way that they can be.
fn divisions(form: &str, at: Option<usize>) -> Vec<String> {
    let letters: Vec<char> = form.chars().take_while(|c| !c.is_ascii_digit()).collect();
    let rest = &form[letters.iter().map(|letter| letter.len_utf8()).sum()..];
    if !(2..=2 * PART).contains(&letters.len()) || rest.is_empty() || !is_number(rest) {
        return Vec::new();
    }
    let ways = (1..letters.len()).filter(|&way| at.is_none_or(|at| at == way));
    let ways = ways.filter(|&way| way <= PART && letters.len() - way <= PART);
    let half = |letters: &[char]| letters.iter().collect::<String>();
    ways.map(|way| format!("code:{}_{}{rest}", half(&letters[..way]), half(&letters[way..]))).collect()
}

/// Letters with strokes and dots as typewriters without them write them.
pub(super) fn written_out(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 2);
    for letter in text.chars() {
        match letter {
            'Ø' | 'ø' | 'Ö' | 'ö' => out.push_str("oe"),
            'Æ' | 'æ' | 'Ä' | 'ä' => out.push_str("ae"),
            'Ü' | 'ü' => out.push_str("ue"),
            'Å' | 'å' => out.push_str("aa"),
            other => out.push(other),
        }
    }
    (out != text).then_some(out)
}

/// The numbers and codes of a text. `known` are the identifiers that it was seen to have.
pub(super) fn carried(text: &str, known: &[Identifier], strings: &mut Vec<String>) {
    let pieces = pieces(text);
    let mut runs = 0;
    for first in 0..pieces.len() {
        let mut digits = false;
        for last in first..pieces.len().min(first + MOST) {
            let (from, to) = (pieces[first].start, pieces[last].end);
            let Some(run) = text.get(from..to) else { break };
            if run.len() > LONGEST * 2 || !part(text, &pieces, first, last) {
                break;
            }
            digits |= has_digit(&text[pieces[last].start..to]);
            runs += usize::from(digits && last > first);
            if last > first && runs > RUNS {
                break;
            }
            if digits && run.chars().filter(|character| character.is_alphanumeric()).count() <= LONGEST {
                one(text, from, to, known, strings);
            }
        }
    }
}

fn pieces(text: &str) -> Vec<Range<usize>> {
    let own = |run: &str, character: char, _| {
        let one = run.chars().next_back().is_none_or(|last| is_unspaced(last) == is_unspaced(character));
        character.is_alphanumeric() && one
    };
    runs(text, own).collect()
}

/// Scripts that are written without spaces are cut from the numbers beside them.
pub(super) fn is_unspaced(character: char) -> bool {
    matches!(u32::from(character), 0x0E00..=0x0E7F | 0x3005..=0x3007 | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF)
}

/// Whether the last piece can belong to the code that begins with the first.
fn part(text: &str, pieces: &[Range<usize>], first: usize, last: usize) -> bool {
    let piece = &text[pieces[last].clone()];
    let letters = !has_digit(piece);
    let count = piece.chars().count();
    let capitals = !piece.chars().any(char::is_lowercase);
    if letters && (count > if capitals { 10 } else { 5 } || piece.chars().any(is_unspaced)) {
        return false;
    }
    if last == first {
        return !letters || capitals || content(piece);
    }
    let gap = &text[pieces[last - 1].end..pieces[last].start];
    if gap.chars().count() > 3 || !gap.chars().all(|c| " -–./_·:()[]%#*\"'^+,\\&".contains(c)) {
        return false;
    }
    if gap.contains(", ") || gap.contains(". ") {
        return false;
    }
    !letters || capitals || !gap.contains(' ') || count <= 2 && content(piece)
}

fn content(piece: &str) -> bool {
    words(piece).iter().all(|word| word.content)
}

/// The strings of the run `from..to`, if it is a code of its own and not a part of a longer one.
fn one(text: &str, from: usize, to: usize, known: &[Identifier], strings: &mut Vec<String>) {
    let run = &text[from..to];
    let (around, offset) = window(text, from, to);
    let joined: String = run.chars().filter(|character| character.is_alphanumeric()).collect();
    let mut forms = vec![run.to_owned()];
    if compact(run) != compact(&joined) {
        forms.push(joined);
    }
    for form in forms {
        let string = compact(&form);
        let size = string.chars().filter(|character| character.is_alphanumeric()).count();
        if size < 2 {
            continue;
        }
        let finds = |label: Option<&str>| {
            identifier::find(&reference(&form, label), around)
                .iter()
                .any(|found| found.certainty >= 0.5 && found.span == (from - offset..to - offset))
        };
        if !finds(None) {
            continue;
        }
        if is_number(&string) {
            if size >= 5 {
                strings.push(format!("num:{string}"));
            }
            if size >= 4 && !is_said_of_a_year(&string, &text[..from]) && finds(Some(UNHEARD)) {
                strings.push(format!("open:{string}"));
            }
        } else {
            // Where letters are divided counts: M-QX is another place than MQ-X.
            let ways = divided(run).map(|at| divisions(&string, Some(at))).unwrap_or_default();
            if ways.is_empty() {
                strings.push(format!("code:{string}"));
            }
            strings.extend(ways);
            if size <= 3 && finds(Some(UNHEARD)) {
                strings.push(format!("open:{string}"));
            }
        }
        let digit = run.find(|character: char| character.is_ascii_digit()).map_or(from, |at| from + at);
        let labelled = known.iter().find(|one| one.span.start <= digit && digit < one.span.end.max(to));
        if let Some(label) = labelled.filter(|one| one.span.end > from).and_then(|one| one.label.as_deref()) {
            let group = self::label(label);
            if run.chars().all(char::is_alphanumeric) {
                strings.push(format!("solid:{group}:{string}"));
            }
            strings.extend(family(&group).map(|family| format!("~{family}:{string}")));
            strings.push(format!("{group}:{string}"));
        }
    }
}

/// Words directly before a year, beside which no noun says what a number is.
const BEFORE_YEARS: &[&str] =
    &["in", "since", "until", "till", "im", "seit", "bis", "en", "depuis", "desde", "nel", "dal"];

/// "In 1234": as likely the year as what has that number.
fn is_said_of_a_year(number: &str, before: &str) -> bool {
    let year = number.len() == 4 && ("1000".."2100").contains(&number);
    let word = before.strip_suffix(' ').and_then(|before| before.rsplit(|c: char| !c.is_alphabetic()).next());
    year && word.is_some_and(|word| BEFORE_YEARS.contains(&word.to_lowercase().as_str()))
}

/// What stands around a place, cut at spaces, and where that begins.
pub(super) fn window(text: &str, from: usize, to: usize) -> (&str, usize) {
    const AROUND: usize = 32;
    let start = text.floor_char_boundary(from.saturating_sub(AROUND));
    let start = if start == 0 {
        0
    } else {
        text[start..from].find(char::is_whitespace).map_or(from, |at| start + at)
    };
    let end = text.ceil_char_boundary((to + AROUND).min(text.len()));
    let end = if end == text.len() {
        end
    } else {
        text[to..end].rfind(char::is_whitespace).map_or(to, |at| to + at)
    };
    (&text[start..end], start)
}
