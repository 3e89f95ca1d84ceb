//! Ranges of bytes that are asked again and again whether one of them meets another.

use std::ops::Range;

/// Ranges in order, with how far those up to each of them reach.
#[derive(Debug, Default)]
pub(crate) struct Spans {
    starts: Vec<usize>,
    reach: Vec<usize>,
}

impl Spans {
    pub(crate) fn new(mut spans: Vec<Range<usize>>) -> Self {
        spans.sort_unstable_by_key(|span| span.start);
        let mut furthest = 0;
        let reach = spans.iter().map(|span| {
            furthest = furthest.max(span.end);
            furthest
        });
        let reach = reach.collect();
        Self { starts: spans.iter().map(|span| span.start).collect(), reach }
    }

    /// Tells whether one of them begins before the range ends, and ends behind where it begins.
    pub(crate) fn meet(&self, span: &Range<usize>) -> bool {
        let before = self.starts.partition_point(|&start| start < span.end);
        before > 0 && self.reach[before - 1] > span.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_meet_where_one_by_one_they_would() {
        let all: Vec<Range<usize>> = (0..7).flat_map(|start| (start..7).map(move |end| start..end)).collect();
        for (index, one) in all.iter().enumerate() {
            for other in &all[index..] {
                let spans = Spans::new(vec![other.clone(), one.clone()]);
                for asked in &all {
                    let meets = |span: &Range<usize>| span.start < asked.end && asked.start < span.end;
                    assert_eq!(spans.meet(asked), meets(one) || meets(other), "{one:?} {other:?} {asked:?}");
                }
            }
        }
    }
}
