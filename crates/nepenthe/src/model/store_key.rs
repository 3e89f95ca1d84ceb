//! [`StoreKey`]: the key of one store, under which indexes hold what they must not spell out.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroize;

const MENTION_DOMAIN: &[u8] = b"nepenthe/mention/1\0";

const TOMBSTONE_DOMAIN: &[u8] = b"nepenthe/tombstone/1\0";

const GUARDED_DOMAIN: &[u8] = b"nepenthe/tombstone/2\0";

const PLAN_DOMAIN: &[u8] = b"nepenthe/plan/1\0";

const GUARD_SALT_DOMAIN: &[u8] = b"nepenthe/tombstone-salt/1\0";

/// The bytes of a checksum.
pub(crate) type Sum = [u8; 16];

/// What a checksum is of. None passes for one of something else.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Summed {
    Tombstones,
    Backups,
    Log,
    Scope,
    Memory,
    Version,
    Receipt,
}

impl Summed {
    fn domain(self) -> &'static [u8] {
        match self {
            Self::Tombstones => b"nepenthe/tombstones/1\0",
            Self::Backups => b"nepenthe/backups/1\0",
            Self::Log => b"nepenthe/log/1\0",
            Self::Scope => b"nepenthe/scope/1\0",
            Self::Memory => b"nepenthe/memory/1\0",
            Self::Version => b"nepenthe/version/1\0",
            Self::Receipt => b"nepenthe/receipt-event/1\0",
        }
    }
}

/// 32 random bytes, made with the store. Zeroed when dropped, never printed.
#[derive(Clone)]
pub(crate) struct StoreKey(pub(crate) [u8; 32]);

impl Drop for StoreKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl StoreKey {
    /// Stands for a key of the index of mentions: the first 8 bytes, little-endian, of HMAC over domain and key.
    pub(crate) fn mention(&self, key: &str) -> i64 {
        i64::from_le_bytes(self.first(MENTION_DOMAIN, key.as_bytes()))
    }

    /// Stands for what must not come back: the first 16 bytes of HMAC over domain and what is meant.
    pub(crate) fn tombstone(&self, what: &str) -> [u8; 16] {
        self.first(TOMBSTONE_DOMAIN, what.as_bytes())
    }

    /// Stands for a plan that is kept outside the store.
    pub(crate) fn plan(&self, what: &[u8]) -> [u8; 32] {
        self.first(PLAN_DOMAIN, what)
    }

    pub(super) fn guard_salt(&self) -> [u8; 16] {
        self.first(GUARD_SALT_DOMAIN, &[])
    }

    pub(super) fn guarded_mark(&self, digest: &[u8; 32]) -> [u8; 16] {
        self.first(GUARDED_DOMAIN, digest)
    }

    /// The checksum of rows: the first 16 bytes of HMAC over domain and rows.
    pub(crate) fn sum(&self, of: Summed, rows: &[u8]) -> Sum {
        self.first(of.domain(), rows)
    }

    fn first<const N: usize>(&self, domain: &[u8], what: &[u8]) -> [u8; N] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(domain);
        mac.update(what);
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        *bytes.first_chunk().expect("32 bytes hold it")
    }
}
