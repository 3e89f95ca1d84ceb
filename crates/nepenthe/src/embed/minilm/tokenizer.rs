//! Text to token ids, by Hugging Face's `tokenizers` with a vocabulary of our own.

use std::ops::Range;

use tokenizers::{
    DecoderWrapper, NormalizerWrapper, PostProcessorWrapper, PreTokenizerWrapper, TokenizerImpl,
};

use super::vocabulary::Vocabulary;
use crate::embed::EmbedError;

/// How much of a text is tokenized first; most texts end before, and most others have their tokens by then.
const FIRST_PART: usize = 4096;

/// The most that is tokenized. Only a text like one word without end, or nothing but blanks, has not given its
/// tokens by then; to read on would take seconds, and gigabytes.
const LAST_PART: usize = 1 << 20;

/// How many of the last tokens of a text may be others once more text follows: those of its last word. A word of
/// more than 100 characters is one unknown token, so there are at most 100; a special token cut in two gives less.
const UNSETTLED: usize = 100;

/// Turns a text into token ids.
pub(super) struct Tokenizer {
    inner: TokenizerImpl<
        Vocabulary,
        NormalizerWrapper,
        PreTokenizerWrapper,
        PostProcessorWrapper,
        DecoderWrapper,
    >,
    max_tokens: usize,
}

impl Tokenizer {
    /// Reads the content of `tokenizer.json`; a text will have at most `max_tokens` tokens.
    pub(super) fn from_json(json: &[u8], max_tokens: usize) -> Result<Tokenizer, EmbedError> {
        let mut inner = TokenizerImpl::from_bytes(json).map_err(failed)?;
        inner.with_padding(None);
        inner.with_truncation(None).map_err(failed)?;
        Ok(Tokenizer { inner, max_tokens })
    }

    /// Returns the maximum, start and end token included.
    pub(super) fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    /// Changes the maximum, which is at least 2.
    pub(super) fn cut_at(&mut self, max_tokens: usize) {
        self.max_tokens = max_tokens;
    }

    /// Returns the tokens of `text` between the start and the end token, cut to the maximum.
    ///
    /// Reads little more than the maximum needs: a text of any length costs about the same. The tokens are those
    /// of the whole text, unless its first MiB has too few.
    pub(super) fn encode(&self, text: &str) -> Result<Vec<u32>, EmbedError> {
        let mut part = FIRST_PART;
        loop {
            let read = &text[..text.floor_char_boundary(part)];
            let mut tokens = self.all_tokens(read)?;
            let enough = tokens.len() >= self.max_tokens + UNSETTLED;
            if enough || part >= text.len() || part >= LAST_PART {
                // The end token stays when those before it are cut.
                tokens.drain((self.max_tokens - 1).min(tokens.len() - 1)..tokens.len() - 1);
                return Ok(tokens);
            }
            part *= 4;
        }
    }

    /// Returns the first tokens of `text`, without start and end token, and where each is written, in bytes.
    pub(super) fn words(&self, text: &str, most: usize) -> Result<(Vec<u32>, Vec<Range<usize>>), EmbedError> {
        let read = &text[..text.floor_char_boundary(FIRST_PART)];
        let tokens = self.inner.encode(read, false).map_err(failed)?;
        let spans = tokens.get_offsets().iter().map(|(start, end)| *start..*end);
        Ok((tokens.get_ids().iter().take(most).copied().collect(), spans.take(most).collect()))
    }

    /// Returns the tokens of the whole `text` between the start and the end token.
    fn all_tokens(&self, text: &str) -> Result<Vec<u32>, EmbedError> {
        Ok(self.inner.encode_fast(text, true).map_err(failed)?.get_ids().to_vec())
    }
}

