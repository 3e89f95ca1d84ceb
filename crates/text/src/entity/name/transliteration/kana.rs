//! Kana to Hepburn letters, and Latin spellings of Japanese to one spelling.

use super::han;
use crate::unicode::token::{Script, Token};

/// The letters of one Hiragana.
fn syllable(c: char) -> &'static str {
    if matches!(c, 'ぁ'..='ゖ') { any_ascii::any_ascii_char(c) } else { "" }
}

/// Hepburn letters of a run of kana with, after each letter, the byte in `run` where the kana that it belongs to ends.
pub fn hepburn(run: &str) -> Vec<(char, usize)> {
    let mut out: Vec<(char, usize)> = Vec::new();
    let mut double = false;
    for (i, c) in run.char_indices() {
        let end = i + c.len_utf8();
        let c = match c as u32 {
            0x30A1..=0x30F6 => char::from_u32(c as u32 - 0x60).unwrap_or(c),
            _ => c,
        };
        let stretch = |out: &mut Vec<(char, usize)>| {
            if let Some(l) = out.last_mut() {
                l.1 = end;
            }
        };
        match c {
            'っ' => {
                double = true;
                stretch(&mut out);
                continue;
            }
            'ー' => {
                stretch(&mut out);
                continue;
            }
            'ゃ' | 'ゅ' | 'ょ' | 'ぁ' | 'ぃ' | 'ぅ' | 'ぇ' | 'ぉ' if !out.is_empty() => {
                let small = match c {
                    'ゃ' => "ya",
                    'ゅ' => "yu",
                    'ょ' => "yo",
                    _ => syllable(c),
                };
                let y = small.len() == 2;
                // し+ゃ is sha: the vowel of the first kana gives way.
                if let Some((v, _)) = out.pop() {
                    let soft = out.last().is_some_and(|l| matches!(l.0, 'h' | 'j')) && v == 'i';
                    let hush = soft && out.len() >= 2 && matches!(out[out.len() - 2].0, 's' | 'c')
                        || out.last().is_some_and(|l| l.0 == 'j');
                    if out.is_empty()
                        || matches!(out.last().map(|l| l.0), Some('a' | 'e' | 'i' | 'o' | 'u' | 'n')) && !y
                    {
                        out.push((v, end));
                        out.extend(small.chars().map(|s| (s, end)));
                    } else {
                        out.extend(small.chars().skip(usize::from(y && hush)).map(|s| (s, end)));
                    }
                }
                continue;
            }
            _ => {}
        }
        let s = syllable(c);
        if let (true, Some(f)) = (double, s.chars().next()) {
            out.push((if f == 'c' { 't' } else { f }, end));
        }
        double = false;
        out.extend(s.chars().map(|l| (l, end)));
    }
    out
}

/// One spelling for the Latin spellings of a Japanese word (Hepburn, Kunrei, with or without long vowels).
pub fn canonical(latin: &str) -> String {
    let mut s = latin.to_string();
    for (from, to) in [
        ("sya", "sha"),
        ("syu", "shu"),
        ("syo", "sho"),
        ("tya", "cha"),
        ("tyu", "chu"),
        ("tyo", "cho"),
        ("zya", "ja"),
        ("zyu", "ju"),
        ("zyo", "jo"),
        ("jya", "ja"),
        ("jyu", "ju"),
        ("jyo", "jo"),
        ("dzu", "zu"),
        ("tch", "cch"),
        ("tsch", "ch"),
        ("xia", "sha"),
        ("xio", "sho"),
        ("xiu", "shu"),
    ] {
        if s.contains(from) {
            s = s.replace(from, to);
        }
    }
    let c: Vec<char> = s.chars().collect();
    let mut out = String::with_capacity(s.len());
    let mut i = 0;
    while i < c.len() {
        let (a, b) = (c[i], c.get(i + 1).copied());
        let before = i.checked_sub(1).map(|k| c[k]);
        match (a, b) {
            ('s', Some('i')) => out.push_str("sh"),
            ('t', Some('i')) => out.push_str("ch"),
            ('t', Some('u')) => out.push_str("ts"),
            ('h', Some('u')) if !matches!(before, Some('s' | 'c')) => out.push('f'),
            ('z', Some('i')) => out.push('j'),
            ('d', Some('i')) => out.push('d'),
            ('m', Some('b' | 'p' | 'm')) => out.push('n'),
            ('h', None) if matches!(before, Some('o' | 'a' | 'u')) => {}
            ('h', Some(x)) if before == Some('o') && !matches!(x, 'a' | 'e' | 'i' | 'o' | 'u' | 'y') => {}
            ('u', _) if before == Some('o') => {}
            ('l', _) => out.push('r'),
            (x, Some(y)) if x == y && matches!(x, 'o' | 'u' | 'a' | 'e' | 'i') => {}
            _ => out.push(a),
        }
        i += 1;
    }
    out
}

