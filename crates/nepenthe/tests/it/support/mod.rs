//! What the tests share: time and chance that they step, embedders without a model, stores in folders that go
//! away, child processes, and a look into the file past the engine.

use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

#[cfg(feature = "postgres")]
pub mod server;

use jiff::Timestamp;
use nepenthe::control::planner::Published;
use nepenthe::embed::{EmbedError, Embedder};
use nepenthe::{
    CheckOptions, Clock, Hit, Include, Indexes, MasterKey, Memory, Mutation, OpenError, Options, Outcome,
    RandomSource, RecallMode, RecallOptions, Scope, Store,
};
use rusqlite::Connection;
use rusqlite::types::Value;
use tempfile::TempDir;

pub const MODES: [RecallMode; 3] = [RecallMode::Hybrid, RecallMode::Lexical, RecallMode::Vector];

/// A clock that stands until it is stepped.
#[derive(Clone, Default)]
pub struct StepClock(Arc<AtomicI64>);

impl StepClock {
    /// 2026-01-01, a round number of microseconds.
    const START: i64 = 1_767_225_600_000_000;

    pub fn new() -> Self {
        Self(Arc::new(AtomicI64::new(Self::START)))
    }

    pub fn step_seconds(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1_000_000, Ordering::SeqCst);
    }

    pub fn time(&self) -> Timestamp {
        Timestamp::from_microsecond(self.0.load(Ordering::SeqCst)).unwrap()
    }

    /// A time that the clock has yet to reach, or has left behind.
    pub fn seconds_from_now(&self, seconds: i64) -> Timestamp {
        Timestamp::from_microsecond(self.0.load(Ordering::SeqCst) + seconds * 1_000_000).unwrap()
    }
}

impl Clock for StepClock {
    fn now(&self) -> Timestamp {
        self.time()
    }
}

/// Bytes that only a test may call random.
#[derive(Default)]
pub struct CountingRandom(Mutex<u64>);

impl RandomSource for CountingRandom {
    fn fill(&self, buffer: &mut [u8]) -> std::io::Result<()> {
        let mut state = self.0.lock().unwrap();
        for byte in buffer {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (*state >> 56) as u8;
        }
        Ok(())
    }
}

/// One random source for several stores, so that no id comes twice.
pub struct Shared(pub Arc<CountingRandom>);

impl RandomSource for Shared {
    fn fill(&self, buffer: &mut [u8]) -> std::io::Result<()> {
        self.0.fill(buffer)
    }
}

/// Dice for the tests themselves (SplitMix64). The seed is printed, and taken from `NEPENTHE_TEST_SEED`.
pub struct Dice(u64);

impl Dice {
    pub fn new() -> Self {
        let seed = std::env::var("NEPENTHE_TEST_SEED").ok().and_then(|seed| seed.parse().ok());
        // The same dice at each run unless asked for others: a red run must be the change's fault.
        let seed = seed.unwrap_or(20_261_121);
        println!("NEPENTHE_TEST_SEED={seed}");
        Self(seed)
    }

    pub fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    pub fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    }
}

/// How often a loop turns: `usual`, times `NEPENTHE_TEST_ROUNDS` for longer runs.
pub fn rounds(usual: usize) -> usize {
    let factor = std::env::var("NEPENTHE_TEST_ROUNDS").ok().and_then(|factor| factor.parse().ok());
    usual * factor.unwrap_or(1)
}

/// Bags of hashed words, of unit length: texts that share words are near.
#[derive(Clone, Copy)]
pub struct BagOfWords(pub usize);

impl Embedder for BagOfWords {
    fn name(&self) -> &str {
        "bag-of-words"
    }

    fn dimension(&self) -> usize {
        self.0
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| bag(text, self.0)).collect())
    }
}

pub fn bag(text: &str, dimension: usize) -> Vec<f32> {
    let mut vector = vec![0.001; dimension];
    for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let hash = word.bytes().fold(14_695_981_039_346_656_037u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
        });
        vector[(hash % dimension as u64) as usize] += 1.0;
    }
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    vector.iter_mut().for_each(|x| *x /= length);
    vector
}

/// Gives each text the vector that the test chose for it.
#[derive(Clone, Default)]
pub struct Scripted(HashMap<String, Vec<f32>>);

impl Scripted {
    /// The text has this similarity, 1 - d / 2, to a text of similarity 1.
    #[must_use]
    pub fn with_similarity(self, text: &str, similarity: f64) -> Self {
        // d = 2 sin(angle / 2), so sin(angle / 2) = 1 - similarity.
        let angle = 2.0 * (1.0 - similarity).asin();
        self.with(text, vec![angle.cos() as f32, angle.sin() as f32, 0.0])
    }

