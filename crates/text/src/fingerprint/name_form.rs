//! Names of people, places and firms: whole names in forms that meet their other spellings.

use unicode_normalization::UnicodeNormalization;

use crate::entity::name::{self, Kind, Name, Script, han};

use super::phonetic::{self, Ear};
use super::plain::folded as fold;
use super::{code, distinctive};

/// Most ways to sound that one name gets.
const MOST: usize = 48;

/// A whole name by its letters, and by its tones where it has them.
pub(super) fn by_letters(words: &[String], strings: &mut Vec<String>) {
    match toned(words) {
        Some(toned) => {
            strings.extend(whole(words).map(|who| [format!("tones {who}"), toned]).into_iter().flatten())
        }
        None => strings.extend(whole(words)),
    }
}

/// The strings of one name that a text carries.
pub(super) fn one(words: &[String], strings: &mut Vec<String>) {
    by_letters(words, strings);
    strings.extend(written_out(words).last().and_then(|words| whole(words)));
    strings.extend(initials(words));
    let Some(script) = same_script(words) else { return };
    if script == Script::Latin {
        if toned(words).is_none() {
            let close = spellings(words, |word| vec![close(word)]);
            strings.extend(close.into_iter().map(|form| format!("latin:{form}")));
        }
        for ear in [Ear::Full, Ear::Bare] {
            strings.extend(heard(words, ear).into_iter().map(|form| format!("sound:{form}")));
        }
        strings.extend(in_one(words).into_iter().map(|form| format!("sound:{form}")));
        strings.extend(phonetic::readings(words).into_iter().map(|form| format!("read:{form}")));
    } else {
        let ear = phonetic::ear(script);
        let sure = heard_in(words, ear, |word| {
            [phonetic::keys(word, ear), phonetic::base_keys(word, ear, true)].concat()
        });
        // "Аркадию Белоусову": all words of a name are in one case.
        let bases = heard_in(words, ear, |word| phonetic::base_keys(word, ear, false));
        strings.extend(sure.into_iter().chain(bases).map(|form| format!("heard:{form}")));
    }
}

/// The keys by which a name is heard.
fn heard(words: &[String], ear: Ear) -> Vec<String> {
    heard_in(words, ear, |word| phonetic::keys(word, ear))
}

/// The keys by which a name is heard, from those of its words: too few consonants are many names.
fn heard_in(words: &[String], ear: Ear, keys: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    let words: Vec<String> =
        words.iter().filter(|word| !ARTICLES.contains(&word.to_lowercase().as_str())).cloned().collect();
    let (least, mark) = if ear == Ear::Bare { (4, "/") } else { (3, "") };
    let consonants = |form: &String| form.bytes().filter(|class| !b"AIUaiu ".contains(class)).count();
    let forms = spellings(&words, keys).into_iter().filter(|form| consonants(form) >= least);
    forms.map(|form| format!("{mark}{form}")).collect()
}

const ARTICLES: &[&str] = &["al", "el"];

/// A name in the order of both East and West, run together as Korean names are written.
fn in_one(words: &[String]) -> Vec<String> {
    let [first, second] = words else { return Vec::new() };
    let key = |word: &String| phonetic::keys(word, Ear::Korean).concat();
    let (first, second) = (key(first), key(second));
    vec![format!("#{first}{second}"), format!("#{second}{first}")]
}

fn same_script(words: &[String]) -> Option<Script> {
    let mut scripts = words.iter().map(|word| phonetic::script(word));
    let first = scripts.next()??;
    scripts.all(|script| script == Some(first)).then_some(first)
}

/// What a text must carry one of to name this.
pub(super) fn wanted(name: &Name) -> Vec<String> {
    let mut strings: Vec<String> = whole(&name.words).into_iter().collect();
    let tones = strings.first().map(|who| format!("tones {who}"));
    strings.extend(toned(&name.words).or(tones));
    strings.extend(in_pieces(&name.words));
    let words = &name.words;
    strings.extend(written_out(words).iter().flat_map(|words| [whole(words), in_pieces(words)]).flatten());
    // From one script to another little is left of how a name is spelled.
    match same_script(words) {
        Some(Script::Latin) => {
            let close = spellings(words, |word| vec![close(word)]);
            strings.extend(close.into_iter().map(|form| format!("latin:{form}")));
            for ear in [Ear::Full, Ear::Bare] {
                strings.extend(heard(words, ear).into_iter().map(|form| format!("heard:{form}")));
            }
            strings.extend(in_one(words).into_iter().map(|form| format!("heard:{form}")));
            strings.extend(phonetic::readings(words).into_iter().map(|form| format!("read in:{form}")));
        }
        Some(script) => {
            let heard = heard(words, phonetic::ear(script));
            strings.extend(heard.iter().flat_map(|form| [format!("sound:{form}"), format!("heard:{form}")]));
            if let ([word], Script::Hangul) = (words.as_slice(), script) {
                let keys: String =
                    word.chars().flat_map(|sign| phonetic::keys(&sign.to_string(), Ear::Korean)).collect();
                strings.push(format!("sound:#{keys}"));
            }
            // Other characters that are read alike are another's name.
            let within = if script == Script::Han { "read as" } else { "read in" };
            let readings = phonetic::readings(words);
            strings.extend(
                readings.iter().flat_map(|form| [format!("read:{form}"), format!("{within}:{form}")]),
            );
        }
        None => {}
    }
    if let [first, .., last] = name.words.as_slice()
        && let Some(initial) = fold(first).chars().next()
    {
        strings.push(format!("initial:{initial} {}", fold(last)));
    }
    let nominatives = name.nominatives.iter().map(|words| Name {
        nominatives: Vec::new(),
        words: words.clone(),
        ..name.clone()
    });
    strings.extend(nominatives.flat_map(|name| wanted(&name)));
    strings
}

