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
