//! Files changed past the engine: by somebody who knows SQLite, by a cut, by flipped bits.

use std::fs;
use std::path::Path;

use nepenthe::receipt::note::SigningKey;
use nepenthe::{
    Access, Backup, CheckOptions, Include, Mutation, NewMemory, RecallMode, RestoreOptions, Store,
};

use crate::support::{
    BagOfWords, Dice, Place, Process, assert_sound, change, everything, options_at, rounds, say,
    system_options, to_format_5,
};

/// A store with something of everything in it, closed, so that all of it lies in the one file.
pub fn filled(path: &Path) {
    let store = Store::open(path, options_at(path)).unwrap();
    for path in ["a", "b"] {
        let scope = store.scope(path).unwrap();
        let rows: Vec<NewMemory> =
            (0..60).map(|n| NewMemory::new(format!("words {n} of {path} {}", "x".repeat(n * 20)))).collect();
        let ids = scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
        change(&scope, Mutation::edit(ids[0], "words edited"));
        change(&scope, Mutation::supersede(ids[1], "words new"));
        change(&scope, Mutation::release(ids[2]));
        change(&scope, Mutation::pin(ids[3]));
        change(&scope, Mutation::purge(ids[4]));
    }
    drop(store);
    assert!(!path.with_extension("db-wal").exists());
}

