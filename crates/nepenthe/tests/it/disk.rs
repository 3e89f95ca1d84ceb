//! Disks that are full.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use nepenthe::{
    ApplyError, ImportError, Include, InscribeError, Mutation, NewMemory, OpenError, ReembedError, Scope,
    StorageError, Store, Target,
};
use rusqlite::Connection;

use crate::support::{BagOfWords, Place, assert_sound, dump, exported, system_options, view};

/// A small disk of its own, unmounted when it is dropped.
struct SmallDisk {
    place: Place,
    root: PathBuf,
}

impl SmallDisk {
    fn new() -> Option<Self> {
        let place = Place::new();
        let root = place.beside("disk");
        fs::create_dir(&root).unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"])
            .arg(&root)
            .output()
            .is_ok_and(|output| output.status.success());
        if !mounted {
            println!("skipped: a small disk cannot be mounted here, which takes root");
        }
        mounted.then_some(Self { place, root })
    }

    fn store(&self) -> PathBuf {
        self.root.join("store.db")
    }

    /// Fills the disk but for some bytes.
    fn fill(&self, leave: usize) {
        use std::io::Write;
        let filler = self.root.join("filler");
        let mut file = fs::File::create(&filler).unwrap();
        let (mut written, mut patience) = (0, 10);
        // The room of a file removed just before may come back a little later.
        while patience > 0 {
            if file.write_all(&[1; 4096]).is_ok() {
                written += 4096;
            } else {
                patience -= 1;
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
        }
        file.set_len((written - leave.next_multiple_of(4096)) as u64).unwrap();
    }

    fn make_room(&self) {
        fs::remove_file(self.root.join("filler")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        drop(Command::new("umount").arg("-l").arg(&self.root).output());
        assert!(self.place.dir().exists());
    }
}

#[test]
fn a_full_disk_is_called_so_and_nothing_is_half_done() {
    type Write = fn(&Scope, &str) -> Result<(), StorageError>;
    fn inscribe(scope: &Scope, _: &str) -> Result<(), StorageError> {
        let rows: Vec<NewMemory> =
            (0..40).map(|n| NewMemory::new(format!("new {n} {}", "y".repeat(9000)))).collect();
        match scope.inscribe_batch(&rows, &mut |_| {}) {
            Err(InscribeError::Storage(error)) => Err(error),
            other => other.map(drop).map_err(|error| panic!("{error:?}")),
        }
    }
    fn apply(scope: &Scope, mutation: Mutation) -> Result<(), StorageError> {
        match scope.apply(scope.plan(mutation).unwrap()) {
            Err(ApplyError::Storage(error)) => Err(error),
            other => other.map(drop).map_err(|error| panic!("{error:?}")),
        }
    }
    fn purge(scope: &Scope, _: &str) -> Result<(), StorageError> {
        apply(scope, Mutation::purge(Target::All))
    }
    fn supersede(scope: &Scope, _: &str) -> Result<(), StorageError> {
        let ids: Vec<_> = scope.list(Include::Live).unwrap().into_iter().map(|memory| memory.id).collect();
        apply(scope, Mutation::supersede(ids, "z".repeat(400_000)))
    }
    fn edit(scope: &Scope, _: &str) -> Result<(), StorageError> {
        apply(scope, Mutation::edit(scope.list(Include::All).unwrap()[0].id, "z".repeat(400_000)))
    }
    fn import(scope: &Scope, lines: &str) -> Result<(), StorageError> {
        match scope.import(lines.as_bytes(), &mut |_| {}) {
            Err(ImportError::Storage(error)) => Err(error),
            other => other.map(drop).map_err(|error| panic!("{error:?}")),
        }
    }
    let lines = {
        let store = Store::open_in_memory(system_options()).unwrap();
        let scope = store.scope("a").unwrap();
        inscribe(&scope, "").unwrap();
        exported(&scope)
    };
    let writes: [(&str, Write); 5] = [
        ("inscribe", inscribe),
        ("purge", purge),
        ("supersede", supersede),
        ("edit", edit),
        ("import", import),
    ];
    for (what, write) in writes {
        let Some(disk) = SmallDisk::new() else { return };
        let store = Store::open(disk.store(), system_options()).unwrap();
        let scope = store.scope("a").unwrap();
        let rows: Vec<NewMemory> =
            (0..60).map(|n| NewMemory::new(format!("row {n} {}", "x".repeat(4000)))).collect();
        scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
        // The log starts anew, so that what is written needs room.
        Connection::open(disk.store())
            .unwrap()
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
            .unwrap();
        let before = view(&scope);
        for leave in [0, 40_000, 150_000] {
            disk.fill(leave);
            let refused = write(&scope, &lines);
            assert!(matches!(refused, Err(StorageError::DiskFull(_))), "{what}, {leave} left: {refused:?}");
            assert_eq!(view(&scope), before, "{what}, {leave} left");
            assert_sound(&store);
            // Nor does another process see half of it.
            assert_sound(&Store::open(disk.store(), system_options()).unwrap());
            disk.make_room();
        }
        write(&scope, &lines).unwrap();
        assert_ne!(view(&scope), before, "{what}");
        assert_sound(&store);
    }
}

#[test]
fn a_reembed_on_a_full_disk_leaves_the_old_vectors() {
    let Some(disk) = SmallDisk::new() else { return };
    let store = Store::open(disk.store(), system_options()).unwrap();
    let scope = store.scope("a").unwrap();
    let rows: Vec<NewMemory> = (0..200).map(|n| NewMemory::new(format!("row {n}"))).collect();
    scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
    drop((scope, store));
    for leave in [60_000, 200_000] {
        disk.fill(leave);
        let result =
            Store::reembed(disk.store(), system_options().with_embedder(BagOfWords(384)), &mut |_| {});
        assert!(matches!(result, Err(ReembedError::Storage(StorageError::DiskFull(_)))), "{result:?}");
        disk.make_room();
        let store = Store::open(disk.store(), system_options()).unwrap();
        assert_eq!(store.scope("a").unwrap().recall("row 7", 300).unwrap().len(), 200);
        assert_sound(&store);
    }
    let store =
        Store::reembed(disk.store(), system_options().with_embedder(BagOfWords(384)), &mut |_| {}).unwrap();
    assert_sound(&store);
}

#[test]
fn a_store_made_on_a_full_disk_is_made_once_there_is_room() {
    let Some(disk) = SmallDisk::new() else { return };
    for leave in [0, 20_000, 70_000] {
        disk.fill(leave);
        match Store::open(disk.store(), system_options()) {
            Err(OpenError::Storage(StorageError::DiskFull(_))) => {}
            other => panic!("{leave} left: {other:?}"),
        }
        disk.make_room();
    }
    let store = Store::open(disk.store(), system_options()).unwrap();
    store.scope("a").unwrap().inscribe("text").unwrap();
    assert_sound(&store);
    assert!(!dump(&Connection::open(disk.store()).unwrap()).is_empty());
}
