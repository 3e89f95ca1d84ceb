//! A process killed (SIGKILL) at any moment: what it had acknowledged is there, and of what it had not, all or
//! nothing.

use std::time::Duration;

use nepenthe::receipt::receipt::Assurance;
use nepenthe::{Access, CheckOptions, Include, Mutation, NewMemory, Scope, State, Store};

use crate::child::{BATCH, DIMENSIONS, THREADS, options_of, tokens};
use crate::support::{
    Dice, MODES, Place, Process, assert_sound, everything, exported, found_in_files, options_at, rounds,
    sorted_texts, system_options, tables_with, view,
};

/// Starts the role, kills it after some acknowledgements and a moment, and returns what it had acknowledged.
fn kill(role: &str, place: &Place, argument: &str, dice: &mut Dice) -> Vec<String> {
    let mut process = Process::start_with(role, &place.path, argument);
    let wanted = dice.roll(6);
    let mut said = Vec::new();
    while (said.len() as u64) < wanted {
        said.push(process.next().expect("the child ended by itself"));
    }
    // Any moment will do, so this waits for nothing; the first ones of a process are its start.
    std::thread::sleep(Duration::from_micros(dice.roll(if wanted == 0 { 40_000 } else { 6000 })));
    said.extend(process.kill());
    said
}

fn reopened(place: &Place) -> (Store, Scope) {
    let store = crate::support::open(&place.path, options_at(&place.path)).unwrap();
    // A killed process may leave a key of no memory, which the deep check names.
    let report = store.check(&mut |_| {}).unwrap();
    assert!(report.is_sound(), "{report:#?}");
    let scope = store.scope("a").unwrap();
    (store, scope)
}

/// How many operations are done: those acknowledged, and at most the one that was under way.
#[track_caller]
fn assert_done(done: usize, before: usize, said: &[String]) {
    let acknowledged = said.last().map_or(before, |last| last.parse::<usize>().unwrap() + 1);
    assert!(done == acknowledged || done == acknowledged + 1, "{done} are done, {acknowledged} acknowledged");
}

#[test]
fn an_inscribe_survives_or_never_was() {
    inscribes(&Place::new(), rounds(8));
}

#[test]
fn an_inscribe_in_an_encrypted_store_survives_with_its_key() {
    let place = Place::encrypted();
    inscribes(&place, rounds(8));
    let (store, scope) = reopened(&place);
    store.scrub(false).unwrap();
    let report = store.check_with(&CheckOptions::default().deep(), &mut |_| {}).unwrap();
    assert!(report.is_sound(), "{report:#?}");
    assert!(!scope.list(Include::All).unwrap().is_empty());
}

fn inscribes(place: &Place, rounds: usize) {
    let (mut dice, mut before) = (Dice::new(), 0);
    for _ in 0..rounds {
        let said = kill("inscribe", place, "", &mut dice);
        let (_store, scope) = reopened(place);
        let list = scope.list(Include::All).unwrap();
        assert_done(list.len(), before, &said);
        for (n, memory) in list.iter().enumerate() {
            assert_eq!(memory.text, format!("note {n}"));
        }
        for mode in MODES {
            assert_eq!(scope.recall_with("note", &everything().with_mode(mode)).unwrap().len(), list.len());
        }
        before = list.len();
    }
}

#[test]
fn what_threads_write_together_survives_for_each_of_them() {
    threads(&Place::new(), rounds(8));
}

#[test]
fn what_threads_write_together_in_an_encrypted_store_survives_with_its_keys() {
    let place = Place::encrypted();
    threads(&place, rounds(5));
    let (store, _) = reopened(&place);
    store.scrub(false).unwrap();
    assert_sound(&store);
}

