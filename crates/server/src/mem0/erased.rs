//! [`Erased`]: whose memories this process erased, so that whoever asks again is not told that there never was anybody.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use nepenthe_ops::{Code, OpError};

use super::entity::EntityKind;
use super::project::Project;

/// How many are known at most; the oldest goes.
const MOST: usize = 20_000;

/// A hash under a key of this process's own: nobody can try ids on it.
type Hash = [u8; 32];

/// Whose memories were erased: hashes, and no ids. A client that deletes everything deletes the user first, and then the user's
/// runs, which are gone with that.
pub(crate) struct Erased {
    secret: [u8; 32],
    known: Mutex<(HashSet<Hash>, VecDeque<Hash>)>,
}

impl Erased {
    /// Nobody's yet.
    ///
    /// # Errors
    /// [`Code::FileFailed`] where there is no chance to be had.
    pub(crate) fn new() -> Result<Self, OpError> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|error| {
            OpError::new(Code::FileFailed, format!("no random bytes could be had: {error}"))
        })?;
        Ok(Self { secret, known: Mutex::default() })
    }

    /// Notes that memories of somebody in a project were erased.
    pub(super) fn note(&self, project: &Project, kind: EntityKind, id: &str) {
        let hash = self.hash(project, kind, id);
        let mut held = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, order) = &mut *held;
        if known.insert(hash) {
            order.push_back(hash);
        }
        if order.len() > MOST {
            order.pop_front().map(|oldest| known.remove(&oldest));
        }
    }

    /// Tells whether memories of somebody in a project were erased.
    pub(super) fn knows(&self, project: &Project, kind: EntityKind, id: &str) -> bool {
        let hash = self.hash(project, kind, id);
        self.known.lock().unwrap_or_else(PoisonError::into_inner).0.contains(&hash)
    }

    /// No two lists of parts have one hash.
    fn hash(&self, project: &Project, kind: EntityKind, id: &str) -> Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.secret);
        for part in [&project.pattern().to_string(), kind.word(), id] {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        *hasher.finalize().as_bytes()
    }
}