#[test]
fn a_check_names_what_somebody_changed_past_the_engine() {
    let tampering = [
        ("a text", "UPDATE version SET text = 'words forged' WHERE id = 7"),
        ("a depth", "UPDATE memory SET depth = 0.5 WHERE row = 9"),
        ("a depth of a released one", "UPDATE memory SET depth = 1.0 WHERE row = 3"),
        ("a lost row", "DELETE FROM version WHERE memory = 9; DELETE FROM memory WHERE row = 9"),
        ("a lost version", "DELETE FROM version WHERE id = 9"),
        ("a row of an unknown id", "UPDATE memory SET id = zeroblob(16) WHERE row = 9"),
        ("a time of creation", "UPDATE memory SET created_at = created_at + 1 WHERE row = 9"),
        ("a time of change", "UPDATE memory SET changed_at = changed_at - 1 WHERE row = 9"),
        ("a superseded mark", "UPDATE memory SET superseded = 1 WHERE row = 3"),
        ("a lost mark", "UPDATE memory SET superseded = 0 WHERE row = 2"),
        ("a last event", "UPDATE memory SET last_event = 1 WHERE row = 9"),
        ("an older version", "UPDATE memory SET version = 1 WHERE row = 1"),
        ("a lost edge", "DELETE FROM supersession"),
        (
            "a forged edge",
            "INSERT INTO supersession SELECT scope, id, (SELECT id FROM memory WHERE row = 9), 0 FROM memory WHERE row = 10",
        ),
        ("a time of an edge", "UPDATE supersession SET at = at + 1"),
        ("a time of a text", "UPDATE version SET valid_from = valid_from - 1 WHERE id = 9"),
        ("a source", "UPDATE memory SET source = 'words of a stranger' WHERE source IS NOT NULL"),
        ("a lost source", "UPDATE memory SET source = NULL"),
        ("a source of one that had none", "UPDATE memory SET source = 'forged' WHERE row = 9"),
        ("metadata", "UPDATE memory SET metadata = replace(metadata, '17', '18')"),
        ("lost metadata", "UPDATE memory SET metadata = NULL"),
        ("a scope changed", "UPDATE memory SET scope = 2 WHERE row = 9"),
        ("a scope's path", "UPDATE scope SET path = 'acme/mallory' WHERE path = 'b'"),
        (
            "two scopes' paths",
            "UPDATE scope SET path = 'c' WHERE path = 'b'; UPDATE scope SET path = 'b' WHERE path = 'a';
             UPDATE scope SET path = 'a' WHERE path = 'c'",
        ),
        ("a lost event", "DELETE FROM event WHERE seq = 9"),
        ("a forged event", "UPDATE event SET digest = zeroblob(32) WHERE seq = 9"),
        ("an event of another depth", "UPDATE event SET depth_after = 0.25 WHERE seq = 9"),
        ("another key", "UPDATE meta SET value = zeroblob(32) WHERE key = 'store_key'"),
        ("a word of the lexical index", "DELETE FROM posting WHERE term = (SELECT min(term) FROM posting)"),
        ("a word too many", "INSERT INTO posting VALUES (1, 'extra', 9, x'00010100')"),
        ("an index of nothing", "DELETE FROM posting"),
        ("a word of another scope", "UPDATE posting SET scope = 4711 WHERE scope = 1"),
        ("a block that cannot be read", "UPDATE posting SET entries = x'80' WHERE scope = 1"),
        ("an empty block", "INSERT INTO posting VALUES (1, 'extra', 9, x'')"),
        (
            "a place in a text",
            "UPDATE posting SET entries = CAST(substr(entries, 1, length(entries) - 1) || x'63' AS BLOB)",
        ),
        ("the number of words", "UPDATE lexical_total SET words = words + 1"),
        ("the number of texts", "DELETE FROM lexical_total"),
        ("a lost vector", "DELETE FROM vector WHERE version = 9"),
        ("no vector at all", "DELETE FROM vector"),
        (
            "a byte of a vector",
            "UPDATE vector SET vector = CAST(substr(vector, 1, 6) || x'77' || substr(vector, 8) AS BLOB)",
        ),
        ("a shorter vector", "UPDATE vector SET vector = substr(vector, 1, 34) WHERE version = 9"),
        ("an empty vector", "UPDATE vector SET vector = x'' WHERE version = 9"),
        ("two vectors exchanged", EXCHANGED),
        ("a vector of another scope", "UPDATE vector SET scope = 3 - scope WHERE version = 9"),
        (
            "a vector in two scopes",
            "INSERT INTO vector SELECT 3 - scope, version, vector FROM vector WHERE version = 9",
        ),
        ("a vector too many", "INSERT INTO vector SELECT scope, 4711, vector FROM vector WHERE version = 9"),
        ("an expiry of the row", "UPDATE memory SET expires_at = 1 WHERE row = 9"),
        ("a node of the tree", "UPDATE tree_node SET hash = zeroblob(32) WHERE level = 1 AND place = 2"),
        ("a node's place", "UPDATE tree_node SET place = place + 4096 WHERE level = 3 AND place = 0"),
        ("a receipt's body", "UPDATE receipt SET body = replace(body, '\"matched\":1', '\"matched\":3')"),
        ("a receipt's event", "UPDATE receipt SET event = event + 4096"),
        (
            "a lost receipt",
            "DELETE FROM pending; DELETE FROM receipt WHERE event = (SELECT min(event) FROM receipt)",
        ),
        ("a lost mark of a pending one", "DELETE FROM pending"),
        ("a pending one of no receipt", "UPDATE pending SET receipt = zeroblob(16)"),
        (
            "a pending one that is finished",
            "UPDATE pending SET receipt = (SELECT id FROM receipt ORDER BY event LIMIT 1)",
        ),
        ("a tombstone's event", "UPDATE tombstone SET event = event + 4096"),
        (
            "a tombstone's digest",
            "UPDATE tombstone SET digest = randomblob(16) WHERE event = (SELECT min(event) FROM tombstone)",
        ),
        (
            "a tombstone's kind",
            "UPDATE tombstone SET kind = 'identity' WHERE event = (SELECT min(event) FROM tombstone)",
        ),
        ("a lost tombstone", "DELETE FROM tombstone WHERE event = (SELECT min(event) FROM tombstone)"),
        (
            "a tombstone of another scope",
            "UPDATE tombstone SET scope = 3 - scope WHERE event = (SELECT min(event) FROM tombstone)",
        ),
        (
            "the checksum of tombstones",
            "UPDATE event SET note = 'tombstones 00' WHERE note LIKE 'tombstones %'",
        ),
        ("an actor of a receipt", "UPDATE event SET actor = 'mallory' WHERE kind = 'receipt'"),
        ("a time of a receipt", "UPDATE event SET at = at + 1 WHERE kind = 'receipt'"),
        ("a planner of a receipt", "UPDATE event SET planner = 'id' WHERE kind = 'receipt'"),
        ("a depth before a receipt", "UPDATE event SET depth_before = 1.0 WHERE kind = 'receipt'"),
        ("a depth after a receipt", "UPDATE event SET depth_after = 1.0 WHERE kind = 'receipt'"),
        ("what a receipt is related to", "UPDATE event SET related = zeroblob(16) WHERE kind = 'receipt'"),
        ("an import of a receipt", "UPDATE event SET imported_at = 1 WHERE kind = 'receipt'"),
        ("a scope of a receipt", "UPDATE event SET scope = 3 - scope WHERE kind = 'receipt'"),
        ("a checksum of a row", "UPDATE memory SET sum = NULL WHERE row = 9"),
        ("a lost derivation", "DELETE FROM derivation"),
        ("a derivation in a circle", "INSERT INTO derivation SELECT scope, derived, source FROM derivation"),
        (
            "another source of a derived memory",
            "UPDATE derivation SET source = (SELECT id FROM memory WHERE row = 9)",
        ),
        ("a derived memory", "UPDATE derivation SET derived = zeroblob(16)"),
        ("the source of a derived memory", "UPDATE derivation SET source = zeroblob(16)"),
        ("a backup's size", "UPDATE backup SET tree_size = tree_size + 4096"),
        ("a backup's expiry", "UPDATE backup SET expires_at = 1"),
        ("a backup that never expires", "UPDATE backup SET expires_at = at + 86400000000"),
        ("a backup's time", "UPDATE backup SET at = at + 1"),
        ("a lost backup", "DELETE FROM backup"),
        ("the checksum of backups", "UPDATE meta SET value = zeroblob(16) WHERE key = 'backups'"),
        (
            "a tombstone of no receipt",
            "INSERT INTO tombstone SELECT 1, zeroblob(16), 'text', max(seq) FROM event",
        ),
        ("the checksum of other tombstones", "DELETE FROM meta WHERE key = 'carried'"),
        ("a memory's key", "UPDATE memory SET key = zeroblob(32) WHERE row = 9"),
        ("an event's note", "UPDATE event SET note = 'because' WHERE seq = 9"),
        ("another name of the log", "UPDATE meta SET value = randomblob(16) WHERE key = 'log'"),
        ("the checksum of the log's name", "DELETE FROM meta WHERE key = 'log_sum'"),
        ("the name of the log", "UPDATE meta SET value = zeroblob(15) WHERE key = 'log'"),
        ("a table of somebody else", "CREATE TABLE diary AS SELECT text FROM version"),
        ("a table that looks like an index", "CREATE TABLE scope_7_fts (text)"),
        ("an index of somebody else", "CREATE INDEX diary ON version (text)"),
        ("a view of somebody else", "CREATE VIEW diary AS SELECT text FROM version"),
        (
            "a trigger of somebody else",
            "CREATE TRIGGER diary AFTER INSERT ON event BEGIN UPDATE memory SET accesses = 0; END",
        ),
        ("a lost index", "DROP INDEX version_memory"),
        (
            "an index over another column",
            "DROP INDEX version_memory; CREATE INDEX version_memory ON version (valid_from)",
        ),
    ];
    let original = Place::new();
    filled(&original.path);
    with_a_row_of_every_table(&original);
    // Who opens a store with an erasure left to finish writes its file anew, and mends its indexes.
    let finished = Place::new();
    fs::copy(&original.path, &finished.path).unwrap();
    drop(Store::open(&finished.path, system_options()).unwrap());
    for (what, sql) in tampering {
        let place = Place::new();
        let from = if sql.contains("pending") { &original } else { &finished };
        fs::copy(&from.path, &place.path).unwrap();
        past_the_triggers(&place, sql).unwrap_or_else(|e| panic!("{what}: {e}"));
        let findings = deep_findings(&place);
        assert!(findings != "[]", "{what} went unnoticed");
        assert!(
            !["forged", "stranger", "xxxx", " of a "].iter().any(|text| findings.contains(text)),
            "a finding holds a text: {findings}"
        );
    }
    assert_eq!(deep_findings(&original), "[]");
}

