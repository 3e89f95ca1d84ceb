//! How a name sounds, as strings that are equal across scripts: sounds that transcriptions confuse are one class.
//!
//! The classes are so wide that they say something only of a whole name, from one script to another.

use crate::entity::name::{affix, han, indic, kana, thai};
use crate::unicode::token::{Script, script as script_of};

/// Most keys of one word.
const MOST: usize = 12;

/// Which keys of two scripts are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ear {
    /// Consonants and vowels.
    Full,
    /// Consonants: for scripts that leave vowels out.
    Bare,
    /// Syllables of Korean.
    Korean,
}

/// The script of a word's first letter, unless letters of another follow.
pub(super) fn script(word: &str) -> Option<Script> {
    let mut scripts = word.chars().filter_map(script_of);
    let first = scripts.next()?;
    scripts.all(|script| script == first).then_some(first)
}

/// With which ear a script is heard.
pub(super) fn ear(script: Script) -> Ear {
    match script {
        Script::Hebrew | Script::Arabic | Script::Thai => Ear::Bare,
        Script::Hangul => Ear::Korean,
        _ => Ear::Full,
    }
}

/// The keys of a word as it is written.
pub(super) fn keys(word: &str, ear: Ear) -> Vec<String> {
    let Some(script) = script(word) else { return Vec::new() };
    let mut keys: Vec<String> =
        latin(word, script).iter().flat_map(|latin| classes(latin, script, ear)).collect();
    keys.retain(|key| !key.is_empty());
    keys.sort_unstable();
    keys.dedup();
    keys.truncate(MOST);
    keys
}

/// The keys of the words that a word of a text may be a form of. `sure` leaves out those whose form is a name too.
pub(super) fn base_keys(word: &str, ear: Ear, sure: bool) -> Vec<String> {
    let Some(script) = script(word) else { return Vec::new() };
    let bases = affix::bases(&word.to_lowercase(), script, false);
    let bases = bases.iter().filter(|base| !(sure && base.oblique)).take(MOST);
    let mut keys: Vec<String> = bases.flat_map(|base| self::keys(&base.word, ear)).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.truncate(MOST);
    keys
}

/// A name in Han or kana, or in the Latin spelling of one: surname and given name in each reading.
pub(super) fn readings(words: &[String]) -> Vec<String> {
    let forms: Vec<Vec<String>> = match words {
        [run] if script(run) == Some(Script::Han) => han::latin(run),
        [first, second] => match (script(first), script(second)) {
            (Some(Script::Latin), Some(Script::Latin)) => {
                let japanese = |word: &String| kana::canonical(&letters(&any_ascii::any_ascii(word)));
                let mandarin = |word: &String| han::to_pinyin(&any_ascii::any_ascii(word).to_lowercase());
                let mut forms = vec![vec![japanese(first), japanese(second)]];
                for first in mandarin(first) {
                    forms.extend(mandarin(second).into_iter().map(|second| vec![first.clone(), second]));
                }
                forms
            }
            (Some(Script::Hiragana | Script::Katakana), Some(Script::Hiragana | Script::Katakana)) => {
                vec![[first, second].map(|word| kana::canonical(&hepburn(word))).to_vec()]
            }
            _ => Vec::new(),
        },
        // As Hong Kong writes them: Chan Chi Ming.
        [surname, first, second] if han::surname(&surname.to_lowercase()) => {
            vec![vec![surname.to_lowercase(), letters(&format!("{first}{second}"))]]
        }
        _ => Vec::new(),
    };
    let mut readings: Vec<String> = forms
        .into_iter()
        .filter(|words| words.len() == 2 && words.iter().all(|word| !word.is_empty()))
        .map(|mut words| {
            words.sort_unstable();
            words.join(" ")
        })
        .collect();
    readings.sort_unstable();
    readings.dedup();
    readings
}

fn hepburn(word: &str) -> String {
    kana::hepburn(word).into_iter().map(|letter| letter.0).collect()
}

