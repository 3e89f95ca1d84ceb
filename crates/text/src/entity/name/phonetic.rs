//! How spellings sound: a table per language family says which letters can stand for which sound, natively and in the
//! Latin transcriptions of several languages; two spellings agree when one sequence of sounds fits both.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A family of scripts and spellings with one table of sounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// Cyrillic, Georgian, Armenian and the Latin spellings of their names.
    Slavic,
    /// Greek.
    Greek,
    /// Hebrew.
    Hebrew,
    /// Arabic, Persian, Urdu.
    Arabic,
    /// Brahmic scripts, romanised by `script::indic`.
    Indic,
    /// Thai, reordered by `script::thai`.
    Thai,
    /// Korean, as conjoining jamo.
    Korean,
}

/// Sounds at no cost, at cost 1, at cost 2.
type Sounds = [u128; 3];

#[derive(Debug)]
struct Unit {
    letters: Vec<char>,
    sounds: Sounds,
    silent: Option<u8>,
    skipped: Option<u8>,
}

impl Unit {
    /// Whether it is a vowel with the h of the next syllable: the "uh" of "Su-hyeon".
    fn ends_in_another_s_onset(&self, letters: &[char]) -> bool {
        let last = self.letters.len() - 1;
        last > 0 && is_vowel(letters[0]) && opens_a_syllable(&letters[last..])
    }
}

/// Whether a Latin h stands before a vowel.
fn opens_a_syllable(letters: &[char]) -> bool {
    matches!(letters, ['h', next, ..] if is_vowel(*next) || matches!(next, 'y' | 'w'))
}

/// Whether a Latin o or u stands at a syllable's end: before a hyphen, or before what ends none.
fn ends_a_syllable(letters: &[char]) -> bool {
    match letters {
        ['o' | 'u', '-' | 'y' | 'w' | 'j' | 's', ..] => true,
        ['o' | 'u', rest @ ..] => opens_a_syllable(rest),
        _ => false,
    }
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u')
}

#[derive(Debug)]
struct Table(FxHashMap<char, Vec<Unit>>);

impl Table {
    fn new(tsv: &str) -> Self {
        let mut units: FxHashMap<Vec<char>, Unit> = FxHashMap::default();
        let mut sounds = 0;
        for line in tsv.lines().filter(|l| !l.starts_with('#')) {
            let Some((name, spellings)) = line.split_once('\t') else { continue };
            let bit = sounds.min(127);
            if name != "-" && name != "~" {
                sounds += 1;
            }
            for s in spellings.split_whitespace() {
                let letters = s.trim_end_matches('!');
                let cost = (s.len() - letters.len()).min(2);
                let letters: Vec<char> = letters.chars().collect();
                let unit = units.entry(letters.clone()).or_insert(Unit {
                    letters,
                    sounds: [0; 3],
                    silent: None,
                    skipped: None,
                });
                match name {
                    "-" => unit.silent = Some(cost as u8),
                    "~" => unit.skipped = Some(cost as u8),
                    _ => unit.sounds[cost] |= 1 << bit,
                }
            }
        }
        let mut table: FxHashMap<char, Vec<Unit>> = FxHashMap::default();
        for (key, unit) in units {
            if let Some(&c) = key.first() {
                table.entry(c).or_default().push(unit);
            }
        }
        for units in table.values_mut() {
            units.sort_by(|a, b| a.letters.cmp(&b.letters));
        }
        Self(table)
    }

    /// The sounds of a letter that stands for them alone.
    fn sounds_of(&self, letter: char) -> u128 {
        let units = self.0.get(&letter).into_iter().flatten();
        units.filter(|unit| unit.letters.len() == 1).fold(0, |sounds, unit| sounds | unit.sounds[0])
    }
}

static SLAVIC: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/sound_slavic.tsv")));
static GREEK: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/sound_greek.tsv")));
static HEBREW: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/sound_hebrew.tsv")));
static ARABIC: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/sound_arabic.tsv")));
static INDIC: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/sound_indic.tsv")));
static THAI: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/sound_thai.tsv")));
static KOREAN: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("tables/sound_hangul.tsv")));

fn table(family: Family) -> &'static Table {
    match family {
        Family::Slavic => &SLAVIC,
        Family::Greek => &GREEK,
        Family::Hebrew => &HEBREW,
        Family::Arabic => &ARABIC,
        Family::Indic => &INDIC,
        Family::Thai => &THAI,
        Family::Korean => &KOREAN,
    }
}

/// The longest spelling that is compared; names are shorter.
pub const LONGEST: usize = 40;

/// A spelling taken apart: which units begin at each letter.
#[derive(Debug, Clone)]
pub struct Spelling {
    letters: Vec<char>,
    units: Vec<Vec<Step>>,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    len: u8,
    sounds: Sounds,
    silent: Option<u8>,
    skipped: Option<u8>,
}

