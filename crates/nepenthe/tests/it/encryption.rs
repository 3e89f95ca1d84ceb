//! Encryption at rest: what the files show, what opens them, and what the end of a key means.

use std::path::{Path, PathBuf};

use nepenthe::control::planner::Canonical;
use nepenthe::receipt::note::SigningKey;
use nepenthe::receipt::receipt::{Assurance, Extent, NotCovered};
use nepenthe::receipt::verify;
use nepenthe::{
    Access, ApplyError, Awaiting, Backup, CheckOptions, EventKind, ExportError, Include, Indexes,
    InscribeError, Known, MasterKey, Memory, MemoryId, Mutation, NewMemory, OpenError, Options, RecallError,
    RecallMode, RecallOptions, ReembedError, RestoreError, RestoreOptions, Returning, Scope, State,
    StorageError, Store, SystemRandom,
};
use rusqlite::Connection;

use crate::support::{
    BagOfWords, MODES, Place, Process, StepClock, assert_sound, bag, change, everything, exported, files_of,
    found_in_files, master, options, options_at, stored, texts, to_format_5, view,
};

const SECRET: &str = "Vault code 7741-KQ is under Zebulon's stapler.";
const OTHER: &str = "The boathouse roof leaks above bay three.";

/// Encrypted, with an embedder and the indexes in the file; ids and keys of chance, so that a store may be opened twice.
fn sealed(clock: &StepClock) -> Options {
    hidden(clock).with_indexes(Indexes::InFile)
}

/// The same as by default: the indexes in memory alone.
fn hidden(clock: &StepClock) -> Options {
    options(clock).with_random(SystemRandom).with_encryption(master())
}

/// The same, asked for.
fn asked_hidden(clock: &StepClock) -> Options {
    hidden(clock).with_indexes(Indexes::InMemory)
}

/// What holds of encrypted stores of either kind.
const KINDS: [fn(&StepClock) -> Options; 2] = [sealed, hidden];

fn deep(store: &Store) -> Vec<String> {
    let report = store.check_with(&CheckOptions::default().deep(), &mut |_| {}).unwrap();
    report.findings.into_iter().map(|finding| finding.problem).collect()
}

fn beside(store: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", store.display()))
}

fn key_file(files: &Place) -> Connection {
    let connection = Connection::open(beside(&files.path, ".keys")).unwrap();
    connection.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
    connection
}

