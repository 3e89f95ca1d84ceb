//! Stores whose rows are in PostgreSQL: the engine's own tests over them, several servers on one, what a mirror is worth, and what
//! the database shows to whom.

mod migration;
mod plain;

use std::process::Command;
use std::time::Duration;

use jiff::SignedDuration;
use nepenthe::control::planner::Otherwise;
use nepenthe::llm::Scripted;
use nepenthe::llm::scripted::Mode;
use nepenthe::receipt::note::SigningKey;
use nepenthe::receipt::receipt::Assurance;
use nepenthe::receipt::verify;
use nepenthe::{
    Access, ApplyError, CheckOptions, Clock, Include, InscribeError, Mutation, OpenError, Options, Placement,
    RecallMode, RecallOptions, StorageError, Store, SystemClock, SystemRandom,
};
use postgres::{Client, NoTls};

use crate::support::server::{Shared, connect, has_pgvector, server};
use crate::support::{
    BagOfWords, Place, Process, StepClock, assert_sound, change, exported, master, options, system_options,
    texts, view,
};

/// The modules of the engine's tests that run over PostgreSQL as they do over a file.
const MODULES: [&str; 19] = [
    "basics", "canonical", "depth", "instructions", "kill", "limits", "llm", "log", "mentions", "passages",
    "placements", "planner", "plans", "processes", "recall", "scopes", "threads", "together", "transfer",
];

/// Of these, what is of files: backups, other formats, bytes and rows that are read past the engine, or a reader that keeps the one
/// connection of a store whose indexes are in memory.
const OF_FILES: [&str; 27] = [
    "kill::a_backup_is_whole_or_not_there_and_changes_nothing",
    "kill::a_restored_encrypted_store_has_its_keys_or_is_not_there",
    "kill::a_restored_store_is_whole_or_not_there_and_holds_nothing_erased",
    "kill::after_a_reembed_all_vectors_are_the_old_or_all_the_new",
    "kill::an_erasure_is_physical_or_pending_and_who_opens_the_store_leaves_no_byte",
    "kill::an_erasure_that_a_kill_cut_short_is_finished_by_who_opens_the_store",
    "kill::an_erasure_that_goes_on_in_the_background_is_finished_by_who_opens_the_store",
    "kill::what_was_purged_stays_gone_from_every_table",
    "log::an_event_can_be_neither_changed_nor_deleted_past_the_engine",
    "log::no_table_holds_the_text_of_a_purged_memory",
    "log::the_log_never_holds_a_text_even_while_the_memory_lives",
    "log::what_stays_of_a_purged_memory_is_what_its_events_say",
    "mentions::a_check_sees_what_is_missing_and_what_is_too_much",
    "mentions::a_store_of_the_format_before_gets_its_blocks",
    "mentions::what_many_texts_mention_is_in_blocks_and_goes_with_each_text",
    "passages::a_backup_has_them_and_what_was_erased_since_is_not_in_what_comes_back",
    "passages::a_store_of_the_format_before_gets_passages_when_it_is_embedded_again",
    "passages::damage_to_passages_is_a_finding",
    "passages::no_piece_of_an_erased_passage_stays_in_the_file",
    "placements::a_check_names_annotations_that_somebody_changed_past_the_engine",
    "placements::a_store_of_the_format_before_gets_the_table_and_keeps_its_memories",
    "placements::annotations_travel_with_exports_and_backups_and_are_checked_on_the_way_in",
    "placements::what_is_annotated_and_purged_is_in_no_byte_of_the_files",
    "processes::the_files_of_an_open_store_are_its_owner_s_alone",
    "recall::recall_writes_nothing",
    "threads::a_read_that_lasts_keeps_no_write_and_no_other_read_waiting",
    "threads::a_store_that_took_another_ones_place_is_not_read",
];

