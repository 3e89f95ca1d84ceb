//! [`KeyRing`]: the keys of one store, in a file beside it.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use jiff::Timestamp;
use nepenthe_ops::{Code, OpError, Right};
use serde::{Deserialize, Serialize};

use super::{Principal, ScopePattern, ServerKey, Token};
use crate::whole_file::write_whole;

/// The keys of one store, in a file beside it that its owner alone may read. Whoever changes the file writes it anew and whole,
/// under a lock; whoever reads it sees a change at the next look.
#[derive(Debug)]
pub struct KeyRing {
    path: PathBuf,
    seen: Mutex<Seen>,
    /// When keys opened something, as far as that is not in the file yet.
    used: Mutex<HashMap<String, Timestamp>>,
}

/// The longest name of an actor, in bytes, as the log has it too.
const LONGEST_ACTOR: usize = 128;

/// What a new key is to allow.
#[derive(Debug, Clone)]
pub struct NewKey {
    /// What.
    pub rights: Vec<Right>,
    /// Where.
    pub scope: ScopePattern,
    /// Who acts with it; by itself `key-ID`.
    pub actor: Option<String>,
    /// When it stops to open anything.
    pub expires: Option<Timestamp>,
}

#[derive(Debug, Default)]
struct Seen {
    stamp: Option<Stamp>,
    keys: Arc<Vec<ServerKey>>,
}

/// By which a file is known to be the one that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    changed: SystemTime,
    bytes: u64,
    number: u64,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    keys: Vec<ServerKey>,
}

impl KeyRing {
    /// The keys of the store at a path; looks at nothing yet.
    #[must_use]
    pub fn of_store(db: &Path) -> Self {
        let mut path = db.as_os_str().to_owned();
        path.push(".keys.json");
        Self { path: path.into(), seen: Mutex::default(), used: Mutex::default() }
    }

    /// Returns the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes a key, and returns it with its token, which is kept nowhere.
    ///
    /// # Errors
    /// [`Code::FileFailed`]; [`Code::BadRequest`] for an actor that no log would name.
    pub fn add(&self, new: NewKey) -> Result<(ServerKey, Token), OpError> {
        let is_name = |actor: &String| {
            !actor.trim().is_empty() && actor.len() <= LONGEST_ACTOR && !actor.chars().any(is_unseen)
        };
        if new.actor.as_ref().is_some_and(|actor| !is_name(actor)) {
            let message =
                format!("an actor is a name of at most {LONGEST_ACTOR} bytes, without control characters");
            return Err(OpError::new(Code::BadRequest, message));
        }
        self.change(|keys| {
            let mut token = Token::random()?;
            while keys.iter().any(|key| key.id == token.id()) {
                token = Token::random()?;
            }
            let NewKey { rights, scope, actor, expires } = new;
            let key = ServerKey {
                id: token.id().to_owned(),
                hash: token.hash().to_hex().to_string(),
                rights,
                scope,
                actor: actor.unwrap_or_else(|| format!("key-{}", token.id())),
                expires,
                created: to_the_second(Timestamp::now()),
                last_used: None,
            };
            keys.push(key.clone());
            Ok((key, token))
        })
    }

    /// Returns the keys, oldest first.
    ///
    /// # Errors
    /// [`Code::FileFailed`].
    pub fn list(&self) -> Result<Arc<Vec<ServerKey>>, OpError> {
        let mut seen = self.seen();
        let stamp = Stamp::of(&self.path).map_err(|error| self.failed("read", &error))?;
        if seen.stamp != stamp {
            let keys = if stamp.is_some() { self.read()? } else { Vec::new() };
            *seen = Seen { stamp, keys: Arc::new(keys) };
        }
        Ok(Arc::clone(&seen.keys))
    }

    /// Takes a key away, and returns it; `None` where there is none of this id.
    ///
    /// # Errors
    /// [`Code::FileFailed`].
    pub fn revoke(&self, id: &str) -> Result<Option<ServerKey>, OpError> {
        if !self.list()?.iter().any(|key| key.id == id) {
            return Ok(None);
        }
        self.change(|keys| {
            let at = keys.iter().position(|key| key.id == id);
            Ok(at.map(|at| keys.remove(at)))
        })
    }

    /// Returns who comes in with a token; `None` for whoever does not.
    ///
    /// # Errors
    /// [`Code::FileFailed`].
    pub fn admit(&self, token: &str) -> Result<Option<Principal>, OpError> {
        let keys = self.list()?;
        let Ok(token) = token.parse::<Token>() else { return Ok(None) };
        let now = Timestamp::now();
        let key = keys.iter().find(|key| key.id == token.id());
        let admitted = key.and_then(|key| Some((key, key.admits(&token, now)?)));
        Ok(admitted.map(|(key, principal)| {
            if key.last_used.is_none_or(|last| now.as_second() - last.as_second() >= 60) {
                self.used().insert(key.id.clone(), to_the_second(now));
            }
            principal
        }))
    }

