//! The independent scan: which erased bytes are in the files, as another process reads them. Opening them in this one would
//! end SQLite's locks on them when they are closed.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder};

/// Characters of a piece of a token: less than a token, since pages, prefix compression and later cells cut it.
const PIECE: usize = 8;

/// Bytes of a piece of a vector: eight numbers.
const NUMBERS: usize = 16;

/// What went, in pieces.
#[derive(Default)]
pub struct Gone {
    words: BTreeSet<Vec<u8>>,
    vectors: BTreeSet<Vec<u8>>,
    keys: BTreeSet<Vec<u8>>,
}

/// What is still there and may be found.
#[derive(Default)]
pub struct Left {
    /// Every text, in every version, with its source and metadata; in lower case.
    pub texts: String,
    /// The vectors, as stored.
    pub vectors: Vec<Vec<u8>>,
    /// Keys and digests.
    pub keys: BTreeSet<Vec<u8>>,
}

/// A hit.
#[derive(Debug, Clone)]
pub struct Hit {
    /// `main`, `wal`, `shm` or `keys`.
    pub file: &'static str,
    /// Where, in bytes.
    pub offset: usize,
    /// What: `text`, `vector` or `key`.
    pub what: &'static str,
}

impl Gone {
    /// Adds a text that went.
    pub fn add_text(&mut self, text: &str) {
        for token in text.split(|c: char| !c.is_alphanumeric()) {
            let letters: Vec<char> = token.chars().collect();
            if letters.len() > 10 {
                // The last piece too, whatever the step comes to.
                let last = letters.len() - PIECE;
                for start in (0..last).step_by(3).chain([last]) {
                    let piece: String = letters[start..start + PIECE].iter().collect();
                    self.words.insert(piece.into_bytes());
                }
                // Of a script without spaces the index has each two signs as a word.
                let signs =
                    letters.windows(2).filter(|pair| pair.iter().all(|sign| ('一'..='龥').contains(sign)));
                self.words.extend(signs.map(|pair| pair.iter().collect::<String>().into_bytes()));
            }
        }
    }

    /// Adds a vector that went.
    pub fn add_vector(&mut self, vector: &[u8]) {
        self.vectors.extend(vector.chunks_exact(NUMBERS).map(<[u8]>::to_vec));
    }

    /// Adds keys and digests that went.
    pub fn add_keys(&mut self, keys: impl IntoIterator<Item = Vec<u8>>) {
        self.keys.extend(keys);
    }

    /// Adds what else went.
    pub fn add(&mut self, mut other: Self) {
        self.words.append(&mut other.words);
        self.vectors.append(&mut other.vectors);
        self.keys.append(&mut other.keys);
    }

    /// Looks for all of it in a store's files. Returns what is there and does not stand in what is left, and the
    /// number of bytes looked at.
    pub fn look(&self, store: &Path, left: &Left) -> (Vec<Hit>, u64) {
        let kinds = [("text", &self.words), ("vector", &self.vectors), ("key", &self.keys)];
        let searches =
            kinds.map(|(what, pieces)| (what, pieces.iter().collect::<Vec<_>>(), automaton(what, pieces)));
        let (mut hits, mut bytes, mut known) = (Vec::new(), 0, HashMap::new());
        for (file, content) in read(store) {
            bytes += content.len() as u64;
            for (what, pieces, automaton) in &searches {
                for found in automaton.find_overlapping_iter(&content) {
                    let piece = pieces[found.pattern().as_usize()];
                    if !*known.entry((what, piece)).or_insert_with(|| left.holds(what, piece)) {
                        hits.push(Hit { file, offset: found.start(), what });
                    }
                }
            }
        }
        (hits, bytes)
    }
}

impl Left {
    fn holds(&self, what: &str, piece: &[u8]) -> bool {
        match what {
            "text" => find(self.texts.as_bytes(), &piece.to_ascii_lowercase()),
            "vector" => self.vectors.iter().any(|vector| find(vector, piece)),
            _ => self.keys.contains(piece),
        }
    }
}

fn find(bytes: &[u8], piece: &[u8]) -> bool {
    bytes.windows(piece.len()).any(|window| window == piece)
}

fn automaton(what: &str, pieces: &BTreeSet<Vec<u8>>) -> AhoCorasick {
    // The lexical index folds case.
    AhoCorasickBuilder::new().ascii_case_insensitive(what == "text").build(pieces).unwrap()
}

/// Reads the files; those that are not there are left out.
fn read(store: &Path) -> Vec<(&'static str, Vec<u8>)> {
    let beside = |ending: &str| {
        let mut path = store.as_os_str().to_owned();
        path.push(ending);
        PathBuf::from(path)
    };
    let files = [
        ("main", beside("")),
        ("wal", beside("-wal")),
        ("shm", beside("-shm")),
        ("keys", beside(".keys")),
        ("keys", beside(".keys-wal")),
    ];
    let there: Vec<_> = files
        .into_iter()
        .filter_map(|(name, path)| Some((name, std::fs::metadata(&path).ok()?.len() as usize, path)))
        .collect();
    let all = Command::new("cat").args(there.iter().map(|(_, _, path)| path)).output().unwrap();
    assert!(all.status.success(), "cat: {:?}", all.stderr);
    let mut rest = all.stdout;
    assert_eq!(rest.len(), there.iter().map(|(_, bytes, _)| bytes).sum::<usize>());
    there
        .into_iter()
        .map(|(name, bytes, _)| {
            let tail = rest.split_off(bytes);
            (name, std::mem::replace(&mut rest, tail))
        })
        .collect()
}
