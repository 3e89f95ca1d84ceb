//! Layer normalization.

use rten_simd::ops::{BitOps, NumOps};
use rten_simd::{Isa, SimdOp};

use super::panel::{PANEL, Row, add, total};
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
            let mut sums = [0.0; PANEL];
            for row in self.x[first..].iter().step_by(height) {
                add(&mut sums, row);
            }
            let mean = total(sums) / WIDTH as f32;
            let mut squares = [0.0; PANEL];
            for row in self.x[first..].iter().step_by(height) {
                add(&mut squares, &row.map(|value| (value - mean) * (value - mean)));
            }
            let variance = total(squares) / WIDTH as f32;
            let mean = ops.splat(mean);
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
    use super::super::panel::on_each_isa;
    use super::*;

    #[test]
    fn rows_are_the_same_on_each_instruction_set() {
        let panels = WIDTH / PANEL;
        let number = |at: usize| ((at * 7919) % 2003) as f32 / 100.0;
        let before: Vec<Row> =
            (0..panels * 2).map(|row| std::array::from_fn(|column| number(row * PANEL + column))).collect();
        let (scale, shift) = (vec![[1.1; PANEL]; panels], vec![[0.3; PANEL]; panels]);
        let made = on_each_isa!(|isa| {
            let mut x = before.clone();
            LayerNorm { x: &mut x, scale: &scale, shift: &shift }.eval(isa);
            x
        });
        assert!(made.windows(2).all(|two| two[0] == two[1]));
    }

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
