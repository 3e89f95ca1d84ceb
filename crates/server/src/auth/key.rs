//! [`ServerKey`]: a key as it is kept; [`Token`]: as its owner has it.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use nepenthe_ops::{Code, OpError, Right};
use serde::{Deserialize, Serialize};

use super::{Principal, ScopePattern};

/// What every token begins with.
const PREFIX: &str = "nep_";

/// A key: everything but its secret, of which it has the BLAKE3 hash. The secret has 256 random bits, so that nobody guesses it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerKey {
    /// By which it is named: 12 hexadecimal digits.
    pub id: String,
    /// The hash of its secret: 64 hexadecimal digits.
    pub hash: String,
    /// What it allows.
    pub rights: Vec<Right>,
    /// Where.
    pub scope: ScopePattern,
    /// Who acts with it, as the log has it.
    pub actor: String,
    /// When it stops to open anything.
    pub expires: Option<Timestamp>,
    /// When it was made.
    pub created: Timestamp,
    /// When it last opened something, to the minute.
    pub last_used: Option<Timestamp>,
}

/// The text by which a key is shown: `nep_ID_SECRET`.
pub struct Token {
    id: String,
    secret: [u8; 32],
}

impl Token {
    /// Makes a token of the system's random bytes.
    pub(super) fn random() -> Result<Self, OpError> {
        let (mut id, mut secret) = ([0; 6], [0; 32]);
        getrandom::fill(&mut id).and_then(|()| getrandom::fill(&mut secret)).map_err(|error| {
            OpError::new(Code::FileFailed, format!("no random bytes could be had: {error}"))
        })?;
        Ok(Self { id: hex(&id), secret })
    }

    /// Returns the id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the text, which holds the secret.
    #[must_use]
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}_{}", self.id, hex(&self.secret))
    }

    pub(super) fn hash(&self) -> blake3::Hash {
        blake3::hash(&self.secret)
    }
}

/// The id, and no secret.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").field("id", &self.id).finish_non_exhaustive()
    }
}

impl FromStr for Token {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (id, secret) = text.strip_prefix(PREFIX).and_then(|rest| rest.split_once('_')).ok_or(())?;
        if id.len() != 12 || !id.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)) {
            return Err(());
        }
        let secret = blake3::Hash::from_hex(secret).map_err(drop)?;
        Ok(Self { id: id.to_owned(), secret: *secret.as_bytes() })
    }
}

impl ServerKey {
    /// Returns who comes in with a token, if it is this key's and its time is not over. The comparison takes the same time
    /// whatever differs.
    pub(super) fn admits(&self, token: &Token, now: Timestamp) -> Option<Principal> {
        let known = blake3::Hash::from_hex(&self.hash).ok()?;
        (known == token.hash()).then(|| self.principal(now)).flatten()
    }

    /// Returns whom it lets in, if its time is not over.
    pub(super) fn principal(&self, now: Timestamp) -> Option<Principal> {
        self.expires.is_none_or(|end| now < end).then(|| Principal {
            id: self.id.clone(),
            rights: self.rights.iter().copied().collect(),
            scopes: self.scope.clone(),
            actor: self.actor.clone(),
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
