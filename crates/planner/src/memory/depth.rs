//! [`Depth`], the one number that holds a memory's state (paper, Appendix A).

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How near to the surface a memory is: +inf pinned; above 1 promoted; 1 surface; (0,1) sinking; 0 submerged.
///
/// Never negative, never NaN. In JSON a number, or the string `"pinned"`.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Depth(f64);

impl Depth {
    /// Immune to decay and consolidation.
    pub const PINNED: Self = Self(f64::INFINITY);
    /// As a memory is inscribed.
    pub const SURFACE: Self = Self(1.0);
    /// Kept, but out of recall.
    pub const SUBMERGED: Self = Self(0.0);
    /// Where consolidation lifts a memory that is recalled often.
    pub const PROMOTED: Self = Self(1.5);

    /// Makes a depth; `None` where the number is negative or NaN.
    pub fn new(depth: f64) -> Option<Self> {
        // `+ 0.0` turns -0.0 into 0.0, so that one state has one bit pattern.
        (depth >= 0.0).then_some(Self(depth + 0.0))
    }

    /// Returns the number.
    pub fn get(self) -> f64 {
        self.0
    }

    /// Tells whether recall may show a memory of this depth.
    pub fn is_live(self) -> bool {
        self.0 > 0.0
    }

    /// Tells whether the memory is pinned.
    pub fn is_pinned(self) -> bool {
        self.0.is_infinite()
    }

    /// Scales the depth by a factor in (0, 1]; a pinned depth stays. A live depth stays live: it never reaches 0.
    #[must_use]
    pub fn sink(self, factor: f64) -> Self {
        if self.is_pinned() || !self.is_live() {
            return self;
        }
        Self((self.0 * factor).max(f64::MIN_POSITIVE))
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pinned() { f.pad("pinned") } else { f.pad(&format!("{:.3}", self.0)) }
    }
}

impl Serialize for Depth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_pinned() { serializer.serialize_str("pinned") } else { serializer.serialize_f64(self.0) }
    }
}

impl<'de> Deserialize<'de> for Depth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Raw {
            Number(f64),
            Word(String),
        }
        let depth = match Raw::deserialize(deserializer)? {
            Raw::Number(number) if number.is_finite() => Self::new(number),
            Raw::Word(word) if word == "pinned" => Some(Self::PINNED),
            _ => None,
        };
        depth.ok_or_else(|| serde::de::Error::custom("a depth is a number of at least 0, or \"pinned\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_and_nan_are_no_depths() {
        assert!(Depth::new(-0.1).is_none());
        assert!(Depth::new(f64::NAN).is_none());
        assert_eq!(Depth::new(-0.0).map(|d| d.get().to_bits()), Some(0.0f64.to_bits()));
    }

    #[test]
    fn json_writes_pinned_as_a_word_and_reads_it_back() {
        for depth in [Depth::PINNED, Depth::SURFACE, Depth::SUBMERGED, Depth(0.3)] {
            let json = serde_json::to_string(&depth).unwrap();
            assert_eq!(serde_json::from_str::<Depth>(&json).unwrap(), depth);
        }
        assert_eq!(serde_json::to_string(&Depth::PINNED).unwrap(), "\"pinned\"");
        for bad in ["-1", "\"deep\"", "null", "1e999"] {
            assert!(serde_json::from_str::<Depth>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sinking_never_submerges_and_never_moves_a_pinned_row() {
        let mut depth = Depth::SURFACE;
        for _ in 0..5000 {
            depth = depth.sink(0.5);
        }
        assert!(depth.is_live());
        assert_eq!(Depth::PINNED.sink(0.5), Depth::PINNED);
        assert_eq!(Depth::SUBMERGED.sink(0.5), Depth::SUBMERGED);
    }
}
