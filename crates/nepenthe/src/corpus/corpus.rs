//! What planners may read of a scope: [`Corpus`] for [`Scope`].

use std::collections::{HashMap, VecDeque};

use jiff::Timestamp;
use nepenthe_llm::LanguageModel;
use nepenthe_planner::corpus::{
    Candidate, Corpus, CorpusError, Guard, Hit, Include, RecallOptions, Relevance,
};
use nepenthe_text::entity::name::WordKeys;

use crate::handle::Scope;
use crate::model::{EventSeq, MemoryId};
use crate::recall::RecallError;
use crate::store::StorageError;
use crate::store::query::memory::{self, StoredMemory};
use crate::store::query::mention::{self, In};
use crate::store::query::visible::{self, Reader};
use crate::store::query::{annotation, supersession, vector};

/// A memory's last event is what changes whenever the memory does.
pub(crate) fn guard(last_event: EventSeq) -> Guard {
    Guard::new(last_event.get())
}

/// A memory that no recall has ranked.
fn unranked(row: StoredMemory, now: Timestamp) -> Candidate {
    let (guard, version) = (guard(row.last_event), row.version);
    let hit = Hit { memory: row.into_memory(now), score: 0.0, distance: None, bm25: None, evidence: None };
    Candidate::new(hit, guard).with_version(version)
}

impl Corpus for Scope {
    fn search(&self, query: &str, options: &RecallOptions) -> Result<Vec<Candidate>, CorpusError> {
        let now = self.now();
        let found = self.search_uncounted(query, options, now)?;
        let candidates = found.into_iter().map(|found| {
            let (guard, version) = (guard(found.stored.last_event), found.stored.version);
            Candidate::new(found.into_hit(now), guard).with_version(version)
        });
        Ok(annotated(self, candidates.collect())?)
    }

    fn mentioning(
        &self,
        words: &[WordKeys],
        include: Include,
        limit: usize,
    ) -> Result<Vec<Candidate>, CorpusError> {
        Ok(carrying(self, words, In::Texts, include, limit)?)
    }

    fn annotated_with(
        &self,
        words: &[WordKeys],
        include: Include,
        limit: usize,
    ) -> Result<Vec<Candidate>, CorpusError> {
        Ok(carrying(self, words, In::Annotations, include, limit)?)
    }

    fn all_of_few(&self, include: Include, most: usize) -> Result<Vec<Candidate>, CorpusError> {
        Ok(all_of_few(self, include, most)?)
    }

    fn states_before(
        &self,
        id: MemoryId,
        most: usize,
    ) -> Result<Option<(Timestamp, Vec<Candidate>)>, CorpusError> {
        Ok(states_before(self, id, most)?)
    }

    fn earlier_texts(&self) -> Result<Vec<(Candidate, Candidate)>, CorpusError> {
        Ok(earlier_texts(self)?)
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, CorpusError> {
        Ok(Scope::embed(self, texts).map_err(RecallError::from)?)
    }

    fn vectors_of(&self, read: &[(&Candidate, &str)]) -> Result<Vec<Vec<f32>>, CorpusError> {
        Ok(vectors_of(self, read)?)
    }

    fn relevance(&self, request: &str, texts: &[&str]) -> Result<Option<Vec<Relevance>>, CorpusError> {
        Ok(self.inner().embedder.relevance(request, texts).map_err(RecallError::from)?)
    }

    fn language_model(&self) -> Option<&dyn LanguageModel> {
        self.inner().language_model.as_deref()
    }

    fn has_vectors(&self) -> bool {
        Scope::has_vectors(self)
    }

    fn has_annotations(&self) -> bool {
        self.inner().placement.reads_annotations()
    }
}

/// The candidates with their annotations, where planners read those.
fn annotated(scope: &Scope, candidates: Vec<Candidate>) -> Result<Vec<Candidate>, StorageError> {
    if !scope.has_annotations() || candidates.is_empty() {
        return Ok(candidates);
    }
    let annotated = scope.read(|session, key| {
        let with_own = |candidate: &Candidate| {
            let found = annotation::of_memory(session, key, candidate.hit.memory.id)?;
            let entries = found.map(|found| found.entries).unwrap_or_default();
            Ok::<_, StorageError>(candidate.clone().with_annotations(entries))
        };
        candidates.iter().map(with_own).collect::<Result<Vec<_>, _>>()
    })?;
    Ok(annotated.unwrap_or(candidates))
}

fn carrying(
    scope: &Scope,
    words: &[WordKeys],
    place: In,
    include: Include,
    limit: usize,
) -> Result<Vec<Candidate>, RecallError> {
    let now = scope.now();
    let found = scope.in_indexed_view(now, include, |session, view| {
        let digests = &scope.database().key;
        // Each version with a word of which it carries a key: first those by which it carries an own one.
        let mut met: Vec<(i64, usize, bool)> = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let keys = word.own.iter().map(|key| (key, false));
            for (key, sound) in keys.chain(word.sound.iter().map(|key| (key, true))) {
                let versions = mention::versions(session, view.scope, digests, (key, place), mention::MOST)?;
                met.extend(versions.into_iter().map(|version| (version, index, sound)));
            }
        }
        met.sort_unstable();
        met.dedup_by_key(|(version, index, _)| (*version, *index));
        // Of how many words a version carries an own key, and of how many any key.
        let mut order: Vec<(usize, usize, i64)> = met
            .chunk_by(|a, b| a.0 == b.0)
            .map(|met| (met.iter().filter(|(.., sound)| !sound).count(), met.len(), met[0].0))
            .collect();
        order.sort_unstable_by(|a, b| b.cmp(a));
        let whole = order.iter().take_while(|(own, ..)| *own == words.len()).count();
        order.truncate(limit.max(whole));
        let mut found = Vec::with_capacity(order.len());
        let mut reader = Reader::new(session, &view)?;
        for (.., version) in order {
            if let Some(row) = reader.fetch(version)?.filter(|row| row.readable) {
                found.push(unranked(row, now));
            }
        }
        Ok(found)
    })?;
    Ok(annotated(scope, found.unwrap_or_default())?)
}

