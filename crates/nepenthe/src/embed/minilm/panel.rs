//! The layout in which activations and weights lie, and the matrix product on it.

use rten_simd::ops::{BitOps, NumOps};
use rten_simd::{Isa, SimdOp, SimdUnaryOp};
use rten_vecmath::Gelu;

/// The width of a panel: that of an attention head, and a multiple of every instruction set's vector.
pub(super) const PANEL: usize = 32;

/// One row of a panel.
///
/// A matrix is cut into panels of 32 columns, which lie one behind the other, each with its rows in order. So the
/// threads that compute the panels of a product write to places apart, and a product's output is at once what the
/// next one reads.
pub(super) type Row = [f32; PANEL];

/// The sum of a row, in one order on every instruction set, so that a text has the same vector on all of them.
#[inline(always)]
pub(super) fn total(mut row: Row) -> f32 {
    let mut half = PANEL / 2;
    while half > 0 {
        for at in 0..half {
            row[at] += row[at + half];
        }
        half /= 2;
    }
    row[0]
}

/// Adds a row to another.
#[inline(always)]
pub(super) fn add(sums: &mut Row, row: &[f32]) {
    sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
}

/// Rows computed at once: enough to hide the latency of a multiply-add, few enough for their sums to stay in
/// registers.
const MAX_ROWS: usize = 8;
/// The same where there are only 16 registers (AVX2).
const MAX_ROWS_AVX2: usize = 6;
/// Vectors of a row computed at once.
const VECTORS: usize = 2;

/// What a product does with what its output holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Output {
    /// Writes the sum over it.
    Replace,
    /// Writes the sum's GELU over it.
    ReplaceGelu,
    /// Adds the sum to it.
    Add,
}

/// One panel of `x W + b`.
pub(super) struct Product<'a> {
    /// The panels of `x`, each of as many rows as `out`.
    pub(super) x: &'a [Row],
    /// The panel of `W`: a row for each column of `x`.
    pub(super) weight: &'a [Row],
    pub(super) bias: &'a Row,
    pub(super) output: Output,
    pub(super) out: &'a mut [Row],
}

impl SimdOp for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(mut self, isa: I) {
        let max = if isa.f32().len() == 8 { MAX_ROWS_AVX2 } else { MAX_ROWS };
        let rows = self.out.len();
        // Blocks of nearly equal height: a block of one row is the slowest a row.
        let blocks = rows.div_ceil(max).max(1);
        for block in 0..blocks {
            let (first, end) = (block * rows / blocks, (block + 1) * rows / blocks);
            match end - first {
                1 => self.rows::<I, 1>(isa, first),
                2 => self.rows::<I, 2>(isa, first),
                3 => self.rows::<I, 3>(isa, first),
                4 => self.rows::<I, 4>(isa, first),
                5 => self.rows::<I, 5>(isa, first),
                6 => self.rows::<I, 6>(isa, first),
                7 => self.rows::<I, 7>(isa, first),
                8 => self.rows::<I, 8>(isa, first),
                _ => {}
            }
        }
    }
}

impl Product<'_> {
    /// Computes `N` rows from `first` on.
    #[inline(always)]
    fn rows<I: Isa, const N: usize>(&mut self, isa: I, first: usize) {
        let ops = isa.f32();
        let len = ops.len();
        let height = self.out.len();
        let Some(out) = self.out[first..].first_chunk_mut::<N>() else { return };
        for column in (0..PANEL).step_by(VECTORS * len) {
            let bias = [ops.load(&self.bias[column..]), ops.load(&self.bias[column + len..])];
            let mut sums = [bias; N];
            if self.output == Output::Add {
                for (sums, out) in sums.iter_mut().zip(&*out) {
                    sums[0] = ops.add(sums[0], ops.load(&out[column..]));
                    sums[1] = ops.add(sums[1], ops.load(&out[column + len..]));
                }
            }
            for (panel, weight) in self.x.chunks_exact(height).zip(self.weight.as_chunks::<PANEL>().0) {
                let Some(x) = panel[first..].first_chunk::<N>() else { return };
                for k in 0..PANEL {
                    let weight = [ops.load(&weight[k][column..]), ops.load(&weight[k][column + len..])];
                    for row in 0..N {
                        let x = ops.splat(x[row][k]);
                        sums[row][0] = ops.mul_add(x, weight[0], sums[row][0]);
                        sums[row][1] = ops.mul_add(x, weight[1], sums[row][1]);
                    }
                }
            }
            for (sums, out) in sums.iter().zip(&mut *out) {
                for (vector, &sum) in sums.iter().enumerate() {
                    let value = if self.output == Output::ReplaceGelu { Gelu {}.eval(isa, sum) } else { sum };
                    ops.store(value, &mut out[column + vector * len..]);
                }
            }
        }
    }
}