fn letters(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// A word in Latin letters, in each way that it may be transcribed.
fn latin(word: &str, script: Script) -> Vec<String> {
    let lower = word.to_lowercase();
    let ascii = |text: &str| vec![letters(&any_ascii::any_ascii(text))];
    match script {
        Script::Indic => indic(word),
        Script::Thai => ascii(&thai::spoken(word).into_iter().map(|sign| sign.0).collect::<String>()),
        Script::Hiragana | Script::Katakana => vec![hepburn(word)],
        Script::Greek => ascii(&replaced(&plain_greek(&lower), GREEK)),
        Script::Arabic => ascii(&replaced(lower.strip_prefix("ال").unwrap_or(&lower), ARABIC)),
        Script::Hebrew => ascii(&replaced(&lower, HEBREW)),
        Script::Latin => {
            let bare =
                ["al-", "el-"].iter().find_map(|article| lower.strip_prefix(article)).unwrap_or(&lower);
            ascii(&replaced(bare, CARON))
        }
        // ё is spelled e, and sounds like o.
        Script::Cyrillic if lower.contains('ё') => [ascii(&lower), ascii(&lower.replace('ё', "о"))].concat(),
        _ => ascii(&lower),
    }
}

/// An Indic word with and without the vowels that its consonants have of their own, as far as languages differ in them.
fn indic(word: &str) -> Vec<String> {
    let letters: Vec<char> = indic::romanise(word).chars().collect();
    let mut forms = vec![String::new()];
    let mut own = 0;
    for (at, &letter) in letters.iter().enumerate() {
        let readings: &[&str] = match letter {
            'α' if at > 1 && own < 3 => {
                own += 1;
                &["a", ""]
            }
            'α' => &["a"],
            'κ' => &["k"],
            'χ' => &["ch"],
            'τ' | 'ŧ' => &["t"],
            'δ' => &["d"],
            'π' => &["p"],
            'ν' | 'µ' => &["n"],
            'ρ' => &["r"],
            _ => &[],
        };
        forms = match readings {
            [] => {
                forms.into_iter().map(|form| format!("{form}{}", any_ascii::any_ascii_char(letter))).collect()
            }
            _ => forms
                .iter()
                .flat_map(|form| readings.iter().map(move |more| format!("{form}{more}")))
                .collect(),
        };
    }
    forms.iter().map(|form| self::letters(form)).collect()
}

/// Letters that any_ascii leaves out, or gives to another of the same sound: vowels, and w for what may be one.
const ARABIC: &[(&str, &str)] =
    &[("ا", "a"), ("آ", "a"), ("أ", "a"), ("إ", "i"), ("ى", "a"), ("ة", "a"), ("ع", "")];

const HEBREW: &[(&str, &str)] = &[("ו", "w"), ("א", "a"), ("ע", "")];

const GREEK: &[(&str, &str)] = &[
    ("ου", "u"),
    ("ευ", "ef"),
    ("αυ", "af"),
    ("οι", "i"),
    ("ει", "i"),
    ("αι", "e"),
    ("γγ", "ng"),
    ("υ", "i"),
    ("χ", "kh"),
];

const CARON: &[(&str, &str)] =
    &[("š", "sh"), ("č", "ch"), ("ž", "zh"), ("ć", "ch"), ("đ", "dj"), ("ş", "sh"), ("ç", "ch"), ("ś", "sh")];

fn replaced(word: &str, list: &[(&str, &str)]) -> String {
    list.iter().fold(word.to_owned(), |word, (from, to)| word.replace(from, to))
}

fn plain_greek(word: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    word.nfd().filter(|sign| !matches!(u32::from(*sign), 0x300..=0x36F)).collect()
}

/// The classes of a word's sounds, in each way that its letters can be read.
fn classes(latin: &str, script: Script, ear: Ear) -> Vec<String> {
    if ear == Ear::Korean {
        return vec![korean(latin)];
    }
    let mut forms = vec![String::new()];
    let mut at = 0;
    while let Some(first) = latin[at..].chars().next() {
        let rest = &latin[at..];
        let long = LONG.iter().find(|(letters, _)| rest.starts_with(letters));
        let (readings, size) = match long {
            Some(("ch", _)) if script != Script::Latin => (&["S"] as &[&str], 2),
            Some((letters, readings)) => (*readings, letters.len()),
            None => (sound(latin, at, script, ear), first.len_utf8()),
        };
        let mut grown: Vec<String> = Vec::new();
        for form in &forms {
            for reading in readings {
                let mut form = form.clone();
                for class in reading.chars().filter_map(|class| heard(class, ear)) {
                    if !form.ends_with(class) {
                        form.push(class);
                    }
                }
                if grown.len() < MOST && !grown.contains(&form) {
                    grown.push(form);
                }
            }
        }
        forms = grown;
        at += size;
    }
    forms
}

/// What an ear hears of a class. The vowels of [`Ear::Bare`] are in small letters.
fn heard(class: char, ear: Ear) -> Option<char> {
    match (ear, class) {
        (Ear::Bare, 'A' | 'I' | 'U') => None,
        (Ear::Bare, _) => Some(class),
        (_, 'B') => Some('P'),
        (_, 'D') => Some('T'),
        (_, 'G' | 'H') => Some('K'),
        _ => Some(class.to_ascii_uppercase()),
    }
}

/// The sounds that one letter can stand for at its place.
fn sound(latin: &str, at: usize, script: Script, ear: Ear) -> &'static [&'static str] {
    let letter = |at: usize| latin.as_bytes().get(at).copied();
    let vowel = |byte: Option<u8>| byte.is_some_and(|byte| b"aeiouy".contains(&byte));
    let (before, next) = (at.checked_sub(1).and_then(letter), letter(at + 1));
    let abjad = matches!(script, Script::Hebrew | Script::Arabic);
    let bare = ear == Ear::Bare;
    let last = next.is_none() && at > 0;
    match latin.as_bytes()[at] {
        // The vowel at the end is written everywhere.
        b'a' | b'h' if bare && last && (abjad || vowel(before) || letter(at) == Some(b'a')) => &["a"],
        b'e' if bare && last => &["a", "i"],
        b'i' | b'y' if bare && last => &["i"],
        b'w' if bare && last && abjad => &["u", "F"],
        b'o' | b'u' if bare && last => &["u"],
        b'w' if bare && abjad && before == Some(b'a') => &["F"],
        b'w' if bare && abjad => &["u", "F"],
        b'y' if bare => &[""],
        b'a' if bare && script == Script::Arabic => &["a"],
        b'a' if bare && at > 0 && !abjad => &["", "a"],
        b'o' if bare && letter(at + 1) == Some(b'u') => &[""],
        b'o' | b'u' if bare && at > 0 => &["", "u"],
        b'v' | b'f' if script == Script::Hebrew => &["F", "P", "B"],
        // A glide before a vowel is not always written.
        b'y' | b'i' if vowel(next) => &[""],
        b'j' if matches!(script, Script::Indic | Script::Georgian) => &["S"],
        b'j' if abjad => &["S"],
        b'j' if vowel(next) && before.is_some() && !vowel(before) => &["", "S"],
        b'j' if vowel(next) => &["S", ""],
        b'w' if vowel(before) && !vowel(next) => &["U", "F"],
        b'c' if next.is_none_or(|next| b"eiyc".contains(&next)) => &["S"],
        // Mute before a consonant and at the end, unless it is the Ukrainian г.
        b'h' if !vowel(next) && !bare => match vowel(before) || before.is_none() {
            true => &["", "H"],
            false => &[""],
        },
        b'q' => &["K", "G"],
        b'k' | b'c' => &["K"],
        b'g' => &["G"],
        b'h' => &["H"],
        b'b' => &["B"],
        b'p' => &["P"],
        b't' => &["T"],
        b'd' => &["D"],
        b'v' | b'f' | b'w' => &["F"],
        b's' | b'z' | b'j' => &["S"],
        b'x' => &["KS"],
        b'm' => &["M"],
        b'n' => &["N"],
        b'l' => &["L"],
        b'r' => &["R"],
        b'a' => &["A"],
        b'e' | b'i' | b'y' => &["I"],
        b'o' | b'u' => &["U"],
        _ => &[""],
    }
}

