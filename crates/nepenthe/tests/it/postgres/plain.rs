//! Stores in plain mode: texts in the clear in PostgreSQL, SQL over them, and how far a purge reaches there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::thread;

use nepenthe::embed::NoEmbedder;
use nepenthe::receipt::receipt::{Assurance, NotCovered};
use nepenthe::receipt::verify;
use nepenthe::{
    Awaiting, Hit, Include, Mutation, NewMemory, OpenError, Options, RecallMode, RecallOptions, Scope, Store,
    SystemRandom,
};
use postgres::{Client, NoTls};

use super::{Later, admin, alone, key, number, real, rebuilds_in_place};
use crate::support::server::{Shared, has_pgvector, in_the_clear, server};
use crate::support::{
    BagOfWords, Dice, Place, Process, StepClock, assert_sound, change, exported, master, options, texts, view,
};

fn url(place: &Shared) -> String {
    format!("{}&mode=plain", place.url)
}

/// Opens the store as another server does.
#[track_caller]
fn open(place: &Shared, options: Options) -> Store {
    Store::connect(&url(place), place.cache(), options.with_random(SystemRandom)).unwrap()
}

/// Opens it by the role that owns no table.
#[track_caller]
fn open_as_app(place: &Shared, options: Options) -> Store {
    let url = url(place).replace("nepenthe_owner", "nepenthe_app");
    Store::connect(&url, place.cache(), options.with_random(SystemRandom)).unwrap()
}

fn wordless(clock: &StepClock) -> Options {
    options(clock).with_embedder(NoEmbedder)
}

/// Whether a word is somewhere in the files of a folder.
fn holds(folder: &Path, word: &str) -> bool {
    let found = Command::new("grep").args(["-rlia", word]).arg(folder).output().unwrap();
    !found.stdout.is_empty()
}

/// Whether a word is in the files of tables. What another test has a table written anew for may be in memory alone at first.
fn tables_hold(word: &str) -> bool {
    (0..3).any(|_| {
        admin().batch_execute("CHECKPOINT").unwrap();
        holds(&server().data.join("base"), word)
    })
}

#[test]
fn what_one_server_writes_another_recalls_at_once_and_a_purge_is_compacted() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let open = || open(&place, in_the_clear(options(&clock)));
    let (one, two) = (open(), open());
    let (a, b) = (one.scope("acme/alice").unwrap(), two.scope("acme/alice").unwrap());
    let id = a.inscribe("Alice works at Initech.").unwrap();
    let other = a.inscribe("Alice has two cats, Minnie and Moe.").unwrap();
    assert_eq!(texts(&b.recall("Where does Alice work?", 1).unwrap()), ["Alice works at Initech."]);
    change(&b, Mutation::edit(id, "Alice works at Globex."));
    assert_eq!(texts(&a.recall("Where does Alice work?", 1).unwrap()), ["Alice works at Globex."]);
    b.inscribe("Alice sails.").unwrap();
    change(&a, Mutation::release(vec![other]));
    assert_eq!(view(&a), view(&b));
    let erasure = change(&a, Mutation::purge(vec![id])).erasure.unwrap();
    assert_eq!((erasure.assurance, erasure.awaiting), (Assurance::Compacted, None));
    assert_eq!(texts(&b.recall("Alice", 9).unwrap()), ["Alice sails."]);
    change(&b, Mutation::restore(vec![other]));
    assert_eq!(view(&a), view(&b));
    for store in [&one, &two, &open()] {
        assert_eq!(store.unfinished_erasures().unwrap(), 0);
        assert_sound(store);
        assert_eq!(exported(&store.scope("acme/alice").unwrap()), exported(&a));
    }
    let signing = key(&two);
    let proof = two.receipt(erasure.receipt, &signing).unwrap();
    let keys = [signing.verifying_key()];
    assert!(verify::verify(proof.to_string(), &keys, &verify::Options::default()).holds());
    let (_, body) = two.receipts().unwrap().pop().unwrap();
    assert!(NotCovered::OF_COMPACTED.iter().all(|word| body.not_covered.contains(word)), "{body:?}");
}