/// The keys in the key file, as they are wrapped.
fn wrapped(files: &Place) -> Vec<Vec<u8>> {
    let raw = key_file(files);
    let mut select = raw.prepare("SELECT wrapped FROM memory_key ORDER BY id").unwrap();
    select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Copies the main file alone, while nobody writes: what a purge that comes later cannot reach.
fn copy_main(files: &Place, to: &Path) {
    files.raw().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    std::fs::write(to, &files_of(&files.path)[0].1).unwrap();
}

/// Opens a copy of the main file with the keys of today.
fn with_todays_keys(files: &Place, copy: &Path, clock: &StepClock) -> Store {
    key_file(files).query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let keys = files_of(&files.path).into_iter().find(|(path, _)| path.ends_with("store.db.keys")).unwrap();
    std::fs::write(beside(copy, ".keys"), keys.1).unwrap();
    Store::open(copy, sealed(clock)).unwrap()
}

fn wide(memory: &str) -> NewMemory {
    let metadata = [("badge".to_owned(), serde_json::Value::from("B-77120 of Quirin"))];
    NewMemory::new(memory).with_source("the mail of Quentin").with_metadata(metadata.into_iter().collect())
}

#[test]
fn no_table_of_an_encrypted_store_holds_a_text_in_the_clear_but_the_indexes() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe(wide(SECRET)).unwrap();
    change(&scope, Mutation::edit(id, "Vault code 9920-XW is in the safe now."));
    let parts = ["code 7741", "KQ is under", "9920-XW is in", "mail of", "77120", "badge", "Quentin"];
    let parts: Vec<String> = parts.iter().map(|part| (*part).to_owned()).collect();
    assert_eq!(found_in_files(&files.path, &parts), []);
    // The lexical index has the words, one by one: what the mode with indexes in memory is for.
    assert!(!found_in_files(&files.path, &["zebulon".to_owned()]).is_empty());
    let plain: i64 = files
        .raw()
        .query_row(
            "SELECT (SELECT count(*) FROM version WHERE text <> '' OR sealed IS NULL)
                  + (SELECT count(*) FROM memory WHERE source IS NOT NULL OR metadata IS NOT NULL OR length(key) > 0)",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(plain, 0);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(beside(&files.path, ".keys")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    assert_eq!(deep(&store), [""; 0]);
}

#[test]
fn an_encrypted_store_does_all_that_a_plain_one_does() {
    let clock = StepClock::new();
    let work = |options: Options| -> (String, String) {
        clock.step_seconds(3600);
        let files = Place::new();
        let store = Store::open(&files.path, options.clone()).unwrap();
        let scope = store.scope("acme").unwrap();
        let ids: Vec<MemoryId> = [SECRET, OTHER, "Yuri's badge is B-77120; Zoe's badge is B-88231."]
            .map(|text| scope.inscribe(wide(text)).unwrap())
            .to_vec();
        let before = clock.time();
        clock.step_seconds(60);
        change(&scope, Mutation::edit(ids[0], "Vault code 9920-XW is in the safe."));
        change(&scope, Mutation::supersede(ids[1], "The boathouse roof is mended."));
        change(&scope, Mutation::purge("everything about Yuri"));
        clock.step_seconds(60);
        drop((scope, store));
        let store = Store::open(&files.path, options).unwrap();
        let scope = store.scope("acme").unwrap();
        assert_eq!(deep(&store), [""; 0]);
        let then = scope
            .recall_with("vault", &RecallOptions::new(1).with_mode(RecallMode::Lexical).as_of(before))
            .unwrap();
        assert_eq!(texts(&then), [SECRET], "{:?}", store.indexes());
        let badge = scope.list(Include::All).unwrap().into_iter().find(|row| row.id == ids[2]).unwrap();
        assert_eq!(badge.source.as_deref(), Some("the mail of Quentin"));
        let strip = |memory: Memory| {
            format!("{} {:?} {:?} {:?}", memory.text, memory.state, memory.source, memory.metadata)
        };
        let seen: Vec<String> = scope.list(Include::All).unwrap().into_iter().map(strip).collect();
        let hits = scope.recall_with("boathouse safe badge", &everything()).unwrap();
        (seen.join("\n"), texts(&hits).join("\n"))
    };
    let plain = work(options(&clock).with_random(SystemRandom).with_planner(Canonical::default()));
    for sealed in KINDS {
        assert_eq!(work(sealed(&clock).with_planner(Canonical::default())), plain);
    }
}

#[test]
fn a_store_opens_with_its_own_key_or_says_what_is_missing() {
    let (files, clock) = (Place::new(), StepClock::new());
    let plain = options(&clock).with_random(SystemRandom);
    drop(Store::open(&files.path, sealed(&clock)).unwrap());
    assert!(matches!(Store::open(&files.path, plain.clone()), Err(OpenError::Encrypted)));
    let wrong = plain.clone().with_encryption(MasterKey::from_bytes(&[1; 32]));
    assert!(matches!(Store::open(&files.path, wrong), Err(OpenError::WrongMasterKey)));
    assert_eq!(Store::embedder_of(&files.path).unwrap().unwrap().dimension, 64, "needs no key");

    let keys = beside(&files.path, ".keys");
    std::fs::rename(&keys, files.beside("away")).unwrap();
    assert!(matches!(Store::open(&files.path, sealed(&clock)), Err(OpenError::NoKeyFile(_))));
    std::fs::write(&keys, "nothing of the kind, though long enough to be read").unwrap();
    assert!(matches!(Store::open(&files.path, sealed(&clock)), Err(OpenError::OtherKeyFile(_))));
    std::fs::remove_file(&keys).unwrap();
    let other = Place::new();
    drop(Store::open(&other.path, sealed(&clock)).unwrap());
    std::fs::copy(beside(&other.path, ".keys"), &keys).unwrap();
    assert!(matches!(Store::open(&files.path, sealed(&clock)), Err(OpenError::OtherKeyFile(_))));
    std::fs::rename(files.beside("away"), &keys).unwrap();
    drop(Store::open(&files.path, sealed(&clock).with_access(Access::ReadOnly)).unwrap());

    let bare = Place::new();
    drop(Store::open(&bare.path, plain).unwrap());
    assert!(matches!(Store::open(&bare.path, sealed(&clock)), Err(OpenError::NotEncrypted)));
    assert!(!beside(&bare.path, ".keys").exists());
    assert!(matches!(Store::open_in_memory(sealed(&clock)), Err(OpenError::InMemory)));
    assert!(matches!(Store::open(&files.path, asked_hidden(&clock)), Err(OpenError::IndexesInFile)));
    let unsealed = options(&clock).with_indexes(Indexes::InMemory);
    assert!(matches!(Store::open(Place::new().path, unsealed), Err(OpenError::IndexesInFile)));
    for error in [OpenError::Encrypted, OpenError::WrongMasterKey, OpenError::NotEncrypted] {
        assert!(!error.to_string().contains("2a2a"), "{error}");
    }
    let shown = format!("{:?} {:?}", sealed(&clock), master());
    assert!(!shown.contains("42") && !shown.contains("2a2a"), "{shown}");
}

#[test]
fn an_encrypted_store_of_the_format_before_gets_checksums_of_its_rows() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    let id = store.scope("a").unwrap().inscribe(wide("Hedda rows")).unwrap();
    drop(store);
    to_format_5(&files.raw());
    let wrong = sealed(&clock).with_encryption(MasterKey::from_bytes(&[1; 32]));
    assert!(matches!(Store::open(&files.path, wrong), Err(OpenError::WrongMasterKey)));
    let reads = Store::open(&files.path, sealed(&clock).with_access(Access::ReadOnly)).unwrap();
    assert_eq!(reads.scope("a").unwrap().get(id).unwrap().text, "Hedda rows");
    drop(reads);
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    assert_eq!(deep(&store), [""; 0]);
    drop(store);
    files.raw().execute_batch("UPDATE memory SET expires_at = 1").unwrap();
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    assert!(deep(&store).iter().any(|finding| finding.contains("its expiry")));
}

