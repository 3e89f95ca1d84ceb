//! The words of a memory, with how surely each goes, and those that a rest has no longer.

use std::ops::Range;

use nepenthe_text::word::words;

use crate::canonical::span::overlap;
use crate::canonical::subsequence;
use crate::corpus::Relevance;

/// A word of a memory that is meant.
pub(super) struct Word {
    pub(super) span: Range<usize>,
    pub(super) content: bool,
    /// The probability that it goes, by the relevance model.
    pub(super) goes: f32,
}

/// Returns the words of a text, and their stems.
pub(super) fn weigh(text: &str, read: &Relevance) -> (Vec<Word>, Vec<String>) {
    let goes = |span: &Range<usize>| {
        let tokens = read.tokens.iter().filter(|(token, _)| overlap(token, span));
        let (sum, count) = tokens.fold((0.0, 0.0_f32), |(sum, count), (_, logit)| {
            (sum + 1.0 / (1.0 + libm::expf(-logit)), count + 1.0)
        });
        // What the model hasn't read is no reason for or against.
        if count > 0.0 { sum / count } else { 0.5 }
    };
    let words = words(text).into_iter();
    words
        .map(|word| (Word { goes: goes(&word.span), content: word.content, span: word.span }, word.stem))
        .unzip()
}

/// Tells of each of a memory's words, by their stems, whether a rest has it no longer: what the longest run in common leaves out.
pub(super) fn lost(own: &[String], rest: &[String]) -> Vec<bool> {
    let mut lost = vec![true; own.len()];
    subsequence::run(own, rest).into_iter().for_each(|(place, _)| lost[place] = false);
    lost
}
