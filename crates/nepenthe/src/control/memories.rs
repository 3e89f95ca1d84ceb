//! What a planner may read: the memories of one scope, through recall.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};

use jiff::Timestamp;
use nepenthe_llm::LanguageModel;
use nepenthe_llm::contract::Annotation;
use nepenthe_text::entity::name::WordKeys;
use nepenthe_text::pages::head;

use crate::embed::Relevance;
use crate::log::EventKind;
use crate::model::{Aside, Depth, EventSeq, Memory, MemoryId, State};
use crate::recall::{Hit, RecallError, RecallMode, RecallOptions, Terms};
use crate::scope::Scope;
use crate::store::query::memory::{self, StoredMemory};
use crate::store::query::mention::{self, In};
use crate::store::query::visible::{self, Reader};
use crate::store::query::{annotation, supersession, vector};
use crate::store::{Include, StorageError};

use super::excerpt::{Excerpt, Excerpts};
use super::{Action, Spared, Step, Unread};

/// The memories of the scope that a plan is made for. Reading them counts as no access.
pub struct Memories<'a> {
    scope: &'a Scope,
    /// What is read of long texts; all of them where there is none.
    excerpts: Option<Excerpts>,
}

/// A memory that a planner considers.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The memory and how it was found.
    pub hit: Hit,
    guard: EventSeq,
    /// The version that its text is; `None` where it is none of the store, or nobody looked.
    pub(super) version: Option<i64>,
    /// What a language model added to its text, where the store's placement has planners read that.
    annotations: Vec<Annotation>,
    /// Where its text is only a part of the memory's: which, and the whole.
    pub(super) excerpt: Option<Excerpt>,
}

/// How many versions a single key may give.
const MENTIONED: usize = 4096;

/// From how many bytes on a query is cut down to different words, and how many.
const FEW: usize = 1024;
const WORDS: usize = 96;

/// A query, of a long one its first words, each once.
fn few_words(query: &str) -> Cow<'_, str> {
    if query.len() <= FEW {
        return Cow::Borrowed(query);
    }
    let mut seen = HashSet::new();
    let words = query.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let words = words.filter(|word| word.len() <= FEW && seen.insert(word.to_lowercase())).take(WORDS);
    let words: Vec<&str> = words.collect();
    // Without a word, or of one that has no end, it is taken as it begins.
    if words.is_empty() { Cow::Borrowed(head(query, FEW)) } else { Cow::Owned(words.join(" ")) }
}

impl<'a> Memories<'a> {
    pub(crate) fn new(scope: &'a Scope) -> Self {
        Self { scope, excerpts: None }
    }

    /// The same memories, of long ones only what may concern a request: as much as one plan reads.
    /// The more is looked for, the less is read.
    pub(super) fn in_excerpts(&self, request: &str, sought: usize) -> Self {
        Self { scope: self.scope, excerpts: Some(Excerpts::new(request, sought)) }
    }

    /// What was left unread of them.
    pub(super) fn unread(&self) -> Vec<Unread> {
        self.excerpts.as_ref().map(Excerpts::unread).unwrap_or_default()
    }

    /// Memories that may mention more than the index has of them, at most so many; the others are noted.
    pub(super) fn mentioning_more(
        &self,
        include: Include,
        most: usize,
    ) -> Result<Vec<Candidate>, RecallError> {
        const NOTED: usize = 64;
        let keys = [WordKeys { own: Vec::new(), sound: vec![nepenthe_text::MORE_KEY.to_owned()] }];
        let mut found = Self::new(self.scope).mentioning(&keys, include, NOTED)?;
        let others = found.split_off(most.min(found.len()));
        if let Some(excerpts) = &self.excerpts {
            others.iter().for_each(|other| excerpts.leave(other));
        }
        Ok(self.cut(found))
    }

    fn cut(&self, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
        if let Some(excerpts) = &self.excerpts {
            candidates.iter_mut().for_each(|candidate| excerpts.cut(candidate));
        }
        candidates
    }

    /// Recalls, as [`Scope::recall_with`] does.
    ///
    /// # Errors
    /// [`RecallError`].
    pub fn recall(&self, query: &str, options: &RecallOptions) -> Result<Vec<Candidate>, RecallError> {
        let now = self.scope.now();
        let found = self.scope.search(&few_words(query), options, now)?;
        let candidates = found.into_iter().map(|found| {
            let (guard, version) = (found.stored.last_event, found.stored.version);
            Candidate::stored(found.into_hit(now), guard, version)
        });
        Ok(self.annotated(candidates.collect())?)
    }