/// Hepburn letters without voice, each consonant by one letter: Korean names are written in either.
pub fn unvoiced(latin: &str) -> String {
    let joined = latin.replace("tch", "c").replace("ch", "c").replace("sh", "s").replace("ts", "c");
    let mut out = String::with_capacity(joined.len());
    for c in joined.chars() {
        let c = match c {
            'g' => 'k',
            'd' => 't',
            'b' | 'v' => 'p',
            'z' | 'j' => 'c',
            'f' => 'h',
            'l' => 'r',
            c => c,
        };
        // A doubled consonant is one that is not voiced.
        if !out.ends_with(c) || matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'n') {
            out.push(c);
        }
    }
    out
}

/// Whether Hiragana directly behind a surname is more than a particle or a form of address: another given name.
pub fn goes_on(behind: &str) -> bool {
    let particle =
        |c: char| matches!(c, 'は' | 'が' | 'を' | 'に' | 'の' | 'と' | 'も' | 'へ' | 'で' | 'や' | 'か');
    behind.chars().count() > 1
        && !behind.starts_with(particle)
        && !BEHIND_NAMES.iter().any(|word| behind.starts_with(word))
}

/// What follows a name in Hiragana and is no given name.
const BEHIND_NAMES: &[&str] = &[
    "さん", "さま", "くん", "ちゃん", "です", "でした", "では", "には", "から", "まで", "より", "だけ",
    "など", "とは", "との", "への", "がいる", "がい", "こと", "について", "のこと", "ですが", "たち",
    "らしい", "だ", "とか", "なら", "って", "という", "しか", "でも", "ほか", "いわく",
];

/// Whether what stands in Hiragana directly behind a surname in Han characters is a given name: すず of 高橋すず. Only where the name ends
/// there, or a form of address or a mark follows.
pub fn is_given_behind(text: &str, surname: &Token<'_>, given: &Token<'_>) -> bool {
    let known = han::is_japanese(surname.text);
    let kana = given.text.chars().count();
    let particle =
        |c: char| matches!(c, 'は' | 'が' | 'を' | 'に' | 'の' | 'と' | 'も' | 'へ' | 'で' | 'や' | 'か');
    let bare = ["さん", "さま", "くん", "ちゃん"].iter().find_map(|end| given.text.strip_suffix(end));
    let own = bare.unwrap_or(given.text);
    let ends = bare.is_some()
        || text[given.span.end..].chars().next().is_none_or(|c| !c.is_alphanumeric() || c == '：');
    given.script == Script::Hiragana
        && surname.script == Script::Han
        && known
        && ends
        && (2..=4).contains(&own.chars().count())
        && kana <= 7
        && !own.starts_with(particle)
        && !own.ends_with(['は', 'が', 'を', 'に', 'の', 'と', 'も', 'へ', 'で'])
        && !BEHIND_NAMES.iter().any(|word| own.starts_with(word))
}