#[test]
fn a_purge_erases_the_key_and_its_receipt_says_so() {
    for sealed in KINDS {
        let (files, clock) = (Place::new(), StepClock::new());
        let store = Store::open(&files.path, sealed(&clock)).unwrap();
        let scope = store.scope("acme").unwrap();
        for n in 0..40 {
            scope.inscribe(format!("Note {n} on the stapler in room {}.", n * 7).as_str()).unwrap();
        }
        let id = scope.inscribe(wide(SECRET)).unwrap();
        let sealed: Vec<u8> = files
            .raw()
            .query_row("SELECT sealed FROM version ORDER BY id DESC LIMIT 1", [], |row| row.get(0))
            .unwrap();
        let before = wrapped(&files);

        let erasure = change(&scope, Mutation::purge(id)).erasure.unwrap();

        assert_eq!((erasure.assurance, erasure.awaiting), (Assurance::Crypto, None));
        let left = wrapped(&files);
        assert_eq!(left, before[..40]);
        let pieces = |bytes: &[u8]| bytes.chunks_exact(12).map(<[u8]>::to_vec).collect::<Vec<_>>();
        for (path, bytes) in files_of(&files.path) {
            for piece in pieces(&before[40]).iter().chain(&pieces(&sealed)) {
                assert!(!bytes.windows(12).any(|window| window == piece), "{}", path.display());
            }
        }
        let gone = ["zebulon", "quentin"].map(str::to_owned);
        assert_eq!(found_in_files(&files.path, &gone), []);
        let key = SigningKey::from_seed(&store.origin().unwrap(), &[7; 32]).unwrap();
        let receipt = store.receipt(erasure.receipt, &key).unwrap();
        let scan = receipt.body().scan.as_ref().unwrap();
        let in_file = !found_in_files(&files.path, &["stapler".to_owned()]).is_empty();
        assert_eq!(receipt.body().not_covered.contains(&NotCovered::IndexCopies), in_file);
        assert!(!receipt.body().not_covered.contains(&NotCovered::TombstoneGuesses), "its key is sealed");
        let [main, keys] = ["", ".keys"].map(|end| beside(&files.path, end).metadata().unwrap().len());
        assert_eq!(scan.extent, Some(Extent::WrittenPages));
        assert!(
            (keys + 1..=main + keys).contains(&scan.files[0].bytes),
            "pages of the file, and the key file"
        );
        let report = verify(receipt.to_string(), &[key.verifying_key()], &Default::default());
        assert!(report.holds(), "{report:?}");
        assert_eq!(deep(&store), [""; 0]);
    }
}

#[test]
fn a_copy_made_before_a_purge_cannot_be_read_for_what_was_purged() {
    for sealed in KINDS {
        let (files, clock) = (Place::new(), StepClock::new());
        let store = Store::open(&files.path, sealed(&clock)).unwrap();
        let scope = store.scope("acme").unwrap();
        let secret = scope.inscribe(wide(SECRET)).unwrap();
        let other = scope.inscribe(wide(OTHER)).unwrap();
        let badges = scope.inscribe("Yuri's badge is B-77120; Zoe's badge is B-88231.").unwrap();
        let copy = files.beside("copy.db");
        copy_main(&files, &copy);
        change(&scope, Mutation::purge(secret));
        let canonical = Store::open(&files.path, sealed(&clock).with_planner(Canonical::default())).unwrap();
        let redacted = change(&canonical.scope("acme").unwrap(), Mutation::purge("everything about Yuri"));
        assert_eq!(redacted.changes[0].kind, EventKind::Redact);
        assert_eq!(redacted.erasure.unwrap().assurance, Assurance::Crypto);
        drop(canonical);

        let old = with_todays_keys(&files, &copy, &clock);
        let scope = old.scope("acme").unwrap();
        let states: Vec<(MemoryId, State, String)> =
            scope.list(Include::All).unwrap().into_iter().map(|row| (row.id, row.state, row.text)).collect();
        let gone = |id| (id, State::Unreadable, String::new());
        assert_eq!(states, [gone(secret), (other, State::Live, OTHER.to_owned()), gone(badges)]);
        let gone = scope.get(secret).unwrap();
        assert_eq!((gone.source, gone.metadata), (None, None));
        assert_eq!(scope.history(secret).unwrap()[0].text, None);
        for query in ["vault code stapler", "badge", "boathouse"] {
            assert!(texts(&scope.recall(query, 5).unwrap()).iter().all(|text| *text == OTHER), "{query}");
        }
        assert_eq!(scope.stats().unwrap().unreadable, 2);
        let mut expected =
            [secret, badges].map(|id| format!("memory {id} cannot be read: its key is gone")).to_vec();
        expected.sort();
        // The new key of what lost a part.
        expected.push("the key file has keys of no memory (1): `scrub` erases them".into());
        assert_eq!(deep(&old), expected);
        assert!(matches!(
            scope.export(&mut Vec::new(), &mut |_| {}),
            Err(ExportError::Storage(StorageError::Unreadable(id))) if id == secret
        ));
        let release = scope.plan(Mutation::release(secret)).unwrap();
        assert!(matches!(scope.apply(release), Err(ApplyError::Storage(StorageError::Unreadable(_)))));
        // What the indexes of the copy hold goes with the memory.
        let erasure = change(&scope, Mutation::purge(vec![secret, badges])).erasure.unwrap();
        assert_eq!(erasure.assurance, Assurance::Crypto);
        assert_eq!(found_in_files(&copy, &["zebulon", "yuri"].map(str::to_owned)), []);
        assert_eq!(texts(&scope.recall("boathouse roof", 1).unwrap()), [OTHER]);
        assert_eq!(old.scrub(false).unwrap().keys, 1);
        assert_eq!(deep(&old), [""; 0]);
    }
}

#[test]
fn with_a_reader_in_the_way_the_key_stays_until_it_ends() {
    for sealed in KINDS {
        let (files, clock) = (Place::new(), StepClock::new());
        let store = Store::open(&files.path, sealed(&clock)).unwrap();
        let scope = store.scope("acme").unwrap();
        let id = scope.inscribe(SECRET).unwrap();
        let reader = files.raw();
        reader.execute_batch("BEGIN; SELECT count(*) FROM version;").unwrap();

        let erasure = change(&scope, Mutation::purge(id)).erasure.unwrap();
        assert_eq!((erasure.assurance, erasure.awaiting), (Assurance::Logical, Some(Awaiting::Readers)));
        assert_eq!(wrapped(&files).len(), 1);

        reader.execute_batch("COMMIT").unwrap();
        scope.inscribe("The next writer finishes.").unwrap();
        assert_eq!(wrapped(&files).len(), 1, "the new one's");
        assert_eq!(store.receipts().unwrap().pop().unwrap().1.assurance, Assurance::Crypto);
        assert_eq!(deep(&store), [""; 0]);
    }
}

