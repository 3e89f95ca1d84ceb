//! The vocabulary against that of `tokenizers`, which the model's files are made for.

use nepenthe::embed::minilm::MAX_TOKENS;

use crate::packed::texts;
use crate::vectors::model;
use crate::world::official;

/// Asserts that a text has the tokens that the official tokenizer gives it.
fn assert_tokens(official: &tokenizers::Tokenizer, text: &str) {
    let whole = official.encode_fast(text, true).unwrap();
    let (mut expected, end) = (whole.get_ids().to_vec(), *whole.get_ids().last().unwrap());
    if expected.len() > MAX_TOKENS {
        expected.truncate(MAX_TOKENS - 1);
        expected.push(end);
    }
    assert_eq!(model().tokens(text).unwrap(), expected, "{:?}", text.chars().take(80).collect::<String>());
}

fn tokenizer() -> tokenizers::Tokenizer {
    let mut official = tokenizers::Tokenizer::from_file(official().join("tokenizer.json")).unwrap();
    official.with_padding(None).with_truncation(None).unwrap();
    official
}

#[test]
fn all_labelled_memories_have_the_official_tokens() {
    let official = tokenizer();
    texts(usize::MAX).iter().for_each(|text| assert_tokens(&official, text));
}

#[test]
fn each_piece_of_the_vocabulary_has_the_official_tokens() {
    let official = tokenizer();
    for (piece, _) in official.get_vocab(true) {
        assert_tokens(&official, &piece);
        assert_tokens(&official, &format!("un{piece}s {} ##", piece.to_uppercase()));
    }
}

#[test]
fn each_character_has_the_official_tokens() {
    let official = tokenizer();
    let characters: Vec<char> =
        (0..=0x2_ffff).chain([0x1_f600, 0xe_0041, 0x10_ffff]).filter_map(char::from_u32).collect();
    for some in characters.chunks(50) {
        let text: String = some.iter().flat_map(|character| [*character, 'a', *character, ' ']).collect();
        assert_tokens(&official, &text);
    }
}

#[test]
fn words_of_any_length_have_the_official_tokens() {
    let official = tokenizer();
    for length in [1, 2, 50, 98, 99, 100, 101, 102, 250, 5000] {
        for letter in ["a", "é", "中", "ß", "ﬁ", "한", "\u{301}", "😀", "-", "#", "##", "[SEP]", "0"]
        {
            assert_tokens(&official, &letter.repeat(length));
            assert_tokens(&official, &format!("x{} y", letter.repeat(length)));
        }
    }
}