#[test]
fn the_engines_tests_hold_over_postgresql() {
    let mut tests = Command::new(std::env::current_exe().unwrap());
    // They wait for the server more than they compute.
    tests.arg("--test-threads=8");
    tests.args(MODULES.map(|module| format!("{module}::")));
    for test in OF_FILES {
        tests.args(["--skip", test]);
    }
    server().name_in(&mut tests);
    let done = tests.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
}

/// A store in a database of its own, whose tables no other test writes anew or waits for; and the superuser there.
fn alone(name: &str) -> (Shared, Client) {
    let beside = |url: &str| format!("{}/{name}", url.rsplit_once('/').unwrap().0);
    admin().batch_execute(&format!("CREATE DATABASE {name} OWNER nepenthe_owner")).unwrap();
    let mut admin = Client::connect(&beside(&server().admin), NoTls).unwrap();
    if has_pgvector() {
        admin.batch_execute("CREATE EXTENSION vector").unwrap();
    }
    let mut place = Shared::new();
    place.url = format!("{}?store={name}", beside(&server().url));
    (place, admin)
}

fn admin() -> Client {
    Client::connect(&server().admin, NoTls).unwrap()
}

/// The number of a store.
fn number(place: &Shared) -> i32 {
    let name = place.url.split(['=', '&']).nth(1).unwrap();
    admin().query_one("SELECT id FROM nepenthe.store WHERE name = $1", &[&name]).unwrap().get(0)
}

fn key(store: &Store) -> SigningKey {
    SigningKey::from_seed(&store.origin().unwrap(), &[7; 32]).unwrap()
}

/// With real time and chance, and small vectors.
fn real() -> Options {
    system_options()
}

#[test]
fn what_one_server_writes_another_recalls_at_once() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let (one, two) = (connect(&place, options(&clock)), connect(&place, options(&clock)));
    let (a, b) = (one.scope("acme/alice").unwrap(), two.scope("acme/alice").unwrap());
    let id = a.inscribe("Alice works at Initech.").unwrap();
    assert_eq!(texts(&b.recall("Where does Alice work?", 5).unwrap()), ["Alice works at Initech."]);
    change(&b, Mutation::edit(id, "Alice works at Globex."));
    assert_eq!(texts(&a.recall("Where does Alice work?", 5).unwrap()), ["Alice works at Globex."]);
    b.inscribe("Alice sails.").unwrap();
    assert_eq!(view(&a), view(&b));
    let outcome = change(&a, Mutation::purge(vec![id]));
    assert_eq!(texts(&b.recall("Alice", 9).unwrap()), ["Alice sails."]);
    assert_eq!(outcome.erasure.unwrap().assurance, Assurance::Crypto);
    assert_eq!(two.unfinished_erasures().unwrap(), 0);
    assert_sound(&one);
    assert_sound(&two);
    assert_eq!(exported(&a), exported(&b));
}

#[test]
fn a_plan_that_another_server_has_made_stale_is_refused() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let (one, two) = (connect(&place, options(&clock)), connect(&place, options(&clock)));
    let (a, b) = (one.scope("a").unwrap(), two.scope("a").unwrap());
    let id = a.inscribe("The boat is called Vesper.").unwrap();
    let plan = a.plan(Mutation::release(vec![id])).unwrap();
    change(&b, Mutation::edit(id, "The boat is called Nerissa."));
    assert!(matches!(a.apply(plan), Err(ApplyError::Stale(stale)) if stale == id));
    assert_eq!(texts(&a.recall("boat", 5).unwrap()), ["The boat is called Nerissa."]);
}