    /// Recalls what is nearest in words and, where there are vectors, in meaning: at most `most`.
    pub(crate) fn nearest(
        &self,
        query: &str,
        most: usize,
        include: Include,
    ) -> Result<Vec<Candidate>, RecallError> {
        let mode = if self.have_vectors() { RecallMode::Hybrid } else { RecallMode::Lexical };
        let options = RecallOptions::new(most).with_mode(mode).with_terms(Terms::Any).with_include(include);
        self.recall(query, &options)
    }

    /// Tells whether planners read annotations.
    pub fn have_annotations(&self) -> bool {
        self.scope.inner().placement.reads_annotations()
    }

    /// The candidates with their annotations, where planners read those.
    fn annotated(&self, candidates: Vec<Candidate>) -> Result<Vec<Candidate>, StorageError> {
        let mut candidates = self.cut(candidates);
        if self.have_annotations() && !candidates.is_empty() {
            self.scope.read(|connection, scope| {
                for candidate in &mut candidates {
                    let found = annotation::of_memory(connection, scope, candidate.hit.memory.id)?;
                    candidate.annotations = found.map(|found| found.entries).unwrap_or_default();
                }
                Ok(())
            })?;
        }
        Ok(candidates)
    }

    /// Returns the memories whose annotations carry such keys, as [`Memories::mentioning`] does; none where planners read no
    /// annotations.
    ///
    /// # Errors
    /// [`RecallError::Storage`].
    pub fn annotated_with(
        &self,
        words: &[WordKeys],
        include: Include,
        limit: usize,
    ) -> Result<Vec<Candidate>, RecallError> {
        match self.have_annotations() {
            true => self.carrying(words, In::Annotations, include, limit),
            false => Ok(Vec::new()),
        }
    }

    /// Returns the memories whose texts carry keys of `nepenthe_text` of any of some words, those with the most words first,
    /// then the newest. At most `limit`, and all that carry each word's own keys.
    ///
    /// # Errors
    /// [`RecallError::Storage`].
    pub fn mentioning(
        &self,
        words: &[WordKeys],
        include: Include,
        limit: usize,
    ) -> Result<Vec<Candidate>, RecallError> {
        self.carrying(words, In::Texts, include, limit)
    }

