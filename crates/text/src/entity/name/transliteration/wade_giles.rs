//! Wade-Giles: how Taiwan and older books spell Mandarin ("Chih-ming" for Zhiming).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::pinyin::{FINALS, INITIALS};

const APOSTROPHES: [char; 4] = ['\'', '’', 'ʻ', '‘'];
/// Most syllables of a word, and most ways to read it.
const SYLLABLES: usize = 3;
const MOST: usize = 12;

/// What is spelled so: with the apostrophes that tell the aspirated apart, and without, as passports do.
static SPELLED: LazyLock<FxHashMap<String, Vec<String>>> = LazyLock::new(|| {
    let mut of: FxHashMap<String, Vec<String>> = FxHashMap::default();
    for initial in INITIALS {
        for end in FINALS {
            for spelled in spellings(initial, end) {
                let bare = spelled.replace('\'', "");
                for spelled in [spelled, bare] {
                    let readings = of.entry(spelled).or_default();
                    let pinyin = format!("{initial}{end}");
                    if !readings.contains(&pinyin) {
                        readings.push(pinyin);
                    }
                }
            }
        }
    }
    of
});

/// What a word in this spelling may be in pinyin; none for a word that is not.
pub(super) fn pinyin(word: &str) -> Vec<String> {
    let marked = word.contains(APOSTROPHES);
    let mut read = vec![String::new()];
    let parts: Vec<String> = word
        .split('-')
        .map(|part| part.replace(APOSTROPHES, "'").trim_end_matches('\'').to_owned())
        .collect();
    if parts.len() > SYLLABLES {
        return Vec::new();
    }
    for part in &parts {
        let Some(readings) = SPELLED.get(part) else { return Vec::new() };
        // Where any aspiration is marked, what has no mark is not aspirated.
        let fits = |pinyin: &&String| !marked || part.contains('\'') || !is_aspirated(pinyin);
        let own: Vec<&String> = readings.iter().filter(fits).collect();
        read = read.iter().flat_map(|before| own.iter().map(move |own| format!("{before}{own}"))).collect();
        read.truncate(MOST);
    }
    read
}

/// The same for a word whose syllables are written together.
pub(super) fn pinyin_of_joined(word: &str) -> Vec<String> {
    let whole = SPELLED.get(word).into_iter().flatten().cloned();
    let cut = (1..word.len()).filter(|at| word.is_char_boundary(*at)).map(|at| word.split_at(at));
    let pairs = cut.filter_map(|(first, second)| Some((SPELLED.get(first)?, SPELLED.get(second)?)));
    let joined = pairs.flat_map(|(first, second)| {
        first.iter().flat_map(move |first| second.iter().map(move |second| format!("{first}{second}")))
    });
    whole.chain(joined).take(MOST).collect()
}

fn is_aspirated(pinyin: &str) -> bool {
    pinyin.starts_with(['p', 't', 'k', 'q', 'c'])
}

/// How a syllable of pinyin is spelled.
fn spellings(initial: &str, end: &str) -> Vec<String> {
    let head = match initial {
        "b" => "p",
        "p" => "p'",
        "d" => "t",
        "t" => "t'",
        "g" => "k",
        "k" => "k'",
        "j" | "zh" => "ch",
        "q" | "ch" => "ch'",
        "x" => "hs",
        "r" => "j",
        "z" => "ts",
        "c" => "ts'",
        same => same,
    };
    let ends: &[&str] = match (initial, end) {
        ("zh" | "ch" | "sh" | "r", "i") => &["ih"],
        ("z", "i") => return vec!["tzu".to_owned(), "tsu".to_owned()],
        ("c", "i") => return vec!["tz'u".to_owned(), "ts'u".to_owned()],
        ("s", "i") => return vec!["ssu".to_owned(), "szu".to_owned()],
        ("y", "i") => return vec!["yi".to_owned(), "i".to_owned()],
        ("y", "e") => &["eh"],
        ("y", "an") => &["en"],
        ("y", "ou") => &["u"],
        ("g" | "k" | "h" | "", "e") => &["o", "e"],
        ("g" | "k", "ui") => &["uei", "ui"],
        ("g" | "k" | "h" | "sh", "uo") => &["uo"],
        (_, "uo") => &["o"],
        (_, "ian") => &["ien"],
        (_, "ie") => &["ieh"],
        (_, "ue") => &["ueh"],
        (_, "ong") => &["ung"],
        (_, "iong") => &["iung"],
        (_, "er") => &["erh"],
        (_, "v") => &["u"],
        (_, "ve") => &["ueh"],
        (_, same) => &[same],
    };
    ends.iter().map(|end| format!("{head}{end}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syllables_are_read() {
        for (spelled, read) in [
            ("chih-ming", "zhiming"),
            ("hsiu-ying", "xiuying"),
            ("chien-kuo", "jianguo"),
            ("tsung-han", "zonghan"),
            ("chia-hao", "jiahao"),
            ("ts'ai-hsia", "caixia"),
            ("tzu-yang", "ziyang"),
            ("shih-chieh", "shijie"),
            ("yu-jung", "yourong"),
            ("k'ai-shek", ""),
            ("mei-ling", "meiling"),
        ] {
            let readings = pinyin(spelled);
            assert_eq!(
                readings.iter().any(|reading| reading == read),
                !read.is_empty(),
                "{spelled}: {readings:?}"
            );
        }
        // A mark tells that what has none is not aspirated.
        assert!(pinyin("chi-chang").contains(&"qichang".to_owned()));
        assert!(!pinyin("ch'i-chang").contains(&"qichang".to_owned()));
        assert!(pinyin("ch'i-chang").contains(&"qizhang".to_owned()));
        assert!(pinyin_of_joined("chihming").contains(&"zhiming".to_owned()));
    }
}