#[test]
fn servers_that_write_at_once_make_one_log() {
    const SERVERS: usize = 3;
    const WRITES: usize = 25;
    let place = Shared::new();
    let stores: Vec<Store> = (0..SERVERS).map(|_| connect(&place, real())).collect();
    std::thread::scope(|running| {
        for (number, store) in stores.iter().enumerate() {
            for thread in 0..2 {
                running.spawn(move || {
                    let scope = store.scope(&format!("s/{thread}")).unwrap();
                    for write in 0..WRITES {
                        let id = scope.inscribe(format!("harbour{number}x{thread}x{write} note")).unwrap();
                        if write % 5 == 0 {
                            change(&scope, Mutation::purge(vec![id]));
                        }
                        assert!(scope.recall("note", 3).unwrap().len() <= 3);
                    }
                });
            }
        }
    });
    let sizes: Vec<u64> = stores.iter().map(|store| store.log_size().unwrap()).collect();
    assert!(sizes.iter().all(|size| *size == sizes[0]), "{sizes:?}");
    let key = key(&stores[0]);
    let signed: Vec<String> =
        stores.iter().map(|store| store.checkpoint(&key).unwrap().to_string()).collect();
    assert!(signed.iter().all(|note| *note == signed[0]));
    for store in &stores {
        assert_sound(store);
        for thread in 0..2 {
            let list = store.scope(&format!("s/{thread}")).unwrap().list(Include::All).unwrap();
            assert_eq!(list.len(), SERVERS * WRITES * 4 / 5);
        }
    }
}

#[test]
fn what_another_server_erases_during_a_check_is_no_finding() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let annotates = options(&clock)
        .with_language_model(Scripted::new(Mode::Good))
        .with_placement(Placement::Inscribe, Otherwise::Fail);
    let (one, two) = (connect(&place, annotates), connect(&place, options(&clock)));
    let scope = one.scope("a").unwrap();
    let id = scope.inscribe("Анна Козлова купила чайник.").unwrap();
    assert!(!scope.annotations(id).unwrap().is_empty());
    let mut erased = None;
    // Between the memories and their annotations.
    let report = one.check_with(&CheckOptions::default().deep(), &mut |_| {
        erased.get_or_insert_with(|| change(&two.scope("a").unwrap(), Mutation::purge(vec![id])));
    });
    assert_eq!(report.unwrap().findings, []);
    assert!(erased.is_some());
    assert_sound(&one);
}

#[test]
fn a_sealed_store_of_format_10_and_its_mirror_are_brought_up() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let cache = place.cache();
    let open = || {
        let options = options(&clock).with_random(SystemRandom).with_encryption(master());
        Store::connect(&place.url, &cache, options.with_key_file(place.keys())).unwrap()
    };
    open().scope("a").unwrap().inscribe("我的手机壳 is blue").unwrap();
    let mut files = std::fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path());
    let mirror = files.find(|path| path.extension().is_some_and(|end| end == "db")).unwrap();
    let mirror = || rusqlite::Connection::open(&mirror).unwrap();
    let formats = || -> (i64, i32) {
        let of_store = "SELECT format FROM nepenthe.store WHERE id = $1";
        let of_store = admin().query_one(of_store, &[&number(&place)]).unwrap().get(0);
        (mirror().query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap(), of_store)
    };
    let now = formats();
    assert_eq!(now.0, nepenthe::FORMAT_VERSION);
    // The rows are the same in both.
    mirror().execute_batch("PRAGMA user_version = 10").unwrap();
    admin().execute("UPDATE nepenthe.store SET format = 10 WHERE id = $1", &[&number(&place)]).unwrap();
    assert_eq!(formats(), (10, 10));
    let store = open();
    assert_eq!(formats(), now);
    let by_words = RecallOptions::new(1).with_mode(RecallMode::Lexical);
    let found = store.scope("a").unwrap().recall_with("手机", &by_words).unwrap();
    assert_eq!(texts(&found), ["我的手机壳 is blue"]);
    assert_sound(&store);
}

