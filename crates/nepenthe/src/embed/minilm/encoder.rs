//! The forward pass: token ids to one unit vector a text.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use rten_simd::SimdOp;

use super::attention::Attention;
use super::norm::LayerNorm;
use super::panel::{Output, PANEL, Row};
use super::weights::{INNER, Linear, Norm, WIDTH, Weights};

const EMPTY: Row = [0.0; PANEL];

/// The model, ready to run.
pub(super) struct Encoder {
    weights: Weights,
    /// The words' embeddings, a row of little-endian floats for each token id. Models of one vocabulary share them.
    words: Arc<Vec<u8>>,
}

/// A text as token ids.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'a> {
    pub(super) ids: &'a [u32],
    /// From where on the tokens are of the second type; the text's length where there is one text alone.
    pub(super) second: usize,
}

/// What the model makes of a batch: a row of [`WIDTH`] numbers for each token, in panels.
pub(super) struct States {
    x: Vec<Row>,
    spans: Vec<Range<usize>>,
    height: usize,
}

impl States {
    /// The mean over some tokens of a text, scaled to unit length; zeros for no tokens.
    pub(super) fn mean(&self, text: usize, tokens: Range<usize>) -> Vec<f32> {
        let start = self.spans[text].start;
        pool(&self.x, self.height, &(start + tokens.start..start + tokens.end))
    }
}

impl Encoder {
    /// Takes the weights read from `file`, the content of `model.safetensors`.
    pub(super) fn new(weights: Weights, mut file: Vec<u8>) -> Encoder {
        // The words come early in the file, so cutting it off behind them frees the rest without a copy.
        file.truncate(weights.words.end);
        file.shrink_to_fit();
        Encoder { weights, words: Arc::new(file) }
    }

    /// Takes other weights, over the same words.
    pub(super) fn with_weights(&self, weights: Weights) -> Encoder {
        Encoder { weights, words: Arc::clone(&self.words) }
    }

    /// Runs the model over texts given as token ids, none of them empty.
    pub(super) fn run(&self, texts: &[&[u32]]) -> Vec<Vec<f32>> {
        let texts: Vec<Tokens<'_>> = texts.iter().map(|ids| Tokens { ids, second: ids.len() }).collect();
        let states = self.states(&texts);
        (0..texts.len()).map(|text| states.mean(text, 0..texts[text].ids.len())).collect()
    }

    /// Runs the model and returns the last layer.
    pub(super) fn states(&self, texts: &[Tokens<'_>]) -> States {
        let spans = spans(texts);
        let height = spans.last().map_or(0, |span| span.end);
        let mut x = self.embed_tokens(texts, height);
        let mut attended = vec![EMPTY; WIDTH / PANEL * height];
        let mut inner = vec![EMPTY; INNER / PANEL * height];
        normalize(&mut x, &self.weights.norm);
        for layer in &self.weights.layers {
            attended
                .par_chunks_mut(height)
                .enumerate()
                .for_each(|(head, out)| attend(&x, &layer.qkv, head, &spans, out));
            multiply(&attended, &layer.attended, Output::Add, &mut x, height);
            normalize(&mut x, &layer.attended_norm);
            multiply(&x, &layer.up, Output::ReplaceGelu, &mut inner, height);
            multiply(&inner, &layer.down, Output::Add, &mut x, height);
            normalize(&mut x, &layer.output_norm);
        }
        States { x, spans, height }
    }

    /// Looks up word and position of every token.
    fn embed_tokens(&self, texts: &[Tokens<'_>], height: usize) -> Vec<Row> {
        let row_bytes = WIDTH * size_of::<f32>();
        let mut x = vec![EMPTY; WIDTH / PANEL * height];
        let positions = [&self.weights.positions, &self.weights.second_positions];
        let tokens = texts.iter().flat_map(|text| {
            text.ids.iter().enumerate().map(|(place, id)| {
                let positions = positions[usize::from(place >= text.second)];
                (*id, &positions[place * WIDTH..][..WIDTH])
            })
        });
        for (row, (id, position)) in tokens.enumerate() {
            let at = self.weights.words.start + id as usize * row_bytes;
            let word = self.words[at..at + row_bytes].as_chunks().0;
            for (column, (&word, add)) in word.iter().zip(position).enumerate() {
                x[column / PANEL * height + row][column % PANEL] = f32::from_le_bytes(word) + add;
            }
        }
        x
    }
}

/// Returns each text's rows in the batch.
fn spans(texts: &[Tokens<'_>]) -> Vec<Range<usize>> {
    let mut end = 0;
    texts
        .iter()
        .map(|text| {
            let start = end;
            end += text.ids.len();
            start..end
        })
        .collect()
}

/// Lets every text attend to itself, in one head.
fn attend(x: &[Row], qkv: &Linear, head: usize, spans: &[Range<usize>], out: &mut [Row]) {
    let heads = WIDTH / PANEL;
    let [query, key, value] = [head, heads + head, 2 * heads + head].map(|panel| {
        let mut rows = vec![EMPTY; out.len()];
        qkv.product(panel, x, Output::Replace, &mut rows).dispatch();
        rows
    });
    for span in spans.iter().cloned() {
        Attention {
            query: &query[span.clone()],
            key: &key[span.clone()],
            value: &value[span.clone()],
            out: &mut out[span],
        }
        .dispatch();
    }
}

/// Computes `x W + b`.
fn multiply(x: &[Row], map: &Linear, output: Output, out: &mut [Row], height: usize) {
    out.par_chunks_mut(height)
        .enumerate()
        .for_each(|(panel, out)| map.product(panel, x, output, out).dispatch());
}

fn normalize(x: &mut [Row], norm: &Norm) {
    LayerNorm { x, scale: &norm.scale, shift: &norm.shift }.dispatch();
}

/// Averages rows and scales the mean to unit length.
fn pool(x: &[Row], height: usize, span: &Range<usize>) -> Vec<f32> {
    let mut sum = vec![0.0; WIDTH];
    for (panel, sum) in x.chunks_exact(height).zip(sum.chunks_exact_mut(PANEL)) {
        for row in &panel[span.clone()] {
            sum.iter_mut().zip(row).for_each(|(sum, add)| *sum += add);
        }
    }
    let length = sum.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > 0.0 {
        sum.iter_mut().for_each(|x| *x /= length);
    }
    sum
}