    #[must_use]
    pub fn with(mut self, text: &str, vector: Vec<f32>) -> Self {
        self.0.insert(text.into(), vector);
        self
    }
}

impl Embedder for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    fn dimension(&self) -> usize {
        3
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let vector = |text: &&str| self.0.get(*text).cloned().unwrap_or_else(|| vec![0.0, 0.0, 1.0]);
        Ok(texts.iter().map(vector).collect())
    }
}

/// Options with everything deterministic.
pub fn options(clock: &StepClock) -> Options {
    // Of all planners the one whose choice is plain to see: most tests are about what is done with it.
    Options::default()
        .with_planner(Published)
        .with_embedder(BagOfWords(64))
        .with_clock(clock.clone())
        .with_random(CountingRandom::default())
        .with_actor("test")
}

/// Options for several processes: real time, real chance, small vectors.
pub fn system_options() -> Options {
    Options::default().with_embedder(BagOfWords(16)).with_busy_timeout(std::time::Duration::from_secs(60))
}

/// Opens the store of a path. Where `NEPENTHE_TEST_BACKEND` is `postgres`, its rows are in a PostgreSQL store of its own, which each
/// opening sees by a new mirror.
pub fn open(path: impl AsRef<Path>, options: Options) -> Result<Store, OpenError> {
    #[cfg(feature = "postgres")]
    if server::is_meant() {
        return server::open(path.as_ref(), options);
    }
    if std::env::var("NEPENTHE_TEST_BACKEND").is_ok_and(|backend| backend == "sealed") {
        return Store::open(path, options.with_encryption(master()).with_indexes(Indexes::InMemory));
    }
    Store::open(path, options)
}

/// Opens a new store in memory, or, likewise, one that nobody else opens.
pub fn open_in_memory(options: Options) -> Result<Store, OpenError> {
    #[cfg(feature = "postgres")]
    if server::is_meant() {
        return server::open_alone(options);
    }
    if std::env::var("NEPENTHE_TEST_BACKEND").is_ok_and(|backend| backend == "sealed") {
        let folder = tempfile::tempdir().unwrap().keep();
        return Store::open(folder.join("x.db"), options.with_encryption(master()));
    }
    Store::open_in_memory(options)
}

/// What an erasure comes to that nothing is in the way of.
pub fn fullest() -> nepenthe::receipt::receipt::Assurance {
    use nepenthe::receipt::receipt::Assurance;
    match std::env::var("NEPENTHE_TEST_BACKEND") {
        Ok(backend) if backend == "plain" => Assurance::Compacted,
        Ok(_) => Assurance::Crypto,
        Err(_) => Assurance::Physical,
    }
}

/// The master key of the tests' encrypted stores.
pub fn master() -> MasterKey {
    MasterKey::from_bytes(&[42; 32])
}

/// Makes a store one of format 5, which has no checksums of rows, an FTS5 table for each scope, and its vectors in sqlite-vec's
/// tables. Its key file, if it has one, stays as it is.
pub fn to_format_5(raw: &Connection) {
    to_sqlite_vec(raw);
    raw.execute_batch(TO_FORMAT_5).unwrap();
}

const TO_FORMAT_5: &str =
    "DROP TABLE IF EXISTS passage; DROP INDEX memory_scope; DROP TABLE IF EXISTS posting; DROP TABLE IF EXISTS lexical_total;
     CREATE VIEW scope_1_text AS
         SELECT version.id, version.text FROM memory JOIN version ON version.memory = memory.row WHERE memory.scope = 1;
     CREATE VIRTUAL TABLE scope_1_fts USING fts5 (
         text, content = 'scope_1_text', content_rowid = 'id', tokenize = 'porter unicode61'
     );
     INSERT INTO scope_1_fts (scope_1_fts, rank) VALUES ('secure-delete', 1);
     INSERT INTO scope_1_fts (scope_1_fts) VALUES ('rebuild');
     ALTER TABLE scope DROP COLUMN sum; ALTER TABLE memory DROP COLUMN sum; ALTER TABLE version DROP COLUMN sum;
     ALTER TABLE receipt DROP COLUMN sum; DELETE FROM meta WHERE key = 'log_sum'; PRAGMA user_version = 5;";

/// A vector as a store keeps it (docs/format.md).
pub fn stored(vector: &[f32]) -> Vec<u8> {
    let greatest = vector.iter().fold(0.0_f32, |most, component| most.max(component.abs()));
    let unit = greatest / 32_767.0;
    let numbers = vector.iter().flat_map(|component| ((component / unit).round() as i16).to_le_bytes());
    unit.to_le_bytes().into_iter().chain(numbers).collect()
}