#[test]
fn a_mirror_may_be_thrown_away_or_be_behind() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let cache = place.cache();
    let open = || {
        let options = options(&clock).with_random(SystemRandom).with_encryption(master());
        Store::connect(&place.url, &cache, options.with_key_file(place.keys())).unwrap()
    };
    let first = open();
    let id = first.scope("a").unwrap().inscribe("The ferry leaves at nine.").unwrap();
    first.scope("a").unwrap().inscribe("The tide turns at ten.").unwrap();
    drop(first);
    let other = connect(&place, options(&clock));
    let scope = other.scope("a").unwrap();
    change(&scope, Mutation::purge(vec![id]));
    scope.inscribe("The ferry is full.").unwrap();
    let expected = view(&scope);
    // Behind.
    let behind = open();
    assert_eq!(view(&behind.scope("a").unwrap()), expected);
    assert_sound(&behind);
    drop(behind);
    std::fs::remove_dir_all(&cache).unwrap();
    // Thrown away. What was purged is not numbered again.
    let new = open();
    assert_eq!(view(&new.scope("a").unwrap()), expected);
    new.scope("a").unwrap().inscribe("The tide is low.").unwrap();
    assert_eq!(view(&new.scope("a").unwrap()), view(&scope));
    assert_sound(&new);
    assert_sound(&other);
}

#[test]
fn a_lost_connection_is_opened_again_and_no_write_is_half_done() {
    let (mut place, clock) = (Shared::new(), StepClock::new());
    place.url += "&application_name=doomed";
    let store = connect(&place, options(&clock));
    let scope = store.scope("a").unwrap();
    scope.inscribe("note 0").unwrap();
    for round in 1..4 {
        admin()
            .execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'doomed'",
                &[],
            )
            .unwrap();
        assert_eq!(scope.list(Include::All).unwrap().len(), round);
        scope.inscribe(format!("note {round}")).unwrap();
    }
    // Somebody holds the lock for longer than the store waits.
    let patient = connect(&place, options(&clock).with_busy_timeout(Duration::from_millis(50)));
    let mut other = admin();
    let mut lock = other.transaction().unwrap();
    lock.query("SELECT 1 FROM nepenthe.store WHERE id = $1 FOR UPDATE", &[&number(&place)]).unwrap();
    let busy = patient.scope("a").unwrap().inscribe("late");
    assert!(matches!(busy, Err(InscribeError::Storage(StorageError::Busy(_)))), "{busy:?}");
    lock.rollback().unwrap();
    patient.scope("a").unwrap().inscribe("note 4").unwrap();
    assert_eq!(scope.list(Include::All).unwrap().len(), 5);
    assert_sound(&store);
}

#[test]
fn a_purge_that_a_kill_cuts_short_is_finished_by_another_server() {
    let place = Place::new();
    let path = &place.path;
    let open = |options: Options| crate::support::server::open(path, options).unwrap();
    let server = server();
    let mut pending = 0;
    for round in 0..6 {
        let store = open(real());
        let scope = store.scope("a").unwrap();
        let texts: Vec<String> = (0..4).map(|n| format!("zebulon{round}x{n} keeps the key")).collect();
        for text in &texts {
            scope.inscribe(text.as_str()).unwrap();
        }
        drop((scope, store));
        let mut child = Process::start_over(server, "postgres", "purge", path);
        for _ in 0..round % 3 {
            child.next();
        }
        std::thread::sleep(Duration::from_millis(3 * round));
        child.kill();
        // Another server, later.
        let later = open(real().with_clock(Later));
        assert_eq!(later.unfinished_erasures().unwrap(), 0);
        let receipts = later.receipts().unwrap();
        pending += receipts.iter().filter(|(_, body)| body.assurance == Assurance::Crypto).count();
        later.scrub(false).unwrap();
        assert_sound(&later);
    }
    assert!(pending > 0, "nothing was ever purged");
}

/// An hour on.
struct Later;

impl Clock for Later {
    fn now(&self) -> jiff::Timestamp {
        SystemClock.now() + SignedDuration::from_hours(1)
    }
}

