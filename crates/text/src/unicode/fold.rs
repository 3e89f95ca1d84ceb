//! Folds of Latin words: case, accents, and letters that are written in two ways.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A Latin letter without its accent, where Unicode has no decomposition.
fn plain_letter(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' | 'ẞ' => "ss",
        'ø' | 'Ø' => "o",
        'đ' | 'Đ' | 'ð' | 'Ð' | 'ɖ' => "d",
        'ł' | 'Ł' => "l",
        'æ' | 'Æ' => "ae",
        'œ' | 'Œ' => "oe",
        'þ' | 'Þ' => "th",
        'ı' => "i",
        'ə' | 'Ə' => "a",
        'ħ' | 'Ħ' => "h",
        'ŋ' | 'Ŋ' => "n",
        'ŧ' | 'Ŧ' => "t",
        'ɓ' | 'Ɓ' => "b",
        'ɗ' | 'Ɗ' => "d",
        'ƙ' | 'Ƙ' => "k",
        'ɛ' | 'Ɛ' => "e",
        'ɔ' | 'Ɔ' => "o",
        'ĸ' => "k",
        _ => return None,
    })
}

/// Small letters without accents, hyphens and apostrophes.
pub fn plain(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    if word.is_ascii() {
        out.extend(
            word.bytes().filter(u8::is_ascii_alphanumeric).map(|b| char::from(b.to_ascii_lowercase())),
        );
        return out;
    }
    for c in word.nfkd() {
        if let Some(s) = plain_letter(c) {
            out.push_str(s);
        } else if c.is_alphanumeric()
            && !is_combining_mark(c)
            && !matches!(c, 'ʼ' | 'ʻ' | 'ʿ' | 'ʾ' | 'ʹ' | 'ʺ')
        {
            out.extend(c.to_lowercase().filter(|&l| !is_combining_mark(l)));
        }
    }
    out
}

/// As [`plain`], with ä, ö, ü, å, ø written out (ae, oe, ue, aa, oe); `None` where that is the same.
pub fn expanded(word: &str) -> Option<String> {
    if word.is_ascii() {
        return None;
    }
    let mut changed = false;
    let mut out = String::with_capacity(word.len() + 4);
    for c in word.nfc() {
        let long = match c {
            'ä' | 'Ä' => "ae",
            'ö' | 'Ö' | 'ø' | 'Ø' => "oe",
            'ü' | 'Ü' => "ue",
            'å' | 'Å' => "aa",
            'ð' | 'Ð' => "th",
            'ñ' | 'Ñ' => "nn",
            _ => {
                out.push(c);
                continue;
            }
        };
        changed = true;
        out.push_str(long);
    }
    changed.then(|| plain(&out))
}

/// A word in plain letters without the second letter of "ae", "oe" and "ue" before a consonant that does not end it, where they most often stand
/// for ä, ö and ü: "bjorn" of "bjoern", but "michael" and "noel" as they are.
pub fn without_digraphs(plain: &str) -> String {
    let letters: Vec<char> = plain.chars().collect();
    let vowel = |at: usize| letters.get(at).is_none_or(|c| "aeiouy".contains(*c));
    let digraph = |at: usize| {
        at > 0
            && letters[at] == 'e'
            && matches!(letters[at - 1], 'a' | 'o' | 'u')
            && (at == 1 || !vowel(at - 2) && letters[at - 2] != 'q')
            && !vowel(at + 1)
            && at + 2 < letters.len()
    };
    letters.iter().enumerate().filter(|(at, _)| !digraph(*at)).map(|(_, c)| c).collect()
}

