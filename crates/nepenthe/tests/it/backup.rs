//! Backups, and that what was erased after one does not come back with it.

use std::path::Path;
use std::sync::Arc;

use nepenthe::control::planner::Canonical;
use nepenthe::receipt::note::SigningKey;
use nepenthe::receipt::receipt::{Assurance, How};
use nepenthe::receipt::{Receipt, verify};
use nepenthe::{
    Backup, BackupError, CheckOptions, Include, Known, Mutation, NewMemory, OpenError, Options, Plan,
    RestoreError, RestoreOptions, Returning, Scope, State, Store,
};

use crate::support::{
    CountingRandom, Place, Shared, StepClock, change, exported, options, sorted_texts, view,
};

const PLAIN: &str = "Vault code 7741-KQ is under Zebulon's stapler.";
const KEPT: &str = "The kettle is in room 4.";
const NEEDLES: [&str; 7] = ["7741-KQ", "Zebulon", "zebulon", "9920-XW", "77120", "Quentin", "171 over"];

/// Time and chance that the stores of a test share, so that no id comes twice.
struct World {
    place: Place,
    clock: StepClock,
    random: Arc<CountingRandom>,
}

impl World {
    fn new() -> Self {
        Self { place: Place::new(), clock: StepClock::new(), random: Arc::default() }
    }

    fn options(&self) -> Options {
        options(&self.clock).with_random(Shared(Arc::clone(&self.random))).with_planner(Canonical::default())
    }

    fn open(&self, name: &str) -> Store {
        Store::open(self.place.beside(name), self.options()).unwrap()
    }

    fn restore(
        &self,
        from: &str,
        into: &str,
        how: &RestoreOptions,
    ) -> Result<nepenthe::RestoreReport, RestoreError> {
        let backup = Backup::open(self.place.beside(from)).unwrap();
        backup.restore(self.place.beside(into), self.options(), how, &mut |_| {})
    }

    fn current(&self) -> RestoreOptions {
        RestoreOptions::default().with_current(&self.place.path)
    }
}

fn key(store: &Store) -> SigningKey {
    SigningKey::from_seed(&store.origin().unwrap(), &[7; 32]).unwrap()
}

/// The receipts that a store has issued, signed.
fn signed(store: &Store) -> Vec<Receipt> {
    let ids = store.receipts().unwrap().into_iter().map(|(id, _)| id);
    ids.map(|id| store.receipt(id, &key(store)).unwrap()).collect()
}

#[track_caller]
fn assert_deeply_sound(store: &Store) {
    let report = store.check_with(&CheckOptions::default().deep(), &mut |_| {}).unwrap();
    assert!(report.is_sound(), "{report:#?}");
}