#[test]
fn a_store_keeps_the_mode_that_it_was_made_in() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let refused = |url: &str, options: Options, word: &str| {
        let said = Store::connect(url, place.cache(), options).map(drop).unwrap_err().to_string();
        assert!(said.contains(word), "{said}");
    };
    let sealed = || wordless(&clock).with_random(SystemRandom).with_encryption(master());
    refused(&format!("{}&mode=open", place.url), wordless(&clock), "`sealed` or `plain`");
    refused(&url(&place), sealed(), "not encrypted");
    open(&place, wordless(&clock)).scope("a").unwrap().inscribe("The tide turns at ten.").unwrap();
    // The URL need not say it again.
    let again = Store::connect(&place.url, place.cache(), wordless(&clock)).unwrap();
    assert_eq!(again.scope("a").unwrap().list(Include::All).unwrap().len(), 1);
    refused(
        &format!("{}&mode=sealed", place.url),
        sealed().with_key_file(place.keys()),
        "made in mode plain",
    );
    refused(&place.url, sealed().with_key_file(place.keys()), "not encrypted");
    let other = Shared::new();
    drop(crate::support::server::connect(&other, wordless(&clock)));
    refused(&url(&other), wordless(&clock), "made in mode sealed");
    refused(&other.url, wordless(&clock), "master key");
    assert_sound(&again);
}

#[test]
fn vectors_need_the_extension_and_it_is_said_where_it_is_not() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let opened = Store::connect(&url(&place), place.cache(), options(&clock));
    match has_pgvector() {
        true => assert!(opened.is_ok(), "{:?}", opened.err()),
        false => {
            let said = opened.map(drop).unwrap_err().to_string();
            assert!(said.contains("pgvector"), "{said}");
            // Nothing is left of it.
            drop(open(&place, wordless(&clock)));
        }
    }
}

/// The words of a text, by SQLite's own tokenizer.
fn terms(text: &str) -> Vec<String> {
    let sql = rusqlite::Connection::open_in_memory().unwrap();
    sql.execute_batch(
        "CREATE VIRTUAL TABLE t USING fts5(text, tokenize = 'porter unicode61');
         CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)",
    )
    .unwrap();
    sql.execute("INSERT INTO t VALUES (?1)", [text]).unwrap();
    let mut select = sql.prepare("SELECT term FROM v ORDER BY \"offset\"").unwrap();
    select.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

