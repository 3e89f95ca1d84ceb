//! One random sequence of operations on a store, with a look through its files after each erasure.

mod embedders;
mod look;
mod texts;

use std::collections::BTreeSet;
use std::path::PathBuf;

use nepenthe::receipt::receipt::Assurance;
use nepenthe::{
    Action, Awaiting, EventKind, Indexes, MasterKey, MemoryId, Mutation, NewMemory, Options, RecipePart,
    Returning, Scope, Store, Target, Why,
};
use rusqlite::Connection;

pub use self::embedders::Vectors;
use self::look::{Gone, Hit, Left};

/// Bytes of a piece of what is sealed.
const SEALED: usize = 12;

const SCOPES: [&str; 3] = ["acme", "acme/alice", "b"];

/// A part of the recipe that is left out, to see that the scans see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Without {
    /// The write-ahead log is not emptied.
    Checkpoint,
    /// SQLite's `secure_delete` is off.
    SecureDelete,
    /// Words stay in the lexical index.
    Words,
    /// Vectors stay in their table.
    Vectors,
    /// The slack of pages is not zeroed.
    Slack,
    /// It is not zeroed when a page goes to the file, so that what the file's mark says is not true, and nobody minds.
    Shim,
}

impl Without {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Checkpoint, Self::SecureDelete, Self::Words, Self::Vectors, Self::Slack, Self::Shim];

    /// The engine's switch for it.
    fn part(self) -> RecipePart {
        match self {
            Self::Checkpoint => RecipePart::Checkpoint,
            Self::SecureDelete => RecipePart::SecureDelete,
            Self::Vectors => RecipePart::Vectors,
            Self::Slack => RecipePart::Slack,
            Self::Shim => RecipePart::Shim,
            Self::Words => RecipePart::Words,
        }
    }
}

/// How the store is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// In the clear.
    Plain,
    /// Encrypted at rest.
    Encrypted,
    /// The same, with the indexes in memory.
    Hidden,
}

/// What sequences came to.
#[derive(Debug, Default)]
pub struct Tally {
    /// Operations.
    pub operations: u64,
    /// Erasures: purges that erased something, and redactions.
    pub erasures: u64,
    /// Texts that they erased, every version counted.
    pub texts: u64,
    /// Erasures that were physical when they returned.
    pub physical: u64,
    /// Erasures that another connection's snapshot kept logical.
    pub waited: u64,
    /// Erasures for which the engine's own scan found residue, and issued no physical receipt.
    pub refused: u64,
    /// Looks through the files.
    pub looks: u64,
    /// Bytes looked at.
    pub bytes: u64,
    /// Looks that found something, and what they found by file.
    pub found: u64,
    /// Hits in main file, WAL, shm, and the files of the keys.
    pub hits: [u64; 4],
    /// The first hits, in words.
    pub first: Vec<String>,
}

impl Tally {
    /// Adds another's counts.
    pub fn add(&mut self, other: Self) {
        let pairs = [
            (&mut self.operations, other.operations),
            (&mut self.erasures, other.erasures),
            (&mut self.texts, other.texts),
            (&mut self.physical, other.physical),
            (&mut self.waited, other.waited),
            (&mut self.refused, other.refused),
            (&mut self.looks, other.looks),
            (&mut self.bytes, other.bytes),
            (&mut self.found, other.found),
        ];
        pairs.into_iter().for_each(|(sum, part)| *sum += part);
        self.hits.iter_mut().zip(other.hits).for_each(|(sum, part)| *sum += part);
        self.first.extend(other.first);
        self.first.truncate(20);
    }
}

/// SplitMix64.
pub struct Random(u64);

