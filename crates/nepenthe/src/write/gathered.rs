//! [`Gathered`]: what the indexes get of many new texts. Several threads read the texts before the transaction; within it the
//! entries are gathered, and written at its end in the order of the indexes.

use std::collections::HashMap;
use std::thread;

use crate::model::StoreKey;
use crate::store::query::annotation::Annotations;
use crate::store::query::{ScopeKey, mention};
use crate::store::{Session, StorageError, lexical};

/// Texts that one thread reads at least: fewer are not worth another one.
const WORTH: usize = 32;

/// Threads that read at most.
const THREADS: usize = 8;

/// What the indexes have of one text.
struct Read {
    words: lexical::Words,
    mentions: Vec<i64>,
}

/// The entries of a transaction's new versions.
pub(crate) struct Gathered<'t> {
    read: HashMap<&'t str, Read>,
    postings: lexical::Postings,
    /// Digest and version.
    mentions: Vec<(i64, i64)>,
}

impl<'t> Gathered<'t> {
    /// Reads the texts.
    pub(crate) fn read(key: &StoreKey, texts: &[&'t str]) -> Result<Self, StorageError> {
        let cores = match texts.len() > WORTH {
            true => thread::available_parallelism().map_or(1, usize::from).min(THREADS),
            false => 1,
        };
        let each = texts.len().div_ceil(cores).max(WORTH);
        let read = |texts: &[&'t str]| -> Result<Vec<(&'t str, Read)>, StorageError> {
            let read = |text: &&'t str| {
                let words = lexical::Words::of(text)?;
                Ok((*text, Read { words, mentions: mention::expected(key, text, None) }))
            };
            texts.iter().map(read).collect()
        };
        let mut chunks = texts.chunks(each);
        let first = chunks.next().unwrap_or_default();
        let (first, others) = thread::scope(|running| {
            let others: Vec<_> = chunks.map(|texts| running.spawn(move || read(texts))).collect();
            let first = read(first);
            (first, others.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>())
        });
        let mut all: HashMap<&'t str, Read> = first?.into_iter().collect();
        for other in others {
            all.extend(other.unwrap_or_else(|thrown| std::panic::resume_unwind(thrown))?);
        }
        Ok(Self { read: all, postings: lexical::Postings::default(), mentions: Vec::new() })
    }

    /// Takes a version in.
    pub(crate) fn add(
        &mut self,
        key: &StoreKey,
        version: i64,
        text: &str,
        annotations: Option<&Annotations>,
    ) -> Result<(), StorageError> {
        let read = self.read.remove(text);
        let (words, read) = match read {
            Some(read) => (read.words, annotations.is_none().then_some(read.mentions)),
            // It comes twice, or is another one than was to be expected.
            None => (lexical::Words::of(text)?, None),
        };
        self.postings.add(version, words);
        let mentions = read.unwrap_or_else(|| mention::expected(key, text, annotations));
        self.mentions.extend(mentions.into_iter().map(|digest| (digest, version)));
        Ok(())
    }

    /// Writes what was gathered.
    pub(crate) fn write(mut self, session: Session<'_>, scope: ScopeKey) -> Result<(), StorageError> {
        self.postings.write(session, scope)?;
        self.mentions.sort_unstable();
        mention::insert_all(session, scope, &self.mentions)
    }
}