/// Puts the vectors of a file into tables as sqlite-vec makes them, in the place of `vector`, and makes the table of mentions the one
/// that there was with them, if there is one, with a row that no text accounts for.
pub fn to_sqlite_vec(raw: &Connection) {
    if raw.query_row("SELECT 1 FROM sqlite_schema WHERE name = 'mention'", [], |_| Ok(())).is_ok() {
        raw.execute_batch(
            "DROP TABLE mention;
             CREATE TABLE mention (
                 scope INTEGER NOT NULL REFERENCES scope (id), digest INTEGER NOT NULL,
                 version INTEGER NOT NULL REFERENCES version (id) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
                 PRIMARY KEY (scope, digest, version)
             ) STRICT, WITHOUT ROWID;
             CREATE INDEX mention_version ON mention (version);
             INSERT INTO mention SELECT 1, 7, min(id) FROM version HAVING count(*) > 0;",
        )
        .unwrap();
    }
    let mut select =
        raw.prepare("SELECT scope, version, vector FROM vector ORDER BY scope, version").unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    let rows: Vec<(i64, i64, Vec<u8>)> = rows.map(Result::unwrap).collect();
    drop(select);
    let dimension = rows.first().map_or(1, |(_, _, stored)| (stored.len() - 4) / 2);
    raw.execute_batch(&format!(
        "CREATE TABLE version_vec_info (key TEXT PRIMARY KEY, value ANY);
         CREATE TABLE version_vec_chunks (chunk_id INTEGER PRIMARY KEY AUTOINCREMENT, size INTEGER NOT NULL,
             sequence_id INTEGER, partition00, validity BLOB NOT NULL, rowids BLOB NOT NULL);
         CREATE TABLE version_vec_rowids (rowid INTEGER PRIMARY KEY AUTOINCREMENT, id, chunk_id INTEGER,
             chunk_offset INTEGER);
         CREATE TABLE version_vec_vector_chunks00 (rowid PRIMARY KEY, vectors BLOB NOT NULL);
         CREATE TABLE version_vec_metadatachunks00 (rowid PRIMARY KEY, data BLOB NOT NULL);
         CREATE TABLE version_vec_metadatachunks01 (rowid PRIMARY KEY, data BLOB NOT NULL);
         PRAGMA writable_schema = ON;
         INSERT INTO sqlite_schema VALUES ('table', 'version_vec', 'version_vec', 0,
             'CREATE VIRTUAL TABLE version_vec USING vec0 (scope INTEGER PARTITION KEY, live BOOLEAN,
              expires_at INTEGER, embedding FLOAT[{dimension}], chunk_size = 64)');
         PRAGMA writable_schema = RESET;
         DROP TABLE vector;"
    ))
    .unwrap();
    for scope in rows.chunk_by(|a, b| a.0 == b.0) {
        for chunk in scope.chunks(64) {
            let (mut taken, mut versions, mut vectors) = (vec![0_u8; 8], Vec::new(), Vec::new());
            for (at, (_, version, stored)) in chunk.iter().enumerate() {
                taken[at / 8] |= 1 << (at % 8);
                versions.extend(version.to_le_bytes());
                let unit = f32::from_le_bytes(stored[..4].try_into().unwrap());
                for component in stored[4..].chunks_exact(2) {
                    let component = i16::from_le_bytes(component.try_into().unwrap());
                    vectors.extend((f32::from(component) * unit).to_le_bytes());
                }
            }
            versions.resize(64 * 8, 0);
            vectors.resize(64 * 4 * dimension, 0);
            let insert = "INSERT INTO version_vec_chunks (size, partition00, validity, rowids) VALUES (64, ?1, ?2, ?3)";
            raw.execute(insert, rusqlite::params![chunk[0].0, taken, versions]).unwrap();
            let number = raw.last_insert_rowid();
            raw.execute("INSERT INTO version_vec_vector_chunks00 VALUES (?1, ?2)", (number, vectors))
                .unwrap();
        }
    }
}

/// Options for the store of a place, for several processes.
pub fn options_at(path: &Path) -> Options {
    match std::fs::read_to_string(path.with_extension("encrypted")).as_deref() {
        Ok("indexes in memory") => system_options().with_encryption(master()),
        Ok(_) => system_options().with_encryption(master()).with_indexes(Indexes::InFile),
        Err(_) => system_options(),
    }
}

