//! The directed search: where a text has a wanted name, and where only one like it.

use super::apart::{self, Apart};
use super::beside;
use super::common::{WordList, listed};
use super::fold;
use super::how::How;
use super::place;
use super::script::{han, hangul, kana, thai};
use super::sex;
use super::sound::{self, Family, Spelling};
use super::title;
use super::token::{Script, Token, tokens};
use super::usage::usage;
use super::word::{Agree, Word};
use super::{Found, Name, Near};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// Endings of surnames in languages that put names in cases.
const INFLECTED: &[&str] = &[
    "ski", "ska", "cki", "cka", "dzki", "dzka", "ský", "ská", "ová", "owa", "czyk", "wicz", "nen", "aitis",
    "auskas", "kienė", "aitė", "ić", "ič", "čić", "ček",
];

/// How sure a name is, at most, that was asked for in a case.
const UNCASED: f32 = 0.95;

/// A wanted name prepared for many texts.
#[derive(Debug, Clone)]
pub struct Finder {
    forms: Vec<Form>,
    places: Vec<u16>,
    text: String,
    /// Whether it is known that a person or an animal bears the name.
    person: bool,
    generation: Option<u8>,
    /// Folded words that are not meant.
    not: Vec<String>,
}

/// One way of taking the name apart into words.
#[derive(Debug, Clone)]
pub(super) struct Form {
    pub(super) words: Vec<Word>,
    /// Bits of the words that carry the identity.
    needed: u32,
    families: Vec<Family>,
    /// The words run together, in both orders, per family.
    joined: Vec<(Family, Spelling)>,
    latin: Vec<String>,
    whole: String,
    derived: bool,
    /// Whether the name is of a language that puts its names in cases.
    inflected: bool,
    /// Whether the name was asked for in a case, and these words are what it may be a form of.
    uncased: bool,
    /// The Han characters that the words are readings of: other characters that are read so are another's.
    read: Option<String>,
    capital: bool,
    vietnamese: bool,
    /// The relation of a firm's second owner: son, brothers.
    relation: Option<u8>,
    /// Whether words of the name are joined by "&" or "and".
    firm: bool,
    /// Whether the surname stands before the given name: Li Na, Park Ji-hoon.
    surname_first: bool,
    /// Whose first name the first word is.
    sex: Option<sex::Sex>,
    /// Which words of the name the words met so far agree with.
    met: RefCell<FxHashMap<Box<str>, Met>>,
}

/// How a word of a text agrees with those of the name, in an English text or in another: looked at once.
type Met = [Option<Rc<[(usize, Agree)]>>; 2];

/// After how many words a form forgets those that it has met.
const MANY: usize = 4096;

#[derive(Debug, Clone)]
struct Hit {
    tokens: (usize, usize),
    span: Range<usize>,
    mask: u32,
    agree: Agree,
}

