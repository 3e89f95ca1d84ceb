//! Layer normalization.

use rten_simd::ops::{BitOps, NumOps};
use rten_simd::{Isa, SimdOp};

use super::panel::{PANEL, Row};
use super::weights::WIDTH;

const EPSILON: f32 = 1e-12;

/// Brings every row of a matrix to mean 0 and variance 1, then scales and shifts its columns.
pub(super) struct LayerNorm<'a> {
    pub(super) x: &'a mut [Row],
    pub(super) scale: &'a [Row],
    pub(super) shift: &'a [Row],
}

impl SimdOp for LayerNorm<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) {
        let ops = isa.f32();
        let height = self.x.len() / self.scale.len();
        let columns = || (0..PANEL).step_by(ops.len());
        for first in 0..height {
            let mut sum = ops.zero();
            for row in self.x[first..].iter().step_by(height) {
                for column in columns() {
                    sum = ops.add(sum, ops.load(&row[column..]));
                }
            }
            let mean = ops.splat(ops.sum(sum) / WIDTH as f32);
            let mut squares = ops.zero();
            for row in self.x[first..].iter().step_by(height) {
                for column in columns() {
                    let off = ops.sub(ops.load(&row[column..]), mean);
                    squares = ops.mul_add(off, off, squares);
                }
            }
            let variance = ops.sum(squares) / WIDTH as f32;
            let factor = ops.splat(1.0 / (variance + EPSILON).sqrt());
            let panels = self.x[first..].iter_mut().step_by(height);
            for (row, (scale, shift)) in panels.zip(self.scale.iter().zip(self.shift)) {
                for column in columns() {
                    let off = ops.mul(ops.sub(ops.load(&row[column..]), mean), factor);
                    let value = ops.mul_add(off, ops.load(&scale[column..]), ops.load(&shift[column..]));
                    ops.store(value, &mut row[column..]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_brought_to_the_mean_and_spread_asked_for() {
        let height = 3;
        let panels = WIDTH / PANEL;
        let number = |at: usize| ((at * 7919) % 2003) as f32 / 100.0;
        let mut x: Vec<Row> = (0..panels * height)
            .map(|row| std::array::from_fn(|column| number(row * PANEL + column)))
            .collect();
        let (scale, shift) = (vec![[2.0; PANEL]; panels], vec![[5.0; PANEL]; panels]);
        LayerNorm { x: &mut x, scale: &scale, shift: &shift }.dispatch();
        for row in 0..height {
            let values: Vec<f32> = x.iter().skip(row).step_by(height).flatten().copied().collect();
            let mean = values.iter().sum::<f32>() / WIDTH as f32;
            let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / WIDTH as f32;
            assert!((mean - 5.0).abs() < 1e-4 && (variance - 4.0).abs() < 1e-3, "{mean} {variance}");
        }
    }
}
