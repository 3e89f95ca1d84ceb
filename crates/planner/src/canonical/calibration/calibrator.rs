//! [`Calibrator`]: the trees that say how likely a plan is right, as `training/calibrate.py` writes them.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::canonical::scorer::{ScorerError, Tree, logistic, odds, probability};

/// How far from 0 and 1 the sureness of a row counts, at least.
const LEAST: f64 = 0.001;

/// Boosted trees over the numbers of a plan.
#[derive(Debug, Clone, Deserialize)]
pub(in crate::canonical) struct Calibrator {
    /// The names of the numbers that it was trained on.
    features: Vec<String>,
    /// What the log odds by the trees count for, and those of the least sure row, and what is added: the trees learn from requests
    /// that were written to be hard, and say too little of ordinary ones.
    scale: [f64; 3],
    /// Whether a plan is right in every row.
    right: Vec<Tree>,
    /// Whether nobody means any of what would go.
    astray: Vec<Tree>,
}

impl Calibrator {
    /// The one that comes with this library.
    pub(super) fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Calibrator> = LazyLock::new(|| {
            Calibrator::from_json(include_str!("calibrator.json"))
                .expect("the calibrator in this library fits it: a test reads it")
        });
        &SHIPPED
    }

    fn from_json(json: &str) -> Result<Self, ScorerError> {
        let calibrator: Self =
            serde_json::from_str(json).map_err(|error| ScorerError::new(error.to_string()))?;
        if calibrator.features != super::names() {
            return Err(ScorerError::new("it was trained on other evidence: train it again"));
        }
        let known = calibrator.features.len();
        match calibrator.right.iter().chain(&calibrator.astray).all(|tree| tree.is_sound(known)) {
            true => Ok(calibrator),
            false => Err(ScorerError::new("a tree leads nowhere")),
        }
    }

    /// The probability that a plan is right in every row that has these numbers and is so sure of its least sure row.
    pub(super) fn right(&self, numbers: &[f32], least_sure: f64) -> f64 {
        let [of_trees, of_row, shift] = self.scale;
        let row = least_sure.clamp(LEAST, 1.0 - LEAST);
        logistic(of_trees * odds(&self.right, numbers) + of_row * libm::log(row / (1.0 - row)) + shift)
    }

    /// The probability that nobody means any of what would go.
    pub(super) fn astray(&self, numbers: &[f32]) -> f64 {
        probability(&self.astray, numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calibrator_that_ships_fits_and_another_is_refused() {
        assert!(!Calibrator::shipped().right.is_empty());
        let other = r#"{"features": ["age"], "scale": [1, 0, 0], "right": [], "astray": []}"#;
        assert!(Calibrator::from_json(other).unwrap_err().to_string().contains("train"));
    }
}