/// The vectors of two versions, each in the other's place.
const EXCHANGED: &str = "UPDATE vector SET vector = (SELECT other.vector FROM vector other WHERE other.version = 15 - vector.version)
    WHERE version IN (7, 8)";

/// Runs statements with every trigger out of the way, and puts those back.
fn past_the_triggers(place: &Place, sql: &str) -> rusqlite::Result<()> {
    let raw = place.raw();
    let mut select = raw.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")?;
    let triggers = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let triggers: Vec<(String, String)> = triggers.collect::<Result<_, _>>()?;
    drop(select);
    raw.execute_batch("PRAGMA foreign_keys = OFF")?;
    triggers.iter().try_for_each(|(name, _)| raw.execute_batch(&format!("DROP TRIGGER {name}")))?;
    raw.execute_batch(sql)?;
    triggers.iter().try_for_each(|(_, sql)| raw.execute_batch(sql))
}

fn deep_findings(place: &Place) -> String {
    let store = Store::open(&place.path, system_options()).unwrap();
    let report = store.check_with(&CheckOptions::default().deep(), &mut |_| {}).unwrap();
    format!("{:?}", report.findings)
}

#[test]
fn a_check_names_what_is_not_the_store_s_and_triggers_that_are_gone() {
    let original = Place::new();
    filled(&original.path);
    for (sql, finding) in [
        ("CREATE TABLE diary AS SELECT text FROM version", "a table that is not ours: diary"),
        ("CREATE INDEX diary ON memory (source)", "an index that is not ours: diary"),
        ("CREATE TABLE scope_7_fts (text)", "a table that is not ours: scope_7_fts"),
        ("DROP TRIGGER event_refuses_update", "the trigger event_refuses_update is missing"),
        (
            "DROP TRIGGER event_refuses_delete;
             CREATE TRIGGER event_refuses_delete BEFORE DELETE ON event BEGIN SELECT 1; END",
            "the trigger event_refuses_delete is not the one that was made",
        ),
        ("DROP INDEX memory_beside", "the index memory_beside is missing"),
        (
            "DROP INDEX version_memory; CREATE INDEX version_memory ON version (valid_from)",
            "the index version_memory is not the one that was made",
        ),
        ("ALTER TABLE version ADD COLUMN copy TEXT", "the table version is not the one that was made"),
        (
            "CREATE TABLE other (receipt BLOB PRIMARY KEY); DROP TABLE pending; ALTER TABLE other RENAME TO pending",
            "the table pending is not the one that was made",
        ),
        ("CREATE TABLE version_vec_info (key, value)", "a table that is not ours: version_vec_info"),
        (
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(sql, 'entries BLOB', 'entries ANY') WHERE name = 'posting'",
            "the table posting is not the one that was made",
        ),
        ("ANALYZE", "a table that is not ours: sqlite_stat1"),
        ("INSERT INTO meta VALUES ('foo', 'Mara Quell')", "something in meta that no store has"),
        ("INSERT INTO meta VALUES ('Mara Quell', x'00')", "something in meta that no store has"),
        ("INSERT INTO meta VALUES ('indexes', 'Mara Quell')", "something in meta that no store has"),
        ("UPDATE meta SET value = 'Mara Quell' WHERE key = 'last_leaf'", "cannot be read"),
        (
            "INSERT INTO sqlite_sequence VALUES ('Mara Quell', 5)",
            "something in sqlite_sequence that no store has",
        ),
        (
            "INSERT INTO sqlite_sequence VALUES ('scope', 5)",
            "something in sqlite_sequence that no store has",
        ),
        (
            "UPDATE sqlite_sequence SET seq = 'Mara Quell' WHERE name = 'scope'",
            "something in sqlite_sequence that no store has",
        ),
        ("INSERT INTO vector VALUES (9, 9, CAST('Mara Quell' AS BLOB))", "vector: its version is not there"),
    ] {
        let place = Place::new();
        fs::copy(&original.path, &place.path).unwrap();
        place.raw().execute_batch(sql).unwrap();
        let findings = deep_findings(&place);
        assert!(findings.contains(finding), "{sql}: {findings}");
        assert!(!findings.contains("Mara"), "a finding holds a text: {findings}");
    }
}