#[test]
fn a_reader_of_the_key_file_keeps_the_erasure_logical_too() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe(SECRET).unwrap();
    let reader = key_file(&files);
    reader.execute_batch("BEGIN; SELECT count(*) FROM memory_key;").unwrap();
    let erasure = change(&scope, Mutation::purge(id)).erasure.unwrap();
    assert_eq!((erasure.assurance, erasure.awaiting), (Assurance::Logical, Some(Awaiting::Readers)));
    reader.execute_batch("COMMIT").unwrap();
    assert_eq!(store.scrub(false).unwrap().issued.len(), 1);
    assert_eq!(store.receipts().unwrap().pop().unwrap().1.assurance, Assurance::Crypto);
}

#[test]
fn the_keys_that_a_process_left_behind_are_scrubbed_by_the_next() {
    for sealed in KINDS {
        let (files, clock) = (Place::new(), StepClock::new());
        let store = Store::open(&files.path, sealed(&clock)).unwrap();
        let scope = store.scope("acme").unwrap();
        let (id, _) = (scope.inscribe(SECRET).unwrap(), scope.inscribe(OTHER).unwrap());
        let before = wrapped(&files);
        let reader = files.raw();
        reader.execute_batch("BEGIN; SELECT count(*) FROM version;").unwrap();
        change(&scope, Mutation::purge(id));
        let next = Store::open(&files.path, sealed(&clock)).unwrap();
        drop((scope, store));
        reader.execute_batch("COMMIT").unwrap();
        assert_eq!(wrapped(&files), before);

        let store = next;
        let report = store.scrub(false).unwrap();
        assert_eq!((report.issued.len(), report.rebuilt, report.keys), (1, true, 1));
        assert_eq!(wrapped(&files), before[1..]);
        for (path, bytes) in files_of(&files.path) {
            assert!(!bytes.windows(24).any(|window| window == &before[0][24..48]), "{}", path.display());
        }
        assert_eq!(store.receipts().unwrap().pop().unwrap().1.assurance, Assurance::Crypto);
        assert_eq!(deep(&store), [""; 0]);
    }
}

#[test]
fn a_key_of_no_memory_is_found_and_scrubbed() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    store.scope("acme").unwrap().inscribe(SECRET).unwrap();
    key_file(&files)
        .execute("INSERT INTO memory_key (scope, wrapped) SELECT scope, wrapped FROM memory_key", [])
        .unwrap();
    assert_eq!(deep(&store), ["the key file has keys of no memory (1): `scrub` erases them"]);
    assert_eq!(store.scrub(false).unwrap().keys, 1);
    assert_eq!(wrapped(&files).len(), 1);
    assert_eq!(deep(&store), [""; 0]);
}

#[test]
fn what_is_sealed_opens_nowhere_but_where_it_was_sealed() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let ids = [SECRET, OTHER].map(|text| scope.inscribe(text).unwrap());
    let edited = scope.inscribe("The first of two.").unwrap();
    change(&scope, Mutation::edit(edited, "The second of two."));
    let raw = files.raw();
    raw.execute_batch("DROP TRIGGER version_refuses_new_text").unwrap();
    let swap = |one: i64, other: i64| {
        let sealed = |id: i64| -> Vec<u8> {
            raw.query_row("SELECT sealed FROM version WHERE id = ?1", [id], |row| row.get(0)).unwrap()
        };
        let (first, second) = (sealed(one), sealed(other));
        raw.execute("UPDATE version SET sealed = ?2 WHERE id = ?1", (one, second)).unwrap();
        raw.execute("UPDATE version SET sealed = ?2 WHERE id = ?1", (other, first)).unwrap();
    };
    let unreadable = || {
        let rows = scope.list(Include::All).unwrap();
        rows.iter().filter(|row| row.state == State::Unreadable).map(|row| row.id).collect::<Vec<_>>()
    };
    swap(1, 2);
    assert_eq!(unreadable(), ids);
    assert!(deep(&store)[0].ends_with("cannot be read: what is sealed is not what was sealed there"));
    swap(1, 2);
    assert_eq!(unreadable(), []);
    // Two versions of one memory have one key.
    swap(3, 4);
    assert_eq!(unreadable(), [edited]);
    swap(3, 4);
    raw.execute("UPDATE memory SET sealed_by = 2 WHERE row = 1", []).unwrap();
    assert_eq!(unreadable(), [ids[0]]);
}

#[test]
fn a_restore_goes_by_the_keys_of_today() {
    for sealed in KINDS {
        let (files, clock) = (Place::new(), StepClock::new());
        let options = || sealed(&clock).with_planner(Canonical::default());
        let store = Store::open(&files.path, options()).unwrap();
        let scope = store.scope("acme").unwrap();
        let secret = scope.inscribe(wide(SECRET)).unwrap();
        scope.inscribe(wide(OTHER)).unwrap();
        let badges = scope.inscribe(wide("Yuri's badge is B-99120; Zoe's badge is B-88231.")).unwrap();
        let (old, new) = (files.beside("old.db"), files.beside("new.db"));
        store.backup(&old, None, &mut |_| {}).unwrap();
        assert!(!beside(&old, ".keys").exists(), "a backup has no keys");
        assert!(matches!(Store::open(&old, options()), Err(OpenError::NoKeyFile(_))));
        change(&scope, Mutation::purge(secret));
        change(&scope, Mutation::purge("everything about Yuri"));
        let kept = scope.get(badges).unwrap();
        assert!(kept.text.contains("88231") && !kept.text.contains("99120"), "{}", kept.text);
        scope.inscribe("Written after the backup.").unwrap();
        let now = view(&scope);

        let backup = Backup::open(&old).unwrap();
        let alone =
            backup.restore(&new, options(), &RestoreOptions::default().without_erasures(), &mut |_| {});
        assert!(matches!(alone, Err(RestoreError::NoKeys(_))), "{alone:?}");
        let how = RestoreOptions::default().with_current(&files.path);
        let report = backup.restore(&new, options(), &how, &mut |_| {}).unwrap();
        assert_eq!((report.erased, report.redacted), (1, 1));
        let look = |path: &Path| {
            let store = Store::open(path, options()).unwrap();
            let scope = store.scope("acme").unwrap();
            let rows = scope.list(Include::All).unwrap();
            assert_eq!(rows.iter().map(|row| &*row.text).collect::<Vec<_>>(), [OTHER, &*kept.text]);
            assert!(rows.iter().all(|row| row.source.as_deref() == Some("the mail of Quentin")));
            assert!(rows.iter().all(|row| row.metadata == kept.metadata));
            assert_eq!(deep(&store), [""; 0]);
            let gone = ["zebulon", "yuri"].map(str::to_owned);
            assert_eq!(found_in_files(path, &gone), []);
        };
        look(&new);
        assert_eq!(view(&scope), now, "the current store is as it was");
        assert_eq!(deep(&store), [""; 0]);

        drop((scope, store));
        let how = RestoreOptions::default().replacing();
        let report = backup.restore(&files.path, options(), &how, &mut |_| {}).unwrap();
        look(&files.path);
        let aside = Store::open(report.aside.unwrap(), options()).unwrap();
        assert_eq!(view(&aside.scope("acme").unwrap()), now, "with its keys");
        assert_sound(&aside);
    }
}

