//! Threads that read and write one store at once: what is acknowledged is there, and nothing else.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use nepenthe::{
    ApplyError, Include, InscribeError, MemoryId, Mutation, NewMemory, RandomSource, Scope, StorageError,
    Store, SystemRandom,
};

use crate::child::token;
use crate::support::{
    Dice, MODES, Place, assert_sound, change, everything, found_in_files, options_at, rounds, system_options,
};

/// The system's random bytes; while it is on, every so many calls fail: in the middle of a transaction, too.
#[derive(Clone, Default)]
struct Failing {
    on: Arc<AtomicBool>,
    calls: Arc<AtomicU64>,
}

impl RandomSource for Failing {
    fn fill(&self, buffer: &mut [u8]) -> std::io::Result<()> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        if self.on.load(Ordering::Relaxed) && call % 11 == 10 {
            return Err(std::io::Error::other("no bytes"));
        }
        SystemRandom.fill(buffer)
    }
}

/// What one thread knows to be there and to be gone, and how much of what it tried was done.
#[derive(Default)]
struct Known {
    there: BTreeMap<MemoryId, String>,
    gone: Vec<String>,
    done: usize,
    failed: usize,
}

/// Tells whether a change was made; it may fail in the ways that the test brings about.
fn applied(done: Result<nepenthe::Outcome, ApplyError>) -> bool {
    match done {
        Ok(_) => true,
        Err(ApplyError::Storage(StorageError::Random(_)) | ApplyError::Stale(_)) => false,
        Err(error) => panic!("{error:?}"),
    }
}

/// Does one thing after the other with memories of its own, in a scope that it shares with other threads.
fn work(scope: &Scope, mut dice: Dice, steps: usize) -> Known {
    let mut known = Known::default();
    for _ in 0..steps {
        let own = dice.roll(known.there.len().max(1) as u64) as usize;
        let one = known.there.iter().nth(own).map(|(id, text)| (*id, text.clone()));
        let new = format!("the note {} of a thread", token(&mut dice));
        let edit = |id| scope.plan(Mutation::edit(id, new.as_str())).unwrap();
        let done = match (dice.roll(10), one) {
            (0..5, _) | (_, None) => match scope.inscribe(new.as_str()) {
                Ok(id) => known.there.insert(id, new.clone()).is_none(),
                Err(InscribeError::Storage(StorageError::Random(_))) => false,
                Err(error) => panic!("{error:?}"),
            },
            (5, Some(_)) => {
                let nobody = MemoryId::from_bytes([7; 16]);
                let rows =
                    [NewMemory::new("half of a batch"), NewMemory::new(new.as_str()).with_sources([nobody])];
                match scope.inscribe_batch(&rows, &mut |_| {}) {
                    Err(InscribeError::NoSource { index: 1, from }) if from == nobody => false,
                    other => panic!("{other:?}"),
                }
            }
            (6, Some((id, _))) => {
                // Of two plans for one memory the second no longer fits, unless the first one failed.
                let plans = [edit(id), edit(id)];
                let done = plans.map(|plan| applied(scope.apply(plan)));
                assert_ne!(done, [true, true]);
                done.contains(&true) && known.there.insert(id, new.clone()).is_some()
            }
            (7, Some((id, _))) => {
                applied(scope.apply(edit(id))) && known.there.insert(id, new.clone()).is_some()
            }
            (_, Some((id, text))) => {
                let purged = applied(scope.apply(scope.plan(Mutation::purge(id)).unwrap()));
                if purged {
                    known.there.remove(&id);
                    known.gone.extend(crate::child::tokens(&text));
                }
                purged
            }
        };
        known.done += usize::from(done);
        known.failed += usize::from(!done);
    }
    known
}

/// Reads in every way until the writers have ended. No snapshot shows half of anything.
fn watch(store: &Store, scope: &Scope, ended: &AtomicBool) -> usize {
    let mut reads = 0;
    while !ended.load(Ordering::Relaxed) {
        let listed = scope.list(Include::All).unwrap();
        let recalled = scope.recall_with("note", &everything().with_mode(MODES[reads % 3])).unwrap();
        let texts = listed.iter().chain(recalled.iter().map(|hit| &hit.memory)).map(|memory| &memory.text);
        for text in texts {
            assert!(text.starts_with("the note ") && text.ends_with(" of a thread"), "{text}");
        }
        let report = store.check(&mut |_| {}).unwrap();
        assert!(report.is_sound(), "{report:#?}");
        reads += 1;
    }
    reads
}

