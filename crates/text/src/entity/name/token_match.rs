//! A word of a wanted name, and how a word of a text agrees with it.

use super::english_phonetic::spoken;
use super::how::How;
use super::phonetic::{self, Family, Spelling};
use super::transliteration::{affix, hangul, indic, kana, thai};
use crate::gazetteer::given_name::{self, Entry};
use crate::unicode::fold;
use crate::unicode::token::{Script, Token};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// How a word agrees with a wanted one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Agree {
    pub how: How,
    pub certainty: f32,
    /// The ending is that of a case, unless the other words of the name lack one.
    pub oblique: bool,
    /// It bears an ending.
    pub inflected: bool,
}

impl Agree {
    fn new(how: How, certainty: f32) -> Self {
        Self { how, certainty, oblique: false, inflected: false }
    }
}

/// A word of a wanted name, prepared.
#[derive(Debug, Clone)]
pub(crate) struct Word {
    pub text: String,
    pub lower: String,
    pub plain: String,
    pub expanded: Option<String>,
    pub script: Script,
    pub particle: bool,
    pub generic: bool,
    pub entries: &'static [Entry],
    pub families: Vec<Family>,
    relation: Option<u8>,
    spellings: Vec<(Family, Spelling)>,
    vietnamese: bool,
}

/// The family whose table knows the script's letters.
pub(crate) fn family(script: Script) -> Option<Family> {
    Some(match script {
        Script::Cyrillic | Script::Georgian | Script::Armenian => Family::Slavic,
        Script::Greek => Family::Greek,
        Script::Hebrew => Family::Hebrew,
        Script::Arabic => Family::Arabic,
        Script::Indic => Family::Indic,
        Script::Thai => Family::Thai,
        Script::Hangul => Family::Korean,
        _ => return None,
    })
}

pub(super) fn strip_marks(word: &str, script: Script) -> String {
    use unicode_normalization::UnicodeNormalization;
    match script {
        Script::Greek => word
            .nfd()
            .filter(|c| !crate::unicode::token::mark(*c))
            .map(|c| if c == 'ς' { 'σ' } else { c })
            .collect::<String>()
            .nfc()
            .collect(),
        Script::Hebrew | Script::Arabic => word
            .chars()
            .filter(|c| !crate::unicode::token::mark(*c))
            .map(|c| match c {
                'ي' | 'ى' => 'ی',
                'ك' => 'ک',
                'ہ' | 'ھ' | 'ۀ' => 'ه',
                'أ' | 'إ' | 'آ' | 'ٱ' => 'ا',
                _ => c,
            })
            .collect(),
        _ => word.chars().filter(|c| !crate::unicode::token::mark(*c)).collect(),
    }
}

/// The letters by which a word is compared under a family's table.
pub(crate) fn letters(word: &str, script: Script, family_of: Family) -> String {
    let native = family(script) == Some(family_of);
    match script {
        Script::Latin => fold::sounded(word),
        Script::Indic if native => indic::romanise(word),
        Script::Indic => indic::latin(word),
        Script::Thai if native => thai::spoken(word).into_iter().map(|x| x.0).collect(),
        Script::Hangul if native => hangul::jamo(word).into_iter().map(|x| x.0).collect(),
        Script::Hiragana | Script::Katakana => kana::hepburn(word).into_iter().map(|x| x.0).collect(),
        _ if native => strip_marks(&fold::lower(word), script).replace(['-', '\u{5be}', '\u{2010}'], ""),
        _ => any_ascii::any_ascii(word).to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect(),
    }
}

/// Frequent names and the family of their tongue.
static TONGUES: LazyLock<FxHashMap<&'static str, Vec<Family>>> = LazyLock::new(|| {
    let mut out: FxHashMap<&str, Vec<Family>> = FxHashMap::default();
    for line in include_str!("tables/tongues.txt").lines().filter(|l| !l.starts_with('#')) {
        let (tongue, names) = line.split_at(line.len().min(1));
        let Some(f) = tongue.bytes().next().and_then(of_tongue) else { continue };
        for n in names.split_whitespace() {
            let families = out.entry(n).or_default();
            if !families.contains(&f) {
                families.push(f);
            }
        }
    }
    out
});

