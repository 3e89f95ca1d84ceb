//! Memories of tests: a few texts in a list, found by the words that they share with a query.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use jiff::Timestamp;
use nepenthe_text::entity::name::WordKeys;
use nepenthe_text::word::words;

use crate::corpus::{Guard, Hit, Include, RecallOptions, Relevance, Terms};
use crate::{
    Candidate, Canonical, Corpus, CorpusError, Draft, Memories, Memory, MemoryId, Mutation, Planner, Target,
};

/// Live memories with these texts, the oldest first, and how often they were searched.
pub(crate) struct Texts(Vec<&'static str>, AtomicUsize);

impl Texts {
    pub(crate) fn of(texts: &[&'static str]) -> Self {
        Self(texts.to_vec(), AtomicUsize::new(0))
    }

    /// The same and another one.
    pub(crate) fn and(mut self, text: &'static str) -> Self {
        self.0.push(text);
        self
    }

    /// What `canonical` decides.
    pub(crate) fn plan(&self, mutation: &Mutation) -> Draft {
        let Target::Words(words) = mutation.target() else { panic!("no words") };
        Canonical::default().plan(mutation, words, &Memories::of(self)).unwrap()
    }

    /// The texts of the memories that it touches.
    pub(crate) fn touched(&self, mutation: &Mutation) -> Vec<String> {
        self.plan(mutation).steps.into_iter().map(|step| step.memory.text).collect()
    }

    /// The same, in the order of the letters.
    pub(crate) fn touched_sorted(&self, mutation: &Mutation) -> Vec<String> {
        let mut touched = self.touched(mutation);
        touched.sort();
        touched
    }

    /// How often they were searched.
    pub(crate) fn searched(&self) -> usize {
        self.1.load(Ordering::Relaxed)
    }

    fn candidate(&self, place: usize, score: f64) -> Candidate {
        let number = u8::try_from(place).unwrap();
        let id = MemoryId::from_bytes([number; 16]);
        let memory = Memory::new(id, self.0[place], Timestamp::UNIX_EPOCH);
        let hit = Hit { memory, score, distance: None, bm25: Some(score), evidence: None };
        Candidate::new(hit, Guard::new(1)).with_version(i64::from(number))
    }
}

fn stems(text: &str) -> BTreeSet<String> {
    words(text).into_iter().map(|word| word.stem).collect()
}

impl Corpus for Texts {
    fn search(&self, query: &str, options: &RecallOptions) -> Result<Vec<Candidate>, CorpusError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        let asked = stems(query);
        let shared = |text: &str| stems(text).intersection(&asked).count();
        let enough = |shared: usize| shared > 0 && (options.terms == Terms::Any || shared == asked.len());
        let mut found: Vec<(usize, usize)> = self
            .0
            .iter()
            .map(|text| shared(text))
            .enumerate()
            .filter(|(_, shared)| enough(*shared))
            .collect();
        found.sort_by_key(|(_, shared)| std::cmp::Reverse(*shared));
        let found = found.into_iter().take(options.k);
        #[expect(clippy::cast_precision_loss, reason = "a few words")]
        Ok(found.map(|(place, shared)| self.candidate(place, shared as f64)).collect())
    }

    fn mentioning(
        &self,
        words: &[WordKeys],
        _: Include,
        limit: usize,
    ) -> Result<Vec<Candidate>, CorpusError> {
        let carried = |text: &str| -> (usize, usize) {
            let keys = nepenthe_text::keys(text);
            let own = words.iter().filter(|word| word.own.iter().any(|key| keys.contains(key)));
            let sound = words.iter().filter(|word| word.sound.iter().any(|key| keys.contains(key)));
            (own.count(), sound.count())
        };
        let mut found: Vec<((usize, usize), usize)> = self
            .0
            .iter()
            .map(|text| carried(text))
            .zip(0..)
            .filter(|(carried, _)| *carried > (0, 0))
            .collect();
        found.sort_by(|one, other| other.cmp(one));
        let whole = found.iter().take_while(|((own, _), _)| *own == words.len()).count();
        let found = found.into_iter().take(limit.max(whole));
        Ok(found.map(|(_, place)| self.candidate(place, 0.0)).collect())
    }

    fn all_of_few(&self, _: Include, most: usize) -> Result<Vec<Candidate>, CorpusError> {
        let few = if self.0.len() <= most { self.0.len() } else { 0 };
        Ok((0..few).map(|place| self.candidate(place, 0.0)).collect())
    }
}

/// Texts with a relevance model: what it makes of each text by a request.
pub(crate) struct Read<F>(pub(crate) Texts, pub(crate) F);

impl<F: Fn(&str, &str) -> Relevance + Sync> Corpus for Read<F> {
    fn search(&self, query: &str, options: &RecallOptions) -> Result<Vec<Candidate>, CorpusError> {
        self.0.search(query, options)
    }

    fn mentioning(
        &self,
        words: &[WordKeys],
        include: Include,
        limit: usize,
    ) -> Result<Vec<Candidate>, CorpusError> {
        self.0.mentioning(words, include, limit)
    }

    fn all_of_few(&self, include: Include, most: usize) -> Result<Vec<Candidate>, CorpusError> {
        self.0.all_of_few(include, most)
    }

    fn relevance(&self, request: &str, texts: &[&str]) -> Result<Option<Vec<Relevance>>, CorpusError> {
        Ok(Some(texts.iter().map(|text| (self.1)(request, text)).collect()))
    }
}