/// What SQL finds of a function with a scope, something sought and a number of rows.
fn found(
    client: &mut Client,
    place: &Shared,
    call: &str,
    scope: &str,
    sought: &(dyn postgres::types::ToSql + Sync),
) -> Vec<(String, f64)> {
    let name = place.url.split(['=', '&']).nth(1).unwrap();
    let mut transaction = client.transaction().unwrap();
    transaction.query("SELECT nepenthe.enter($1)", &[&name]).unwrap();
    let rows = transaction.query(call, &[&scope, sought]).unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

fn lexical(scope: &Scope, query: &str) -> Vec<Hit> {
    scope.recall_with(query, &RecallOptions::new(12).with_mode(RecallMode::Lexical)).unwrap()
}

#[test]
fn sql_ranks_as_the_engine_does() {
    const WORDS: [&str; 14] = [
        "harbour", "ferries", "leaving", "nine", "tide", "Straße", "café", "run", "running", "Vesper",
        "mail", "the", "of", "naïve",
    ];
    const CALL: &str = "SELECT id::text, score FROM nepenthe.search($1, $2, 12)";
    let (place, clock) = (Shared::new(), StepClock::new());
    let (one, two) = (open(&place, wordless(&clock)), open(&place, wordless(&clock)));
    Store::prepare_server(&server().url, Some("nepenthe_app")).unwrap();
    let mut dice = Dice::new();
    let mut text = |longest: usize| -> String {
        let length = 1 + dice.roll(longest as u64);
        (0..length).map(|_| WORDS[dice.roll(WORDS.len() as u64) as usize]).collect::<Vec<_>>().join(" ")
    };
    let scopes = ["acme/alice", "acme/bob"];
    let mut ids = BTreeMap::new();
    for scope in scopes {
        let news: Vec<NewMemory> = (0..60).map(|n| NewMemory::new(format!("{} {n}", text(25)))).collect();
        ids.insert(scope, one.scope(scope).unwrap().inscribe_batch(&news, &mut |_| {}).unwrap());
    }
    // One without a word, and one with a word that is longer than a key may be.
    one.scope("acme/bob").unwrap().inscribe("…!?").unwrap();
    let long = "z".repeat(3000);
    one.scope("acme/bob").unwrap().inscribe(format!("harbour {long}")).unwrap();
    let ids = &ids["acme/alice"];
    let scope = two.scope("acme/alice").unwrap();
    for (at, id) in ids.iter().enumerate().take(24) {
        match at % 4 {
            0 => change(&scope, Mutation::edit(*id, format!("{} edited", text(9)))),
            1 => change(&scope, Mutation::release(vec![*id])),
            2 => change(&scope, Mutation::supersede(vec![*id], format!("{} superseded {at}", text(9)))),
            _ => change(&scope, Mutation::purge(vec![*id])),
        };
    }
    let mut clients =
        [&server().app, &server().url, &server().admin].map(|url| Client::connect(url, NoTls).unwrap());
    // More than SQL gives, since many may have the score of the last.
    let by_words = RecallOptions::new(120).with_mode(RecallMode::Lexical);
    let mut compared = 0;
    for round in 0..20 {
        for path in scopes {
            let query = if round == 0 { format!("harbour harbour {long} nine") } else { text(4) };
            let hits = one.scope(path).unwrap().recall_with(&query, &by_words).unwrap();
            let rows = found(&mut clients[round % 3], &place, CALL, path, &terms(&query));
            assert_eq!(rows.len(), hits.len().min(12), "{path}: {query}");
            for ((id, score), hit) in rows.iter().zip(&hits) {
                let near = |hit: &&Hit| (score - hit.bm25.unwrap()).abs() < 1e-9;
                assert!(near(&hit), "{score} {hit:?}");
                // Those with one score may stand in another order, by the last digit.
                let same = hits.iter().filter(near).any(|hit| hit.memory.id.to_string() == *id);
                assert!(same, "{path}: {query}: {id}");
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
    // Out of a store, nothing is found.
    let rows = clients[0].query(CALL, &[&"acme/alice", &vec!["nine"]]).unwrap();
    assert!(rows.is_empty());
    let mut transaction = clients[0].transaction().unwrap();
    assert!(transaction.query("SELECT nepenthe.enter('nowhere')", &[]).is_err());
    drop(transaction);
    for store in [&one, &two] {
        assert_sound(store);
    }
}

#[test]
fn sql_finds_the_nearest_as_the_engine_does() {
    const CALL: &str = "SELECT id::text, distance FROM nepenthe.nearest($1, $2::text::vector, 12)";
    if !has_pgvector() {
        return;
    }
    let (place, clock) = (Shared::new(), StepClock::new());
    let store = open(&place, options(&clock));
    let scope = store.scope("a").unwrap();
    let mut dice = Dice::new();
    let mut text =
        || -> String { (0..6).map(|_| format!("w{}", dice.roll(40))).collect::<Vec<_>>().join(" ") };
    let news: Vec<NewMemory> = (0..200).map(|n| NewMemory::new(format!("{} n{n}", text()))).collect();
    let ids = scope.inscribe_batch(&news, &mut |_| {}).unwrap();
    change(&scope, Mutation::purge(ids[..20].to_vec()));
    change(&scope, Mutation::release(ids[20..40].to_vec()));
    let mut client = admin();
    for _ in 0..10 {
        let query = text();
        // More than SQL is asked for, since many are as near as the last.
        let hits = scope.recall_with(&query, &RecallOptions::new(160).with_mode(RecallMode::Vector)).unwrap();
        let vector = nepenthe::embed::Embedder::embed(&crate::support::BagOfWords(64), &[&query]).unwrap();
        let written = format!("{:?}", vector[0]);
        let rows = found(&mut client, &place, CALL, "a", &written);
        assert_eq!((rows.len(), hits.len()), (12, 160));
        for ((id, distance), hit) in rows.iter().zip(&hits) {
            let away = hit.distance.unwrap();
            assert!((distance - away).abs() < 1e-5, "{distance} {away}");
            // Those that are as near may stand in another order, by the last digit.
            let near = |hit: &&Hit| (hit.distance.unwrap() - away).abs() < 1e-6;
            assert!(hits.iter().filter(near).any(|hit| hit.memory.id.to_string() == *id), "{id} {hits:?}");
        }
    }
}

#[test]
fn vectors_are_rebuilt_in_place() {
    if has_pgvector() {
        let (place, clock) = (Shared::new(), StepClock::new());
        let options = |size| options(&clock).with_embedder(BagOfWords(size)).with_random(SystemRandom);
        rebuilds_in_place(&url(&place), &place, options);
    }
}

#[test]
fn delete_alone_leaves_the_text_in_the_tables_and_the_rewrite_nothing() {
    let ((place, mut client), clock) = (alone("residue"), StepClock::new());
    // Other tests write a lot: without it a checkpoint may recycle the log that is looked at.
    admin().execute("SELECT pg_create_physical_replication_slot('residue', true)", &[]).unwrap();
    let owner = open(&place, in_the_clear(options(&clock)));
    Store::prepare_server(&place.url, Some("nepenthe_app")).unwrap();
    let app = open_as_app(&place, in_the_clear(options(&clock)));
    let scope = app.scope("a").unwrap();
    // In a column of its own, in TOAST, and beside other texts.
    let long: String = (0..400).map(|n| format!("grellwaxen{n} ")).collect();
    let gone = [
        scope.inscribe("Quorvexil hides the zanthorite ledger.").unwrap(),
        scope.inscribe(long.as_str()).unwrap(),
        scope.inscribe(NewMemory::new("The lamp is out.").with_source("ftp://plimsollgate")).unwrap(),
    ];
    for n in 0..40 {
        scope.inscribe(format!("Note {n} of the harbour.")).unwrap();
    }
    let words = ["zanthorite", "Quorvexil", "grellwaxen200", "plimsollgate"];
    // Statistics are copies of values too.
    client.batch_execute("ANALYZE").unwrap();
    // A state from before that somebody looks at: it must not keep what went.
    let old = client.build_transaction().isolation_level(postgres::IsolationLevel::RepeatableRead);
    let mut old = old.start().unwrap();
    old.query("SELECT count(*) FROM nepenthe.schema_version", &[]).unwrap();
    for word in words {
        assert!(tables_hold(word), "{word} is not where it was written");
    }
    let erasure = change(&scope, Mutation::purge(gone.to_vec())).erasure.unwrap();
    assert_eq!((erasure.assurance, erasure.awaiting), (Assurance::Logical, Some(Awaiting::Storage)));
    for word in words {
        assert!(tables_hold(word), "{word}: DELETE alone is seen by no scan");
    }
    // Nor does it become more by trying again.
    assert!(app.scrub(false).unwrap_err().to_string().contains("role"));
    scope.inscribe("Note 41.").unwrap();
    assert!(app.receipts().unwrap().iter().all(|(_, body)| body.assurance == Assurance::Logical));
    assert_eq!(app.unfinished_erasures().unwrap(), 1);
    // Whose role may, finishes it.
    let report = owner.scrub(false).unwrap();
    assert_eq!(report.issued.len(), 1, "{report:?}");
    for word in words {
        assert!(!tables_hold(word), "{word} is still in the tables");
    }
    assert_eq!(old.query("SELECT count(*) FROM nepenthe.schema_version", &[]).unwrap().len(), 1);
    assert!(
        words.iter().any(|word| holds(&server().data.join("pg_wal"), word)),
        "and the log is not covered"
    );
    admin().execute("SELECT pg_drop_replication_slot('residue')", &[]).unwrap();
    let (_, body) = owner.receipts().unwrap().pop().unwrap();
    assert_eq!((body.assurance, body.completes.is_some()), (Assurance::Compacted, true));
    assert_eq!(app.unfinished_erasures().unwrap(), 0);
    assert_eq!(view(&scope), view(&owner.scope("a").unwrap()));
    assert_sound(&app);
    assert_sound(&owner);
}

#[test]
fn a_mirror_that_follows_a_purge_has_no_byte_of_it() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let one = open(&place, in_the_clear(options(&clock)));
    let cache = place.cache();
    let other = || {
        Store::connect(&url(&place), &cache, in_the_clear(options(&clock)).with_random(SystemRandom)).unwrap()
    };
    let two = other();
    let (a, b) = (one.scope("a").unwrap(), two.scope("a").unwrap());
    let id = a.inscribe("Hesperine hides the bramblewick ledger.").unwrap();
    let late = a.inscribe("Hesperine hides the thistledown ledger.").unwrap();
    assert_eq!(b.list(Include::All).unwrap().len(), 2);
    assert!(holds(&cache, "bramblewick") && holds(&cache, "thistledown"));
    change(&a, Mutation::purge(vec![id]));
    assert_eq!(b.list(Include::All).unwrap().len(), 1);
    assert!(!holds(&cache, "bramblewick"));
    // One that was not running has it until it is opened.
    drop((b, two));
    change(&a, Mutation::purge(vec![late]));
    assert!(holds(&cache, "thistledown"));
    let two = other();
    assert!(!holds(&cache, "thistledown"));
    assert_sound(&two);
}

#[test]
fn while_a_table_is_in_use_the_erasure_waits_and_the_next_write_finishes_it() {
    let ((place, mut other), clock) = (alone("in_use"), StepClock::new());
    let store = open(&place, wordless(&clock));
    let scope = store.scope("a").unwrap();
    let id = scope.inscribe("The ferry leaves at nine.").unwrap();
    let mut reader = other.transaction().unwrap();
    reader.query("SELECT text FROM nepenthe.version LIMIT 1", &[]).unwrap();
    let erasure = change(&scope, Mutation::purge(vec![id])).erasure.unwrap();
    assert_eq!((erasure.assurance, erasure.awaiting), (Assurance::Logical, Some(Awaiting::Readers)));
    assert_eq!(store.unfinished_erasures().unwrap(), 1);
    reader.rollback().unwrap();
    scope.inscribe("The tide turns at ten.").unwrap();
    assert_eq!(store.unfinished_erasures().unwrap(), 0);
    let (_, body) = store.receipts().unwrap().pop().unwrap();
    assert_eq!(body.assurance, Assurance::Compacted);
    assert_sound(&store);
}

/// PostgreSQL fails the later of two that change one row of its catalog, which both a grant and a rewritten table do.
#[test]
fn who_grants_stands_in_nobodys_way() {
    let ((place, _client), clock) = (alone("grants"), StepClock::new());
    let store = open(&place, wordless(&clock));
    let scope = store.scope("a").unwrap();
    thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(|| {
                for _ in 0..12 {
                    Store::prepare_server(&place.url, Some("nepenthe_app")).unwrap();
                }
            });
        }
        for n in 0..6 {
            let id = scope.inscribe(format!("Ferry {n} leaves at nine.")).unwrap();
            let erasure = change(&scope, Mutation::purge(vec![id])).erasure.unwrap();
            assert_eq!(erasure.assurance, Assurance::Compacted);
        }
    });
}

