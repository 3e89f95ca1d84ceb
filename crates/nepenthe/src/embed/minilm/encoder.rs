//! The forward pass: token ids to one unit vector a text.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use rten_simd::SimdOp;

use super::attention::{Attention, Keys};
use super::norm::LayerNorm;
use super::panel::{Output, PANEL, Row};
use super::weights::{INNER, Input, Linear, Norm, WIDTH, Weights};
use super::words::Words;

const EMPTY: Row = [0.0; PANEL];

/// The model, ready to run.
pub(super) struct Encoder {
    weights: Weights,
    /// Models of one vocabulary share them.
    words: Arc<Words>,
}

/// A text as token ids.
#[derive(Clone, Copy)]
pub(super) struct Tokens<'a> {
    pub(super) ids: &'a [u32],
    /// The position of its first token.
    pub(super) position: usize,
    /// Whether its tokens are of the second type.
    pub(super) second: bool,
}

/// What the texts of a batch see of each other.
pub(super) enum Sight {
    /// Each is alone.
    Alone,
    /// The first is a request, which every other sees; behind the first few layers, all see all.
    Among(Among),
}

/// What is added to a score for its token's relation to the one that looks: in its own text, the request's, another's.
pub(super) struct Among {
    /// How many layers come before those in which all see all.
    pub(super) apart: usize,
    /// For each layer and head.
    pub(super) bias: Vec<[f32; 3]>,
}

/// What the model makes of a batch: a row of [`WIDTH`] numbers for each token, in panels.
pub(super) struct States {
    x: Vec<Row>,
    spans: Vec<Range<usize>>,
    height: usize,
}

impl States {
    /// The mean over the tokens of a text, scaled to unit length.
    pub(super) fn mean(&self, text: usize) -> Vec<f32> {
        pool(&self.x, self.height, &self.spans[text])
    }

    /// The product of each of a text's tokens with a vector of [`WIDTH`] numbers.
    pub(super) fn products(&self, text: usize, vector: &[f32]) -> Vec<f32> {
        let mut products = vec![0.0; self.spans[text].len()];
        for (panel, vector) in self.x.chunks_exact(self.height).zip(vector.chunks_exact(PANEL)) {
            for (product, row) in products.iter_mut().zip(&panel[self.spans[text].clone()]) {
                *product += row.iter().zip(vector).map(|(x, v)| x * v).sum::<f32>();
            }
        }
        products
    }
}

impl Encoder {
    /// Puts weights and the words' embeddings together.
    pub(super) fn new(weights: Weights, words: Words) -> Encoder {
        Encoder { weights, words: Arc::new(words) }
    }

    /// Takes other weights, over the same words.
    pub(super) fn with_weights(&self, weights: Weights) -> Encoder {
        Encoder { weights, words: Arc::clone(&self.words) }
    }

    /// Runs the model over texts given as token ids, none of them empty.
    pub(super) fn run(&self, texts: &[&[u32]]) -> Vec<Vec<f32>> {
        let texts: Vec<Tokens<'_>> =
            texts.iter().map(|ids| Tokens { ids, position: 0, second: false }).collect();
        let states = self.states(&texts, &Sight::Alone);
        (0..texts.len()).map(|text| states.mean(text)).collect()
    }

