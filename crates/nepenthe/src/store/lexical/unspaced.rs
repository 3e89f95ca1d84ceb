//! The words of what SQLite's tokenizer finds none in: scripts that put no spaces between words (Han, kana, Thai, Lao, Khmer,
//! Myanmar), and emoji (decision 0030).
//!
//! A run of such a script has a word for each two signs that stand side by side, and one for its last sign, so that each sign
//! begins one word. A sign is a letter with the marks that belong to it, in the form NFKC. The blocks are fixed: what Unicode
//! adds to them later is in them already, and the words of a text never change.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// What a run is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Han and kana, which one word may mix.
    East,
    /// Thai, Lao, Khmer and Myanmar.
    South,
    Emoji,
}

/// A run of one kind, and where it stands in the text, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) span: Range<usize>,
    kind: Kind,
}

/// Tells whether a text has something that this module finds words in.
pub(crate) fn is_in(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(|c| kind(c).is_some())
}

/// Returns the runs of a text, in order.
pub(crate) fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    if text.is_ascii() {
        return runs;
    }
    for (at, c) in text.char_indices() {
        let (kind, end) = (kind(c), at + c.len_utf8());
        match runs.last_mut().filter(|run| run.span.end == at) {
            Some(run) if kind == Some(run.kind) || run.kind == Kind::Emoji && changes_emoji(c) => {
                run.span.end = end;
            }
            _ => runs.extend(kind.map(|kind| Run { span: at..end, kind })),
        }
    }
    runs
}

impl Run {
    /// Returns what a query looks for: each two signs that stand side by side, or the only one; each emoji.
    pub(crate) fn asked(&self, text: &str) -> Vec<String> {
        let mut words = self.words(text);
        if self.ends_in_a_part(words.len()) {
            words.pop();
        }
        words
    }

    /// Returns the words of the run as the index has them.
    pub(super) fn words(&self, text: &str) -> Vec<String> {
        let run = &text[self.span.clone()];
        if self.kind == Kind::Emoji {
            return emoji(run);
        }
        let signs = signs(run);
        signs.windows(2).map(|pair| pair.concat()).chain(signs.last().cloned()).collect()
    }

    /// Tells whether the last of so many words is a part of the one before.
    pub(super) fn ends_in_a_part(&self, words: usize) -> bool {
        self.kind != Kind::Emoji && words > 1
    }
}

/// Tells whether a word is a single sign, which is a part of every word that begins with it.
pub(crate) fn is_sign(word: &str) -> bool {
    word.chars().next().and_then(kind).is_some_and(|kind| kind != Kind::Emoji)
        && first_sign(word) == word.len()
}

/// Tells whether a word begins with a sign.
pub(super) fn begins_with(word: &str, sign: &str) -> bool {
    word.starts_with(sign) && first_sign(word) == sign.len()
}

fn signs(run: &str) -> Vec<String> {
    let run: String = run.nfkc().collect();
    let (mut signs, mut rest) = (Vec::new(), run.as_str());
    while !rest.is_empty() {
        let (sign, behind) = rest.split_at(first_sign(rest));
        signs.push(sign.to_owned());
        rest = behind;
    }
    signs
}

/// The bytes of the first sign: a letter with its marks, and with what a Khmer coeng or a Myanmar virama puts below it.
fn first_sign(text: &str) -> usize {
    let mut before = '\0';
    for (at, c) in text.char_indices() {
        let stacked = matches!(before, '\u{17d2}' | '\u{1039}');
        if at > 0 && !stacked && c.general_category_group() != GeneralCategoryGroup::Mark {
            return at;
        }
        before = c;
    }
    text.len()
}

/// Each emoji without what only changes how it looks (skin, variation, a tag); those of a sequence one after the other; a flag's two
/// letters are one word.
fn emoji(run: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut flag = false;
    for c in run.chars().filter(|c| !changes_emoji(*c)) {
        let letter = is_flag(c);
        match words.last_mut() {
            Some(word) if flag && letter => word.push(c),
            _ => words.push(c.to_string()),
        }
        flag = letter && !flag;
    }
    words
}

fn is_flag(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}')
}