fn all_of_few(scope: &Scope, include: Include, most: usize) -> Result<Vec<Candidate>, RecallError> {
    let now = scope.now();
    let rows = scope.in_view(now, include, |session, view| {
        if visible::more_than(session, &view, most)? {
            return Ok(Vec::new());
        }
        visible::list(session, &view, 0, most)
    })?;
    let rows = rows.unwrap_or_default().into_iter().filter(|row| row.readable);
    Ok(annotated(scope, rows.map(|row| unranked(row, now)).collect())?)
}

fn states_before(
    scope: &Scope,
    id: MemoryId,
    most: usize,
) -> Result<Option<(Timestamp, Vec<Candidate>)>, RecallError> {
    let now = scope.now();
    let found = scope.read(|session, scope| {
        let (mut taken, mut states) = (None, Vec::new());
        let (mut seen, mut waiting) = (vec![id], VecDeque::from([id]));
        while let Some(new) = waiting.pop_front().filter(|_| states.len() < most) {
            let mut edges = supersession::touching(session, scope, new)?;
            edges.retain(|edge| edge.new == new);
            taken = taken.or(edges.iter().map(|edge| edge.at).max());
            for old in edges.into_iter().rev().map(|edge| edge.old) {
                if seen.contains(&old) {
                    continue;
                }
                seen.push(old);
                waiting.push_back(old);
                let row = memory::get(session, scope, old)?.filter(|row| row.readable && row.superseded);
                states.extend(row.map(|row| unranked(row, now)));
            }
        }
        Ok::<_, StorageError>(taken.map(|at| (at, states)))
    })?;
    let Some((at, states)) = found.flatten() else { return Ok(None) };
    Ok(Some((at, annotated(scope, states)?)))
}

fn earlier_texts(scope: &Scope) -> Result<Vec<(Candidate, Candidate)>, RecallError> {
    let now = scope.now();
    let found = scope.read(|session, scope| {
        let mut found = Vec::new();
        for id in memory::edited(session, scope)? {
            let Some(row) = memory::get(session, scope, id)?.filter(|row| row.readable) else {
                continue;
            };
            let versions = memory::versions(session, row.row)?;
            let present = unranked(row, now);
            for earlier in versions.into_iter().filter(|version| version.to.is_some()) {
                found.push((present.clone(), present.saying(earlier.text)));
            }
        }
        Ok::<_, StorageError>(found)
    })?;
    Ok(found.unwrap_or_default())
}

/// The store's own vectors of texts that are read as they are stored, and new ones of the others.
fn vectors_of(scope: &Scope, read: &[(&Candidate, &str)]) -> Result<Vec<Vec<f32>>, RecallError> {
    let own = |(candidate, text): &(&Candidate, &str)| {
        candidate.version().filter(|_| candidate.hit.memory.text == *text)
    };
    let stored = scope.in_indexed_view(scope.now(), Include::All, |session, view| {
        let mut stored: HashMap<i64, Vec<f32>> = HashMap::new();
        vector::read(session, view.scope, read.iter().filter_map(own), |version, vector| {
            stored.insert(version, vector.to_vec());
        })?;
        Ok(stored)
    })?;
    let stored = stored.unwrap_or_default();
    let known = |read| own(read).and_then(|version| stored.get(&version));
    let unknown: Vec<&str> =
        read.iter().filter(|read| known(read).is_none()).map(|(_, text)| *text).collect();
    let mut embedded = scope.embed(&unknown)?.into_iter();
    Ok(read.iter().filter_map(|read| known(read).cloned().or_else(|| embedded.next())).collect())
}

impl From<RecallError> for CorpusError {
    fn from(error: RecallError) -> Self {
        match error {
            RecallError::Embed(_) => Self::Embed(Box::new(error)),
            _ => Self::Read(Box::new(error)),
        }
    }
}

impl From<StorageError> for CorpusError {
    fn from(error: StorageError) -> Self {
        RecallError::from(error).into()
    }
}

/// Returns the engine's own error out of what a planner got; as it was where it is none.
pub(crate) fn own_error(error: CorpusError) -> Result<RecallError, CorpusError> {
    let own = |source: Box<dyn std::error::Error + Send + Sync>| source.downcast().map(|own| *own);
    match error {
        CorpusError::Embed(source) => own(source).map_err(CorpusError::Embed),
        CorpusError::Read(source) => own(source).map_err(CorpusError::Read),
    }
}