#[test]
fn a_purge_that_a_kill_cuts_short_is_finished_by_another_server() {
    let place = Place::new();
    let path = &place.path;
    let name: String =
        path.to_string_lossy().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let url = format!("{}?store={name}&mode=plain", server().url);
    let mirrors = Shared::new();
    let open = |options: Options| Store::connect(&url, mirrors.cache(), in_the_clear(options)).unwrap();
    let (mut pending, mut done) = (0, 0);
    for round in 0..6 {
        let store = open(real());
        let scope = store.scope("a").unwrap();
        for n in 0..4 {
            scope.inscribe(format!("wexcombe{round}x{n} keeps the key")).unwrap();
        }
        drop((scope, store));
        let mut child = Process::start_over(server(), "plain", "purge", path);
        for _ in 0..round % 3 {
            child.next();
        }
        std::thread::sleep(std::time::Duration::from_millis(7 * round));
        child.kill();
        let left = open(real()).unfinished_erasures().unwrap();
        // Another server, later.
        let later = open(real().with_clock(Later));
        assert_eq!(later.unfinished_erasures().unwrap(), 0);
        let receipts = later.receipts().unwrap();
        pending += left;
        done += receipts.iter().filter(|(_, body)| body.assurance == Assurance::Compacted).count();
        let there: BTreeSet<String> =
            later.scope("a").unwrap().list(Include::All).unwrap().into_iter().map(|m| m.text).collect();
        for n in 0..4 {
            let word = format!("wexcombe{round}x{n}");
            assert_eq!(tables_hold(&word), there.iter().any(|text| text.contains(&word)), "{word}");
        }
        assert_sound(&later);
    }
    assert!(done > 0, "nothing was ever purged");
    println!("left pending by a kill: {pending}");
}