/// All words of a name, in whatever order, without accents.
fn whole(words: &[String]) -> Option<String> {
    let mut words: Vec<String> = words.iter().map(|word| han::simplified(&fold(word))).collect();
    words.sort_unstable();
    let whole: String = words.join(" ").nfc().collect();
    (!whole.is_empty()).then(|| format!("who:{whole}"))
}

/// A name of several words with its hyphens and apostrophes left out, as `window` reads one.
fn in_pieces(words: &[String]) -> Option<String> {
    let bare = |word: &str| word.replace(['\'', '’', 'ʼ', '‘', '´', '`'], "");
    let pieces: Vec<String> = words
        .iter()
        .flat_map(|word| word.split(['-', '‐']))
        .map(bare)
        .filter(|piece| !piece.is_empty())
        .collect();
    (words.len() > 1).then(|| whole(&pieces)).flatten()
}

/// How those write a name who have no letters with dots and strokes ("Juergen"), each of its words so or not,
/// all of them last.
fn written_out(words: &[String]) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for word in words {
        let composed: String = word.nfc().collect();
        let out = code::written_out(&composed);
        let both = [out.is_some().then(|| composed.clone()), Some(out.unwrap_or(composed))];
        let grown = both.iter().flatten().flat_map(|word| {
            all.iter().map(move |words| words.iter().chain([word]).cloned().collect::<Vec<_>>())
        });
        all = grown.collect();
        let spare = all.len().saturating_sub(WRITTEN);
        all.drain(..spare);
    }
    // The first is the name as it is.
    all.into_iter().skip(1).collect()
}

/// Most ways to write out one name.
const WRITTEN: usize = 8;

/// How who has this name may be called where he acts, beside the whole name: its words in one, and the surname
/// of a person.
pub(super) fn acting(name: &Name) -> Vec<String> {
    let bare = |word: &str| fold(word).chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
    let [given @ .., surname] = name.words.as_slice() else { return Vec::new() };
    let given: String = given.iter().map(|word| bare(word)).collect();
    let Some(initial) = given.chars().next() else { return Vec::new() };
    let last = bare(surname);
    let mut forms = vec![format!("{given}{last}"), format!("{last}{given}")];
    forms.extend([format!("{initial}{last}"), format!("{last}{initial}")]);
    forms.retain(|form| form.chars().count() >= TOGETHER);
    if matches!(name.kind, Kind::Person | Kind::Unknown) {
        let parts = surname.split(['-', '‐']).map(bare).chain([last]);
        forms.extend(parts.filter(|part| distinctive::tells(part)));
    }
    forms.into_iter().map(|form| format!("{ACTS}{form}")).collect()
}

/// The fewest letters of words that are run together.
const TOGETHER: usize = 5;

/// How the strings of [`acting`] begin. No text carries one.
pub(super) const ACTS: &str = "who=";

/// A Vietnamese name with its tones: where both have them, they count.
fn toned(words: &[String]) -> Option<String> {
    let any = words.iter().any(|word| name::vietnamese(word));
    any.then(|| format!("toned:{}", words.join(" ").to_lowercase().nfc().collect::<String>()))
}

/// An initial and the surname behind it.
fn initials(words: &[String]) -> Option<String> {
    let [first, .., last] = words else { return None };
    let initial = first.trim_end_matches('.');
    (initial.chars().count() == 1 && last.chars().count() > 2)
        .then(|| format!("initial:{} {}", fold(initial), fold(last)))
}

/// A name of several words, however it is spelled: each word by its keys or by the given names that are the same.
fn spellings(words: &[String], keys: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    if words.len() < 2 {
        return Vec::new();
    }
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for word in words {
        let known = name::query_keys(&Name::of(word));
        let mut forms = keys(word);
        forms.extend(known.iter().flat_map(|word| &word.own).filter(|key| key.starts_with('g')).cloned());
        let mut grown = Vec::new();
        for one in &all {
            for form in &forms {
                if grown.len() < MOST {
                    grown.push(one.iter().cloned().chain([form.clone()]).collect());
                }
            }
        }
        all = grown;
    }
    all.into_iter()
        .map(|mut forms| {
            forms.sort_unstable();
            forms.join(" ")
        })
        .collect()
}

/// A word in Latin letters, in one of the transcriptions of one script.
fn close(word: &str) -> String {
    const SAME: &[(&str, &str)] = &[
        ("tsch", "c"),
        ("sch", "s"),
        ("sh", "s"),
        ("kh", "h"),
        ("ou", "u"),
        ("oo", "u"),
        ("ee", "i"),
        ("iy", "i"),
        ("yi", "i"),
        ("ij", "i"),
        ("w", "v"),
        ("y", "i"),
    ];
    replaced(word, SAME)
}

fn replaced(word: &str, same: &[(&str, &str)]) -> String {
    let text = any_ascii::any_ascii(word).to_lowercase();
    let text: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    same.iter().fold(text, |text, (from, to)| text.replace(from, to))
}