#[test]
fn a_sound_store_of_each_kind_has_nothing_that_no_store_has() {
    for place in [Place::new(), Place::encrypted(), Place::hidden()] {
        // A text that comes after, too: the log ends with one leaf without a partner, and with a pair.
        let look = |store: &Store| {
            for text in ["words of later", "words of the last"] {
                assert_sound(store);
                store.scope("b").unwrap().inscribe(text).unwrap();
            }
            assert_sound(store);
        };
        let open = || Store::open(&place.path, options_at(&place.path)).unwrap();
        filled(&place.path);
        let store = open();
        look(&store);
        let (old, new) = (place.beside("old.db"), place.beside("new.db"));
        store.backup(&old, None, &mut |_| {}).unwrap();
        let scope = store.scope("a").unwrap();
        change(&scope, Mutation::purge(scope.list(Include::All).unwrap()[20].id));
        assert!(store.scrub(true).unwrap().rebuilt);
        look(&store);
        drop((scope, store));
        look(&open());

        let how = RestoreOptions::default().with_current(&place.path);
        Backup::open(&old).unwrap().restore(&new, options_at(&place.path), &how, &mut |_| {}).unwrap();
        look(&Store::open(&new, options_at(&place.path)).unwrap());
        for dimension in [8, 16] {
            let options = options_at(&place.path).with_embedder(BagOfWords(dimension));
            look(&Store::reembed(&place.path, options, &mut |_| {}).unwrap());
        }
    }
    let store = Store::open_in_memory(system_options()).unwrap();
    store.scope("a").unwrap().inscribe("words").unwrap();
    assert_sound(&store);
    assert_sound(&Store::open_in_memory(system_options()).unwrap());
}