#[test]
fn a_store_that_is_not_encrypted_is_copied_there_and_back_to_the_byte() {
    let (place, files, clock) = (Shared::new(), Place::new(), StepClock::new());
    let plain = || in_the_clear(options(&clock)).with_random(SystemRandom);
    let store = Store::open(&files.path, plain()).unwrap();
    let signing = key(&store);
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe("Vault code 7741-KQ is under Zebulon's stapler.").unwrap();
    scope.inscribe("The boathouse roof leaks above bay three.").unwrap();
    change(&scope, Mutation::purge(vec![id]));
    let before = (view(&scope), store.checkpoint(&signing).unwrap().to_string());
    drop((scope, store));
    // In the clear only where that is said.
    let unsaid = Store::copy_to_server(&files.path, &place.url, plain());
    assert!(matches!(&unsaid, Err(OpenError::Server(said)) if said.contains("mode=plain")), "{unsaid:?}");
    Store::copy_to_server(&files.path, &url(&place), plain()).unwrap();
    let there = open(&place, plain());
    let scope = there.scope("acme").unwrap();
    assert_eq!((view(&scope), there.checkpoint(&signing).unwrap().to_string()), before);
    let mut client = admin();
    let call = "SELECT id::text, score FROM nepenthe.search($1, $2, 5)";
    assert_eq!(found(&mut client, &place, call, "acme", &terms("boathouse")).len(), 1);
    scope.inscribe("The slipway is icy.").unwrap();
    let now = (view(&scope), there.checkpoint(&signing).unwrap().to_string());
    drop((scope, there));
    let back = files.beside("back.db");
    Store::copy_from_server(&place.url, &back, plain()).unwrap();
    let store = Store::open(&back, plain()).unwrap();
    assert_eq!((view(&store.scope("acme").unwrap()), store.checkpoint(&signing).unwrap().to_string()), now);
    assert_sound(&store);
    let sealed = files.beside("sealed.db");
    drop(Store::open(&sealed, plain().with_encryption(master())).unwrap());
    let refused = Store::copy_to_server(
        &sealed,
        &url(&Shared::new()),
        plain().with_encryption(master()).with_key_file(place.cache()),
    );
    assert!(matches!(&refused, Err(OpenError::Server(said)) if said.contains("sealed")), "{refused:?}");
    assert!(number(&place) > 0);
}

