//! Files that are not ours, not there, not writable, or busy.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use nepenthe::{
    Access, ApplyError, FORMAT_VERSION, Include, InscribeError, Mutation, OpenError, ReembedError,
    StorageError, Store, Target,
};
use rusqlite::Connection;

use crate::damage::filled;
use crate::support::{BagOfWords, Place, Process, StepClock, assert_sound, options, system_options};

#[test]
fn what_is_no_store_is_refused_and_left_as_it_was() {
    let place = Place::new();
    let text = place.beside("notes.txt");
    fs::write(&text, "Dear diary, this is not a database at all. ".repeat(50)).unwrap();
    let short = place.beside("short");
    fs::write(&short, "xy").unwrap();
    let foreign = place.beside("foreign.db");
    Connection::open(&foreign)
        .unwrap()
        .execute_batch("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
        .unwrap();
    let marked = place.beside("marked.db");
    Connection::open(&marked)
        .unwrap()
        .execute_batch("PRAGMA application_id = 77; CREATE TABLE theirs (x)")
        .unwrap();
    let versioned = place.beside("versioned.db");
    Connection::open(&versioned)
        .unwrap()
        .execute_batch("PRAGMA user_version = 1; CREATE TABLE theirs (x)")
        .unwrap();

    let read = |path: &Path| fs::read(path).unwrap();
    for (path, foreign) in
        [(&text, false), (&short, false), (&foreign, true), (&marked, true), (&versioned, true)]
    {
        let before = read(path);
        for access in [Access::Create, Access::Existing, Access::ReadOnly] {
            match Store::open(path, system_options().with_access(access)) {
                Err(OpenError::ForeignDatabase(named)) if foreign => assert_eq!(&named, path),
                Err(OpenError::NotADatabase(named)) if !foreign => assert_eq!(&named, path),
                other => panic!("{path:?} {access:?}: {other:?}"),
            }
        }
        assert!(Store::embedder_of(path).is_err());
        assert!(Store::reembed(path, system_options(), &mut |_| {}).is_err());
        assert!(read(path) == before, "{path:?} was changed");
    }
    assert!(matches!(Store::open(place.dir(), system_options()), Err(OpenError::NotADatabase(_))));
}

#[test]
fn a_missing_file_is_made_only_where_that_is_allowed() {
    let place = Place::new();
    for access in [Access::Existing, Access::ReadOnly] {
        assert!(matches!(
            Store::open(&place.path, system_options().with_access(access)),
            Err(OpenError::NotFound(path)) if path == place.path
        ));
    }
    assert!(!place.path.exists());
    let nowhere = place.beside("no/such/folder/store.db");
    assert!(
        matches!(Store::open(&nowhere, system_options()), Err(OpenError::CannotOpen { path, .. }) if path == nowhere)
    );
    assert!(!place.beside("no").exists());
    // An empty file becomes a store, but not for a reader.
    fs::write(&place.path, "").unwrap();
    assert!(matches!(
        Store::open(&place.path, system_options().with_access(Access::Existing)),
        Err(OpenError::NotFound(_))
    ));
    let store = Store::open(&place.path, system_options()).unwrap();
    store.scope("a").unwrap().inscribe("first").unwrap();
    assert_sound(&store);
}

#[test]
fn odd_file_names_are_paths_and_never_uris() {
    let place = Place::new();
    for name in ["file:x?mode=memory", "a b", "ünï", "100%", "x?y#z", ":memory:", "'quoted'"] {
        let path = place.beside(name);
        let store = Store::open(&path, system_options()).unwrap();
        store.scope("a").unwrap().inscribe("text").unwrap();
        drop(store);
        assert!(path.exists(), "{name}");
        let store = Store::open(&path, system_options().with_access(Access::ReadOnly)).unwrap();
        assert_eq!(store.scope("a").unwrap().list(Include::All).unwrap().len(), 1);
    }
}

#[test]
fn a_newer_format_is_refused_with_both_versions() {
    let place = Place::new();
    filled(&place.path);
    for version in [FORMAT_VERSION + 1, 9999] {
        place.raw().execute_batch(&format!("PRAGMA user_version = {version}")).unwrap();
        for access in [Access::Create, Access::Existing, Access::ReadOnly] {
            match Store::open(&place.path, system_options().with_access(access)) {
                Err(OpenError::NewerFormat { found, supported }) => {
                    assert_eq!((found, supported), (version, FORMAT_VERSION));
                }
                other => panic!("{other:?}"),
            }
        }
    }
    place.raw().execute_batch(&format!("PRAGMA user_version = {FORMAT_VERSION}")).unwrap();
    assert_sound(&Store::open(&place.path, system_options()).unwrap());
}

#[test]
fn a_store_that_may_not_be_written_is_read_and_writes_are_refused() {
    for (what, file, folder) in [
        ("a read-only file and folder", 0o444, 0o555),
        ("a read-only file", 0o444, 0o777),
        ("a read-only folder", 0o666, 0o555),
    ] {
        let place = Place::new();
        let store = Store::open(&place.path, system_options()).unwrap();
        let scope = store.scope("a").unwrap();
        scope.inscribe("some words").unwrap();
        scope.inscribe("other words").unwrap();
        drop((scope, store));
        let before = fs::read(&place.path).unwrap();
        let mode = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        mode(&place.path, file);
        mode(place.dir(), folder);
        let Some(child) = Process::start_unprivileged("read", &place.path) else {
            println!("skipped: this is root, and it cannot give that up");
            return;
        };
        let said = child.finish();
        mode(place.dir(), 0o755);
        let expected =
            ["Create", "Existing", "ReadOnly"].map(|access| format!("{access}: 2 [2, 2, 2] refused refused"));
        assert_eq!(said, expected, "{what}");
        assert!(fs::read(&place.path).unwrap() == before);
    }
}

#[test]
fn access_for_reading_alone_reads_everything_and_writes_nothing() {
    let place = Place::new();
    filled(&place.path);
    let before = fs::read(&place.path).unwrap();
    {
        let store = Store::open(&place.path, system_options().with_access(Access::ReadOnly)).unwrap();
        let scope = store.scope("a").unwrap();
        assert_eq!(scope.recall("words", 5).unwrap().len(), 5);
        assert_sound(&store);
        assert!(matches!(scope.inscribe("x"), Err(InscribeError::Storage(StorageError::ReadOnly(_)))));
        let new = store.scope("new").unwrap();
        assert!(matches!(new.inscribe("x"), Err(InscribeError::Storage(StorageError::ReadOnly(_)))));
        let plan = scope.plan(Mutation::purge(Target::All)).unwrap();
        assert!(matches!(scope.apply(plan), Err(ApplyError::Storage(StorageError::ReadOnly(_)))));
        let reembedded = Store::reembed(
            &place.path,
            system_options().with_access(Access::ReadOnly).with_embedder(BagOfWords(8)),
            &mut |_| {},
        );
        assert!(
            matches!(reembedded, Err(ReembedError::Storage(StorageError::ReadOnly(_)))),
            "{reembedded:?}"
        );
    }
    assert!(fs::read(&place.path).unwrap() == before);
}

#[test]
fn a_writer_that_waits_in_vain_is_told_that_the_store_is_busy() {
    let (place, clock) = (Place::new(), StepClock::new());
    let impatient = options(&clock).with_busy_timeout(std::time::Duration::from_millis(20));
    let store = Store::open(&place.path, impatient).unwrap();
    let scope = store.scope("a").unwrap();
    scope.inscribe("text").unwrap();
    let raw = place.raw();
    raw.execute_batch("BEGIN IMMEDIATE").unwrap();
    match scope.inscribe("more") {
        Err(InscribeError::Storage(error @ StorageError::Busy(_))) => assert!(!error.is_fatal()),
        other => panic!("{other:?}"),
    }
    // Reading, planning and checking wait for nobody.
    assert_eq!(scope.recall("text", 5).unwrap().len(), 1);
    assert_sound(&store);
    raw.execute_batch("ROLLBACK").unwrap();
    scope.inscribe("more").unwrap();
}

#[test]
fn a_log_beside_a_file_that_may_not_be_written_is_read_or_refused_but_never_passed_over() {
    let (written, place) = (Place::new(), Place::new());
    let store = Store::open(&written.path, system_options()).unwrap();
    let scope = store.scope("a").unwrap();
    scope.inscribe("some words").unwrap();
    scope.inscribe("other words").unwrap();
    // As a crash leaves it: all that was written lies in the log still.
    fs::copy(&written.path, &place.path).unwrap();
    fs::copy(written.wal(), place.wal()).unwrap();
    let mode = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    mode(&place.path, 0o444);
    mode(&place.wal(), 0o444);
    mode(place.dir(), 0o555);
    let Some(child) = Process::start_unprivileged("read", &place.path) else {
        println!("skipped: this is root, and it cannot give that up");
        return;
    };
    let said = child.finish();
    mode(place.dir(), 0o755);
    assert_eq!(said.len(), 3);
    for line in said {
        let read = line.ends_with(": 2 [2, 2, 2] refused refused");
        assert!(read || line.contains("CannotOpen") || line.contains("ReadOnly("), "{line}");
    }
}

#[test]
fn an_empty_path_names_no_store() {
    assert!(matches!(Store::open("", nepenthe::Options::default()), Err(OpenError::NotADatabase(_))));
}
