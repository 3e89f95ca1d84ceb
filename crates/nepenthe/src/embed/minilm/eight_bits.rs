//! Matrix products of eight-bit integers: weights with a scale for each output, activations with one for each token.
//!
//! Sums of integers are exact, so each instruction set gives the same numbers, to the bit: AVX-512 and AVX with VNNI, AVX2,
//! and what the compiler makes of plain arithmetic elsewhere.

use rten_simd::ops::BitOps;
use rten_simd::{Isa, SimdOp, SimdUnaryOp};
use rten_vecmath::Gelu;

use super::panel::{Output, PANEL, Row};

/// Inputs that are multiplied together.
pub(super) const GROUP: usize = 4;
/// The weights of four inputs for a panel's outputs, four bytes an output, each 128 more than the integer.
pub(super) type Group = [u8; GROUP * PANEL];
/// What is added to an integer to make a byte of it.
const OFFSET: i32 = 128;
/// The greatest integer.
const MOST: f32 = 127.0;
/// Added to a small number, it leaves the nearest integer in the last bits.
const ROUND: f32 = 12_582_912.0;

/// The nearest integer to a number of at most 127, even where two are.
#[inline(always)]
fn nearest(number: f32) -> i8 {
    (number + ROUND).to_bits() as u8 as i8
}

/// Cuts a panel of weights, a row of as many floats for each of its outputs, into groups; and gives the scales.
pub(super) fn groups(outputs: &[f32], inputs: usize) -> (Vec<Group>, Row) {
    let most = |output: usize| {
        outputs[output * inputs..][..inputs].iter().fold(0.0_f32, |most, weight| most.max(weight.abs()))
    };
    let most: Row = std::array::from_fn(most);
    let byte = |group: usize, at: usize| {
        let (output, input) = (at / GROUP, group * GROUP + at % GROUP);
        let weight = outputs[output * inputs + input];
        let integer = if most[output] > 0.0 { nearest(weight * (MOST / most[output])) } else { 0 };
        integer.cast_unsigned() ^ 0x80
    };
    let groups = (0..inputs / GROUP).map(|group| std::array::from_fn(|at| byte(group, at)));
    (groups.collect(), most.map(|most| most / MOST))
}

/// Activations in integers.
pub(super) struct Activations {
    /// Token by token.
    integers: Vec<[i8; PANEL]>,
    /// What an integer of 1 stands for, for each token, and [`OFFSET`] times the token's sum.
    scales: Vec<(f32, i32)>,
}

impl Activations {
    /// Rounds panels of `height` rows each.
    pub(super) fn of(x: &[Row], height: usize) -> Self {
        let mut integers = vec![[0; PANEL]; x.len()];
        let mut scales = vec![(0.0, 0); height];
        Rounding { x, integers: &mut integers, scales: &mut scales }.dispatch();
        Self { integers, scales }
    }

    /// The groups of the integers of one token.
    fn token(&self, token: usize) -> &[[i8; GROUP]] {
        let panels = self.integers.len() / self.scales.len();
        self.integers[token * panels..][..panels].as_flattened().as_chunks().0
    }
}

struct Rounding<'a> {
    x: &'a [Row],
    integers: &'a mut [[i8; PANEL]],
    scales: &'a mut [(f32, i32)],
}

impl SimdOp for Rounding<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, _: I) {
        let height = self.scales.len();
        let panels = self.x.len() / height;
        let tokens = self.integers.chunks_exact_mut(panels).zip(self.scales);
        for (token, (integers, scale)) in tokens.enumerate() {
            let rows = || self.x[token..].iter().step_by(height);
            let mut most = [0.0_f32; PANEL];
            for row in rows() {
                for at in 0..PANEL {
                    let size = row[at].abs();
                    most[at] = if size > most[at] { size } else { most[at] };
                }
            }
            let most = most.into_iter().fold(0.0, f32::max);
            let factor = if most > 0.0 { MOST / most } else { 0.0 };
            let mut sums = [0_i32; PANEL];
            for (row, integers) in rows().zip(integers) {
                for at in 0..PANEL {
                    integers[at] = nearest(row[at] * factor);
                    sums[at] = sums[at].wrapping_add(i32::from(integers[at]));
                }
            }
            *scale = (most / MOST, sums.iter().sum::<i32>() * OFFSET);
        }
    }
}

/// One panel of `x W + b`.
pub(super) struct Product<'a> {
    /// Of as many tokens as `out` has rows.
    pub(super) x: &'a Activations,
    pub(super) weight: &'a [Group],
    pub(super) scale: &'a Row,
    pub(super) bias: &'a Row,
    pub(super) output: Output,
    pub(super) out: &'a mut [Row],
}