/// Of the engine's tests those that read the indexes of a mirror, which are made otherwise here than in a sealed store. The rest is
/// the same code over the same rows.
#[test]
fn the_engines_tests_hold_over_plain_mode() {
    if !has_pgvector() {
        return;
    }
    let mut tests = Command::new(std::env::current_exe().unwrap());
    tests.arg("--test-threads=8");
    tests.args(["basics::", "depth::", "log::", "recall::", "scopes::", "transfer::"]);
    for test in super::OF_FILES {
        tests.args(["--skip", test]);
    }
    server().name_as("plain", &mut tests);
    let done = tests.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
}

/// What returned above for want of vectors runs here, on the server that `scripts/postgres.sh` fetches.
#[test]
fn all_of_this_holds_on_a_server_that_has_vectors() {
    if has_pgvector() {
        return;
    }
    let mut tests = Command::new(std::env::current_exe().unwrap());
    tests.args(["--test-threads=4", "postgres::plain::"]).env("NEPENTHE_PG", "embedded");
    for name in ["", "_APP", "_ADMIN", "_DATA", "_CERTIFICATE"] {
        tests.env_remove(format!("NEPENTHE_TEST_POSTGRES{name}"));
    }
    let done = tests.output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}");
    assert!(said.contains("sql_finds_the_nearest_as_the_engine_does ... ok"), "{said}");
}

