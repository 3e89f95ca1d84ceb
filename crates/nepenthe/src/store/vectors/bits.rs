//! A vector in one bit a component: the signs of the rotated components, and what a distance can be told by from them
//! (RaBitQ: Gao and Long, SIGMOD 2024).

/// The fewest components of which a distance is told by bits: of fewer, what is lost is not spread like a normal distribution.
pub(super) const FEWEST: usize = 64;

/// How many standard deviations a product may be off. Of the directions of a random rotation, less than one in a billion is off by
/// more.
const DEVIATIONS: f32 = 6.0;

/// What 32-bit sums may be off by, as a part of the squared lengths.
const SLACK: f32 = 1e-4;

/// Bits of a component of the query.
const PLANES: usize = 4;

/// Words of the bits of a vector.
pub(super) const fn words(dimension: usize) -> usize {
    dimension.div_ceil(64)
}

/// What is known of a vector beside its bits.
#[derive(Clone, Copy, Default)]
pub(super) struct Code {
    /// The squared length, over the product with the vector that has the same signs and equal components.
    reach: f32,
    /// The standard deviation of a product with a query of length 1 that is told by the bits.
    spread: f32,
    squared: f32,
    /// How many bits are set.
    ones: f32,
}

/// Adds the bits of a rotated vector to `bits`.
pub(super) fn encode(rotated: &[f32], bits: &mut Vec<u64>) -> Code {
    let mut ones = 0;
    for components in rotated.chunks(64) {
        let word = components
            .iter()
            .enumerate()
            .fold(0_u64, |word, (at, component)| word | u64::from(component.is_sign_positive()) << at);
        ones += word.count_ones();
        bits.push(word);
    }
    let dimension = rotated.len() as f32;
    let squared: f32 = rotated.iter().map(|component| component * component).sum();
    let product = rotated.iter().map(|component| component.abs()).sum::<f32>() / dimension.sqrt();
    if product <= f32::MIN_POSITIVE {
        return Code { ones: ones as f32, ..Code::default() };
    }
    let reach = squared / product;
    let spread = ((reach * reach - squared).max(0.0) / (dimension - 1.0).max(1.0)).sqrt();
    Code { reach, spread, squared, ones: ones as f32 }
}

/// A rotated query in four bits a component.
pub(super) struct Planes {
    /// For each word of a vector's bits the four words of the query's.
    words: Vec<[u64; PLANES]>,
    least: f32,
    step: f32,
    /// The sum of the rounded components.
    total: f32,
    /// The length of the query, and of what rounding took.
    length: f32,
    lost: f32,
    /// One over the root of the dimension.
    even: f32,
}

impl Planes {
    pub(super) fn new(rotated: &[f32]) -> Self {
        let (least, most) = rotated
            .iter()
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), x| (least.min(*x), most.max(*x)));
        let step = ((most - least) / ((1 << PLANES) - 1) as f32).max(f32::MIN_POSITIVE);
        let (mut total, mut lost) = (0.0_f32, 0.0_f32);
        let mut words = vec![[0; PLANES]; words(rotated.len())];
        for (at, component) in rotated.iter().enumerate() {
            let rounded = ((component - least) / step).round().clamp(0.0, ((1 << PLANES) - 1) as f32);
            let number = rounded as u64;
            for (plane, word) in words[at / 64].iter_mut().enumerate() {
                *word |= (number >> plane & 1) << (at % 64);
            }
            total += least + step * rounded;
            lost += (component - least - step * rounded).powi(2);
        }
        let length = rotated.iter().map(|component| component * component).sum::<f32>().sqrt();
        let even = 1.0 / (rotated.len() as f32).sqrt();
        Self { words, least, step, total, length, lost: lost.sqrt(), even }
    }

    /// About what squared distance a vector has, and what it has at least.
    #[inline(always)]
    fn tell(&self, bits: &[u64], code: Code) -> (f32, f32) {
        // As wide as a word, so that the planes of one are counted at once where the processor can.
        let mut counts = [0_u64; PLANES];
        for (word, planes) in bits.iter().zip(&self.words) {
            for (count, asked) in counts.iter_mut().zip(planes) {
                *count = count.wrapping_add(u64::from((word & asked).count_ones()));
            }
        }
        let sum = counts.iter().rev().fold(0_u64, |sum, count| sum.wrapping_mul(2).wrapping_add(*count));
        let product = (2.0 * (self.least * code.ones + self.step * sum as f32) - self.total) * self.even;
        let squares = self.length * self.length + code.squared;
        let about = squares - 2.0 * code.reach * product;
        let deviation = self.length * code.spread + self.lost * self.even * code.reach;
        (about, about - 2.0 * DEVIATIONS * deviation - SLACK * squares)
    }

    #[inline(always)]
    fn each(&self, bits: &[u64], codes: &[Code], mut visit: impl FnMut(usize, f32, f32)) {
        let rows = bits.chunks_exact(self.words.len().max(1)).zip(codes);
        for (at, (bits, code)) in rows.enumerate() {
            let (about, least) = self.tell(bits, *code);
            visit(at, about, least);
        }
    }

    /// Hands to `visit` of each of some vectors, one after the other, its number, and what [`Planes::tell`] tells.
    #[cfg_attr(
        target_arch = "x86_64",
        expect(unsafe_code, reason = "without this, bits are counted in a dozen steps")
    )]
    pub(super) fn scan(&self, bits: &[u64], codes: &[Code], visit: impl FnMut(usize, f32, f32)) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx512vpopcntdq") && has!("avx512vl") {
                // SAFETY: the processor has both.
                return unsafe { self.scan_by_vpopcnt(bits, codes, visit) };
            }
            if has!("popcnt") && has!("avx2") {
                // SAFETY: the processor has both.
                return unsafe { self.scan_by_popcnt(bits, codes, visit) };
            }
        }
        self.each(bits, codes, visit);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512vpopcntdq,avx512vl")]
    fn scan_by_vpopcnt(&self, bits: &[u64], codes: &[Code], visit: impl FnMut(usize, f32, f32)) {
        self.each(bits, codes, visit);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,avx2")]
    fn scan_by_popcnt(&self, bits: &[u64], codes: &[Code], visit: impl FnMut(usize, f32, f32)) {
        self.each(bits, codes, visit);
    }
}