impl Spelling {
    /// Takes `word` (small letters, accents folded) apart; a unit nobody knows stands for itself.
    pub fn new(family: Family, word: &str) -> Self {
        let letters: Vec<char> = word.chars().collect();
        let table = table(family);
        // Su-yeon and So-yeon are not Seo-yeon, though Jung is Jeong, and Sŏyŏn, without its signs, Soyon.
        let open = if family == Family::Korean { table.sounds_of('ŏ') } else { 0 };
        let revised = word.contains("eo");
        let units = (0..letters.len())
            .map(|i| {
                let Some(units) = table.0.get(&letters[i]) else { return Vec::new() };
                units
                    .iter()
                    .filter(|u| letters[i..].starts_with(&u.letters))
                    .filter(|u| !(family == Family::Korean && u.ends_in_another_s_onset(&letters[i..])))
                    .map(|u| {
                        let vowel = |at: Option<&char>| at.is_some_and(|c| is_vowel(*c));
                        let beside = vowel(letters.get(i + 1)) || i > 0 && vowel(letters.get(i - 1));
                        let doubled = letters.get(i + 1) == Some(&letters[i])
                            || i > 0 && letters[i - 1] == letters[i]
                            || matches!((letters[i], letters.get(i + 1)), ('o', Some('u')))
                            || i > 0 && letters[i - 1] == 'o' && letters[i] == 'u';
                        let extra = if doubled { 9 } else { u8::from(beside) };
                        let mut sounds = u.sounds;
                        if (letters[i] == 'u' || revised) && ends_a_syllable(&letters[i..]) {
                            sounds[0] &= !open;
                        }
                        Step {
                            len: u.letters.len() as u8,
                            sounds,
                            // Seo-yeon is not Seo-hyeon: an h is mute at a syllable's end alone.
                            silent: u
                                .silent
                                .filter(|_| !(family == Family::Korean && opens_a_syllable(&letters[i..]))),
                            skipped: u.skipped.map(|s| s + extra),
                        }
                    })
                    .collect()
            })
            .collect();
        Self { letters, units }
    }

    /// How many letters it has.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// Whether it has no letter.
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }
}

const FAR: u8 = u8::MAX;

fn step_cost(a: &Step, b: &Step) -> Option<u8> {
    for cost in 0..=4usize {
        for x in cost.saturating_sub(2)..=cost.min(2) {
            if a.sounds[x] & b.sounds[cost - x] != 0 {
                return Some(cost as u8);
            }
        }
    }
    None
}

/// The cheapest way in which one sequence of sounds fits both spellings, if at most `budget`. With `abjad`, Latin vowels may
/// be left unwritten on the other side.
pub fn agree(a: &Spelling, b: &Spelling, budget: u8, abjad: bool) -> Option<u8> {
    if a.is_empty() || b.is_empty() || a.len() > LONGEST || b.len() > LONGEST {
        return None;
    }
    ends(a, b, 0, budget, abjad).into_iter().filter(|&(end, _)| end == b.len()).map(|(_, cost)| cost).min()
}

/// Where in `b`, from letter `from` on, all of `a` can end, with the cost.
pub fn ends(a: &Spelling, b: &Spelling, from: usize, budget: u8, abjad: bool) -> Vec<(usize, u8)> {
    let n = a.len();
    let width = (b.len() - from.min(b.len())).min(2 * n + 8);
    if n == 0 || n > LONGEST || width == 0 {
        return Vec::new();
    }
    let w = width + 1;
    let mut best = vec![FAR; (n + 1) * w];
    best[0] = 0;
    let mut reach = 0;
    for i in 0..=n {
        let mut any = false;
        for j in 0..w {
            let cost = best[i * w + j];
            if cost > budget {
                continue;
            }
            any = true;
            let sa: &[Step] = a.units.get(i).map_or(&[], Vec::as_slice);
            let sb: &[Step] = if j < width { b.units.get(from + j).map_or(&[], Vec::as_slice) } else { &[] };
            let mut relax = |i2: usize, j2: usize, c: u8| {
                if i2 <= n && j2 < w && c <= budget {
                    reach = reach.max(i2);
                    let cell = &mut best[i2 * w + j2];
                    *cell = (*cell).min(c);
                }
            };
            for x in sa {
                if let Some(s) =
                    if abjad && unwritten(a, i, j) { min_some(x.silent, x.skipped) } else { x.silent }
                {
                    relax(i + x.len as usize, j, cost.saturating_add(s));
                }
                for y in sb {
                    if let Some(s) = step_cost(x, y) {
                        relax(i + x.len as usize, j + y.len as usize, cost.saturating_add(s));
                    }
                }
            }
            for y in sb {
                if let Some(s) =
                    if abjad && unwritten(b, from + j, i) { min_some(y.silent, y.skipped) } else { y.silent }
                {
                    relax(i, j + y.len as usize, cost.saturating_add(s));
                }
            }
        }
        if !any && reach <= i {
            break;
        }
    }
    (1..w).filter(|&j| best[n * w + j] <= budget).map(|j| (from + j, best[n * w + j])).collect()
}

/// Whether the vowel at letter `at` can be left out: not at the head, where it has a carrier, nor at the end (but a mute e).
fn unwritten(word: &Spelling, at: usize, others: usize) -> bool {
    (at > 0 || others > 0) && (at + 1 < word.letters.len() || word.letters[at] == 'e')
}

fn min_some(a: Option<u8>, b: Option<u8>) -> Option<u8> {
    match (a, b) {
        (Some(x), Some(y)) => Some(x.min(y)),
        (x, y) => x.or(y),
    }
}
