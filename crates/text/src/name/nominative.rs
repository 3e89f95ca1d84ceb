//! The nominatives of names that a request has in a case: "wszystko o Baronie" asks for Baron.

use super::script::inflect;
use super::token::{Script, tokens};
use super::{Name, group};

/// Phrases whose names stand in a case, with a space on both sides.
const GOVERNORS: &[&str] = &[
    " wszystko o ", " wszystko na temat ", " dane ", " všechno o ", " vše o ", " všetko o ", " sve o ",
    " vse o ", " záznamy o ", " notatki o ", " wpisy o ", " informacje o ", " všechno k ", " всё о ",
    " всё об ", " все о ", " все об ", " всё про ", " все про ", " записи о ", " сведения о ", " данные о ",
    " записи об ", " co wiemy o ", " co mamy o ", " co dotyczy ", " dotyczące ", " co víme o ", " ohledně ",
    " co se týká ", " týkající se ", " усе про ", " записи про ", " що стосується ", " что касается ",
    " касательно ", " известно о ", " известно об ", " kaikki ", " kaikki tiedot ", " mindent ", " minden ",
    " данные об ",
];

/// Endings of cases in Polish and Czech after "o", and of the nominative.
const LATIN: [(&str, &str); 39] = [
    ("rku", "rek"),
    ("rlu", "rel"),
    ("łku", "łek"),
    ("dku", "dek"),
    ("cku", "cek"),
    ("wku", "wek"),
    ("šku", "šek"),
    ("vlu", "vel"),
    ("tku", "tek"),
    ("skim", "ski"),
    ("ckim", "cki"),
    ("skiej", "ska"),
    ("ckiej", "cka"),
    ("ské", "ská"),
    ("ském", "ský"),
    ("ové", "ová"),
    ("ej", "a"),
    ("ście", "st"),
    ("cie", "t"),
    ("dzie", "d"),
    ("rze", "r"),
    ("dze", "ga"),
    ("ce", "ka"),
    ("le", "ł"),
    ("le", "l"),
    ("nie", "n"),
    ("nie", "na"),
    ("sie", "s"),
    ("zie", "z"),
    ("wie", "w"),
    ("wie", "wa"),
    ("bie", "b"),
    ("mie", "m"),
    ("owi", ""),
    ("ovi", ""),
    ("ku", "k"),
    ("gu", "g"),
    ("u", ""),
    ("ě", "a"),
];

/// Endings of the Finnish elative and the Hungarian delative.
const ABOUT: &[(&str, &str)] = &[
    ("eesta", "e"),
    ("eestä", "e"),
    ("sesta", "nen"),
    ("sestä", "nen"),
    ("sta", ""),
    ("stä", ""),
    ("ról", ""),
    ("ről", ""),
];

fn nominatives(word: &str, script: Script) -> Vec<String> {
    let lower = word.to_lowercase();
    let mut out: Vec<String> = match script {
        Script::Latin => LATIN
            .iter()
            .filter_map(|(end, base)| Some(format!("{}{base}", lower.strip_suffix(end)?)))
            .filter(|w| w.chars().count() > 2)
            .collect(),
        Script::Cyrillic => {
            let bases = inflect::bases(&lower, script, false).into_iter().map(|b| b.word);
            // "Сидоренка" of Сидоренко.
            let ukrainian = ["енка", "енку", "енком"].iter().find_map(|end| lower.strip_suffix(end));
            ukrainian.map(|stem| format!("{stem}енко")).into_iter().chain(bases).collect()
        }
        _ => Vec::new(),
    };
    // A known name goes before what the endings allow.
    if script == Script::Cyrillic {
        out.sort_by_key(|w| group::lookup(&group::fold_key(w)).is_empty());
    }
    out.truncate(2);
    out.into_iter()
        .map(|w| {
            let mut c = w.chars();
            c.next().map_or(String::new(), |first| first.to_uppercase().chain(c).collect())
        })
        .collect()
}

/// Whether a name in the nominative has a first name that is known, where the name in a case has none: it goes before that.
pub(crate) fn is_surer(base: &Name, name: &Name) -> bool {
    let known = |name: &Name| {
        name.words.iter().any(|w| group::lookup(&group::fold_key(w)).iter().any(|e| !e.nickname))
    };
    known(base) && !known(name)
}

/// For names in a case, the same in the nominative, as far as their endings tell.
pub(crate) fn bases(request: &str, names: &[Name]) -> Vec<Name> {
    let lower = format!(" {}", request.to_lowercase());
    if !GOVERNORS.iter().any(|g| lower.contains(g)) {
        return Vec::new();
    }
    let by_ending = [" kaikki ", " minden ", " mindent "].iter().any(|g| lower.contains(g));
    let mut out: Vec<Name> = Vec::new();
    for n in names.iter().take(4) {
        let forms: Vec<Vec<String>> = n
            .words
            .iter()
            .map(|w| {
                let script = tokens(w).first().map_or(Script::Other, |t| t.script);
                if by_ending {
                    let bare = ABOUT
                        .iter()
                        .filter_map(|(end, base)| Some(format!("{}{base}", w.strip_suffix(end)?)));
                    bare.take(1).collect()
                } else if group::lookup(&group::fold_key(w)).is_empty() {
                    nominatives(w, script)
                } else {
                    Vec::new()
                }
            })
            .collect();
        for i in 0..2 {
            let words: Vec<String> = n
                .words
                .iter()
                .zip(&forms)
                .map(|(w, f)| f.get(i).or_else(|| f.first()).unwrap_or(w).clone())
                .collect();
            if words != n.words && !out.iter().any(|o| o.words == words) {
                out.push(Name { text: words.join(" "), words, ..n.clone() });
            }
        }
    }
    out
}