impl Random {
    /// Numbers that follow from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below another.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

struct Row {
    scope: usize,
    id: MemoryId,
    /// Every version of its text.
    texts: Vec<String>,
    /// Its source and metadata.
    beside: String,
}

struct Sequence {
    path: PathBuf,
    without: Option<Without>,
    kind: Kind,
    random: Random,
    store: Option<Store>,
    /// The embedder now, and all that there were.
    vectors: Vectors,
    embedders: Vec<Vectors>,
    /// Somebody who keeps a snapshot.
    reader: Option<Connection>,
    rows: Vec<Row>,
    /// What went, and what of it nobody has looked for yet.
    gone: Gone,
    fresh: Gone,
    /// Keys and digests that were in the file at the last look.
    keys: BTreeSet<Vec<u8>>,
    tally: Tally,
}

/// Plays one sequence.
pub fn play(seed: u64, operations: u64, without: Option<Without>, kind: Kind) -> Tally {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(seed);
    let vectors = vectors(&mut random);
    let mut sequence = Sequence {
        path: folder.path().join("store.db"),
        without,
        kind,
        random,
        store: None,
        vectors,
        embedders: vec![vectors],
        reader: None,
        rows: Vec::new(),
        gone: Gone::default(),
        fresh: Gone::default(),
        keys: BTreeSet::new(),
        tally: Tally::default(),
    };
    sequence.open();
    for operation in 0..operations {
        // At first there must be something to erase.
        let dice = if operation < 4 { 0 } else { sequence.random.below(40) };
        sequence.step(dice);
        sequence.tally.operations += 1;
    }
    sequence.finish()
}

fn vectors(random: &mut Random) -> Vectors {
    match random.below(5) {
        0 => Vectors::Words(64),
        1 => Vectors::Own(8),
        _ => Vectors::Own(64),
    }
}

impl Sequence {
    fn options(&self) -> Options {
        // The bytes are looked at here; that nothing comes back is for other tests.
        let admitted = Returning::Admit { reason: Why::Test.into() };
        let options =
            Options::default().with_embedder(self.vectors).with_actor("harness").with_returning(admitted);
        let options = match self.kind {
            Kind::Plain => options,
            Kind::Encrypted => {
                options.with_encryption(MasterKey::from_bytes(&[42; 32])).with_indexes(Indexes::InFile)
            }
            Kind::Hidden => options.with_encryption(MasterKey::from_bytes(&[42; 32])),
        };
        match self.without.map(Without::part) {
            Some(part) => options.leaving_out(part),
            None => options,
        }
    }

    fn open(&mut self) {
        self.store = Some(Store::open(&self.path, self.options()).unwrap());
    }

    fn raw(&self) -> Connection {
        let raw = Connection::open(&self.path).unwrap();
        raw.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
        raw
    }

    fn scope(&self, scope: usize) -> Scope {
        self.store.as_ref().unwrap().scope(SCOPES[scope]).unwrap()
    }

    fn step(&mut self, dice: u64) {
        match dice {
            0..8 => self.inscribe(1),
            8..11 => {
                let count = 2 + self.random.below(12);
                self.inscribe(count);
            }
            11..20 => self.change(),
            20..26 => self.purge_by_id(),
            26..31 => self.purge_by_name(),
            31 => {
                let scope = self.random.below(3) as usize;
                self.erase(scope, Mutation::purge(Target::All));
            }
            32 => self.reembed(),
            33 | 34 => self.read(),
            35 => self.reopen(),
            36 => {
                let (scope, query) = (self.random.below(3) as usize, texts::text(&mut self.random));
                drop(self.scope(scope).recall(&query, 5).unwrap());
            }
            _ => self.supersede(),
        }
    }

    fn inscribe(&mut self, count: u64) {
        let scope = self.random.below(3) as usize;
        let new: Vec<NewMemory> = (0..count).map(|_| self.new_memory()).collect();
        let ids = self.scope(scope).inscribe_batch(&new, &mut |_| {}).unwrap();
        for (id, new) in ids.into_iter().zip(new) {
            self.keep(scope, id, new);
        }
    }

    fn new_memory(&mut self) -> NewMemory {
        let mut new = NewMemory::new(texts::text(&mut self.random));
        if self.random.below(3) == 0 {
            new = new.with_source(format!("mail {}", texts::token(&mut self.random)));
        }
        if self.random.below(3) == 0 {
            let value = serde_json::Value::from(texts::token(&mut self.random));
            new = new.with_metadata([("note".to_owned(), value)].into_iter().collect());
        }
        new
    }

    fn keep(&mut self, scope: usize, id: MemoryId, new: NewMemory) {
        let metadata = new.metadata.map(|map| serde_json::to_string(&map).unwrap()).unwrap_or_default();
        let beside = format!("{} {metadata}", new.source.unwrap_or_default());
        self.rows.push(Row { scope, id, texts: vec![new.text], beside });
    }