/// A store whose log has so many events, written in one call.
fn of_events(events: usize) -> Place {
    let place = Place::new();
    let store = Store::open(&place.path, system_options()).unwrap();
    let rows: Vec<NewMemory> = (0..events).map(|n| NewMemory::new(format!("words of {n}"))).collect();
    store.scope("a").unwrap().inscribe_batch(&rows, &mut |_| {}).unwrap();
    place
}

/// What a check without `deep` says, also where it cannot go on.
fn findings(place: &Place) -> String {
    let store = Store::open(&place.path, system_options()).unwrap();
    match store.check(&mut |_| {}) {
        Ok(report) => format!("{:?}", report.findings),
        Err(error) => error.to_string(),
    }
}

/// Writes behind the log's end; tells whether that went.
fn writes(place: &Place) -> bool {
    let store = Store::open(&place.path, system_options()).unwrap();
    store.scope("a").unwrap().inscribe("words of later").is_ok()
}

#[test]
fn a_change_of_the_newest_event_is_found_and_nothing_is_built_on_it() {
    let changes = [
        "scope = 2", "memory = zeroblob(16)", "kind = 'pin'", "at = at + 1", "actor = 'eve'",
        "depth_before = 0.5", "depth_after = 0.5", "digest = zeroblob(32)", "related = zeroblob(16)",
        "imported_at = 1", "planner = 'id'", "note = 'Mara Quell was here'",
    ];
    for events in [1, 2, 3, 5, 17] {
        let original = of_events(events);
        assert_eq!(deep_findings(&original), "[]", "{events} events");
        for change in changes {
            let place = Place::new();
            fs::copy(&original.path, &place.path).unwrap();
            past_the_triggers(&place, &format!("UPDATE event SET {change} WHERE seq = {events}")).unwrap();
            let what = format!("{change} of event {events}");
            let found = || {
                let findings = findings(&place);
                assert!(findings.contains(&format!("event {events}")), "{what}: {findings}");
                assert!(!findings.contains("Mara"), "a finding holds a text: {findings}");
            };
            found();
            // A pair has a node above it, on which the next leaf does not touch.
            assert_eq!(writes(&place), events % 2 == 0, "{what}");
            found();
            if events % 2 == 1 {
                let store = Store::open(&place.path, system_options()).unwrap();
                let key = SigningKey::from_seed(&store.origin().unwrap(), &[7; 32]).unwrap();
                let signed = store.checkpoint(&key).map(|note| note.to_string());
                assert!(signed.is_err(), "{what}: signed {signed:?}");
            }
        }
        assert!(writes(&original), "{events} events");
        assert_eq!(deep_findings(&original), "[]", "{events} events");
    }
}

