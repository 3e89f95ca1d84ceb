//! [`Rotation`]: the seeded random rotation after which what a vector loses by being rounded to bits is spread evenly over its
//! components, whatever they were.

/// What the signs of every rotation are drawn from.
const SEED: u64 = 0x4e65_7065_6e74_6865;

/// How often the signs are flipped and the components mixed. Once would leave a vector of one component in a pattern.
const ROUNDS: usize = 4;

/// Flips signs and mixes, in turns, the first and the last components that are as many as a power of two. Lengths and angles stay.
pub(super) struct Rotation {
    signs: Vec<f32>,
    dimension: usize,
}

impl Rotation {
    pub(super) fn new(dimension: usize) -> Self {
        let mut state = SEED;
        let signs = (0..ROUNDS * dimension).map(|_| if splitmix(&mut state) >> 63 == 0 { 1.0 } else { -1.0 });
        Self { signs: signs.collect(), dimension }
    }

    /// Rotates a vector in its place.
    pub(super) fn turn(&self, vector: &mut [f32]) {
        if self.dimension == 0 {
            return;
        }
        let width = 1 << self.dimension.ilog2();
        for (round, signs) in self.signs.chunks_exact(self.dimension).enumerate() {
            vector.iter_mut().zip(signs).for_each(|(component, sign)| *component *= sign);
            let begin = if round % 2 == 0 { 0 } else { self.dimension - width };
            hadamard(&mut vector[begin..begin + width]);
        }
    }
}

/// The Walsh-Hadamard transform of as many components as a power of two, with lengths kept.
fn hadamard(vector: &mut [f32]) {
    let mut half = 1;
    while half < vector.len() {
        for block in vector.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            for (a, b) in left.iter_mut().zip(right) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    let scale = 1.0 / (vector.len() as f32).sqrt();
    vector.iter_mut().for_each(|component| *component *= scale);
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(a: &[f32], b: &[f32]) -> f32 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn lengths_and_angles_stay() {
        for dimension in [1, 2, 3, 5, 64, 100, 384, 768, 1000, 1536] {
            let rotation = Rotation::new(dimension);
            let vector =
                |seed: f32| -> Vec<f32> { (0..dimension).map(|n| (n as f32 * seed).sin()).collect() };
            let (a, b) = (vector(0.7), vector(1.3));
            let (mut turned_a, mut turned_b) = (a.clone(), b.clone());
            rotation.turn(&mut turned_a);
            rotation.turn(&mut turned_b);
            let most = 1e-5 * dimension as f32;
            assert!((product(&a, &b) - product(&turned_a, &turned_b)).abs() < most, "{dimension}");
            assert!((product(&a, &a) - product(&turned_a, &turned_a)).abs() < most, "{dimension}");
        }
    }

    #[test]
    fn one_component_is_spread_over_all() {
        for dimension in [64, 100, 384, 1536] {
            let rotation = Rotation::new(dimension);
            for at in [0, 1, dimension / 2, dimension - 1] {
                let mut vector = vec![0.0; dimension];
                vector[at] = 1.0;
                rotation.turn(&mut vector);
                let even = 1.0 / (dimension as f32).sqrt();
                let most = vector.iter().fold(0.0_f32, |most, component| most.max(component.abs()));
                assert!(most < 6.0 * even, "{dimension} {at} {most} {even}");
            }
        }
    }
}
