//! A vector in one byte a component, and the bounds of a distance that it tells for certain.

/// What 32-bit sums may be off by, as a part of the squared lengths.
const SLACK: f32 = 4e-5;

/// What is known of a rounded vector: what a component of 1 stands for, its exact squared length, and the length of what
/// rounding took.
#[derive(Clone, Copy, Default)]
pub(super) struct Shape {
    unit: f32,
    squared: f32,
    lost: f32,
}

/// Adds the bytes of a vector to `bytes`.
pub(super) fn encode(vector: &[f32], bytes: &mut Vec<i8>) -> Shape {
    let greatest = vector.iter().fold(0.0_f32, |most, component| most.max(component.abs()));
    let unit = (greatest / 127.0).max(f32::MIN_POSITIVE);
    let mut lost = 0.0;
    for component in vector {
        let rounded = (component / unit).round();
        lost += (component - rounded * unit).powi(2);
        bytes.push(rounded as i8);
    }
    let squared = vector.iter().map(|component| component * component).sum();
    Shape { unit, squared, lost: lost.sqrt() }
}

/// A query, rounded as finely as sums of 32 bits allow.
pub(super) struct Asked {
    components: Vec<i16>,
    shape: Shape,
    /// The rounded query's length.
    length: f32,
    product: fn(&[i16], &[i8]) -> i32,
}

impl Asked {
    pub(super) fn new(query: &[f32]) -> Self {
        let finest =
            (i32::MAX / 128 / i32::try_from(query.len().max(1)).unwrap_or(i32::MAX)).clamp(1, 32_767);
        let greatest = query.iter().fold(0.0_f32, |most, component| most.max(component.abs()));
        let unit = (greatest / finest as f32).max(f32::MIN_POSITIVE);
        let rounded: Vec<f32> = query.iter().map(|component| (component / unit).round()).collect();
        let lost =
            query.iter().zip(&rounded).map(|(exact, rounded)| (exact - rounded * unit).powi(2)).sum::<f32>();
        let length = rounded.iter().map(|rounded| (rounded * unit).powi(2)).sum::<f32>().sqrt();
        let squared = query.iter().map(|component| component * component).sum();
        let components = rounded.into_iter().map(|component| component as i16).collect();
        let shape = Shape { unit, squared, lost: lost.sqrt() };
        Self { components, shape, length, product: best_product() }
    }

    /// Between which squared distances a vector lies.
    pub(super) fn between(&self, bytes: &[i8], shape: Shape) -> (f32, f32) {
        let product = (self.product)(&self.components, bytes);
        let squared = self.shape.squared + shape.squared;
        let about = squared - 2.0 * product as f32 * self.shape.unit * shape.unit;
        let error =
            2.0 * (self.length * shape.lost + self.shape.lost * shape.squared.sqrt()) + SLACK * squared;
        (about - error, about + error)
    }
}

/// Asks the processor for bytes that are needed soon.
#[inline(always)]
#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "rows to look at lie far apart"))]
pub(super) fn fetch(bytes: &[i8]) {
    #[cfg(target_arch = "x86_64")]
    for line in bytes.chunks(64) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: it reads nothing, and every x86-64 has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bytes;
}

/// The sum stays below 2^31: see `finest`. Wrapping, or it would be added up one by one.
#[inline(always)]
fn product(asked: &[i16], own: &[i8]) -> i32 {
    asked
        .iter()
        .zip(own)
        .fold(0_i32, |sum, (asked, own)| sum.wrapping_add(i32::from(*asked).wrapping_mul(i32::from(*own))))
}

#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "sixteen components at once"))]
fn best_product() -> fn(&[i16], &[i8]) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[target_feature(enable = "avx2")]
        fn wide(asked: &[i16], own: &[i8]) -> i32 {
            product(asked, own)
        }
        // SAFETY: the processor has AVX2.
        return |asked, own| unsafe { wide(asked, own) };
    }
    product
}