/// A folder that goes away, with a place for a store in it.
pub struct Place {
    dir: TempDir,
    pub path: PathBuf,
}

impl Place {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("store.db");
        Self { dir, path }
    }

    /// A place whose store is encrypted, for [`options_at`].
    pub fn encrypted() -> Self {
        let place = Self::new();
        std::fs::write(place.path.with_extension("encrypted"), "").unwrap();
        place
    }

    /// The same, with the indexes in memory.
    pub fn hidden() -> Self {
        let place = Self::new();
        std::fs::write(place.path.with_extension("encrypted"), "indexes in memory").unwrap();
        place
    }

    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    pub fn beside(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The write-ahead log of the store.
    pub fn wal(&self) -> PathBuf {
        self.beside("store.db-wal")
    }

    /// A connection of somebody who goes round the engine.
    pub fn raw(&self) -> Connection {
        let connection = Connection::open(&self.path).unwrap();
        connection.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
        connection
    }
}

/// Reads the files of a store, its key file too, by another process: closing a file that was opened here would end SQLite's locks on it.
pub fn files_of(store: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let beside = |ending: &str| PathBuf::from(format!("{}{ending}", store.display()));
    let files = ["", "-wal", "-shm", ".keys", ".keys-wal", ".keys-shm"]
        .map(beside)
        .into_iter()
        .filter(|path| path.exists());
    files
        .map(|path| {
            let read = Command::new("cat").arg(&path).output().unwrap();
            assert!(read.status.success(), "{path:?}");
            (path, read.stdout)
        })
        .collect()
}

/// Returns which of some byte strings stand in a store's files, without regard to ASCII case.
pub fn found_in_files<'a>(store: &Path, needles: &'a [String]) -> Vec<(PathBuf, &'a str)> {
    let mut builder = aho_corasick::AhoCorasickBuilder::new();
    let automaton = builder.ascii_case_insensitive(true).build(needles).unwrap();
    let mut found = Vec::new();
    for (path, bytes) in files_of(store) {
        let hits = automaton.find_overlapping_iter(&bytes);
        found.extend(hits.map(|hit| (path.clone(), needles[hit.pattern().as_usize()].as_str())));
    }
    found
}

pub fn everything() -> RecallOptions {
    RecallOptions::new(1_000_000_000)
}

pub fn texts(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.memory.text.as_str()).collect()
}

pub fn sorted_texts(memories: &[Memory]) -> Vec<&str> {
    let mut texts: Vec<&str> = memories.iter().map(|memory| memory.text.as_str()).collect();
    texts.sort_unstable();
    texts
}

/// Plans and applies.
#[track_caller]
pub fn change(scope: &Scope, mutation: Mutation) -> Outcome {
    scope.apply(scope.plan(mutation).unwrap()).unwrap()
}

#[track_caller]
pub fn assert_sound(store: &Store) {
    let report = store.check_with(&CheckOptions::default().deep(), &mut |_| {}).unwrap();
    assert!(report.is_sound(), "{report:#?}");
}

/// The whole content of a scope as an export writes it.
pub fn exported(scope: &Scope) -> String {
    let mut out = Vec::new();
    scope.export(&mut out, &mut |_| {}).unwrap();
    String::from_utf8(out).unwrap()
}

/// Everything that a reader of a scope can see of its memories and log, as one comparable text.
pub fn view(scope: &Scope) -> String {
    let list = scope.list(Include::All).unwrap();
    let histories: Vec<_> = list.iter().map(|memory| scope.history(memory.id).unwrap()).collect();
    let chains: Vec<_> = list.iter().map(|memory| scope.blame(memory.id).unwrap()).collect();
    let log = scope.log(&nepenthe::LogRange::default()).unwrap();
    format!("{list:#?}\n{histories:#?}\n{chains:#?}\n{log:#?}")
}

/// Every row of every ordinary table of the file, shadow tables of the indexes too: what is in it, logically.
pub fn dump(connection: &Connection) -> BTreeMap<String, Vec<Vec<Value>>> {
    let mut select = connection
        .prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
        )
        .unwrap();
    let names: Vec<String> = select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let mut tables = BTreeMap::new();
    for name in names {
        let mut select = connection.prepare(&format!("SELECT * FROM \"{name}\"")).unwrap();
        let columns = select.column_count();
        let rows = select
            .query_map([], |row| {
                (0..columns).map(|column| row.get(column)).collect::<Result<Vec<Value>, _>>()
            })
            .unwrap();
        tables.insert(name, rows.map(Result::unwrap).collect());
    }
    tables
}

