//! The index of mentions: what many texts mention is found in each of them, goes with each of them, and is checked.

use nepenthe::{Mutation, NewMemory, Store, Target};
use rusqlite::Connection;

use crate::support::{Place, assert_sound, change, options_at, to_sqlite_vec};

/// More than two blocks of one digest.
const MANY: usize = 700;

/// Texts that all name one ticket, and every tenth another one too.
fn texts() -> Vec<NewMemory> {
    let text = |number: usize| match number % 10 {
        0 => format!("Ticket QX-48213 and ticket QX-{:05} are one ({number}).", 90_000 + number),
        _ => format!("Ticket QX-48213 came up again, note {number}."),
    };
    (0..MANY).map(|number| NewMemory::new(text(number))).collect()
}

fn filled(place: &Place) -> Store {
    let store = crate::support::open(&place.path, options_at(&place.path)).unwrap();
    let scope = store.scope("a").unwrap();
    let texts = texts();
    // In batches large and small, and alone.
    for batch in [&texts[..300], &texts[300..310], &texts[310..699]] {
        scope.inscribe_batch(batch, &mut |_| {}).unwrap();
    }
    scope.inscribe(texts[699].clone()).unwrap();
    store.scope("b").unwrap().inscribe("Ticket QX-48213 is of another scope.").unwrap();
    store
}

fn found(store: &Store, scope: &str, request: &str) -> usize {
    // Of a text that says something else too, the part goes.
    store.scope(scope).unwrap().plan(Mutation::purge(request)).unwrap().steps.len()
}

fn blocks(raw: &Connection) -> i64 {
    raw.query_row(
        "SELECT max(n) FROM (SELECT count(*) AS n FROM mention GROUP BY scope, digest)",
        [],
        |row| row.get(0),
    )
    .unwrap()
}

#[test]
fn what_many_texts_mention_is_in_blocks_and_goes_with_each_text() {
    let place = Place::new();
    let store = filled(&place);
    assert_sound(&store);
    assert!(blocks(&place.raw()) >= 3);
    assert_eq!(found(&store, "a", "QX-90010"), 1);
    assert_eq!(found(&store, "b", "QX-48213"), 1);
    let scope = store.scope("a").unwrap();
    let ids: Vec<_> =
        scope.list(nepenthe::Include::All).unwrap().into_iter().map(|memory| memory.id).collect();
    // The first of a block, the last of it, a whole block, and here and there.
    let gone =
        (0..MANY).filter(|at| [0, 255, 256, 699].contains(at) || (256..512).contains(at) || at % 7 == 3);
    let gone: Vec<_> = gone.map(|at| ids[at]).collect();
    let left = MANY - gone.len();
    for (at, ids) in gone.chunks(97).enumerate() {
        change(&scope, Mutation::purge(Target::Ids(ids.to_vec())));
        if at == 0 {
            assert_sound(&store);
        }
    }
    assert_sound(&store);
    // An edit brings a memory's new version behind all others, and its first one stays.
    change(&scope, Mutation::edit(ids[1], "Ticket QX-48213 is closed, says QX-77777."));
    assert_sound(&store);
    assert_eq!(found(&store, "a", "QX-77777"), 1);
    scope.inscribe("Ticket QX-55555 is new.").unwrap();
    assert_eq!(found(&store, "a", "QX-55555"), 1);
    assert_eq!(scope.list(nepenthe::Include::All).unwrap().len(), left + 1);
    // The last text that mentions something takes its block along.
    let all: Vec<_> =
        scope.list(nepenthe::Include::All).unwrap().into_iter().map(|memory| memory.id).collect();
    change(&scope, Mutation::purge(Target::Ids(all)));
    assert_sound(&store);
    let rows = "SELECT count(*) FROM mention WHERE scope = 1";
    assert_eq!(place.raw().query_row(rows, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
    assert_eq!(found(&store, "b", "QX-48213"), 1);
}

#[test]
fn a_check_sees_what_is_missing_and_what_is_too_much() {
    let original = Place::new();
    drop(filled(&original));
    for (sql, finding) in [
        ("DELETE FROM mention WHERE scope = 2", "the index of mentions disagrees with its text"),
        ("UPDATE mention SET versions = x'00' WHERE length(versions) > 200", "disagrees with its text"),
        ("UPDATE mention SET versions = x'80' WHERE scope = 2", "cannot be read"),
        ("UPDATE mention SET versions = x'' WHERE scope = 2", "cannot be read"),
        ("UPDATE mention SET versions = x'0000' WHERE scope = 2", "cannot be read"),
        ("UPDATE mention SET versions = x'ffffffffffffffffff01' WHERE scope = 2", "cannot be read"),
        (
            "UPDATE mention SET digest = 7 WHERE scope = 2 AND digest = (SELECT max(digest) FROM mention WHERE scope = 2)",
            "disagrees with its text",
        ),
        ("INSERT INTO mention VALUES (2, 7, 9000, x'00')", "1 entries of no version"),
        ("INSERT INTO mention VALUES (2, 7, 5, x'0001')", "2 entries of no version"),
        ("INSERT INTO mention VALUES (9, 7, 5, x'00')", "1 rows of no scope"),
        (
            "INSERT INTO mention SELECT scope, digest, first + 1, versions FROM mention WHERE length(versions) > 200 LIMIT 1",
            "cannot be read",
        ),
    ] {
        let place = Place::new();
        std::fs::copy(&original.path, &place.path).unwrap();
        assert!(place.raw().execute(sql, []).unwrap() > 0, "{sql}");
        let store = crate::support::open(&place.path, options_at(&place.path)).unwrap();
        let report = store.check(&mut |_| {}).unwrap();
        assert!(
            report.findings.iter().any(|found| format!("{found:?}").contains(finding)),
            "{sql}: {report:?}"
        );
    }
}

#[test]
fn a_store_of_the_format_before_gets_its_blocks() {
    let place = Place::new();
    drop(filled(&place));
    let raw = place.raw();
    to_sqlite_vec(&raw);
    raw.execute_batch("PRAGMA user_version = 9").unwrap();
    let columns = "SELECT group_concat(name) FROM pragma_table_info('mention')";
    assert_eq!(raw.query_row(columns, [], |row| row.get::<_, String>(0)).unwrap(), "scope,digest,version");
    drop(raw);
    let store = crate::support::open(&place.path, options_at(&place.path)).unwrap();
    assert_sound(&store);
    assert_eq!((found(&store, "a", "QX-90010"), found(&store, "b", "QX-48213")), (1, 1));
}
