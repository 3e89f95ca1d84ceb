//! Several processes on one file: nothing acknowledged is lost, and nobody sees half a change.

use std::collections::{BTreeMap, BTreeSet};

use nepenthe::receipt::receipt::{Assurance, Awaiting};
use nepenthe::{Include, MemoryId, Mutation, NewMemory};

use crate::child::token;
use crate::support::{
    Dice, Place, Process, assert_sound, change, found_in_files, options_at, rounds, system_options,
};

#[test]
fn several_processes_write_one_store_at_once_and_lose_nothing() {
    let place = Place::new();
    // Nobody has made the store yet: they all do.
    let workers: Vec<Process> =
        (0..4).map(|n| Process::start_with("work", &place.path, &n.to_string())).collect();
    let checker = Process::start("check", &place.path);
    let mut expected: BTreeMap<String, (String, String)> = BTreeMap::new();
    for worker in workers {
        let said = worker.finish();
        assert_eq!(said.len(), rounds(8) * 9);
        for line in said {
            let mut words = line.splitn(4, ' ');
            let mut word = || words.next().unwrap_or_default().to_owned();
            match (word().as_str(), word(), word(), word()) {
                ("set", id, state, text) => drop(expected.insert(id, (state, text))),
                ("purge", id, _, _) => drop(expected.remove(&id)),
                other => panic!("{other:?}"),
            }
        }
    }
    assert_eq!(checker.finish(), ["sound"]);

    let store = crate::support::open(&place.path, system_options()).unwrap();
    assert_sound(&store);
    let list = store.scope("shared").unwrap().list(Include::All).unwrap();
    let found: BTreeMap<String, (String, String)> =
        list.into_iter().map(|m| (m.id.to_string(), (m.state.to_string(), m.text))).collect();
    assert_eq!(found, expected);
    for n in 0..4 {
        let own = store.scope(&format!("own/{n}")).unwrap();
        assert_eq!(own.list(Include::All).unwrap().len(), rounds(8));
    }
}

#[test]
fn processes_that_purge_the_same_rows_erase_each_of_them_once() {
    for _ in 0..rounds(2) {
        let place = Place::new();
        let store = crate::support::open(&place.path, system_options()).unwrap();
        let scope = store.scope("a").unwrap();
        let mut dice = Dice::new();
        let texts: Vec<String> = (0..40).map(|_| token(&mut dice)).collect();
        let rows: Vec<NewMemory> = texts.iter().map(NewMemory::new).collect();
        let mut ids: Vec<String> =
            scope.inscribe_batch(&rows, &mut |_| {}).unwrap().iter().map(ToString::to_string).collect();
        let racers: Vec<Process> =
            (0..3).map(|n| Process::start_with("race", &place.path, &n.to_string())).collect();
        let mut said: Vec<String> = racers.into_iter().flat_map(Process::finish).collect();
        said.sort_unstable();
        ids.sort_unstable();
        assert_eq!(said, ids);
        assert!(scope.list(Include::All).unwrap().is_empty());
        let report = store.scrub(false).unwrap();
        assert_eq!(report.waiting, []);
        assert_eq!(found_in_files(&place.path, &texts), []);
        let receipts = store.receipts().unwrap();
        let of = |assurance, awaiting: Option<Awaiting>| {
            let bodies = receipts.iter().map(|(_, body)| body);
            let of = bodies.filter(|body| (body.assurance, body.awaiting) == (assurance, awaiting));
            of.map(|body| &body.events).collect::<Vec<_>>()
        };
        let (first, last) =
            (of(Assurance::Logical, Some(Awaiting::NotScanned)), of(crate::support::fullest(), None));
        assert_eq!((first.len(), last.len()), (40, 40), "a logical one and a physical one each");
        assert_eq!(BTreeSet::from_iter(first), BTreeSet::from_iter(last));
        // Where a racer was in the way for long, another logical one says so.
        assert_eq!(receipts.len(), 80 + of(Assurance::Logical, Some(Awaiting::Readers)).len());
        assert_sound(&store);
    }
}

#[test]
fn many_processes_that_make_one_store_at_once_make_one() {
    for _ in 0..rounds(2) {
        let place = Place::new();
        let checkers: Vec<Process> = (0..6).map(|_| Process::start("check", &place.path)).collect();
        for checker in checkers {
            assert_eq!(checker.finish(), ["sound"]);
        }
        assert_sound(&crate::support::open(&place.path, system_options()).unwrap());
    }
}

