//! Han names: simplified and traditional forms, readings in Mandarin, Cantonese, Japanese and as surnames are commonly spelled.

use super::pinyin::{FINALS, INITIALS};
pub use super::simplified::{simple, simplified};
use super::{cantonese, kana, wade_giles};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Ways to read a name in Latin letters that are looked for.
const TARGETS: usize = 16;

/// Surname characters (simplified) and what they are spelled besides pinyin.
static SURNAMES: LazyLock<FxHashMap<char, Vec<&'static str>>> = LazyLock::new(|| {
    include_str!("../tables/han_readings.tsv")
        .lines()
        .filter_map(|l| {
            let (c, r) = l.split_once('\t')?;
            Some((simple(c.chars().next()?), r.split(' ').collect()))
        })
        .collect()
});

/// Japanese names (simplified) and their readings.
static JAPANESE: LazyLock<FxHashMap<String, Vec<String>>> = LazyLock::new(|| {
    let mut out: FxHashMap<String, Vec<String>> = FxHashMap::default();
    for entry in include_str!("../tables/japanese.txt").split_whitespace() {
        let Some(cut) = entry.find(|c: char| c.is_ascii_lowercase()) else { continue };
        let (han, readings) = entry.split_at(cut);
        out.entry(simplified(han)).or_default().extend(readings.split('/').map(kana::canonical));
    }
    out
});

/// The Mandarin syllable of a character, without its tone.
pub fn pinyin(c: char) -> String {
    any_ascii::any_ascii_char(c).to_ascii_lowercase()
}

/// Readings of one character: pinyin, and as a surname.
fn readings(c: char) -> Vec<String> {
    let mut out = vec![pinyin(simple(c))];
    if let Some(more) = SURNAMES.get(&simple(c)) {
        for r in more {
            if !out.iter().any(|o| o == r) {
                out.push((*r).to_string());
            }
        }
    }
    out
}

/// What a word is in pinyin, where it may be Wade-Giles; the word itself first.
pub fn to_pinyin(word: &str) -> Vec<String> {
    let bare: String = word.chars().filter(char::is_ascii_lowercase).collect();
    let read = if word.len() != bare.len() {
        wade_giles::pinyin(word)
    } else if bare.len() <= 12 && !syllabic(&bare) {
        wade_giles::pinyin_of_joined(&bare)
    } else {
        Vec::new()
    };
    let mut out = vec![bare];
    out.extend(read.into_iter().filter(|read| *read != word));
    out
}

/// Latin spellings of a wanted Han name, as lists of words: Japanese ones where its parts are known names, Mandarin ones.
pub fn latin(run: &str) -> Vec<Vec<String>> {
    let c: Vec<char> = run.chars().map(simple).collect();
    let mut out: Vec<Vec<String>> = Vec::new();
    if c.len() > 6 {
        return out;
    }
    for cut in 1..c.len() {
        let (a, b): (String, String) = (c[..cut].iter().collect(), c[cut..].iter().collect());
        if let (Some(x), Some(y)) = (JAPANESE.get(&a), JAPANESE.get(&b)) {
            for s in x {
                for g in y {
                    out.push(vec![s.clone(), g.clone()]);
                }
            }
        }
    }
    if let Some(x) = JAPANESE.get(&c.iter().collect::<String>()) {
        out.extend(x.iter().map(|s| vec![s.clone()]));
    }
    let syllables: Vec<String> = c.iter().map(|&c| pinyin(c)).collect();
    if (2..=4).contains(&c.len()) {
        let long = matches!(c[..2], ['欧', '阳'] | ['司', '马'] | ['诸', '葛'] | ['上', '官']) && c.len() > 2;
        let cut = if long { 2 } else { 1 };
        let given = syllables[cut..].concat();
        let first: Vec<String> = if long { vec![syllables[..2].concat()] } else { readings(c[0]) };
        for f in first {
            out.push(vec![f, given.clone()]);
        }
        out.push(vec![syllables.concat()]);
        // As Hong Kong spells it: each surname with the commonest spelling of the given name, or two.
        if (2..=3).contains(&c.len()) {
            let mut given = vec![String::new()];
            for &character in &c[1..] {
                let own: Vec<&str> = cantonese::spelled(character).take(2).collect();
                given = given.iter().flat_map(|g| own.iter().map(move |o| format!("{g}{o}"))).collect();
            }
            for first in SURNAMES
                .get(&c[0])
                .into_iter()
                .flatten()
                .copied()
                .filter(|f| cantonese::spells(f, &c[..1]).is_some())
            {
                out.extend(given.iter().map(|given| vec![first.to_owned(), given.clone()]));
            }
        }
    }
    out.truncate(24);
    out
}

