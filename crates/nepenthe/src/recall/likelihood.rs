//! How likely it is that a memory answers a query, given what is known of it: a logistic model, whose order is the order of hits.

use super::Evidence;
use super::coefficients::{BY_WORDS, WITH_RELEVANCE, WITH_VECTORS};

/// The likelihood, 0 to 1.
pub(super) fn likelihood(evidence: &Evidence, has_vectors: bool) -> f64 {
    let first = match has_vectors {
        true => dot(&WITH_VECTORS, &with_vectors(evidence)),
        false => dot(&BY_WORDS, &by_words(evidence)),
    };
    let odds = match evidence.relevance {
        Some(relevance) => dot(&WITH_RELEVANCE, &[first, relevance, 1.0]),
        None => first,
    };
    1.0 / (1.0 + (-odds).exp())
}

fn with_vectors(evidence: &Evidence) -> [f64; 6] {
    let Evidence { cosine, apart, coverage, rarity, before, .. } = *evidence;
    [cosine, apart, coverage, rarity, before, 1.0]
}

fn by_words(evidence: &Evidence) -> [f64; 4] {
    [evidence.coverage, evidence.rarity, evidence.bm25, 1.0]
}

fn dot<const N: usize>(coefficients: &[f64; N], features: &[f64; N]) -> f64 {
    coefficients.iter().zip(features).map(|(coefficient, feature)| coefficient * feature).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_of_anything_is_likelier_and_nothing_is_unlikely() {
        let some = Evidence {
            cosine: 0.3,
            apart: 0.3,
            coverage: 0.4,
            rarity: 0.5,
            bm25: 0.2,
            ..Evidence::default()
        };
        for has_vectors in [false, true] {
            let of = |evidence: &Evidence| likelihood(evidence, has_vectors);
            assert!(of(&Evidence::default()) < 0.05);
            for more in [
                Evidence { coverage: 0.9, rarity: 1.2, bm25: 0.6, ..some },
                Evidence { apart: if has_vectors { 0.6 } else { 0.3 }, coverage: 0.5, rarity: 0.6, ..some },
            ] {
                assert!(of(&more) > of(&some), "{more:?}");
            }
            let read = |relevance| of(&Evidence { relevance: Some(relevance), ..some });
            assert!(read(3.0) > read(0.0) && read(0.0) > read(-3.0));
        }
    }
}
