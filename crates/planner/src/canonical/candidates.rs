//! Candidates: the memories that carry a wanted identifier or name, by the index of mentions, and those nearest in words
//! and meaning. Never a scan of the scope.

use std::collections::HashSet;

use nepenthe_text::entity::name::WordKeys;
use nepenthe_text::entity::{identifier, name};

use super::query::Query;
use super::{Components, copies, coreference};
use crate::corpus::{CorpusError, Include, RecallMode, RecallOptions};
use crate::memory::State;
use crate::{Candidate, Memories, Verb};

/// How many memories each recall gives.
const POOL: usize = 24;
/// Up to how many memories a scope is looked through where an identifier is wanted.
const FEW: usize = 64;
/// How many memories that have a name in part, or something that sounds like it, are looked at for it.
const NAMED: usize = 128;

/// How many memories are looked at that mention more than the index has of them.
const MORE: usize = 16;

/// Returns the candidates, nearest first, each once.
pub(super) fn gather(
    query: &Query<'_>,
    memories: &Memories<'_>,
    components: Components,
) -> Result<Vec<Candidate>, CorpusError> {
    let include = match query.verb {
        // What is out of recall already can be erased all the same.
        Verb::Purge => Include::All,
        Verb::Restore => Include::Submerged,
        _ => Include::Live,
    };
    let vectors = components.vectors && memories.have_vectors();
    let mode = if vectors { RecallMode::Hybrid } else { RecallMode::Lexical };
    let options = RecallOptions::new(POOL).with_mode(mode).with_include(include);
    let mut candidates = match query.by_identity().then(|| numbers(query)).flatten() {
        // Half a store may say "order": its number tells them apart.
        Some(numbers) => memories.recall(&numbers, &options)?,
        None => memories.recall(query.words, &options)?,
    };
    for one in query.identifiers.iter().filter(|_| query.is_of_values()) {
        candidates.extend(memories.recall(&one.text, &options)?);
    }
    if let Some(new) = query.new {
        candidates.extend(memories.recall(new, &options)?);
    }
    if components.index && components.identifiers {
        let own: Vec<String> = query.identifiers.iter().flat_map(identifier::query_keys).collect();
        let keys = [WordKeys { own, sound: Vec::new() }];
        candidates.extend(memories.mentioning(&keys, include, 0)?);
        candidates.extend(memories.annotated_with(&keys, include, 0)?);
    }
    if components.index && components.names {
        for (name, finder) in query.names.iter().zip(&query.finders) {
            let keys = name::query_keys(name);
            let mut named = memories.mentioning(&keys, include, NAMED)?;
            // Many share a key with a name and don't have it.
            named.retain(|candidate| {
                candidate.excerpt.is_some() || !finder.find(&candidate.hit.memory.text).is_empty()
            });
            candidates.extend(named);
            candidates.extend(memories.annotated_with(&keys, include, NAMED)?);
        }
    }
    if components.index && !(query.names.is_empty() && query.identifiers.is_empty()) {
        // Nothing says of these that they don't mention it.
        candidates.extend(memories.mentioning_more(include, MORE)?);
    }
    // A memory that many of the names are in was found by each.
    once(&mut candidates);
    if components.names && !query.names.is_empty() {
        coreference::gather(query, memories, include, &mut candidates)?;
    }
    if query.by_identity() {
        // No model reads these rows, so in a small scope all can be looked at, and every near miss be shown.
        candidates.extend(memories.all_of_few(include, FEW)?);
    }
    if query.verb == Verb::Restore {
        candidates
            .retain(|candidate| matches!(candidate.hit.memory.state, State::Released | State::Superseded));
    }
    once(&mut candidates);
    if query.verb != Verb::Restore {
        copies::once(&mut candidates);
    }
    Ok(candidates)
}

/// Leaves each memory as it was found first.
fn once(candidates: &mut Vec<Candidate>) {
    let mut seen = HashSet::new();
    candidates.retain(|candidate| seen.insert(candidate.hit.memory.id));
}

/// The words of the request that have a digit, where there are any.
fn numbers(query: &Query<'_>) -> Option<String> {
    let words = query.words.split_whitespace().filter(|word| word.chars().any(|c| c.is_ascii_digit()));
    Some(words.collect::<Vec<_>>().join(" ")).filter(|words| !words.is_empty())
}
