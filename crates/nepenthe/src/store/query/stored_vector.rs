//! A vector as a store keeps it: what a component of 1 stands for (a 32-bit float), then the components as 16-bit integers, all
//! little-endian. And the one distance that is measured of it.

use super::passage;

/// Bytes of the number that a component of 1 stands for.
const UNIT: usize = 4;

/// Bytes of a vector of a dimension.
pub(crate) const fn length(dimension: usize) -> usize {
    UNIT + 2 * dimension
}

/// Rounds a vector to 16 bits a component. Half a unit is lost of each at most: 1/65,534 of the greatest.
pub(crate) fn encode(vector: &[f32]) -> Vec<u8> {
    let greatest = vector.iter().fold(0.0_f32, |most, component| most.max(component.abs()));
    let unit = (greatest / f32::from(i16::MAX)).max(f32::MIN_POSITIVE);
    let mut bytes = Vec::with_capacity(length(vector.len()));
    bytes.extend(unit.to_le_bytes());
    bytes.extend(vector.iter().flat_map(|component| ((component / unit).round() as i16).to_le_bytes()));
    bytes
}

/// Puts the components of a stored vector into `components`, in place of what is there.
pub(crate) fn decode_into(stored: &[u8], components: &mut Vec<f32>) {
    components.clear();
    if let Some((unit, stored)) = stored.split_first_chunk::<UNIT>() {
        let unit = f32::from_le_bytes(*unit);
        let numbers = stored.as_chunks().0.iter().map(|bytes| f32::from(i16::from_le_bytes(*bytes)));
        components.extend(numbers.map(|number| number * unit));
    }
}

/// What a store keeps of an embedding: the vector of the whole text, and behind it those of the passages.
pub(crate) fn of_embedding(embedding: &[f32], dimension: usize) -> Vec<u8> {
    let (whole, passages) = embedding.split_at(dimension.min(embedding.len()));
    let mut stored = encode(whole);
    stored.extend(passage::round(passages, dimension));
    stored
}

/// The same in its two parts.
pub(crate) fn split(stored: &[u8], dimension: usize) -> (&[u8], &[u8]) {
    stored.split_at(length(dimension).min(stored.len()))
}

/// The L2 distance, summed in eight lanes in the order of the components, so that every machine gives the same number.
pub(crate) fn distance(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 8];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    for (a, b) in a.iter().zip(b) {
        for lane in 0..8 {
            let apart = a[lane] - b[lane];
            lanes[lane] += apart * apart;
        }
    }
    let rest = a_rest.iter().zip(b_rest).map(|(a, b)| (a - b) * (a - b));
    lanes.into_iter().chain(rest).fold(0.0, |sum, part| sum + part).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(stored: &[u8]) -> Vec<f32> {
        let mut components = vec![7.0];
        decode_into(stored, &mut components);
        components
    }

    #[test]
    fn rounding_takes_less_than_half_a_unit() {
        for dimension in [1, 3, 8, 384, 1536] {
            let vector: Vec<f32> = (0..dimension).map(|n| (n as f32 * 0.7).sin()).collect();
            let stored = encode(&vector);
            assert_eq!(stored.len(), length(dimension));
            let greatest = vector.iter().fold(0.0_f32, |most, component| most.max(component.abs()));
            for (exact, rounded) in vector.iter().zip(decoded(&stored)) {
                assert!((exact - rounded).abs() <= 0.51 * greatest / 32_767.0, "{exact} {rounded}");
            }
            // What is stored is stored again as it is.
            assert_eq!(encode(&decoded(&stored)), stored);
        }
    }

    #[test]
    fn odd_vectors_are_stored() {
        for vector in [vec![0.0; 5], vec![f32::MIN_POSITIVE, -1e-42, 0.0], vec![1.0], vec![-1.0, 1.0], vec![]]
        {
            let rounded = decoded(&encode(&vector));
            assert_eq!(rounded.len(), vector.len());
            assert!(distance(&vector, &rounded) <= f32::MIN_POSITIVE * 3.0, "{vector:?} {rounded:?}");
        }
        assert!(decoded(&[]).is_empty() && decoded(&[1, 2]).is_empty());
    }
}