fn threads(place: &Place, rounds: usize) {
    let (mut dice, mut before) = (Dice::new(), [0; THREADS]);
    for _ in 0..rounds {
        let said = kill("threads", place, "", &mut dice);
        let (_store, scope) = reopened(place);
        let texts: Vec<String> =
            scope.list(Include::All).unwrap().into_iter().map(|memory| memory.text).collect();
        for (thread, before) in before.iter_mut().enumerate() {
            let prefix = format!("thread {thread} ");
            let own: Vec<&String> = texts.iter().filter(|text| text.starts_with(&prefix)).collect();
            for (n, text) in own.iter().enumerate() {
                assert_eq!(**text, format!("thread {thread} note {n}"));
            }
            let numbers = said.iter().filter_map(|line| line.strip_prefix(&format!("{thread} ")));
            let said: Vec<String> = numbers.map(str::to_owned).collect();
            assert_done(own.len(), *before, &said);
            *before = own.len();
        }
        assert_eq!(texts.len(), before.iter().sum::<usize>());
        for mode in MODES {
            assert_eq!(scope.recall_with("note", &everything().with_mode(mode)).unwrap().len(), texts.len());
        }
    }
}

#[test]
fn a_batch_survives_whole_or_never_was() {
    let (place, mut dice, mut before) = (Place::new(), Dice::new(), 0);
    for _ in 0..rounds(6) {
        let said = kill("batch", &place, "", &mut dice);
        let list = reopened(&place).1.list(Include::All).unwrap();
        assert_eq!(list.len() % BATCH, 0, "half a batch is there");
        assert_done(list.len() / BATCH, before, &said);
        for (n, memory) in list.iter().enumerate() {
            assert_eq!(memory.text, format!("batch {} row {}", n / BATCH, n % BATCH));
        }
        before = list.len() / BATCH;
    }
}

#[test]
fn a_supersede_never_leaves_both_or_neither() {
    let (place, mut dice, mut before) = (Place::new(), Dice::new(), 0);
    for _ in 0..rounds(6) {
        let said = kill("supersede", &place, "", &mut dice);
        let (_store, scope) = reopened(&place);
        let list = scope.list(Include::All).unwrap();
        assert_done(list.len(), before, &said);
        before = list.len();
        let Some(last) = list.last() else { continue };
        let live = scope.list(Include::Live).unwrap();
        assert_eq!(sorted_texts(&live), [format!("job {}", list.len() - 1)]);
        assert!(list[..list.len() - 1].iter().all(|memory| memory.state == State::Superseded));
        assert_eq!(scope.blame(last.id).unwrap().len(), list.len());
    }
}

#[test]
fn an_edit_leaves_the_old_text_or_the_new() {
    let (place, mut dice, mut before) = (Place::new(), Dice::new(), 0);
    for _ in 0..rounds(6) {
        let said = kill("edit", &place, "", &mut dice);
        let (_store, scope) = reopened(&place);
        let Some(memory) = scope.list(Include::All).unwrap().pop() else {
            assert!(said.is_empty());
            continue;
        };
        let history = scope.history(memory.id).unwrap();
        assert_done(history.len(), before, &said);
        for (n, entry) in history.iter().enumerate() {
            assert_eq!(entry.text, Some(format!("text {n}")));
        }
        assert_eq!(memory.text, format!("text {}", history.len() - 1));
        for mode in MODES {
            assert_eq!(scope.recall_with("text", &everything().with_mode(mode)).unwrap().len(), 1);
        }
        before = history.len();
    }
}

#[test]
fn what_was_purged_stays_gone_from_every_table() {
    let mut dice = Dice::new();
    for _ in 0..rounds(6) {
        let place = Place::new();
        let secrets: Vec<String> = (0..30).map(|n| format!("wombat{n}x")).collect();
        {
            let (_store, scope) = reopened(&place);
            let rows: Vec<NewMemory> = secrets.iter().map(NewMemory::new).collect();
            scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
        }
        let said = kill("purge", &place, "", &mut dice);
        assert_eq!(said, secrets[..said.len()]);
        let (_store, scope) = reopened(&place);
        let list = scope.list(Include::All).unwrap();
        let gone = secrets.len() - list.len();
        assert!(gone == said.len() || gone == said.len() + 1);
        assert!(list.iter().map(|memory| &memory.text).eq(&secrets[gone..]));
        let raw = place.raw();
        for secret in &secrets[..gone] {
            assert_eq!(tables_with(&raw, secret), Vec::<String>::new(), "{secret}");
        }
    }
}

