//! Places and their names in other languages: CLDR's territories and exemplar cities, and a table of larger cities.

use super::transliteration::{affix, han};
use crate::unicode::fold;
use crate::unicode::token::{Script, Token, script};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

struct Places {
    by_form: FxHashMap<String, Vec<u16>>,
    /// Per place, the forms in scripts without spaces.
    runs: Vec<Vec<String>>,
    country: Vec<String>,
    longest: usize,
}

static PLACES: LazyLock<Places> = LazyLock::new(|| {
    let mut ids: FxHashMap<&str, u16> = FxHashMap::default();
    let mut p = Places { by_form: FxHashMap::default(), runs: Vec::new(), country: Vec::new(), longest: 1 };
    for (file, hand) in
        [(include_str!("tables/place_cldr.tsv"), false), (include_str!("tables/cities.tsv"), true)]
    {
        for line in file.lines().filter(|l| !l.starts_with('#')) {
            let mut cells = line.split('\t');
            let (Some(id), Some(second)) = (cells.next(), cells.next()) else { continue };
            let (country, forms) = if hand { (second, cells.next().unwrap_or("")) } else { ("", second) };
            let n = *ids.entry(id).or_insert_with(|| {
                p.runs.push(Vec::new());
                p.country.push(String::new());
                (p.runs.len() - 1) as u16
            });
            if hand {
                p.country[n as usize] = country.to_string();
            }
            let own = if hand { id } else { "" };
            for form in forms.split('|').chain([own]).filter(|f| !f.is_empty()) {
                let first = form.chars().next().and_then(script);
                if first.is_some_and(Script::unspaced) {
                    let run = &mut p.runs[n as usize];
                    let form = han::simplified(form);
                    if !run.contains(&form) {
                        run.push(form.clone());
                    }
                    p.by_form.entry(form).or_default().push(n);
                    continue;
                }
                p.longest = p.longest.max(form.split([' ', '-']).count());
                let keys = [Some(key(form)), expanded_key(form)];
                for k in keys.into_iter().flatten() {
                    let e = p.by_form.entry(k).or_default();
                    if !e.contains(&n) {
                        e.push(n);
                    }
                }
            }
        }
    }
    p.longest = p.longest.min(4);
    p
});

fn word_key(word: &str) -> String {
    let s = word.chars().next().and_then(script);
    match s {
        Some(Script::Latin) => fold::plain(word),
        Some(s) if s.unspaced() => han::simplified(word),
        Some(Script::Greek) => {
            use unicode_normalization::UnicodeNormalization;
            fold::lower(word)
                .nfd()
                .filter(|c| !crate::unicode::token::mark(*c))
                .map(|c| if c == 'ς' { 'σ' } else { c })
                .collect()
        }
        Some(Script::Arabic) => fold::lower(word)
            .chars()
            .filter(|c| !crate::unicode::token::mark(*c))
            .map(|c| match c {
                'ي' | 'ى' => 'ی',
                'ك' => 'ک',
                'أ' | 'إ' | 'آ' => 'ا',
                'ة' => 'ه',
                c => c,
            })
            .collect(),
        _ => fold::lower(word).replace('ё', "е"),
    }
}

fn key(phrase: &str) -> String {
    let words: Vec<String> = phrase
        .split([' ', '-', '\u{2010}', '‑'])
        .filter(|w| !w.is_empty())
        .map(word_key)
        .filter(|w| !w.is_empty())
        .collect();
    words.join(" ")
}

fn expanded_key(phrase: &str) -> Option<String> {
    fold::expanded(phrase)?;
    let words: Vec<String> =
        phrase.split([' ', '-']).map(|w| fold::expanded(w).unwrap_or_else(|| word_key(w))).collect();
    Some(words.join(" "))
}

/// The places that a phrase names.
pub fn lookup(phrase: &str) -> &'static [u16] {
    if phrase.len() > 80 {
        return &[];
    }
    let k = key(phrase);
    PLACES.by_form.get(&k).or_else(|| PLACES.by_form.get(&k.replace(' ', ""))).map_or(&[], Vec::as_slice)
}