/// Multiplies the integers of some tokens with a panel's weights.
trait Multiply: Copy {
    /// How many tokens at once leave their sums in registers; at most 8.
    const TOKENS: usize;

    /// The sums of the products of integers and bytes, for each token and output.
    fn sums<const N: usize>(self, x: [&[[i8; GROUP]]; N], weight: &[Group]) -> [[i32; PANEL]; N];
}

impl Product<'_> {
    /// Computes it, with the fastest instructions that there are.
    pub(super) fn dispatch(self) {
        #[cfg(target_arch = "x86_64")]
        let Some(this) = x86::compute(self) else { return };
        #[cfg(not(target_arch = "x86_64"))]
        let this = self;
        Plain(this).dispatch();
    }

    #[inline(always)]
    fn compute<I: Isa, M: Multiply>(mut self, isa: I, multiply: M) {
        let tokens = self.out.len();
        let blocks = tokens.div_ceil(M::TOKENS).max(1);
        for block in 0..blocks {
            let (first, end) = (block * tokens / blocks, (block + 1) * tokens / blocks);
            match end - first {
                1 => self.tokens::<I, M, 1>(isa, multiply, first),
                2 => self.tokens::<I, M, 2>(isa, multiply, first),
                3 => self.tokens::<I, M, 3>(isa, multiply, first),
                4 => self.tokens::<I, M, 4>(isa, multiply, first),
                5 => self.tokens::<I, M, 5>(isa, multiply, first),
                6 => self.tokens::<I, M, 6>(isa, multiply, first),
                7 => self.tokens::<I, M, 7>(isa, multiply, first),
                8 => self.tokens::<I, M, 8>(isa, multiply, first),
                _ => {}
            }
        }
    }

    /// Computes `N` tokens from `first` on.
    #[inline(always)]
    fn tokens<I: Isa, M: Multiply, const N: usize>(&mut self, isa: I, multiply: M, first: usize) {
        let ops = isa.f32();
        let sums = multiply.sums::<N>(std::array::from_fn(|token| self.x.token(first + token)), self.weight);
        let tokens = self.x.scales[first..].iter().zip(&mut self.out[first..]);
        for (sums, ((scale, surplus), out)) in sums.iter().zip(tokens) {
            let mut values = [0.0; PANEL];
            for at in 0..PANEL {
                let sum = sums[at].wrapping_sub(*surplus) as f32;
                values[at] = sum * (scale * self.scale[at]) + self.bias[at];
            }
            match self.output {
                Output::Replace => *out = values,
                Output::Add => out.iter_mut().zip(&values).for_each(|(out, value)| *out += value),
                Output::ReplaceGelu => {
                    for at in (0..PANEL).step_by(ops.len()) {
                        ops.store(Gelu {}.eval(isa, ops.load(&values[at..])), &mut out[at..]);
                    }
                }
            }
        }
    }
}

/// Without instructions for it.
struct Plain<'a>(Product<'a>);

impl SimdOp for Plain<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) {
        self.0.compute(isa, Plainly);
    }
}

#[derive(Clone, Copy)]
struct Plainly;

impl Multiply for Plainly {
    const TOKENS: usize = 4;

    #[inline(always)]
    fn sums<const N: usize>(self, x: [&[[i8; GROUP]]; N], weight: &[Group]) -> [[i32; PANEL]; N] {
        let mut sums = [[0_i32; PANEL]; N];
        for (group, weight) in weight.iter().enumerate() {
            for input in 0..GROUP {
                let weight: [i32; PANEL] = std::array::from_fn(|at| i32::from(weight[at * GROUP + input]));
                for token in 0..N {
                    let x = i32::from(x[token][group][input]);
                    for at in 0..PANEL {
                        sums[token][at] = sums[token][at].wrapping_add(weight[at].wrapping_mul(x));
                    }
                }
            }
        }
        sums
    }
}

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "what an instruction needs is asked for before it is used, and arrays are loaded whole"
)]
mod x86 {
    use std::arch::x86_64::*;

    use rten_simd::isa::{Avx2Isa, Avx512Isa};

    use super::{GROUP, Group, Multiply, PANEL, Product};

