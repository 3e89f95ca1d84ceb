//! A long text in passages: what an embedder that cuts texts does not read gets vectors of its own.

use std::ops::Range;

/// About how many tokens a passage has, where the text is not so long that it would have too many.
const TOKENS: usize = 48;

/// The most passages of a text. Of a longer one they are longer, up to what the embedder reads.
const MOST: usize = 64;

/// Splits a text that has about `limit` tokens or more, which is what an embedder reads of it; a shorter one has no passages.
/// They follow each other, and each begins and ends between sentences, lines or, in a long sentence, words.
pub(crate) fn passages(text: &str, limit: usize) -> Vec<Range<usize>> {
    // A token has at least one byte.
    if text.len() < limit {
        return Vec::new();
    }
    let total = tokens(text);
    if total < limit {
        return Vec::new();
    }
    let longest = limit.saturating_sub(16).max(1);
    let most = (total / MOST).max(TOKENS).min(longest);
    let mut found: Vec<(Range<usize>, usize)> = Vec::new();
    for piece in pieces(text, most) {
        let own = tokens(&text[piece.clone()]);
        let count = found.len();
        match found.last_mut() {
            Some((last, held)) if *held + own <= most => {
                last.end = piece.end;
                *held += own;
            }
            _ if count == MOST => break,
            _ => found.push((piece, own)),
        }
    }
    found.into_iter().map(|(passage, _)| passage).collect()
}

/// About how many tokens a text has: a word of letters five bytes a token, a number two digits, anything else one a sign.
fn tokens(text: &str) -> usize {
    let (mut tokens, mut letters, mut digits) = (0, 0_usize, 0_usize);
    for character in text.chars() {
        let (letter, digit) = (character.is_ascii_alphabetic(), character.is_ascii_digit());
        if !letter {
            tokens += letters.div_ceil(5);
            letters = 0;
        }
        if !digit {
            tokens += digits.div_ceil(2);
            digits = 0;
        }
        letters += usize::from(letter);
        digits += usize::from(digit);
        tokens += usize::from(!letter && !digit && !character.is_whitespace());
    }
    tokens + letters.div_ceil(5) + digits.div_ceil(2)
}

/// The sentences and lines of a text; one of more than `most` tokens in parts of whole words.
fn pieces(text: &str, most: usize) -> Vec<Range<usize>> {
    let (mut pieces, mut start, mut held) = (Vec::new(), 0, 0);
    let mut before = ' ';
    // In tokens, roughly: of Latin letters four bytes, of others a character.
    let cost = |character: char| if character.is_ascii() { 1 } else { 4 };
    for (at, character) in text.char_indices() {
        let ended = matches!(before, '\n' | '。' | '！' | '？')
            || matches!(before, '.' | '!' | '?' | '…') && character.is_whitespace()
            || held >= 4 * most && (character.is_whitespace() || held >= 5 * most);
        if ended && !text[start..at].trim().is_empty() {
            pieces.push(start..at);
            (start, held) = (at, 0);
        }
        held += cost(character);
        before = character;
    }
    if !text[start..].trim().is_empty() {
        pieces.push(start..text.len());
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENTENCE: &str = "The ferry leaves the northern pier at nine on working days. ";

    #[test]
    fn a_text_that_is_read_whole_has_none() {
        assert!(passages("", 256).is_empty());
        assert!(passages(&SENTENCE.repeat(10), 256).is_empty());
    }

    #[test]
    fn sentences_stay_whole_and_the_last_one_is_there() {
        let text = SENTENCE.repeat(60) + "The key is under the blue pot.";
        let found = passages(&text, 256);
        assert!(found.len() > 10 && found.len() <= MOST, "{}", found.len());
        assert!(text[found.last().unwrap().clone()].ends_with("under the blue pot."));
        for pair in found.windows(2) {
            assert_eq!(pair[0].end, pair[1].start);
            assert!(text[pair[1].clone()].trim_start().starts_with("The "));
        }
    }

    #[test]
    fn texts_of_every_shape_are_cut_between_characters() {
        for text in [
            "a".repeat(3000),
            "ü".repeat(3000),
            "漢字。".repeat(900),
            "word ".repeat(5000),
            "\n".repeat(4000),
            "1,2,3;".repeat(800),
            " ".repeat(5000),
            "👩\u{200d}👧 ".repeat(700),
            SENTENCE.repeat(4000),
        ] {
            let found = passages(&text, 256);
            assert!(found.len() <= MOST);
            assert!(
                found.iter().all(|passage| text
                    .get(passage.clone())
                    .is_some_and(|passage| !passage.trim().is_empty()))
            );
        }
    }
}