/// Takes the store's main file away, as if it were lost; its keys stay.
fn lose_main(files: &Place) {
    for ending in ["", "-wal", "-shm"] {
        drop(std::fs::remove_file(beside(&files.path, ending)));
    }
}

#[test]
fn a_restore_takes_no_key_file_that_was_left_there() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    scope.inscribe(OTHER).unwrap();
    let (old, new) = (files.beside("old.db"), files.beside("new.db"));
    store.backup(&old, None, &mut |_| {}).unwrap();
    let left = beside(&new, ".keys");
    std::fs::copy(beside(&files.path, ".keys"), &left).unwrap();
    let before = std::fs::read(&left).unwrap();
    let how = RestoreOptions::default().with_current(&files.path);
    let restore = || {
        Backup::open(&old)
            .unwrap()
            .restore(&new, sealed(&clock), &how, &mut |_| {})
            .map(|report| report.keys_left)
    };
    let refused = restore();
    assert!(matches!(refused, Err(RestoreError::Open(OpenError::OtherKeyFile(_)))), "{refused:?}");
    assert!(!new.exists() && std::fs::read(&left).unwrap() == before);
    std::fs::remove_file(&left).unwrap();
    let log = beside(&new, ".keys-wal");
    std::fs::write(&log, "left").unwrap();
    let refused = restore();
    assert!(matches!(&refused, Err(RestoreError::LeftBeside(path)) if *path == log), "{refused:?}");
    assert!(!new.exists() && !left.exists());
    std::fs::remove_file(&log).unwrap();
    assert!(!restore().unwrap());
    assert_eq!(deep(&Store::open(&new, sealed(&clock)).unwrap()), [""; 0]);
}