/// The two letters of a place's country, where the table says it.
pub fn country(place: u16) -> &'static str {
    PLACES.country.get(place as usize).map_or("", String::as_str)
}

/// Regions that lie in one country, by that country.
const REGIONS: [(&str, &str); 14] = [
    (
        "US",
        " alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois \
         indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska \
         nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming tx oh ny ca ma me ",
    ),
    ("CA", " ontario quebec alberta manitoba saskatchewan "),
    (
        "DE",
        " bavaria bayern saxony sachsen palatinate pfalz rheinland rhineland hesse hessen swabia schwaben westphalia westfalen thuringia \
         thuringen brandenburg holstein schleswig saarland franconia franken oberpfalz eifel harz ",
    ),
    ("AT", " tyrol tirol styria steiermark carinthia karnten vorarlberg burgenland "),
    ("CH", " vaud valais ticino aargau graubunden grisons thurgau appenzell "),
    (
        "GB",
        " england scotland wales yorkshire cornwall devon kent essex sussex norfolk suffolk lancashire cumbria ",
    ),
    (
        "FR",
        " brittany bretagne normandy normandie provence alsace burgundy bourgogne picardy savoy auvergne gascony ",
    ),
    (
        "IT",
        " tuscany toscana sicily sicilia sardinia sardegna lombardy lombardia piedmont piemonte umbria liguria calabria apulia puglia ",
    ),
    ("ES", " andalusia andalucia catalonia cataluna aragon asturias extremadura navarra navarre cantabria "),
    ("PL", " mazovia masuria mazury podlasie pomerania pomorze "),
    ("CZ", " bohemia moravia cechy morava "),
    ("UA", " volhynia podolia crimea donbas "),
    ("RO", " transylvania wallachia bukovina banat "),
    ("IN", " kerala gujarat rajasthan punjab bihar assam odisha "),
];

/// Whether a city has a first name that is given to people, and is in no table for that.
pub(crate) fn is_city_and_given(name: &str) -> bool {
    const CITIES: &str = " adelaide alexandria austin boston brighton bristol brooklyn camden carson charlotte chelsea chester cleveland \
        dallas denver devon dover florence hamilton houston jackson kent kingston lancaster lexington lincoln london madison memphis \
        milan orlando oxford paris phoenix raleigh salem santiago savannah siena sofia sydney troy valencia verona victoria vienna ";
    CITIES.contains(&format!(" {} ", name.to_lowercase()))
}

/// Whether the word is a plant, an animal or a dish that bears a place's name: Brussels sprouts.
pub fn named_after(word: &str) -> bool {
    const THINGS: &str = " creeper sprout sprouts lily ivy cedar daisy thorn cherry goose hen terrier hound setter pony schnitzel sausage \
        sausages bun buns punch fern pine hemp beetle moth ";
    !word.is_empty() && THINGS.contains(&format!(" {word} "))
}

/// The country of which a word is the name or a region.
pub fn region(word: &str) -> Option<&'static str> {
    let k = key(word);
    if k.is_empty() {
        return None;
    }
    if let Some((cc, _)) = REGIONS.iter().find(|(_, names)| names.contains(&format!(" {k} "))) {
        return Some(cc);
    }
    static TERRITORY: LazyLock<FxHashMap<String, &'static str>> = LazyLock::new(|| {
        let mut m = FxHashMap::default();
        for line in include_str!("tables/place_cldr.tsv").lines() {
            if let Some((id, forms)) = line.split_once('\t')
                && let Some(cc) = id.strip_prefix('@')
            {
                for f in forms.split('|') {
                    m.entry(key(f)).or_insert(cc);
                }
            }
        }
        m
    });
    TERRITORY.get(&k).copied()
}

/// A place named in a text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mention {
    pub span: Range<usize>,
    /// First and last token.
    pub tokens: (usize, usize),
    pub places: &'static [u16],
    pub inflected: bool,
}

