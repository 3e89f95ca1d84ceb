//! Fits the coefficients of recall's likelihood to questions whose answers are known.

use std::error::Error;

use nepenthe::{Evidence, Hit, RecallMode, RecallOptions};

use super::Played;
use super::logistic::{dot, fit as logistic};

/// Candidates of a question that are learnt from.
const CANDIDATES: usize = 40;

/// What is learnt from: features, with the constant last, and whether the memory answers.
type Rows<const N: usize> = Vec<([f64; N], bool)>;

/// Prints `crates/nepenthe/src/recall/coefficients.rs`'s three lists.
pub(super) fn fit(stores: &[Played]) -> Result<(), Box<dyn Error>> {
    let options = RecallOptions::new(CANDIDATES);
    let found = candidates(stores, &options)?;
    let rows: Rows<6> = found.iter().map(|(evidence, answers)| (with_vectors(evidence), *answers)).collect();
    let first = logistic(&rows);
    println!("WITH_VECTORS {first:.3?}");
    let by_words = found.into_iter().filter(|(evidence, _)| evidence.rarity > 0.0);
    let rows: Rows<4> = by_words.map(|(evidence, answers)| (of_words(&evidence), answers)).collect();
    println!("BY_WORDS {:.3?}", logistic(&rows));
    let read = candidates(stores, &options.with_rerank(true))?.into_iter();
    let rows: Rows<3> = read
        .filter_map(|(evidence, answers)| {
            let relevance = evidence.relevance?;
            Some(([dot(&first, &with_vectors(&evidence)), relevance, 1.0], answers))
        })
        .collect();
    println!("WITH_RELEVANCE {:.3?}", logistic(&rows));
    Ok(())
}

/// What is known of the first hits of each question, and whether they answer.
fn candidates(stores: &[Played], options: &RecallOptions) -> Result<Vec<(Evidence, bool)>, Box<dyn Error>> {
    let mut found = Vec::new();
    for store in stores {
        for (query, answers) in &store.questions {
            let hits = store.scope.recall_with(query, &options.with_mode(RecallMode::Hybrid))?;
            let known = |hit: &Hit| hit.evidence.map(|evidence| (evidence, answers.contains(&hit.memory.id)));
            found.extend(hits.iter().filter_map(known));
        }
    }
    Ok(found)
}

fn with_vectors(evidence: &Evidence) -> [f64; 6] {
    let Evidence { cosine, apart, coverage, rarity, before, .. } = *evidence;
    [cosine, apart, coverage, rarity, before, 1.0]
}

fn of_words(evidence: &Evidence) -> [f64; 4] {
    [evidence.coverage, evidence.rarity, evidence.bm25, 1.0]
}
