//! The nominatives that the words of a name may be forms of, by the paradigms of a closed table.

use std::sync::LazyLock;

use super::Name;
use crate::gazetteer::{gender, given_name};
use crate::lang::{LANGUAGES, Language, List, parts_of};
use crate::unicode::fold;
use crate::unicode::token::{Script, tokens};

/// How names of one sex that end alike are inflected.
struct Paradigm {
    /// Of which language, or of which few whose endings are much the same.
    tongue: &'static str,
    sex: &'static str,
    nominative: &'static str,
    /// The endings of each case.
    cases: Vec<Vec<&'static str>>,
}

static PARADIGMS: LazyLock<Vec<Paradigm>> = LazyLock::new(|| {
    let of = |language: &'static Language| {
        language.rows("cases").filter_map(|(sex, endings)| {
            let mut cells = endings.split('\t');
            let nominative = cells.next()?;
            let cases = cells.map(|cell| parts_of(cell).collect()).collect();
            Some(Paradigm { tongue: language.code, sex, nominative, cases })
        })
    };
    LANGUAGES.iter().flat_map(of).collect()
});

/// Most names that one may be a form of.
const MOST: usize = 12;

/// Sets what the words of the names may be forms of, by the language of the request that has them.
pub(super) fn read(request: &str, names: &mut [Name]) {
    if names.is_empty() {
        return;
    }
    let toks = tokens(request);
    let small: Vec<(usize, String)> = toks
        .iter()
        .filter(|t| !names.iter().any(|name| name.span.start <= t.span.start && t.span.end <= name.span.end))
        .map(|t| (t.span.start, fold::lower(t.text)))
        .collect();
    let has = |language: &Language, word: &str| language.words(List::BeforeNames).contains(&word);
    let spoken: Vec<&str> = LANGUAGES
        .iter()
        .filter(|language| {
            small.iter().any(|(_, word)| word.chars().count() > 2 && has(language, word.as_str()))
        })
        .map(|language| language.code)
        .collect();
    for name in names {
        let governed = |tongue: &str| {
            let language = LANGUAGES.iter().find(|language| language.code == tongue);
            let before = small.iter().rev().filter(|(at, _)| *at < name.span.start).take(2);
            before.into_iter().any(|(_, word)| language.is_some_and(|language| has(language, word)))
        };
        name.nominatives = nominatives(&name.words, request, &spoken, &governed);
        name.nominatives.extend(family(name, request));
    }
}

/// The surname of a family: "Delgado" of "the Delgados".
fn family(name: &Name, request: &str) -> Option<Vec<String>> {
    let [word] = name.words.as_slice() else { return None };
    let before = request.get(..name.span.start)?.trim_end().to_lowercase();
    let one =
        word.strip_suffix('s').filter(|one| one.chars().count() > 3 && !one.ends_with(['s', 'u', 'i']))?;
    let capital = word.starts_with(char::is_uppercase) && word.chars().skip(1).all(char::is_lowercase);
    // "The Adams" are not called Adam.
    (capital && !is_known(one) && (before == "the" || before.ends_with(" the"))).then(|| vec![one.to_owned()])
}