/// Joiners, variation selectors, skin tones and tags.
fn changes_emoji(c: char) -> bool {
    matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

fn kind(c: char) -> Option<Kind> {
    Some(match c {
        '\0'..='\u{dff}' => return None,
        '\u{3005}'..='\u{3007}' | '\u{3031}'..='\u{3035}' | '\u{303b}' | '\u{303c}' => Kind::East,
        '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3fffd}' => Kind::East,
        '\u{3041}'..='\u{3096}' | '\u{3099}' | '\u{309a}' | '\u{309d}'..='\u{309f}' => Kind::East,
        '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' => Kind::East,
        '\u{ff66}'..='\u{ff9f}' | '\u{1aff0}'..='\u{1affe}' | '\u{1b000}'..='\u{1b16f}' => Kind::East,
        '\u{e01}'..='\u{e3a}' | '\u{e40}'..='\u{e4e}' => Kind::South,
        '\u{e80}'..='\u{ebd}' | '\u{ec0}'..='\u{ecf}' | '\u{edc}'..='\u{edf}' => Kind::South,
        '\u{1780}'..='\u{17d3}' | '\u{17d7}' | '\u{17dc}' | '\u{17dd}' => Kind::South,
        '\u{1000}'..='\u{103f}' | '\u{1050}'..='\u{108f}' | '\u{109a}'..='\u{109d}' => Kind::South,
        '\u{a9e0}'..='\u{a9ef}' | '\u{a9fa}'..='\u{a9fe}' => Kind::South,
        '\u{aa60}'..='\u{aa76}' | '\u{aa7a}'..='\u{aa7f}' => Kind::South,
        _ if is_emoji(c) => Kind::Emoji,
        _ => return None,
    })
}

/// The pictures: no signs of print such as © and ™, no arrows and no geometry, which stand in texts that have no emoji.
fn is_emoji(c: char) -> bool {
    !changes_emoji(c)
        && (is_flag(c)
            || matches!(c,
                '\u{231a}' | '\u{231b}' | '\u{2328}' | '\u{23cf}' | '\u{23e9}'..='\u{23f3}' | '\u{23f8}'..='\u{23fa}'
                | '\u{2600}'..='\u{2604}' | '\u{260e}' | '\u{2611}' | '\u{2614}' | '\u{2615}' | '\u{2618}' | '\u{261d}'
                | '\u{2620}' | '\u{2622}' | '\u{2623}' | '\u{2626}' | '\u{262a}' | '\u{262e}' | '\u{262f}'
                | '\u{2638}'..='\u{263a}' | '\u{2640}' | '\u{2642}' | '\u{2648}'..='\u{2653}' | '\u{265f}' | '\u{2660}'
                | '\u{2663}' | '\u{2665}' | '\u{2666}' | '\u{2668}' | '\u{267b}' | '\u{267e}' | '\u{267f}'
                | '\u{2692}'..='\u{2697}' | '\u{2699}' | '\u{269b}' | '\u{269c}' | '\u{26a0}' | '\u{26a1}' | '\u{26a7}'
                | '\u{26aa}' | '\u{26ab}' | '\u{26b0}' | '\u{26b1}' | '\u{26bd}' | '\u{26be}' | '\u{26c4}' | '\u{26c5}'
                | '\u{26c8}' | '\u{26ce}' | '\u{26cf}' | '\u{26d1}' | '\u{26d3}' | '\u{26d4}' | '\u{26e9}' | '\u{26ea}'
                | '\u{26f0}'..='\u{26f5}' | '\u{26f7}'..='\u{26fa}' | '\u{26fd}' | '\u{2702}' | '\u{2705}'
                | '\u{2708}'..='\u{270d}' | '\u{270f}' | '\u{2712}' | '\u{2714}' | '\u{2716}' | '\u{271d}' | '\u{2721}'
                | '\u{2728}' | '\u{2733}' | '\u{2734}' | '\u{2744}' | '\u{2747}' | '\u{274c}' | '\u{274e}'
                | '\u{2753}'..='\u{2755}' | '\u{2757}' | '\u{2763}' | '\u{2764}' | '\u{2795}'..='\u{2797}' | '\u{27b0}'
                | '\u{27bf}' | '\u{2b50}' | '\u{2b55}'
                | '\u{1f004}' | '\u{1f0cf}' | '\u{1f300}'..='\u{1f64f}' | '\u{1f680}'..='\u{1f6ff}'
                | '\u{1f7e0}'..='\u{1f7ff}' | '\u{1f900}'..='\u{1f9ff}' | '\u{1fa70}'..='\u{1faff}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        runs(text).iter().flat_map(|run| run.words(text)).collect()
    }

    fn asked(text: &str) -> Vec<String> {
        runs(text).iter().flat_map(|run| run.asked(text)).collect()
    }

    #[test]
    fn each_sign_of_a_run_begins_one_word() {
        assert_eq!(words("我的猫，3只"), ["我的", "的猫", "猫", "只"]);
        assert_eq!(asked("我的猫，3只"), ["我的", "的猫", "只"]);
        assert_eq!(words("ﾉｰﾄ"), ["ノー", "ート", "ト"]);
        // A mark belongs to its letter, however it is written; a stacked consonant to the one above.
        assert_eq!(words("は\u{3099}ん"), ["ばん", "ん"]);
        assert_eq!(words("ที่"), ["ที่"]);
        assert_eq!(words("น้ำ"), words("น้\u{e4d}า"));
        assert_eq!(words("ខ្មែរ"), ["ខ្មែរ", "រ"]);
        assert_eq!(words("မြန်မာ"), ["မြန်", "န်မာ", "မာ"]);
        assert_eq!(words("Zoë, Ünal 4711 한국어 हिन्दी — ฿20 ๒๕ ・。"), [""; 0]);
    }

    #[test]
    fn how_an_emoji_looks_makes_no_other_word() {
        for same in ["👍", "👍🏽", "👍\u{fe0f}", "👍🏿\u{fe0f}"] {
            assert_eq!(words(same), ["👍"], "{same:?}");
        }
        assert_eq!((words("❤"), words("❤\u{fe0f}")), (vec!["❤".to_owned()], vec!["❤".to_owned()]));
        assert_eq!(words("👩🏽\u{200d}💻"), ["👩", "💻"]);
        assert_eq!(words("🇯🇵🇩🇪 🇫"), ["🇯🇵", "🇩🇪", "🇫"]);
        assert_eq!(words("🐶🐱"), ["🐶", "🐱"]);
        // What is no emoji, or only changes one that is not there.
        assert_eq!(words("© ™ → ▶ ★ 1\u{fe0f}\u{20e3} \u{1f3fd} ~ ✓"), [""; 0]);
    }

    #[test]
    fn a_sign_is_told_from_two_and_from_other_words() {
        for (word, is) in
            [("猫", true), ("猫が", false), ("ที่", true), ("cat", false), ("🐶", false), ("", false)]
        {
            assert_eq!(is_sign(word), is, "{word}");
        }
        assert!(begins_with("猫が", "猫") && begins_with("猫", "猫"));
        assert!(!begins_with("ก็ด", "ก") && !begins_with("が猫", "猫"));
    }
}
