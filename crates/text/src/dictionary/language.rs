//! In which language a text is written, as far as there is a dictionary for it.

use std::sync::{LazyLock, OnceLock};

use rustc_hash::FxHashSet;

use super::entries::Dictionary;
use super::token::{Token, Writing, Writing::Latin};
use crate::lang::{LANGUAGES, Language, List};
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
pub(crate) struct Tongue {
    writing: Vec<Writing>,
    lines: &'static str,
    dictionary: OnceLock<Dictionary>,
    compounds: bool,
    prefixes: &'static [&'static str],
    capital_nouns: bool,
    /// Whether it is written with kana.
    kana: bool,
}

impl Tongue {
    fn of(language: &Language) -> Option<Self> {
        let (scripts, traits) = (language.words(List::Script), language.words(List::Traits));
        Some(Self {
            writing: scripts.iter().filter_map(|script| writing(script)).collect(),
            lines: language.table("dictionary")?,
            dictionary: OnceLock::new(),
            compounds: traits.contains(&"compounds"),
            prefixes: language.words(List::Prefixes),
            capital_nouns: traits.contains(&"capital nouns"),
            kana: scripts.contains(&"Kana"),
        })
    }

    pub(crate) fn dictionary(&self) -> &Dictionary {
        self.dictionary.get_or_init(|| Dictionary::read(self.lines, self.compounds, self.prefixes))
    }

    /// Whether a capital inside a sentence may be a plain noun's.
    pub(crate) fn has_capital_nouns(&self) -> bool {
        self.capital_nouns
    }
}

/// The script that a table calls so.
fn writing(script: &str) -> Option<Writing> {
    Some(match script {
        "Latin" => Latin,
        "Cyrillic" => Writing::Cyrillic,
        "Greek" => Writing::Greek,
        "Hebrew" => Writing::Hebrew,
        "Arabic" => Writing::Arabic,
        "Devanagari" => Writing::Devanagari,
        "Hangul" => Writing::Hangul,
        "Thai" => Writing::Thai,
        "Han" => Writing::East,
        _ => return None,
    })
}

static TONGUES: LazyLock<Vec<Tongue>> = LazyLock::new(|| LANGUAGES.iter().filter_map(Tongue::of).collect());

/// The language of each script that a text is written in; none for English, and for a language without a dictionary.
pub(crate) fn of(tokens: &[Token<'_>]) -> Vec<(Writing, &'static Tongue)> {
    let of_script = |script: &Writing| {
        let own: Vec<&Token<'_>> = tokens.iter().filter(|token| token.script == *script).collect();
        (!own.is_empty()).then(|| likeliest(*script, &own)).flatten().map(|tongue| (*script, tongue))
    };
    Writing::ALL.iter().filter_map(of_script).collect()
}

fn likeliest(script: Writing, tokens: &[&Token<'_>]) -> Option<&'static Tongue> {
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

fn first_of_the_highest(scored: impl Iterator<Item = (f32, &'static Tongue)>) -> Option<&'static Tongue> {
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
    LazyLock::new(|| LANGUAGES[0].table("vocabulary").unwrap_or_default().split_whitespace().collect());

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
fn weight(tongue: &Tongue, word: &str) -> f32 {
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
fn letters(tongue: &Tongue, run: &Token<'_>) -> f32 {
    let dictionary = tongue.dictionary();
    let (mut found, mut at) = (0, 0);
    while let Some(next) = run.text[at..].chars().next() {
        let length = dictionary.longest_at(&run.text[at..]).map(|(length, _)| length);
        found += length.map_or(0, |length| run.text[at..at + length].chars().count());
        at += length.unwrap_or(next.len_utf8());
    }
    found as f32
}