    fn pick(&mut self) -> Option<usize> {
        (!self.rows.is_empty()).then(|| self.random.below(self.rows.len() as u64) as usize)
    }

    fn change(&mut self) {
        let Some(at) = self.pick() else { return };
        let (scope, id) = (self.rows[at].scope, self.rows[at].id);
        let mutation = match self.random.below(8) {
            0..4 => {
                let text = texts::text(&mut self.random);
                self.rows[at].texts.push(text.clone());
                Mutation::edit(id, text)
            }
            4 | 5 => Mutation::release(id),
            6 => Mutation::restore(id),
            _ => Mutation::pin(id),
        };
        self.apply(scope, mutation);
    }

    fn apply(&self, scope: usize, mutation: Mutation) -> nepenthe::Outcome {
        let scope = self.scope(scope);
        scope.apply(scope.plan(mutation).unwrap()).unwrap()
    }

    fn supersede(&mut self) {
        let Some(at) = self.pick() else { return };
        let (scope, id) = (self.rows[at].scope, self.rows[at].id);
        let new = self.new_memory();
        if let Some(inscribed) = self.apply(scope, Mutation::supersede(id, new.clone())).inscribed {
            self.keep(scope, inscribed, new);
        }
    }

    fn purge_by_id(&mut self) {
        let Some(at) = self.pick() else { return };
        let scope = self.rows[at].scope;
        let mut ids: Vec<MemoryId> =
            self.rows.iter().filter(|row| row.scope == scope).map(|row| row.id).collect();
        let first = ids.iter().position(|id| *id == self.rows[at].id).unwrap();
        ids.rotate_left(first);
        ids.truncate(if self.random.below(3) == 0 { 4 } else { 1 });
        self.erase(scope, Mutation::purge(ids));
    }

    fn purge_by_name(&mut self) {
        let scope = self.random.below(3) as usize;
        let name = texts::name(&mut self.random);
        self.erase(scope, Mutation::purge(format!("everything about {name}")));
    }

    /// Purges, notes what went, and looks for it where the receipt says that it is gone.
    fn erase(&mut self, scope: usize, mutation: Mutation) {
        let handle = self.scope(scope);
        let plan = handle.plan(mutation).unwrap();
        self.keys = self.keys_there();
        let steps: Vec<(MemoryId, Action)> =
            plan.steps.iter().map(|step| (step.memory.id, step.action.clone())).collect();
        let outcome = handle.apply(plan).unwrap();
        for (id, action) in steps {
            let at = self.rows.iter().position(|row| row.id == id).unwrap();
            let gone = match action {
                Action::Purge => {
                    let row = self.rows.swap_remove(at);
                    self.fresh.add_text(&row.beside);
                    row.texts
                }
                Action::Edit { text } => std::mem::replace(&mut self.rows[at].texts, vec![text]),
                other => panic!("a purge does {other:?}"),
            };
            for text in gone {
                self.fresh.add_text(&text);
                self.tally.texts += 1;
                for vectors in &self.embedders {
                    self.fresh.add_vector(&vectors.bytes_of(&text));
                }
            }
        }
        assert!(
            outcome.changes.iter().all(|change| matches!(change.kind, EventKind::Purge | EventKind::Redact))
        );
        let Some(erasure) = outcome.erasure else { return };
        self.tally.erasures += 1;
        let there = self.keys_there();
        self.fresh.add_keys(self.keys.difference(&there).cloned());
        self.keys = there;
        match (erasure.assurance, erasure.awaiting) {
            (Assurance::Physical | Assurance::Crypto, _) => self.tally.physical += 1,
            (_, Some(Awaiting::Readers)) => {
                self.tally.waited += 1;
                return;
            }
            _ => {
                self.tally.refused += 1;
                self.note(format!("the engine: {:?}", erasure.residue.first()));
            }
        }
        let fresh = std::mem::take(&mut self.fresh);
        self.look(&fresh);
        self.gone.add(fresh);
    }

