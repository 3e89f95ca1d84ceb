//! [`Hard`]: a digest that costs memory and time, so that whoever has the key pays for each guess.

use std::num::NonZero;
use std::thread;

use argon2::{Algorithm, Argon2, Block, Params, Version};

use super::StoreKey;

/// Argon2id, version 0x13: 512 KiB, one pass, one lane. What these are is part of the file format.
const MEMORY_KIB: u32 = 512;
const PASSES: u32 = 1;
const LANES: u32 = 1;
const BYTES: usize = 32;

/// How many digests one thread makes, at least.
const SHARE: usize = 8;
/// The most threads for the strings of one text.
const THREADS: usize = 8;

/// Digests one after the other in the same memory.
struct Hard {
    argon: Argon2<'static>,
    memory: Vec<Block>,
}

impl Hard {
    fn new() -> Self {
        let params =
            Params::new(MEMORY_KIB, PASSES, LANES, Some(BYTES)).expect("constants within Argon2's limits");
        let memory = vec![Block::default(); params.block_count()];
        Self { argon: Argon2::new(Algorithm::Argon2id, Version::V0x13, params), memory }
    }

    fn digest(&mut self, what: &str, salt: &[u8; 16]) -> [u8; BYTES] {
        let mut digest = [0; BYTES];
        self.argon
            .hash_password_into_with_memory(what.as_bytes(), salt, &mut digest, &mut self.memory)
            .expect("a salt of 16 bytes, and a string that a text can hold");
        digest
    }
}

/// Makes guarded digests one after the other, in the same memory.
pub(crate) struct Guarding<'k> {
    key: &'k StoreKey,
    salt: [u8; 16],
    hard: Hard,
}

impl Guarding<'_> {
    /// Stands for what must not come back and is short enough to be guessed.
    pub(crate) fn mark(&mut self, what: &str) -> [u8; 16] {
        self.key.guarded_mark(&self.hard.digest(what, &self.salt))
    }
}

impl StoreKey {
    /// Makes ready to make guarded digests.
    pub(crate) fn guarding(&self) -> Guarding<'_> {
        Guarding { key: self, salt: self.guard_salt(), hard: Hard::new() }
    }

    /// Stands for what must not come back and is short enough to be guessed, each at a cost.
    pub(crate) fn guarded(&self, what: &[String]) -> Vec<[u8; 16]> {
        digests(self, what)
    }
}

/// Digests each of the strings under the key, in order.
fn digests(key: &StoreKey, what: &[String]) -> Vec<[u8; 16]> {
    let all = |what: &[String]| -> Vec<[u8; 16]> {
        let mut guarding = key.guarding();
        what.iter().map(|what| guarding.mark(what)).collect()
    };
    // To ask how many threads there may be takes longer than a few digests.
    let threads = || thread::available_parallelism().map_or(1, NonZero::get).min(THREADS);
    let share = if what.len() <= SHARE { SHARE } else { what.len().div_ceil(threads()).max(SHARE) };
    if what.len() <= share {
        return if what.is_empty() { Vec::new() } else { all(what) };
    }
    thread::scope(|scope| {
        let shares: Vec<_> = what.chunks(share).map(|what| scope.spawn(move || all(what))).collect();
        shares.into_iter().flat_map(|share| share.join().expect("a digest does not panic")).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_the_same_on_one_thread_and_on_many() {
        let key = StoreKey([7; 32]);
        let what: Vec<String> = (0..40).map(|number| format!("text\0pin{number}")).collect();
        let one_by_one: Vec<_> =
            what.iter().flat_map(|what| digests(&key, std::slice::from_ref(what))).collect();
        assert_eq!(digests(&key, &what), one_by_one);
        assert_ne!(one_by_one, digests(&StoreKey([8; 32]), &what));
        assert_ne!(one_by_one[0], key.tombstone(&what[0]));
    }

    #[test]
    fn the_digest_is_what_the_format_says() {
        // argon2id, 512 KiB, 1 pass, 1 lane, 32 bytes; then HMAC. A change of these loses every tombstone.
        let digest = Hard::new().digest("text\0thesafeopenswith4471", b"0123456789abcdef");
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "4fa49e58648a8e0aed96023c29bf33756471f41398ff1501af13613429389747");
    }
}
