//! The vocabulary of WordPiece, and how a word is cut into its pieces.
//!
//! The same cuts as `tokenizers::models::wordpiece::WordPiece` makes, which keeps its 30,522 pieces twice, and takes
//! much of a command's time to build.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rustc_hash::FxBuildHasher;
use serde::Deserialize;
use tokenizers::models::wordpiece::WordPieceTrainer;
use tokenizers::{Model, Result, Token};

/// The part `model` of `tokenizer.json`.
#[derive(Deserialize)]
pub(super) struct Vocabulary {
    /// The id of each piece.
    vocab: HashMap<String, u32, FxBuildHasher>,
    unk_token: String,
    /// What leads each piece that does not begin a word.
    continuing_subword_prefix: String,
    /// A longer word is unknown.
    max_input_chars_per_word: usize,
}

impl Vocabulary {
    /// The token of a word that the vocabulary has no pieces for.
    fn unknown(&self, word: &str) -> Result<Token> {
        let id = self.vocab.get(&self.unk_token).ok_or("the vocabulary has no token for unknown words")?;
        Ok(Token { id: *id, value: self.unk_token.clone(), offsets: (0, word.len()) })
    }

    /// The longest piece that the rest of a word, from `start` on, begins with; `piece` is room to look it up in.
    fn longest(&self, word: &str, start: usize, piece: &mut String) -> Option<Token> {
        piece.clear();
        if start > 0 {
            piece.push_str(&self.continuing_subword_prefix);
        }
        let lead = piece.len();
        piece.push_str(&word[start..]);
        while piece.len() > lead {
            if let Some(&id) = self.vocab.get(piece.as_str()) {
                let end = start + piece.len() - lead;
                return Some(Token { id, value: piece.clone(), offsets: (start, end) });
            }
            piece.pop();
        }
        None
    }
}

impl Model for Vocabulary {
    type Trainer = WordPieceTrainer;

    fn tokenize(&self, word: &str) -> Result<Vec<Token>> {
        if word.chars().nth(self.max_input_chars_per_word).is_some() {
            return Ok(vec![self.unknown(word)?]);
        }
        let (mut tokens, mut start, mut piece) = (Vec::new(), 0, String::new());
        while start < word.len() {
            let Some(token) = self.longest(word, start, &mut piece) else {
                return Ok(vec![self.unknown(word)?]);
            };
            start = token.offsets.1;
            tokens.push(token);
        }
        Ok(tokens)
    }

    fn token_to_id(&self, token: &str) -> Option<u32> {
        self.vocab.get(token).copied()
    }

    fn id_to_token(&self, id: u32) -> Option<String> {
        self.vocab.iter().find(|(_, found)| **found == id).map(|(piece, _)| piece.clone())
    }

    fn get_vocab(&self) -> HashMap<String, u32> {
        self.vocab.iter().map(|(piece, id)| (piece.clone(), *id)).collect()
    }

    fn get_vocab_size(&self) -> usize {
        self.vocab.len()
    }

    fn save(&self, _folder: &Path, _prefix: Option<&str>) -> Result<Vec<PathBuf>> {
        Err("the vocabulary is only read".into())
    }

    fn get_trainer(&self) -> WordPieceTrainer {
        WordPieceTrainer::builder().build()
    }
}