#[test]
fn a_restore_of_an_older_backup_leaves_the_keys_of_a_newer_one() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let backups = ["old.db", "newer.db"].map(|name| files.beside(name));
    for (backup, text) in backups.iter().zip([OTHER, SECRET]) {
        scope.inscribe(text).unwrap();
        store.backup(backup, None, &mut |_| {}).unwrap();
    }
    drop((scope, store));
    for (backup, expected) in backups.iter().zip([&[OTHER][..], &[OTHER, SECRET]]) {
        lose_main(&files);
        let how = RestoreOptions::default().without_erasures();
        Backup::open(backup).unwrap().restore(&files.path, sealed(&clock), &how, &mut |_| {}).unwrap();
        let store = Store::open(&files.path, sealed(&clock)).unwrap();
        let rows = store.scope("acme").unwrap().list(Include::All).unwrap();
        assert_eq!(rows.iter().map(|row| &*row.text).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn what_no_key_opens_any_more_is_erased_again_though_no_receipt_names_it() {
    for sealed in KINDS {
        let (files, clock) = (Place::new(), StepClock::new());
        let store = Store::open(&files.path, sealed(&clock)).unwrap();
        let scope = store.scope("acme").unwrap();
        let secret = scope.inscribe(SECRET).unwrap();
        scope.inscribe(OTHER).unwrap();
        let old = files.beside("old.db");
        store.backup(&old, None, &mut |_| {}).unwrap();
        change(&scope, Mutation::purge(secret));
        drop((scope, store));
        lose_main(&files);
        let how = RestoreOptions::default().without_erasures();
        let backup = Backup::open(&old).unwrap();
        let report = backup.restore(&files.path, sealed(&clock), &how, &mut |_| {}).unwrap();
        assert_eq!((report.known, report.erased), (Known::Keys, 1));
        let store = Store::open(&files.path, sealed(&clock)).unwrap();
        let rows = store.scope("acme").unwrap().list(Include::All).unwrap();
        assert_eq!(rows.iter().map(|row| &*row.text).collect::<Vec<_>>(), [OTHER]);
        assert_eq!(found_in_files(&files.path, &["zebulon", "stapler"].map(str::to_owned)), []);
        assert_eq!(deep(&store), [""; 0]);
    }
}

#[test]
fn a_restore_by_receipts_erases_the_keys_of_what_they_name_or_says_that_it_could_not() {
    for blocked in [false, true] {
        let (files, clock) = (Place::new(), StepClock::new());
        let options = || sealed(&clock).with_busy_timeout(std::time::Duration::from_millis(50));
        let store = Store::open(&files.path, options()).unwrap();
        let scope = store.scope("acme").unwrap();
        let (secret, _) = (scope.inscribe(SECRET).unwrap(), scope.inscribe(OTHER).unwrap());
        let old = files.beside("old.db");
        store.backup(&old, None, &mut |_| {}).unwrap();
        let reader = files.raw();
        reader.execute_batch("BEGIN; SELECT count(*) FROM version;").unwrap();
        change(&scope, Mutation::purge(secret));
        let signing = SigningKey::from_seed(&store.origin().unwrap(), &[7; 32]).unwrap();
        let ids = store.receipts().unwrap().into_iter().map(|(id, _)| id);
        let receipts = ids.map(|id| store.receipt(id, &signing).unwrap()).collect();
        drop((scope, store, reader));
        lose_main(&files);
        let before = wrapped(&files);
        assert_eq!(before.len(), 2, "the key of the secret too");

        let keys = key_file(&files);
        if blocked {
            keys.execute_batch("BEGIN; SELECT count(*) FROM memory_key;").unwrap();
        }
        let how = RestoreOptions::default().with_receipts(receipts, vec![signing.verifying_key()]);
        let backup = Backup::open(&old).unwrap();
        let report = backup.restore(&files.path, options(), &how, &mut |_| {}).unwrap();
        assert_eq!((report.erased, report.keys_left), (1, blocked));
        let signing = SigningKey::from_seed(&report.origin, &[7; 32]).unwrap();
        let receipt = {
            let store = Store::open(&files.path, options()).unwrap();
            store.receipt(report.receipts[0], &signing).unwrap()
        };
        // The key went, if it did, only after this receipt was issued.
        assert_eq!(receipt.body().assurance, Assurance::Physical);
        drop(keys);
        assert_eq!(wrapped(&files), before[1..]);
        let store = Store::open(&files.path, options()).unwrap();
        assert!(!store.scrub(false).unwrap().busy);
        for (path, bytes) in files_of(&files.path) {
            assert!(!bytes.windows(24).any(|window| window == &before[0][24..48]), "{}", path.display());
        }
    }
}

#[test]
fn a_replacing_restore_that_fails_leaves_no_copy_of_the_keys() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    store.scope("acme").unwrap().inscribe(SECRET).unwrap();
    let old = files.beside("old.db");
    store.backup(&old, None, &mut |_| {}).unwrap();
    drop(store);
    // What has to be taken away before the store can give way, and cannot.
    std::fs::create_dir(beside(&files.path, "-shm")).unwrap();
    let how = RestoreOptions::default().replacing();
    let failed = Backup::open(&old).unwrap().restore(&files.path, sealed(&clock), &how, &mut |_| {});
    assert!(matches!(failed, Err(RestoreError::File { .. })), "{failed:?}");
    let folder = files.path.parent().unwrap().read_dir().unwrap();
    let names: Vec<String> =
        folder.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    assert!(!names.iter().any(|name| name.contains("before-restore")), "{names:?}");
    std::fs::remove_dir(beside(&files.path, "-shm")).unwrap();
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    assert_eq!(deep(&store), [""; 0]);
}

#[test]
fn a_new_store_takes_no_key_file_of_another_and_leaves_it_as_it_is() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe(SECRET).unwrap();
    change(&scope, Mutation::purge(id));
    drop((scope, store));
    lose_main(&files);
    assert_eq!(wrapped(&files).len(), 0, "the key of the scope alone is left");
    assert!(matches!(Store::open(&files.path, sealed(&clock)), Err(OpenError::OtherKeyFile(_))));

    let (other, keys) = (Place::new(), beside(&files.path, ".keys"));
    std::fs::remove_file(&keys).unwrap();
    Connection::open(&other.path).unwrap().execute_batch("CREATE TABLE ledger (sum INTEGER)").unwrap();
    std::fs::copy(&other.path, &keys).unwrap();
    assert!(matches!(Store::open(&files.path, sealed(&clock)), Err(OpenError::OtherKeyFile(_))));
    assert!(std::fs::read(&keys).unwrap() == std::fs::read(&other.path).unwrap());
}

#[test]
fn a_scrub_that_a_reader_of_the_key_file_is_in_the_way_of_says_so_until_it_is_done() {
    let (files, clock) = (Place::new(), StepClock::new());
    let options = sealed(&clock).with_busy_timeout(std::time::Duration::from_millis(50));
    let store = Store::open(&files.path, options).unwrap();
    store.scope("acme").unwrap().inscribe(SECRET).unwrap();
    let raw = key_file(&files);
    let other = [9_u8; 72];
    raw.execute("INSERT INTO memory_key (scope, wrapped) SELECT scope, ?1 FROM memory_key", [&other[..]])
        .unwrap();
    raw.execute_batch("BEGIN; SELECT count(*) FROM memory_key;").unwrap();
    for _ in 0..2 {
        assert!(store.scrub(false).unwrap().busy);
    }
    raw.execute_batch("COMMIT").unwrap();
    drop(raw);
    assert!(!store.scrub(false).unwrap().busy);
    for (path, bytes) in files_of(&files.path) {
        assert!(!bytes.windows(24).any(|window| window == &other[..24]), "{}", path.display());
    }
}

#[test]
fn an_export_is_plain_and_an_import_seals() {
    for sealed in KINDS {
        let (files, clock) = (Place::new(), StepClock::new());
        let store = Store::open(&files.path, sealed(&clock)).unwrap();
        let scope = store.scope("acme").unwrap();
        let id = scope.inscribe(wide(SECRET)).unwrap();
        change(&scope, Mutation::edit(id, OTHER));
        let lines = exported(&scope);
        assert!(lines.contains("7741-KQ") && lines.contains("mail of Quentin"));
        let again = Place::new();
        let second = Store::open(&again.path, sealed(&clock)).unwrap();
        let imported = second.scope("acme").unwrap();
        assert_eq!(imported.import(lines.as_bytes(), &mut |_| {}).unwrap().imported, 1);
        assert_eq!(exported(&imported), lines);
        assert_eq!(found_in_files(&again.path, &["code 7741".to_owned(), "mail of".to_owned()]), []);
        assert_eq!(deep(&second), [""; 0]);
    }
}