/// What an operation makes on each instruction set of this machine that has a fused multiply-add.
#[cfg(test)]
macro_rules! on_each_isa {
    (|$isa:ident| $made:expr) => {{
        let mut made = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if let Some($isa) = rten_simd::isa::Avx2Isa::new() {
                made.push($made);
            }
            if let Some($isa) = rten_simd::isa::Avx512Isa::new() {
                made.push($made);
            }
        }
        #[cfg(target_arch = "aarch64")]
        if let Some($isa) = rten_simd::isa::ArmNeonIsa::new() {
            made.push($made);
        }
        made
    }};
}
#[cfg(test)]
pub(super) use on_each_isa;

#[cfg(test)]
mod tests {
    use rten_simd::isa::GenericIsa;

    use super::*;

    /// Numbers without a pattern, between -1 and 1.
    fn rows(count: usize, seed: usize) -> Vec<Row> {
        let number = |at: usize| ((at * 7919 + seed * 104_729) % 2003) as f32 / 1001.5 - 1.0;
        (0..count).map(|row| std::array::from_fn(|column| number(row * PANEL + column))).collect()
    }

    #[test]
    fn product_is_the_sum_of_products_for_every_height() {
        let (weight, bias) = (rows(2 * PANEL, 1), rows(1, 2)[0]);
        for height in 1..40 {
            let (x, before) = (rows(2 * height, 3), rows(height, 4));
            for output in [Output::Replace, Output::Add] {
                let mut out = before.clone();
                let product = Product { x: &x, weight: &weight, bias: &bias, output, out: &mut out };
                // Every other one as on a machine without vectors, whose blocks differ.
                if height % 2 == 0 {
                    product.dispatch()
                } else {
                    product.eval(GenericIsa::new())
                }
                for row in 0..height {
                    for column in 0..PANEL {
                        let terms = (0..2 * PANEL)
                            .map(|k| x[k / PANEL * height + row][k % PANEL] * weight[k][column]);
                        let start = if output == Output::Add { before[row][column] } else { 0.0 };
                        let expected = start + bias[column] + terms.sum::<f32>();
                        assert!((out[row][column] - expected).abs() < 1e-4, "{height} {row} {column}");
                    }
                }
            }
        }
    }

    #[test]
    fn products_are_the_same_on_each_instruction_set() {
        let (weight, bias, x) = (rows(2 * PANEL, 1), rows(1, 2)[0], rows(2 * 7, 3));
        for output in [Output::Replace, Output::Add, Output::ReplaceGelu] {
            let made = on_each_isa!(|isa| {
                let mut out = rows(7, 4);
                Product { x: &x, weight: &weight, bias: &bias, output, out: &mut out }.eval(isa);
                out
            });
            assert!(made.windows(2).all(|two| two[0] == two[1]));
        }
    }

    #[test]
    fn gelu_is_the_exact_one() {
        let weight = vec![[0.0; PANEL]; PANEL];
        let bias: Row =
            std::array::from_fn(|column| [-3.0, -1.0, -0.5, 0.0, 0.5, 1.0, 3.0, 10.0][column % 8]);
        let expected =
            [-0.004_049_9, -0.158_655_3, -0.154_268_8, 0.0, 0.345_731_2, 0.841_344_7, 2.995_95, 10.0];
        let mut out = rows(1, 5);
        let x = rows(1, 6);
        Product { x: &x, weight: &weight, bias: &bias, output: Output::ReplaceGelu, out: &mut out }
            .dispatch();
        for (column, value) in out[0].iter().enumerate() {
            assert!((value - expected[column % 8]).abs() < 1e-6, "{column}: {value}");
        }
    }
}