fn of_tongue(tongue: u8) -> Option<Family> {
    Some(match tongue {
        b's' => Family::Slavic,
        b'a' => Family::Arabic,
        b'i' => Family::Indic,
        b'k' => Family::Korean,
        b'g' => Family::Greek,
        b'h' => Family::Hebrew,
        b't' => Family::Thai,
        _ => return None,
    })
}

/// The families that a Latin word shows signs of.
fn signs(plain: &str, word: &str, entries: &[Entry]) -> Vec<Family> {
    let mut out = Vec::new();
    let european = entries.iter().any(|e| e.tongue == b'e');
    for e in entries.iter().filter(|e| !e.nickname && !european) {
        let Some(f) = of_tongue(e.tongue) else { continue };
        if !out.contains(&f) {
            out.push(f);
        }
    }
    if let Some(families) = TONGUES.get(plain).filter(|_| !european) {
        out.extend(families);
    }
    const GREEK: [&str; 13] = [
        "poulos", "poulou", "akis", "idis", "idou", "iadis", "iadou", "oglou", "atzis", "atos", "atou",
        "elis", "nou",
    ];
    if plain.len() > 5 && GREEK.iter().any(|e| plain.ends_with(e)) {
        out.push(Family::Greek);
    }
    const THAI: [&str; 10] = ["porn", "chai", "sak", "wat", "wong", "korn", "pong", "nok", "thong", "sri"];
    if plain.len() > 6 && THAI.iter().any(|e| plain.ends_with(e)) {
        out.push(Family::Thai);
    }
    const SLAVIC: [&str; 33] = [
        "ov", "ova", "ev", "eva", "off", "ow", "ski", "sky", "skij", "skyi", "skiy", "skaya", "skaia",
        "skaja", "ska", "enko", "chuk", "czuk", "yuk", "ich", "vic", "vych", "yan", "ian", "dze", "vili",
        "kin", "kina", "hin", "hina", "owa", "evna", "ovna",
    ];
    if plain.len() > 4
        && (SLAVIC.iter().any(|e| plain.ends_with(e))
            || ["shch", "schtsch", "tsch", "zh", "cz", "sz"].iter().any(|d| plain.contains(d))
            || plain.starts_with("tch")
            || word.chars().any(|c| matches!(c, 'š' | 'č' | 'ž' | 'ł' | 'Š' | 'Č' | 'Ž' | 'Ł')))
    {
        out.push(Family::Slavic);
    }
    if plain.contains("kh") || plain.contains("gh") && !plain.contains("ght") && !plain.ends_with("gh") {
        out.extend([Family::Arabic, Family::Slavic]);
    }
    if word.to_lowercase().starts_with("al-") || word.to_lowercase().starts_with("el-") {
        out.push(Family::Arabic);
    }
    if word
        .chars()
        .any(|c| matches!(c, 'ā' | 'ī' | 'ū' | 'ṣ' | 'ṇ' | 'ṭ' | 'ḍ' | 'ṉ' | 'ṟ' | 'ḻ' | 'ḷ' | 'ṃ'))
    {
        out.push(Family::Indic);
        out.push(Family::Arabic);
    }
    out
}

/// Whether both words bear the same accented letter: they are spelled by the same rules, so that a difference counts.
fn one_orthography(a: &str, b: &str) -> bool {
    a.chars().any(|c| c.is_alphabetic() && !c.is_ascii() && b.contains(c))
}

