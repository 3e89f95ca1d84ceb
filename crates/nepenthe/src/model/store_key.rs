//! [`StoreKey`]: the key of one store, under which indexes hold what they must not spell out.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroize;

const MENTION_DOMAIN: &[u8] = b"nepenthe/mention/1\0";

const TOMBSTONE_DOMAIN: &[u8] = b"nepenthe/tombstone/1\0";

const SUM_DOMAIN: &[u8] = b"nepenthe/tombstones/1\0";

const BACKUPS_DOMAIN: &[u8] = b"nepenthe/backups/1\0";

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

    /// The checksum of rows of tombstones: the first 16 bytes of HMAC over domain and rows.
    pub(crate) fn sum(&self, rows: &[u8]) -> [u8; 16] {
        self.first(SUM_DOMAIN, rows)
    }

    /// The checksum of the rows of backups, likewise.
    pub(crate) fn sum_of_backups(&self, rows: &[u8]) -> [u8; 16] {
        self.first(BACKUPS_DOMAIN, rows)
    }

    fn first<const N: usize>(&self, domain: &[u8], what: &[u8]) -> [u8; N] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(domain);
        mac.update(what);
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        *bytes.first_chunk().expect("32 bytes hold it")
    }
}