#[test]
fn a_check_is_sound_while_another_handle_writes() {
    let place = Place::new();
    let store = crate::support::open(&place.path, system_options()).unwrap();
    let reader = crate::support::open(&place.path, system_options()).unwrap();
    let scope = store.scope("a").unwrap();
    for n in 0..10 {
        scope.inscribe(format!("text {n}")).unwrap();
    }
    // From inside the check, between two of its reads: its snapshot is overtaken.
    store.scope("b").unwrap().inscribe("another scope").unwrap();
    let mut written = 0;
    let report = reader
        .check(&mut |_| {
            scope.inscribe("written meanwhile").unwrap();
            written += 1;
        })
        .unwrap();
    assert!(report.is_sound(), "{report:#?}");
    assert_eq!((report.memories, written), (11, 2));
    assert_eq!(reader.check(&mut |_| {}).unwrap().memories, 13);
}

#[test]
fn a_check_is_sound_after_another_handle_has_rewritten_the_index() {
    let place = Place::new();
    let store = crate::support::open(&place.path, system_options()).unwrap();
    let reader = crate::support::open(&place.path, system_options()).unwrap();
    let scope = store.scope("a").unwrap();
    for round in 0..4 {
        // Enough writes that blocks of the lexical index fill up, which the reader has read before.
        for n in 0..40 {
            scope.inscribe(format!("text {n} of round {round}")).unwrap();
        }
        assert_sound(&reader);
        assert_eq!(reader.scope("a").unwrap().recall("round", 1000).unwrap().len(), (round + 1) * 40);
    }
}

#[test]
fn many_threads_that_make_one_store_at_once_make_one() {
    for _ in 0..rounds(30) {
        let place = Place::new();
        let start = std::sync::Barrier::new(8);
        std::thread::scope(|threads| {
            for n in 0..8 {
                let (path, start) = (&place.path, &start);
                threads.spawn(move || {
                    start.wait();
                    let store = crate::support::open(path, system_options()).unwrap();
                    store.scope("a").unwrap().inscribe(format!("text {n}")).unwrap();
                });
            }
        });
        let store = crate::support::open(&place.path, system_options()).unwrap();
        assert_eq!(store.scope("a").unwrap().list(Include::All).unwrap().len(), 8);
        assert_sound(&store);
    }
}

#[test]
fn two_handles_see_each_others_writes_at_once() {
    let place = Place::new();
    let stores = [0, 1].map(|_| crate::support::open(&place.path, system_options()).unwrap());
    let scopes = [0, 1].map(|n: usize| stores[n].scope("a").unwrap());
    for n in 0..10 {
        let id = scopes[n % 2].inscribe(format!("text {n}")).unwrap();
        assert_eq!(scopes[(n + 1) % 2].get(id).unwrap().text, format!("text {n}"));
        assert_eq!(scopes[(n + 1) % 2].recall("text", 100).unwrap().len(), n + 1);
    }
    stores.iter().for_each(|store| store.flush().unwrap());
    // Both counted what they recalled; neither overwrote the other's counts.
    let counted: u64 = scopes[0].list(Include::All).unwrap().iter().map(|memory| memory.accesses).sum();
    assert_eq!(counted, (1..=10).sum::<u64>());
}

#[test]
fn an_erasure_gets_its_turn_beside_a_process_that_writes_in_a_loop() {
    let place = Place::new();
    let store = crate::support::open(&place.path, system_options()).unwrap();
    let scope = store.scope("b").unwrap();
    let ids: Vec<MemoryId> = (0..12).map(|n| scope.inscribe(format!("code {n}{n}{n}{n}")).unwrap()).collect();
    // A large file, which takes longer to be scanned than the other one needs for a write.
    let outside = place.raw();
    outside
        .execute_batch(
            "CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(100000000)); DROP TABLE filler",
        )
        .unwrap();
    drop(outside);
    let mut writer = Process::start("inscribe", &place.path);
    writer.next().expect("a write");
    for id in ids {
        let erasure = change(&scope, Mutation::purge(id)).erasure.unwrap();
        assert_eq!((erasure.assurance, erasure.awaiting), (crate::support::fullest(), None));
    }
    writer.goes_on(&store);
    writer.kill();
    if crate::support::fullest() == Assurance::Crypto {
        // The key of a memory that never was may be left.
        store.scrub(false).unwrap();
    }
    assert_sound(&store);
}

/// Under the usual umask SQLite would let everybody read a new file.
#[cfg(unix)]
#[test]
fn the_files_of_an_open_store_are_its_owner_s_alone() {
    use std::os::unix::fs::PermissionsExt;
    for (place, files) in [(Place::new(), 3), (Place::encrypted(), 6)] {
        let store = crate::support::open(&place.path, options_at(&place.path)).unwrap();
        store.scope("a").unwrap().inscribe("the locker is 7741").unwrap();
        let entries = std::fs::read_dir(place.dir()).unwrap().map(Result::unwrap);
        let of_store = entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"store.db"));
        let found: Vec<_> = of_store
            .map(|entry| (entry.file_name(), entry.metadata().unwrap().permissions().mode() & 0o777))
            .collect();
        assert_eq!(found.len(), files, "{found:?}");
        assert!(found.iter().all(|(_, mode)| *mode == 0o600), "{found:?}");
    }
}