/// Whether a store's files hold some bytes.
fn holds(path: &Path, needle: &str) -> bool {
    ["", "-wal", "-shm"].iter().any(|end| {
        let mut file = path.as_os_str().to_owned();
        file.push(end);
        let bytes = std::fs::read(file).unwrap_or_default();
        bytes.windows(needle.len()).any(|window| window == needle.as_bytes())
    })
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

/// A store that was backed up to `old.db`, and from which three things were erased since: a memory with two texts, a part
/// of a memory, and a memory from which another was made. Returns the scope's export from before.
fn erased_since(world: &World) -> String {
    let store = world.open("store.db");
    let scope = store.scope("acme/alice").unwrap();
    let plain = scope.inscribe(PLAIN).unwrap();
    change(&scope, Mutation::edit(plain, "Vault code 9920-XW is in the safe."));
    scope.inscribe("Yuri's badge is B-77120; Zoe's badge is B-88231.").unwrap();
    let source = scope.inscribe("Quentin's pressure was 171 over 104.").unwrap();
    let summary = NewMemory::new("Summary: a patient, Quentin, with hypertension.");
    scope.inscribe(NewMemory { derived_from: vec![source], ..summary }).unwrap();
    scope.inscribe(KEPT).unwrap();
    let export = exported(&scope);
    store.backup(world.place.beside("old.db"), None, &mut |_| {}).unwrap();

    world.clock.step_seconds(60);
    scope.inscribe("Written after the backup.").unwrap();
    change(&scope, Mutation::purge(plain));
    change(&scope, Mutation::purge("everything about Yuri"));
    change(&scope, Mutation::purge(source));
    export
}

#[test]
fn a_backup_is_a_store_in_one_file_and_receipts_know_of_it() {
    let world = World::new();
    let store = world.open("store.db");
    let scope = store.scope("a").unwrap();
    let id = scope.inscribe(PLAIN).unwrap();
    let expires = world.clock.seconds_from_now(3600);
    let mut steps = Vec::new();
    let report =
        store.backup(world.place.beside("b.db"), Some(expires), &mut |step| steps.push(step)).unwrap();
    assert_eq!((report.events, report.expires), (1, Some(expires)));
    assert!(steps.last().is_some_and(|step| step.done == step.total && step.total > 0));
    let made: Vec<String> =
        names(world.place.dir()).into_iter().filter(|name| name.contains("b.db")).collect();
    assert_eq!(made, ["b.db"]);

    let copy = world.open("b.db");
    assert_eq!(view(&copy.scope("a").unwrap()), view(&scope));
    assert_eq!(copy.origin().unwrap(), store.origin().unwrap());
    assert_deeply_sound(&copy);
    let receipt = |store: &Store| {
        let scope = store.scope("a").unwrap();
        let erasure = change(&scope, Mutation::purge(id)).erasure.unwrap();
        store.receipt(erasure.receipt, &key(store)).unwrap().body().backups.clone()
    };
    for store in [&store, &copy] {
        let backups = receipt(store);
        let latest = backups.latest_expiry.map(|time| time.to_string().parse::<jiff::Timestamp>().unwrap());
        assert_eq!((backups.known, latest), (1, Some(expires)));
    }
    let again = store.backup(world.place.beside("b.db"), None, &mut |_| {});
    assert!(matches!(again, Err(BackupError::Exists(_))), "{again:?}");
    let past = store.backup(world.place.beside("c.db"), Some(world.clock.time()), &mut |_| {});
    assert!(matches!(past, Err(BackupError::Expired)), "{past:?}");
    assert!(!world.place.beside("c.db").exists());
}

#[test]
fn nothing_that_was_erased_since_comes_back_with_a_backup() {
    let world = World::new();
    let export = erased_since(&world);
    let (backup, new) = (world.place.beside("old.db"), world.place.beside("new.db"));
    let backup_bytes = std::fs::read(&backup).unwrap();
    assert!(NEEDLES.iter().all(|needle| holds(&backup, needle)), "the backup holds what was erased since");
    let current = view(&world.open("store.db").scope("acme/alice").unwrap());

    let report = world.restore("old.db", "new.db", &world.current()).unwrap();

    assert_eq!((report.known, report.erased, report.redacted), (Known::Log, 3, 1));
    assert_eq!(report.receipts.len(), 1);
    for needle in NEEDLES {
        assert!(!holds(&new, needle), "{needle}");
    }
    assert_eq!(std::fs::read(&backup).unwrap(), backup_bytes);
    assert_eq!(view(&world.open("store.db").scope("acme/alice").unwrap()), current);
    assert!(
        !names(world.place.dir()).iter().any(|name| name.contains("part") || name.starts_with("new.db-"))
    );

    let store = world.open("new.db");
    assert_deeply_sound(&store);
    assert_eq!(store.origin().unwrap(), report.origin);
    assert_ne!(report.origin, report.origin_before);
    let scope = store.scope("acme/alice").unwrap();
    let list = scope.list(Include::All).unwrap();
    let badge = list.iter().find(|memory| memory.text.contains("B-88231")).unwrap();
    assert_eq!(sorted_texts(&list), [KEPT, &badge.text]);
    let texts: Vec<String> =
        scope.history(badge.id).unwrap().into_iter().filter_map(|entry| entry.text).collect();
    assert_eq!(texts, [&*badge.text]);
    let receipt = store.receipt(report.receipts[0], &key(&store)).unwrap();
    let body = receipt.body();
    assert_eq!((body.assurance, body.counts.erased), (Assurance::Physical, 3));
    assert!(body.erased.iter().any(|erased| erased.how == How::Edited));
    assert!(body.scan.is_some());
    let verified = verify(receipt.to_string(), &[key(&store).verifying_key()], &Default::default());
    assert!(verified.holds(), "{verified:?}");

    let before = view(&scope);
    scope.import(export.as_bytes(), &mut |_| {}).unwrap();
    assert_eq!(view(&scope), before, "the export from before the erasures brings something back");
    for needle in NEEDLES {
        assert!(!holds(&new, needle), "{needle}");
    }
    // The same backup fits the restored store too: its log begins as the backup's.
    let again = RestoreOptions::default().with_current(&new);
    assert_eq!(world.restore("old.db", "again.db", &again).unwrap().erased, 3);
}

#[test]
fn without_the_current_store_receipts_say_what_was_erased() {
    let world = World::new();
    erased_since(&world);
    let store = world.open("store.db");
    let (receipts, trusted) = (signed(&store), vec![key(&store).verifying_key()]);
    drop(store);
    let how = RestoreOptions::default().with_receipts(receipts.clone(), trusted.clone());
    let report = world.restore("old.db", "new.db", &how).unwrap();
    assert_eq!(report.receipts_unused, []);
    // A receipt does not say which part went, so the memory goes whole.
    assert_eq!((report.known, report.erased, report.redacted), (Known::Receipts, 4, 0));
    for needle in NEEDLES {
        assert!(!holds(&world.place.beside("new.db"), needle), "{needle}");
    }
    let scope = world.open("new.db").scope("acme/alice").unwrap();
    assert_eq!(sorted_texts(&scope.list(Include::All).unwrap()), [KEPT]);

    // Receipts of what the backup has lost already ask for nothing.
    let current = world.open("store.db");
    current.backup(world.place.beside("late.db"), None, &mut |_| {}).unwrap();
    let report = world.restore("late.db", "later.db", &how).unwrap();
    assert_eq!((report.erased, report.receipts_unused.len()), (0, receipts.len()));

    let other = world.open("other.db");
    let scope = other.scope("acme/alice").unwrap();
    let id = scope.inscribe(PLAIN).unwrap();
    change(&scope, Mutation::purge(id));
    let foreign = RestoreOptions::default().with_receipts(signed(&other), vec![key(&other).verifying_key()]);
    let refused = world.restore("old.db", "third.db", &foreign);
    assert!(matches!(refused, Err(RestoreError::OtherReceipt(_))), "{refused:?}");
    assert!(!world.place.beside("third.db").exists());
}

#[test]
fn a_restore_goes_by_no_receipt_that_was_altered_or_that_nobody_trusted_has_signed() {
    let world = World::new();
    erased_since(&world);
    let store = world.open("store.db");
    let kept = store.scope("acme/alice").unwrap().list(Include::All).unwrap();
    let kept = kept.iter().find(|memory| memory.text == KEPT).unwrap().id;
    let (receipts, own) = (signed(&store), key(&store));
    let whole = receipts[0].to_string();
    let named = receipts[0].body().erased[0].memory.to_string();
    let altered: Receipt = whole.replace(&named, &kept.to_string()).parse().unwrap();
    let forged = SigningKey::from_seed(&store.origin().unwrap(), &[8; 32]).unwrap();
    let forged = store.receipt(store.receipts().unwrap()[0].0, &forged).unwrap();
    let other = SigningKey::from_seed("nepenthe/another", &[7; 32]).unwrap();
    drop(store);
    let holds = || receipts[1].clone();
    for (given, trusted, index, check) in [
        (vec![holds(), altered], vec![own.verifying_key()], 1, "inclusion"),
        (vec![holds(), forged], vec![own.verifying_key()], 1, "key"),
        (vec![holds()], vec![other.verifying_key()], 0, "key"),
        (vec![holds()], Vec::new(), 0, "key"),
    ] {
        let refused =
            world.restore("old.db", "new.db", &RestoreOptions::default().with_receipts(given, trusted));
        let Err(RestoreError::Receipt { index: found, failed, .. }) = refused else { panic!("{refused:?}") };
        assert!(found == index && failed.starts_with(check), "{found}: {failed}");
        assert!(!names(world.place.dir()).iter().any(|name| name.contains("new.db")));
    }
}

#[test]
fn a_file_takes_no_place_where_sqlite_would_take_what_was_left_there_for_a_part_of_it() {
    let world = World::new();
    erased_since(&world);
    let store = world.open("store.db");
    let places = ["copy.db", "new.db"].map(|name| world.place.beside(name));
    for end in ["-wal", "-shm", "-journal"] {
        let left = places.clone().map(|path| {
            let mut left = path.into_os_string();
            left.push(end);
            std::path::PathBuf::from(left)
        });
        // Before anything is done, and when it appears in the meantime.
        for late in [false, true] {
            let leave = |at: usize| std::fs::write(&left[at], "left").unwrap();
            if !late {
                (0..2).for_each(leave);
            }
            let refused = store.backup(&places[0], None, &mut |_| leave(0));
            assert!(
                matches!(&refused, Err(BackupError::LeftBeside(path)) if *path == left[0]),
                "{refused:?}"
            );
            let backup = Backup::open(world.place.beside("old.db")).unwrap();
            let refused = backup.restore(&places[1], world.options(), &world.current(), &mut |_| leave(1));
            assert!(
                matches!(&refused, Err(RestoreError::LeftBeside(path)) if *path == left[1]),
                "{refused:?}"
            );
            for (path, left) in places.iter().zip(&left) {
                assert!(!path.exists() && std::fs::read(left).unwrap() == b"left");
                std::fs::remove_file(left).unwrap();
            }
        }
    }
    store.backup(&places[0], None, &mut |_| {}).unwrap();
    world.restore("old.db", "new.db", &world.current()).unwrap();
    places.iter().for_each(|path| assert_deeply_sound(&Store::open(path, world.options()).unwrap()));
}

#[test]
fn a_restore_that_knows_of_no_erasures_is_refused_or_says_so() {
    let world = World::new();
    erased_since(&world);
    let refused = world.restore("old.db", "new.db", &RestoreOptions::default());
    assert!(matches!(refused, Err(RestoreError::NoErasures)), "{refused:?}");
    assert!(!world.place.beside("new.db").exists());
    let report = world.restore("old.db", "new.db", &RestoreOptions::default().without_erasures()).unwrap();
    assert_eq!((report.known, report.erased), (Known::Nothing, 0));
    let store = world.open("new.db");
    assert_deeply_sound(&store);
    assert_eq!(store.scope("acme/alice").unwrap().list(Include::All).unwrap().len(), 5);
}

#[test]
fn a_backup_of_another_log_or_path_is_refused() {
    let world = World::new();
    erased_since(&world);
    let other = world.open("other.db");
    other.scope("a").unwrap().inscribe("Somebody else's.").unwrap();
    drop(other);
    let with = |name: &str| RestoreOptions::default().with_current(world.place.beside(name));
    let refused = world.restore("old.db", "new.db", &with("other.db"));
    assert!(matches!(refused, Err(RestoreError::OtherLog)), "{refused:?}");
    // The backup is younger than what is said to be the current store.
    world.open("store.db").backup(world.place.beside("late.db"), None, &mut |_| {}).unwrap();
    let refused = world.restore("late.db", "new.db", &with("old.db"));
    assert!(matches!(refused, Err(RestoreError::OtherLog)), "{refused:?}");
    let refused = world.restore("old.db", "store.db", &world.current());
    assert!(matches!(refused, Err(RestoreError::Exists(_))), "{refused:?}");
    let refused = world.restore("old.db", "new.db", &with("nowhere.db"));
    assert!(matches!(refused, Err(RestoreError::Open(OpenError::NotFound(_)))), "{refused:?}");
    let refused = world.restore("old.db", "new.db", &RestoreOptions::default().replacing());
    assert!(matches!(refused, Err(RestoreError::Open(OpenError::NotFound(_)))), "{refused:?}");
    assert!(!world.place.beside("new.db").exists());
}

#[test]
fn the_place_of_the_current_store_is_taken_only_while_nobody_has_it_open() {
    let world = World::new();
    erased_since(&world);
    let replace = RestoreOptions::default().replacing();
    let before = {
        let store = world.open("store.db");
        let patient = world.options().with_busy_timeout(std::time::Duration::from_millis(50));
        let backup = Backup::open(world.place.beside("old.db")).unwrap();
        let refused = backup.restore(&world.place.path, patient, &replace, &mut |_| {});
        assert!(matches!(refused, Err(RestoreError::InUse(_))), "{refused:?}");
        view(&store.scope("acme/alice").unwrap())
    };

    let report = world.restore("old.db", "store.db", &replace).unwrap();

    assert_eq!((report.known, report.erased, report.redacted), (Known::Log, 3, 1));
    let aside = report.aside.unwrap();
    let old = Store::open(&aside, world.options()).unwrap();
    assert_eq!(view(&old.scope("acme/alice").unwrap()), before);
    assert_deeply_sound(&old);
    let store = world.open("store.db");
    assert_deeply_sound(&store);
    assert_eq!(store.scope("acme/alice").unwrap().list(Include::All).unwrap().len(), 2);
    for needle in NEEDLES {
        assert!(!holds(&world.place.path, needle), "{needle}");
    }
}

#[test]
fn tombstones_and_known_backups_come_along() {
    let world = World::new();
    erased_since(&world);
    world.clock.step_seconds(60);
    world.open("store.db").backup(world.place.beside("second.db"), None, &mut |_| {}).unwrap();
    let raw = world.place.raw();
    let laid: i64 = raw.query_row("SELECT count(*) FROM tombstone", [], |row| row.get(0)).unwrap();
    let lay = "INSERT INTO tombstone SELECT 1, ?1, 'text', max(seq) FROM event WHERE kind = 'purge'";
    raw.execute(lay, [[9u8; 16]]).unwrap();
    drop(raw);
    let report = world.restore("old.db", "new.db", &world.current()).unwrap();
    assert!(report.tombstones >= 1, "{report:?}");
    let raw = rusqlite::Connection::open(world.place.beside("new.db")).unwrap();
    let count = |sql: &str| raw.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM tombstone"), laid + 1);
    assert_eq!(count("SELECT count(*) FROM backup"), 2);
    assert_deeply_sound(&world.open("new.db"));
}

#[test]
fn a_plan_made_before_a_restore_does_not_fit_after_it() {
    let world = World::new();
    let store = world.open("store.db");
    let scope = store.scope("a").unwrap();
    let id = scope.inscribe(PLAIN).unwrap();
    store.backup(world.place.beside("old.db"), None, &mut |_| {}).unwrap();
    change(&scope, Mutation::edit(id, KEPT));
    let plan: Plan = scope.plan(Mutation::purge(id)).unwrap();
    world.restore("old.db", "new.db", &world.current()).unwrap();
    let restored: Scope = world.open("new.db").scope("a").unwrap();
    assert!(restored.apply(plan).is_err());
    assert_eq!(sorted_texts(&restored.list(Include::All).unwrap()), [PLAIN]);
}

#[test]
fn the_log_still_begins_with_a_checkpoint_that_was_kept() {
    let world = World::new();
    let store = world.open("store.db");
    let scope = store.scope("a").unwrap();
    scope.inscribe(PLAIN).unwrap();
    let note = store.checkpoint(&key(&store)).unwrap();
    let checkpoint: nepenthe::receipt::Checkpoint = note.text().parse().unwrap();
    scope.inscribe(KEPT).unwrap();
    let findings = |checkpoint| {
        let options = CheckOptions::default().with_checkpoint(checkpoint);
        let found = store.check_with(&options, &mut |_| {}).unwrap().findings;
        found.into_iter().map(|finding| finding.problem).collect::<Vec<_>>()
    };
    assert_eq!(findings(checkpoint.clone()), [""; 0]);
    let mut forked = checkpoint.clone();
    forked.root.0[0] ^= 1;
    assert_eq!(findings(forked), ["the first 1 events are not those of the checkpoint"]);
    let mut longer = checkpoint.clone();
    longer.size = 7;
    assert_eq!(findings(longer), ["the log has 2 events, 5 fewer than the checkpoint"]);
    let mut other = checkpoint;
    other.origin = "nepenthe/other".into();
    assert_eq!(findings(other).len(), 1);
}

#[test]
fn what_was_taken_out_beside_a_text_does_not_come_back_with_a_backup() {
    let world = World::new();
    let store = world.open("store.db");
    let scope = store.scope("acme/alice").unwrap();
    let new = nepenthe::NewMemory::new("The van has a new tyre.").with_source("mail from sam@roe.example");
    let id = scope.inscribe(new).unwrap();
    store.backup(world.place.beside("old.db"), None, &mut |_| {}).unwrap();
    change(&scope, Mutation::purge("sam@roe.example"));
    drop((scope, store));

    let report = world.restore("old.db", "new.db", &world.current()).unwrap();

    assert_eq!((report.erased, report.redacted), (0, 1));
    assert!(!holds(&world.place.beside("new.db"), "sam@roe.example"));
    let memory = world.open("new.db").scope("acme/alice").unwrap().get(id).unwrap();
    assert_eq!((memory.text.as_str(), memory.source), ("The van has a new tyre.", None));
}

#[test]
fn a_receipt_does_not_agree_with_a_store_that_was_rolled_back() {
    let world = World::new();
    let store = world.open("store.db");
    let scope = store.scope("acme").unwrap();
    let (gone, edited) = (scope.inscribe(PLAIN).unwrap(), scope.inscribe(KEPT).unwrap());
    // Another scope may have a memory of the same id.
    let copies = store.scope("copies").unwrap();
    copies.import(exported(&scope).as_bytes(), &mut |_| {}).unwrap();
    drop((scope, copies, store));
    std::fs::copy(&world.place.path, world.place.beside("before.db")).unwrap();

    let store = world.open("store.db");
    change(&store.scope("acme").unwrap(), Mutation::purge(gone));
    change(&store.scope("acme").unwrap(), Mutation::edit(edited, "The kettle is in room 5."));
    let receipts = signed(&store);
    let disagreements = |store: &Store| {
        let found = receipts.iter().flat_map(|receipt| store.compare(receipt).unwrap());
        found.filter(|found| !found.agrees).map(|found| (found.name, found.sentence)).collect::<Vec<_>>()
    };
    assert!(!receipts.is_empty());
    assert_eq!(disagreements(&store), []);

    let rolled_back = world.open("before.db");
    let gone = ("gone", format!("Still in the store: {gone}."));
    assert!(disagreements(&rolled_back).contains(&gone), "{:?}", disagreements(&rolled_back));
}

#[test]
fn a_store_with_an_import_in_quarantine_is_sound_and_so_are_its_backups() {
    let world = World::new();
    let store = world.open("store.db");
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe(PLAIN).unwrap();
    world.clock.step_seconds(1);
    let edited = scope.inscribe(KEPT).unwrap();
    world.clock.step_seconds(1);
    change(&scope, Mutation::edit(edited, "The kettle is in room 5."));
    let lines = exported(&scope);
    // One that is live in the export, and one with an earlier text.
    change(&scope, Mutation::purge(id));
    change(&scope, Mutation::purge(edited));
    world.clock.step_seconds(1);
    let other = world.open("other.db").scope("acme").unwrap();
    let (new, new_edited) = (other.inscribe("a").unwrap(), other.inscribe("b").unwrap());
    let lines = lines
        .replace(&id.to_string(), &new.to_string())
        .replace(&edited.to_string(), &new_edited.to_string());
    let careful = scope.clone().with_returning(Returning::Quarantine);
    assert_eq!(careful.import(lines.as_bytes(), &mut |_| {}).unwrap().imported, 2);
    for id in [new, new_edited] {
        assert_eq!(scope.get(id).unwrap().state, State::Quarantined);
    }

    assert_deeply_sound(&store);
    store.backup(world.place.beside("backup.db"), None, &mut |_| {}).unwrap();
    drop((careful, scope, store));
    world.restore("backup.db", "store.db", &RestoreOptions::default().replacing()).unwrap();
    assert_eq!(world.open("store.db").scope("acme").unwrap().get(new).unwrap().state, State::Quarantined);
}
