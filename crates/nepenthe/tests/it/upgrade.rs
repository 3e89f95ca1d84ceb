//! Files of formats 9 and 10, as builds that wrote those formats left them, brought to the present one.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nepenthe::embed::{EmbedError, Embedder, NoEmbedder};
use nepenthe::receipt::receipt::Assurance;
use nepenthe::{
    Access, Backup, CheckOptions, Include, Indexes, MasterKey, Mutation, OpenError, Options, RecallMode,
    RecallOptions, RestoreOptions, Store,
};
use rusqlite::types::Value;

use crate::support::{
    BagOfWords, Dice, Place, Process, assert_sound, bag, change, dump, everything, exported, files_of,
    master, rounds, say, system_options, texts,
};

/// The embedder of the files: as many words as it reads.
#[derive(Clone, Copy)]
struct Short;

impl Embedder for Short {
    fn name(&self) -> &str {
        "short"
    }

    fn dimension(&self) -> usize {
        32
    }

    fn max_tokens(&self) -> Option<usize> {
        Some(40)
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let begins = |text: &&str| text.split_whitespace().take(30).collect::<Vec<_>>().join(" ");
        Ok(texts.iter().map(|text| bag(&begins(text), 32)).collect())
    }
}

const KINDS: [&str; 4] = ["plain", "none", "memory", "file"];

fn options(kind: &str) -> Options {
    let options = system_options().with_busy_timeout(Duration::from_secs(60));
    match kind {
        "none" => options.with_embedder(NoEmbedder),
        "plain" => options.with_embedder(Short),
        "memory" => options.with_embedder(Short).with_encryption(master()),
        _ => options.with_embedder(Short).with_encryption(master()).with_indexes(Indexes::InFile),
    }
}

fn unpacked(name: &str) -> Vec<u8> {
    unpacked_of(9, name)
}