    /// Runs the model and returns the last layer.
    pub(super) fn states(&self, texts: &[Tokens<'_>], sight: &Sight) -> States {
        let spans = spans(texts);
        let height = spans.last().map_or(0, |span| span.end);
        let mut x = self.embed_tokens(texts, height);
        let mut attended = vec![EMPTY; WIDTH / PANEL * height];
        let mut inner = vec![EMPTY; INNER / PANEL * height];
        normalize(&mut x, &self.weights.norm);
        for (index, layer) in self.weights.layers.iter().enumerate() {
            let input = layer.qkv.input(&x, height);
            attended.par_chunks_mut(height).enumerate().for_each(|(head, out)| {
                Head { x: &input, spans: &spans, sight, layer: index, head }.attend(&layer.qkv, out)
            });
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
        let mut x = vec![EMPTY; WIDTH / PANEL * height];
        let tokens = texts.iter().flat_map(|text| {
            let position = |place| self.weights.position(text.position + place, text.second);
            text.ids.iter().enumerate().map(move |(place, id)| (*id, position(place).as_flattened()))
        });
        for (row, (id, position)) in tokens.enumerate() {
            for (column, (&word, add)) in self.words.row(id).iter().zip(position).enumerate() {
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

/// One head of one layer, with all that it reads.
struct Head<'a> {
    x: &'a Input<'a>,
    spans: &'a [Range<usize>],
    sight: &'a Sight,
    layer: usize,
    head: usize,
}

impl Head<'_> {
    /// Lets every text attend to what it sees.
    fn attend(&self, qkv: &Linear, out: &mut [Row]) {
        let heads = WIDTH / PANEL;
        let [query, key, value] = [self.head, heads + self.head, 2 * heads + self.head].map(|panel| {
            let mut rows = vec![EMPTY; out.len()];
            qkv.multiply(panel, self.x, Output::Replace, &mut rows);
            rows
        });
        match self.sight {
            Sight::Alone => {
                for span in self.spans {
                    let (query, out) = (&query[span.clone()], &mut out[span.clone()]);
                    let (key, value) = (&Keys::new(&key[span.clone()]), &value[span.clone()]);
                    Attention { query, key, value, bias: &[], out }.dispatch();
                }
            }
            Sight::Among(among) => {
                let relation = among.bias[self.layer * heads + self.head];
                if self.layer >= among.apart {
                    self.attend_to_all(relation, &query, &key, &value, out);
                } else {
                    self.attend_to_the_request(relation, &query, &key, &value, out);
                }
            }
        }
    }

    /// Every text sees all.
    fn attend_to_all(
        &self,
        [own, request, other]: [f32; 3],
        query: &[Row],
        key: &[Row],
        value: &[Row],
        out: &mut [Row],
    ) {
        let mut all = vec![other; key.len()];
        all[self.spans[0].clone()].fill(request);
        let of_text = |span: &Range<usize>| {
            let mut bias = all.clone();
            bias[span.clone()].fill(own);
            bias
        };
        let of_texts: Vec<Vec<f32>> = self.spans.iter().map(of_text).collect();
        let rows = self.spans.iter().zip(&of_texts);
        let bias: Vec<&[f32]> =
            rows.flat_map(|(span, bias)| std::iter::repeat_n(bias.as_slice(), span.len())).collect();
        Attention { query, key: &Keys::new(key), value, bias: &bias, out }.dispatch();
    }

    /// Every text sees itself and the request.
    fn attend_to_the_request(
        &self,
        [own, request, _]: [f32; 3],
        query: &[Row],
        key: &[Row],
        value: &[Row],
        out: &mut [Row],
    ) {
        let asked = &self.spans[0];
        for (text, span) in self.spans.iter().enumerate() {
            let (query, out) = (&query[span.clone()], &mut out[span.clone()]);
            let asked = if text == 0 { 0..0 } else { asked.clone() };
            let seen = |rows: &[Row]| [&rows[asked.clone()], &rows[span.clone()]].concat();
            let bias = [vec![request; asked.len()], vec![own; span.len()]].concat();
            let bias = vec![bias.as_slice(); span.len()];
            Attention { query, key: &Keys::new(&seen(key)), value: &seen(value), bias: &bias, out }
                .dispatch();
        }
    }
}

/// Computes `x W + b`.
fn multiply(x: &[Row], map: &Linear, output: Output, out: &mut [Row], height: usize) {
    let x = map.input(x, height);
    out.par_chunks_mut(height).enumerate().for_each(|(panel, out)| map.multiply(panel, &x, output, out));
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