#[test]
fn words_of_a_store_of_format_10_are_written_again() {
    let (place, clock) = (Shared::new(), StepClock::new());
    let store = open(&place, wordless(&clock));
    let scope = store.scope("acme/alice").unwrap();
    for text in ["我的手机壳 is blue", "🐶 goes to the vet", "The harbour is shut.", "Zoë sails."] {
        scope.inscribe(text).unwrap();
    }
    drop((scope, store));
    let (id, mut client) = (number(&place), admin());
    let words = |client: &mut Client| {
        let words =
            "SELECT word, version, count, length FROM nepenthe.word WHERE in_store = $1 ORDER BY 1, 2";
        let totals = "SELECT s.format, t.texts, t.words FROM nepenthe.word_total t JOIN nepenthe.store s ON s.id = t.in_store
                      WHERE t.in_store = $1";
        let row = |row: &postgres::Row| {
            (row.get::<_, String>(0), row.get::<_, i64>(1), row.get::<_, i64>(2), row.get::<_, i32>(3))
        };
        let rows: Vec<_> = client.query(words, &[&id]).unwrap().iter().map(row).collect();
        let of_scope = client.query_one(totals, &[&id]).unwrap();
        (rows, of_scope.get::<_, i32>(0), of_scope.get::<_, i64>(1), of_scope.get::<_, i64>(2))
    };
    let today = words(&mut client);
    assert_eq!((i64::from(today.1), today.2, today.3), (nepenthe::FORMAT_VERSION, 4, 7 + 5 + 4 + 2));
    // What a build of format 10 had: runs as one word, and no emoji.
    let older = format!(
        "UPDATE nepenthe.store SET format = 10 WHERE id = {id};
         DELETE FROM nepenthe.word WHERE in_store = {id} AND word <> '' AND word ~ '^[^a-z]';
         INSERT INTO nepenthe.word SELECT in_store, scope, '我的手机壳', version, 1, length FROM nepenthe.word
             WHERE in_store = {id} AND word = 'blue';
         UPDATE nepenthe.word w SET length = length - CASE WHEN v.text LIKE '我%' THEN 4 ELSE 1 END FROM nepenthe.version v
             WHERE w.in_store = {id} AND v.in_store = {id} AND v.id = w.version AND (v.text LIKE '我%' OR v.text LIKE '🐶%');
         UPDATE nepenthe.word_total SET words = words - 5 WHERE in_store = {id};"
    );
    client.batch_execute(&older).unwrap();
    assert_ne!(words(&mut client), today);
    // Who only reads changes nothing, and answers by the words of today.
    let reader = open(&place, wordless(&clock).with_access(nepenthe::Access::ReadOnly));
    assert_eq!(texts(&lexical(&reader.scope("acme/alice").unwrap(), "手机")), ["我的手机壳 is blue"]);
    assert_eq!(words(&mut client).1, 10);
    Store::prepare_server(&server().url, Some("nepenthe_app")).unwrap();
    let stores: Vec<Store> = thread::scope(|threads| {
        let open = || open_as_app(&place, wordless(&clock));
        [threads.spawn(open), threads.spawn(open)].map(|one| one.join().unwrap()).into()
    });
    assert_eq!(words(&mut client), today);
    for store in &stores {
        assert_sound(store);
        let scope = store.scope("acme/alice").unwrap();
        let hits = lexical(&scope, "🐶");
        assert_eq!(texts(&hits), ["🐶 goes to the vet"]);
        let call = "SELECT id::text, score FROM nepenthe.search($1, $2, 12)";
        let rows = found(&mut client, &place, call, "acme/alice", &vec!["🐶"]);
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].0, hits[0].memory.id.to_string());
    }
    // A format that is not known is refused, as before.
    for format in [9, 99] {
        client.execute("UPDATE nepenthe.store SET format = $1 WHERE id = $2", &[&format, &id]).unwrap();
        let refused = Store::connect(&url(&place), place.cache(), wordless(&clock));
        assert!(matches!(refused, Err(OpenError::NewerFormat { .. })));
    }
}
