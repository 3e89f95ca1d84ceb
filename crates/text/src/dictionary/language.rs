//! In which language a text is written, as far as there is a dictionary for it.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::entries::Dictionary;
use super::token::{Token, Writing};
use crate::word::{self, english_word};

/// The least share of a text's words that a dictionary must have, for Latin letters, which any language may borrow.
const SHARE: f32 = 0.4;
/// How much a word counts that a dictionary only guesses at, and one that is English too.
const GUESSED: f32 = 0.5;
const SHARED: f32 = 0.3;
/// How much a function word of English counts for English.
const SMALL: f32 = 1.5;
/// What English puts behind an apostrophe.
const ENGLISH_ENDINGS: [&str; 7] = ["s", "t", "d", "ll", "re", "ve", "m"];

/// A language that has a dictionary.
pub(crate) struct Language {
    writing: &'static [Writing],
    dictionary: LazyLock<Dictionary>,
    capital_nouns: bool,
    /// Whether it is written with kana.
    kana: bool,
}

impl Language {
    pub(crate) fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// Whether a capital inside a sentence may be a plain noun's.
    pub(crate) fn has_capital_nouns(&self) -> bool {
        self.capital_nouns
    }
}

macro_rules! tongues {
    ($($file:literal $writing:expr, $compounds:literal, $prefixes:expr, $capitals:literal;)*) => {
        static TONGUES: LazyLock<Vec<Language>> = LazyLock::new(|| vec![$(Language {
            writing: $writing,
            dictionary: LazyLock::new(|| {
                Dictionary::read(include_str!(concat!("data/", $file, ".tsv")), $compounds, $prefixes)
            }),
            capital_nouns: $capitals,
            kana: $file == "ja",
        }),*]);
    };
}

use Writing::{Arabic, Cyrillic, Devanagari, East, Greek, Hangul, Hebrew, Latin, Thai};

const NONE: &[&str] = &[];
const OF_HEBREW: &[&str] = &["ה", "ב", "ל", "מ", "ש", "ו", "כ", "וה", "שה", "בה", "לה", "מה"];
const OF_ARABIC: &[&str] = &["ال", "و", "ف", "ب", "ل", "ك", "وال", "بال", "فال", "كال", "لل", "ول", "وب"];

tongues! {
    "de" &[Latin], true, NONE, true;
    "nl" &[Latin], true, NONE, false;
    "sv" &[Latin], true, NONE, false;
    "da" &[Latin], true, NONE, false;
    "fr" &[Latin], false, NONE, false;
    "it" &[Latin], false, NONE, false;
    "es" &[Latin], false, NONE, false;
    "pt" &[Latin], false, NONE, false;
    "ro" &[Latin], false, NONE, false;
    "pl" &[Latin], false, NONE, false;
    "cs" &[Latin], false, NONE, false;
    "tr" &[Latin], false, NONE, false;
    "fi" &[Latin], true, NONE, false;
    "hu" &[Latin], true, NONE, false;
    "ca" &[Latin], false, NONE, false;
    "vi" &[Latin], false, NONE, false;
    "id" &[Latin], false, NONE, false;
    "sr" &[Latin, Cyrillic], false, NONE, false;
    "ru" &[Cyrillic], false, NONE, false;
    "uk" &[Cyrillic], false, NONE, false;
    "bg" &[Cyrillic], false, NONE, false;
    "el" &[Greek], false, NONE, false;
    "he" &[Hebrew], false, OF_HEBREW, false;
    "ar" &[Arabic], false, OF_ARABIC, false;
    "fa" &[Arabic], false, NONE, false;
    "hi" &[Devanagari], false, NONE, false;
    "ko" &[Hangul], false, NONE, false;
    "th" &[Thai], false, NONE, false;
    "zh" &[East], false, NONE, false;
    "ja" &[East], false, NONE, false;
}

