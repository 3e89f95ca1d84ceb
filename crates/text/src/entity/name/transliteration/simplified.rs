//! Simplified forms of Han characters.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

static VARIANTS: LazyLock<FxHashMap<char, char>> = LazyLock::new(|| {
    let c: Vec<char> = include_str!("../tables/han_variants.txt").chars().collect();
    c.chunks_exact(2).map(|p| (p[0], p[1])).collect()
});

/// The simplified form of a character.
pub fn simple(c: char) -> char {
    // Variants of Japanese surnames that are in no table of simplified forms.
    let c = match c {
        '邉' => '邊',
        '髙' => '高',
        '﨑' | '嵜' | '碕' => '崎',
        '濵' => '濱',
        '栁' => '柳',
        '𠮷' => '吉',
        '冨' => '富',
        '桒' => '桑',
        '曻' => '昇',
        _ => c,
    };
    VARIANTS.get(&c).copied().unwrap_or(c)
}

/// The simplified form of a run.
pub fn simplified(run: &str) -> String {
    run.chars().map(simple).collect()
}
