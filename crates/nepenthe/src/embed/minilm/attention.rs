//! One head's attention of some tokens to others.

use rten_simd::ops::{BitOps, NumOps};
use rten_simd::{Isa, SimdOp, SimdUnaryOp};
use rten_vecmath::Exp;

use super::panel::{PANEL, Row, add, total};

/// Tokens worked on at once, so that a key or value, once loaded, serves several.
const ROWS: usize = 8;

/// The keys of some tokens, component by component.
pub(super) struct Keys {
    components: Vec<f32>,
    tokens: usize,
}

impl Keys {
    pub(super) fn new(rows: &[Row]) -> Self {
        let tokens = rows.len();
        // Whole vectors are read and written, so the buffers are padded to a vector's length.
        let stride = tokens.next_multiple_of(PANEL);
        let mut components = vec![0.0; PANEL * stride];
        for (token, row) in rows.iter().enumerate() {
            for (component, &value) in row.iter().enumerate() {
                components[component * stride + token] = value;
            }
        }
        Self { components, tokens }
    }
}

/// What each of some tokens attends to.
pub(super) struct Attention<'a> {
    pub(super) query: &'a [Row],
    pub(super) key: &'a Keys,
    pub(super) value: &'a [Row],
    /// What is added to each key's score, for each query; empty for nothing.
    pub(super) bias: &'a [&'a [f32]],
    pub(super) out: &'a mut [Row],
}

impl SimdOp for Attention<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) {
        let keys = &self.key.components;
        let stride = keys.len() / PANEL;
        let mut scores = vec![0.0; ROWS * stride];
        let blocks = self.query.chunks(ROWS).zip(self.out.chunks_mut(ROWS));
        // AVX2 has 16 registers, the others 32.
        let few = isa.f32().len() == 8;
        for (block, (query, out)) in blocks.enumerate() {
            if few {
                score::<I, 1>(isa, query, keys, &mut scores);
            } else {
                score::<I, 2>(isa, query, keys, &mut scores);
            }
            for (row, scores) in scores.chunks_exact_mut(stride).take(query.len()).enumerate() {
                if let Some(bias) = self.bias.get(block * ROWS + row) {
                    scores.iter_mut().zip(*bias).for_each(|(score, bias)| *score += bias);
                }
                softmax(isa, scores, self.key.tokens);
            }
            if few {
                mix::<I, 1>(isa, &scores, self.value, out);
            } else {
                mix::<I, 2>(isa, &scores, self.value, out);
            }
        }
    }
}

/// Fills the rows of `scores` with the scaled products of each query with each key, of `N` vectors of keys at once.
#[inline(always)]
fn score<I: Isa, const N: usize>(isa: I, query: &[Row], keys: &[f32], scores: &mut [f32]) {
    let ops = isa.f32();
    let stride = keys.len() / PANEL;
    let scale = ops.splat(1.0 / (PANEL as f32).sqrt());
    // A short last block computes its last row several times over.
    let query: [&Row; ROWS] = std::array::from_fn(|row| &query[row.min(query.len() - 1)]);
    for at in (0..stride).step_by(N * ops.len()) {
        let mut sums = [[ops.zero(); N]; ROWS];
        for component in 0..PANEL {
            let keys = &keys[component * stride + at..];
            let keys: [I::F32; N] = std::array::from_fn(|vector| ops.load(&keys[vector * ops.len()..]));
            for row in 0..ROWS {
                let query = ops.splat(query[row][component]);
                for vector in 0..N {
                    sums[row][vector] = ops.mul_add(query, keys[vector], sums[row][vector]);
                }
            }
        }
        for (scores, sums) in scores.chunks_exact_mut(stride).zip(sums) {
            for (vector, sum) in sums.into_iter().enumerate() {
                ops.store(ops.mul(sum, scale), &mut scores[at + vector * ops.len()..]);
            }
        }
    }
}

/// Turns the scores of the first tokens into shares of 1, and what is behind them into 0.
#[inline(always)]
fn softmax<I: Isa>(isa: I, scores: &mut [f32], tokens: usize) {
    let ops = isa.f32();
    scores[tokens..].fill(f32::NEG_INFINITY);
    let most = ops.splat(most(scores));
    for at in (0..scores.len()).step_by(ops.len()) {
        let score = ops.sub(ops.load(&scores[at..]), most);
        ops.store(Exp {}.eval(isa, score), &mut scores[at..]);
    }
    scores[tokens..].fill(0.0);
    let mut sums = [0.0; PANEL];
    scores.chunks_exact(PANEL).for_each(|row| add(&mut sums, row));
    let share = ops.splat(1.0 / total(sums));
    for at in (0..scores.len()).step_by(ops.len()) {
        ops.store(ops.mul(ops.load(&scores[at..]), share), &mut scores[at..]);
    }
}