#[test]
fn a_store_is_copied_there_and_back_to_the_byte() {
    let (place, files, clock) = (Shared::new(), Place::new(), StepClock::new());
    let hidden = || options(&clock).with_random(SystemRandom).with_encryption(master());
    let store = Store::open(&files.path, hidden()).unwrap();
    let signing = key(&store);
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe("Vault code 7741-KQ is under Zebulon's stapler.").unwrap();
    scope.inscribe("The boathouse roof leaks above bay three.").unwrap();
    let receipt = change(&scope, Mutation::purge(vec![id])).erasure.unwrap().receipt;
    let before = (view(&scope), store.checkpoint(&signing).unwrap().to_string());
    drop((scope, store));

    Store::copy_to_server(&files.path, &place.url, hidden().with_key_file(place.keys())).unwrap();
    let there = connect(&place, options(&clock));
    let scope = there.scope("acme").unwrap();
    assert_eq!((view(&scope), there.checkpoint(&signing).unwrap().to_string()), before);
    let proof = there.receipt(receipt, &signing).unwrap();
    assert!(
        verify::verify(proof.to_string(), &[signing.verifying_key()], &verify::Options::default()).holds()
    );
    // A tombstone came along.
    let again = scope.inscribe("Vault code 7741-KQ is under Zebulon's stapler.");
    assert!(again.is_err() || scope.recall("Vault code", 5).unwrap().is_empty());
    let taken = Store::copy_to_server(&files.path, &place.url, hidden().with_key_file(place.cache()));
    assert!(matches!(taken, Err(OpenError::Server(_))), "{taken:?}");

    let now = (view(&scope), there.checkpoint(&signing).unwrap().to_string());
    drop((scope, there));
    let back = files.beside("back.db");
    Store::copy_from_server(&place.url, &back, hidden().with_key_file(place.keys())).unwrap();
    let store = Store::open(&back, hidden()).unwrap();
    let scope = store.scope("acme").unwrap();
    assert_eq!((view(&scope), store.checkpoint(&signing).unwrap().to_string()), now);
    scope.inscribe("The roof was mended.").unwrap();
    assert_sound(&store);
    // One that is not encrypted has nothing sealed that could be copied.
    let plain = files.beside("plain.db");
    drop(Store::open(&plain, options(&clock)).unwrap());
    let refused = Store::copy_to_server(&plain, &Shared::new().url, hidden().with_key_file(place.cache()));
    assert!(refused.is_err());
}

#[test]
fn no_store_sees_another_one_and_who_only_uses_the_tables_needs_no_more() {
    let (one, two, clock) = (Shared::new(), Shared::new(), StepClock::new());
    let first = connect(&one, options(&clock));
    first.scope("a").unwrap().inscribe("The ferry leaves at nine.").unwrap();
    connect(&two, options(&clock)).scope("a").unwrap().inscribe("The tide turns at ten.").unwrap();
    Store::prepare_server(&server().url, Some("nepenthe_app")).unwrap();
    for url in [&server().app, &server().url] {
        let mut pooled = Client::connect(url, NoTls).unwrap();
        let count = |client: &mut postgres::Transaction<'_>, table: &str| -> i64 {
            client.query_one(&format!("SELECT count(*) FROM nepenthe.{table}"), &[]).unwrap().get(0)
        };
        // Nothing is set; then a store is; then the connection goes to somebody else.
        for (set, memories) in [(None, 0), (Some(number(&one)), 1), (None, 0)] {
            let mut transaction = pooled.transaction().unwrap();
            if let Some(store) = set {
                transaction.query("SELECT nepenthe.head($1)", &[&store]).unwrap();
                assert_eq!(count(&mut transaction, "store"), 1);
            }
            assert_eq!(count(&mut transaction, "memory"), memories, "{url}");
            let others = "SELECT count(*) FROM nepenthe.version WHERE in_store = $1";
            assert_eq!(transaction.query_one(others, &[&number(&two)]).unwrap().get::<_, i64>(0), 0);
            transaction.commit().unwrap();
        }
        // Nor can one write into another.
        let mut transaction = pooled.transaction().unwrap();
        transaction.query("SELECT nepenthe.head($1)", &[&number(&one)]).unwrap();
        let into = "INSERT INTO nepenthe.pending (in_store, receipt, row_seq) VALUES ($1, '\\x00', 1)";
        let refused = transaction.execute(into, &[&number(&two)]).unwrap_err();
        assert_eq!(refused.code(), Some(&postgres::error::SqlState::INSUFFICIENT_PRIVILEGE));
    }
    // The one that owns nothing serves a store, and makes one.
    let url = |place: &Shared| place.url.replace("nepenthe_owner", "nepenthe_app");
    for place in [&one, &Shared::new()] {
        let options = options(&clock).with_random(SystemRandom).with_encryption(master());
        let store = Store::connect(&url(place), place.cache(), options.with_key_file(place.keys())).unwrap();
        store.scope("a").unwrap().inscribe("The mail comes at noon.").unwrap();
        assert_eq!(texts(&store.scope("a").unwrap().recall("mail", 1).unwrap()), ["The mail comes at noon."]);
        assert_sound(&store);
    }
}