    /// Looks for what went in the files.
    fn look(&mut self, gone: &Gone) {
        let mut left = Left { keys: self.keys_there(), ..Left::default() };
        for row in &self.rows {
            row.texts.iter().chain([&row.beside]).for_each(|text| left.texts += &text.to_lowercase());
            left.vectors.extend(row.texts.iter().map(|text| self.vectors.bytes_of(text)));
        }
        let (hits, bytes) = gone.look(&self.path, &left);
        self.tally.looks += 1;
        self.tally.bytes += bytes;
        self.count_keys();
        self.tally.found += u64::from(!hits.is_empty());
        for Hit { file, offset, what } in hits {
            self.tally.hits[["main", "wal", "shm", "keys"].iter().position(|name| *name == file).unwrap()] +=
                1;
            self.note(format!("{what} in {file} at page {} + {}", offset / 16_384 + 1, offset % 16_384));
        }
    }

    /// With no erasure pending, there are as many keys as memories.
    fn count_keys(&self) {
        let raw = self.raw();
        let count = |raw: &Connection, table| -> i64 {
            raw.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
        };
        if self.kind != Kind::Plain && count(&raw, "pending") == 0 {
            let mut beside = self.path.clone().into_os_string();
            beside.push(".keys");
            let file = Connection::open(beside).unwrap();
            assert_eq!(count(&file, "memory_key"), count(&raw, "memory"));
        }
    }

    fn note(&mut self, what: String) {
        if self.tally.first.len() < 5 {
            self.tally.first.push(what);
        }
    }

    /// The keys of the memories' digests, the entries of the index of mentions, and pieces of what is sealed and of the keys that
    /// open it, as they are stored.
    fn keys_there(&self) -> BTreeSet<Vec<u8>> {
        let raw = self.raw();
        let mut keys = BTreeSet::new();
        let mut select = raw.prepare("SELECT key FROM memory").unwrap();
        keys.extend(select.query_map([], |row| row.get::<_, Vec<u8>>(0)).unwrap().map(Result::unwrap));
        if self.kind != Kind::Hidden {
            let mut select = raw.prepare("SELECT digest FROM mention").unwrap();
            let digests = select.query_map([], |row| row.get::<_, i64>(0)).unwrap();
            keys.extend(digests.map(|digest| digest.unwrap().to_be_bytes().to_vec()));
        }
        if self.kind != Kind::Plain {
            let mut beside = self.path.clone().into_os_string();
            beside.push(".keys");
            let file = Connection::open(beside).unwrap();
            for (raw, sql) in [
                (
                    &raw,
                    "SELECT sealed FROM memory UNION ALL SELECT sealed FROM version UNION ALL
                     SELECT sealed_vector FROM version WHERE sealed_vector IS NOT NULL",
                ),
                (&file, "SELECT wrapped FROM memory_key"),
            ] {
                let mut select = raw.prepare(sql).unwrap();
                for sealed in select.query_map([], |row| row.get::<_, Vec<u8>>(0)).unwrap() {
                    keys.extend(sealed.unwrap().chunks_exact(SEALED).map(<[u8]>::to_vec));
                }
            }
        }
        keys.retain(|key| !key.is_empty());
        keys
    }

    fn reembed(&mut self) {
        // A snapshot of the old index must not be in the way, and nobody may have it open.
        self.reader = None;
        self.store = None;
        self.vectors = vectors(&mut self.random);
        self.embedders.push(self.vectors);
        self.store = Some(Store::reembed(&self.path, self.options(), &mut |_| {}).unwrap());
    }

    /// Somebody begins to read, or ends.
    fn read(&mut self) {
        if self.reader.take().is_none() {
            let reader = self.raw();
            reader.execute_batch("BEGIN; SELECT count(*) FROM version;").unwrap();
            self.reader = Some(reader);
        }
    }

    fn reopen(&mut self) {
        self.store = None;
        self.open();
    }

    /// Nobody reads any more: what waited is finished, and looked for.
    fn finish(mut self) -> Tally {
        self.reader = None;
        let store = self.store.as_ref().unwrap();
        let report = store.scrub(false).unwrap();
        assert!(report.waiting.is_empty(), "{report:?}");
        if self.without.is_none() {
            let check = store.check(&mut |_| {}).unwrap();
            assert!(check.is_sound(), "{check:?}");
            // All of it once more: nothing has come back.
            let mut gone = std::mem::take(&mut self.gone);
            gone.add(std::mem::take(&mut self.fresh));
            self.look(&gone);
        }
        self.tally
    }
}