impl Form {
    fn new(words: &[String], derived: bool, firm: bool) -> Option<Self> {
        let mut words: Vec<Word> = words
            .iter()
            .take(8)
            .filter_map(|w| {
                let s = w.chars().find_map(super::token::script)?;
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
            let parts: Vec<String> =
                words.iter().map(|w| super::word::letters(&w.text, w.script, f)).collect();
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
            sex: words.first().filter(|_| words.len() > 1 && !firm).and_then(|w| sex::of_name(&w.text)),
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
    fn agree(&self, t: &Token<'_>, english: bool) -> Rc<[(usize, Agree)]> {
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
    fn labels(&self) -> Vec<String> {
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

    pub(super) fn bits(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.words.len()).filter(|i| self.needed >> i & 1 == 1)
    }

    /// Whether the words covered hold the surname.
    fn has_surname(&self, covered: u32) -> bool {
        let surname = if self.surname_first { 0 } else { self.words.len() - 1 };
        covered >> surname & 1 == 1 || self.derived && covered & 1 == 1
    }

    /// Whether a word is all the name's two words run together.
    fn runs_together(&self, t: &Token<'_>) -> bool {
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

/// Whether a name that is run together in one word may as well be another name: Lina is not Li Na.
fn another_together(word: &str) -> bool {
    let plain = fold::plain(word);
    plain.len() < 6 || !super::group::lookup(&plain).is_empty()
}

/// Whether a text is English, as far as endings of other languages should not be looked for.
pub(crate) fn english(tokens: &[Token<'_>]) -> bool {
    language(tokens) != Some(false)
}

/// Whether words show that the text is English, or is not.
pub(crate) fn language(tokens: &[Token<'_>]) -> Option<bool> {
    static ENGLISH: WordList = WordList::new(|| {
        listed(
            " the a an is are was were of and to in for on at her his has had have with from by not be will may this that their our my wants ",
        )
    });
    static OTHER: WordList = WordList::new(|| {
        listed(
            " der die das und ist mit für im bei von zu le la les et est pour avec une un des du el los las y con para il di per che een het en och att det \
        w z na do się jest že se v ve bir için je na pro za su od iz kod ja on oli nie és egy az van hat i ",
        )
    });
    let mut other = false;
    for t in tokens.iter().take(60) {
        if t.script != Script::Latin || t.text.len() > 12 {
            continue;
        }
        if !t.text.is_ascii() {
            other = true;
            continue;
        }
        let w = t.text.to_ascii_lowercase();
        if ENGLISH.contains(w.as_str())
            && !t.capital()
            && t.text != "a"
            && t.text != "an"
            && t.text != "in"
            && t.text != "on"
            && t.text != "for"
        {
            return Some(true);
        }
        other |= OTHER.contains(w.as_str()) && !t.capital();
    }
    other.then_some(false)
}

impl Finder {
    /// Prepares a wanted name.
    pub fn new(wanted: &Name) -> Self {
        let firm = wanted.text.contains(['&', '+'])
            || wanted.text.contains('＆')
            || wanted.words.len() > 2 && wanted.words.iter().any(|w| title::connector(w));
        let mut forms: Vec<Form> = Vec::new();
        let mut add = |words: &[String], derived| {
            if forms.len() < 24
                && let Some(f) = Form::new(words, derived, firm)
            {
                forms.push(f);
            }
        };
        let mut words: Vec<String> =
            wanted.words.iter().filter(|w| !w.is_empty() && w.len() < 120).cloned().collect();
        // However two owners are joined: "Wolf und Bär", "Wolf & Bär".
        let joins = |word: &String| title::connector(word) && word.chars().all(char::is_lowercase);
        if firm && words.iter().filter(|word| !joins(word)).count() > 1 {
            words.retain(|word| !joins(word));
        }
        add(&words, false);
        let scripts: Vec<Option<Script>> =
            words.iter().map(|w| w.chars().find_map(super::token::script)).collect();
        if wanted.possessive
            && let Some(last) = words.last()
            && let Some(stem) = last.strip_suffix('s').filter(|s| s.len() > 2)
        {
            let mut shorter = words.clone();
            if let Some(l) = shorter.last_mut() {
                *l = stem.to_string();
            }
            add(&shorter, false);
        }
        let all = |s: Script| !scripts.is_empty() && scripts.iter().all(|x| *x == Some(s));
        let han = all(Script::Han);
        if han {
            for w in han::latin(&words.concat()) {
                add(&w, true);
            }
            if words.len() == 2 {
                for a in han::latin(&words[0]).iter().filter(|a| a.len() == 1) {
                    for b in han::latin(&words[1]).iter().filter(|b| b.len() == 1) {
                        add(&[a[0].clone(), b[0].clone()], true);
                    }
                }
            }
        } else if !scripts.is_empty()
            && scripts.iter().all(|s| matches!(s, Some(Script::Katakana | Script::Hiragana)))
        {
            let latin: Vec<String> =
                words.iter().map(|w| kana::hepburn(w).into_iter().map(|x| x.0).collect()).collect();
            add(&latin, true);
        } else if all(Script::Hangul) && words.len() == 1 {
            let c: Vec<char> = words[0].chars().collect();
            if c.len() == 3 || c.len() == 4 && matches!(c[..2], ['남', '궁'] | ['황', '보'] | ['선', '우'])
            {
                let cut = c.len() - 2;
                add(&[c[..cut].iter().collect(), c[cut..].iter().collect()], true);
            }
        }
        let nominatives = wanted.nominatives.iter().filter_map(|words| Form::new(words, false, firm));
        forms.extend(nominatives.map(|form| Form { uncased: true, inflected: true, ..form }));
        let own = han::simplified(&words.concat());
        forms.iter_mut().filter(|form| han && form.derived).for_each(|form| form.read = Some(own.clone()));
        let person = wanted.kind == super::Kind::Person;
        let places = if person { Vec::new() } else { place::lookup(&words.join(" ")).to_vec() };
        Self {
            forms,
            places,
            text: wanted.text.clone(),
            person,
            generation: wanted.generation,
            not: wanted.not.iter().map(|w| fold::plain(w)).collect(),
        }
    }

    /// Whether the name is that of a known place.
    pub fn place(&self) -> bool {
        !self.places.is_empty()
    }

    /// Every occurrence of the wanted name.
    pub fn find(&self, text: &str) -> Vec<Found> {
        self.scan(text).0
    }

    /// Names that look alike and are another's.
    pub fn near(&self, text: &str) -> Vec<Near> {
        self.scan(text).1
    }

    /// Both at once.
    pub fn scan(&self, text: &str) -> (Vec<Found>, Vec<Near>) {
        let toks = tokens(text);
        let language = language(&toks);
        let mut found = Vec::new();
        let mut near = Vec::new();
        if !self.places.is_empty() {
            self.scan_places(text, &toks, language == Some(true), &mut found, &mut near);
        }
        for form in &self.forms {
            let before = found.len();
            scan_form(form, self, text, &toks, language.unwrap_or(!form.inflected), &mut found, &mut near);
            for one in found[before..].iter_mut().filter(|_| form.uncased) {
                one.certainty *= UNCASED;
                if matches!(one.how, How::Verbatim | How::Case | How::Accents) {
                    one.how = How::Inflected;
                }
            }
        }
        found.sort_by(|a, b| b.certainty.total_cmp(&a.certainty).then(a.span.start.cmp(&b.span.start)));
        let others: BTreeMap<usize, usize> =
            near.iter().filter(|n| n.place).map(|n| (n.span.start, n.span.end)).collect();
        let mut kept: BTreeMap<usize, Found> = BTreeMap::new();
        for f in found {
            let taken = overlaps(&kept, &f.span);
            let other = others.range(..=f.span.start).next_back().is_some_and(|(_, &end)| f.span.end <= end);
            if !taken && !other {
                kept.insert(f.span.start, f);
            }
        }
        near.retain(|n| !overlaps(&kept, &n.span));
        let kept: Vec<Found> = kept.into_values().collect();
        near.sort_by_key(|n| (n.span.start, n.span.end));
        near.dedup_by(|b, a| b.span.start < a.span.end);
        (kept, near)
    }

    fn scan_places(
        &self,
        text: &str,
        toks: &[Token<'_>],
        english: bool,
        found: &mut Vec<Found>,
        near: &mut Vec<Near>,
    ) {
        for m in place::mentions(text, toks, english) {
            let written = &text[m.span.clone()];
            if !m.places.iter().any(|p| self.places.contains(p)) {
                // A longer name that contains the wanted one is another place.
                let inside = self.forms.first().is_some_and(|f| {
                    m.tokens.1 > m.tokens.0
                        && toks[m.tokens.0..=m.tokens.1]
                            .iter()
                            .any(|t| f.words.iter().any(|w| fold::plain(t.text) == w.plain))
                });
                if inside {
                    near.push(Near::new(m.span.clone(), written, "another place", true));
                }
                continue;
            }
            if let Some(reason) = bearer(text, toks, m.tokens) {
                near.push(Near::new(m.span.clone(), written, reason, true));
                continue;
            }
            if let Some(reason) = homonym(&self.places, text, toks, m.tokens.1) {
                near.push(Near::new(m.span.start..toks[m.tokens.1].span.end, written, reason, true));
                continue;
            }
            let same = fold::plain(written) == fold::plain(&self.text);
            let mut certainty: f32 = if m.inflected { 0.88 } else { 0.95 };
            let how = if written == self.text {
                certainty = 0.98;
                How::Verbatim
            } else if m.inflected {
                How::Inflected
            } else if same && !fold::plain(written).is_empty() {
                if fold::lower(written) == fold::lower(&self.text) { How::Case } else { How::Accents }
            } else {
                How::Exonym
            };
            if m.places.len() > 1 {
                certainty -= 0.1;
            }
            found.push(Found { span: m.span.clone(), as_written: written.to_string(), how, certainty });
        }
        for t in toks.iter().filter(|t| t.script.unspaced()) {
            for r in place::in_run(&self.places, t.text) {
                let span = t.span.start + r.start..t.span.start + r.end;
                let written = text[span.clone()].to_string();
                let how = if written == self.text { How::Verbatim } else { How::Exonym };
                found.push(Found { span, as_written: written, how, certainty: 0.93 });
            }
        }
    }
}

/// Whether one of `kept`, which do not overlap each other, overlaps the span.
fn overlaps(kept: &BTreeMap<usize, Found>, span: &Range<usize>) -> bool {
    kept.range(..span.end).next_back().is_some_and(|(_, k)| k.span.end > span.start)
}

/// Why a place's name is here a person's or a street's.
fn bearer(text: &str, toks: &[Token<'_>], (first, last): (usize, usize)) -> Option<&'static str> {
    const STREET: &str = "a street named after the place";
    let gap = |a: usize, b: usize| &text[toks[a].span.end..toks[b].span.start];
    if toks.get(last + 1).is_some_and(|n| n.capital() && gap(last, last + 1) == " " && title::street(n.text))
    {
        return Some(STREET);
    }
    if toks
        .get(last + 1)
        .is_some_and(|n| gap(last, last + 1) == "-" && toks[last].capital() && title::street(n.text))
    {
        return Some(STREET);
    }
    let mut before = first.checked_sub(1)?;
    if !toks[before].capital() && title::particle(toks[before].text) && gap(before, first) == " " {
        before = before.checked_sub(1)?;
        // "Rue de Corfou", not "the street in Corfu".
        let named =
            toks[before].capital() && title::street(toks[before].text) && gap(before, before + 1) == " ";
        return named.then_some(STREET);
    }
    let p = &toks[before];
    if gap(before, first) == " "
        && p.capital()
        && title::street(p.text)
        && !matches!(p.text, "St" | "Place" | "Close" | "Court" | "Port" | "Row" | "Way")
    {
        return Some(STREET);
    }
    let addressed = title::address(p.text)
        && p.text.chars().count() > 1
        && gap(before, first).trim_start_matches('.').trim().is_empty()
        && !matches!(
            fold::plain(p.text).as_str(),
            "st" | "saint" | "san" | "santa" | "mar" | "don" | "fr" | "sri" | "general" | "col" | "major"
        );
    if addressed && p.capital() {
        return Some("a person of that name");
    }
    let given = super::group::lookup(&super::group::fold_key(p.text));
    (gap(before, first) == " "
        && p.capital()
        && !given.is_empty()
        && place::lookup(p.text).is_empty()
        && !super::usage::english_word(p.text))
    .then_some("a person of that name")
}

/// Why a place's name stands for another place of that name.
fn homonym(places: &[u16], text: &str, toks: &[Token<'_>], last: usize) -> Option<&'static str> {
    let end = toks[last].span.end;
    let rest = &text[end..];
    let next = toks.get(last + 1)?;
    let gap = &text[end..next.span.start];
    let countries: Vec<&str> = places.iter().map(|&p| place::country(p)).filter(|c| !c.is_empty()).collect();
    let two = toks
        .get(last + 2)
        .map(|n| &text[next.span.start..n.span.end])
        .filter(|p| !p.contains([',', '.', ':']));
    // "Halle in the Palatinate": the region stands behind the preposition.
    let within = |t: &Token<'_>| matches!(t.text, "in" | "im" | "en" | "the" | "der" | "den");
    let skipped = if gap == " " && matches!(next.text, "in" | "im" | "en") {
        toks[last + 1..].iter().take(2).take_while(|t| within(t)).count()
    } else {
        0
    };
    let behind = toks.get(last + 1 + skipped).filter(|_| skipped > 0);
    if matches!(gap, ", " | " (") || behind.is_some() {
        let named = behind
            .map_or(place::region(next.text), |t| place::region(t.text))
            .or_else(|| two.filter(|_| behind.is_none()).and_then(place::region));
        if let Some(cc) = named
            && !countries.contains(&cc)
            && !countries.is_empty()
        {
            return Some("a place of that name elsewhere");
        }
    }
    if gap == " " {
        if place::named_after(next.text) {
            return Some("a thing named after the place");
        }
        let w = next.text.to_lowercase();
        if matches!(w.as_str(), "of" | "von" | "de" | "du" | "del" | "di")
            && toks.get(last + 2).is_some_and(Token::capital)
            && !rest.starts_with(',')
        {
            return Some("a longer name");
        }
        if next.capital() && place::region(next.text) == Some("US") && !countries.contains(&"US") {
            return Some("a place of that name elsewhere");
        }
    }
    None
}

fn scan_form(
    form: &Form,
    finder: &Finder,
    text: &str,
    toks: &[Token<'_>],
    english: bool,
    found: &mut Vec<Found>,
    near: &mut Vec<Near>,
) {
    let caps_text = toks.iter().filter(|t| t.script.cased()).all(|t| t.all_caps() || t.text.len() == 1);
    let mut hits: Vec<Hit> = Vec::new();
    for (k, t) in toks.iter().enumerate() {
        if !finder.not.is_empty()
            && finder.not.contains(&fold::plain(t.text.trim_end_matches("'s").trim_end_matches("’s")))
        {
            near.push(Near::new(t.span.clone(), t.text, "said not to be meant", false));
            continue;
        }
        let before = hits.len();
        token_hits(form, text, toks, k, t, english, &mut hits);
        if let Some(own) = form.read.as_ref().filter(|_| t.script == Script::Han) {
            for hit in hits.split_off(before) {
                if own.contains(&han::simplified(&text[hit.span.clone()])) {
                    hits.push(hit);
                } else if hit.mask & form.needed == form.needed {
                    let written = &text[hit.span.clone()];
                    near.push(Near::new(
                        hit.span,
                        written,
                        "read alike, and written with other characters",
                        false,
                    ));
                }
            }
        }
    }
    for t in toks.iter().filter(|t| form.runs_together(t) && another_together(t.text)) {
        near.push(Near::new(t.span.clone(), t.text, "one word, and another name", false));
    }
    if hits.is_empty() {
        one_letter_off(form, toks, near);
        return;
    }
    let mut i = 0;
    while i < hits.len() {
        let mut j = i;
        let mut mask = hits[i].mask;
        while j + 1 < hits.len() {
            let next = &hits[j + 1];
            if next.tokens.0 <= hits[j].tokens.1 {
                if next.span.start >= hits[j].span.end && mask & next.mask == 0 {
                    mask |= next.mask;
                    j += 1;
                    continue;
                }
                break;
            }
            if mask & next.mask & form.needed != 0
                || !gap_of_name(form, text, toks, hits[j].tokens.1, next.tokens.0)
            {
                break;
            }
            mask |= next.mask;
            j += 1;
        }
        judge(form, finder, text, toks, &hits[i..=j], mask, caps_text, found, near);
        i = j + 1;
    }
    one_letter_off(form, toks, near);
}

/// What may stand between two words of one name.
fn gap_of_name(form: &Form, text: &str, toks: &[Token<'_>], a: usize, b: usize) -> bool {
    let gap = &text[toks[a].span.end..toks[b].span.start];
    if gap.len() > 60
        || gap.contains(['\n', ';', ':', '|', '!', '?', '/', '"'])
        || gap.contains('(') && !bracketed(text, toks, a, b)
        || gap.matches(',').count() > 1
    {
        return false;
    }
    let between = &toks[a + 1..b];
    if bracketed(text, toks, a, b) {
        return true;
    }
    if between.is_empty() {
        let end_of_sentence = gap.contains(". ") && toks[a].text.chars().count() > 2;
        let joined = gap.contains(['&', '+']) && !form.firm;
        return !end_of_sentence && !joined && !gap.chars().any(char::is_numeric);
    }
    if form.words.len() < 2 || gap.contains(',') && between.len() > 1 {
        return false;
    }
    between.len() <= 2
        && between.iter().all(|t| {
            let n = t.text.chars().count();
            (title::particle(t.text) && !matches!(t.text, "and" | "und" | "et" | "y" | "i" | "e"))
                || form.firm && title::connector(t.text)
                || n == 1 && t.capital()
                || t.capital() && !gap.contains(',')
                || !t.script.cased()
        })
}

/// Whether the second of two words of a name stands alone in brackets behind the first: "KOWAL (Marta)".
fn bracketed(text: &str, toks: &[Token<'_>], a: usize, b: usize) -> bool {
    b == a + 1
        && toks[a].capital()
        && toks[b].capital()
        && text[toks[a].span.end..toks[b].span.start].trim() == "("
        && text[toks[b].span.end..].starts_with(')')
}

fn token_hits(
    form: &Form,
    text: &str,
    toks: &[Token<'_>],
    k: usize,
    t: &Token<'_>,
    english: bool,
    hits: &mut Vec<Hit>,
) {
    let all = (1u32 << form.words.len()) - 1;
    if t.code {
        if let Some(agree) = parted_login(form, t) {
            hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask: all, agree });
        }
        return;
    }
    let transliterated =
        |certainty| Agree { how: How::Transliterated, certainty, oblique: false, inflected: false };
    let verbatim = Agree { how: How::Verbatim, certainty: 0.97, oblique: false, inflected: false };
    match t.script {
        Script::Han | Script::Hiragana | Script::Katakana | Script::OtherUnspaced => {
            // The same script: the run holds the name's letters.
            let simple = han::simplified(t.text);
            if simple.len() == t.text.len() {
                let push = |needle: &str, mask: u32, hits: &mut Vec<Hit>| {
                    let mut from = 0;
                    while let Some(at) = simple[from..].find(needle) {
                        let (s, e) = (from + at, from + at + needle.len());
                        from = e;
                        let kana_inside =
                            t.script == Script::Katakana && (s > 0 || e < simple.len()) && mask != all;
                        if !kana_inside {
                            let agree = if t.text[s..e] == *needle {
                                verbatim
                            } else {
                                Agree { how: How::Accents, ..verbatim }
                            };
                            hits.push(Hit {
                                tokens: (k, k),
                                span: t.span.start + s..t.span.start + e,
                                mask,
                                agree,
                            });
                        }
                    }
                };
                if form.words.iter().all(|w| w.script.unspaced()) {
                    let before = hits.len();
                    if !form.whole.is_empty() && form.words[0].script == t.script {
                        push(&form.whole, all, hits);
                    }
                    if hits.len() == before && form.words.len() > 1 {
                        for (i, w) in form.words.iter().enumerate().filter(|(_, w)| w.script == t.script) {
                            push(&han::simplified(&w.text), 1 << i, hits);
                        }
                    }
                    if hits.len() > before {
                        return;
                    }
                }
            }
            if t.script == Script::Han && !form.latin.is_empty() {
                for (r, mask) in han::find_latin(&form.latin, t.text) {
                    hits.push(Hit {
                        tokens: (k, k),
                        span: t.span.start + r.start..t.span.start + r.end,
                        mask,
                        agree: transliterated(if form.derived { 0.8 } else { 0.88 }),
                    });
                }
            } else if matches!(t.script, Script::Hiragana | Script::Katakana) && !form.latin.is_empty() {
                kana_hits(form, k, t, all, hits);
            } else if t.script == Script::OtherUnspaced {
                for (i, w) in form.words.iter().enumerate() {
                    if let Some(agree) = w.agree(t, english, &form.families) {
                        hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask: 1 << i, agree });
                    }
                }
            }
        }
        Script::Thai => thai_hits(form, k, t, all, hits),
        _ => {
            if let Some(agree) = login(form, t) {
                hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask: all, agree });
                return;
            }
            let before = hits.len();
            for (i, agree) in form.agree(t, english).iter().copied() {
                hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask: 1 << i, agree });
            }
            if hits.len() > before + 1 {
                // One word serves one word of the name: the one it fits best, or the one that lacks a hit.
                let tail = hits.split_off(before);
                let used =
                    if before > 0 && hits[before - 1].tokens.1 + 1 == k { hits[before - 1].mask } else { 0 };
                let best = tail.into_iter().min_by(|a, b| {
                    (a.mask & used)
                        .cmp(&(b.mask & used))
                        .then(b.agree.certainty.total_cmp(&a.agree.certainty))
                });
                hits.extend(best);
            }
            if hits.len() > before {
                return;
            }
            if t.script == Script::Hangul {
                hangul_hits(form, k, t, all, hits);
                return;
            }
            if t.script != Script::Latin {
                return;
            }
            // Two words of the text are one of the name, or one is two.
            if let Some(u) = toks.get(k + 1)
                && matches!(&text[t.span.end..u.span.start], " " | "-")
                && u.script == Script::Latin
                && t.text.len() + u.text.len() < 60
            {
                let both = fold::plain(t.text) + &fold::plain(u.text);
                for (i, w) in form.words.iter().enumerate() {
                    if w.plain == both && both.len() > 3 {
                        let agree =
                            Agree { how: How::Accents, certainty: 0.9, oblique: false, inflected: false };
                        hits.push(Hit {
                            tokens: (k, k + 1),
                            span: t.span.start..u.span.end,
                            mask: 1 << i,
                            agree,
                        });
                        return;
                    }
                }
            }
            let plain = fold::plain(t.text);
            let address = in_address(text, &t.span);
            if address && form.labels().contains(&plain) {
                let agree = Agree { how: How::Login, certainty: 0.9, oblique: false, inflected: false };
                hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask: all, agree });
                return;
            }
            for i in 1..form.words.len() {
                let (a, b) = (&form.words[i - 1], &form.words[i]);
                if a.plain.len() + b.plain.len() == plain.len()
                    && plain.starts_with(&a.plain)
                    && plain.ends_with(&b.plain)
                {
                    let whole = form.runs_together(t);
                    if whole && another_together(t.text) {
                        return;
                    }
                    let mask = 1 << i | 1 << (i - 1);
                    let (how, certainty) = if whole { (How::Login, 0.8) } else { (How::Accents, 0.88) };
                    let agree = Agree { how, certainty, oblique: false, inflected: false };
                    hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask, agree });
                    return;
                }
            }
        }
    }
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

/// Whether a word stands in the address of a page or mailbox, or in a handle.
fn in_address(text: &str, span: &Range<usize>) -> bool {
    const REACH: usize = 100;
    let near = |c: &(usize, char)| !c.1.is_whitespace();
    let before = text[..span.start].char_indices().rev().take(REACH).take_while(near).last();
    let behind = text[span.end..].char_indices().take(REACH).take_while(near).last();
    let from = before.map_or(span.start, |(at, _)| at);
    let to = behind.map_or(span.end, |(at, c)| span.end + at + c.len_utf8());
    let chunk = text[from..to].trim_matches(|c: char| !c.is_alphanumeric() && c != '@' && c != '/');
    let domain = chunk.split(['/', '@']).any(|part| {
        part.split_once('.').is_some_and(|(host, top)| {
            !host.is_empty() && top.len() > 1 && top.starts_with(|c: char| c.is_ascii_lowercase())
        })
    });
    chunk.starts_with('@') || chunk.contains("://") || domain
}

/// A login of all the words, joined by a line: falk_ines.
fn parted_login(form: &Form, t: &Token<'_>) -> Option<Agree> {
    let mut parts: Vec<String> = t.text.split('_').map(fold::plain).collect();
    if form.firm && !form.words.iter().any(|w| title::connector(&w.text)) {
        parts.retain(|part| part != "and");
    }
    let all = form.words.len() > 1
        && parts.len() == form.words.len()
        && form.words.iter().all(|w| !w.plain.is_empty() && parts.contains(&w.plain));
    all.then_some(Agree { how: How::Login, certainty: 0.9, oblique: false, inflected: false })
}

/// A login: the first letter and the surname.
fn login(form: &Form, t: &Token<'_>) -> Option<Agree> {
    if form.words.len() < 2 || t.text.len() < 5 || !t.text.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    let (a, b) = (&form.words[0].plain, &form.words[form.words.len() - 1].plain);
    let first = &a[..a.chars().next()?.len_utf8()];
    (t.text.strip_prefix(first) == Some(b) || t.text.strip_suffix(first) == Some(b)).then_some(Agree {
        how: How::Login,
        certainty: 0.8,
        oblique: false,
        inflected: false,
    })
}

fn kana_hits(form: &Form, k: usize, t: &Token<'_>, all: u32, hits: &mut Vec<Hit>) {
    let hep = kana::hepburn(t.text);
    if hep.is_empty() || hep.len() > 200 {
        return;
    }
    let n = form.latin.len();
    let canon: Vec<String> = form.latin.iter().map(|w| kana::canonical(&fold::plain(w))).collect();
    let turned: String = std::iter::once(&canon[n - 1]).chain(&canon[..n - 1]).map(String::as_str).collect();
    let mut targets: Vec<(String, u32)> = vec![(canon.concat(), all), (turned, all)];
    if n > 1 {
        targets.extend(canon.iter().enumerate().map(|(i, c)| (c.clone(), 1 << i)));
    }
    let full: String = hep.iter().map(|x| x.0).collect();
    for (target, mask) in targets {
        if target.len() < 2 {
            continue;
        }
        // Hiragana particles follow without a space, a katakana word stands whole.
        let ends: Vec<usize> =
            if t.script == Script::Hiragana { (1..=hep.len()).rev().collect() } else { vec![hep.len()] };
        for e in ends.into_iter().filter(|&e| e == hep.len() || hep[e - 1].1 != hep[e].1) {
            if kana::canonical(&full[..full.char_indices().nth(e).map_or(full.len(), |x| x.0)]) == target {
                let end = hep[e - 1].1;
                let agree =
                    Agree { how: How::Transliterated, certainty: 0.92, oblique: false, inflected: false };
                hits.push(Hit { tokens: (k, k), span: t.span.start..t.span.start + end, mask, agree });
                return;
            }
        }
    }
}

fn hangul_hits(form: &Form, k: usize, t: &Token<'_>, all: u32, hits: &mut Vec<Hit>) {
    let jamo = hangul::jamo(t.text);
    if jamo.len() > 200 {
        return;
    }
    let syllable_end = |e: usize| if e >= jamo.len() { t.text.len() } else { jamo[e].1 };
    let whole = |e: usize| e == jamo.len() || e > 0 && jamo[e - 1].1 != jamo[e].1;
    let rest_fits = |e: usize| {
        let rest = &t.text[syllable_end(e)..];
        // What is called 서연 is 서연이 among friends.
        let rest = rest.strip_prefix('이').unwrap_or(rest);
        rest.is_empty() || hangul::PARTICLES.contains(&rest)
    };
    let run = Spelling::new(Family::Korean, &jamo.iter().map(|x| x.0).collect::<String>());
    let mut best: Option<(usize, u32, u8)> = None;
    let mut consider = |s: &Spelling, mask: u32| {
        let budget = (s.len() / 4).clamp(1, 3) as u8;
        for (e, cost) in sound::ends(s, &run, 0, budget, false) {
            if whole(e)
                && rest_fits(e)
                && best.is_none_or(|b| b.1.count_ones() < mask.count_ones() || b.2 > cost)
            {
                best = Some((e, mask, cost));
            }
        }
    };
    for (f, s) in &form.joined {
        if *f == Family::Korean {
            consider(s, all);
        }
    }
    for (i, w) in form.words.iter().enumerate() {
        if form.words.len() > 1
            && let Some(s) = w.spelling(Family::Korean)
            && s.len() > 2
        {
            consider(s, 1 << i);
        }
    }
    if let Some((e, mask, cost)) = best {
        let same = form.words.iter().all(|w| w.script == Script::Hangul);
        let how = if same { How::Inflected } else { How::Transliterated };
        let agree = Agree { how, certainty: 0.93 - 0.04 * f32::from(cost), oblique: false, inflected: false };
        hits.push(Hit { tokens: (k, k), span: t.span.start..t.span.start + syllable_end(e), mask, agree });
    }
}

fn thai_hits(form: &Form, k: usize, t: &Token<'_>, all: u32, hits: &mut Vec<Hit>) {
    if form.words.iter().all(|w| w.script == Script::Thai) {
        let mut any = false;
        let whole: String = form.words.iter().map(|w| w.text.as_str()).collect();
        for (at, _) in t.text.match_indices(whole.as_str()) {
            let agree = Agree { how: How::Verbatim, certainty: 0.97, oblique: false, inflected: false };
            hits.push(Hit {
                tokens: (k, k),
                span: t.span.start + at..t.span.start + at + whole.len(),
                mask: all,
                agree,
            });
            any = true;
        }
        if !any && form.words.len() > 1 {
            for (i, w) in form.words.iter().enumerate() {
                for (at, _) in t.text.match_indices(w.text.as_str()) {
                    let agree =
                        Agree { how: How::Verbatim, certainty: 0.97, oblique: false, inflected: false };
                    hits.push(Hit {
                        tokens: (k, k),
                        span: t.span.start + at..t.span.start + at + w.text.len(),
                        mask: 1 << i,
                        agree,
                    });
                }
            }
        }
        return;
    }
    let spoken = thai::spoken(t.text);
    if spoken.is_empty() || spoken.len() > 4000 {
        return;
    }
    let run = Spelling::new(Family::Thai, &spoken.iter().map(|x| x.0).collect::<String>());
    let mut targets: Vec<(&Spelling, u32)> =
        form.joined.iter().filter(|j| j.0 == Family::Thai).map(|j| (&j.1, all)).collect();
    if form.words.len() > 1 {
        targets.extend(
            form.words.iter().enumerate().filter_map(|(i, w)| Some((w.spelling(Family::Thai)?, 1 << i))),
        );
    }
    let byte_end = |e: usize| {
        let last = spoken[..e].iter().map(|x| x.1).max().unwrap_or(0);
        let mut end = last + t.text[last..].chars().next().map_or(0, char::len_utf8);
        while let Some(c) = t.text[end..].chars().next().filter(|c| matches!(c, '\u{e47}'..='\u{e4e}')) {
            end += c.len_utf8();
        }
        end
    };
    for (target, mask) in targets {
        if target.len() < 3 {
            continue;
        }
        let mut from = 0;
        while from < spoken.len() {
            let begins = matches!(spoken[from].0, 'ก'..='ฮ');
            let best = if begins {
                sound::ends(target, &run, from, (target.len() / 4).clamp(1, 2) as u8, true)
                    .into_iter()
                    .filter(|&(e, _)| {
                        let short = target.len() < 5;
                        !spoken.get(e).is_some_and(|x| matches!(x.0, '\u{e30}'..='\u{e3a}'))
                            && (!short || from == 0 && e == spoken.len())
                    })
                    .min_by_key(|&(e, c)| (c, usize::MAX - e))
            } else {
                None
            };
            if let Some((e, cost)) = best {
                let start = spoken[from..e].iter().map(|x| x.1).min().unwrap_or(0);
                let end = byte_end(e).max(start);
                // A leading vowel stands before its consonant.
                let start = t.text[..start]
                    .char_indices()
                    .next_back()
                    .filter(|x| matches!(x.1, 'เ'..='ไ'))
                    .map_or(start, |x| x.0);
                let agree = Agree {
                    how: How::Transliterated,
                    certainty: 0.9 - 0.05 * f32::from(cost),
                    oblique: false,
                    inflected: false,
                };
                let span = t.span.start + start..t.span.start + end;
                if !hits.iter().rev().take(64).any(|h| h.span.start < span.end && span.start < h.span.end) {
                    hits.push(Hit { tokens: (k, k), span, mask, agree });
                }
                from = e.max(from + 1);
            } else {
                from += 1;
            }
        }
    }
    hits.sort_by_key(|h| (h.tokens.0, h.span.start));
}

fn capital_name(t: &Token<'_>) -> bool {
    (t.script.cased() && t.capital() && !t.code)
        && t.text.chars().count() > 1
        && !title::address(t.text)
        && !title::role(t.text)
        && !super::common::no_entity(t.text)
}

/// The surname that follows with particles: Pieter van der Meer.
fn surname_after<'a, 'b>(text: &str, toks: &'b [Token<'a>], last: usize) -> Option<&'b Token<'a>> {
    const PARTICLES: [&str; 19] = [
        "de", "del", "della", "di", "da", "do", "dos", "das", "du", "van", "von", "vom", "zu", "ter", "bin",
        "ibn", "bint", "af", "of",
    ];
    let particle = toks.get(last + 1).filter(|t| PARTICLES.contains(&t.text))?;
    let mut k = last + 2;
    while toks.get(k).is_some_and(|t| !t.capital() && title::particle(t.text)) {
        k += 1;
    }
    let surname = toks.get(k).filter(|t| capital_name(t) && place::lookup(t.text).is_empty())?;
    let gap = &text[toks[last].span.end..surname.span.start];
    (text[toks[last].span.end..].starts_with(' ')
        && particle.text.len() < gap.len()
        && !gap.contains(['.', ',', ':', ';', '(', '\n']))
    .then_some(surname)
}

/// What a cluster of hits amounts to.
#[allow(clippy::too_many_arguments)]
fn judge(
    form: &Form,
    finder: &Finder,
    text: &str,
    toks: &[Token<'_>],
    hits: &[Hit],
    mask: u32,
    caps_text: bool,
    found: &mut Vec<Found>,
    near: &mut Vec<Near>,
) {
    let (mut first, last) = (hits[0].tokens.0, hits[hits.len() - 1].tokens.1);
    let mut span = hits[0].span.start..hits[hits.len() - 1].span.end;
    // The particles of a surname belong to it.
    let mut head = hits[0].mask.trailing_zeros() as usize;
    while let (Some(p), Some(w)) = (first.checked_sub(1), head.checked_sub(1))
        && &text[toks[p].span.end..toks[first].span.start] == " "
        && form.words[w].particle
        && form.words[w].plain == fold::plain(toks[p].text)
    {
        (first, head) = (p, w);
        span.start = toks[p].span.start;
    }
    let written = &text[span.clone()];
    let needed = form.needed;
    let covered = mask & needed;
    if covered == 0 {
        return;
    }
    // A firm's second owner is of another relation: Keller & Sons, not Keller Brothers.
    if let Some(relation) = form.relation {
        let owned =
            hits.len() > 1 && hits[..hits.len() - 1].iter().any(|hit| hit.agree.how == How::Possessive);
        if form.firm && owned {
            near.push(Near::new(span.clone(), &text[span], "somebody's family, and no firm", false));
            return;
        }
        let other = toks[last + 1..].iter().take(2).find_map(|t| {
            let gap = &text[span.end..t.span.start];
            (gap.len() < 8 && !gap.contains([',', '.', ';'])).then(|| title::relation(t.text))?
        });
        let inside = toks[first..=last].iter().find_map(|t| title::relation(t.text));
        if other.or(inside).is_some_and(|other| other != relation) {
            push_firm(near, span.clone(), text);
            return;
        }
    }
    // A place's names are in the table: what only sounds like it is another, above all if it is known itself.
    if finder.place()
        && hits.iter().all(|h| h.agree.how == How::Transliterated)
        && (toks[first].script == form.words[0].script && toks[first].script == Script::Latin
            || !place::lookup(written).is_empty())
    {
        near.push(Near::new(span.clone(), written, "another place", false));
        return;
    }
    let mut certainty = hits.iter().map(|h| h.agree.certainty).fold(1.0f32, f32::min);
    let mut how = hits.iter().map(|h| h.agree.how).max_by_key(|h| *h as u8).unwrap_or(How::Verbatim);
    let spaced = |a: usize, b: usize| {
        let g = &text[toks[a].span.end..toks[b].span.start];
        g == " " || g == "\u{a0}" || g == ". "
    };
    let prev = first.checked_sub(1).filter(|&p| spaced(p, first)).map(|p| &toks[p]);
    let next = toks
        .get(last + 1)
        .filter(|_| spaced(last, last + 1) && !text[toks[last].span.end..].starts_with('.'))
        .map(|t| (last + 1, t));
    let mut push_near = |span: Range<usize>, reason: &'static str| {
        near.push(Near::new(span.clone(), &text[span], reason, false));
    };

    // The ending that makes another name of it: all words of the name must bear one.
    let oblique = hits.iter().filter(|h| h.agree.oblique).count();
    if oblique > 0 && hits.iter().any(|h| !h.agree.oblique && !h.agree.inflected) {
        push_near(span, "another form of the name, of another person");
        return;
    }
    // At a row's head, or before a verb of hers, it is a woman's nominative: "Александра Петрова пришла".
    let hers = next.is_some_and(|(_, t)| {
        t.script == Script::Cyrillic && !t.capital() && (t.text.ends_with("ла") || t.text.ends_with("лась"))
    }) || first == 0 && text[span.end..].trim_start().starts_with([':', ',', '—', '–', '|']);
    if oblique > 0 && toks[last].script == Script::Cyrillic && form.words.len() > 1 && hers {
        push_near(span, "another form of the name, of another person");
        return;
    }
    if oblique > 0 {
        certainty *= 0.9;
    }

    let generation = apart::generation_behind(text, toks, last);
    if let (Some(own), Some(said)) = (finder.generation, generation)
        && own != said
    {
        push_near(span.start..toks[last + 1].span.end, "of another generation");
        return;
    }
    let hit = |t: &Token<'_>| hits.iter().any(|h| h.span.start < t.span.end && t.span.start < h.span.end);
    match apart::apart(form, toks, (first, last), mask, hit) {
        Some(Apart::Other(reason)) => {
            push_near(span, reason);
            return;
        }
        Some(Apart::Unsure(most)) => certainty = certainty.min(most),
        None => {}
    }

    // Unmatched capitals within: another middle name.
    let inner: Vec<&Token<'_>> = toks[first..=last]
        .iter()
        .filter(|t| !hits.iter().any(|h| h.span.start < t.span.end && t.span.start < h.span.end))
        .filter(|t| capital_name(t) && (form.vietnamese || !title::particle(t.text)))
        .collect();
    if !inner.is_empty() && covered != needed && !apart::written_out(form, mask, &inner) {
        push_near(span, "another middle name");
        return;
    }
    if !inner.is_empty() {
        certainty *= 0.9;
    }

    let lower_case = form.capital
        && hits.iter().all(|h| toks[h.tokens.0].script.cased() && !toks[h.tokens.0].capital())
        && form.words[0].script.cased();
    // "Li na" asks in Croatian: words so short are names where the text has no capitals at all.
    let tiny = form.words.iter().all(|w| w.script == Script::Latin && w.plain.len() <= 2);
    if lower_case && hits.len() > 1 && tiny && toks.iter().any(Token::capital) {
        push_near(span, "small words, and no name");
        return;
    }
    let addressed = || hits.len() > 1 && in_address(text, &span);
    if how != How::Login && (lower_case || hits.len() == 1 && form.words.len() == 1) && !addressed() {
        let u = usage(text, hits[0].span.clone());
        if lower_case && hits.len() == 1 {
            certainty *= u.score;
            if u.score < 0.35 {
                push_near(span, u.reason);
                return;
            }
        } else if u.score < 0.35 && form.capital {
            push_near(span, u.reason);
            return;
        } else if u.score < 0.6 && form.capital {
            certainty *= if u.score < 0.5 && finder.person { u.score } else { 0.5 + u.score / 2.0 };
        }
    }

    let singles = needed.count_ones();
    if hits.len() == 1
        && covered.count_ones() == 1
        && toks[last].script == Script::Latin
        && toks[last].capital()
        && how != How::Possessive
    {
        // A town that bears the person's name: "the museum in Florence", "Paris, France".
        if finder.person && form.words.len() == 1 && !place::lookup(written).is_empty() {
            let within = prev.is_some_and(|p| {
                matches!(p.text, "in" | "near" | "around" | "nach" | "à" | "via" | "w" | "v")
            });
            let region = toks.get(last + 1).is_some_and(|t| {
                text[toks[last].span.end..t.span.start] == *", " && place::region(t.text).is_some()
            });
            if within || region {
                push_near(span, "a place of that name");
                return;
            }
        }
        if finder.person && compound(text, toks, last) {
            push_near(span, "a thing of that name");
            return;
        }
        // "the town of Zhukovsky" is no person.
        let of = first.checked_sub(1).filter(|&p| matches!(toks[p].text, "of" | "von" | "de" | "di" | "van"));
        let settlement =
            of.and_then(|p| p.checked_sub(1)).or_else(|| first.checked_sub(1)).is_some_and(|p| {
                title::settlement(toks[p].text)
                    && text[toks[p].span.end..span.start].len() < 8
                    && !text[toks[p].span.end..span.start].contains(['.', ',', ':', ';'])
            });
        if settlement && (finder.person || singles > 1) {
            push_near(span, "a place of that name");
            return;
        }
    }
    // "La Palma" is not Palma: the article is a part of a place's name.
    if form.words.len() == 2
        && !finder.person
        && form.words[0].script == Script::Latin
        && matches!(form.words[0].text.as_str(), "La" | "El" | "Las" | "Los" | "Le" | "Les" | "Lo" | "Il")
        && mask & 1 == 0
        && first == hits[0].tokens.0
        && toks[first].script == Script::Latin
        && toks[last].text.eq_ignore_ascii_case(&form.words[1].text)
    {
        let article = first.checked_sub(1).is_some_and(|p| {
            matches!(
                toks[p].text.to_lowercase().as_str(),
                "la" | "el"
                    | "las"
                    | "los"
                    | "le"
                    | "les"
                    | "lo"
                    | "il"
                    | "al"
                    | "del"
                    | "du"
                    | "au"
                    | "aux"
                    | "des"
                    | "nel"
                    | "della"
                    | "alla"
            )
        });
        if !article {
            push_near(span, "without the article another place");
            return;
        }
    }
    if covered == needed {
        let in_order = hits.windows(2).all(|w| w[0].mask.trailing_zeros() < w[1].mask.trailing_zeros());
        if !in_order && matches!(how, How::Verbatim | How::Case) {
            how = How::Order;
            certainty = certainty.min(0.96);
        }
        if mask != (1u32 << form.words.len()) - 1
            && form
                .words
                .iter()
                .enumerate()
                .any(|(i, w)| mask >> i & 1 == 0 && !w.particle && !title::legal_form(&w.text))
        {
            // A generic word is missing: translated, or not said.
            let generic_beside =
                next.is_some_and(|(_, t)| title::kind(t.text)) || prev.is_some_and(|t| title::kind(t.text));
            if !matches!(how, How::Transliterated | How::Exonym) {
                how = How::Shorter;
            }
            let family = form.firm && form.relation.is_some();
            certainty *= if generic_beside {
                0.85
            } else if family {
                0.4
            } else {
                0.65
            };
        }
        // A capital beside the name makes it a longer one.
        if let Some((n, t)) = next
            && capital_name(t)
            && !caps_text
            && !title::legal_form(t.text)
            && !title::practice(t.text)
            && !title::suffix(t.text)
            && generation.is_none()
            && !finder.place()
            && hits[hits.len() - 1].agree.how != How::Possessive
        {
            let longer = span.start..toks[n].span.end;
            let known = super::usage::english_word(t.text);
            if singles > 1 && !known && !(title::kind(t.text) && form.words.iter().any(|w| w.generic)) {
                push_near(longer, "a longer name");
                return;
            }
            if singles == 1 && title::kind(t.text) && form.words.len() == 1 {
                push_near(longer, "a firm or place of a longer name");
                return;
            }
            if singles == 1 && !known {
                if form.words.len() > 1 {
                    certainty *= 0.8;
                } else {
                    how = How::Longer;
                    certainty = certainty.min(0.55);
                }
            }
        }
        if let Some(p) = prev
            && p.capital()
            && title::particle(p.text)
            && !caps_text
            && form.words.iter().all(|w| w.plain != fold::plain(p.text))
            && mask != (1u32 << form.words.len()) - 1
        {
            push_near(p.span.start..span.end, "a longer name");
            return;
        }
        if let Some(p) = prev
            && capital_name(p)
            && !caps_text
            && !title::legal_form(p.text)
            && !finder.place()
        {
            let starts = first == 1
                || text[..toks[first - 1].span.start]
                    .trim_end()
                    .ends_with(['.', ':', '!', '?', '|', '-', '–']);
            let given = !super::group::lookup(&super::group::fold_key(p.text)).is_empty();
            let word = super::usage::english_word(p.text)
                || title::kind(p.text)
                || crate::gloss::is_foreign_noun(p.text);
            // A thing, or a first name, behind a first name is another's surname.
            let own_given = form.words.iter().any(|w| w.entries.iter().any(|e| !e.nickname));
            if given && !word {
                if singles == 1
                    && form.words.len() == 1
                    && (!finder.person && super::usage::english_word(written)
                        || own_given
                            && finder.person
                            && !form.words[0].generic
                            && super::usage::english_word(written))
                {
                    push_near(p.span.start..span.end, "another first name");
                    return;
                } else if singles == 1 {
                    how = How::Longer;
                    certainty = certainty.min(0.5);
                } else {
                    certainty *= 0.75;
                }
            } else if (!word || !starts) && singles == 1 && form.words.len() == 1 {
                how = How::Longer;
                certainty = certainty.min(if word && !title::person(p.text) && !title::role(p.text) {
                    0.3
                } else {
                    0.5
                });
            }
        }
        found.push(Found { span, as_written: written.to_string(), how, certainty });
        return;
    }

    // A part of a place's name in another script is another place: เชียงราย for Chiang Mai.
    if finder.place() && hits.iter().all(|h| h.agree.how == How::Transliterated) {
        push_near(span, "another place");
        return;
    }
    if form.firm && singles > 1 {
        certainty *= 0.5;
    }

    // "KOWAL (Piotr)", "KOWAL, Piotr": behind the surname another first name; "KOWALSKA (Marta)": before it another surname.
    let known = |t: &Token<'_>| !super::group::lookup(&super::group::fold_key(t.text)).is_empty();
    let of_person = |t: &Token<'_>| {
        capital_name(t)
            && place::lookup(t.text).is_empty()
            && (known(t) || !super::usage::english_word(t.text))
    };
    if form.words.len() > 1
        && let Some(n) = toks.get(last + 1).filter(|n| of_person(n))
    {
        let in_capitals = toks[last].all_caps() && !n.all_caps();
        let listed = &text[toks[last].span.end..n.span.start] == ", "
            && !text[n.span.end..].trim_start().starts_with(char::is_alphabetic);
        if bracketed(text, toks, last, last + 1) && (in_capitals || known(n)) || listed && in_capitals {
            push_near(span.start..n.span.end, "another first name");
            return;
        }
    }
    if form.words.len() > 1
        && let Some(p) = first.checked_sub(1).filter(|&p| of_person(&toks[p]))
        && bracketed(text, toks, p, first)
    {
        push_near(toks[p].span.start..span.end, "another surname");
        return;
    }

    // A syllable that is a particle elsewhere names nobody alone.
    let syllable = |w: &Word| w.plain.len() <= 2 && w.entries.is_empty() && title::particle(&w.text);
    if form.words.len() > 1
        && hits.len() == 1
        && form.bits().any(|i| covered == 1 << i && syllable(&form.words[i]))
    {
        return;
    }

    // Only some words: initials, title and surname, first name alone.
    let missing: Vec<usize> = form.bits().filter(|i| mask >> i & 1 == 0).collect();
    let initial = |t: &Token<'_>| {
        t.text.chars().count() <= 2
            && t.capital()
            && t.text.chars().filter(|c| !matches!(c, '.')).count() == 1
    };
    let fits = |t: &Token<'_>, i: usize| {
        let l = |s: &str, sc: Script| {
            if sc == Script::Latin {
                fold::plain(s).chars().next()
            } else {
                let f = any_ascii::any_ascii(s).to_lowercase();
                f.chars().next()
            }
        };
        let (a, b) = (l(t.text, t.script), l(&form.words[i].text, form.words[i].script));
        a.is_some() && (a == b || matches!((a, b), (Some('y'), Some('j')) | (Some('j'), Some('y'))))
    };
    let mut left = first;
    let mut right = last;
    let mut initials = 0;
    let mut wrong_initial = false;
    for _ in 0..3 {
        if let Some(p) = left.checked_sub(1)
            && initial(&toks[p])
            && text[toks[p].span.end..toks[left].span.start]
                .chars()
                .all(|c| matches!(c, '.' | ' ' | '\u{a0}' | '-'))
        {
            left = p;
            if missing.iter().any(|&i| fits(&toks[p], i)) {
                initials += 1;
                span.start = toks[p].span.start;
            } else if initials == 0 {
                wrong_initial = true;
            }
        }
    }
    if initials == 0
        && !wrong_initial
        && let Some(n) = toks.get(right + 1)
        && initial(n)
        && text[toks[right].span.end..n.span.start].chars().all(|c| matches!(c, ',' | ' ' | '\u{a0}'))
        && n.text != "I"
        && n.text != "A"
    {
        right += 1;
        if missing.iter().any(|&i| fits(n, i)) {
            initials += 1;
            span.end = n.span.end;
        } else {
            wrong_initial = true;
        }
    }
    // Words cut short: "Alex. Graham", "Guðrún Þórðard.".
    if initials == 0 && !wrong_initial && missing.len() == 1 {
        let short = |t: &Token<'_>, i: usize| {
            let (a, b) = (fold::plain(t.text), &form.words[i].plain);
            t.capital()
                && t.script == form.words[i].script
                && text[t.span.end..].starts_with('.')
                && a.chars().count() > 2
                && b.starts_with(&a)
                && a.len() < b.len()
        };
        let i = missing[0];
        if let Some(p) = first.checked_sub(1).filter(|&p| i == 0 && short(&toks[p], i) && spaced(p, first)) {
            found.push(Found {
                span: toks[p].span.start..span.end,
                as_written: text[toks[p].span.start..span.end].to_string(),
                how: How::Initials,
                certainty: (certainty * 0.88).min(0.9),
            });
            return;
        }
        if let Some(n) = toks.get(last + 1).filter(|n| i > 0 && short(n, i) && spaced(last, last + 1)) {
            found.push(Found {
                span: span.start..n.span.end,
                as_written: text[span.start..n.span.end].to_string(),
                how: How::Initials,
                certainty: (certainty * 0.88).min(0.9),
            });
            return;
        }
    }
    if let Some(sex) = form.sex.filter(|_| mask & 1 == 0)
        && sex::addresses_other(sex, text, toks, left)
    {
        let reason = match sex {
            sex::Sex::Man => "addressed as a woman, and the wanted first name is a man's",
            sex::Sex::Woman => "addressed as a man, and the wanted first name is a woman's",
        };
        push_near(toks[left.saturating_sub(1)].span.start.min(span.start)..span.end, reason);
        return;
    }
    if wrong_initial && initials == 0 {
        push_near(
            span.start.min(toks[left].span.start)..span.end.max(toks[right].span.end),
            "another initial",
        );
        return;
    }
    if initials > 0 {
        // A further name after it makes it a longer one.
        if let Some((n, t)) = next
            && capital_name(t)
            && !caps_text
            && right == last
            && !super::usage::english_word(t.text)
        {
            push_near(span.start..toks[n].span.end, "a longer name");
            return;
        }
        let written = text[span.clone()].to_string();
        found.push(Found {
            span,
            as_written: written,
            how: How::Initials,
            certainty: (certainty * 0.88).min(0.9),
        });
        return;
    }
    let person_order_surname = form.has_surname(covered);
    let address_before = prev.is_some_and(|t| title::address(t.text))
        || first.checked_sub(1).is_some_and(|p| {
            title::address(toks[p].text) && text[toks[p].span.end..toks[first].span.start].len() <= 2
        });
    let suffix_after = toks.get(last + 1).is_some_and(|t| {
        title::suffix(t.text) && matches!(&text[toks[last].span.end..t.span.start], "" | " " | "-")
            || t.script.unspaced()
                && ["さん", "様", "さま", "氏", "君", "先生", "女士", "小姐"]
                    .iter()
                    .any(|s| t.text.starts_with(s))
                && t.span.start == toks[last].span.end
    }) || title::without_suffix(toks[last].text).is_some()
        || text[span.end..].starts_with("さん")
        || text[span.end..].starts_with("様")
        || text[span.end..].starts_with("씨")
        || text[span.end..].starts_with('님');
    // Another first name or surname beside it; what is his is none.
    let owned = hits[hits.len() - 1].agree.how == How::Possessive;
    let beside_next = next
        .filter(|(_, t)| {
            capital_name(t)
                && !owned
                && !title::legal_form(t.text)
                && !title::practice(t.text)
                && !title::suffix(t.text)
        })
        .map(|x| x.1);
    let beside_next = beside_next.or_else(|| surname_after(text, toks, last)).or_else(|| {
        // "Hasan of Basra" is not Hasan of another town.
        let of =
            form.words.iter().any(|w| w.lower == "of") && toks.get(last + 1).is_some_and(|t| t.text == "of");
        toks.get(last + 2).filter(|t| of && t.capital())
    });
    let beside_prev = prev.filter(|t| match beside::is_of_calendar(t.text) {
        true => beside::is_month_as_name(text, toks, first - 1),
        false => capital_name(t),
    });
    let comma_given = toks.get(last + 1).filter(|t| {
        &text[toks[last].span.end..t.span.start] == ", "
            && t.capital()
            && (!super::group::lookup(&super::group::fold_key(t.text)).is_empty()
                || form.surname_first && beside::is_syllable(t))
            && person_order_surname
    });
    let is_name = match (form.surname_first, person_order_surname) {
        (true, true) => beside::is_name_behind_first_surname,
        (false, true) => beside::is_name_behind_surname,
        _ => beside::is_name_behind_given,
    };
    if !caps_text || hits.len() > 1 {
        if let Some(t) = beside_next.filter(|t| is_name(t)) {
            let reason = match (form.surname_first, person_order_surname) {
                (true, true) => "another given name",
                (false, true) => "a longer or another name",
                _ => "another surname",
            };
            push_near(span.start..t.span.end, reason);
            return;
        }
        if let Some(t) = beside_prev.filter(|t| {
            let given = form.surname_first && person_order_surname && beside::is_syllable(t);
            !(address_before
                || title::kind(t.text)
                || !given && beside::is_word_before(text, toks, first - 1, last, !person_order_surname))
        }) {
            let reason =
                if person_order_surname { "another first name" } else { "another surname before it" };
            push_near(t.span.start..span.end, reason);
            return;
        }
        if let Some(t) = comma_given {
            push_near(span.start..t.span.end, "another first name");
            return;
        }
    } else if beside_prev.is_some() || beside_next.is_some() {
        push_near(span, "another name");
        return;
    }
    if !toks[last].script.cased() && hits.len() == 1 && needed.count_ones() > 1 {
        // Scripts without capitals: a neighbour that is a known name is the bearer's other name.
        let other =
            [first.checked_sub(1), Some(last + 1)].into_iter().flatten().filter_map(|i| toks.get(i)).any(
                |t| {
                    !super::group::lookup(&super::group::fold_key(t.text)).is_empty()
                        && t.script == toks[last].script
                },
            );
        let follows = toks.get(last + 1).is_some_and(|t| {
            t.script == toks[last].script && &text[toks[last].span.end..t.span.start] == " "
        });
        if other {
            push_near(span, "another name beside it");
            return;
        }
        certainty *= if follows { 0.7 } else { 0.9 };
    }
    let middle_missing = missing.iter().all(|&i| i != 0 && i != form.words.len() - 1) && form.words.len() > 2;
    let (how, factor) = if middle_missing {
        (How::Shorter, 0.85)
    } else if covered.count_ones() > 1 {
        (How::Shorter, 0.7)
    } else if (address_before || suffix_after) && person_order_surname {
        (How::TitleSurname, 0.78)
    } else if person_order_surname {
        (How::SurnameOnly, 0.52)
    } else if address_before || suffix_after {
        (How::FirstNameOnly, 0.6)
    } else {
        (How::FirstNameOnly, 0.55)
    };
    let mut certainty = certainty * factor;
    // Millions bear one of these surnames.
    if form.surname_first && matches!(how, How::SurnameOnly | How::TitleSurname) && written.len() <= 5 {
        certainty *= if how == How::SurnameOnly { 0.85 } else { 0.7 };
    }
    if how == How::SurnameOnly
        && toks[last].script == Script::Latin
        && !place::lookup(&text[span.clone()]).is_empty()
    {
        certainty *= 0.6;
    }
    if matches!(how, How::FirstNameOnly | How::SurnameOnly) {
        let u = usage(text, span.clone());
        if u.score < 0.35 {
            push_near(span, u.reason);
            return;
        }
        if u.score < 0.6 {
            certainty *= 0.8;
        }
        // A common word that is no known name hardly stands for the whole.
        let token = &toks[first];
        if super::usage::english_word(token.text)
            && super::group::lookup(&super::group::fold_key(token.text)).is_empty()
            && u.score < 0.85
        {
            certainty *= 0.6;
        }
    }
    if let Some(w) = form.bits().find(|i| covered >> i & 1 == 1)
        && how == How::FirstNameOnly
        && (form.words[w].generic || title::kind(&form.words[w].text))
    {
        return;
    }
    found.push(Found { span, as_written: written.to_string(), how, certainty });
}

fn push_firm(near: &mut Vec<Near>, span: Range<usize>, text: &str) {
    near.push(Near::new(span.clone(), &text[span], "a firm of other owners", false));
}

/// Whether a noun follows that the word goes with: "Barley straw is stacked", "Ginger biscuits for the staff are".
fn compound(text: &str, toks: &[Token<'_>], last: usize) -> bool {
    const OTHER: &str = "also still now often always never usually just only again here there already really probably maybe today tomorrow \
        yesterday soon later herself himself who which that and or but as alone too whose in on at to of from by with without for if when while \
        not is was has had will would can could may must should does did says said plus then than so yet both";
    let lower = |k: usize| toks.get(k).filter(|t| !t.capital() && !t.code).map(|t| t.text.to_lowercase());
    let tight = |a: usize| toks.get(a + 1).is_some_and(|b| &text[toks[a].span.end..b.span.start] == " ");
    let Some(noun) = lower(last + 1).filter(|_| tight(last)) else { return false };
    let verb = |w: &str| super::usage::one_of(super::usage::VERBS, w);
    if noun.ends_with('s') && tight(last + 1) && lower(last + 2).is_some_and(|w| w == "are" || w == "were") {
        return true;
    }
    let past = noun.ends_with("ed") && !noun.ends_with("eed") && noun.len() > 3;
    if noun.len() < 3 || verb(&noun) || super::usage::one_of(OTHER, &noun) || past || noun.ends_with("ly") {
        return false;
    }
    let behind = &text[toks[last].span.end..];
    let sentence = behind.split(['.', '!', '?', ';', ':', '\n']).next().unwrap_or_default();
    if noun.ends_with('s') && !noun.ends_with("ss") {
        return sentence.contains(" are ") || sentence.contains(" were ");
    }
    lower(last + 2).filter(|_| tight(last + 1)).is_some_and(|w| {
        super::usage::one_of(
            "is was has had gets must can will may starts begins ends comes goes needs stays lies hangs",
            &w,
        )
    })
}

/// Words one letter away from a word of the name, or longer by an ending.
fn one_letter_off(form: &Form, toks: &[Token<'_>], near: &mut Vec<Near>) {
    for t in toks.iter().filter(|t| !t.code && t.script.cased() && t.capital() && t.text.len() < 60) {
        for w in form
            .words
            .iter()
            .filter(|w| w.script == t.script && !w.particle && !w.generic && w.plain.chars().count() >= 3)
        {
            let other = if t.script == Script::Latin { fold::plain(t.text) } else { fold::lower(t.text) };
            if other == w.plain {
                continue;
            }
            let reason = if other.starts_with(&w.plain) {
                "a longer word that begins alike"
            } else if w.plain.starts_with(&other) && other.chars().count() >= 3 {
                "a shorter word that begins alike"
            } else if one_edit(&w.plain, &other) {
                "one letter away"
            } else {
                continue;
            };
            near.push(Near::new(t.span.clone(), t.text, reason, false));
        }
    }
}

fn one_edit(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let head = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let tail = a[head..].iter().rev().zip(b[head..].iter().rev()).take_while(|(x, y)| x == y).count();
    let (ra, rb) = (a.len() - head - tail, b.len() - head - tail);
    ra <= 1 && rb <= 1 || ra == 2 && rb == 2 && a[head] == b[head + 1] && a[head + 1] == b[head]
}
