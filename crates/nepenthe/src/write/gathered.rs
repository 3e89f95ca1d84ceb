//! [`Gathered`]: what the indexes get of many new texts. Other threads read the texts while the transaction writes their rows; their
//! entries are written at its end, in the order of the indexes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Scope, ScopedJoinHandle};

use crate::model::StoreKey;
use crate::store::query::annotation::Annotations;
use crate::store::query::{ScopeKey, mention};
use crate::store::{Session, StorageError, lexical};

/// Texts that a thread takes at a time: so few are not worth another one.
const WORTH: usize = 32;

/// Threads that read at most.
const THREADS: usize = 8;

/// What the indexes have of one text, by its place among the texts.
struct Read {
    at: usize,
    words: lexical::Words,
    mentions: Vec<i64>,
}

/// Texts that are about to be written.
pub(crate) struct Texts<'t> {
    key: &'t StoreKey,
    texts: &'t [&'t str],
    /// The first that no thread has taken.
    next: AtomicUsize,
}

impl<'t> Texts<'t> {
    pub(crate) fn new(key: &'t StoreKey, texts: &'t [&'t str]) -> Self {
        Self { key, texts, next: AtomicUsize::new(0) }
    }

    /// Begins to read them in other threads, as far as there are some; reads them where they are few.
    pub(crate) fn gather<'s>(&'s self, threads: &'s Scope<'s, '_>) -> Result<Gathered<'s>, StorageError> {
        let cores = thread::available_parallelism().map_or(1, usize::from).min(THREADS);
        let others = (cores - 1).min((self.texts.len() / WORTH).saturating_sub(1));
        let others: Vec<_> = (0..others).map(|_| threads.spawn(|| self.read())).collect();
        let read = if others.is_empty() { self.read()? } else { Vec::new() };
        Ok(Gathered { texts: self, others, read, versions: Vec::new() })
    }

    /// Reads those that no other thread reads.
    fn read(&self) -> Result<Vec<Read>, StorageError> {
        let (mut read, mut known) = (Vec::new(), mention::Known::default());
        loop {
            let begin = self.next.fetch_add(WORTH, Ordering::Relaxed).min(self.texts.len());
            let end = (begin + WORTH).min(self.texts.len());
            if begin == end {
                return Ok(read);
            }
            for at in begin..end {
                let (words, mentions) =
                    (lexical::Words::of(self.texts[at])?, known.of(self.key, self.texts[at]));
                read.push(Read { at, words, mentions });
            }
        }
    }
}

/// The entries of a transaction's new versions.
pub(crate) struct Gathered<'t> {
    texts: &'t Texts<'t>,
    others: Vec<ScopedJoinHandle<'t, Result<Vec<Read>, StorageError>>>,
    read: Vec<Read>,
    versions: Vec<(i64, String, Option<Annotations>)>,
}

impl Gathered<'_> {
    /// Takes a version in.
    pub(crate) fn add(&mut self, version: i64, text: &str, annotations: Option<&Annotations>) {
        self.versions.push((version, text.to_owned(), annotations.cloned()));
    }

    /// Writes what was gathered.
    pub(crate) fn write(mut self, session: Session<'_>, scope: ScopeKey) -> Result<(), StorageError> {
        let mut all = std::mem::take(&mut self.read);
        all.extend(self.texts.read()?);
        for other in std::mem::take(&mut self.others) {
            all.extend(other.join().unwrap_or_else(|thrown| std::panic::resume_unwind(thrown))?);
        }
        let mut read: HashMap<&str, Read> =
            all.into_iter().map(|read| (self.texts.texts[read.at], read)).collect();
        let (mut postings, mut mentions) = (lexical::Postings::default(), Vec::new());
        for (version, text, annotations) in &self.versions {
            let (words, known) = match read.remove(&**text) {
                Some(read) => (read.words, annotations.is_none().then_some(read.mentions)),
                // It comes twice, or is another one than was to be expected.
                None => (lexical::Words::of(text)?, None),
            };
            postings.add(*version, words);
            let digests =
                known.unwrap_or_else(|| mention::expected(self.texts.key, text, annotations.as_ref()));
            mentions.extend(digests.into_iter().map(|digest| (digest, *version)));
        }
        postings.write(session, scope)?;
        mentions.sort_unstable();
        mention::insert_all(session, scope, &mentions)
    }
}

impl Drop for Gathered<'_> {
    /// Where nothing is to be written, nothing more need be read.
    fn drop(&mut self) {
        self.texts.next.store(self.texts.texts.len(), Ordering::Relaxed);
    }
}