#[test]
fn an_erasure_that_a_kill_cut_short_is_finished_by_who_opens_the_store() {
    for (place, in_words) in [(Place::new(), true), (Place::encrypted(), true), (Place::hidden(), false)] {
        let secrets: Vec<String> = (0..3).map(|n| format!("wombat{n}x")).collect();
        let rows: Vec<NewMemory> = secrets.iter().map(NewMemory::new).collect();
        reopened(&place).1.inscribe_batch(&rows, &mut |_| {}).unwrap();
        let mut reader = Process::start("hold", &place.path);
        assert_eq!(reader.next().as_deref(), Some("holding"));
        let mut eraser = Process::start("purge", &place.path);
        assert_eq!(eraser.next().as_ref(), Some(&secrets[0]));
        let said = 1 + eraser.kill().len();
        let open =
            |access| crate::support::open(&place.path, options_at(&place.path).with_access(access)).unwrap();

        // Not while somebody reads an older state, and not by who only reads.
        let store = open(Access::Existing);
        assert!(store.unfinished_erasures().unwrap() >= said);
        assert_eq!(store.scope("a").unwrap().list(Include::All).unwrap().len(), 3 - said);
        drop(store);
        reader.kill();
        let store = open(Access::ReadOnly);
        assert!(store.unfinished_erasures().unwrap() >= said);
        drop(store);
        assert_eq!(!found_in_files(&place.path, &secrets[..said]).is_empty(), in_words);

        let store = open(Access::Existing);
        let gone = 3 - store.scope("a").unwrap().list(Include::All).unwrap().len();
        assert_eq!(found_in_files(&place.path, &secrets[..gone]), []);
        assert_eq!(store.unfinished_erasures().unwrap(), 0);
        let bodies = store.receipts().unwrap();
        let reached = bodies.iter().filter(|(_, body)| body.assurance != Assurance::Logical);
        assert_eq!(reached.count(), gone);
        assert_sound(&store);
    }
}

#[test]
fn an_erasure_is_physical_or_pending_and_who_opens_the_store_leaves_no_byte() {
    erasures("erase", rounds(50));
}

#[test]
fn an_erasure_that_goes_on_in_the_background_is_finished_by_who_opens_the_store() {
    erasures("erase later", rounds(50));
}

fn erasures(role: &str, rounds: usize) {
    let mut dice = Dice::new();
    let (mut kills, mut places, mut erased, mut cut) = (0, 0, 0, 0);
    while kills < rounds {
        let place = match places % 3 {
            0 => Place::new(),
            1 => Place::encrypted(),
            _ => Place::hidden(),
        };
        places += 1;
        drop(crate::support::open(&place.path, options_at(&place.path)).unwrap());
        let mut gone: Vec<String> = Vec::new();
        for _ in 0..10 {
            let said = kill(role, &place, &dice.roll(u64::MAX).to_string(), &mut dice);
            kills += 1;
            let (store, scope) = reopened(&place);
            for beside in ["beside/0", "beside/1"] {
                let list = store.scope(beside).unwrap().list(Include::All).unwrap();
                assert!(list.iter().enumerate().all(|(n, memory)| memory.text == format!("beside {n}")));
            }
            let memories = scope.list(Include::All).unwrap();
            let histories = memories.iter().flat_map(|memory| scope.history(memory.id).unwrap());
            let there: Vec<String> =
                histories.filter_map(|entry| entry.text).flat_map(|text| tokens(&text)).collect();
            let mut receipts = Vec::new();
            for line in &said {
                let mut words = line.split(' ').map(str::to_owned);
                match words.next().as_deref() {
                    Some("erased") => {
                        receipts.push(words.next().unwrap());
                        gone.extend(words);
                    }
                    // The last one may have been under way: then all of it is gone, or nothing.
                    Some("erasing") if Some(line) == said.last() => {
                        let words: Vec<String> = words.collect();
                        let left = words.iter().filter(|word| there.contains(word)).count();
                        assert!(left == 0 || left == words.len(), "{left} of {}", words.len());
                        cut += 1;
                        gone.extend(words.into_iter().filter(|_| left == 0));
                    }
                    _ => {}
                }
            }
            erased += receipts.len();
            assert!(gone.iter().all(|token| !there.contains(token)), "it has come back");

            assert_eq!(store.unfinished_erasures().unwrap(), 0);
            assert_eq!(found_in_files(&place.path, &gone), []);
            // Keys of memories that never were may be left.
            assert_eq!(store.scrub(false).unwrap().waiting, []);
            let bodies = store.receipts().unwrap();
            for receipt in receipts {
                let physical = bodies.iter().any(|(_, body)| {
                    let completes = body.completes.map(|id| id.to_string());
                    let names = [Some(body.receipt.to_string()), completes].contains(&Some(receipt.clone()));
                    body.assurance != Assurance::Logical && names
                });
                assert!(physical, "{receipt} was acknowledged, and nothing says that it is physical");
            }
            assert!(store.scrub(false).unwrap().issued.is_empty());
            let deep = store.check_with(&CheckOptions::default().deep(), &mut |_| {}).unwrap();
            assert!(deep.is_sound(), "{deep:#?}");
        }
    }
    println!("{kills} kills, {erased} erasures acknowledged, {cut} cut short");
    assert!(erased > 0);
}

