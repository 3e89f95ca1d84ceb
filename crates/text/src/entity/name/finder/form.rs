//! One way of taking a wanted name apart into words, with all that its search needs to know of it.

use crate::entity::name::phonetic::{Family, Spelling};
use crate::entity::name::token_match::{Agree, Word};
use crate::entity::name::transliteration::{han, hangul};
use crate::gazetteer::title;
use crate::gazetteer::{gender, given_name};
use crate::unicode::fold;
use crate::unicode::token::{Script, Token};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Endings of surnames in languages that put names in cases.
const INFLECTED: &[&str] = &[
    "ski", "ska", "cki", "cka", "dzki", "dzka", "ský", "ská", "ová", "owa", "czyk", "wicz", "nen", "aitis",
    "auskas", "kienė", "aitė", "ić", "ič", "čić", "ček",
];

/// How a word of a text agrees with those of the name, in an English text or in another: looked at once.
pub(super) type Met = [Option<Rc<[(usize, Agree)]>>; 2];

/// After how many words a form forgets those that it has met.
const MANY: usize = 4096;

/// One way of taking the name apart into words.
#[derive(Debug, Clone)]
pub(in crate::entity::name) struct Form {
    pub(in crate::entity::name) words: Vec<Word>,
    /// Bits of the words that carry the identity.
    pub(super) needed: u32,
    pub(super) families: Vec<Family>,
    /// The words run together, in both orders, per family.
    pub(super) joined: Vec<(Family, Spelling)>,
    pub(super) latin: Vec<String>,
    pub(super) whole: String,
    pub(super) derived: bool,
    /// Whether the name is of a language that puts its names in cases.
    pub(super) inflected: bool,
    /// Whether the name was asked for in a case, and these words are what it may be a form of.
    pub(super) uncased: bool,
    /// The Han characters that the words are readings of: other characters that are read so are another's.
    pub(super) read: Option<String>,
    pub(super) capital: bool,
    pub(super) vietnamese: bool,
    /// The relation of a firm's second owner: son, brothers.
    pub(super) relation: Option<u8>,
    /// Whether words of the name are joined by "&" or "and".
    pub(super) firm: bool,
    /// Whether the surname stands before the given name: Li Na, Park Ji-hoon.
    pub(super) surname_first: bool,
    /// Whose first name the first word is, or else who is addressed as the request addresses the bearer.
    pub(super) sex: Option<gender::Sex>,
    /// Which words of the name the words met so far agree with.
    pub(super) met: RefCell<FxHashMap<Box<str>, Met>>,
}

impl Form {
    pub(super) fn new(words: &[String], derived: bool, firm: bool) -> Option<Self> {
        let mut words: Vec<Word> = words
            .iter()
            .take(8)
            .filter_map(|w| {
                let s = w.chars().find_map(crate::unicode::token::script)?;
                Some(Word::new(w, s).prepared())
            })
            .collect();
        own_particles(&mut words);
        let mut needed = 0;
        for (i, w) in words.iter().enumerate() {
            if !w.particle && !w.generic {
                needed |= 1 << i;
            }
        }
        if needed == 0 {
            needed = (0..words.len()).filter(|&i| !words[i].particle).fold(0, |m, i| m | 1 << i);
        }
        if needed == 0 {
            needed = (1u32 << words.len()) - 1;
        }
        if words.is_empty() {
            return None;
        }
        let mut families: Vec<Family> = Vec::new();
        for w in words.iter().filter(|w| !firm || title::relation(&w.text).is_none()) {
            for f in &w.families {
                if !families.contains(f) {
                    families.push(*f);
                }
            }
        }
        let mut joined = Vec::new();
        for f in [Family::Korean, Family::Thai] {
            let parts: Vec<String> = words
                .iter()
                .map(|w| crate::entity::name::token_match::letters(&w.text, w.script, f))
                .collect();
            let n = parts.len();
            joined.push((f, Spelling::new(f, &parts.concat())));
            if n > 1 {
                let turned = |last: &str| [&[last.to_owned()], &parts[..n - 1]].concat().concat();
                joined.push((f, Spelling::new(f, &turned(&parts[n - 1]))));
                let sounds =
                    |word: &Word| (f == Family::Korean).then(|| hangul::surname(&word.plain)).flatten();
                if let Some(surname) = sounds(&words[0]) {
                    joined.push((f, Spelling::new(f, &format!("{surname}{}", parts[1..].concat()))));
                }
                if let Some(surname) = sounds(&words[n - 1]) {
                    joined.push((f, Spelling::new(f, &turned(surname))));
                }
            }
        }
        let latin = if words.iter().all(|w| w.script == Script::Latin) {
            words.iter().map(|w| fold::joined(&w.lower)).collect()
        } else {
            Vec::new()
        };
        let whole = words.iter().map(|w| han::simplified(&w.text)).collect();
        let capital =
            !words[0].script.cased() || words[0].text.chars().next().is_some_and(char::is_uppercase);
        let vietnamese = words.iter().any(|w| {
            fold::vietnamese(&w.text)
                || matches!(
                    w.plain.as_str(),
                    "nguyen" | "tran" | "pham" | "hoang" | "huynh" | "thi" | "phan" | "vo"
                )
        });
        let relation = words.iter().filter(|_| words.len() > 1).find_map(|w| title::relation(&w.text));
        let inflected = words.len() > 1
            && words.iter().all(|w| w.script == Script::Latin)
            && words.iter().any(|w| INFLECTED.iter().any(|end| w.lower.len() > 5 && w.lower.ends_with(end)));
        Some(Self {
            surname_first: surname_first(&words),
            sex: words.first().filter(|_| words.len() > 1 && !firm).and_then(|w| gender::of_name(&w.text)),
            words,
            needed,
            families,
            joined,
            latin,
            whole,
            derived,
            inflected,
            uncased: false,
            read: None,
            capital,
            vietnamese,
            relation,
            firm,
            met: RefCell::default(),
        })
    }