#[test]
fn a_log_whose_end_was_cut_off_takes_no_other() {
    let place = of_events(3);
    let cut = "DELETE FROM memory WHERE row = 3; DELETE FROM version WHERE memory = 3; DELETE FROM event WHERE seq = 3;
        UPDATE sqlite_sequence SET seq = 2 WHERE name = 'event'";
    past_the_triggers(&place, cut).unwrap();
    assert!(findings(&place).contains("event 3 is missing from the log's end"));
    assert!(!writes(&place));
}

#[test]
fn a_store_whose_last_leaf_an_older_library_did_not_keep_is_sound_and_keeps_the_next() {
    let place = of_events(3);
    past_the_triggers(&place, "DELETE FROM meta WHERE key = 'last_leaf'").unwrap();
    assert_eq!(deep_findings(&place), "[]");
    assert!(writes(&place) && writes(&place));
    assert_eq!(deep_findings(&place), "[]");
    past_the_triggers(&place, "UPDATE event SET actor = 'eve' WHERE seq = 5").unwrap();
    assert!(findings(&place).contains("event 5 is not the one that was written"));
    // A leaf from before what an older library wrote says nothing of that.
    let place = of_events(3);
    let raw = place.raw();
    let kept = raw.query_row("SELECT value FROM meta WHERE key = 'last_leaf'", [], |row| row.get(0));
    let kept: Vec<u8> = kept.unwrap();
    assert!(writes(&place) && writes(&place));
    raw.execute("UPDATE meta SET value = ?1 WHERE key = 'last_leaf'", [kept]).unwrap();
    assert_eq!(deep_findings(&place), "[]");
    assert!(writes(&place) && writes(&place));
    assert_eq!(deep_findings(&place), "[]");
}

#[test]
fn a_store_of_the_format_before_gets_checksums_of_its_rows() {
    let place = Place::new();
    filled(&place.path);
    with_a_row_of_every_table(&place);
    to_format_5(&place.raw());
    // A copy that nobody writes is read as it is, also with a log beside it.
    assert!(Backup::open(&place.path).is_ok());
    let version = || place.raw().query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(version(), 5);
    // Who only reads brings it up, too.
    assert!(Store::embedder_of(&place.path).unwrap().is_some());
    let reads = Store::open(&place.path, system_options().with_access(Access::ReadOnly)).unwrap();
    assert!(!reads.scope("a").unwrap().list(Include::All).unwrap().is_empty());
    drop(reads);
    assert_eq!(version(), nepenthe::FORMAT_VERSION);
    assert_eq!(deep_findings(&place), "[]");
    past_the_triggers(&place, "DELETE FROM derivation").unwrap();
    assert!(deep_findings(&place).contains("what it was made from"));
}