fn nominatives(
    words: &[String],
    request: &str,
    spoken: &[&'static str],
    governed: &dyn Fn(&str) -> bool,
) -> Vec<Vec<String>> {
    let script = words.first().and_then(|word| word.chars().find_map(crate::unicode::token::script));
    let has = |letters: &str| request.to_lowercase().contains(|c| letters.contains(c));
    let tongues: Vec<&str> = match script {
        Some(Script::Cyrillic) if has("іїєґ") => vec!["uk"],
        Some(Script::Cyrillic) if has("ыэёъ") => vec!["ru"],
        Some(Script::Cyrillic) if spoken == ["uk"] => vec!["uk"],
        Some(Script::Cyrillic) => vec!["ru", "uk"],
        Some(Script::Greek) => vec!["el"],
        Some(Script::Latin) => {
            spoken.iter().copied().filter(|one| !matches!(*one, "ru" | "uk" | "el")).collect()
        }
        _ => return Vec::new(),
    };
    let mut out: Vec<(bool, Vec<String>)> = Vec::new();
    for tongue in tongues {
        let told = spoken.contains(&tongue);
        // A word alone is in a case only where the language around it says so.
        if words.len() == 1 && !told {
            continue;
        }
        for name in in_tongue(words, tongue) {
            let surer = is_known(&name[0]);
            let written = is_known(&words[0]) && words[0].to_lowercase() != name[0].to_lowercase();
            let nominative =
                written && !surer || !governed(tongue) && (written || is_of_woman(words) && !surer);
            if !nominative && !out.iter().any(|(_, other)| *other == name) {
                out.push((surer, name));
            }
        }
    }
    // A known name goes before what the endings allow.
    out.sort_by_key(|(surer, _)| !surer);
    out.truncate(MOST);
    out.into_iter().map(|(_, name)| name).collect()
}

/// Whether the word is known as somebody's name, in the nominative.
fn is_known(word: &str) -> bool {
    if word.ends_with(['ě', 'ę', 'ą', 'ė', 'į', 'ų', 'ū', 'ů', 'ú', 'í']) {
        return false;
    }
    gender::of_name(word).is_some()
        || given_name::lookup(&given_name::fold_key(word)).iter().any(|one| !one.nickname)
}

/// Whether a name looks like a woman's in the nominative: Вера Павлова.
fn is_of_woman(words: &[String]) -> bool {
    let [first, .., last] = words else { return false };
    let (first, last) = (fold::lower(first), fold::lower(last));
    let surname = ["ова", "ева", "ёва", "ина", "ына", "ая", "ova", "eva", "ina", "owa", "ska", "cka"];
    first.ends_with(['а', 'я', 'a']) && surname.iter().any(|end| last.ends_with(end))
}

/// Names whose words those of a name may be forms of, all of one sex and in one case.
fn in_tongue(words: &[String], tongue: &str) -> Vec<Vec<String>> {
    let Some((last, others)) = words.split_last() else { return Vec::new() };
    if matches!(tongue, "fi" | "hu" | "tr") {
        let forms = if tongue == "tr" { of_turkish(last) } else { forms(last, tongue) };
        let whole = |form: Form| others.iter().cloned().chain([form.word]).collect();
        return forms.into_iter().map(whole).collect();
    }
    // The sex and case that all words so far share, and their nominatives.
    type Begun = (Option<(&'static str, usize)>, Vec<String>);
    let mut out: Vec<Begun> = vec![(None, Vec::new())];
    for word in words {
        if crate::gazetteer::title::particle(word) {
            out.iter_mut().for_each(|(_, name)| name.push(word.clone()));
            continue;
        }
        let forms = forms(word, tongue);
        out = out
            .iter()
            .flat_map(|(case, name)| {
                let agreeing =
                    forms.iter().filter(move |form| case.is_none_or(|case| case == (form.sex, form.case)));
                agreeing.map(move |form| {
                    let name = name.iter().cloned().chain([form.word.clone()]).collect();
                    (Some((form.sex, form.case)), name)
                })
            })
            .take(400)
            .collect();
    }
    out.into_iter().map(|(_, name)| name).filter(|name| name != words).collect()
}

/// A word that another is a form of.
struct Form {
    sex: &'static str,
    case: usize,
    word: String,
}

fn forms(word: &str, tongue: &str) -> Vec<Form> {
    const SHORTEST: usize = 2;
    let mut lower = fold::lower(word);
    if tongue == "el" {
        lower = super::token_match::strip_marks(&lower, Script::Greek).replace('ς', "σ");
        if lower.ends_with('σ') {
            lower.truncate(lower.len() - 'σ'.len_utf8());
            lower.push('ς');
        }
    }
    let vowel = |c: char| "aeiouyąęáéíóúůýěėįųūöüäőűаеёиоуыэюяіїєйь".contains(c);
    let consonant = |stem: &str| stem.chars().next_back().is_some_and(|c| !vowel(c));
    // A vowel that only the nominative has stands between two consonants: Marek, Marka.
    let joins = |stem: &str, ending: &str, nominative: &str| match nominative {
        "-" | "ь" => consonant(stem),
        "й" => !consonant(stem),
        _ => {
            consonant(stem)
                || ending.starts_with(vowel)
                || !nominative.starts_with(vowel)
                || ending.starts_with("ьв")
        }
    };
    let mut out: Vec<Form> = Vec::new();
    for paradigm in PARADIGMS.iter().filter(|paradigm| paradigm.tongue == tongue) {
        for (case, endings) in paradigm.cases.iter().enumerate() {
            for ending in endings {
                let form = if *ending == "C" {
                    consonant(&lower).then(|| word.to_owned())
                } else {
                    lower
                        .strip_suffix(ending)
                        .filter(|stem| stem.chars().count() >= SHORTEST)
                        .filter(|stem| joins(stem, ending, paradigm.nominative))
                        .map(|stem| match paradigm.nominative {
                            "-" | "*" => stem.to_owned(),
                            nominative => format!("{stem}{nominative}"),
                        })
                        .map(|form| if form == lower { word.to_owned() } else { like(word, &form) })
                };
                out.extend(form.map(|word| Form { sex: paradigm.sex, case, word }));
            }
        }
    }
    if tongue == "fi" {
        let strong: Vec<Form> =
            out.iter().filter_map(|form| Some(Form { word: strong(&form.word)?, ..*form })).collect();
        out.extend(strong);
    }
    out
}

/// A Finnish name with its last stop doubled: Matin is of Matti.
fn strong(word: &str) -> Option<String> {
    let (at, stop) =
        word.char_indices().rev().nth(1).filter(|(at, c)| *at > 1 && matches!(c, 'k' | 'p' | 't'))?;
    let open = word[..at].ends_with(['a', 'e', 'i', 'o', 'u', 'y', 'ä', 'ö', 'r', 'l', 'n']);
    open.then(|| format!("{}{stop}{}", &word[..at], &word[at..]))
}

fn of_turkish(word: &str) -> Vec<Form> {
    let parted = word.split_once(['\'', '’', 'ʼ', '‘']);
    let stem = parted.filter(|(stem, end)| stem.chars().count() > 1 && List::EndingsOfNames.has(end));
    stem.map(|(stem, _)| Form { sex: "x", case: 0, word: stem.to_owned() }).into_iter().collect()
}

/// The form with the capitals of the word.
fn like(word: &str, form: &str) -> String {
    if word.chars().count() > 1 && word.chars().all(|c| !c.is_lowercase()) {
        return form.to_uppercase();
    }
    let mut letters = form.chars();
    match letters.next() {
        Some(first) if word.starts_with(char::is_uppercase) => first.to_uppercase().chain(letters).collect(),
        _ => form.to_owned(),
    }
}