/// The language of each script that a text is written in; none for English, and for a language without a dictionary.
pub(crate) fn of(tokens: &[Token<'_>]) -> Vec<(Writing, &'static Language)> {
    let of_script = |script: &Writing| {
        let own: Vec<&Token<'_>> = tokens.iter().filter(|token| token.script == *script).collect();
        (!own.is_empty()).then(|| likeliest(*script, &own)).flatten().map(|tongue| (*script, tongue))
    };
    Writing::ALL.iter().filter_map(of_script).collect()
}

fn likeliest(script: Writing, tokens: &[&Token<'_>]) -> Option<&'static Language> {
    let of_script = TONGUES.iter().filter(|tongue| tongue.writing.contains(&script));
    if script == Latin {
        let words: Vec<Word> = tokens.iter().filter_map(|token| Word::new(token)).collect();
        // Most English texts would fit no language that had all their words, and need no dictionary.
        beside_english(&words, |_| true, |_| 1.0)?;
        let scored = of_script.filter_map(|tongue| {
            let has = |word: &str| tongue.dictionary().exactly(word).is_some();
            Some((beside_english(&words, has, |word| weight(tongue, word))?, tongue))
        });
        return first_of_the_highest(scored);
    }
    let kana = tokens.iter().any(|run| run.text.chars().any(is_kana));
    let scored = of_script.filter(|tongue| !kana || tongue.kana).map(|tongue| {
        let letters = |token: &&Token<'_>| {
            if script.is_unspaced() {
                letters(tongue, token)
            } else {
                weight(tongue, &token.text.to_lowercase())
            }
        };
        (tokens.iter().map(letters).sum(), tongue)
    });
    first_of_the_highest(scored.filter(|(score, _)| *score > 0.0))
}

fn first_of_the_highest(scored: impl Iterator<Item = (f32, &'static Language)>) -> Option<&'static Language> {
    let higher = |best: (f32, _), next: (f32, _)| if next.0 > best.0 { next } else { best };
    scored.reduce(higher).map(|(_, tongue)| tongue)
}

/// A word in Latin letters that may tell in which language a text is.
struct Word {
    lower: String,
    english: bool,
    /// Whether it is a function word of English.
    small: bool,
    /// Whether no other language has it.
    only_english: bool,
}

impl Word {
    fn new(token: &Token<'_>) -> Option<Self> {
        // A capital inside a sentence is most often a name's.
        if token.is_inner_capital() {
            return None;
        }
        let lower = token.text.to_lowercase();
        let ending = token.behind_apostrophe && ENGLISH_ENDINGS.contains(&lower.as_str());
        let small = !word::has_content(&lower);
        let english = ending || small || is_english(&lower);
        Some(Self { lower, english, small, only_english: ending })
    }
}

/// English words that the dictionaries have beside the common ones.
static ENGLISH: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| include_str!("data/english.txt").split_whitespace().collect());

fn is_english(word: &str) -> bool {
    let endings = ["", "s", "es", "d", "ed", "ing", "er", "ers", "ly"];
    let known = |stem: &str| ENGLISH.contains(stem) || ENGLISH.contains(format!("{stem}e").as_str());
    english_word(word)
        || endings
            .iter()
            .filter_map(|ending| word.strip_suffix(ending))
            .any(|stem| stem.len() > 2 && known(stem))
}

/// How well a text's words fit a language, where they fit it better than English: `has` tells whether it has a word as it
/// stands, `weight` what a word that is not English weighs in it.
fn beside_english(words: &[Word], has: impl Fn(&str) -> bool, weight: impl Fn(&str) -> f32) -> Option<f32> {
    let (mut own, mut shared, mut english) = (0.0, 0.0, 0.0_f32);
    for word in words {
        match word.english {
            true if !word.only_english && has(&word.lower) => shared += 1.0,
            true => english += if word.small { SMALL } else { 1.0 },
            // A letter may stand for anything.
            false if word.lower.chars().count() > 1 => own += weight(&word.lower),
            false => {}
        }
    }
    let enough = own >= 1.0 && own > english + shared / 2.0 && own + shared >= SHARE * words.len() as f32;
    enough.then_some(own + SHARED * shared)
}

/// 1 for a word that the dictionary has, less for one that it guesses at, 0 for others.
fn weight(tongue: &Language, word: &str) -> f32 {
    let dictionary = tongue.dictionary();
    match dictionary.exactly(word) {
        Some(_) => 1.0,
        None if dictionary.word(word).is_some() => GUESSED,
        None => 0.0,
    }
}

fn is_kana(character: char) -> bool {
    matches!(character, '\u{3041}'..='\u{30ff}')
}

/// How many letters of a run the dictionary has.
fn letters(tongue: &Language, run: &Token<'_>) -> f32 {
    let dictionary = tongue.dictionary();
    let (mut found, mut at) = (0, 0);
    while let Some(next) = run.text[at..].chars().next() {
        let length = dictionary.longest_at(&run.text[at..]).map(|(length, _)| length);
        found += length.map_or(0, |length| run.text[at..at + length].chars().count());
        at += length.unwrap_or(next.len_utf8());
    }
    found as f32
}