    /// Computes a product, or gives it back where this processor has no instructions for it.
    pub(super) fn compute(product: Product<'_>) -> Option<Product<'_>> {
        if let Some(isa) = Avx512Isa::new()
            && is_x86_feature_detected!("avx512vnni")
        {
            unsafe { with_avx512(product, isa) };
            return None;
        }
        let Some(isa) = Avx2Isa::new() else { return Some(product) };
        if is_x86_feature_detected!("avxvnni") {
            unsafe { with_avx_vnni(product, isa) };
        } else {
            unsafe { with_avx2(product, isa) };
        }
        None
    }

    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vnni,f16c")]
    pub(super) fn with_avx512(product: Product<'_>, isa: Avx512Isa) {
        product.compute(isa, Avx512);
    }

    #[target_feature(enable = "avx,avx2,fma,f16c,avxvnni")]
    pub(super) fn with_avx_vnni(product: Product<'_>, isa: Avx2Isa) {
        product.compute(isa, AvxVnni);
    }

    #[target_feature(enable = "avx,avx2,fma,f16c")]
    pub(super) fn with_avx2(product: Product<'_>, isa: Avx2Isa) {
        product.compute(isa, Avx2);
    }

    /// The four integers of a group in one.
    #[inline(always)]
    fn together(group: [i8; GROUP]) -> i32 {
        i32::from_ne_bytes(group.map(i8::cast_unsigned))
    }

    #[derive(Clone, Copy)]
    struct Avx512;

    impl Multiply for Avx512 {
        const TOKENS: usize = 8;

        #[inline(always)]
        fn sums<const N: usize>(self, x: [&[[i8; GROUP]]; N], weight: &[Group]) -> [[i32; PANEL]; N] {
            let x = x.map(|x| &x[..weight.len()]);
            unsafe {
                let mut sums = [[_mm512_setzero_si512(); 2]; N];
                for (group, weight) in weight.iter().enumerate() {
                    let weight: [__m512i; 2] = std::mem::transmute(*weight);
                    for token in 0..N {
                        let x = _mm512_set1_epi32(together(x[token][group]));
                        sums[token][0] = _mm512_dpbusd_epi32(sums[token][0], weight[0], x);
                        sums[token][1] = _mm512_dpbusd_epi32(sums[token][1], weight[1], x);
                    }
                }
                sums.map(|sums| std::mem::transmute::<[__m512i; 2], [i32; PANEL]>(sums))
            }
        }
    }

    #[derive(Clone, Copy)]
    struct AvxVnni;

    impl Multiply for AvxVnni {
        const TOKENS: usize = 3;

        #[inline(always)]
        fn sums<const N: usize>(self, x: [&[[i8; GROUP]]; N], weight: &[Group]) -> [[i32; PANEL]; N] {
            let x = x.map(|x| &x[..weight.len()]);
            unsafe {
                let mut sums = [[_mm256_setzero_si256(); 4]; N];
                for (group, weight) in weight.iter().enumerate() {
                    let weight: [__m256i; 4] = std::mem::transmute(*weight);
                    for token in 0..N {
                        let x = _mm256_set1_epi32(together(x[token][group]));
                        for at in 0..4 {
                            sums[token][at] = _mm256_dpbusd_avx_epi32(sums[token][at], weight[at], x);
                        }
                    }
                }
                sums.map(|sums| std::mem::transmute::<[__m256i; 4], [i32; PANEL]>(sums))
            }
        }
    }

    /// Products of bytes would be too large for the 16 bits in which AVX2 adds them, so they are widened first.
    #[derive(Clone, Copy)]
    struct Avx2;

    impl Multiply for Avx2 {
        const TOKENS: usize = 2;

        #[inline(always)]
        fn sums<const N: usize>(self, x: [&[[i8; GROUP]]; N], weight: &[Group]) -> [[i32; PANEL]; N] {
            let x = x.map(|x| &x[..weight.len()]);
            unsafe {
                let low = _mm256_set1_epi16(0xff);
                let mut sums = [[_mm256_setzero_si256(); 4]; N];
                for (group, weight) in weight.iter().enumerate() {
                    let weight: [__m256i; 4] = std::mem::transmute(*weight);
                    let even = weight.map(|weight| _mm256_and_si256(weight, low));
                    let odd = weight.map(|weight| _mm256_srli_epi16::<8>(weight));
                    for token in 0..N {
                        let x = _mm256_set1_epi32(together(x[token][group]));
                        let x_even = _mm256_srai_epi16::<8>(_mm256_slli_epi16::<8>(x));
                        let x_odd = _mm256_srai_epi16::<8>(x);
                        for at in 0..4 {
                            let both = _mm256_add_epi32(
                                _mm256_madd_epi16(even[at], x_even),
                                _mm256_madd_epi16(odd[at], x_odd),
                            );
                            sums[token][at] = _mm256_add_epi32(sums[token][at], both);
                        }
                    }
                }
                sums.map(|sums| std::mem::transmute::<[__m256i; 4], [i32; PANEL]>(sums))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rten_simd::isa::GenericIsa;

    use super::*;

    const INPUTS: usize = 3 * PANEL;

    fn number(at: usize, seed: usize) -> f32 {
        ((at * 7919 + seed * 104_729) % 2003) as f32 / 1001.5 - 1.0
    }

    fn rows(count: usize, seed: usize) -> Vec<Row> {
        (0..count).map(|row| std::array::from_fn(|column| number(row * PANEL + column, seed))).collect()
    }

    fn weights() -> Vec<f32> {
        (0..PANEL * INPUTS).map(|at| number(at, 1)).collect()
    }

    /// What each way to multiply makes of a product of some height.
    fn on_each_way(height: usize, output: Output) -> Vec<Vec<Row>> {
        let ((weight, scale), bias) = (groups(&weights(), INPUTS), rows(1, 2)[0]);
        let x = Activations::of(&rows(3 * height, 3), height);
        let mut made = Vec::new();
        let mut way = |compute: &mut dyn FnMut(Product<'_>)| {
            let mut out = rows(height, 4);
            compute(Product { x: &x, weight: &weight, scale: &scale, bias: &bias, output, out: &mut out });
            made.push(out);
        };
        way(&mut |product| product.dispatch());
        way(&mut |product| Plain(product).dispatch());
        #[cfg(target_arch = "x86_64")]
        #[expect(unsafe_code, reason = "each is asked for first")]
        {
            use rten_simd::isa::{Avx2Isa, Avx512Isa};
            if let Some(isa) = Avx512Isa::new()
                && is_x86_feature_detected!("avx512vnni")
            {
                way(&mut |product| unsafe { x86::with_avx512(product, isa) });
            }
            if let Some(isa) = Avx2Isa::new() {
                way(&mut |product| unsafe { x86::with_avx2(product, isa) });
                if is_x86_feature_detected!("avxvnni") {
                    way(&mut |product| unsafe { x86::with_avx_vnni(product, isa) });
                }
            }
        }
        made
    }

    #[test]
    fn products_are_the_same_in_each_way() {
        for height in 1..20 {
            for output in [Output::Replace, Output::Add, Output::ReplaceGelu] {
                let made = on_each_way(height, output);
                assert!(made.windows(2).all(|two| two[0] == two[1]), "{height}");
            }
        }
    }

    #[test]
    fn a_product_is_near_that_of_floats() {
        let (weights, x, bias) = (weights(), rows(3 * 5, 3), rows(1, 2)[0]);
        for (output, before) in [(Output::Replace, 0.0), (Output::Add, 1.0)] {
            for made in on_each_way(5, output) {
                for (token, column) in (0..5).flat_map(|token| (0..PANEL).map(move |column| (token, column)))
                {
                    let exact = (0..INPUTS)
                        .map(|k| x[k / PANEL * 5 + token][k % PANEL] * weights[column * INPUTS + k])
                        .sum::<f32>()
                        + bias[column]
                        + before * rows(5, 4)[token][column];
                    // Each of 96 products is off by at most a 127th, mostly either way.
                    assert!((made[token][column] - exact).abs() < 0.15, "{} {exact}", made[token][column]);
                }
            }
        }
    }

    #[test]
    fn activations_are_the_same_on_each_instruction_set() {
        let x = rows(3 * 4, 3);
        let made = super::super::panel::on_each_isa!(|isa| {
            let (mut integers, mut scales) = (vec![[0; PANEL]; x.len()], vec![(0.0, 0); 4]);
            Rounding { x: &x, integers: &mut integers, scales: &mut scales }.eval(isa);
            (integers, scales)
        });
        assert!(made.windows(2).all(|two| two[0] == two[1]));
        let (mut integers, mut scales) = (vec![[0; PANEL]; x.len()], vec![(0.0, 0); 4]);
        Rounding { x: &x, integers: &mut integers, scales: &mut scales }.eval(GenericIsa::new());
        assert!(made.iter().all(|made| *made == (integers.clone(), scales.clone())));
    }

    #[test]
    fn what_is_nothing_stays_nothing() {
        let x = Activations::of(&[[0.0; PANEL]; 3], 1);
        assert_eq!(x.scales, [(0.0, 0)]);
        let (weight, scale) = groups(&[0.0; PANEL * INPUTS], INPUTS);
        let mut out = rows(1, 4);
        let bias = rows(1, 2)[0];
        Product {
            x: &x,
            weight: &weight,
            scale: &scale,
            bias: &bias,
            output: Output::Replace,
            out: &mut out,
        }
        .dispatch();
        assert_eq!(out, [bias]);
    }
}