impl Word {
    pub fn new(text: &str, script: Script) -> Self {
        let lower = fold::lower(text);
        let plain = if script == Script::Latin { fold::plain(text) } else { strip_marks(&lower, script) };
        let expanded = if script == Script::Latin { fold::expanded(text) } else { None };
        let entries = given_name::lookup(if script == Script::Latin { &plain } else { &lower });
        let mut families = signs(&plain, text, entries);
        families.extend(family(script));
        Self {
            particle: crate::gazetteer::title::particle(text),
            generic: crate::gazetteer::title::legal_form(text)
                || crate::gazetteer::title::kind(text) && entries.is_empty(),
            vietnamese: fold::vietnamese(text),
            relation: crate::gazetteer::title::relation(text),
            text: text.to_string(),
            lower,
            plain,
            expanded,
            script,
            entries,
            families,
            spellings: Vec::new(),
        }
    }

    /// Prepares the spellings under all tables.
    pub fn prepared(mut self) -> Self {
        use Family::*;
        self.spellings = [Slavic, Greek, Hebrew, Arabic, Indic, Thai, Korean]
            .into_iter()
            .map(|f| (f, Spelling::new(f, &letters(&self.bare(), self.script, f))))
            .collect();
        self
    }

    /// The word without an article grown onto it (al-).
    fn bare(&self) -> String {
        bare(&self.text, self.script)
    }

    pub fn spelling(&self, family: Family) -> Option<&Spelling> {
        self.spellings.iter().find(|(f, _)| *f == family).map(|(_, s)| s)
    }

    fn budget(len: usize) -> u8 {
        (len / 4).clamp(1, 3) as u8
    }

    /// How the word of a text agrees with this one.
    pub fn agree(&self, t: &Token<'_>, english: bool, name_families: &[Family]) -> Option<Agree> {
        if t.code || t.text.len() > 120 {
            return None;
        }
        if t.text == self.text {
            return Some(Agree::new(How::Verbatim, 1.0));
        }
        let direct = self.same(t.text, t.script, name_families);
        // "Elena's" sounds like a name of its own.
        let owns = ["'s", "’s"].iter().any(|end| t.text.ends_with(end));
        if let Some(a) = direct
            && (a.how != How::Transliterated
                || a.certainty > 0.92 && !owns
                || t.script == self.script && !owns
                || t.script.unspaced())
        {
            return Some(a);
        }
        // Honorifics grown on: Hirose-san.
        if let Some(stem) = crate::gazetteer::title::without_suffix(t.text) {
            return self
                .same(stem, t.script, name_families)
                .map(|a| Agree { certainty: a.certainty * 0.98, ..a });
        }
        if matches!(t.script, Script::Thai | Script::Han | Script::Hiragana | Script::Katakana) {
            return None;
        }
        let lower = fold::lower(t.text);
        // What agrees at a cost may be a case of what agrees better.
        let mut best: Option<Agree> = None;
        let least = direct.map_or(0.0, |a| a.certainty);
        for base in affix::bases(&lower, t.script, english) {
            let same_script = t.script == self.script;
            let certainty = if base.possessive { 0.98 } else { 0.88 };
            let how = if base.possessive { How::Possessive } else { How::Inflected };
            if let Some(a) = self.same(&base.word, t.script, name_families).filter(|a| a.certainty > least) {
                // What a sound table lets pass needs no ending cut off where both are in one script.
                if same_script && matches!(a.how, How::Transliterated | How::Nickname) && !base.possessive {
                    continue;
                }
                let how = if matches!(a.how, How::Verbatim | How::Case | How::Accents) { how } else { a.how };
                // A name that is a word as well: החיים is "the life", and a person has no article.
                let word = t.script == Script::Hebrew && super::foreign_homograph::is_common(&base.word);
                let certainty = if word { 0.4 } else { certainty };
                let a =
                    Agree { how, certainty: a.certainty * certainty, oblique: base.oblique, inflected: true };
                if best.is_none_or(|b| b.certainty < a.certainty || b.oblique && !a.oblique) {
                    best = Some(a);
                }
            }
        }
        best.or(direct)
    }

