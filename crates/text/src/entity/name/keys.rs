//! Keys for an index: texts that have a wanted name share a key with it.

use std::collections::HashMap;

use super::Name;
use super::place;
use super::transliteration::{han, kana};
use crate::gazetteer::given_name;
use crate::keys::Keys;
use crate::unicode::fold;
use crate::unicode::token::{Script, Token, tokens};

const MOST: usize = 8;

/// Words whose keys are remembered at most.
const MOST_KNOWN: usize = 16_384;

/// Words that were read, with their keys.
#[derive(Debug, Default)]
pub struct KnownWords(HashMap<String, Vec<String>>);

/// How many words of a text are read.
const MOST_WORDS: usize = 100_000;

/// Consonants in coarse classes, alternatives where a letter has several sounds.
fn skeletons(latin: &str) -> Vec<String> {
    let c: Vec<char> = latin.chars().collect();
    let mut out: Vec<String> = vec![String::new()];
    let mut i = 0;
    while i < c.len() && i < 40 {
        let next = c.get(i + 1).copied();
        let (classes, used): (&[&str], usize) = match (c[i], next) {
            ('s', Some('c')) if c.get(i + 2) == Some(&'h') => (&["s"], 3),
            ('s' | 'c' | 'z', Some('h' | 'z' | 's')) => {
                (if c[i] == 'c' && next == Some('h') { &["s", "k", ""] } else { &["s"] }, 2)
            }
            ('t', Some('s' | 'z' | 'c')) => (&["s"], 1),
            ('k', Some('h')) => (&["k", ""], 2),
            ('p', Some('h')) => (&["f", "p"], 2),
            ('p' | 'b', _) => (if c[i] == 'b' { &["p", "f"] } else { &["p"] }, 1),
            ('f' | 'v', _) => (&["f"], 1),
            ('w', _) => (&["f", ""], 1),
            ('t' | 'd', _) => (&["t"], 1),
            ('s' | 'z', _) => (&["s"], 1),
            ('c', _) => (&["k", "s"], 1),
            ('x', _) => (&["ks", "s", "k"], 1),
            ('j', _) => (&["", "s", "k"], 1),
            ('k' | 'q', _) => (&["k"], 1),
            ('g', _) => (&["k", "s", ""], 1),
            ('m' | 'n', _) => (&["n"], 1),
            ('l' | 'r', _) => (&["r"], 1),
            _ => (&[""], 1),
        };
        let mut grown: Vec<String> = Vec::new();
        for s in &out {
            for k in classes {
                if grown.len() < MOST {
                    let mut t = s.clone();
                    if !(k.len() == 1 && t.ends_with(k)) {
                        t.push_str(k);
                    }
                    if !grown.contains(&t) {
                        grown.push(t);
                    }
                }
            }
        }
        out = grown;
        i += used;
    }
    out
}

/// Keys by which a word alone is found, however it sounds: its letters, its group of names, its place.
fn own_keys(word: &str, script: Script, out: &mut Keys) {
    let folded = given_name::fold_key(word);
    for e in given_name::lookup(&folded) {
        out.push(format!("g{}", e.group));
    }
    for p in place::lookup(word) {
        out.push(format!("p{p}"));
    }
    if script == Script::Latin {
        out.push(format!("w{}", fold::plain(word)));
    }
}

fn word_keys(word: &str, script: Script, out: &mut Keys) {
    own_keys(word, script, out);
    let bare = super::token_match::bare(word, script);
    let spellings = match script {
        Script::Latin => vec![fold::sounded(&bare), fold::plain(&bare)],
        Script::Indic => vec![super::transliteration::indic::latin(word)],
        Script::Hiragana | Script::Katakana => vec![kana::hepburn(word).into_iter().map(|x| x.0).collect()],
        Script::Han => Vec::new(),
        Script::Hebrew | Script::Arabic => {
            // و and י are consonants or vowels.
            let without: String =
                bare.chars().filter(|c| !matches!(c, 'ו' | 'י' | 'و' | 'ی' | 'ي' | 'ع' | 'ע')).collect();
            vec![any_ascii::any_ascii(&bare).to_lowercase(), any_ascii::any_ascii(&without).to_lowercase()]
        }
        _ => vec![any_ascii::any_ascii(&bare).to_lowercase()],
    };
    for latin in spellings {
        let latin: String =
            latin.chars().map(|c| if c == 'χ' { 'c' } else { c }).filter(char::is_ascii_alphabetic).collect();
        if latin.len() > 1 {
            for k in skeletons(&latin) {
                out.push(format!("s{k}"));
            }
        }
    }
}

/// Keys of a text for an index of names: what [`super::find`] finds in it shares a key with [`query_keys`]. Texts in
/// scripts without spaces get the key `*`: they are always to be searched.
///
/// A Latin word that is written small gets no key by its sound: it is found as it is spelled.
pub fn keys(text: &str) -> Vec<String> {
    keys_of(text, &mut KnownWords::default()).into_vec()
}