    /// Returns whom the key of an id lets in; `None` for one that is unknown, revoked or expired. For those who showed it before.
    ///
    /// # Errors
    /// [`Code::FileFailed`].
    pub(crate) fn principal(&self, id: &str) -> Result<Option<Principal>, OpError> {
        let keys = self.list()?;
        Ok(keys.iter().find(|key| key.id == id).and_then(|key| key.principal(Timestamp::now())))
    }

    /// Writes down when keys were last used.
    ///
    /// # Errors
    /// [`Code::FileFailed`].
    pub fn flush(&self) -> Result<(), OpError> {
        let used = std::mem::take(&mut *self.used());
        if used.is_empty() {
            return Ok(());
        }
        self.change(|keys| {
            for key in keys {
                key.last_used = key.last_used.max(used.get(&key.id).copied());
            }
            Ok(())
        })
    }

    /// Changes the file, whole, while nobody else does.
    fn change<T>(
        &self,
        change: impl FnOnce(&mut Vec<ServerKey>) -> Result<T, OpError>,
    ) -> Result<T, OpError> {
        let lock = self.lock().map_err(|error| self.failed("lock", &error))?;
        let mut keys = match Stamp::of(&self.path).map_err(|error| self.failed("read", &error))? {
            Some(_) => self.read()?,
            None => Vec::new(),
        };
        let before = keys.clone();
        let done = change(&mut keys)?;
        if keys != before {
            self.write(&Kept { keys }).map_err(|error| self.failed("write", &error))?;
        }
        drop(lock);
        Ok(done)
    }

    /// A file that one process at a time has locked, as long as it is open.
    fn lock(&self) -> io::Result<File> {
        let mut path = self.path.clone().into_os_string();
        path.push(".lock");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path)?;
        file.lock()?;
        Ok(file)
    }

    fn read(&self) -> Result<Vec<ServerKey>, OpError> {
        let text = fs::read(&self.path).map_err(|error| self.failed("read", &error))?;
        self.refuse_open_to_others()?;
        let kept: Kept = serde_json::from_slice(&text).map_err(|_| {
            OpError::new(Code::FileFailed, format!("{} holds no keys of a server", self.path.display()))
        })?;
        Ok(kept.keys)
    }

    /// Whoever can write the file can let itself in.
    #[cfg(unix)]
    fn refuse_open_to_others(&self) -> Result<(), OpError> {
        use std::os::unix::fs::PermissionsExt;
        let mode =
            fs::metadata(&self.path).map_err(|error| self.failed("read", &error))?.permissions().mode();
        match mode & 0o077 {
            0 => Ok(()),
            _ => {
                let message =
                    format!("{} can be read by others than its owner: chmod 600 it", self.path.display());
                Err(OpError::new(Code::FileFailed, message))
            }
        }
    }

    #[cfg(not(unix))]
    fn refuse_open_to_others(&self) -> Result<(), OpError> {
        Ok(())
    }

    fn write(&self, kept: &Kept) -> io::Result<()> {
        let mut text = serde_json::to_vec_pretty(kept)?;
        text.push(b'\n');
        write_whole(&self.path, &text)
    }

    fn failed(&self, what: &str, error: &io::Error) -> OpError {
        OpError::new(Code::FileFailed, format!("cannot {what} {}: {error}", self.path.display()))
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn used(&self) -> MutexGuard<'_, HashMap<String, Timestamp>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stamp {
    /// Of the file at a path; `None` where there is none.
    fn of(path: &Path) -> io::Result<Option<Self>> {
        let found = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            found => found?,
        };
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&found);
        #[cfg(not(unix))]
        let number = 0;
        Ok(Some(Self { changed: found.modified()?, bytes: found.len(), number }))
    }
}

fn to_the_second(time: Timestamp) -> Timestamp {
    Timestamp::from_second(time.as_second()).unwrap_or(time)
}