    fn carrying(
        &self,
        words: &[WordKeys],
        place: In,
        include: Include,
        limit: usize,
    ) -> Result<Vec<Candidate>, RecallError> {
        let now = self.scope.now();
        let found = self.scope.in_indexed_view(now, include, |connection, view| {
            let digests = &self.scope.inner().key;
            // Each version with a word of which it carries a key: first those by which it carries an own one.
            let mut met: Vec<(i64, usize, bool)> = Vec::new();
            for (index, word) in words.iter().enumerate() {
                let keys = word.own.iter().map(|key| (key, false));
                for (key, sound) in keys.chain(word.sound.iter().map(|key| (key, true))) {
                    let versions =
                        mention::versions(connection, view.scope, digests, (key, place), MENTIONED)?;
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
            let mut reader = Reader::new(connection, &view)?;
            for (.., version) in order {
                if let Some(row) = reader.fetch(version)?.filter(|row| row.readable) {
                    found.push(Candidate::unranked(row, now));
                }
            }
            Ok(found)
        })?;
        Ok(self.annotated(found.unwrap_or_default())?)
    }

    /// Returns every memory, oldest first, of a scope that has at most `most`; none of a larger one.
    ///
    /// # Errors
    /// [`RecallError::Storage`].
    pub fn all_of_few(&self, include: Include, most: usize) -> Result<Vec<Candidate>, RecallError> {
        let now = self.scope.now();
        let rows = self.scope.in_view(now, include, |connection, view| {
            if visible::more_than(connection, &view, most)? {
                return Ok(Vec::new());
            }
            visible::list(connection, &view, 0, most)
        })?;
        let rows = rows.unwrap_or_default().into_iter().filter(|row| row.readable);
        Ok(self.annotated(rows.map(|row| Candidate::unranked(row, now)).collect())?)
    }

    /// Returns when a memory last took the place of another, and the states before it that are out of recall, latest first, at most
    /// `most`; `None` where it took no place.
    ///
    /// # Errors
    /// [`RecallError::Storage`].
    pub fn states_before(
        &self,
        id: MemoryId,
        most: usize,
    ) -> Result<Option<(Timestamp, Vec<Candidate>)>, RecallError> {
        let now = self.scope.now();
        let found = self.scope.read(|connection, scope| {
            let (mut taken, mut states) = (None, Vec::new());
            let (mut seen, mut waiting) = (vec![id], VecDeque::from([id]));
            while let Some(new) = waiting.pop_front().filter(|_| states.len() < most) {
                let mut edges = supersession::touching(connection, scope, new)?;
                edges.retain(|edge| edge.new == new);
                taken = taken.or(edges.iter().map(|edge| edge.at).max());
                for old in edges.into_iter().rev().map(|edge| edge.old) {
                    if seen.contains(&old) {
                        continue;
                    }
                    seen.push(old);
                    waiting.push_back(old);
                    let row =
                        memory::get(connection, scope, old)?.filter(|row| row.readable && row.superseded);
                    states.extend(row.map(|row| Candidate::unranked(row, now)));
                }
            }
            Ok::<_, StorageError>(taken.map(|at| (at, states)))
        })?;
        let Some((at, states)) = found.flatten() else { return Ok(None) };
        Ok(Some((at, self.annotated(states)?)))
    }

    /// Returns each earlier text of the memories that were edited, the memory as it is now beside as it was then.
    ///
    /// # Errors
    /// [`RecallError::Storage`].
    pub(crate) fn earlier_texts(&self) -> Result<Vec<(Candidate, Candidate)>, RecallError> {
        let now = self.scope.now();
        let found = self.scope.read(|connection, scope| {
            let mut found = Vec::new();
            for id in memory::edited(connection, scope)? {
                let Some(row) = memory::get(connection, scope, id)?.filter(|row| row.readable) else {
                    continue;
                };
                let versions = memory::versions(connection, row.row)?;
                let present = Candidate::unranked(row, now);
                for earlier in versions.into_iter().filter(|version| version.to.is_some()) {
                    found.push((present.clone(), present.saying(earlier.text)));
                }
            }
            Ok::<_, StorageError>(found)
        })?;
        let (now, then): (Vec<_>, Vec<_>) = found.unwrap_or_default().into_iter().unzip();
        Ok(now.into_iter().zip(self.cut(then)).collect())
    }

    /// Hands what stands beside the texts of the scope's memories to `visit`, whatever their state.
    pub(crate) fn asides(&self, visit: &mut dyn FnMut(MemoryId, Aside)) -> Result<(), StorageError> {
        self.scope
            .read(|connection, scope| memory::asides(connection, scope, visit))
            .map(Option::unwrap_or_default)
    }

    /// Returns the memories, in recall or not, whose text is exactly this one but for white space around it.
    ///
    /// # Errors
    /// [`RecallError`].
    pub fn saying(&self, text: &str) -> Result<Vec<Candidate>, RecallError> {
        // Of a long text only its beginning is looked for, which others may share.
        let pool = if text.len() > FEW { 64 } else { 8 };
        let options = RecallOptions::new(pool)
            .with_mode(RecallMode::Lexical)
            .with_terms(Terms::All)
            .with_include(Include::Submerged);
        let mut found = self.recall(text, &options)?;
        found.retain(|candidate| candidate.whole().trim() == text.trim());
        Ok(found)
    }

    /// Embeds texts with the store's embedder.
    ///
    /// # Errors
    /// [`RecallError::Embed`].
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, RecallError> {
        Ok(self.scope.embed(texts)?)
    }

    /// Returns the vector of what is read of each candidate: the store's own where that is the candidate's text.
    ///
    /// # Errors
    /// [`RecallError`].
    pub(crate) fn vectors_of(&self, read: &[(&Candidate, &str)]) -> Result<Vec<Vec<f32>>, RecallError> {
        let own = |(candidate, text): &(&Candidate, &str)| {
            candidate.version.filter(|_| candidate.hit.memory.text == *text)
        };
        let dimension = self.scope.inner().embedder.dimension();
        let stored = self.scope.in_indexed_view(self.scope.now(), Include::All, |connection, _| {
            let mut stored: HashMap<i64, Vec<f32>> = HashMap::new();
            vector::read(connection, read.iter().filter_map(own), dimension, |version, vector| {
                stored.insert(version, vector.to_vec());
            })?;
            Ok(stored)
        })?;
        let stored = stored.unwrap_or_default();
        let known = |read| own(read).and_then(|version| stored.get(&version));
        let unknown: Vec<&str> =
            read.iter().filter(|read| known(read).is_none()).map(|(_, text)| *text).collect();
        let mut embedded = self.embed(&unknown)?.into_iter();
        Ok(read.iter().filter_map(|read| known(read).cloned().or_else(|| embedded.next())).collect())
    }

    /// Scores how far a request means texts, where the store's embedder can ([`Embedder::relevance`]).
    ///
    /// [`Embedder::relevance`]: crate::embed::Embedder::relevance
    ///
    /// # Errors
    /// [`RecallError::Embed`].
    pub fn relevance(&self, request: &str, texts: &[&str]) -> Result<Option<Vec<Relevance>>, RecallError> {
        Ok(self.scope.inner().embedder.relevance(request, texts)?)
    }

    /// Returns the language model that the store was opened with.
    pub fn language_model(&self) -> Option<&dyn LanguageModel> {
        self.scope.inner().language_model.as_deref()
    }

    /// Tells whether the store has vectors.
    pub fn have_vectors(&self) -> bool {
        self.scope.has_vectors()
    }
}

impl Candidate {
    /// A memory that was not recalled but named.
    pub(super) fn of(memory: Memory, guard: EventSeq) -> Self {
        Self::new(Hit { memory, score: 1.0, distance: None, bm25: None }, guard)
    }

    pub(super) fn new(hit: Hit, guard: EventSeq) -> Self {
        Self { hit, guard, version: None, annotations: Vec::new(), excerpt: None }
    }

    fn stored(hit: Hit, guard: EventSeq, version: i64) -> Self {
        Self { version: Some(version), ..Self::new(hit, guard) }
    }

    /// The memory with another text: an earlier one, or a passage of it.
    pub(crate) fn saying(&self, text: String) -> Self {
        let mut other = Self { version: None, excerpt: None, ..self.clone() };
        other.hit.memory.text = text;
        other
    }

    /// What a language model added to its text when it was written; nothing where planners read no annotations
    /// ([`Memories::have_annotations`]).
    pub fn annotations(&self) -> &[Annotation] {
        &self.annotations
    }

    /// The memory's last event.
    pub(crate) fn guard(&self) -> EventSeq {
        self.guard
    }

    /// A memory that no recall has ranked.
    fn unranked(row: StoredMemory, now: Timestamp) -> Self {
        let (guard, version) = (row.last_event, row.version);
        let hit = Hit { memory: row.into_memory(now), score: 0.0, distance: None, bm25: None };
        Self::stored(hit, guard, version)
    }

    /// The whole text of the memory.
    pub(super) fn whole(&self) -> &str {
        self.excerpt.as_ref().map_or(&self.hit.memory.text, |excerpt| &excerpt.whole)
    }

    /// Takes its whole text again.
    pub(super) fn in_full(mut self) -> Self {
        if let Some(excerpt) = self.excerpt.take() {
            self.hit.memory.text = excerpt.whole;
        }
        self
    }

    /// Says why an action would not change the memory, if it would not.
    pub fn no_effect(&self, action: &Action) -> Option<&'static str> {
        no_effect(self, action)
    }

    /// Decides that something is to happen to the memory.
    pub fn step(self, action: Action, reason: impl Into<String>) -> Step {
        let this = self.in_full();
        Step { memory: this.hit.memory, action, reason: reason.into(), follows: None, guard: this.guard }
    }

    /// Decides that the memory stays as it is.
    pub fn spare(self, reason: impl Into<String>) -> Spared {
        Spared { memory: self.in_full().hit.memory, reason: reason.into() }
    }
}

fn no_effect(candidate: &Candidate, action: &Action) -> Option<&'static str> {
    let memory = &candidate.hit.memory;
    match action {
        Action::Supersede | Action::Release if !memory.depth.is_live() => Some("already out of recall"),
        Action::Restore if memory.state == State::Quarantined => Some("in quarantine: restore it by its id"),
        Action::Restore if memory.depth.is_live() => Some(match memory.state {
            State::Expired => "expired, not released",
            _ => "in recall already",
        }),
        Action::Edit { text } if text == candidate.whole() => Some("has this text already"),
        Action::Pin if memory.depth.is_pinned() => Some("pinned already"),
        // A pin would lift it to the surface: what was forgotten comes back by a restore alone.
        Action::Pin if !memory.depth.is_live() => Some("out of recall"),
        Action::Unpin if !memory.depth.is_pinned() => Some("not pinned"),
        Action::Decay | Action::Consolidate if memory.depth.is_pinned() => Some("pinned, so immune"),
        Action::Decay | Action::Consolidate if !memory.depth.is_live() => Some("out of recall"),
        Action::Decay if memory.depth.sink(0.5) == memory.depth => Some("sunk as deep as can be"),
        _ => None,
    }
}

impl Action {
    /// Returns the event that the action is logged as.
    pub(super) fn event_kind(&self) -> EventKind {
        match self {
            Self::Supersede => EventKind::Supersede,
            Self::Release => EventKind::Release,
            Self::Restore => EventKind::Restore,
            Self::Edit { .. } => EventKind::Edit,
            Self::Purge => EventKind::Purge,
            Self::Pin => EventKind::Pin,
            Self::Unpin => EventKind::Unpin,
            Self::Decay => EventKind::Decay,
            Self::Consolidate => EventKind::Consolidate,
        }
    }

    /// Returns the depth that the action leaves, for those that a depth alone determines.
    pub(super) fn depth_after(&self, before: Depth) -> Depth {
        match self {
            Self::Supersede | Self::Release => Depth::SUBMERGED,
            Self::Restore | Self::Unpin => Depth::SURFACE,
            Self::Pin => Depth::PINNED,
            Self::Decay => before.sink(0.5),
            Self::Edit { .. } | Self::Purge | Self::Consolidate => before,
        }
    }
}