/// The same, with whether there are more than are kept.
pub(crate) fn keys_of(text: &str, known: &mut KnownWords) -> Keys {
    let mut out = Keys::default();
    let toks = tokens(text);
    if toks.len() > MOST_WORDS {
        out.leave_out();
    }
    for t in toks.iter().take(MOST_WORDS) {
        if t.text.len() > 80 {
            continue;
        }
        if t.code {
            // A login of names joined by a line: falk_ines.
            let parts =
                t.text.split('_').filter(|part| part.len() > 1 && part.chars().all(char::is_alphabetic));
            parts.for_each(|part| word_keys(part, t.script, &mut out));
            continue;
        }
        if t.script.unspaced() || t.script == Script::Hangul {
            out.push("*".to_owned());
            continue;
        }
        if matches!(t.text, "the" | "a" | "an" | "of" | "to" | "is" | "in" | "on" | "at" | "and" | "for") {
            continue;
        }
        if let Some(keys) = known.0.get(t.text) {
            keys.iter().for_each(|key| out.push(key.clone()));
            continue;
        }
        let mut own = Keys::default();
        token_keys(t, &mut own);
        let own = own.into_vec();
        own.iter().for_each(|key| out.push(key.clone()));
        if known.0.len() < MOST_KNOWN {
            known.0.insert(t.text.to_owned(), own);
        }
    }
    for m in place::mentions(text, &toks, false) {
        for p in m.places {
            out.push(format!("p{p}"));
        }
    }
    out
}

fn token_keys(t: &Token<'_>, out: &mut Keys) {
    if t.script == Script::Latin && !t.text.contains(char::is_uppercase) {
        own_keys(t.text, t.script, out);
        return;
    }
    word_keys(t.text, t.script, out);
    let lower = fold::lower(t.text);
    for b in super::transliteration::affix::bases(&lower, t.script, false).into_iter().take(12) {
        word_keys(&b.word, t.script, out);
    }
}

/// The keys of one word of a wanted name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordKeys {
    /// Those of the word itself, of names that are the same, of the place that the name names.
    pub own: Vec<String>,
    /// Those of all that sounds like it, and `*`: many texts have them.
    pub sound: Vec<String>,
}

/// The keys of each word of a wanted name: a text that has the name has one of them.
pub fn query_keys(wanted: &Name) -> Vec<WordKeys> {
    let places = place::lookup(&wanted.words.join(" ")).iter().map(|place| format!("p{place}"));
    let whole: Vec<String> = places.chain(logins(&wanted.words)).collect();
    let words = wanted.words.iter().enumerate().map(|(at, word)| {
        let mut keys = Keys::default();
        whole.iter().for_each(|key| keys.push(key.clone()));
        spellings(word, &mut keys);
        let nominatives = wanted.nominatives.iter().filter_map(|words| words.get(at));
        nominatives.for_each(|word| spellings(word, &mut keys));
        let (mut sound, own): (Vec<String>, _) =
            keys.into_vec().into_iter().partition(|key| key.starts_with('s'));
        sound.push("*".to_owned());
        WordKeys { own, sound }
    });
    words.collect()
}

/// Keys of the words that a login runs together from first and last name: hborowski, hazelb, borowskih.
fn logins(words: &[String]) -> Vec<String> {
    let [first, .., last] = words else { return Vec::new() };
    let joined = |fold: &dyn Fn(&String) -> String| {
        let linked = |word: &&String| crate::gazetteer::title::connector(word);
        let own: Vec<String> = words.iter().filter(|word| !linked(word)).map(fold).collect();
        let [head @ .., last] = own.as_slice() else { return Vec::new() };
        vec![own.concat(), format!("{}and{last}", head.concat())]
    };
    let mut forms = joined(&|word: &String| fold::plain(word));
    forms.extend(joined(&|word: &String| fold::expanded(word).unwrap_or_else(|| fold::plain(word))));
    let (first, last) = (fold::plain(first), fold::plain(last));
    let initial = |word: &str| word.chars().next().map(String::from).unwrap_or_default();
    forms.extend([
        format!("{first}{last}"),
        format!("{last}{first}"),
        format!("{}{last}", initial(&first)),
        format!("{first}{}", initial(&last)),
        format!("{last}{}", initial(&first)),
    ]);
    forms.into_iter().map(|form| format!("w{form}")).collect()
}

fn spellings(word: &str, keys: &mut Keys) {
    let Some(script) = word.chars().find_map(crate::unicode::token::script) else { return };
    word_keys(word, script, keys);
    // RIVER-MOTH is written river_moth, and River Moth.
    if word.contains('-') && !word.contains(char::is_lowercase) {
        word.split('-').filter(|part| part.chars().count() > 1).for_each(|part| own_keys(part, script, keys));
    }
    if script == Script::Hangul && word.chars().count() > 2 {
        // Surname and given name in one word.
        for at in [1, 2] {
            let cut = word.char_indices().nth(at).map_or(word.len(), |x| x.0);
            word_keys(&word[..cut], script, keys);
            word_keys(&word[cut..], script, keys);
        }
    }
    if script == Script::Han {
        for form in han::latin(word) {
            for x in form {
                word_keys(&x, Script::Latin, keys);
            }
        }
    }
}