fn plays(place: &Place, threads: u64, steps: usize) {
    let failing = Failing::default();
    let store =
        crate::support::open(&place.path, options_at(&place.path).with_random(failing.clone())).unwrap();
    let scope = store.scope("a").unwrap();
    failing.on.store(true, Ordering::Relaxed);
    let (mut seeds, ended) = (Dice::new(), AtomicBool::new(false));
    let known: Vec<Known> = std::thread::scope(|running| {
        let watchers = [(); 2].map(|()| running.spawn(|| watch(&store, &scope, &ended)));
        let writers: Vec<_> = (0..threads)
            .map(|_| {
                let (dice, scope) = (Dice::from_seed(seeds.roll(u64::MAX)), scope.clone());
                running.spawn(move || work(&scope, dice, steps))
            })
            .collect();
        let known: Vec<_> = writers.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
        ended.store(true, Ordering::Relaxed);
        assert!(watchers.map(|watcher| watcher.join().unwrap()).iter().all(|reads| *reads > 0));
        known.into_iter().map(Result::unwrap).collect()
    });
    failing.on.store(false, Ordering::Relaxed);

    assert!(known.iter().map(|known| known.failed).sum::<usize>() > 0);
    assert!(known.iter().map(|known| known.done).sum::<usize>() > steps);
    let gone: Vec<String> = known.iter().flat_map(|known| known.gone.clone()).collect();
    let there: BTreeMap<MemoryId, String> = known.into_iter().flat_map(|known| known.there).collect();
    drop((scope, store));
    let store = crate::support::open(&place.path, options_at(&place.path)).unwrap();
    let listed = store.scope("a").unwrap().list(Include::All).unwrap();
    let listed: BTreeMap<MemoryId, String> =
        listed.into_iter().map(|memory| (memory.id, memory.text)).collect();
    assert_eq!(listed, there);
    // No failed write has left a key of no memory either: that the deep check would name.
    assert_sound(&store);
    assert!(!gone.is_empty());
    assert_eq!(store.scrub(false).unwrap().waiting, []);
    assert_eq!(found_in_files(&place.path, &gone), []);
    assert_sound(&store);
}

#[test]
fn eight_threads_write_edit_purge_and_read_at_once_and_lose_nothing() {
    plays(&Place::new(), 8, rounds(25));
}

#[test]
fn threads_on_an_encrypted_store_lose_nothing_and_leave_no_key() {
    plays(&Place::encrypted(), 4, rounds(20));
}

#[test]
fn threads_on_a_store_with_its_indexes_in_memory_lose_nothing_and_leave_no_key() {
    plays(&Place::hidden(), 4, rounds(15));
}

#[test]
fn a_read_that_lasts_keeps_no_write_and_no_other_read_waiting() {
    let place = Place::new();
    let store = crate::support::open(&place.path, system_options()).unwrap();
    let scope = store.scope("a").unwrap();
    for n in 0..5 {
        scope.inscribe(format!("note {n}")).unwrap();
    }
    // From within the check, which has a snapshot open: the same handle writes and reads.
    let mut written = 0;
    let report = store
        .check(&mut |_| {
            let id = scope.inscribe("written meanwhile").unwrap();
            assert_eq!(scope.get(id).unwrap().text, "written meanwhile");
            assert!(scope.recall("meanwhile", 3).unwrap().iter().any(|hit| hit.memory.id == id));
            written += 1;
        })
        .unwrap();
    assert!(report.is_sound(), "{report:#?}");
    assert!(written > 0);
    assert_eq!(report.memories, 5);
    assert_eq!(store.check(&mut |_| {}).unwrap().memories, 5 + written);
}

#[test]
fn a_purge_waits_for_the_reads_of_other_threads_and_is_physical() {
    let place = Place::new();
    let store = crate::support::open(&place.path, system_options()).unwrap();
    let scope = store.scope("a").unwrap();
    let secret = scope.inscribe("wombat7741x").unwrap();
    let other = scope.inscribe("another note").unwrap();
    let (begun, ends) = std::sync::mpsc::channel();
    std::thread::scope(|running| {
        running.spawn(|| {
            store
                .check(&mut |_| {
                    let _ = begun.send(());
                    // Longer than a purge waits for other processes.
                    std::thread::sleep(Duration::from_millis(150));
                })
                .unwrap()
        });
        ends.recv().unwrap();
        let erasure = change(&scope, Mutation::purge(secret)).erasure.unwrap();
        assert_eq!((erasure.assurance, erasure.awaiting), (crate::support::fullest(), None));
    });
    assert_eq!(found_in_files(&place.path, &["wombat7741x".to_owned()]), []);
    assert_eq!(scope.get(other).unwrap().text, "another note");
    assert_sound(&store);
}

#[test]
fn reads_at_once_by_many_threads_find_what_was_written_before_them() {
    let place = Place::new();
    let store = crate::support::open(&place.path, system_options()).unwrap();
    let scope = store.scope("a").unwrap();
    for n in 0..rounds(20) {
        let id = scope.inscribe(format!("note number {n}")).unwrap();
        std::thread::scope(|running| {
            for mode in MODES.iter().cycle().take(12) {
                let scope = &scope;
                running.spawn(move || {
                    assert_eq!(scope.get(id).unwrap().id, id);
                    let found =
                        scope.recall_with(&format!("number {n}"), &everything().with_mode(*mode)).unwrap();
                    assert!(found.iter().any(|hit| hit.memory.id == id), "{mode:?}");
                });
            }
        });
    }
}

#[test]
fn a_store_that_took_another_ones_place_is_not_read() {
    let place = Place::new();
    let store = crate::support::open(&place.path, system_options()).unwrap();
    let scope = store.scope("a").unwrap();
    scope.inscribe("of the first").unwrap();
    for ending in ["", "-wal", "-shm"] {
        let name = format!("store.db{ending}");
        std::fs::rename(place.beside(&name), place.beside(&format!("aside-{name}"))).unwrap();
    }
    let other = crate::support::open(&place.path, system_options()).unwrap();
    other.scope("a").unwrap().inscribe("of the second").unwrap();
    std::thread::scope(|running| {
        for _ in 0..4 {
            running.spawn(|| {
                let texts: Vec<String> =
                    scope.list(Include::All).unwrap().into_iter().map(|memory| memory.text).collect();
                assert_eq!(texts, ["of the first"]);
            });
        }
    });
}
