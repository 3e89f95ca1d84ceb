//! [`Idempotency`]: requests with an `Idempotency-Key`, which are done once.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use nepenthe_ops::{Code, OpError};

use super::answer::Answer;
use crate::http::Refusal;

/// For how long a key is known.
const LIFETIME: SignedDuration = SignedDuration::from_hours(24);
/// How many are known at most; the oldest that is done goes.
const MOST: usize = 20_000;

/// A hash under a key of this process's own: nobody can try texts on it.
type Hash = [u8; 32];

/// The keys of the last day, with what was answered: ids, and never a text. They are this process's, and end with it.
pub(crate) struct Idempotency {
    secret: [u8; 32],
    kept: Mutex<HashMap<Hash, Kept>>,
}

struct Kept {
    request: Hash,
    until: Timestamp,
    state: State,
}

#[derive(Clone)]
enum State {
    Running,
    Done(Done),
}

/// What is kept of an answer.
#[derive(Clone)]
pub(crate) enum Done {
    /// All of it.
    Whole(Answer),
    /// Its id, of which it can be made again.
    Id(String),
}

/// What becomes of a request with a key.
pub(crate) enum Begun<'a> {
    /// It is the first.
    First(Ticket<'a>),
    /// It was answered.
    Answered(Done),
}

impl Idempotency {
    pub(crate) fn new() -> Result<Self, OpError> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|error| {
            OpError::new(Code::FileFailed, format!("no random bytes could be had: {error}"))
        })?;
        Ok(Self { secret, kept: Mutex::default() })
    }

    /// Begins a request: `name` is whose key it is and which, `request` what is asked.
    pub(crate) fn begin(&self, name: &[&[u8]], request: &[&[u8]]) -> Result<Begun<'_>, Refusal> {
        let (name, request, now) = (self.hash(name), self.hash(request), Timestamp::now());
        let mut kept = self.kept();
        if let Some(found) = kept.get(&name).filter(|found| found.until > now) {
            return match &found.state {
                _ if found.request != request => Err(Refusal::IdempotencyReused),
                State::Running => Err(Refusal::IdempotencyRunning),
                State::Done(done) => Ok(Begun::Answered(done.clone())),
            };
        }
        if kept.len() >= MOST {
            kept.retain(|_, kept| kept.until > now);
            let done = kept.iter().filter(|(_, kept)| matches!(kept.state, State::Done(_)));
            let oldest = done.min_by_key(|(_, kept)| kept.until).map(|(name, _)| *name);
            oldest.filter(|_| kept.len() >= MOST).map(|oldest| kept.remove(&oldest));
        }
        let until = now.saturating_add(LIFETIME).unwrap_or(Timestamp::MAX);
        kept.insert(name, Kept { request, until, state: State::Running });
        Ok(Begun::First(Ticket { idempotency: self, name }))
    }

    /// No two lists of parts have one hash.
    fn hash(&self, parts: &[&[u8]]) -> Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.secret);
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        *hasher.finalize().as_bytes()
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<Hash, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that is under way. Where it fails, nothing was changed, and its key may come again.
pub(crate) struct Ticket<'a> {
    idempotency: &'a Idempotency,
    name: Hash,
}

impl Ticket<'_> {
    /// Notes what was answered.
    pub(crate) fn done(self, done: Done) {
        if let Some(kept) = self.idempotency.kept().get_mut(&self.name) {
            kept.state = State::Done(done);
        }
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        let mut kept = self.idempotency.kept();
        if kept.get(&self.name).is_some_and(|kept| matches!(kept.state, State::Running)) {
            kept.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first<'a>(idempotency: &'a Idempotency, name: &[&[u8]], request: &[&[u8]]) -> Ticket<'a> {
        match idempotency.begin(name, request) {
            Ok(Begun::First(ticket)) => ticket,
            _ => panic!("not the first"),
        }
    }

    #[test]
    fn a_key_is_done_once_for_one_request() {
        let idempotency = Idempotency::new().unwrap();
        let ticket = first(&idempotency, &[b"alice", b"k"], &[b"a"]);
        assert_eq!(idempotency.begin(&[b"alice", b"k"], &[b"a"]).err(), Some(Refusal::IdempotencyRunning));
        assert_eq!(idempotency.begin(&[b"alice", b"k"], &[b"b"]).err(), Some(Refusal::IdempotencyReused));
        ticket.done(Done::Id("7".into()));
        let again = idempotency.begin(&[b"alice", b"k"], &[b"a"]);
        assert!(matches!(again, Ok(Begun::Answered(Done::Id(id))) if id == "7"));
        assert_eq!(
            idempotency.begin(&[b"alice", b"k"], &[b"a", b""]).err(),
            Some(Refusal::IdempotencyReused)
        );
        // Another's key is another, and parts do not run together.
        drop(first(&idempotency, &[b"bob", b"k"], &[b"a"]));
        drop(first(&idempotency, &[b"alicek", b""], &[b"a"]));
    }

    #[test]
    fn what_failed_may_come_again() {
        let idempotency = Idempotency::new().unwrap();
        drop(first(&idempotency, &[b"k"], &[b"a"]));
        drop(first(&idempotency, &[b"k"], &[b"b"]));
        assert!(idempotency.kept().is_empty());
    }

    #[test]
    fn the_oldest_of_too_many_goes_and_what_runs_stays() {
        let idempotency = Idempotency::new().unwrap();
        let running = first(&idempotency, &[b"running"], &[]);
        for number in 0..MOST {
            first(&idempotency, &[&number.to_le_bytes()], &[]).done(Done::Id(String::new()));
        }
        assert_eq!(idempotency.kept().len(), MOST);
        assert_eq!(idempotency.begin(&[b"running"], &[]).err(), Some(Refusal::IdempotencyRunning));
        drop(running);
    }
}
