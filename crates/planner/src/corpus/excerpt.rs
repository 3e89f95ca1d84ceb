//! [`Excerpt`]: the part of a long text that is read, and where it stands.

use std::ops::Range;

/// Where the pages of an excerpt stand, and the text that they are of.
#[derive(Debug, Clone)]
pub(crate) struct Excerpt {
    pub(crate) whole: String,
    pub(crate) pages: Vec<Range<usize>>,
}

impl Excerpt {
    /// What was not read, with the number of bytes that were read before it.
    pub(crate) fn gaps(&self) -> Vec<(usize, &str)> {
        let (mut at, mut read) = (0, 0);
        let mut gaps = Vec::new();
        let end = self.whole.len()..self.whole.len();
        for page in self.pages.iter().cloned().chain(std::iter::once(end)) {
            if at < page.start {
                gaps.push((read, &self.whole[at..page.start]));
            }
            at = page.end;
            read += page.len();
        }
        gaps
    }
}