#[test]
fn a_reembed_reads_what_is_sealed() {
    for sealed in KINDS {
        let (files, clock) = (Place::new(), StepClock::new());
        let store = Store::open(&files.path, sealed(&clock)).unwrap();
        store.scope("acme").unwrap().inscribe(SECRET).unwrap();
        drop(store);
        let other = sealed(&clock).with_embedder(BagOfWords(16));
        let store = Store::reembed(&files.path, other, &mut |_| {}).unwrap();
        assert_eq!(texts(&store.scope("acme").unwrap().recall("vault", 1).unwrap()), [SECRET]);
        assert_eq!(deep(&store), [""; 0]);
    }
}

#[test]
fn processes_that_write_and_purge_an_encrypted_store_keep_each_key_with_its_memory() {
    let place = Place::encrypted();
    let store = Store::open(&place.path, options_at(&place.path)).unwrap();
    let scope: Scope = store.scope("a").unwrap();
    let rows: Vec<NewMemory> = (0..24).map(|n| NewMemory::new(format!("wombat{n}x"))).collect();
    scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
    let racers: Vec<Process> =
        ["1", "2"].iter().map(|seed| Process::start_with("race", &place.path, seed)).collect();
    for n in 0..20 {
        scope.inscribe(format!("quokka{n}y")).unwrap();
        assert!(scope.list(Include::All).unwrap().iter().all(|row| row.state != State::Unreadable));
    }
    for racer in racers {
        racer.finish();
    }
    store.scrub(false).unwrap();
    assert!(scope.list(Include::All).unwrap().iter().all(|row| row.state == State::Live));
    assert_eq!(deep(&store), [""; 0]);
}

/// The words of a text that are long enough to be told from chance, and the pieces of its vector.
fn tell_tales(text: &str) -> (Vec<String>, Vec<Vec<u8>>) {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() >= 5);
    let vector = stored(&bag(text, 64));
    (words.map(str::to_owned).collect(), vector.chunks_exact(16).map(<[u8]>::to_vec).collect())
}