/// The greatest of whole rows of scores.
#[inline(always)]
fn most(scores: &[f32]) -> f32 {
    let mut most = [f32::NEG_INFINITY; PANEL];
    for row in scores.as_chunks::<PANEL>().0 {
        for at in 0..PANEL {
            most[at] = if row[at] > most[at] { row[at] } else { most[at] };
        }
    }
    most.into_iter().fold(f32::NEG_INFINITY, f32::max)
}

/// Adds up the values, weighed by the rows of `scores`, in `N` vectors of components at once.
#[inline(always)]
fn mix<I: Isa, const N: usize>(isa: I, scores: &[f32], values: &[Row], out: &mut [Row]) {
    let ops = isa.f32();
    let stride = scores.len() / ROWS;
    let scores: [&[f32]; ROWS] = std::array::from_fn(|row| &scores[row * stride..][..values.len()]);
    for at in (0..PANEL).step_by(N * ops.len()) {
        let mut sums = [[ops.zero(); N]; ROWS];
        for (token, value) in values.iter().enumerate() {
            let value: [I::F32; N] =
                std::array::from_fn(|vector| ops.load(&value[at + vector * ops.len()..]));
            for row in 0..ROWS {
                let score = ops.splat(scores[row][token]);
                for vector in 0..N {
                    sums[row][vector] = ops.mul_add(score, value[vector], sums[row][vector]);
                }
            }
        }
        for (sums, out) in sums.iter().zip(&mut *out) {
            for (vector, &sum) in sums.iter().enumerate() {
                ops.store(sum, &mut out[at + vector * ops.len()..]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rten_simd::isa::GenericIsa;

    use super::super::panel::on_each_isa;
    use super::*;

    fn rows(count: usize, seed: usize) -> Vec<Row> {
        let number = |at: usize| ((at * 7919 + seed * 104_729) % 2003) as f32 / 500.0 - 2.0;
        (0..count).map(|row| std::array::from_fn(|column| number(row * PANEL + column))).collect()
    }

    /// The same in plain arithmetic, for one token.
    fn attend(query: &Row, key: &[Row], value: &[Row], bias: &[f32]) -> Vec<f64> {
        let dot = |key: &Row| query.iter().zip(key).map(|(q, k)| f64::from(*q) * f64::from(*k)).sum::<f64>();
        let bias = bias.iter().map(|bias| f64::from(*bias)).chain(std::iter::repeat(0.0));
        let weights: Vec<f64> =
            key.iter().zip(bias).map(|(key, bias)| (dot(key) / (PANEL as f64).sqrt() + bias).exp()).collect();
        let total: f64 = weights.iter().sum();
        let mix =
            |column: usize| weights.iter().zip(value).map(|(w, v)| w * f64::from(v[column])).sum::<f64>();
        (0..PANEL).map(|column| mix(column) / total).collect()
    }

    #[test]
    fn attention_is_the_same_on_each_instruction_set() {
        for tokens in [1, 5, 31, 32, 33, 70] {
            let (query, key, value) = (rows(tokens, 1), rows(tokens, 2), rows(tokens, 3));
            let bias: Vec<f32> = (0..tokens).map(|token| if token % 7 == 6 { -1e4 } else { 0.1 }).collect();
            let made = on_each_isa!(|isa| {
                let mut out = rows(tokens, 4);
                let (key, bias) = (&Keys::new(&key), &vec![bias.as_slice(); tokens]);
                Attention { query: &query, key, value: &value, bias, out: &mut out }.eval(isa);
                out
            });
            assert!(made.windows(2).all(|two| two[0] == two[1]), "{tokens}");
        }
    }

    #[test]
    fn attention_is_the_softmax_of_the_products() {
        for tokens in [1, 2, 3, 4, 5, 31, 32, 33, 70] {
            let (query, key, value) = (rows(tokens, 1), rows(tokens, 2), rows(tokens, 3));
            let biases = [Vec::new(), (0..tokens).map(|token| (token % 5) as f32 - 2.0).collect()];
            for bias in &biases {
                let mut out = [rows(tokens, 4), rows(tokens, 4)];
                let [first, second] = &mut out;
                let keys = Keys::new(&key);
                let of_each = if bias.is_empty() { Vec::new() } else { vec![bias.as_slice(); tokens] };
                let attention =
                    |out| Attention { query: &query, key: &keys, value: &value, bias: &of_each, out };
                attention(first).dispatch();
                attention(second).eval(GenericIsa::new());
                for (query, out) in out.iter().flat_map(|out| query.iter().zip(out)) {
                    for (found, expected) in out.iter().zip(attend(query, &key, &value, bias)) {
                        assert!(
                            (f64::from(*found) - expected).abs() < 1e-5,
                            "{tokens}: {found}, expected {expected}"
                        );
                    }
                }
            }
        }
    }
}
