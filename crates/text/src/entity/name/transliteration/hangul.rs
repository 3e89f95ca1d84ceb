//! Hangul as conjoining jamo, with the byte of each syllable.

use unicode_normalization::UnicodeNormalization;

/// The jamo of a run, each with the byte where its syllable begins.
pub fn jamo(run: &str) -> Vec<(char, usize)> {
    run.char_indices().flat_map(|(i, c)| std::iter::once(c).nfkd().map(move |j| (j, i))).collect()
}

/// A surname as it sounds, where it is most often written with a consonant that it has lost: Lee is 이.
pub fn surname(latin: &str) -> Option<&'static str> {
    Some(match latin {
        "lee" | "li" | "rhee" | "rhie" | "ri" => "i",
        "lim" | "rim" | "rhim" | "leem" => "im",
        "ryu" | "ryoo" | "lyu" => "yu",
        "roh" | "rho" => "no",
        "ra" => "na",
        "ryang" => "yang",
        _ => return None,
    })
}

/// Particles that may follow a name without a space.
pub const PARTICLES: [&str; 58] = [
    "은", "는", "이", "가", "을", "를", "의", "에", "와", "과", "도", "로", "으로", "에서", "에게", "한테",
    "께", "님", "씨", "님은", "님이", "님의", "님께", "씨는", "씨가", "씨의", "씨를", "씨에게", "이는",
    "이가", "까지", "부터", "만", "라고", "이라고", "하고", "랑", "이랑", "처럼", "보다", "에는", "에서는",
    "이다", "입니다", "행", "발", "시", "역", "점", "지점", "군", "양", "께서", "야", "아", "님도", "씨도",
    "용",
];

/// A word in the letters of [`super::kana::unvoiced`], as Japanese writes it by its sound.
pub fn in_kana(word: &str) -> String {
    const FIRST: [&str; 19] =
        ["k", "k", "n", "t", "t", "r", "m", "p", "p", "s", "s", "", "c", "c", "c", "k", "t", "p", "h"];
    const MIDDLE: [&str; 21] = [
        "a", "e", "ya", "ye", "o", "e", "yo", "ye", "o", "wa", "we", "e", "yo", "u", "wo", "we", "ui", "yu",
        "u", "i", "i",
    ];
    const LAST: [&str; 27] = [
        "ku", "ku", "ku", "n", "n", "n", "t", "ru", "ku", "mu", "ru", "ru", "ru", "pu", "ru", "mu", "pu",
        "pu", "t", "t", "n", "t", "t", "ku", "t", "pu", "t",
    ];
    let of = |list: &[&'static str], from: u32, c: char| {
        let at = (c as u32).checked_sub(from).and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| list.get(at).copied())
    };
    jamo(word)
        .into_iter()
        .map(|(c, _)| {
            of(&FIRST, 0x1100, c)
                .or_else(|| of(&MIDDLE, 0x1161, c))
                .or_else(|| of(&LAST, 0x11A8, c))
                .unwrap_or_default()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::in_kana;
    use crate::entity::name::transliteration::kana::{hepburn, unvoiced};

    #[test]
    fn korean_in_kana_sounds_alike() {
        let written = |kana: &str| unvoiced(&hepburn(kana).into_iter().map(|x| x.0).collect::<String>());
        for (korean, kana) in [
            ("하늘", "ハヌル"),
            ("최", "チェ"),
            ("바다", "バダ"),
            ("김", "キム"),
            ("박", "パク"),
            ("정", "チョン"),
            ("지우", "ジウ"),
        ] {
            assert_eq!(in_kana(korean), written(kana), "{korean} {kana}");
        }
        for (korean, kana) in [("하늘", "ハナル"), ("바다", "マダ"), ("지우", "ジホ")] {
            assert_ne!(in_kana(korean), written(kana), "{korean} {kana}");
        }
    }
}