/// Adds a row to each table that has none by itself: an erasure that waits for a reader, a tombstone, a derived memory and
/// a backup.
fn with_a_row_of_every_table(place: &Place) {
    let store = Store::open(&place.path, system_options()).unwrap();
    store.backup(place.beside("backup.db"), None, &mut |_| {}).unwrap();
    let scope = store.scope("a").unwrap();
    let made = NewMemory::new("words made of others").with_source("words of somebody");
    let made = made.with_metadata(serde_json::from_str(r#"{"page":17}"#).unwrap());
    let source = scope.list(Include::All).unwrap()[9].id;
    scope.inscribe(NewMemory { derived_from: vec![source], ..made }).unwrap();
    let reader = place.raw();
    reader.execute_batch("BEGIN; SELECT count(*) FROM version;").unwrap();
    change(&scope, Mutation::purge(scope.list(Include::All).unwrap()[20].id));
    reader.execute_batch("COMMIT").unwrap();
    drop((scope, store));
    for table in ["tree_node", "receipt", "pending", "tombstone", "derivation", "backup", "supersession"] {
        let rows: i64 =
            reader.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
        assert!(rows > 0, "{table}");
    }
}

/// What a reader gets from a file: everything that the log commits to, and what each index finds.
fn read_all(store: &Store) -> Result<String, String> {
    let mut out = String::new();
    for path in ["a", "b"] {
        let scope = store.scope(path).map_err(|error| error.to_string())?;
        for memory in scope.list(Include::All).map_err(|error| error.to_string())? {
            out += &format!(
                "{} {} {:?} {} {}\n",
                memory.id, memory.text, memory.depth, memory.created, memory.changed
            );
        }
        for mode in [RecallMode::Lexical, RecallMode::Vector] {
            let hits = scope.recall_with("words of", &everything().with_mode(mode));
            let mut ids: Vec<_> =
                hits.map_err(|error| error.to_string())?.iter().map(|hit| hit.memory.id).collect();
            ids.sort_unstable();
            out += &format!("{mode:?} {ids:?}\n");
        }
    }
    Ok(out)
}

/// Damages copies of a store in many ways. Runs in a process of its own: a crash of the C code underneath is a
/// failure that the parent sees.
pub fn survive_damage(path: &Path, seed: u64) {
    let original = fs::read(path).unwrap();
    let whole = read_all(&Store::open(path, system_options()).unwrap()).unwrap();
    let mut dice = Dice::from_seed(seed);
    let victim = path.with_extension("victim");
    let (mut opened, mut noticed) = (0, 0);
    let mut examine = |bytes: &[u8], what: String| {
        fs::write(&victim, bytes).unwrap();
        for beside in ["victim-wal", "victim-shm"] {
            drop(fs::remove_file(path.with_extension(beside)));
        }
        let Ok(store) = Store::open(&victim, system_options().with_access(Access::Existing)) else { return };
        opened += 1;
        let got = read_all(&store);
        let sound = store.check(&mut |_| {}).is_ok_and(|report| report.is_sound());
        noticed += usize::from(!sound);
        // A read that fails has reported; one that answers must answer as before.
        if let (true, Ok(got)) = (sound, got) {
            let lost: Vec<&str> =
                whole.lines().filter(|line| !got.lines().any(|other| other == *line)).collect();
            let strange: Vec<&str> =
                got.lines().filter(|line| !whole.lines().any(|other| other == *line)).collect();
            assert!(got == whole, "{what}: reported sound, but without {lost:#?} and with {strange:#?}");
        }
    };
    let pages = original.len() / 16_384;
    for page in 0..pages {
        examine(&original[..page * 16_384], format!("cut to {page} pages"));
    }
    for _ in 0..rounds(15) {
        let length = dice.roll(original.len() as u64) as usize;
        examine(&original[..length], format!("cut to {length} bytes"));
    }
    for round in 0..rounds(120) {
        let mut bytes = original.clone();
        let mut what = String::new();
        for _ in 0..=dice.roll(3) {
            // Every other flip in the first pages, where the schema and the roots are.
            let within = if round % 2 == 0 { bytes.len() } else { 3 * 16_384 };
            let (at, bit) = (dice.roll(within as u64) as usize, dice.roll(8));
            bytes[at] ^= 1 << bit;
            what += &format!("bit {bit} of byte {at} ");
        }
        examine(&bytes, what);
    }
    for _ in 0..rounds(20) {
        let mut bytes = original.clone();
        let page = 16_384 * dice.roll(pages as u64) as usize;
        let other = 16_384 * dice.roll(pages as u64) as usize;
        let copy = original[other..other + 16_384].to_vec();
        bytes[page..page + 16_384].copy_from_slice(&copy);
        examine(&bytes, format!("page at {other} copied over that at {page}"));
    }
    assert!(
        opened > 20 && noticed > 20,
        "{opened} opened, {noticed} noticed: the damage does not reach the store"
    );
    say("survived");
}

#[test]
fn a_damaged_file_never_panics_and_is_never_called_sound_where_something_is_missing() {
    let place = Place::new();
    filled(&place.path);
    let seed = Dice::new().roll(u64::MAX);
    println!("the child's seed is {seed}");
    let child = Process::start_with("damage", &place.path, &seed.to_string());
    assert_eq!(child.finish(), ["survived"]);
}
