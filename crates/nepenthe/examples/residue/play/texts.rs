//! Random texts. Each carries tokens that no other text has, so that a hit in the files is never an accident.

use super::Random;

/// Characters of a token.
const TOKEN: u64 = 14;

/// Letters that tokens are made of, by script. Lower case, and none that a stemmer would take off an end.
const SCRIPTS: [&str; 5] = [
    "0123456789bcfhjkmpqvwxz",
    "бвгджзклмнпрстфхцчшщ",
    "βγδζθκλμνξπρστφχψω",
    "愛安案以位囲意印引雨雲永泳駅央",
    "0123456789",
];

const NAMES: [&str; 8] = ["Yuri", "Zoe", "Alice", "Benedikt", "Chandra", "Dolores", "Emil", "Fatima"];

const WORDS: [&str; 16] = [
    "the", "stapler", "in", "room", "meeting", "about", "garden", "invoices", "were", "walked", "quickly",
    "and", "coffee", "running", "of", "Tuesday",
];

/// Returns a new token; at times in capitals.
pub fn token(random: &mut Random) -> String {
    let script = SCRIPTS[if random.below(3) < 2 { 0 } else { 1 + random.below(4) as usize }];
    let letters: Vec<char> = script.chars().collect();
    let mut token: String =
        (0..TOKEN).map(|_| letters[random.below(letters.len() as u64) as usize]).collect();
    if random.below(4) == 0 && token.is_ascii() {
        token.make_ascii_uppercase();
    }
    token
}

/// Returns a new text: short, with an identifier, of two persons, or longer than a page.
pub fn text(random: &mut Random) -> String {
    match random.below(24) {
        0..9 => sentence(random, 6),
        9 | 10 => token(random),
        11 | 12 => format!("Write to {}@{}.example.", token(random), token(random)),
        13..17 => {
            let (one, other) = (random.below(8) as usize, random.below(7) as usize);
            let (one, other) = (NAMES[one], NAMES[(one + 1 + other) % 8]);
            format!("{one}'s badge is {}; {other}'s badge is {}.", token(random), token(random))
        }
        17..20 => format!("{}'s code is {}.", name(random), token(random)),
        20 | 21 => sentence(random, 60),
        22 => {
            let words = 200 + random.below(300);
            sentence(random, words)
        }
        _ => {
            let words = 2200 + random.below(500);
            sentence(random, words)
        }
    }
}

/// Returns somebody that texts speak of.
pub fn name(random: &mut Random) -> &'static str {
    NAMES[random.below(8) as usize]
}

/// Words, of which every sixth is a token.
fn sentence(random: &mut Random, words: u64) -> String {
    let word = |at: u64| match at % 6 {
        3 => token(random),
        _ => WORDS[random.below(16) as usize].to_owned(),
    };
    (0..words).map(word).collect::<Vec<_>>().join(" ") + "."
}