    /// How a base form agrees.
    fn same(&self, text: &str, script: Script, name_families: &[Family]) -> Option<Agree> {
        if script == self.script && script != Script::Latin {
            let other = strip_marks(&fold::lower(text), script);
            if other == self.plain {
                let how = if fold::lower(text) == self.lower { How::Case } else { How::Accents };
                return Some(Agree::new(how, 0.98));
            }
            if script == Script::Han || script.unspaced() {
                return None;
            }
            // Bengali letters for Devanagari ones.
            if script == Script::Indic && indic::block(text) != indic::block(&self.text) {
                return self.sounds_as(text, script);
            }
            let (x, y) = (given_name::lookup(&self.lower), given_name::lookup(&fold::lower(text)));
            if let Some(a) = in_groups(x, y) {
                return a;
            }
            if script == Script::Cyrillic {
                return self.cyrillic_pair(&other);
            }
            if script == Script::Arabic && bare(&other, script) == bare(&self.plain, script) {
                return Some(Agree::new(How::Accents, 0.9));
            }
            return None;
        }
        if script == Script::Latin && self.script == Script::Latin {
            return self.same_latin(text, name_families);
        }
        let key = if script == Script::Latin { fold::plain(text) } else { fold::lower(text) };
        let theirs = given_name::lookup(&key);
        if let Some(a) = in_groups(self.entries, theirs) {
            return a.map(|a| Agree {
                how: if a.how == How::Nickname { a.how } else { How::Transliterated },
                ..a
            });
        }
        self.sounds_as(text, script)
    }

    /// Russian and Ukrainian or Bulgarian forms of one name.
    fn cyrillic_pair(&self, other: &str) -> Option<Agree> {
        let f = |s: &str| {
            s.chars()
                .filter(|c| !matches!(c, 'ь' | 'ъ' | '\'' | '’'))
                .map(|c| match c {
                    'і' | 'ї' | 'ы' | 'й' => 'и',
                    'є' | 'э' | 'ё' => 'е',
                    'ґ' => 'г',
                    c => c,
                })
                .collect::<String>()
                .replace("ии", "и")
        };
        (f(&self.plain) == f(other)).then(|| Agree::new(How::Accents, 0.9))
    }