#[test]
fn what_is_missing_or_does_not_fit_is_said() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let encrypted = || options(&clock).with_random(SystemRandom).with_encryption(master());
    let open = |url: &str, options: Options| Store::connect(url, place.cache(), options).map(drop);
    let refused = |result: Result<(), OpenError>, word: &str| {
        let said = result.unwrap_err().to_string();
        assert!(said.contains(word), "{said}");
        assert!(!said.contains("hunter2"), "{said}");
    };
    refused(open(&place.url, options(&clock).with_key_file(place.keys())), "master key");
    refused(open(&place.url, encrypted()), "key file");
    refused(open("postgres://a:hunter2@127.0.0.1:1/x", encrypted().with_key_file(place.keys())), "failed");
    refused(open("postgres://a:hunter2@x:y:z/?q", encrypted().with_key_file(place.keys())), "no URL");
    let existing = encrypted().with_key_file(place.keys()).with_access(Access::Existing);
    refused(open(&place.url, existing), "no store");
    drop(connect(&place, options(&clock)));
    // Another key file, or none, opens nothing; nor does who only reads write.
    refused(open(&place.url, encrypted().with_key_file(place.cache().with_extension("keys"))), "keys");
    let read = encrypted().with_key_file(place.keys()).with_access(Access::ReadOnly);
    let reader = Store::connect(&place.url, place.cache(), read).unwrap();
    assert!(reader.scope("a").unwrap().list(Include::All).unwrap().is_empty());
    let written = reader.scope("a").unwrap().inscribe("x");
    assert!(matches!(written, Err(InscribeError::Storage(StorageError::ReadOnly(_)))), "{written:?}");
}

#[test]
fn connections_are_encrypted_and_the_certificate_is_checked() {
    let (place, clock, server) = (Shared::new(), StepClock::new(), server());
    let open = |parameters: &str| {
        let options = options(&clock).with_random(SystemRandom).with_encryption(master());
        let url = format!("{}&application_name=sealed&{parameters}", place.url);
        Store::connect(&url, place.cache(), options.with_key_file(place.keys()))
    };
    let refused = |parameters: &str, word: &str| {
        let said = open(parameters).map(drop).unwrap_err().to_string();
        assert!(said.contains(word), "{said}");
    };
    refused("sslmode=maybe", "sslmode is");
    refused("sslmode=require&sslrootcert=/nowhere", "cannot be read");
    // Nobody vouches for the server.
    refused("sslmode=require", "sslrootcert=FILE");
    if server.certificate.is_empty() {
        return;
    }
    let store = open(&format!("sslmode=verify-full&sslrootcert={}", server.certificate)).unwrap();
    store.scope("a").unwrap().inscribe("The ferry leaves at nine.").unwrap();
    let encrypted =
        "SELECT count(*), count(*) FILTER (WHERE ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name = 'sealed'";
    let row = admin().query_one(encrypted, &[]).unwrap();
    let (all, encrypted): (i64, i64) = (row.get(0), row.get(1));
    assert!(all > 0 && all == encrypted, "{encrypted} of {all}");
}

