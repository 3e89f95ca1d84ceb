//! [`Group`]: writes of several threads in one transaction, which one commit answers.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::error::StorageError;
use super::query::ScopeKey;
use crate::model::MemoryId;

/// Writes that one commit answers at most.
const MOST: usize = 64;

/// How long the first of them waits for others at most.
const WAITS: Duration = Duration::from_millis(5);

/// How often memories were recalled, and when last.
pub(super) type Accesses = HashMap<(ScopeKey, MemoryId), (u64, Timestamp)>;

/// A transaction that is open, with the writes that are in it.
pub(super) struct Group {
    began: Instant,
    members: usize,
    /// The counts that it writes. They are counted again where it is rolled back.
    pub(super) accesses: Accesses,
    pub(super) outcome: Arc<Outcome>,
}

impl Group {
    pub(super) fn new(accesses: Accesses) -> Self {
        Self { began: Instant::now(), members: 0, accesses, outcome: Arc::default() }
    }

    /// Takes in a write that was done.
    pub(super) fn add(&mut self) {
        self.members += 1;
    }

    /// Whether another write may join.
    pub(super) fn is_open(&self) -> bool {
        self.members < MOST && self.began.elapsed() < WAITS
    }
}

/// What became of a group. Its members wait for it.
#[derive(Default)]
pub(super) struct Outcome {
    told: Mutex<Option<Result<(), Failure>>>,
    is_told: Condvar,
}

impl Outcome {
    pub(super) fn tell(&self, outcome: Result<(), Failure>) {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
        self.is_told.notify_all();
    }

    /// Waits until the group is committed or rolled back.
    pub(super) fn wait(&self) -> Result<(), StorageError> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match &*told {
                Some(outcome) => return outcome.clone().map_err(Failure::into_error),
                None => told = self.is_told.wait(told).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// Why a group was rolled back, as often as it has members to be told.
#[derive(Clone)]
pub(super) enum Failure {
    Sqlite(rusqlite::ffi::Error, Option<String>),
    Server(String),
    Other(String),
}

impl Failure {
    pub(super) fn of(error: &StorageError) -> Self {
        match (error, error.sqlite()) {
            (_, Some(rusqlite::Error::SqliteFailure(code, message))) => Self::Sqlite(*code, message.clone()),
            (StorageError::Server(what), _) => Self::Server(what.clone()),
            (StorageError::Corrupt(what), _) => Self::Other(what.clone()),
            _ => Self::Other(error.to_string()),
        }
    }

    fn into_error(self) -> StorageError {
        match self {
            Self::Sqlite(code, message) => rusqlite::Error::SqliteFailure(code, message).into(),
            Self::Server(what) => StorageError::Server(what),
            Self::Other(what) => StorageError::Corrupt(what),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc;

    use super::*;
    use crate::store::query::scope;
    use crate::store::{Database, Session};

    /// Writes a scope; returns how many there are then, and how many somebody else sees.
    fn make(database: &Database, session: Session<'_>, name: &str) -> Result<(usize, usize), StorageError> {
        scope::find_or_create(session, &database.key, &name.parse().expect("a path"))?;
        Ok((scope::all(session)?.len(), database.read(scope::all)?.len()))
    }

    #[test]
    fn writes_that_wait_share_a_commit_and_each_fails_for_itself() {
        const WRITES: usize = 24;
        let folder = tempfile::tempdir().expect("a folder");
        let store =
            crate::Store::open(folder.path().join("store.db"), crate::Options::default()).expect("opens");
        let database = store.database();
        let (begun, begins) = mpsc::channel();
        let results: Vec<_> = std::thread::scope(|running| {
            let first = running.spawn(move || {
                database.write(|session| {
                    begun.send(()).expect("somebody waits");
                    while database.waiting() < WRITES {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    make(database, session, "first")
                })
            });
            begins.recv().expect("the first has begun");
            let others: Vec<_> = (0..WRITES)
                .map(|number| {
                    running.spawn(move || {
                        let write = |session: Session<'_>| {
                            let made = make(database, session, &format!("s{number}"))?;
                            match number / 6 {
                                2 => Err(StorageError::Clock),
                                3 => panic!("by the test"),
                                _ => Ok(made),
                            }
                        };
                        catch_unwind(AssertUnwindSafe(|| database.write(write)))
                    })
                })
                .collect();
            assert_eq!(first.join().expect("ends").expect("is written"), (1, 0));
            others.into_iter().map(|other| other.join().expect("ends")).collect()
        });
        let mut shared = 0;
        for (number, result) in results.into_iter().enumerate() {
            match (number / 6, result) {
                (2, Ok(Err(StorageError::Clock))) | (3, Err(_)) => {}
                (0 | 1, Ok(Ok((inside, outside)))) => shared = shared.max(inside - outside),
                (_, other) => panic!("{number}: {other:?}"),
            }
        }
        assert!(shared > 1, "each had a commit of its own");
        let there = database.read(scope::all).expect("are read");
        let mut names: Vec<String> = there.into_iter().map(|(_, name)| name).collect();
        names.sort_unstable();
        let mut written: Vec<String> = (0..12).map(|number| format!("s{number}")).collect();
        written.push("first".into());
        written.sort_unstable();
        assert_eq!(names, written);
    }

    #[test]
    fn an_outcome_is_told_to_everybody_with_its_reason() {
        let full =
            || rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_FULL), None);
        let told = |error: StorageError| {
            let outcome = Outcome::default();
            outcome.tell(Err(Failure::of(&error)));
            [outcome.wait(), outcome.wait()]
        };
        assert!(matches!(
            told(full().into()),
            [Err(StorageError::DiskFull(_)), Err(StorageError::DiskFull(_))]
        ));
        for result in told(StorageError::corrupt("a page")) {
            assert!(matches!(result, Err(StorageError::Corrupt(what)) if what == "a page"));
        }
    }
}