#[test]
fn with_its_indexes_in_memory_a_store_shows_no_word_and_no_vector() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&files.path, hidden(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let said = [SECRET, OTHER, "Quentin mended Ophelia's trombone yesterday.", "Sourdough rises overnight."];
    let ids = said[..3].iter().map(|text| scope.inscribe(wide(text)).unwrap()).collect::<Vec<_>>();
    change(&scope, Mutation::edit(ids[2], said[3]));
    let look = |when: &str| {
        for text in said {
            let (words, pieces) = tell_tales(text);
            assert!(words.len() > 2);
            assert_eq!(found_in_files(&files.path, &words), [], "{when}");
            for (path, bytes) in files_of(&files.path) {
                let there = |piece: &&Vec<u8>| bytes.windows(16).any(|window| window == &piece[..]);
                assert_eq!(pieces.iter().filter(there).count(), 0, "{when}: {}", path.display());
            }
        }
    };
    let recalled = |scope: &Scope| {
        for mode in MODES {
            let options = RecallOptions::new(1).with_mode(mode);
            assert_eq!(texts(&scope.recall_with("trombone boathouse roof", &options).unwrap()), [OTHER]);
        }
    };
    look("written");
    recalled(&scope);
    look("searched");
    assert_eq!(deep(&store), [""; 0]);
    change(&scope, Mutation::purge(ids[0]));
    look("purged");
    drop((scope, store));
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    recalled(&store.scope("acme").unwrap());
    look("opened again");
    let tables =
        "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'mention%' OR sql LIKE 'CREATE VIRTUAL%'";
    assert_eq!(files.raw().query_row(tables, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
    assert_eq!(deep(&store), [""; 0]);
    let reader = Store::open(&files.path, sealed(&clock).with_access(Access::ReadOnly)).unwrap();
    recalled(&reader.scope("acme").unwrap());
}

#[test]
fn a_store_that_is_made_encrypted_keeps_its_indexes_in_memory_unless_somebody_says_otherwise() {
    let clock = StepClock::new();
    for (options, indexes) in [
        (hidden(&clock), Some(Indexes::InMemory)),
        (asked_hidden(&clock), Some(Indexes::InMemory)),
        (sealed(&clock), Some(Indexes::InFile)),
        (options(&clock), None),
        (options(&clock).with_indexes(Indexes::InFile), None),
    ] {
        let files = Place::new();
        let store = Store::open(&files.path, options.clone()).unwrap();
        store.scope("acme").unwrap().inscribe(wide(SECRET)).unwrap();
        assert_eq!(store.indexes().unwrap(), indexes, "{options:?}");
        let (words, _) = tell_tales(SECRET);
        let found = !found_in_files(&files.path, &words).is_empty();
        assert_eq!(found, indexes != Some(Indexes::InMemory), "{options:?}");
        assert_eq!(deep(&store), [""; 0]);
        assert_eq!(Store::exposed_files(&files.path), [""; 0].map(PathBuf::from));
    }
}

#[test]
fn indexes_are_moved_out_of_the_file_and_who_has_it_open_must_open_it_again() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&files.path, sealed(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let ids = [SECRET, OTHER].map(|text| scope.inscribe(wide(text)).unwrap());
    let (words, pieces) = tell_tales(SECRET);
    let shows = |pieces: &[Vec<u8>]| {
        let files = files_of(&files.path);
        let there =
            |piece: &&Vec<u8>| files.iter().any(|(_, bytes)| bytes.windows(16).any(|at| at == &piece[..]));
        pieces.iter().filter(there).count()
    };
    assert!(!found_in_files(&files.path, &words).is_empty() && shows(&pieces) > 0);
    // While somebody reads an older state, the file may hold them still.
    let reader = files.raw();
    reader.execute_batch("BEGIN; SELECT count(*) FROM memory;").unwrap();
    let hasty = asked_hidden(&clock).with_busy_timeout(std::time::Duration::from_millis(50));
    let held = Store::reembed(&files.path, hasty, &mut |_| {});
    assert!(matches!(held, Err(ReembedError::Held)), "{held:?}");
    drop(reader);
    // The handle from before neither writes nor searches what is not there any more.
    let refused = |error: &StorageError| matches!(error, StorageError::Reembedded(_));
    assert!(matches!(scope.inscribe("late"), Err(InscribeError::Storage(error)) if refused(&error)));
    for mode in MODES {
        let found = scope.recall_with("roof", &RecallOptions::new(1).with_mode(mode));
        assert!(matches!(found, Err(RecallError::Storage(error)) if refused(&error)), "{mode:?}");
    }
    drop((scope, store));
    let moved = Store::reembed(&files.path, asked_hidden(&clock), &mut |_| {}).unwrap();
    assert_eq!(moved.indexes().unwrap(), Some(Indexes::InMemory));
    assert_eq!(found_in_files(&files.path, &words), []);
    assert_eq!(shows(&pieces), 0);
    assert_eq!(deep(&moved), [""; 0]);
    let scope = moved.scope("acme").unwrap();
    for mode in MODES {
        let options = RecallOptions::new(1).with_mode(mode);
        assert_eq!(texts(&scope.recall_with("boathouse roof", &options).unwrap()), [OTHER]);
    }
    // What copies of the file from before hold, its receipts do not hide.
    let purged = change(&scope, Mutation::purge(ids[0])).erasure.unwrap();
    assert_eq!(purged.assurance, Assurance::Crypto);
    let key = SigningKey::from_seed(&moved.origin().unwrap(), &[7; 32]).unwrap();
    let receipt = scope.receipt(purged.receipt, &key).unwrap();
    assert!(receipt.body().not_covered.contains(&NotCovered::IndexCopies));
    assert_eq!(deep(&moved), [""; 0]);
    let plain = Place::new();
    drop(Store::open(&plain.path, options(&clock)).unwrap());
    let refused = Store::reembed(&plain.path, options(&clock).with_indexes(Indexes::InMemory), &mut |_| {});
    assert!(matches!(refused, Err(ReembedError::Open(OpenError::IndexesInFile))));
}

#[test]
fn indexes_in_memory_follow_what_others_write() {
    let (files, clock) = (Place::new(), StepClock::new());
    let [here, there] = [(); 2].map(|()| Store::open(&files.path, hidden(&clock)).unwrap());
    let (reads, writes) = (here.scope("acme").unwrap(), there.scope("acme").unwrap());
    let sees = |query: &str, expected: &[&str]| {
        for mode in MODES {
            let hits = reads.recall_with(query, &everything().with_mode(mode)).unwrap();
            let found = texts(&hits).into_iter().filter(|text| expected.contains(text)).count();
            assert_eq!((hits.len(), found), (expected.len(), expected.len()), "{mode:?} {query}");
        }
        assert_eq!(deep(&here), [""; 0]);
    };
    sees("harbour", &[]);
    let first = writes.inscribe("The harbour opens at six.").unwrap();
    sees("harbour", &["The harbour opens at six."]);
    change(&writes, Mutation::edit(first, "The harbour opens at seven."));
    sees("harbour", &["The harbour opens at seven."]);
    let second = change(&writes, Mutation::supersede(first, "The harbour is closed.")).inscribed.unwrap();
    sees("harbour", &["The harbour is closed."]);
    change(&writes, Mutation::release(second));
    sees("harbour", &[]);
    change(&writes, Mutation::restore(second));
    sees("harbour", &["The harbour is closed."]);
    there.scope("b").unwrap().inscribe("A harbour of another scope.").unwrap();
    sees("harbour", &["The harbour is closed."]);
    change(&writes, Mutation::purge(second));
    sees("harbour", &[]);
    // By words, through the indexes of the one that did not write it.
    writes.inscribe("The badge B-77120 is Yuri's.").unwrap();
    let canonical = Store::open(&files.path, sealed(&clock).with_planner(Canonical::default())).unwrap();
    let plan = canonical.scope("acme").unwrap().plan(Mutation::purge("B-77120")).unwrap();
    assert_eq!(plan.steps.len(), 1);
}

#[test]
fn what_a_transaction_has_written_it_reads_also_where_opening_made_the_mentions_again() {
    let clock = StepClock::new();
    let source = Store::open_in_memory(options(&clock).with_random(SystemRandom)).unwrap();
    source.scope("s").unwrap().inscribe(SECRET).unwrap();
    let lines = exported(&source.scope("s").unwrap());
    for kind in KINDS {
        let files = Place::new();
        let store = Store::open(&files.path, kind(&clock)).unwrap();
        let id = store.scope("acme").unwrap().inscribe(SECRET).unwrap();
        change(&store.scope("acme").unwrap(), Mutation::purge(vec![id]));
        drop(store);
        files.raw().execute("UPDATE meta SET value = 0 WHERE key = 'mention_rules'", []).unwrap();
        let store = Store::open(&files.path, kind(&clock)).unwrap();
        let scope = store.scope("acme").unwrap().with_returning(Returning::Quarantine);
        // It is put into quarantine in the transaction that makes its key.
        scope.import(lines.as_bytes(), &mut |_| {}).unwrap();
        assert_eq!(scope.list(Include::All).unwrap()[0].state, State::Quarantined);
        assert_eq!(deep(&store), [""; 0]);
    }
}