/// The articles that may be written together with a preposition in a word: "du" is "de le".
fn articles(word: &str) -> &'static [&'static str] {
    match word {
        "du" | "au" => &["le"],
        "des" | "aux" => &["les"],
        "del" | "al" => &["el", "il"],
        "dal" | "nel" | "sul" => &["il"],
        "do" | "ao" | "no" => &["o"],
        _ => &[],
    }
}

/// Every place named in the text, the longest name first at each word.
pub(crate) fn mentions(text: &str, tokens: &[Token<'_>], english: bool) -> Vec<Mention> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let t = &tokens[i];
        if t.code || t.script.unspaced() || t.script.cased() && !t.capital() || t.text.len() > 60 {
            i += 1;
            continue;
        }
        let mut k = String::new();
        let mut hit = None;
        for n in 0..PLACES.longest {
            let Some(u) = tokens.get(i + n) else { break };
            if n > 0 {
                let gap = &text[tokens[i + n - 1].span.end..u.span.start];
                if !matches!(gap, " " | "-" | "\u{a0}") {
                    break;
                }
                k.push(' ');
            }
            k.push_str(&key(u.text));
            if let Some(p) = PLACES.by_form.get(&k) {
                hit = Some((n, p, false));
            }
        }
        // "L'agence du Caire" is that of Le Caire.
        let before = i
            .checked_sub(1)
            .map(|left| &tokens[left])
            .filter(|left| &text[left.span.end..t.span.start] == " ");
        if let Some(left) = before {
            let places = articles(left.text)
                .iter()
                .find_map(|article| PLACES.by_form.get(&format!("{article} {}", key(t.text))));
            hit = hit.or(places.map(|places| (0, places, true)));
        }
        if hit.is_none() {
            let lower = fold::lower(t.text);
            for b in affix::bases(&lower, t.script, english) {
                if let Some(p) = PLACES.by_form.get(&key(&b.word)) {
                    hit = Some((0, p, true));
                    break;
                }
            }
            if hit.is_none() && t.script == Script::Hangul {
                for (at, _) in t.text.char_indices().skip(1) {
                    if super::transliteration::hangul::PARTICLES.contains(&&t.text[at..])
                        && let Some(p) = PLACES.by_form.get(&key(&t.text[..at]))
                    {
                        hit = Some((0, p, true));
                    }
                }
            }
        }
        if let Some((n, places, inflected)) = hit {
            out.push(Mention {
                span: t.span.start..tokens[i + n].span.end,
                tokens: (i, i + n),
                places,
                inflected,
            });
            i += n + 1;
        } else {
            i += 1;
        }
    }
    out
}

/// Where a run of an unspaced script names one of `places`: byte ranges within the run.
pub(crate) fn in_run(places: &[u16], run: &str) -> Vec<Range<usize>> {
    let mut out: BTreeMap<usize, usize> = BTreeMap::new();
    let chars: Vec<(usize, char)> = run.char_indices().collect();
    let simple: String = han::simplified(run);
    let same_width = simple.len() == run.len();
    for &p in places {
        for form in PLACES.runs.get(p as usize).into_iter().flatten() {
            let mut from = 0;
            while let Some(at) = simple.get(from..).and_then(|s| s.find(form.as_str())) {
                let (s, e) = (from + at, from + at + form.len());
                from = e;
                let span = if same_width {
                    s..e
                } else {
                    let k = simple[..s].chars().count();
                    let l = k + form.chars().count();
                    let b = |n: usize| chars.get(n).map_or(run.len(), |c| c.0);
                    b(k)..b(l)
                };
                // A short katakana form is a part of longer words.
                let inside = |c: Option<char>| c.is_some_and(|c| script(c) == Some(Script::Katakana));
                let kana = form.chars().all(|c| script(c) == Some(Script::Katakana));
                if kana
                    && (inside(run[..span.start].chars().next_back())
                        || inside(run[span.end..].chars().next()))
                {
                    continue;
                }
                if out.range(..span.end).next_back().is_none_or(|(_, &end)| end <= span.start) {
                    out.insert(span.start, span.end);
                }
            }
        }
    }
    out.into_iter().map(|(s, e)| s..e).collect()
}