#[test]
fn an_import_survives_whole_or_never_was() {
    const ROWS: usize = 30;
    let mut dice = Dice::new();
    let files = Place::new();
    for file in 0..10 {
        let store = crate::support::open_in_memory(system_options()).unwrap();
        let scope = store.scope("a").unwrap();
        let rows: Vec<NewMemory> =
            (0..ROWS).map(|row| NewMemory::new(format!("file {file} row {row}"))).collect();
        scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
        std::fs::write(files.beside(&format!("{file}.jsonl")), exported(&scope)).unwrap();
    }
    for _ in 0..rounds(6) {
        let place = Place::new();
        let said = kill("import", &place, files.dir().to_str().unwrap(), &mut dice);
        let list = reopened(&place).1.list(Include::All).unwrap();
        assert_eq!(list.len() % ROWS, 0, "half a file is there");
        assert_done(list.len() / ROWS, 0, &said);
        for (n, memory) in list.iter().enumerate() {
            assert_eq!(memory.text, format!("file {} row {}", n / ROWS, n % ROWS));
        }
    }
}

#[test]
fn after_a_reembed_all_vectors_are_the_old_or_all_the_new() {
    let (place, mut dice) = (Place::new(), Dice::new());
    let texts: Vec<String> = (0..100).map(|n| format!("text {n:03}")).collect();
    {
        let (_store, scope) = reopened(&place);
        let rows: Vec<NewMemory> = texts.iter().map(NewMemory::new).collect();
        scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
    }
    let mut before = 16;
    for _ in 0..rounds(8) {
        let said = kill("reembed", &place, "", &mut dice);
        let stored = Store::embedder_of(&place.path).unwrap().unwrap();
        let last = said.last().map(|last| last.parse::<usize>().unwrap());
        let next = last.map_or(DIMENSIONS[0], |last| {
            let index = DIMENSIONS.iter().position(|dimension| *dimension == last).unwrap();
            DIMENSIONS[(index + 1) % DIMENSIONS.len()]
        });
        let last = last.unwrap_or(before);
        assert!(
            [last, next].contains(&stored.dimension),
            "{} is neither {last} nor {next}",
            stored.dimension
        );
        let store = crate::support::open(&place.path, options_of(stored.dimension)).unwrap();
        assert_sound(&store);
        let scope = store.scope("a").unwrap();
        assert_eq!(sorted_texts(&scope.list(Include::All).unwrap()), texts);
        assert_eq!(scope.recall_with("text 042", &everything()).unwrap().len(), texts.len());
        before = stored.dimension;
    }
}

#[test]
fn a_store_half_made_is_made_on_the_next_opening() {
    let mut dice = Dice::new();
    for _ in 0..rounds(8) {
        let place = Place::new();
        let said = kill("create", &place, "", &mut dice);
        for number in 0..=said.len() {
            let path = place.path.with_extension(number.to_string());
            if number < said.len() {
                drop(crate::support::open(&path, system_options().with_access(Access::Existing)).unwrap());
            }
            let store = crate::support::open(&path, system_options()).unwrap();
            store.scope("a").unwrap().inscribe("first").unwrap();
            assert_sound(&store);
        }
    }
}

