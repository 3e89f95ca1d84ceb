//! The scorer: boosted trees over the features, trained by `training/train.py` on cases written for this project.

use std::fmt;

use serde::Deserialize;

use super::segment::Segment;
use super::{DELETION_FEATURES, FEATURES, LISTWISE_FEATURES};

/// Boosted regression trees with a logistic link, as LightGBM trains them: the probability that a segment is meant.
#[derive(Debug, Clone, Deserialize)]
pub struct Scorer {
    /// The names of the features, of what neighbours say, and of what is weighed of a way to go, that it was trained on.
    features: Vec<String>,
    neighbours: Vec<String>,
    ways: Vec<String>,
    /// Whether a memory is meant, whole or in part, where no relevance model has read it.
    memories: Vec<Tree>,
    /// The same where one has, by itself.
    read: Vec<Tree>,
    /// And among the others; none while the first judgement is all there is to train this one on.
    among: Vec<Tree>,
    /// Whether a segment of a memory that is meant goes with it.
    parts: Vec<Tree>,
    /// Whether a memory that is meant goes in this way; none while there is nothing to train it on.
    way: Vec<Tree>,
}

/// One tree. A child below 0 is the leaf `!child`.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Tree {
    feature: Vec<u16>,
    threshold: Vec<f32>,
    left: Vec<i16>,
    right: Vec<i16>,
    leaf: Vec<f32>,
}

/// Why a scorer cannot be read.
#[derive(Debug)]
pub struct ScorerError(String);

impl ScorerError {
    pub(super) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl fmt::Display for ScorerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the planner's judge cannot be read: {}", self.0)
    }
}

impl std::error::Error for ScorerError {}

impl Default for Scorer {
    fn default() -> Self {
        Self::from_json(include_str!("scorer.json"))
            .expect("the judge in this library fits it: a test reads it")
    }
}

impl Scorer {
    /// Reads a scorer, as `training/train.py` writes it.
    ///
    /// # Errors
    /// [`ScorerError`] where it is no scorer, or one of other features than this library's.
    pub fn from_json(json: &str) -> Result<Self, ScorerError> {
        let scorer: Self = serde_json::from_str(json).map_err(|error| ScorerError(error.to_string()))?;
        let ways = scorer.way.is_empty() || scorer.ways == DELETION_FEATURES;
        if scorer.features != FEATURES || scorer.neighbours != LISTWISE_FEATURES || !ways {
            return Err(ScorerError("it was trained on other evidence: train it again".into()));
        }
        let known = FEATURES.len();
        let sound = |trees: &[Tree], known| trees.iter().all(|tree| tree.is_sound(known));
        match [&scorer.memories, &scorer.read, &scorer.parts].into_iter().all(|trees| sound(trees, known))
            && sound(&scorer.among, known + LISTWISE_FEATURES.len())
            && sound(&scorer.way, DELETION_FEATURES.len())
        {
            true => Ok(scorer),
            false => Err(ScorerError("a tree leads nowhere".into())),
        }
    }

    /// Returns the probability that a memory with these features is meant, whole or in part: `read` where a relevance model
    /// has read it.
    pub fn memory(&self, features: &[f32], read: bool) -> f64 {
        probability(if read { &self.read } else { &self.memories }, features)
    }

    /// Returns the probability that a memory that was read is meant, by its features and what its neighbours say; `None`
    /// for a scorer that has not learned it.
    pub fn among(&self, features: &[f32], neighbours: &[f32]) -> Option<f64> {
        (!self.among.is_empty()).then(|| probability(&self.among, &[features, neighbours].concat()))
    }

    /// Returns how likely it is that a memory that is meant goes in the way with these numbers; of several the likeliest is it.
    pub fn deletion(&self, numbers: &[f32]) -> f64 {
        probability(&self.way, numbers)
    }

    /// Returns the probability that a segment with these features goes, if its memory is meant.
    pub fn segment(&self, features: &[f32]) -> f64 {
        probability(&self.parts, features)
    }
}

/// From which probability on a memory or a segment is taken to be meant.
pub(super) const MEANT: f64 = 0.5;

/// From which certainty on a find is a find; what is unsure of it shows in the plan.
pub(super) const FOUND: f32 = 0.4;

