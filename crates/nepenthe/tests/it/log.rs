//! The log: appended to and nothing else, one event a change, no content in it.

use std::collections::BTreeSet;

use nepenthe::{EventKind, Include, LogRange, Mutation, NewMemory, Options, Target};

use crate::support::{BagOfWords, Place, StepClock, assert_sound, change, options, tables_with};

#[test]
fn an_event_can_be_neither_changed_nor_deleted_past_the_engine() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = crate::support::open(&place.path, options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    scope.inscribe("something").unwrap();
    let raw = place.raw();
    for sql in [
        "UPDATE event SET actor = 'nobody'",
        "UPDATE event SET seq = 7",
        "UPDATE event SET digest = zeroblob(32) WHERE seq = 1",
        "DELETE FROM event",
        "DELETE FROM event WHERE seq = 1",
        "UPDATE version SET text = 'something else'",
        "UPDATE version SET valid_from = 0",
    ] {
        let refused = raw.execute(sql, []).unwrap_err().to_string();
        assert!(refused.contains("append-only") || refused.contains("never rewritten"), "{sql}: {refused}");
    }
    assert_eq!(scope.log(&LogRange::default()).unwrap().len(), 1);
    assert_sound(&store);
}

#[test]
fn no_table_holds_the_text_of_a_purged_memory() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = crate::support::open(&place.path, options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let metadata = serde_json::from_str(r#"{"note": "wombatmeta"}"#).unwrap();
    let new = NewMemory::new("the wombattext one").with_source("wombatsource").with_metadata(metadata);
    let id = scope.inscribe(new).unwrap();
    scope.inscribe("the survivor").unwrap();
    change(&scope, Mutation::edit(id, "the wombatedit two"));
    let next = change(&scope, Mutation::supersede(id, "the wombatnext three")).inscribed.unwrap();
    change(&scope, Mutation::release(next));

    let raw = place.raw();
    for secret in ["wombattext", "wombatedit", "wombatnext", "wombatmeta", "wombatsource"] {
        assert!(!tables_with(&raw, secret).is_empty(), "{secret} is not even there before the purge");
    }
    change(&scope, Mutation::purge(Target::Ids(vec![id, next])));
    // The stem is what the lexical index would keep of each of them.
    assert_eq!(tables_with(&raw, "wombat"), Vec::<String>::new());
    assert!(!tables_with(&raw, "survivor").is_empty());
    let bytes = id.as_bytes();
    for (table, column) in [("memory", "id"), ("supersession", "old"), ("supersession", "new")] {
        let sql = format!("SELECT count(*) FROM {table} WHERE {column} = ?1");
        assert_eq!(raw.query_row(&sql, [bytes], |row| row.get::<_, i64>(0)).unwrap(), 0, "{table}.{column}");
    }
    let count = |table: &str| -> i64 {
        raw.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
    };
    assert_eq!((count("memory"), count("version"), count("vector")), (1, 1, 1));
    let texts: i64 = raw.query_row("SELECT texts FROM lexical_total", [], |row| row.get(0)).unwrap();
    assert_eq!(texts, 1);
    assert_sound(&store);
}

#[test]
fn what_stays_of_a_purged_memory_is_what_its_events_say() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = crate::support::open(&place.path, options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let old = scope.inscribe("the wombattext one").unwrap();
    let new = change(&scope, Mutation::supersede(old, "the wombatnext two")).inscribed.unwrap();
    change(&scope, Mutation::purge(old));
    let related = |id| -> Vec<_> {
        let log = scope.log(&LogRange::default()).unwrap().into_iter();
        log.filter(|event| event.memory == id).map(|event| (event.kind, event.related)).collect()
    };
    let kinds = [(EventKind::Inscribe, None), (EventKind::Supersede, Some(new)), (EventKind::Purge, None)];
    assert_eq!(related(old), kinds);
    assert_eq!(scope.blame(new).unwrap().len(), 1, "no link to a memory that is gone is shown");
    change(&scope, Mutation::purge(new));
    assert_eq!(related(old), kinds, "nor does the other's purge change the log");
    let raw = place.raw();
    for table in ["supersession", "derivation", "memory", "version", "mention", "annotation"] {
        let count = raw.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0));
        assert_eq!(count.unwrap(), 0, "{table}");
    }
    assert_sound(&store);
}

