//! The relevance model: two readers, each of them all-MiniLM-L6-v2 trained further to read a request and memories side by
//! side and to say which of them, and which of their words, the request means. What it says is the weighted mean of what they
//! say.
//! Made by `training/train_relevance.py`; what the training changed is in the crate `nepenthe-readers`.
//!
//! In the first layers each memory sees itself and the request; in the last ones all see each other, so that a memory that
//! only another explains ("the gentleman on the soft diet") can be understood, and the likeliest be told from the likely. The
//! memories' order means nothing: each begins at the same position.

use std::ops::Range;

use rayon::prelude::*;

use super::adapter::Adapter;
use super::encoder::{Among, Encoder, Sight, Tokens};
use super::folder::Folder;
use super::packed::READERS;
use super::tokenizer::Tokenizer;
use super::weights::WIDTH;
use crate::embed::{EmbedError, Relevance};

/// For each reader, in how many layers its texts don't see each other, and what it counts for.
const COUNTS: [(usize, f32); 2] = [(3, 0.5), (2, 0.5)];

/// Tokens of a request with its start and end token, and of a text with its end token, that are read.
const REQUEST_TOKENS: usize = 48;
const TEXT_TOKENS: usize = 64;
/// Texts that are read side by side.
const WINDOW: usize = 24;
/// *Stays*, *goes*, *goes in part*.
const CLASSES: usize = 3;
/// The token at a text's end, `[SEP]`.
const END: u32 = 102;

/// The trained model (25 MB beside the embedder, whose words it shares): its weights are in eight bits.
pub(super) struct RelevanceModel {
    readers: Vec<Reader>,
}

/// One of the models that are asked.
struct Reader {
    /// What it counts for; all shares together are 1.
    share: f32,
    encoder: Encoder,
    sight: Sight,
    /// A row of [`CLASSES`] weights for each component.
    head: Vec<f32>,
    bias: Vec<f32>,
    /// Weights of the logit that a token goes, and its bias.
    token: Vec<f32>,
    token_bias: f32,
}

impl RelevanceModel {
    /// Loads the readers, whose words are those of `base`, from where `base` came from.
    pub(super) fn load(folder: &Folder, base: &Encoder) -> Result<Self, EmbedError> {
        let readers = READERS.iter().zip(folder.readers()?).zip(COUNTS);
        let readers = readers.map(|((set, weights), (apart, share))| {
            Reader::load(set.adapter.unwrap_or_default(), base.with_weights(weights), apart, share)
        });
        Ok(Self { readers: readers.collect::<Result<_, _>>()? })
    }

    /// Scores texts against a request; on the threads that it is called on.
    pub(super) fn score(
        &self,
        tokenizer: &Tokenizer,
        request: &str,
        texts: &[&str],
    ) -> Result<Vec<Relevance>, EmbedError> {
        let mut request = tokenizer.encode(request)?;
        request.truncate(REQUEST_TOKENS);
        let text = |text: &&str| {
            let (mut ids, spans) = tokenizer.words(text, TEXT_TOKENS)?;
            if ids.len() < TEXT_TOKENS {
                ids.push(END);
            }
            Ok((ids, spans))
        };
        let texts: Vec<(Vec<u32>, Vec<Range<usize>>)> =
            texts.iter().map(text).collect::<Result<_, EmbedError>>()?;
        let windows: Vec<_> = texts.par_chunks(WINDOW).map(|texts| self.read(&request, texts)).collect();
        Ok(windows.into_iter().flatten().collect())
    }

    /// What the readers say of texts side by side, in the mean.
    fn read(&self, request: &[u32], texts: &[(Vec<u32>, Vec<Range<usize>>)]) -> Vec<Relevance> {
        let read: Vec<_> = self.readers.par_iter().map(|reader| reader.read(request, texts)).collect();
        read.into_iter().reduce(sums).unwrap_or_default()
    }
}

/// Adds what two readers say of the same texts.
fn sums(mut left: Vec<Relevance>, right: Vec<Relevance>) -> Vec<Relevance> {
    for (left, right) in left.iter_mut().zip(right) {
        left.logits.iter_mut().zip(right.logits).for_each(|(sum, logit)| *sum += logit);
        left.tokens.iter_mut().zip(right.tokens).for_each(|((_, sum), (_, logit))| *sum += logit);
    }
    left
}

impl Reader {
    fn load(adapter: &[u8], encoder: Encoder, apart: usize, share: f32) -> Result<Self, EmbedError> {
        let adapter = Adapter::read(adapter)?;
        let part = |name: &str| {
            let tensor = adapter.tensor(name)?.map(|(values, _)| values);
            tensor.ok_or_else(|| EmbedError::Model(format!("the adapter has no {name}")))
        };
        let relations = part("relation")?.as_chunks().0.to_vec();
        Ok(Self {
            share,
            encoder,
            sight: Sight::Among(Among { apart, bias: relations }),
            head: part("head.w")?,
            bias: part("head.b")?,
            token: part("token.w")?,
            token_bias: part("token.b")?.first().copied().unwrap_or_default(),
        })
    }

    /// What it says of texts side by side, times its share.
    fn read(&self, request: &[u32], texts: &[(Vec<u32>, Vec<Range<usize>>)]) -> Vec<Relevance> {
        let mut tokens = vec![Tokens { ids: request, position: 0, second: false }];
        tokens.extend(texts.iter().map(|(ids, _)| Tokens { ids, position: request.len(), second: true }));
        let states = self.encoder.states(&tokens, &self.sight);
        let asked = states.mean(0);
        let relevance = |(index, (_, spans)): (usize, &(_, Vec<Range<usize>>))| {
            let goes = states.products(index + 1, &self.token).into_iter();
            let goes = goes.map(|logit| self.share * (logit + self.token_bias));
            Relevance {
                logits: self.logits(&asked, &states.mean(index + 1)).map(|logit| self.share * logit),
                tokens: spans.iter().cloned().zip(goes).collect(),
            }
        };
        texts.iter().enumerate().map(relevance).collect()
    }

    /// The head over both means, their difference and their product, scaled as in training.
    fn logits(&self, asked: &[f32], found: &[f32]) -> [f32; 3] {
        let scale = (WIDTH as f32).sqrt();
        let pairs = || asked.iter().zip(found);
        let features = asked
            .iter()
            .map(|a| a * scale / 4.0)
            .chain(found.iter().map(|b| b * scale / 4.0))
            .chain(pairs().map(|(a, b)| (a - b).abs() * scale / 2.0))
            .chain(pairs().map(|(a, b)| a * b * WIDTH as f32 / 4.0));
        let mut logits = [self.bias[0], self.bias[1], self.bias[2]];
        for (feature, weights) in features.zip(self.head.chunks_exact(CLASSES)) {
            logits.iter_mut().zip(weights).for_each(|(logit, weight)| *logit += feature * weight);
        }
        logits
    }
}
