//! The relevance model: all-MiniLM-L6-v2 with an adapter that reads a request and a text together and says whether the
//! request means the text. Made by `planner/train_relevance.py`; the adapter is part of this library.

use std::path::Path;

use rayon::prelude::*;

use super::adapter::Adapter;
use super::encoder::{Encoder, Tokens};
use super::file::WEIGHTS_FILE;
use super::tokenizer::Tokenizer;
use super::weights::{WIDTH, Weights};
use crate::embed::EmbedError;

const ADAPTER: &[u8] = include_bytes!("relevance.safetensors");

/// Tokens of a request, and of a text with its end token, that are read.
const REQUEST_TOKENS: usize = 48;
const TEXT_TOKENS: usize = 64;
/// Texts that go through the model together.
const GROUP: usize = 8;
/// *Stays*, *goes*, *goes in part*.
const CLASSES: usize = 3;

/// The adapted model, held in memory (about 45 MB beside the embedder, whose words it shares).
pub(super) struct Relevance {
    encoder: Encoder,
    /// A row of [`CLASSES`] weights for each component.
    head: Vec<f32>,
    bias: Vec<f32>,
}

impl Relevance {
    /// Reads the base model's weights from `dir`, where `base` came from too, and adapts them.
    pub(super) fn load(dir: &Path, base: &Encoder) -> Result<Self, EmbedError> {
        let adapter = Adapter::read(ADAPTER)?;
        let weights = Weights::read_adapted(&WEIGHTS_FILE.read(dir)?, Some(&adapter))?;
        let part = |name: &str| {
            let tensor = adapter.tensor(name)?.map(|(values, _)| values);
            tensor.ok_or_else(|| EmbedError::Model(format!("the adapter has no {name}")))
        };
        Ok(Self { encoder: base.with_weights(weights), head: part("head.w")?, bias: part("head.b")? })
    }

    /// Scores texts against a request; on the threads that it is called on.
    pub(super) fn score(
        &self,
        tokenizer: &Tokenizer,
        request: &str,
        texts: &[&str],
    ) -> Result<Vec<[f32; 3]>, EmbedError> {
        let mut request = tokenizer.encode(request)?;
        request.truncate(REQUEST_TOKENS);
        let text = |text: &&str| {
            // The start token is the request's.
            Ok(tokenizer.encode(text)?.into_iter().skip(1).take(TEXT_TOKENS).collect())
        };
        let texts: Vec<Vec<u32>> = texts.iter().map(text).collect::<Result<_, EmbedError>>()?;
        let groups: Vec<_> = texts.par_chunks(GROUP).map(|group| self.read(&request, group)).collect();
        Ok(groups.into_iter().flatten().collect())
    }

    fn read(&self, request: &[u32], texts: &[Vec<u32>]) -> Vec<[f32; 3]> {
        let pairs: Vec<Vec<u32>> = texts.iter().map(|text| [request, text].concat()).collect();
        let tokens: Vec<Tokens<'_>> = pairs.iter().map(|ids| Tokens { ids, second: request.len() }).collect();
        let states = self.encoder.states(&tokens);
        let logits = |text: usize| {
            let asked = states.mean(text, 0..request.len());
            let found = states.mean(text, request.len()..pairs[text].len());
            self.logits(&asked, &found)
        };
        (0..pairs.len()).map(logits).collect()
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