/// As [`plain`], with accented letters as they sound in Slavic, Turkish, Baltic and scholarly spellings.
pub fn sounded(word: &str) -> String {
    let mut out = String::with_capacity(word.len() + 4);
    let scholarly = word.chars().any(|c| matches!(c.to_ascii_lowercase(), 'ṉ' | 'ṟ' | 'ḻ' | 'Ṉ' | 'Ṟ' | 'Ḻ'));
    for c in word.nfc() {
        let s = match c {
            'š' | 'Š' | 'ş' | 'Ş' | 'ș' | 'Ș' | 'ś' | 'Ś' | 'ṣ' | 'Ṣ' | 'ŝ' | 'Ŝ' => "sh",
            'č' | 'Č' | 'ć' | 'Ć' | 'ç' | 'Ç' | 'ĉ' => "ch",
            'ž' | 'Ž' | 'ź' | 'Ź' | 'ż' | 'Ż' => "zh",
            'ř' | 'Ř' => "r",
            'ã' | 'Ã' => "an",
            'ā' | 'Ā' | 'â' => "a",
            'ī' | 'Ī' => "i",
            'ū' | 'Ū' => "u",
            'ü' | 'Ü' => "u",
            'ë' | 'Ë' => "yo",
            'ḫ' | 'Ḫ' | 'ḵ' => "kh",
            'ġ' => "gh",
            'ä' | 'Ä' => "a",
            'ñ' | 'Ñ' => "ny",
            'k' | 'K' if scholarly => "κ",
            'c' | 'C' if scholarly => "χ",
            't' | 'T' if scholarly => "τ",
            'ṭ' | 'Ṭ' if scholarly => "δ",
            'p' | 'P' if scholarly => "π",
            _ => {
                out.push(c);
                continue;
            }
        };
        out.push_str(s);
    }
    plain(&out)
}

/// Small letters, composed; the word's accents stay.
pub fn lower(word: &str) -> String {
    if word.is_ascii() {
        word.to_ascii_lowercase()
    } else {
        word.nfkc().collect::<String>().to_lowercase().nfc().collect()
    }
}

/// Whether a word bears a mark of Vietnamese spelling, where tones tell names apart.
pub fn vietnamese(word: &str) -> bool {
    word.nfc().any(|c| matches!(c, 'ơ' | 'ư' | 'Ơ' | 'Ư' | 'đ' | 'Đ' | 'ă' | 'Ă' | '\u{1ea0}'..='\u{1ef9}'))
}

/// Small letters without accents; hyphens and apostrophes stay.
pub fn joined(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for part in word.split_inclusive(['-', '\'', '’', '‘', 'ʻ']) {
        out.push_str(&plain(part));
        if let Some(c) = part.chars().next_back().filter(|c| matches!(c, '-' | '\'' | '’' | '‘' | 'ʻ')) {
            out.push(c);
        }
    }
    out
}

/// Whether two plain words are transcriptions of one name of another script: Chayka and Tchaika, Zarya and Zarja, Belyj and Bely.
/// Only of words that end in a full vowel, or in an ending that no European language has of its own: Haynes is not Haines.
pub fn transcribed_alike(a: &str, b: &str) -> bool {
    let long = |word: &str| {
        ["iy", "ij", "yj", "yi"].iter().find_map(|end| word.strip_suffix(end)).map(str::to_owned)
    };
    let short = |word: &str| long(word).or_else(|| word.strip_suffix(['i', 'y']).map(str::to_owned));
    let ending = (long(a).is_some() || long(b).is_some())
        && short(a).is_some_and(|stem| stem.len() > 2 && short(b) == Some(stem));
    ending || glides(a).is_some_and(|folded| glides(b) == Some(folded))
}

/// The word with i for y and j beside a vowel, and ch for tch and tsch.
fn glides(word: &str) -> Option<String> {
    if word.len() < 4 || !word.ends_with(['a', 'o', 'u']) {
        return None;
    }
    let word = word.replace("tsch", "ch").replace("tch", "ch");
    let letters: Vec<char> = word.chars().collect();
    let vowel = |at: usize| letters.get(at).is_some_and(|c| "aeou".contains(*c));
    let glide = |at: usize| at > 0 && (vowel(at - 1) || vowel(at + 1));
    Some(
        letters
            .iter()
            .enumerate()
            .map(|(at, &c)| if matches!(c, 'y' | 'j') && glide(at) { 'i' } else { c })
            .collect(),
    )
}