#[test]
fn a_database_that_was_set_back_is_not_taken_for_the_present() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let store = connect(&place, options(&clock));
    store.scope("a").unwrap().inscribe("The ferry leaves at nine.").unwrap();
    admin().execute("UPDATE nepenthe.store SET seq = 1 WHERE id = $1", &[&number(&place)]).unwrap();
    assert!(matches!(store.scope("a").unwrap().list(Include::All), Err(StorageError::Server(_))));
}

#[test]
fn no_text_is_in_the_cluster_in_the_clear() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let store = connect(&place, options(&clock));
    let scope = store.scope("a").unwrap();
    scope.inscribe("Quillfeather hides the zanzibarite ledger.").unwrap();
    scope.recall("zanzibarite", 3).unwrap();
    admin().batch_execute("CHECKPOINT").unwrap();
    for word in ["zanzibarite", "Quillfeather"] {
        let found = Command::new("grep").args(["-rlia", word]).arg(&server().data).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&found.stdout), "");
    }
    // What is not sealed is found by the same search.
    let found = Command::new("grep").args(["-rla", "bag-of-words"]).arg(&server().data).output().unwrap();
    assert_ne!(String::from_utf8_lossy(&found.stdout), "");
}

#[test]
fn vectors_are_rebuilt_in_place_and_who_has_the_old_ones_is_refused() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let sealed = |options: Options| {
        options.with_random(SystemRandom).with_encryption(master()).with_key_file(place.keys())
    };
    rebuilds_in_place(&place.url, &place, |size| sealed(options(&clock).with_embedder(BagOfWords(size))));
}

/// Rebuilds the vectors of a new store, while a server has it open; what was there stays, and is found by the new ones.
pub(super) fn rebuilds_in_place(url: &str, place: &Shared, options: impl Fn(usize) -> Options) {
    let (first, second) = (place.cache(), place.cache());
    let other = Store::connect(url, &first, options(64)).unwrap();
    let scope = other.scope("acme/alice").unwrap();
    let id = scope.inscribe("Alice works at Initech.").unwrap();
    let gone = scope.inscribe("Alice has two cats, Minnie and Moe.").unwrap();
    let mut steps = Vec::new();
    let rebuilt =
        Store::reembed_at_server(url, &second, options(16), &mut |step| steps.push(step.done)).unwrap();
    assert_eq!(steps.last(), Some(&2));
    assert_eq!(Store::embedder_at_server(url).unwrap().unwrap().dimension, 16);
    let refused = scope.recall("Where does Alice work?", 1).unwrap_err().to_string();
    assert!(refused.contains("open it again"), "{refused}");
    drop((scope, other));
    assert!(matches!(
        Store::connect(url, &first, options(64)).map(drop),
        Err(OpenError::EmbedderMismatch { stored_dimension: 16, .. })
    ));
    // A mirror that has the old vectors yet follows.
    for store in [&rebuilt, &Store::connect(url, &first, options(16)).unwrap()] {
        let scope = store.scope("acme/alice").unwrap();
        let by_vector = RecallOptions::new(2).with_mode(RecallMode::Vector);
        let hits = scope.recall_with("Where does Alice work?", &by_vector).unwrap();
        assert_eq!((hits.len(), hits[0].memory.id), (2, id));
        assert_sound(store);
    }
    let scope = rebuilt.scope("acme/alice").unwrap();
    assert!(change(&scope, Mutation::purge(vec![gone])).erasure.is_some());
    assert_eq!(texts(&scope.recall("cats", 9).unwrap()), ["Alice works at Initech."]);
}
