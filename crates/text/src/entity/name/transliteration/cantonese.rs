//! Names as Hong Kong spells them: the Cantonese readings of Han characters in Latin letters ("Chan Chi Ming" for 陳志明).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::simplified::simple;

/// Simplified characters and their readings in Jyutping, without tones.
static READINGS: LazyLock<FxHashMap<char, Vec<&'static str>>> = LazyLock::new(|| {
    let mut of: FxHashMap<char, Vec<&'static str>> = FxHashMap::default();
    for (syllable, characters) in
        include_str!("../tables/cantonese.tsv").lines().filter_map(|line| line.split_once('\t'))
    {
        for character in characters.chars().map(simple) {
            let readings = of.entry(character).or_default();
            if !readings.contains(&syllable) {
                readings.push(syllable);
            }
        }
    }
    of
});

/// How syllables of Jyutping are spelled, the commonest spelling first.
static SPELLINGS: LazyLock<FxHashMap<&'static str, Vec<String>>> =
    LazyLock::new(|| READINGS.values().flatten().map(|syllable| (*syllable, spellings(syllable))).collect());

/// How a character is spelled in names.
pub(super) fn spelled(character: char) -> impl Iterator<Item = &'static str> {
    let readings = READINGS.get(&simple(character)).into_iter().flatten();
    readings.filter_map(|syllable| SPELLINGS.get(syllable)).flatten().map(String::as_str)
}

/// How many of the characters the whole of these letters spells, from the first on.
pub(super) fn spells(letters: &str, characters: &[char]) -> Option<usize> {
    if letters.is_empty() {
        return Some(0);
    }
    let (first, others) = characters.split_first()?;
    spelled(*first)
        .filter_map(|syllable| letters.strip_prefix(syllable))
        .find_map(|rest| spells(rest, others))
        .map(|count| count + 1)
}

/// The spellings of a syllable of Jyutping: Hong Kong's own, and what people make of it.
fn spellings(syllable: &str) -> Vec<String> {
    match syllable {
        "m" | "ng" => return vec![syllable.to_owned()],
        // 子, 思: no vowel to speak of.
        "zi" => return ["chi", "tsz", "tze", "tsze", "gee", "chee"].map(str::to_owned).to_vec(),
        "ci" => return ["chi", "tsz", "tse", "chee"].map(str::to_owned).to_vec(),
        "si" => return ["sze", "si", "see", "sz", "shi", "szee"].map(str::to_owned).to_vec(),
        _ => {}
    }
    const INITIALS: [(&str, &[&str]); 19] = [
        ("gw", &["kw", "gw"]),
        ("kw", &["kw", "qu"]),
        ("ng", &["ng", ""]),
        ("b", &["p", "b"]),
        ("p", &["p"]),
        ("m", &["m"]),
        ("f", &["f"]),
        ("d", &["t", "d"]),
        ("t", &["t"]),
        ("n", &["n"]),
        ("l", &["l"]),
        ("g", &["k", "g"]),
        ("k", &["k"]),
        ("h", &["h"]),
        ("w", &["w"]),
        ("z", &["ch", "ts", "j"]),
        ("c", &["ch", "ts"]),
        ("s", &["s", "sh"]),
        ("j", &["y", ""]),
    ];
    let (heads, end) = INITIALS
        .iter()
        .find_map(|(initial, heads)| Some((*heads, syllable.strip_prefix(initial)?)))
        .unwrap_or((&[""], syllable));
    let ends: Vec<String> = match end {
        "aa" => vec!["a".into(), "ah".into()],
        "am" => vec!["am".into(), "um".into()],
        "an" => vec!["an".into(), "un".into()],
        "ei" => vec!["ei".into(), "i".into(), "ee".into(), "ay".into()],
        "i" => vec!["i".into(), "ee".into(), "ie".into()],
        "o" => vec!["o".into(), "aw".into()],
        "ou" => vec!["o".into(), "ou".into()],
        "oe" => vec!["eu".into()],
        "oeng" => vec!["eung".into(), "euong".into()],
        "oek" => vec!["euk".into()],
        "eoi" => vec!["ui".into()],
        "eon" => vec!["un".into(), "eon".into()],
        "eot" => vec!["ut".into()],
        "u" => vec!["u".into(), "oo".into()],
        "un" => vec!["un".into(), "oon".into()],
        "yu" => vec!["u".into(), "ue".into()],
        "yun" => vec!["uen".into(), "un".into()],
        "yut" => vec!["uet".into(), "ut".into()],
        long if long.starts_with("aa") => vec![long[1..].to_owned()],
        same => vec![same.to_owned()],
    };
    let joined = heads.iter().flat_map(|head| ends.iter().map(move |end| format!("{head}{end}")));
    joined.filter(|spelled| spelled.len() > 1 && spelled.contains(['a', 'e', 'i', 'o', 'u'])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_as_in_hong_kong() {
        for (latin, han) in [
            ("chanchiming", "陳志明"),
            ("wongkawai", "王家衛"),
            ("leungchiuwai", "梁朝偉"),
            ("cheungkwokwing", "張國榮"),
            ("yeungchinwah", "楊千華"),
            ("hokwanyiu", "何君堯"),
            ("ngtszyan", "吳子欣"),
            ("kwokfushing", "郭富城"),
            ("mokmanwai", "莫文蔚"),
            ("lamyuetngo", "林月娥"),
        ] {
            let characters: Vec<char> = han.chars().collect();
            assert_eq!(spells(latin, &characters), Some(3), "{latin}");
        }
        let others: Vec<char> = "陳志偉".chars().collect();
        assert_eq!(spells("chanchiming", &others), None);
    }
}
