//! The deterministic policy of the paper's reference store (paper section 4 and Appendix A).

use unicode_normalization::UnicodeNormalization;

use crate::corpus::{CorpusError, Include, RecallMode, RecallOptions, Terms};
use crate::memory::State;
use crate::{Candidate, Draft, Memories, Mutation, Verb};

/// How many memories a release or a purge looks at.
const POOL: usize = 20;
/// The smallest gap between two similarities that parts what is meant from what is not.
const MIN_GAP: f64 = 0.05;
/// Where there is no such gap: the part of the best similarity that another must reach.
const NEAR_BEST: f64 = 0.95;
/// How many near misses of a supersede are shown.
const SHOWN: usize = 4;

/// Supersede and edit: the nearest memory by vector. Purge: of the 20 best by BM25 those equal to the first. For all others the rule of
/// release: of the 20 best by hybrid recall those above the largest gap in similarity.
pub(crate) fn plan(mutation: &Mutation, words: &str, memories: &Memories<'_>) -> Result<Draft, CorpusError> {
    match mutation.verb() {
        Verb::Supersede | Verb::Edit => nearest(mutation, words, memories),
        Verb::Purge => equal_to_best(mutation, words, memories),
        _ => above_the_gap(mutation, words, memories),
    }
}

fn nearest(mutation: &Mutation, words: &str, memories: &Memories<'_>) -> Result<Draft, CorpusError> {
    let mode = if memories.have_vectors() { RecallMode::Vector } else { RecallMode::Lexical };
    let mut draft = Draft::default();
    for (rank, candidate) in
        memories.recall(words, &RecallOptions::new(SHOWN).with_mode(mode))?.into_iter().enumerate()
    {
        let how = match candidate.hit.cosine() {
            Some(cosine) => format!("cosine {cosine:.3}"),
            None => format!("BM25 {:.2e}", candidate.hit.score),
        };
        if rank == 0 {
            draft.decide(candidate, mutation.action(), format!("nearest to the words, {how}"));
        } else {
            draft.spared.push(candidate.spare(format!("not the nearest, {how}")));
        }
    }
    Ok(draft)
}

fn equal_to_best(mutation: &Mutation, words: &str, memories: &Memories<'_>) -> Result<Draft, CorpusError> {
    let options = RecallOptions::new(POOL).with_mode(RecallMode::Lexical).with_terms(Terms::Any);
    let mut draft = Draft::default();
    let mut best: Option<String> = None;
    for candidate in memories.recall(words, &options)? {
        let how = format!("BM25 {:.2e}", candidate.hit.score);
        let folded = fold(&candidate.hit.memory.text);
        match &best {
            None => {
                best = Some(folded);
                draft.decide(candidate, mutation.action(), format!("best match of the words, {how}"));
            }
            Some(best) if *best == folded => {
                let reason = format!("equal to the best match but for case, width and spaces, {how}");
                draft.decide(candidate, mutation.action(), reason);
            }
            Some(_) => draft.spared.push(candidate.spare(format!("another text than the best match, {how}"))),
        }
    }
    Ok(draft)
}

fn above_the_gap(mutation: &Mutation, words: &str, memories: &Memories<'_>) -> Result<Draft, CorpusError> {
    let candidates = if mutation.verb() == Verb::Restore {
        let mut out_of_recall = pool(memories, words, Include::Submerged)?;
        out_of_recall
            .retain(|candidate| matches!(candidate.hit.memory.state, State::Released | State::Superseded));
        out_of_recall
    } else {
        pool(memories, words, Include::Live)?
    };
    let similarities = similarities(&candidates, memories.have_vectors());
    let cut = gap_threshold(&similarities);
    let mut draft = Draft::default();
    for (candidate, similarity) in candidates.into_iter().zip(similarities) {
        match cut {
            Some(cut) if similarity >= cut => {
                let reason = format!("similarity {similarity:.3} is above the gap at {cut:.3}");
                draft.decide(candidate, mutation.action(), reason);
            }
            cut => {
                let cut = cut.unwrap_or(0.0);
                let reason = format!("similarity {similarity:.3} is below the gap at {cut:.3}");
                draft.spared.push(candidate.spare(reason));
            }
        }
    }
    Ok(draft)
}

/// Recalls by words and vector. In a store without vectors words alone must do: all of them, or else any.
fn pool(memories: &Memories<'_>, words: &str, include: Include) -> Result<Vec<Candidate>, CorpusError> {
    let options = RecallOptions::new(POOL).with_include(include).with_terms(Terms::All);
    let found = memories.recall(words, &options)?;
    if !found.is_empty() || memories.have_vectors() {
        return Ok(found);
    }
    memories.recall(words, &options.with_terms(Terms::Any))
}

/// The reference's similarity, 1 - d / 2 of the plain L2 distance; 0 for a hit of words alone. Without vectors,
/// BM25 as a part of the best.
fn similarities(candidates: &[Candidate], vectors: bool) -> Vec<f64> {
    let best = candidates.iter().filter_map(|candidate| candidate.hit.bm25).fold(f64::MIN_POSITIVE, f64::max);
    candidates
        .iter()
        .map(|candidate| {
            if vectors {
                candidate.hit.distance.map_or(0.0, |distance| 1.0 - distance / 2.0)
            } else {
                candidate.hit.bm25.unwrap_or(0.0) / best
            }
        })
        .collect()
}

/// Sorts downward and cuts in the middle of the largest gap, if that is large enough; else near the best.
fn gap_threshold(similarities: &[f64]) -> Option<f64> {
    let mut sorted = similarities.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let best = *sorted.first()?;
    // The first of equally large gaps.
    let mut largest = (0.0, 0.0);
    for pair in sorted.windows(2) {
        let gap = pair[0] - pair[1];
        if gap > largest.0 {
            largest = (gap, f64::midpoint(pair[0], pair[1]));
        }
    }
    Some(if largest.0 >= MIN_GAP { largest.1 } else { NEAR_BEST * best })
}

/// NFKC, lower case, white space folded to single spaces.
fn fold(text: &str) -> String {
    let lower = text.nfkc().collect::<String>().to_lowercase();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gap_threshold_is_the_published_one() {
        assert_eq!(gap_threshold(&[]), None);
        assert_eq!(gap_threshold(&[0.8]), Some(0.95 * 0.8));
        assert_eq!(gap_threshold(&[0.5, 0.9, 0.85]), Some(f64::midpoint(0.85, 0.5)));
        assert_eq!(gap_threshold(&[0.80, 0.78, 0.76]), Some(0.95 * 0.80));
    }

    #[test]
    fn folding_joins_widths_cases_and_spaces() {
        assert_eq!(fold(" ＡＢＣ\t Def\n"), "abc def");
        assert_ne!(fold("café"), fold("cafe"));
    }
}