fn unpacked_of(format: i64, name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let path = folder.join(format!("format-{format}/{name}.gz"));
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(fs::File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

/// A place with a file of format 9.
fn older(kind: &str) -> Place {
    let place = Place::new();
    put(kind, &place.path);
    place
}

fn put(kind: &str, path: &Path) {
    fs::write(path, unpacked(&format!("{kind}.db"))).unwrap();
    if ["memory", "file"].contains(&kind) {
        fs::write(format!("{}.keys", path.display()), unpacked(&format!("{kind}.db.keys"))).unwrap();
    }
}

fn version(path: &Path) -> i64 {
    let raw = rusqlite::Connection::open(path).unwrap();
    raw.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

fn names(place: &Place) -> Vec<String> {
    let entries = fs::read_dir(place.dir()).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// What the build that made the files exported of `bravo`.
fn then(kind: &str) -> String {
    String::from_utf8(unpacked(&format!("{kind}.jsonl"))).unwrap()
}

/// Whether the store is as it was, in the present format, and works.
#[track_caller]
fn assert_upgraded(place: &Place, kind: &str) {
    let store = Store::open(&place.path, options(kind)).unwrap();
    assert_eq!(version(&place.path), nepenthe::FORMAT_VERSION);
    assert_sound(&store);
    let scope = store.scope("bravo").unwrap();
    assert_eq!(exported(&scope), then(kind));
    let found = scope.recall_with("Note 2 on the lamp in room 14.", &RecallOptions::new(3)).unwrap();
    assert_eq!(texts(&found)[0], "Note 2 on the lamp in room 14.");
    assert_eq!(store.scope("acme/alice").unwrap().list(Include::Live).unwrap().len(), 39);
    drop((scope, store));
    let ours = ["store.db", "store.db.keys"].map(String::from);
    assert!(names(place).iter().all(|name| ours.contains(name)), "{:?}", names(place));
}

#[test]
fn a_file_of_format_9_is_what_it_was() {
    for kind in KINDS {
        let place = older(kind);
        let old = place.raw();
        let (before, pages): (_, i64) =
            (dump(&old), old.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap());
        drop(old);
        assert_upgraded(&place, kind);
        let new = place.raw();
        let after = dump(&new);
        for (table, rows) in &before {
            // Versions have other checksums, since their vectors are stored otherwise, or sealed anew; blocks of postings have
            // summaries, and mentions are in blocks: the check after the upgrade compares both with the texts.
            let same = !["version", "posting", "mention", "sqlite_sequence"].contains(&table.as_str());
            if same && !table.starts_with("version_vec") {
                let (mut after, mut rows) = (after.get(table).cloned().unwrap_or_default(), rows.clone());
                // The new file is known to have nothing but what it holds, and its mentions are by today's rules.
                let is = |row: &[Value], name: &str| table == "meta" && row[0] == Value::Text(name.into());
                after.retain(|row| !is(row, "clean") && !is(row, "mention_rules"));
                rows.retain(|row| !is(row, "mention_rules"));
                assert_eq!(after, rows, "{kind}: {table}");
            }
        }
        assert!(after.keys().all(|table| !table.starts_with("version_vec")));
        let free: (i64, i64) = (
            new.query_row("PRAGMA freelist_count", [], |row| row.get(0)).unwrap(),
            new.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap(),
        );
        assert!(free.0 == 0 && free.1 <= pages + 1, "{kind}: {free:?} of {pages}");
        assert_eq!(new.query_row("PRAGMA journal_mode", [], |row| row.get::<_, String>(0)).unwrap(), "wal");
    }
}

#[test]
fn its_vectors_are_found_and_can_be_erased() {
    for kind in ["plain", "memory", "file"] {
        let place = older(kind);
        let store = Store::open(&place.path, options(kind)).unwrap();
        let scope = store.scope("bravo").unwrap();
        let by_vector = RecallOptions::new(5).with_mode(RecallMode::Vector);
        // Through what is held in memory too.
        for _ in 0..5 {
            let hits = scope.recall_with("Note 2 on the lamp in room 14.", &by_vector).unwrap();
            assert_eq!(texts(&hits)[0], "Note 2 on the lamp in room 14.", "{kind}");
            assert!(hits[0].distance.unwrap() < 1e-3);
        }
        let id = scope.recall_with("Note 2 on the lamp in room 14.", &by_vector).unwrap()[0].memory.id;
        let erasure = change(&scope, Mutation::purge(id)).erasure.unwrap();
        assert_ne!(erasure.assurance, Assurance::Logical, "{:?}", erasure.residue);
        assert_sound(&store);
    }
}

#[test]
fn an_export_of_the_older_build_is_imported() {
    for kind in KINDS {
        let place = Place::new();
        let store = Store::open(&place.path, options(kind)).unwrap();
        let scope = store.scope("bravo").unwrap();
        scope.import(then(kind).as_bytes(), &mut |_| {}).unwrap();
        assert_eq!(exported(&scope), then(kind));
        assert_sound(&store);
    }
}

#[test]
fn a_backup_of_format_9_is_read_and_restored() {
    for kind in KINDS {
        let place = older(kind);
        let before = files_of(&place.path);
        let backup = Backup::open(&place.path).unwrap();
        let how = RestoreOptions::default().without_erasures();
        let other = Place::new();
        if place.beside("store.db.keys").exists() {
            fs::copy(place.beside("store.db.keys"), other.beside("store.db.keys")).unwrap();
        }
        let restored = backup.restore(&other.path, options(kind), &how, &mut |_| {});
        assert!(restored.is_ok(), "{kind}: {restored:?}");
        drop(backup);
        let store = Store::open(&other.path, options(kind)).unwrap();
        assert_eq!(exported(&store.scope("bravo").unwrap()), then(kind));
        assert_sound(&store);
        // The backup itself is as it was.
        assert_eq!(files_of(&place.path), before);
        assert_eq!(version(&place.path), 9);
    }
}

#[test]
fn a_file_that_somebody_has_open_is_not_replaced() {
    for kind in ["plain", "memory"] {
        let place = older(kind);
        let other = place.raw();
        let scopes =
            || other.query_row("SELECT count(*) FROM scope", [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(scopes(), 2);
        let short = options(kind).with_busy_timeout(Duration::from_millis(20));
        for access in [Access::Create, Access::Existing, Access::ReadOnly] {
            let refused = Store::open(&place.path, short.clone().with_access(access)).unwrap_err();
            assert!(matches!(refused, OpenError::HeldOpen(_)), "{refused:?}");
            assert!(refused.to_string().contains("end that process"));
        }
        // It goes on as before.
        other.execute("UPDATE memory SET accesses = accesses", []).unwrap();
        assert_eq!((scopes(), version(&place.path)), (2, 9));
        drop(other);
        assert_upgraded(&place, kind);
    }
}

#[test]
fn an_older_process_that_waits_for_the_file_does_not_write_to_one_without_a_name() {
    let place = older("plain");
    // Open, but without a lock until it first reads: as a process is that comes while the file is replaced.
    let waits = place.raw();
    assert_upgraded(&place, "plain");
    let wrote = waits.execute("UPDATE memory SET accesses = accesses + 1", []);
    assert!(wrote.is_err(), "{wrote:?}");
    assert_upgraded(&place, "plain");
}

#[test]
fn processes_that_open_it_at_once_all_get_the_new_file() {
    for kind in ["plain", "memory"] {
        let place = older(kind);
        let processes: Vec<Process> =
            (0..5).map(|_| Process::start_with("upgrade", &place.path, kind)).collect();
        for process in processes {
            assert_eq!(process.finish(), ["begins", "42"]);
        }
        let store = Store::open(&place.path, options(kind)).unwrap();
        let scope = store.scope("bravo").unwrap();
        // What each wrote is there.
        assert_eq!(
            scope.recall_with("upgraded", &everything().with_mode(RecallMode::Lexical)).unwrap().len(),
            5
        );
        assert_sound(&store);
    }
}

/// Opens the store, says how many memories it has, and writes one.
pub fn upgrade(path: &Path, kind: &str) {
    say("begins");
    let store = Store::open(path, options(kind)).unwrap();
    let scope = store.scope("bravo").unwrap();
    let there = scope.list(Include::All).unwrap();
    let before = there.iter().filter(|memory| !memory.text.starts_with("upgraded")).count();
    scope.inscribe(format!("upgraded by {}", std::process::id()).as_str()).unwrap();
    say(before);
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let mut dice = Dice::new();
    for kind in ["plain", "memory"] {
        let place = older(kind);
        let mut process = Process::start_with("upgrade", &place.path, kind);
        assert_eq!(process.next().as_deref(), Some("begins"));
        let started = Instant::now();
        process.next();
        let whole = started.elapsed().as_micros() as u64;
        let (mut old, mut new) = (0, 0);
        for _ in 0..rounds(40) {
            let place = older(kind);
            let mut process = Process::start_with("upgrade", &place.path, kind);
            process.next();
            // Any moment will do, so this waits for nothing.
            std::thread::sleep(Duration::from_micros(dice.roll(whole + 1)));
            process.kill();
            match version(&place.path) {
                9 => old += 1,
                version => {
                    assert_eq!(version, nepenthe::FORMAT_VERSION);
                    new += 1;
                }
            }
            let store = Store::open(&place.path, options(kind)).unwrap();
            // A killed process may leave a key of no memory, which `scrub` erases.
            store.scrub(false).unwrap();
            assert_sound(&store);
            let scope = store.scope("bravo").unwrap();
            let there = exported(&scope);
            assert_eq!(
                there.lines().filter(|line| !line.contains("upgraded by")).count(),
                then(kind).lines().count()
            );
            drop((scope, store));
            assert!(!names(&place).iter().any(|name| name.contains(".migrat")), "{:?}", names(&place));
        }
        println!("{kind}: {old} killed with the old file, {new} with the new one");
    }
}

#[test]
fn what_was_wrong_before_is_wrong_after_it() {
    for sql in [
        "UPDATE version SET sum = zeroblob(16) WHERE id = 7",
        "UPDATE version SET sum = NULL WHERE id = 7",
        "UPDATE version_vec_vector_chunks00 SET vectors = CAST(x'00004040' || substr(vectors, 5) AS BLOB)",
        "UPDATE version_vec_chunks SET validity = zeroblob(length(validity)) WHERE chunk_id = 1",
        "UPDATE memory SET expires_at = 1 WHERE row = 9",
        "CREATE TABLE diary AS SELECT text FROM version",
    ] {
        let place = older("plain");
        place.raw().execute_batch(sql).unwrap();
        let store = Store::open(&place.path, options("plain")).unwrap();
        let report = store.check_with(&CheckOptions::default().deep(), &mut |_| {}).unwrap();
        assert!(!report.is_sound(), "{sql}");
    }
}

#[test]
fn what_is_refused_is_left_as_it_is() {
    let place = older("memory");
    let before = files_of(&place.path);
    let wrong = options("memory").with_encryption(MasterKey::from_bytes(&[1; 32]));
    assert!(matches!(Store::open(&place.path, wrong), Err(OpenError::WrongMasterKey)));
    assert!(matches!(Store::open(&place.path, options("plain")), Err(OpenError::Encrypted)));
    assert_eq!(files_of(&place.path).len(), before.len());
    fs::remove_file(place.beside("store.db.keys")).unwrap();
    assert!(matches!(Store::open(&place.path, options("memory")), Err(OpenError::NoKeyFile(_))));
    assert_eq!(version(&place.path), 9);
    put("memory", &place.path);
    assert_upgraded(&place, "memory");

    // Something lies where the new file would be made.
    let place = older("plain");
    fs::create_dir(place.beside("store.db.migrating")).unwrap();
    fs::write(place.beside("store.db.migrating").join("theirs"), "").unwrap();
    assert!(matches!(Store::open(&place.path, options("plain")), Err(OpenError::Upgrade { .. })));
    assert_eq!(version(&place.path), 9);
    fs::remove_dir_all(place.beside("store.db.migrating")).unwrap();
    assert_upgraded(&place, "plain");
}

#[test]
fn another_embedder_is_refused_and_embeds_it_again() {
    let place = older("plain");
    assert_eq!(Store::embedder_of(&place.path).unwrap().unwrap().name, "short");
    assert_eq!(version(&place.path), 9);
    let other = || system_options().with_embedder(BagOfWords(8));
    assert!(matches!(Store::open(&place.path, other()), Err(OpenError::EmbedderMismatch { .. })));
    let store = Store::reembed(&place.path, other(), &mut |_| {}).unwrap();
    assert_sound(&store);
    let place = older("memory");
    let store = Store::reembed(&place.path, other().with_encryption(master()), &mut |_| {}).unwrap();
    assert_sound(&store);
    let place = older("file");
    let moved = other().with_encryption(master()).with_indexes(Indexes::InMemory);
    let store = Store::reembed(&place.path, moved, &mut |_| {}).unwrap();
    assert_sound(&store);
}

#[cfg(unix)]
#[test]
fn links_modes_and_copies_by_links_stay() {
    use std::os::unix::fs::PermissionsExt;
    let place = older("plain");
    let (linked, copy): (PathBuf, PathBuf) = (place.beside("elsewhere.db"), place.beside("copy.db"));
    std::os::unix::fs::symlink(&place.path, &linked).unwrap();
    fs::set_permissions(&place.path, fs::Permissions::from_mode(0o640)).unwrap();
    fs::hard_link(&place.path, &copy).unwrap();
    let store = Store::open(&linked, options("plain")).unwrap();
    assert_sound(&store);
    drop(store);
    assert!(linked.is_symlink());
    assert_eq!(fs::metadata(&place.path).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!((version(&place.path), version(&copy)), (nepenthe::FORMAT_VERSION, 9));
    let store = Store::open(&copy, options("plain")).unwrap();
    assert_eq!(exported(&store.scope("bravo").unwrap()), then("plain"));
}

#[test]
fn texts_without_spaces_of_format_10_are_indexed_anew_and_no_others() {
    let place = Place::new();
    fs::write(&place.path, unpacked_of(10, "none.db")).unwrap();
    let english = |raw: &rusqlite::Connection| {
        let mut select =
            raw.prepare("SELECT * FROM posting WHERE term IN ('lamp', 'zoe', '4711', 'room')").unwrap();
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(1)?, row.get(2)?, row.get(3)?));
        let rows = select.query_map([], row).unwrap().map(|row| row.unwrap());
        rows.collect::<Vec<(String, i64, Vec<u8>)>>()
    };
    let before = english(&place.raw());
    let store = Store::open(&place.path, options("none")).unwrap();
    assert_eq!(version(&place.path), nepenthe::FORMAT_VERSION);
    assert_sound(&store);
    assert!(before.len() > 4);
    assert_eq!(english(&place.raw()), before);
    let scope = store.scope("acme/alice").unwrap();
    assert_eq!(exported(&scope), String::from_utf8(unpacked_of(10, "none.jsonl")).unwrap());
    let by_words = RecallOptions::new(9).with_mode(RecallMode::Lexical);
    for (query, found) in [
        ("王伟的电话", "王伟的电话号码是13800138000。"),
        ("豆豆几岁", "我的猫叫豆豆，今年四岁了。"),
        ("猫の名前は？", "うちの猫の名前はミケです。"),
        ("แมวชื่ออะไร", "แมวของฉันชื่อส้ม"),
        ("手机壳", "The new iPhone手机壳 is blue."),
        ("🐶", "🐶 goes to the vet"),
        ("👍", "Ruta said yes 👍🏽❤️"),
        ("13800138000", "王伟的电话号码是13800138000。"),
        ("locker", "The locker opens with 4711."),
    ] {
        assert_eq!(texts(&scope.recall_with(query, &by_words).unwrap())[0], found, "{query}");
    }
    // What was purged before stands in nothing that was made of the file, and what is purged now goes with its words.
    let many = store.scope("many").unwrap();
    assert_eq!(many.recall_with("储物柜", &by_words).unwrap().len(), 9);
    let gone: Vec<_> = many.list(Include::All).unwrap().iter().map(|memory| memory.id).collect();
    let erasure = change(&many, Mutation::purge(gone)).erasure.unwrap();
    assert_eq!(erasure.assurance, Assurance::Physical, "{:?}", erasure.residue);
    assert_sound(&store);
    let left = |term: &str| {
        let sql = "SELECT count(*) FROM posting WHERE term = ?1";
        place.raw().query_row(sql, [term], |row| row.get::<_, i64>(0)).unwrap()
    };
    assert_eq!((left("储物"), left("🍕"), left("手机")), (0, 0, 1));
}