/// Where in a run of Han a name of these Latin words stands: byte ranges, with which of the words (as bits).
pub fn find_latin(words: &[String], run: &str) -> Vec<(std::ops::Range<usize>, u32)> {
    let c: Vec<(usize, char)> = run.char_indices().map(|(i, c)| (i, simple(c))).collect();
    let at = |k: usize| c.get(k).map_or(run.len(), |x| x.0);
    let n = words.len();
    let mut out = Vec::new();
    if n == 0 || n > 4 {
        return out;
    }
    let japanese: Vec<String> = words.iter().map(|w| kana::canonical(&w.replace(['-', '\''], ""))).collect();
    let mandarin: Vec<Vec<String>> = words.iter().map(|w| to_pinyin(w)).collect();
    let all = (1u32 << n) - 1;
    let mut spelled: Vec<Vec<&str>> = vec![Vec::new()];
    for word in &mandarin {
        spelled = spelled
            .iter()
            .flat_map(|before| {
                word.iter().map(move |own| before.iter().copied().chain([own.as_str()]).collect())
            })
            .take(TARGETS)
            .collect();
    }
    // The surname in front, or behind.
    let turned = |w: &[&str]| w[n - 1].to_owned() + &w[..n - 1].concat();
    let mut targets: Vec<String> = spelled.iter().flat_map(|w| [w.concat(), turned(w)]).collect();
    targets.dedup();
    let bare: Vec<&str> = mandarin.iter().map(|word| word[0].as_str()).collect();
    let whole = [bare.concat(), turned(&bare)];
    let characters: Vec<char> = c.iter().map(|x| x.1).collect();
    let known = |from: usize, k: usize| -> Option<&Vec<String>> {
        (from + k <= c.len())
            .then(|| c[from..from + k].iter().map(|x| x.1).collect::<String>())
            .and_then(|s| JAPANESE.get(&s))
    };
    let mut i = 0;
    while i < c.len() {
        let mut found = None;
        'japanese: for k in (1..=4).rev() {
            let Some(readings) = known(i, k) else { continue };
            for (w, reading) in japanese.iter().enumerate() {
                if !readings.contains(reading) {
                    continue;
                }
                for (g, given) in japanese.iter().enumerate().filter(|(g, _)| *g != w) {
                    for k2 in (1..=3).rev() {
                        if known(i + k, k2).is_some_and(|r| r.contains(given)) {
                            found = Some((at(i)..at(i + k + k2), 1 << w | 1 << g, k + k2));
                            break 'japanese;
                        }
                    }
                }
                // Another's first name follows the surname: no hit.
                let other = n > 1 && (1..=3).any(|k2| known(i + k, k2).is_some());
                if !other && k >= 2 {
                    found = Some((at(i)..at(i + k), 1 << w, k));
                    break 'japanese;
                }
            }
        }
        if found.is_none() {
            for first in readings(c[i].1) {
                for target in &targets {
                    let Some(mut rest) = target.strip_prefix(first.as_str()) else { continue };
                    let mut k = 1;
                    while !rest.is_empty() && i + k < c.len() && k < 5 {
                        let s = pinyin(c[i + k].1);
                        match rest.strip_prefix(s.as_str()) {
                            Some(r) if !s.is_empty() => rest = r,
                            _ => break,
                        }
                        k += 1;
                    }
                    if rest.is_empty() && k >= 2 {
                        found = Some((at(i)..at(i + k), all, k));
                    }
                }
            }
        }
        if found.is_none() && n > 1 {
            let spelled = whole.iter().find_map(|letters| cantonese::spells(letters, &characters[i..]));
            found = spelled.filter(|k| (2..=4).contains(k)).map(|k| (at(i)..at(i + k), all, k));
        }
        if let Some((span, mask, k)) = found {
            out.push((span, mask));
            i += k;
        } else {
            i += 1;
        }
    }
    out
}

static READINGS: LazyLock<rustc_hash::FxHashSet<String>> =
    LazyLock::new(|| JAPANESE.values().flatten().cloned().collect());

/// Whether a run is a known Japanese name.
pub fn is_japanese(run: &str) -> bool {
    JAPANESE.contains_key(&simplified(run))
}

/// The readings of a known Japanese name, in one spelling; none of another run.
pub fn japanese(run: &str) -> &'static [String] {
    JAPANESE.get(&simplified(run)).map_or(&[], Vec::as_slice)
}

/// Whether a spelling (canonical) is the reading of a known Japanese name.
pub fn japanese_reading(canonical: &str) -> bool {
    READINGS.contains(canonical)
}

/// Latin spellings of Chinese surnames.
static LATIN_SURNAMES: LazyLock<rustc_hash::FxHashSet<String>> = LazyLock::new(|| {
    let all = SURNAMES.iter().flat_map(|(&c, more)| {
        std::iter::once(pinyin(c)).chain(more.iter().map(|&spelling| spelling.to_owned()))
    });
    all.collect()
});

/// Whether a Latin word in small letters is a Chinese surname.
pub fn surname(word: &str) -> bool {
    LATIN_SURNAMES.contains(word)
}

/// Whether a Latin word in small letters is one or two syllables of Mandarin.
pub fn syllabic(word: &str) -> bool {
    word.len() <= 12
        && (syllable(word)
            || (1..word.len())
                .any(|cut| word.is_char_boundary(cut) && syllable(&word[..cut]) && syllable(&word[cut..])))
}

fn syllable(text: &str) -> bool {
    INITIALS.iter().any(|initial| {
        text.strip_prefix(initial).is_some_and(|end| {
            FINALS.contains(&end) || end == "o" && matches!(*initial, "b" | "p" | "m" | "f" | "w" | "y")
        })
    })
}