/// The tables in which some column holds the bytes, compared without regard to ASCII case.
pub fn tables_with(connection: &Connection, needle: &str) -> Vec<String> {
    let needle = needle.to_ascii_lowercase().into_bytes();
    let holds = |value: &Value| {
        let bytes: &[u8] = match value {
            Value::Text(text) => text.as_bytes(),
            Value::Blob(blob) => blob,
            _ => return false,
        };
        bytes.to_ascii_lowercase().windows(needle.len()).any(|window| window == needle)
    };
    let tables = dump(connection).into_iter();
    tables.filter(|(_, rows)| rows.iter().flatten().any(holds)).map(|(name, _)| name).collect()
}

/// A process of its own, which runs a role of `child.rs` and is killed when it is dropped.
pub struct Process {
    child: Child,
    lines: BufReader<ChildStdout>,
    /// Where a binary of its own lies, if it has one.
    exe: Option<TempDir>,
}

/// What a child's own lines start with; the rest of its output is the test harness's.
pub const MARK: &str = "@@ ";

impl Process {
    pub fn start(role: &str, path: &Path) -> Self {
        Self::start_by(Command::new(std::env::current_exe().unwrap()), role, path, "")
    }

    pub fn start_with(role: &str, path: &Path, argument: &str) -> Self {
        Self::start_by(Command::new(std::env::current_exe().unwrap()), role, path, argument)
    }

    /// Starts it over a store in PostgreSQL; the backend is `postgres` or `plain`.
    #[cfg(feature = "postgres")]
    pub fn start_over(server: &server::Server, backend: &str, role: &str, path: &Path) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        server.name_as(backend, &mut command);
        Self::start_by(command, role, path, "")
    }

    /// Starts it without the rights of root; `None` where this process cannot give them up.
    pub fn start_unprivileged(role: &str, path: &Path) -> Option<Self> {
        if !is_root() {
            return Some(Self::start(role, path));
        }
        let nobody = ["--reuid", "65534", "--regid", "65534", "--clear-groups"];
        let allowed =
            Command::new("setpriv").args(nobody).arg("true").status().is_ok_and(|status| status.success());
        if !allowed {
            return None;
        }
        // A copy that anybody may run, wherever this binary lies.
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let exe = folder.path().join("it");
        std::fs::copy(std::env::current_exe().unwrap(), &exe).unwrap();
        let mut command = Command::new("setpriv");
        command.args(nobody).arg(&exe);
        let mut process = Self::start_by(command, role, path, "");
        process.exe = Some(folder);
        Some(process)
    }

    fn start_by(mut command: Command, role: &str, path: &Path, argument: &str) -> Self {
        let mut child = command
            .args(["--exact", "child::entry", "--ignored", "--nocapture", "--test-threads=1"])
            .env("NEPENTHE_TEST_ROLE", role)
            .env("NEPENTHE_TEST_PATH", path)
            .env("NEPENTHE_TEST_ARGUMENT", argument)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines, exe: None }
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the next thing that the child says; `None` once it has ended.
    pub fn next(&mut self) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            // A line without its end was cut by a kill: it acknowledges nothing.
            if let Some((_, said)) = line.trim_end_matches('\n').split_once(MARK)
                && line.ends_with('\n')
            {
                return Some(said.to_owned());
            }
        }
    }

    /// Waits until a child that writes into the scope `a` in a loop has written more than there is now.
    pub fn goes_on(&mut self, store: &Store) {
        let written = store.scope("a").unwrap().stats().unwrap().live;
        while let Some(line) = self.next() {
            if line.parse::<usize>().unwrap() >= written {
                return;
            }
        }
        panic!("the process that writes has ended");
    }

    /// Kills it (SIGKILL), and returns what it had still said.
    pub fn kill(mut self) -> Vec<String> {
        self.child.kill().unwrap();
        let mut rest = Vec::new();
        while let Some(line) = self.next() {
            rest.push(line);
        }
        self.child.wait().unwrap();
        rest
    }

    /// Waits for its end, which must be a good one, and returns what it said.
    #[track_caller]
    pub fn finish(mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.next() {
            lines.push(line);
        }
        let status = self.child.wait().unwrap();
        assert!(status.success(), "the child failed ({status}) after saying {lines:?}");
        lines
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only where the child is gone already.
        drop(self.child.kill());
        drop(self.child.wait());
        drop(self.exe.take());
    }
}

/// Says something to the parent, at once.
pub fn say(line: impl std::fmt::Display) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{MARK}{line}").unwrap();
    out.flush().unwrap();
}

pub fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0)
}
