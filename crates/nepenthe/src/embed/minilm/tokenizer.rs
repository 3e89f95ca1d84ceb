//! Words to token ids: WordPiece, with the vocabulary of `tokenizer.json`.

use std::collections::HashMap;

use serde::Deserialize;

use super::normalize::{MAX_WORD_CHARS, for_each_word};
use crate::embed::EmbedError;

const UNKNOWN: u32 = 100;
const START: u32 = 101;
const END: u32 = 102;

/// These, written in a text exactly so, are one token each.
const SPECIAL: [(&str, u32); 5] =
    [("[PAD]", 0), ("[UNK]", UNKNOWN), ("[CLS]", START), ("[SEP]", END), ("[MASK]", 103)];

/// Turns a text into token ids.
pub(super) struct Tokenizer {
    /// Pieces that begin a word.
    first: HashMap<Box<str>, u32>,
    /// Pieces that go on within a word, without their `##`.
    next: HashMap<Box<str>, u32>,
    /// The length of the longest piece, in bytes.
    longest: usize,
    max_tokens: usize,
}

/// What is read of `tokenizer.json`; its own truncation and padding are not.
#[derive(Deserialize)]
struct TokenizerFile {
    model: WordPiece,
}

#[derive(Deserialize)]
struct WordPiece {
    vocab: HashMap<Box<str>, u32>,
}

impl Tokenizer {
    /// Reads the content of `tokenizer.json`; a text will have at most `max_tokens` tokens.
    pub(super) fn from_json(json: &[u8], max_tokens: usize) -> Result<Tokenizer, EmbedError> {
        let file: TokenizerFile = serde_json::from_slice(json)
            .map_err(|error| EmbedError::Model(format!("tokenizer.json: {error}")))?;
        let longest = file.model.vocab.keys().map(|piece| piece.len()).max().unwrap_or(0);
        let (mut first, mut next) = (HashMap::with_capacity(file.model.vocab.len()), HashMap::new());
        for (piece, id) in file.model.vocab {
            match piece.strip_prefix("##") {
                Some(rest) if !rest.is_empty() => next.insert(rest.into(), id),
                _ => first.insert(piece, id),
            };
        }
        Ok(Tokenizer { first, next, longest, max_tokens })
    }

    /// Returns the tokens of `text` between the start and the end token, cut to the maximum.
    ///
    /// Reads no further than the maximum needs: a text of any length costs about the same.
    pub(super) fn encode(&self, text: &str) -> Vec<u32> {
        let mut tokens = vec![START];
        let mut rest = text;
        while self.has_room(&tokens) && !rest.is_empty() {
            let special = next_special(rest);
            let plain = special.map_or(rest, |(at, ..)| &rest[..at]);
            for_each_word(plain, |word| {
                self.push_word(word, &mut tokens);
                self.has_room(&tokens)
            });
            match special {
                Some((at, literal, id)) => {
                    tokens.push(id);
                    rest = &rest[at + literal.len()..];
                }
                None => break,
            }
        }
        tokens.truncate(self.max_tokens - 1);
        tokens.push(END);
        tokens
    }

    fn has_room(&self, tokens: &[u32]) -> bool {
        tokens.len() < self.max_tokens - 1
    }

    /// Appends the pieces of one word: the longest that fits, again and again; or unknown, if any part fits none.
    fn push_word(&self, word: &str, tokens: &mut Vec<u32>) {
        let before = tokens.len();
        if word.chars().count() > MAX_WORD_CHARS {
            tokens.push(UNKNOWN);
            return;
        }
        let mut start = 0;
        while start < word.len() {
            let pieces = if start == 0 { &self.first } else { &self.next };
            let longest = word.len().min(start + self.longest);
            let found = (start + 1..=longest)
                .rev()
                .filter(|&end| word.is_char_boundary(end))
                .find_map(|end| pieces.get(&word[start..end]).map(|&id| (end, id)));
            let Some((end, id)) = found else {
                tokens.truncate(before);
                tokens.push(UNKNOWN);
                return;
            };
            tokens.push(id);
            start = end;
        }
    }
}

/// Finds the first special token written out in `text`: where, which, and its id.
fn next_special(text: &str) -> Option<(usize, &'static str, u32)> {
    text.match_indices('[').find_map(|(at, _)| {
        let found = SPECIAL.iter().find(|(literal, _)| text[at..].starts_with(literal));
        found.map(|&(literal, id)| (at, literal, id))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vocabulary of a few pieces, each with its place as id.
    fn tokenizer(pieces: &[&str], max_tokens: usize) -> Tokenizer {
        let vocab: HashMap<&str, usize> = pieces.iter().enumerate().map(|(id, piece)| (*piece, id)).collect();
        let json = serde_json::json!({"truncation": {"max_length": 3}, "model": {"vocab": vocab}});
        Tokenizer::from_json(json.to_string().as_bytes(), max_tokens).unwrap()
    }

    #[test]
    fn the_longest_piece_wins_and_a_word_with_a_gap_is_unknown() {
        let tokenizer = tokenizer(&["un", "una", "##aff", "##able", "##a", "!"], 256);
        assert_eq!(tokenizer.encode("Unaffable!"), [START, UNKNOWN, 5, END]);
        assert_eq!(tokenizer.encode("UNAA una\u{301}\tun"), [START, 1, 4, 1, 0, END]);
    }

    #[test]
    fn text_is_cut_behind_the_maximum() {
        let tokenizer = tokenizer(&["a", "##b"], 5);
        assert_eq!(tokenizer.encode("abbbbbb"), [START, 0, 1, 1, END]);
        assert_eq!(tokenizer.encode(&"a ".repeat(1 << 20)), [START, 0, 0, 0, END]);
        assert_eq!(tokenizer.encode("[SEP][SEP][SEP][SEP]"), [START, END, END, END, END]);
    }

    #[test]
    fn special_tokens_are_known_by_their_exact_form() {
        let tokenizer = tokenizer(&["[", "]", "sep", "a"], 256);
        assert_eq!(tokenizer.encode("a[MASK]a[sep] [SEP"), [START, 3, 103, 3, 0, 2, 1, 0, 2, END]);
    }

    #[test]
    fn empty_and_blank_texts_have_no_tokens_of_their_own() {
        let tokenizer = tokenizer(&["a"], 256);
        for text in ["", " \r\n", "\0", "\u{fffd}\u{200b}"] {
            assert_eq!(tokenizer.encode(text), [START, END]);
        }
    }
}