/// From which certainty on a name decides alone.
pub(super) const SURELY_NAMED: f32 = 0.6;

/// The probability that a memory is meant by a request that names its target by an identifier: the certainty that it
/// carries it. No scorer has a say in that.
pub(super) fn identity(carried: f32) -> f64 {
    let certainty = f64::from(carried);
    if carried >= FOUND { 0.5 + certainty / 2.0 } else { certainty / 10.0 }
}

/// The probability that a memory is meant by a request for everything about what a name names. Where the name is sure, so
/// is the answer, in whatever script, and who is only named alike is not meant; else the scorer's word counts.
pub(super) fn named(memory: &Segment, read: bool, judged: f64) -> f64 {
    match memory.first {
        SURELY_NAMED.. => 0.5 + f64::from(memory.first) / 2.0,
        // Half a name beside another's, where no model has read it: "Bob works at Initech" for "Alice Initech".
        0.3.. if memory.other_subject && !read => judged * 0.4,
        ..0.3 if memory.near_name => judged / 10.0,
        _ => judged,
    }
}

pub(super) fn probability(trees: &[Tree], features: &[f32]) -> f64 {
    logistic(odds(trees, features))
}

/// The probability of which this is the logarithm of the odds.
pub(super) fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

/// The logarithm of its odds.
pub(super) fn odds(trees: &[Tree], features: &[f32]) -> f64 {
    trees.iter().map(|tree| f64::from(tree.value(features))).sum()
}

impl Tree {
    /// Every walk ends in a leaf: children lie behind their parents, and all that is named exists.
    pub(super) fn is_sound(&self, known: usize) -> bool {
        let nodes = self.feature.len();
        let lengths = [self.threshold.len(), self.left.len(), self.right.len()];
        let leads = |node: usize, child: i16| match usize::try_from(child) {
            Ok(child) => child > node && child < nodes,
            Err(_) => usize::try_from(!child).is_ok_and(|leaf| leaf < self.leaf.len()),
        };
        lengths.iter().all(|length| *length == nodes)
            && !self.leaf.is_empty()
            && self.feature.iter().all(|feature| usize::from(*feature) < known)
            && (0..nodes).all(|node| leads(node, self.left[node]) && leads(node, self.right[node]))
    }

    fn value(&self, features: &[f32]) -> f32 {
        if self.feature.is_empty() {
            return self.leaf[0];
        }
        let mut node = 0;
        loop {
            let low = features[usize::from(self.feature[node])] <= self.threshold[node];
            let child = if low { self.left[node] } else { self.right[node] };
            match usize::try_from(child) {
                Ok(next) => node = next,
                Err(_) => return self.leaf[usize::try_from(!child).unwrap_or(0)],
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A scorer of this features, with one tree for memories that were not read.
    fn scorer(features: &[&str], tree: &str) -> Result<Scorer, ScorerError> {
        let names = |names: &[&str]| serde_json::to_string(names).unwrap();
        let (features, neighbours, ways) =
            (names(features), names(LISTWISE_FEATURES), names(DELETION_FEATURES));
        Scorer::from_json(&format!(
            r#"{{"features": {features}, "neighbours": {neighbours}, "ways": {ways},
                "memories": [{tree}], "read": [], "among": [], "parts": [], "way": []}}"#
        ))
    }

    #[test]
    fn a_judge_that_does_not_fit_is_refused() {
        let looped = r#"{"feature": [0], "threshold": [0.5], "left": [0], "right": [-1], "leaf": [1.0]}"#;
        assert!(Scorer::from_json("{}").is_err());
        assert!(scorer(&["age"], looped).unwrap_err().to_string().contains("train"));
        assert!(scorer(FEATURES, looped).unwrap_err().to_string().contains("nowhere"));
    }

    #[test]
    fn a_tree_parts_low_from_high() {
        let tree =
            r#"{"feature": [0], "threshold": [0.5], "left": [-1], "right": [-2], "leaf": [-2.0, 2.0]}"#;
        let scorer = scorer(FEATURES, tree).unwrap();
        let mut features = vec![0.0; FEATURES.len()];
        assert!(scorer.memory(&features, false) < 0.2);
        features[0] = 1.0;
        assert!(scorer.memory(&features, false) > 0.8);
    }
}
