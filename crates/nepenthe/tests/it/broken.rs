//! Purges on a disk that fails: each call that a purge makes of it in turn, twice, done or not; then the disk is healed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use nepenthe::receipt::receipt::Assurance;
use nepenthe::{ApplyError, Include, MemoryId, Mutation, NewMemory, Options, Scope, StorageError, Store};

use crate::support::{Place, Process, assert_sound, change, found_in_files, rounds, say, system_options};
use crate::vfs::{self, Call, Fault};

const SECRETS: [&str; 3] = ["zq7741kxwv", "hj2290mvpq", "bn5561wtrz"];

fn options() -> Options {
    system_options().with_busy_timeout(Duration::from_millis(5))
}

/// A store with a memory of three versions among others, closed.
fn prepare(path: &Path) -> MemoryId {
    let store = Store::open(path, options()).unwrap();
    let scope = store.scope("a").unwrap();
    let rows: Vec<NewMemory> =
        (0..10).map(|n| NewMemory::new(format!("row {n} {}", "words ".repeat(n * 30)))).collect();
    scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
    let id = scope.inscribe(format!("The code is {}.", SECRETS[0])).unwrap();
    change(&scope, Mutation::edit(id, format!("The code is {}. {}", SECRETS[1], "filler ".repeat(4000))));
    change(&scope, Mutation::edit(id, format!("The code is {}.", SECRETS[2])));
    scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
    id
}

fn purge(scope: &Scope, id: MemoryId) -> Result<(), StorageError> {
    let plan = match scope.plan(Mutation::purge(id)) {
        Ok(plan) => plan,
        Err(nepenthe::PlanError::Storage(error)) => return Err(error),
        Err(error) => panic!("{error:?}"),
    };
    match scope.apply(plan) {
        Ok(_) => Ok(()),
        Err(ApplyError::Storage(error)) => Err(error),
        Err(error) => panic!("{error:?}"),
    }
}

/// Runs in a process of its own, whose disk it breaks.
pub fn purges_on_a_broken_disk(folder: &Path) {
    vfs::install();
    fs::create_dir_all(folder).unwrap();
    let template = folder.join("template.db");
    let id = prepare(&template);
    let path = folder.join("store.db");
    let fresh = || {
        for ending in ["", "-wal", "-shm"] {
            drop(fs::remove_file(format!("{}{ending}", path.display())));
        }
        fs::copy(&template, &path).unwrap();
        Store::open(&path, options()).unwrap()
    };
    let calls = {
        let store = fresh();
        let scope = store.scope("a").unwrap();
        vfs::set(None);
        purge(&scope, id).unwrap();
        vfs::set(None).0
    };
    let step = (8 / rounds(1)).max(1);
    let mut table: BTreeMap<(String, String), [usize; 3]> = BTreeMap::new();
    for fault in [Fault::Lost, Fault::Persisted, Fault::Full, Fault::Busy] {
        let places = (0..calls.len()).filter(|at| match fault {
            Fault::Full => calls[*at] == Call::Write,
            Fault::Busy => calls[*at] == Call::Lock,
            _ => true,
        });
        // Reads are the most, and the most alike.
        let mut reads = 0;
        for at in places {
            if calls[at] == Call::Read {
                reads += 1;
                if reads % step != 0 {
                    continue;
                }
            }
            let store = fresh();
            let scope = store.scope("a").unwrap();
            vfs::set(Some((fault, at)));
            let first = purge(&scope, id);
            let struck = vfs::set(Some((fault, at))).1;
            // Again, on the disk as it is: what failed is tried again, what is done is finished.
            let second = match first {
                Ok(()) => store.scrub(false).map(drop),
                Err(_) => purge(&scope, id),
            };
            vfs::set(None);

            let what = format!("{fault:?} at call {at}, {struck:?}: {first:?}, then {second:?}");
            let there = scope.list(Include::All).unwrap().iter().any(|memory| memory.id == id);
            assert!(!(there && (first.is_ok() || second.is_ok())), "acknowledged, but there: {what}");
            if there {
                assert_eq!(scope.history(id).unwrap().len(), 3, "{what}");
                let outcome = scope.apply(scope.plan(Mutation::purge(id)).unwrap());
                let erasure =
                    outcome.unwrap_or_else(|error| panic!("{error:?} after {what}")).erasure.unwrap();
                assert_eq!(erasure.assurance, Assurance::Physical, "{what}");
            }
            assert_eq!(store.scrub(false).unwrap().waiting, [], "{what}");
            let gone = SECRETS.map(str::to_owned);
            assert_eq!(found_in_files(&path, &gone), [], "{what}");
            drop((scope, store));
            let store = Store::open(&path, options()).unwrap();
            assert_sound(&store);
            assert!(store.scrub(false).unwrap().issued.is_empty(), "{what}");
            let counts = table.entry((format!("{fault:?}"), format!("{struck:?}"))).or_default();
            counts[0] += 1;
            counts[1] += usize::from(first.is_err());
            counts[2] += usize::from(second.is_err());
        }
    }
    for ((fault, call), [cases, first, second]) in table {
        say(format!("{fault} {call}: {cases} cases, refused at first {first}, again {second}"));
    }
}

#[test]
fn a_purge_on_a_broken_disk_is_all_or_nothing_and_leaves_no_byte_once_it_is_healed() {
    let place = Place::new();
    let said = Process::start("broken disk", &place.beside("disk")).finish();
    said.iter().for_each(|line| println!("{line}"));
    for fault in ["Lost", "Persisted"] {
        for call in ["Read", "Write", "Truncate", "Sync"] {
            let row = format!("{fault} Some({call})");
            assert!(said.iter().any(|line| line.starts_with(&row)), "nothing struck {row}");
        }
    }
    assert!(said.iter().any(|line| line.starts_with("Full Some(Write)")));
    assert!(said.iter().any(|line| line.starts_with("Busy Some(Lock)")));
}