/// Letters that stand for one sound together, longest first.
const LONG: &[(&str, &[&str])] = &[
    ("schtsch", &["S"]),
    ("chtch", &["S"]),
    ("dzh", &["S"]),
    ("dsch", &["S"]),
    ("tsch", &["S"]),
    ("shch", &["S"]),
    ("sch", &["S"]),
    ("tch", &["S"]),
    ("tsh", &["S", "SH"]),
    ("ch", &["S", "H"]),
    ("sh", &["S"]),
    ("zh", &["S"]),
    ("dz", &["S"]),
    ("dj", &["S"]),
    ("ds", &["S", "DS"]),
    ("ts", &["S"]),
    ("tz", &["S"]),
    ("kh", &["H", "K"]),
    ("gh", &["G", "K"]),
    ("th", &["T"]),
    ("dh", &["D"]),
    ("bh", &["B"]),
    ("ph", &["F", "P"]),
    ("ck", &["K"]),
];

/// A Korean word in one spelling for its Latin ones.
fn korean(latin: &str) -> String {
    const SURNAMES: &[(&str, &str)] = &[
        ("lee", "i"),
        ("rhee", "i"),
        ("yi", "i"),
        ("park", "pak"),
        ("choi", "che"),
        ("oh", "o"),
        ("lim", "im"),
    ];
    const SAME: &[(&str, &str)] = &[
        ("eo", "o"),
        ("eu", "u"),
        ("ae", "e"),
        ("oe", "e"),
        ("ou", "u"),
        ("oo", "u"),
        ("ui", "i"),
        ("ee", "i"),
        ("sh", "s"),
        ("ch", "j"),
        ("w", ""),
    ];
    let latin = SURNAMES.iter().find(|(name, _)| *name == latin).map_or(latin, |(_, same)| same);
    let latin = replaced(latin, SAME);
    let class = |letter: char| match letter {
        'b' | 'p' => 'P',
        'd' | 't' => 'T',
        'g' | 'k' | 'c' => 'K',
        'l' | 'r' => 'R',
        'o' | 'u' => 'U',
        other => other.to_ascii_uppercase(),
    };
    let mut classes: Vec<char> = latin.chars().map(class).collect();
    classes.dedup();
    classes.into_iter().collect()
}