    /// How a word of a text agrees with each of the name's words.
    pub(super) fn agree(&self, t: &Token<'_>, english: bool) -> Rc<[(usize, Agree)]> {
        let mut met = self.met.borrow_mut();
        if let Some(Some(known)) = met.get(t.text).map(|known| &known[usize::from(english)]) {
            return Rc::clone(known);
        }
        let words = self.words.iter().enumerate().filter(|(_, w)| !w.particle || self.words.len() == 1);
        let agreeing: Rc<[(usize, Agree)]> = words
            .filter_map(|(i, w)| Some((i, w.agree(t, english, &self.families)?)))
            .filter(|(i, _)| !other_tone(self, &self.words[*i], t))
            .collect();
        if met.len() >= MANY {
            met.clear();
        }
        met.entry(t.text.into()).or_default()[usize::from(english)] = Some(Rc::clone(&agreeing));
        agreeing
    }

    /// The words joined up as addresses have them: anasolberg, reedandco, reedco.
    pub(super) fn labels(&self) -> Vec<String> {
        let letters = |w: &Word| w.expanded.clone().unwrap_or_else(|| w.plain.clone());
        let joined = |letters: &dyn Fn(&Word) -> String| {
            let linked = |w: &&Word| self.firm && title::connector(&w.text);
            let words: Vec<String> = self.words.iter().filter(|w| !linked(w)).map(letters).collect();
            let [head @ .., last] = words.as_slice() else { return Vec::new() };
            let linked = (self.firm && !head.is_empty()).then(|| format!("{}and{last}", head.concat()));
            std::iter::once(words.concat()).chain(linked).collect::<Vec<_>>()
        };
        let mut out = joined(&|w: &Word| w.plain.clone());
        out.extend(joined(&letters));
        out.retain(|label| self.words.len() > 1 && label.len() > 5);
        out
    }

    pub(in crate::entity::name) fn bits(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.words.len()).filter(|i| self.needed >> i & 1 == 1)
    }

    /// Whether the name is two first names that are borne as one: Jo Ann, Anna Lena.
    pub(super) fn has_second_first_name(&self) -> bool {
        let [first, second] = self.words.as_slice() else { return false };
        !first.particle && given_name::is_second(&second.plain)
    }

    /// Whether the words covered hold the surname.
    pub(super) fn has_surname(&self, covered: u32) -> bool {
        let surname = if self.surname_first { 0 } else { self.words.len() - 1 };
        covered >> surname & 1 == 1 || self.derived && covered & 1 == 1
    }

    /// Whether a word is all the name's two words run together.
    pub(super) fn runs_together(&self, t: &Token<'_>) -> bool {
        let [a, b] = self.words.as_slice() else { return false };
        !t.code
            && t.script == Script::Latin
            && (t.text.len() == a.plain.len() + b.plain.len() || !t.text.is_ascii())
            && !t.text.contains(['-', '\''])
            && fold::plain(t.text).strip_prefix(a.plain.as_str()) == Some(b.plain.as_str())
    }
}

/// A particle stands before another word: what ends a name is none, nor a first name that begins it.
fn own_particles(words: &mut [Word]) {
    let [first, .., last] = words else { return };
    last.particle &= matches!(last.plain.as_str(), "oglu" | "kyzy" | "uz");
    let named = first.entries.iter().any(|entry| entry.tongue == b'e');
    let arabic = words[1].families.contains(&Family::Arabic);
    words[0].particle &= !named || arabic;
}

/// Whether a name of China or Korea has its surname in front.
fn surname_first(words: &[Word]) -> bool {
    let [surname, given @ ..] = words else { return false };
    let korean = |word: &Word| word.entries.iter().any(|entry| entry.tongue == b'k' && !entry.nickname);
    let european = |word: &Word| word.entries.iter().any(|entry| entry.tongue == b'e');
    let syllables = |word: &Word| {
        han::syllabic(&word.plain) || word.text.split_once('-').is_some_and(|(a, b)| a.len() + b.len() < 10)
    };
    matches!(given.len(), 1 | 2)
        && words.iter().all(|word| word.script == Script::Latin)
        && (han::surname(&surname.plain) || korean(surname))
        && given.iter().all(|word| syllables(word) && !european(word))
}

/// Whether a word of a Vietnamese name that is written with its tones has another tone.
fn other_tone(form: &Form, w: &Word, t: &Token<'_>) -> bool {
    let toned = form.words.iter().any(|w| !w.text.is_ascii());
    form.vietnamese
        && toned
        && w.script == Script::Latin
        && !t.text.is_ascii()
        && fold::plain(t.text) == w.plain
        && fold::lower(t.text) != w.lower
}