/// A character that controls how others are shown, and is not seen itself.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;
    use tempfile::TempDir;

    use super::*;

    fn ring(folder: &TempDir) -> KeyRing {
        KeyRing::of_store(&folder.path().join("a.db"))
    }

    fn new_key(expires: Option<Timestamp>) -> NewKey {
        NewKey { rights: vec![Right::Read], scope: ScopePattern::All, actor: None, expires }
    }

    #[test]
    fn a_key_opens_until_it_is_revoked_and_others_see_that() {
        let folder = tempfile::tempdir().unwrap();
        let (mine, theirs) = (ring(&folder), ring(&folder));
        let (key, token) = mine.add(new_key(None)).unwrap();
        let admitted = theirs.admit(&token.reveal()).unwrap().expect("admitted");
        assert_eq!((admitted.id.as_str(), admitted.actor), (token.id(), format!("key-{}", token.id())));
        assert!(admitted.rights.allows(Right::Read) && !admitted.rights.allows(Right::Write));
        assert!(mine.revoke("000000000000").unwrap().is_none());
        assert_eq!(mine.revoke(&key.id).unwrap().map(|key| key.id), Some(key.id));
        assert!(theirs.admit(&token.reveal()).unwrap().is_none());
    }

    #[test]
    fn an_actor_is_a_name_that_a_log_shows_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let ring = ring(&folder);
        let add = |actor: &str| ring.add(NewKey { actor: Some(actor.to_owned()), ..new_key(None) });
        for actor in ["", " ", "a\nb", "a\u{202e}b", "a\u{2066}b", &"a".repeat(129)] {
            assert_eq!(add(actor).map(drop).expect_err(actor).code(), Code::BadRequest);
        }
        for actor in ["crm", "Zoë's agent", "עוזר", &"a".repeat(128)] {
            assert_eq!(add(actor).unwrap().0.actor, actor);
        }
        assert_eq!(ring.list().unwrap().len(), 4);
    }

    #[test]
    fn whatever_is_not_the_whole_token_opens_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let ring = ring(&folder);
        let text = ring.add(new_key(None)).unwrap().1.reveal();
        let other = ring.add(new_key(None)).unwrap().1.reveal();
        let swapped = format!("{}{}", &text[..17], &other[17..]);
        let mut flipped = text.clone();
        flipped.replace_range(text.len() - 1.., if text.ends_with('0') { "1" } else { "0" });
        for wrong in [
            "",
            "nep_",
            "nep__",
            &text[4..],
            &text[..text.len() - 1],
            &format!("{text}0"),
            &text.to_uppercase(),
            &swapped,
            &flipped,
            &format!(" {text}"),
            &text.replace('_', "-"),
            "nep_0_0",
        ] {
            assert!(ring.admit(wrong).unwrap().is_none(), "{wrong}");
        }
        assert!(ring.admit(&text).unwrap().is_some() && ring.admit(&other).unwrap().is_some());
    }

    #[test]
    fn a_key_whose_time_is_over_opens_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (ring, now) = (ring(&folder), Timestamp::now());
        let over = ring.add(new_key(Some(now))).unwrap().1;
        let not_yet = ring.add(new_key(Some(now + SignedDuration::from_hours(1)))).unwrap().1;
        assert!(ring.admit(&over.reveal()).unwrap().is_none());
        assert!(ring.admit(&not_yet.reveal()).unwrap().is_some());
    }

    #[test]
    fn the_file_has_no_secret_and_says_when_a_key_was_used() {
        let folder = tempfile::tempdir().unwrap();
        let ring = ring(&folder);
        let token = ring.add(new_key(None)).unwrap().1.reveal();
        let secret = token.rsplit('_').next().unwrap();
        assert!(!fs::read_to_string(ring.path()).unwrap().contains(secret));
        assert_eq!(ring.list().unwrap()[0].last_used, None);
        ring.admit(&token).unwrap().expect("admitted");
        ring.flush().unwrap();
        assert!(ring.list().unwrap()[0].last_used.is_some());
        // A key that was revoked meanwhile does not come back.
        ring.admit(&token).unwrap();
        self::ring(&folder).revoke(&ring.list().unwrap()[0].id).unwrap();
        ring.flush().unwrap();
        assert!(ring.list().unwrap().is_empty());
    }

    #[test]
    fn a_file_that_is_none_lets_nobody_in() {
        let folder = tempfile::tempdir().unwrap();
        let ring = ring(&folder);
        let token = ring.add(new_key(None)).unwrap().1.reveal();
        fs::write(ring.path(), "{}").unwrap();
        assert_eq!(ring.admit(&token).unwrap_err().code(), Code::FileFailed);
        assert_eq!(ring.add(new_key(None)).unwrap_err().code(), Code::FileFailed);
        fs::remove_file(ring.path()).unwrap();
        assert!(ring.admit(&token).unwrap().is_none());
    }

    #[test]
    fn two_writers_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..5).for_each(|_| drop(ring(&folder).add(new_key(None)).unwrap())));
            }
        });
        assert_eq!(ring(&folder).list().unwrap().len(), 20);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let ring = ring(&folder);
        let token = ring.add(new_key(None)).unwrap().1.reveal();
        assert_eq!(fs::metadata(ring.path()).unwrap().permissions().mode() & 0o777, 0o600);
        fs::set_permissions(ring.path(), fs::Permissions::from_mode(0o640)).unwrap();
        assert_eq!(self::ring(&folder).admit(&token).unwrap_err().code(), Code::FileFailed);
    }
}