    fn same_latin(&self, text: &str, name_families: &[Family]) -> Option<Agree> {
        let plain = fold::plain(text);
        if plain.is_empty() {
            return None;
        }
        if plain == self.plain {
            let lower = fold::lower(text);
            if lower == self.lower {
                return Some(Agree::new(How::Case, 0.99));
            }
            let marked = !text.is_ascii();
            if marked && !self.text.is_ascii() {
                if self.vietnamese || fold::vietnamese(text) {
                    return None;
                }
                let turkish = |s: &str| s.to_lowercase().replace(['ı', '\u{307}'], "i").replace("ii", "i");
                let same = turkish(text) == turkish(&self.text);
                return Some(Agree::new(How::Accents, if same { 0.97 } else { 0.85 }));
            }
            let vietnamese = marked && fold::vietnamese(text) || self.vietnamese;
            return Some(Agree::new(How::Accents, if vietnamese { 0.86 } else { 0.96 }));
        }
        let expanded = fold::expanded(text);
        if expanded.as_deref() == Some(&self.plain)
            || self.expanded.as_deref() == Some(&plain)
            || expanded.is_some() && expanded == self.expanded
        {
            return Some(Agree::new(How::Accents, 0.94));
        }
        // Bjoern is Bjørn, and so is Bjorn.
        let loose = (fold::without_digraphs(&plain), fold::without_digraphs(&self.plain));
        // Noemi is no Nömi.
        let known = loose.0 != plain && !given_name::lookup(&plain).is_empty()
            || loose.1 != self.plain && !self.entries.is_empty();
        if (loose.0 != plain || loose.1 != self.plain) && loose.0 == loose.1 && !known {
            return Some(Agree::new(How::Accents, 0.86));
        }
        let theirs = given_name::lookup(&plain);
        if let Some(a) = in_groups(self.entries, theirs) {
            return a;
        }
        if let Some(own) = self.relation
            && let Some(other) = crate::gazetteer::title::relation(text)
        {
            return (own == other).then(|| Agree::new(How::Transliterated, 0.9));
        }
        let (a, b) = (bare(text, Script::Latin), self.bare());
        if (a.len() != text.len() || b.len() != self.text.len()) && fold::plain(&a) == fold::plain(&b) {
            return Some(Agree::new(How::Accents, 0.92));
        }
        let mut families: Vec<Family> = self.families.clone();
        for f in name_families.iter().chain(&signs(&plain, text, theirs)) {
            if !families.contains(f) {
                families.push(*f);
            }
        }
        let japanese = self.entries.iter().chain(theirs).any(|e| e.tongue == b'j')
            || super::transliteration::han::japanese_reading(&kana::canonical(&self.plain));
        if japanese && self.plain.len() > 3 && kana::canonical(&plain) == kana::canonical(&self.plain) {
            return Some(Agree::new(How::Transliterated, 0.9));
        }
        if self.plain.len() < 3 || plain.len() < 3 || one_orthography(&self.text, text) {
            return None;
        }
        // Wade-Giles: Hsiu-ying is Xiuying.
        let pinyin = |w: &str, other: &str| {
            w.contains(['-', '\'', '’'])
                && w.len() < 24
                && super::transliteration::han::to_pinyin(&fold::joined(w)).iter().any(|p| p == other)
        };
        if pinyin(text, &self.plain) || pinyin(&self.text, &plain) {
            return Some(Agree::new(How::Transliterated, 0.88));
        }
        // Nino and Nina, Carlo and Carla: another gender, another name.
        let last = |w: &str| w.trim_end_matches('h').chars().next_back().unwrap_or(' ');
        let (x, y) = (last(&self.plain), last(&plain));
        let gendered = |a: char, b: char| a == 'a' && matches!(b, 'o' | 'e' | 'u');
        if gendered(x, y) || gendered(y, x) {
            return None;
        }
        if fold::transcribed_alike(&self.plain, &plain) {
            return Some(Agree::new(How::Transliterated, 0.88));
        }
        for f in families {
            let Some(mine) = self.spelling(f) else { continue };
            // 수 and 서: at a word's open end the two are told apart.
            let open = |a: &str, b: &str| a.ends_with("eo") && (b.ends_with('u') || b.ends_with("oo"));
            if f == Family::Korean && (open(&plain, &self.plain) || open(&self.plain, &plain)) {
                continue;
            }
            let sounded = letters(&a, Script::Latin, f);
            let budget = if f == Family::Slavic && name_families.contains(&f) { 2 } else { 1 };
            if let Some(cost) = phonetic::agree(mine, &Spelling::new(f, &sounded), budget, false) {
                return Some(Agree::new(How::Transliterated, 0.9 - 0.06 * f32::from(cost)));
            }
        }
        None
    }

