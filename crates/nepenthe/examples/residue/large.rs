//! Sequences on one store that is large from the beginning, whose index has inner pages: every memory has a number, a name and a short
//! code that no other has. What is purged is chosen at random, or because its word stands in an inner page.
//!
//! After each purge the erased words are looked for, whatever their length: in the rows of the index, and those of 8 bytes and more
//! in the bytes of the files. At times, and at the end, `scripts/scan_store.py` looks for all of them, by its own reading of the file.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nepenthe::receipt::receipt::Assurance;
use nepenthe::{Action, Indexes, MasterKey, MemoryId, Mutation, NewMemory, Options, Scope, Store};
use rusqlite::Connection;

use super::play::{Kind, Random, Vectors};

/// Memories written in one transaction.
const BATCH: usize = 1000;

/// Words of fewer bytes stand in other bytes by accident.
const LOOSE: usize = 8;

/// What to play.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Memories at the beginning.
    pub base: usize,
    /// Sequences of a few writes and one purge.
    pub sequences: usize,
    /// After how many of them the second scanner looks.
    pub scan_every: usize,
    /// Components of vectors.
    pub dimension: usize,
    /// How the store is kept.
    pub kind: Kind,
}

/// What it came to.
#[derive(Debug, Default)]
pub struct Tally {
    /// Purges, and memories and words that they erased.
    pub purges: usize,
    /// Memories.
    pub memories: usize,
    /// Words that no other memory has.
    pub words: usize,
    /// Words that stood in an inner page of the index when they were erased.
    pub inner: usize,
    /// Purges with a physical receipt.
    pub physical: usize,
    /// Looks by this scanner, and by the second.
    pub looks: [usize; 2],
    /// What they found.
    pub found: [Vec<String>; 2],
    /// Bytes of the file at the end.
    pub bytes: u64,
}

struct Large {
    path: PathBuf,
    store: Store,
    scope: Scope,
    random: Random,
    made: u64,
    /// Each memory with its own words, of every version.
    rows: BTreeMap<MemoryId, Vec<String>>,
    /// Which memory has a word.
    owners: BTreeMap<String, MemoryId>,
    inner: Vec<String>,
    gone: BTreeSet<String>,
    tally: Tally,
}

/// Plays the sequences on a store in a folder of its own.
pub fn play(settings: Settings, seed: u64, progress: &mut dyn FnMut(usize, &Tally)) -> Tally {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.db");
    let options = Options::default().with_embedder(Vectors::Own(settings.dimension));
    let options = match settings.kind {
        Kind::Plain => options,
        Kind::Encrypted => {
            options.with_encryption(MasterKey::from_bytes(&[42; 32])).with_indexes(Indexes::InFile)
        }
        Kind::Hidden => options.with_encryption(MasterKey::from_bytes(&[42; 32])),
    };
    let store = Store::open(&path, options).unwrap();
    let scope = store.scope("acme").unwrap();
    let mut large = Large {
        path,
        store,
        scope,
        random: Random::new(seed),
        made: 0,
        rows: BTreeMap::new(),
        owners: BTreeMap::new(),
        inner: Vec::new(),
        gone: BTreeSet::new(),
        tally: Tally::default(),
    };
    while large.rows.len() < settings.base {
        large.inscribe(BATCH.min(settings.base - large.rows.len()));
    }
    for sequence in 0..settings.sequences {
        if sequence % settings.scan_every == 0 {
            large.second_look();
        }
        let count = large.random.below(3) as usize;
        large.inscribe(count);
        large.edit();
        large.purge();
        progress(sequence + 1, &large.tally);
    }
    large.second_look();
    let report = large.store.check(&mut |_| {}).unwrap();
    assert!(report.is_sound(), "{report:?}");
    large.tally.bytes = large.store.size().unwrap();
    large.tally
}

impl Large {
    /// A text with three words of its own: a name, a number and a code of a few letters and digits.
    fn text(&mut self) -> (String, Vec<String>) {
        self.made += 1;
        // Odd factors, so that each number of the range comes once, and neighbours are far apart.
        let number = 10_000 + self.made * 48_271 % 9_990_000;
        let (name, code) = (name(self.made * 7919 % 2_000_000), code(self.made));
        let text = format!("The locker of {name} at the depot opens with {number}, sign {code}.");
        (text, vec![name.to_lowercase(), number.to_string(), code])
    }

    fn inscribe(&mut self, count: usize) {
        let (texts, words): (Vec<String>, Vec<Vec<String>>) = (0..count).map(|_| self.text()).unzip();
        let new: Vec<NewMemory> = texts.into_iter().map(NewMemory::new).collect();
        let ids = self.scope.inscribe_batch(&new, &mut |_| {}).unwrap();
        for (id, words) in ids.into_iter().zip(words) {
            self.own(id, words);
        }
    }

    fn own(&mut self, id: MemoryId, words: Vec<String>) {
        self.owners.extend(words.iter().map(|word| (word.clone(), id)));
        self.rows.entry(id).or_default().extend(words);
    }

