//! [`Ahead`]: what is dear to work out of texts that are about to be erased, on other threads while the transaction runs.
//!
//! Each tombstone of a short form costs memory and time, and needs nothing but the text: until the transaction lays them, other cores
//! have made most of them.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};

use super::guard;
use super::marks::{Mark, laid_forms, named};
use crate::model::StoreKey;
use crate::store::query::tombstone::Kind;

/// The most threads beside the caller's, and for how many texts there is one: for fewer, the caller would wait for it where others use
/// the cores.
const THREADS: usize = 7;
const TEXTS: usize = 4;

/// The texts of an erasure, being worked out.
pub(crate) struct Ahead {
    work: Arc<Work>,
    threads: Vec<JoinHandle<()>>,
}

struct Work {
    key: StoreKey,
    texts: Vec<String>,
    /// The first text that nobody has taken yet.
    next: AtomicUsize,
    done: Mutex<Known>,
}

/// What was worked out: of each text the forms by which it is kept out, and the digest of each that is guarded.
#[derive(Default)]
pub(crate) struct Known {
    forms: HashMap<String, Vec<String>>,
    marks: HashMap<String, Mark>,
}

impl Ahead {
    /// Begins with texts. Where there is one core, or no thread can be had, all is left to [`Ahead::finish`].
    pub(crate) fn begin(key: &StoreKey, texts: Vec<String>) -> Self {
        let count = (texts.len() / TEXTS).min(others());
        let (next, done) = (AtomicUsize::new(0), Mutex::default());
        let work = Arc::new(Work { key: key.clone(), texts, next, done });
        let begin = |_| {
            let work = Arc::clone(&work);
            thread::Builder::new().name("tombstones".into()).spawn(move || work.take_part()).ok()
        };
        let threads = (0..count).filter_map(begin).collect();
        Self { work, threads }
    }

    /// Works out what is left, and returns all.
    pub(crate) fn finish(mut self) -> Known {
        self.work.take_part();
        for thread in std::mem::take(&mut self.threads) {
            // What a thread did not get to is worked out where it is needed.
            let _ = thread.join();
        }
        std::mem::take(&mut *self.work.done.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Ahead {
    /// Nothing is left to work out where the erasure did not come about; the threads end with the text that they have.
    fn drop(&mut self) {
        self.work.next.store(self.work.texts.len(), Ordering::Relaxed);
        for thread in std::mem::take(&mut self.threads) {
            let _ = thread.join();
        }
    }
}

impl Work {
    fn take_part(&self) {
        let mut guarding = None;
        while let Some(text) = self.texts.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let forms = laid_forms(text);
            let guarded = forms.iter().filter(|form| guard::guarded(Kind::Text, form).is_some());
            let dear = guarded.map(|form| named(Kind::Text, form));
            let marks: Vec<(String, Mark)> = dear
                .map(|dear| {
                    let mark = guarding.get_or_insert_with(|| self.key.guarding()).mark(&dear);
                    (dear, mark)
                })
                .collect();
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            done.forms.insert(text.clone(), forms);
            done.marks.extend(marks);
        }
    }
}

impl Known {
    /// The forms by which an erased text is kept out.
    pub(super) fn laid_forms(&self, text: &str) -> Vec<String> {
        self.forms.get(text).cloned().unwrap_or_else(|| laid_forms(text))
    }

    /// The digests of what is guarded, in order.
    pub(super) fn guarded(&self, key: &StoreKey, dear: &[String]) -> Vec<Mark> {
        let unknown: Vec<String> =
            dear.iter().filter(|dear| !self.marks.contains_key(*dear)).cloned().collect();
        let mut made = key.guarded(&unknown).into_iter();
        dear.iter().filter_map(|dear| self.marks.get(dear).copied().or_else(|| made.next())).collect()
    }
}

/// How many cores there are beside the caller's, as far as they are used. It takes longer to ask than to make a digest.
fn others() -> usize {
    static OTHERS: OnceLock<usize> = OnceLock::new();
    *OTHERS
        .get_or_init(|| thread::available_parallelism().map_or(0, |all| NonZero::get(all) - 1).min(THREADS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_worked_out_ahead_is_what_is_worked_out_where_it_is_needed() {
        let key = StoreKey([7; 32]);
        let texts: Vec<String> = (0..37)
            .map(|number| {
                format!(
                    "The safe of flat {number} opens with 44{number:02}. It is behind the {number}th door."
                )
            })
            .collect();
        let known = Ahead::begin(&key, texts.clone()).finish();
        let nothing = Known::default();
        for text in &texts {
            let forms = laid_forms(text);
            assert!(known.forms.contains_key(text));
            assert_eq!(known.laid_forms(text), forms);
            assert_eq!(nothing.laid_forms(text), forms);
            let dear: Vec<String> = forms
                .iter()
                .filter(|form| guard::guarded(Kind::Text, form).is_some())
                .map(|form| named(Kind::Text, form))
                .chain(["text\0another".to_owned()])
                .collect();
            assert!(dear.len() > 1 && known.marks.contains_key(&dear[0]), "{text}");
            assert_eq!(known.guarded(&key, &dear), key.guarded(&dear));
            assert_eq!(nothing.guarded(&key, &dear), key.guarded(&dear));
        }
        drop(Ahead::begin(&key, texts));
    }
}