    fn sounds_as(&self, text: &str, script: Script) -> Option<Agree> {
        let kana_script = |s: Script| matches!(s, Script::Hiragana | Script::Katakana);
        if kana_script(script) || kana_script(self.script) {
            if script == Script::Han || self.script == Script::Han {
                return None;
            }
            let hep = |w: &str, s: Script| {
                if kana_script(s) {
                    kana::hepburn(w).into_iter().map(|x| x.0).collect::<String>()
                } else if s == Script::Latin {
                    fold::plain(w)
                } else {
                    letters(w, s, Family::Slavic)
                }
            };
            let (a, b) =
                (kana::canonical(&hep(&self.text, self.script)), kana::canonical(&hep(text, script)));
            return (a == b && a.len() > 1).then(|| Agree::new(How::Transliterated, 0.95));
        }
        if script == Script::Han || self.script == Script::Han {
            return None;
        }
        let abjad = |s: Script| matches!(s, Script::Hebrew | Script::Arabic);
        let f = if abjad(script) || self.script == Script::Latin {
            family(script)
        } else {
            family(self.script).or_else(|| family(script))
        };
        let Some(f) = f else { return self.roughly(text, script) };
        let mine = self.spelling(f)?;
        let theirs = letters(&bare(text, script), script, f);
        let unwritten = |s: Script| abjad(s) || s == Script::Thai;
        let vowelless = unwritten(script) != unwritten(self.script);
        let budget = Self::budget(mine.len().min(theirs.chars().count() + 2));
        let other = Spelling::new(f, &theirs);
        // An English word in another script is written as it is said.
        let said = || match (self.script, script) {
            (Script::Latin, _) => {
                phonetic::agree(&Spelling::new(f, &spoken(&self.text)?), &other, budget, vowelless)
            }
            (_, Script::Latin) => phonetic::agree(mine, &Spelling::new(f, &spoken(text)?), budget, vowelless),
            _ => None,
        };
        phonetic::agree(mine, &other, budget, vowelless)
            .or_else(said)
            .map(|cost| Agree::new(How::Transliterated, 0.94 - 0.05 * f32::from(cost)))
    }

    /// Scripts without a table: the romanisation of `any_ascii`, vowels in two classes.
    fn roughly(&self, text: &str, script: Script) -> Option<Agree> {
        let class = |s: &str, sc: Script| {
            let l =
                if sc == Script::Latin { fold::sounded(s) } else { any_ascii::any_ascii(s).to_lowercase() };
            let mut out = String::new();
            for c in l.chars().filter(char::is_ascii_alphabetic) {
                let c = match c {
                    'e' | 'i' | 'y' | 'a' => 'a',
                    'o' | 'u' | 'w' => 'o',
                    'q' | 'c' => 'k',
                    'h' => continue,
                    'x' => 's',
                    c => c,
                };
                if !out.ends_with(c) {
                    out.push(c);
                }
            }
            out
        };
        let (a, b) = (class(&self.text, self.script), class(text, script));
        (a.len() > 2 && a == b).then(|| Agree::new(How::Transliterated, 0.8))
    }
}

/// Whether two known names are one: `Some(None)` where both are known and differ.
#[allow(clippy::option_option)]
fn in_groups(a: &[Entry], b: &[Entry]) -> Option<Option<Agree>> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let mut best: Option<Agree> = None;
    for x in a {
        for y in b.iter().filter(|y| y.group == x.group) {
            let agree = match (x.nickname, y.nickname) {
                (false, false) => Agree::new(How::Transliterated, 0.93),
                (true, true) => Agree::new(How::Nickname, 0.7),
                _ => Agree::new(How::Nickname, 0.8),
            };
            if best.is_none_or(|b| b.certainty < agree.certainty) {
                best = Some(agree);
            }
        }
    }
    Some(best)
}

/// The word without its grown-on article.
pub(crate) fn bare(word: &str, script: Script) -> String {
    match script {
        Script::Latin => {
            let lower = word.to_lowercase();
            for p in [
                "al-", "el-", "ar-", "as-", "ash-", "an-", "ad-", "at-", "az-", "ul-", "er-", "es-", "esh-",
                "en-", "ed-", "et-", "ez-", "ech-",
            ] {
                if lower.starts_with(p) && word.len() > p.len() + 2 && word.is_char_boundary(p.len()) {
                    return word[p.len()..].to_string();
                }
            }
            word.to_string()
        }
        Script::Arabic => {
            word.strip_prefix("ال").filter(|r| r.chars().count() > 2).unwrap_or(word).to_string()
        }
        _ => word.to_string(),
    }
}