fn failed(error: tokenizers::Error) -> EmbedError {
    EmbedError::Model(format!("tokenizer.json: {error}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    const UNKNOWN: u32 = 100;
    const START: u32 = 101;
    const END: u32 = 102;
    const MASK: u32 = 103;

    /// A tokenizer set up as the official one is, with a vocabulary of a few pieces, each with its place as id.
    fn tokenizer(pieces: &[&str], max_tokens: usize) -> Tokenizer {
        Tokenizer::from_json(file(pieces).as_bytes(), max_tokens).unwrap()
    }

    /// The content of its `tokenizer.json`.
    fn file(pieces: &[&str]) -> String {
        let special = [("[PAD]", 99), ("[UNK]", UNKNOWN), ("[CLS]", START), ("[SEP]", END), ("[MASK]", MASK)];
        let vocab: serde_json::Map<_, _> = (0..)
            .zip(pieces)
            .map(|(id, &piece)| (piece, id))
            .chain(special)
            .map(|(piece, id)| (piece.to_owned(), json!(id)))
            .collect();
        let added = special.map(|(content, id)| {
            json!({
                "id": id, "special": true, "content": content,
                "single_word": false, "lstrip": false, "rstrip": false, "normalized": false,
            })
        });
        let token = |name| json!({"SpecialToken": {"id": name, "type_id": 0}});
        let template = json!([token("[CLS]"), {"Sequence": {"id": "A", "type_id": 0}}, token("[SEP]")]);
        let file = json!({
            "version": "1.0",
            "truncation": {"max_length": 3, "strategy": "LongestFirst", "stride": 0},
            "padding": {
                "strategy": {"Fixed": 128}, "direction": "Right",
                "pad_to_multiple_of": null, "pad_id": 99, "pad_type_id": 0, "pad_token": "[PAD]",
            },
            "added_tokens": added,
            "normalizer": {
                "type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                "strip_accents": null, "lowercase": true,
            },
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "post_processor": {
                "type": "TemplateProcessing", "single": template, "pair": template,
                "special_tokens": {
                    "[CLS]": {"id": "[CLS]", "ids": [START], "tokens": ["[CLS]"]},
                    "[SEP]": {"id": "[SEP]", "ids": [END], "tokens": ["[SEP]"]},
                },
            },
            "decoder": null,
            "model": {
                "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                "max_input_chars_per_word": 100, "vocab": vocab,
            },
        });
        file.to_string()
    }

    fn assert_tokens(tokenizer: &Tokenizer, text: &str, expected: &[u32]) {
        assert_eq!(
            tokenizer.encode(text).unwrap(),
            expected,
            "{:?}",
            text.chars().take(40).collect::<String>()
        );
    }

    #[test]
    fn the_maximum_can_be_lowered() {
        let mut tokenizer = tokenizer(&["a"], 256);
        tokenizer.cut_at(4);
        assert_eq!(tokenizer.encode("a a a a a").unwrap(), [START, 0, 0, END]);
    }

    #[test]
    fn the_longest_piece_wins_and_a_word_with_a_gap_is_unknown() {
        let tokenizer = tokenizer(&["un", "una", "##aff", "##able", "##a", "!"], 256);
        assert_tokens(&tokenizer, "Unaffable!", &[START, UNKNOWN, 5, END]);
        assert_tokens(&tokenizer, "UNAA una\u{301}\tun", &[START, 1, 4, 1, 0, END]);
    }

    #[test]
    fn words_are_folded_and_cut_at_space_marks_and_chinese() {
        let tokenizer = tokenizer(&["ines", "'", "x", "中", "文", "“", "a", "##b"], 256);
        assert_tokens(&tokenizer, "  Inès's\u{2003}x“", &[START, 0, 1, UNKNOWN, 2, 5, END]);
        assert_tokens(&tokenizer, "a中文b", &[START, 6, 3, 4, UNKNOWN, END]);
        assert_tokens(&tokenizer, "A\0\u{ad}\u{fffd}B", &[START, 6, 7, END]);
    }

    #[test]
    fn text_is_cut_behind_the_maximum() {
        let tokenizer = tokenizer(&["a", "##b"], 5);
        assert_tokens(&tokenizer, "ab", &[START, 0, 1, END]);
        assert_tokens(&tokenizer, "abb", &[START, 0, 1, 1, END]);
        assert_tokens(&tokenizer, "abbbbbb", &[START, 0, 1, 1, END]);
        assert_tokens(&tokenizer, &"a ".repeat(1 << 23), &[START, 0, 0, 0, END]);
        assert_tokens(&tokenizer, "[SEP][SEP][SEP][SEP]", &[START, END, END, END, END]);
    }

    #[test]
    fn a_word_without_end_is_read_to_the_limit() {
        let tokenizer = tokenizer(&["a", "b"], 256);
        let before = "a".repeat(LAST_PART - 2);
        assert_tokens(&tokenizer, &format!("{before} b"), &[START, UNKNOWN, 1, END]);
        assert_tokens(&tokenizer, &format!("{before}a b"), &[START, UNKNOWN, END]);
        assert_tokens(&tokenizer, &"한".repeat(5 << 20), &[START, UNKNOWN, END]);
    }

    #[test]
    fn special_tokens_are_known_by_their_exact_form() {
        let tokenizer = tokenizer(&["[", "]", "sep", "a"], 256);
        assert_tokens(&tokenizer, "a[MASK]a[sep] [SEP", &[START, 3, MASK, 3, 0, 2, 1, 0, 2, END]);
    }

    #[test]
    fn empty_and_blank_texts_have_no_tokens_of_their_own() {
        let tokenizer = tokenizer(&["a"], 256);
        for text in ["", " \r\n", "\0", "\u{fffd}\u{200b}"] {
            assert_tokens(&tokenizer, text, &[START, END]);
        }
    }

    /// Pieces of text at which a cut might do harm.
    const PARTS: [&str; 22] = [
        "a", "b", "ab", "A", " ", "\n", "\u{b}", "\0", "\u{301}", "\u{323}", "\u{302e}", "é", "İ", "中",
        "한", "ह", "👩\u{200d}👧", "!", "[", "[MASK]", "[SEP", "]",
    ];

    const PIECES: [&str; 14] =
        ["a", "b", "##a", "##b", "e", "##e", "i", "##i", "中", "!", "[", "]", "mask", "##sep"];

    fn with_all_pieces(max_tokens: usize) -> Tokenizer {
        tokenizer(&PIECES, max_tokens)
    }

    /// The same, with the vocabulary of the library.
    fn of_the_library() -> tokenizers::Tokenizer {
        let mut library = tokenizers::Tokenizer::from_bytes(file(&PIECES)).unwrap();
        library.with_padding(None).with_truncation(None).unwrap();
        library
    }

    /// What `encode` should return, from the tokens of the whole text.
    fn cut(mut tokens: Vec<u32>, max_tokens: usize) -> Vec<u32> {
        if tokens.len() > max_tokens {
            tokens.truncate(max_tokens - 1);
            tokens.push(END);
        }
        tokens
    }

    fn text() -> impl Strategy<Value = String> {
        let run = (prop::sample::select(&PARTS[..]), 1..120_usize, 0..8_usize);
        let runs = prop::collection::vec(run, 1..200);
        runs.prop_map(|runs| {
            runs.iter().map(|(part, many, dice)| part.repeat(if *dice == 0 { *many } else { 1 })).collect()
        })
    }

    proptest! {
        #[test]
        fn pieces_and_places_are_those_of_the_library(text in text()) {
            let (ours, library) = (with_all_pieces(256), of_the_library());
            for special in [false, true] {
                let tokens = ours.inner.encode(text.as_str(), special).unwrap();
                prop_assert_eq!(tokens, library.encode(text.as_str(), special).unwrap());
            }
        }

        #[test]
        fn more_text_changes_only_the_last_tokens(text in text(), at in any::<prop::sample::Index>()) {
            let tokenizer = with_all_pieces(256);
            let whole = tokenizer.all_tokens(&text).unwrap();
            let read = tokenizer.all_tokens(&text[..text.floor_char_boundary(at.index(text.len()))]).unwrap();
            let settled = read.len().saturating_sub(UNSETTLED + 1);
            prop_assert!(whole.starts_with(&read[..settled]));
        }
    }

    #[test]
    fn a_part_of_a_long_text_gives_the_tokens_of_the_whole() {
        let tokenizer = with_all_pieces(256);
        let runs = PARTS.map(|part| part.repeat(3 * FIRST_PART));
        let words = PARTS.map(|part| format!("{part} {}[", "ab".repeat(60)).repeat(FIRST_PART / 16));
        let shifted = PARTS.map(|part| part.repeat(FIRST_PART / part.len()) + "]\u{301}b a");
        let late = PARTS.map(|part| "\0".repeat(2 * FIRST_PART) + &part.repeat(FIRST_PART));
        for text in [runs, words, shifted, late].as_flattened() {
            let whole = tokenizer.all_tokens(text).unwrap();
            assert_tokens(&tokenizer, text, &cut(whole, 256));
        }
    }
}