#[test]
fn purging_the_whole_scope_leaves_no_word_of_it_in_any_table() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = crate::support::open(&place.path, options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let new: Vec<NewMemory> = (0..200).map(|n| NewMemory::new(format!("wombat number n{n}"))).collect();
    scope.inscribe_batch(&new, &mut |_| {}).unwrap();
    change(&scope, Mutation::purge(Target::All));
    assert_eq!(tables_with(&place.raw(), "wombat"), Vec::<String>::new());
    assert_eq!(scope.stats().unwrap().events, 402, "200 inscribes, 200 purges, two receipts");
    assert_sound(&store);
}

#[test]
fn the_log_never_holds_a_text_even_while_the_memory_lives() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = crate::support::open(&place.path, options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let id = scope.inscribe("oldwombat text").unwrap();
    change(&scope, Mutation::edit(id, "newwombat text"));
    let tables = tables_with(&place.raw(), "wombat");
    assert!(tables.contains(&"version".into()) && !tables.contains(&"event".into()), "{tables:?}");
    // The reason of a plan and its words are not logged either.
    change(&scope, Mutation::release("newwombat text please"));
    assert!(!tables_with(&place.raw(), "please").contains(&"event".into()));
}

#[test]
fn a_digest_depends_on_the_text_and_on_the_memory() {
    let digests = |options: Options| {
        let store = crate::support::open_in_memory(options.with_embedder(BagOfWords(8))).unwrap();
        let scope = store.scope("a").unwrap();
        for text in ["one", "one", "two"] {
            let id = scope.inscribe(text).unwrap();
            change(&scope, Mutation::pin(id));
        }
        let id = store.scope("b").unwrap().inscribe("one").unwrap();
        let mut log = scope.log(&LogRange::default()).unwrap();
        log.extend(store.scope("b").unwrap().log(&LogRange::default()).unwrap());
        assert_eq!(log.last().unwrap().memory, id);
        log.into_iter().map(|event| event.digest).collect::<Vec<_>>()
    };
    let (first, second) = (digests(Options::default()), digests(Options::default()));
    assert_eq!((first[0], first[2], first[4]), (first[1], first[3], first[5]));
    let distinct: BTreeSet<String> = first.iter().map(ToString::to_string).collect();
    assert_eq!(distinct.len(), 4, "a key of its own for each memory");
    assert!(first.iter().all(|digest| !second.contains(digest)), "the digests have no key");
}

#[test]
fn an_event_is_written_for_each_change_and_for_nothing_else() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let id = scope.inscribe("one").unwrap();
    let other = scope.inscribe("two").unwrap();
    let count = || scope.stats().unwrap().events;
    // Reading, planning and failing leave no event.
    scope.recall("one", 5).unwrap();
    scope.list(Include::All).unwrap();
    let stale = scope.plan(Mutation::release(Target::Ids(vec![other, id]))).unwrap();
    store.flush().unwrap();
    assert_eq!(count(), 2);
    change(&scope, Mutation::pin(id));
    scope.apply(stale).unwrap_err();
    assert_eq!(count(), 3);
    change(&scope, Mutation::release(Target::All));
    let kinds: Vec<_> = scope.log(&LogRange::default()).unwrap().iter().map(|event| event.kind).collect();
    use EventKind::{Inscribe, Pin, Release};
    assert_eq!(kinds, [Inscribe, Inscribe, Pin, Release, Release]);
}

#[test]
fn the_log_is_read_by_time_place_and_number() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("a").unwrap().with_actor("ann");
    let start = clock.time();
    for n in 0..5 {
        scope.inscribe(format!("number {n}")).unwrap();
        clock.step_seconds(10);
    }
    let at = |seconds: i64| start + jiff::SignedDuration::from_secs(seconds);
    let places = |range: LogRange| -> Vec<i64> {
        scope.log(&range).unwrap().into_iter().map(|event| event.seq.get()).collect()
    };
    let all = LogRange::default();
    assert_eq!(places(all), [1, 2, 3, 4, 5]);
    assert_eq!(places(LogRange { since: Some(at(10)), until: Some(at(30)), ..all }), [2, 3, 4]);
    assert_eq!(places(LogRange { after: 3, ..all }), [4, 5]);
    assert_eq!(places(LogRange { after: 1, limit: 2, ..all }), [2, 3]);
    assert_eq!(places(LogRange { limit: 0, ..all }), Vec::<i64>::new());
    assert!(scope.log(&all).unwrap().iter().all(|event| event.actor == "ann"));
}