    fn any(&mut self) -> MemoryId {
        let at = self.random.below(self.rows.len() as u64) as usize;
        *self.rows.keys().nth(at).unwrap()
    }

    fn edit(&mut self) {
        let (id, (text, words)) = (self.any(), self.text());
        self.scope.apply(self.scope.plan(Mutation::edit(id, text)).unwrap()).unwrap();
        self.own(id, words);
    }

    fn purge(&mut self) {
        let inner = self.inner.pop().filter(|word| self.owners.contains_key(word));
        let id = match &inner {
            Some(word) => self.owners[word],
            None => self.any(),
        };
        self.tally.inner += usize::from(inner.is_some());
        let plan = self.scope.plan(Mutation::purge(id)).unwrap();
        let steps: Vec<MemoryId> = plan
            .steps
            .iter()
            .map(|step| {
                assert_eq!(step.action, Action::Purge, "nothing is said twice");
                step.memory.id
            })
            .collect();
        let erasure = self.scope.apply(plan).unwrap().erasure.unwrap();
        self.tally.purges += 1;
        self.tally.memories += steps.len();
        match erasure.assurance {
            Assurance::Logical => {
                self.tally.found[0].push(format!("the engine: {:?}", erasure.residue.first()))
            }
            _ => self.tally.physical += 1,
        }
        let fresh: Vec<String> = steps.iter().flat_map(|id| self.rows.remove(id).unwrap()).collect();
        for word in &fresh {
            self.owners.remove(word);
        }
        self.tally.words += fresh.len();
        self.look(&fresh);
        self.gone.extend(fresh);
    }

    /// Looks for words in the index, and in the bytes as another process reads them.
    fn look(&mut self, words: &[String]) {
        self.tally.looks[0] += 1;
        let raw = Connection::open(&self.path).unwrap();
        raw.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
        let has_index =
            raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'posting'").unwrap().exists([]).unwrap();
        if has_index {
            let mut select = raw.prepare("SELECT 1 FROM posting WHERE scope = 1 AND term = ?1").unwrap();
            for word in words {
                if select.exists([word]).unwrap() {
                    self.tally.found[0].push(format!("{word} in the index"));
                }
            }
        }
        drop(raw);
        let files = ["", "-wal", "-shm"]
            .map(|ending| beside(&self.path, ending))
            .map(|path| path.exists().then_some(path));
        let bytes = Command::new("cat").args(files.iter().flatten()).output().unwrap();
        assert!(bytes.status.success(), "{bytes:?}");
        let long: Vec<&String> = words.iter().filter(|word| word.len() >= LOOSE).collect();
        let pieces =
            aho_corasick::AhoCorasickBuilder::new().ascii_case_insensitive(true).build(&long).unwrap();
        for hit in pieces.find_iter(&bytes.stdout) {
            self.tally.found[0].push(format!("{} at byte {}", long[hit.pattern().as_usize()], hit.start()));
        }
    }

    /// Has the second scanner look for everything that went, and tell which words stand in inner pages.
    fn second_look(&mut self) {
        self.tally.looks[1] += 1;
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/scan_store.py");
        let mut child = Command::new("python3")
            .arg(script)
            .args(["--inner", "posting"])
            .arg(&self.path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 is on the path");
        let words: Vec<&str> = self.gone.iter().map(String::as_str).collect();
        child.stdin.take().unwrap().write_all(words.join("\n").as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        let (inner, findings): (Vec<&str>, Vec<&str>) =
            told.lines().partition(|line| line.starts_with("inner: "));
        self.inner = inner.iter().map(|line| line["inner: ".len()..].to_owned()).collect();
        if !output.status.success() {
            self.tally.found[1].extend(findings.into_iter().take(5).map(str::to_owned));
            assert_ne!(output.status.code(), Some(2), "the scanner cannot read the file");
        }
    }
}

/// A name of its own for each number: syllables that no stemmer cuts anything off.
fn name(mut number: u64) -> String {
    const HEADS: [&str; 16] =
        ["Bo", "Da", "Fi", "Go", "Ha", "Ju", "Ka", "Lo", "Mi", "Nu", "Po", "Ra", "Su", "To", "Vi", "Zo"];
    const ENDS: [&str; 4] = ["rk", "lz", "nk", "mp"];
    let mut name = String::new();
    for at in 0..6 {
        let head = HEADS[(number % 16) as usize];
        name += &if at == 0 { head.to_owned() } else { head.to_lowercase() };
        number /= 16;
    }
    name + ENDS[(number % 4) as usize]
}

/// A short code of its own for each number.
fn code(mut number: u64) -> String {
    const LETTERS: &[u8; 20] = b"bcdfghjklmnpqrtvwxz4";
    let mut code = String::from("x7");
    while number > 0 {
        code.push(char::from(LETTERS[(number % 20) as usize]));
        number /= 20;
    }
    code
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(ending);
    beside.into()
}