/// A store with a secret in its backup `old.db`, and not in itself.
fn backed_up(place: &Place) -> String {
    let (store, scope) = reopened(place);
    let rows: Vec<NewMemory> = (0..20).map(|n| NewMemory::new(format!("note {n}"))).collect();
    let ids = scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
    let secret = scope.inscribe("wombat7741x").unwrap();
    store.backup(place.beside("old.db"), None, &mut |_| {}).unwrap();
    for id in [secret, ids[3]] {
        scope.apply(scope.plan(Mutation::purge(id)).unwrap()).unwrap();
    }
    view(&scope)
}

#[test]
fn a_backup_is_whole_or_not_there_and_changes_nothing() {
    let mut dice = Dice::new();
    for _ in 0..rounds(6) {
        let (place, copies) = (Place::new(), Place::new());
        let before = backed_up(&place);
        let said = kill("backup", &place, copies.dir().to_str().unwrap(), &mut dice);
        let (store, scope) = reopened(&place);
        assert_eq!(view(&scope), before);
        for number in 0..=said.len() {
            let path = copies.beside(&format!("{number}.db"));
            if number == said.len() {
                if path.exists() {
                    std::fs::remove_file(&path).unwrap();
                }
                // What a killed one left behind goes with the next.
                store.backup(&path, None, &mut |_| {}).unwrap();
                // An empty folder of one that was killed before it had a lock stays for a minute.
                let left = std::fs::read_dir(copies.dir()).unwrap().map(Result::unwrap);
                let prefix = format!(".{number}.db.part-");
                let mut parts = left.filter(|entry| entry.file_name().to_str().unwrap().starts_with(&prefix));
                assert!(parts.all(|part| std::fs::read_dir(part.path()).unwrap().next().is_none()));
                continue;
            }
            let copy = crate::support::open(&path, system_options().with_access(Access::Existing)).unwrap();
            assert_sound(&copy);
            assert_eq!(view(&copy.scope("a").unwrap()), before);
        }
    }
}

#[test]
fn a_restored_store_is_whole_or_not_there_and_holds_nothing_erased() {
    restores(Place::new, rounds(8));
}

#[test]
fn a_restored_encrypted_store_has_its_keys_or_is_not_there() {
    restores(Place::encrypted, rounds(6));
}

fn restores(place: fn() -> Place, rounds: usize) {
    let mut dice = Dice::new();
    for round in 0..rounds {
        let place = place();
        let before = backed_up(&place);
        let bytes = std::fs::read(place.beside("old.db")).unwrap();
        let replaces = round % 2 == 1;
        let role = if replaces { "replace" } else { "restore" };
        let said = kill(role, &place, place.dir().to_str().unwrap(), &mut dice);
        assert_eq!(std::fs::read(place.beside("old.db")).unwrap(), bytes);
        if !replaces {
            assert_eq!(view(&reopened(&place).1), before);
        }
        let names = std::fs::read_dir(place.dir()).unwrap().map(|entry| entry.unwrap().file_name());
        let names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        let mut found = 0;
        for name in names.iter().filter(|name| name.ends_with(".db") && *name != "old.db") {
            found += usize::from(name != "store.db");
            let path = place.beside(name);
            let store =
                crate::support::open(&path, options_at(&place.path).with_access(Access::Existing)).unwrap();
            assert_sound(&store);
            let rows = store.scope("a").unwrap().list(Include::All).unwrap();
            assert_eq!(rows.len(), 19, "{name}");
            assert!(rows.iter().all(|row| row.state != State::Unreadable), "{name}");
            let raw = rusqlite::Connection::open(&path).unwrap();
            assert_eq!(tables_with(&raw, "wombat7741x"), Vec::<String>::new());
        }
        if !replaces {
            assert!(found == said.len() || found == said.len() + 1, "{found} restored, {said:?}");
        }
    }
}
