//! [`Sessions`]: who is logged in, until when, and which scopes they looked into.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use nepenthe::ScopePath;
use nepenthe_ops::{Code, OpError};

/// How long a session lasts.
pub(super) const LIFETIME: SignedDuration = SignedDuration::from_hours(12);
/// How many there are at most; the oldest goes.
const MOST: usize = 1000;
/// How many scopes one of them remembers.
const MOST_SCOPES: usize = 10_000;

/// By which a session is known: the hash of what its cookie holds.
pub(super) type SessionId = [u8; 32];

/// The session of everybody, where no keys are asked for.
pub(super) const EVERYBODY: SessionId = [0; 32];

/// Who is logged in. Nothing of it is written down: a server that starts again has none.
pub(super) struct Sessions {
    secret: [u8; 32],
    open: Mutex<HashMap<SessionId, Session>>,
}

struct Session {
    /// The id of the key that it is bound to.
    key: String,
    until: Timestamp,
    /// The scopes that were looked into, by their tags.
    scopes: HashMap<String, ScopePath>,
    /// What is to be said on the next page.
    notice: Option<String>,
}

impl Sessions {
    pub(super) fn new() -> Result<Self, OpError> {
        Ok(Self { secret: random()?, open: Mutex::default() })
    }

    /// Begins a session of a key, and returns what its cookie is to hold.
    pub(super) fn begin(&self, key: &str) -> Result<String, OpError> {
        let cookie = hex(&random()?);
        let mut open = self.open();
        if open.len() >= MOST {
            let oldest = open.iter().min_by_key(|(_, session)| session.until).map(|(id, _)| *id);
            oldest.map(|oldest| open.remove(&oldest));
        }
        open.insert(id_of(&cookie), Session::of(key));
        Ok(cookie)
    }

    /// Returns the session of a cookie, with the id of its key.
    pub(super) fn find(&self, cookie: &str) -> Option<(SessionId, String)> {
        let id = id_of(cookie);
        self.open().get(&id).map(|session| (id, session.key.clone()))
    }

    pub(super) fn end(&self, id: &SessionId) {
        self.open().remove(id);
    }

    /// Returns the tag by which a session names a scope. It tells nobody else which.
    pub(super) fn tag(&self, id: &SessionId, scope: &ScopePath) -> String {
        let hash = blake3::keyed_hash(&self.secret, &[id, scope.as_str().as_bytes()].concat());
        let tag: String = hash.to_hex().chars().take(16).collect();
        self.with(id, |session| {
            if session.scopes.len() < MOST_SCOPES || session.scopes.contains_key(&tag) {
                session.scopes.insert(tag.clone(), scope.clone());
            }
        });
        tag
    }

    /// Returns the scope of a tag of a session's own.
    pub(super) fn scope(&self, id: &SessionId, tag: &str) -> Option<ScopePath> {
        self.with(id, |session| session.scopes.get(tag).cloned()).flatten()
    }

    /// Leaves something to be said on the next page. No text of a memory.
    pub(super) fn leave(&self, id: &SessionId, notice: String) {
        self.with(id, |session| session.notice = Some(notice));
    }

    pub(super) fn take_notice(&self, id: &SessionId) -> Option<String> {
        self.with(id, |session| session.notice.take()).flatten()
    }

    fn with<T>(&self, id: &SessionId, work: impl FnOnce(&mut Session) -> T) -> Option<T> {
        let mut open = self.open();
        if *id == EVERYBODY {
            return Some(work(open.entry(EVERYBODY).or_insert_with(|| Session::of(""))));
        }
        open.get_mut(id).map(work)
    }

    /// Those whose time is not over.
    fn open(&self) -> MutexGuard<'_, HashMap<SessionId, Session>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Timestamp::now();
        open.retain(|_, session| session.until > now);
        open
    }
}

impl Session {
    fn of(key: &str) -> Self {
        let until = Timestamp::now().saturating_add(LIFETIME).unwrap_or(Timestamp::MAX);
        Self { key: key.to_owned(), until, scopes: HashMap::new(), notice: None }
    }
}

fn id_of(cookie: &str) -> SessionId {
    *blake3::hash(cookie.as_bytes()).as_bytes()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn random() -> Result<[u8; 32], OpError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| OpError::new(Code::FileFailed, format!("no random bytes could be had: {error}")))?;
    Ok(bytes)
}
