//! Export and import: what goes round is what was there, and a file that is not whole changes nothing.

use nepenthe::{
    EventKind, ImportError, Include, LogRange, MemoryId, Mutation, NewMemory, RecallOptions, Scope,
    SkipReason, Target,
};
use serde_json::{Value, json};

use crate::support::{
    Dice, MODES, Place, StepClock, assert_sound, change, dump, everything, exported, found_in_files, options,
    sorted_texts,
};

/// A scope with a memory in every state, and the times between the changes.
fn storied(scope: &Scope, clock: &StepClock) -> Vec<jiff::Timestamp> {
    let mut times = Vec::new();
    let mut tick = || {
        times.push(clock.time());
        clock.step_seconds(7);
    };
    let metadata = serde_json::from_str(r#"{"n": [1, 0.1, null], "t": "x"}"#).unwrap();
    let new = NewMemory::new("memo with all").with_source("chat 1").with_metadata(metadata);
    scope.inscribe(new.with_expiry(clock.seconds_from_now(20))).unwrap();
    tick();
    let job = scope.inscribe("memo job one").unwrap();
    let pinned = scope.inscribe("memo pinned").unwrap();
    let sunk = scope.inscribe("memo sunk").unwrap();
    let doomed = scope.inscribe("memo doomed").unwrap();
    tick();
    change(scope, Mutation::pin(pinned));
    change(scope, Mutation::edit(sunk, "memo sunk and edited"));
    tick();
    let two = change(scope, Mutation::supersede(job, "memo job two")).inscribed.unwrap();
    tick();
    change(scope, Mutation::supersede(Target::Ids(vec![two, doomed]), "memo job three"));
    scope.recall("memo sunk", 3).unwrap();
    tick();
    change(scope, Mutation::consolidate(Target::All, nepenthe::Consolidation::default()));
    change(scope, Mutation::decay(sunk));
    let released = scope.inscribe("memo released").unwrap();
    change(scope, Mutation::release(released));
    tick();
    change(scope, Mutation::purge(doomed));
    tick();
    times
}

fn import(scope: &Scope, lines: &str) -> Result<nepenthe::ImportReport, ImportError> {
    scope.import(lines.as_bytes(), &mut |_| {})
}

/// What a reader sees, without what belongs to the store alone: places in the log, digests, time of import.
fn essence(scope: &Scope, times: &[jiff::Timestamp]) -> String {
    let list = scope.list(Include::All).unwrap();
    let mut out = format!("{list:#?}");
    for memory in &list {
        for entry in scope.history(memory.id).unwrap() {
            let event = entry.event;
            let depths = (event.depth_before, event.depth_after);
            out += &format!(
                "{:?} {} {} {depths:?} {:?} {:?}\n",
                event.kind, event.at, event.actor, event.related, entry.text
            );
        }
        out += &format!("{:#?}\n", scope.blame(memory.id).unwrap());
    }
    for at in times {
        for mode in MODES {
            let options = everything().with_mode(mode).with_include(Include::All).as_of(*at);
            let hits = scope.recall_with("memo", &options).unwrap();
            let mut hits: Vec<_> = hits.into_iter().map(|hit| (hit.memory, hit.score.to_bits())).collect();
            hits.sort_by_key(|(memory, _)| memory.id);
            out += &format!("{at} {mode:?} {hits:?}\n");
        }
    }
    out
}

#[test]
fn a_round_trip_keeps_everything_but_the_places_in_the_log() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let from = store.scope("from").unwrap();
    let times = storied(&from, &clock);
    let lines = exported(&from);
    assert_eq!(lines.lines().count(), 7);
    assert!(!lines.contains("doomed"), "an export holds nothing of what was purged");

    let other = crate::support::open_in_memory(options(&clock)).unwrap();
    let into = other.scope("into").unwrap();
    clock.step_seconds(100);
    let report = import(&into, &lines).unwrap();
    assert_eq!((report.imported, report.skipped.len()), (7, 0));
    assert_eq!(exported(&into), lines);
    assert_eq!(essence(&into, &times), essence(&from, &times));
    let log = into.log(&LogRange::default()).unwrap();
    assert!(log.iter().all(|event| event.imported == Some(clock.time())));
    assert!(from.log(&LogRange::default()).unwrap().iter().all(|event| event.imported.is_none()));
    // It is a store like any other: its memories go on from where they were.
    change(&into, Mutation::restore(Target::All));
    change(&into, Mutation::purge("memo job three"));
    assert_sound(&store);
    assert_sound(&other);
}

#[test]
fn into_another_scope_of_the_same_store_it_is_the_same_too() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let (from, into) = (store.scope("from").unwrap(), store.scope("into").unwrap());
    let times = storied(&from, &clock);
    import(&into, &exported(&from)).unwrap();
    assert_eq!(essence(&into, &times), essence(&from, &times));
    assert_sound(&store);
}

#[test]
fn importing_twice_changes_nothing() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let from = store.scope("from").unwrap();
    storied(&from, &clock);
    let lines = exported(&from);
    let target = crate::support::open(&place.path, options(&clock)).unwrap();
    let into = target.scope("into").unwrap();
    import(&into, &lines).unwrap();
    let before = dump(&place.raw());
    clock.step_seconds(50);
    let report = import(&into, &lines).unwrap();
    assert_eq!(report.imported, 0);
    assert!(report.skipped.iter().all(|skipped| skipped.reason == SkipReason::Unchanged), "{report:?}");
    assert_eq!(report.skipped.len(), 7);
    assert!(dump(&place.raw()) == before, "the second import wrote");
    // Nor does a scope's own export change the scope.
    let report = import(&from, &lines).unwrap();
    assert!(report.skipped.iter().all(|skipped| skipped.reason == SkipReason::Unchanged), "{report:?}");
    assert_eq!((report.imported, exported(&from)), (0, lines));
}

#[test]
fn times_finer_than_the_store_keeps_leave_the_log_sound() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let (from, into) = (store.scope("from").unwrap(), store.scope("into").unwrap());
    let id = from.inscribe("memo finer").unwrap();
    change(&from, Mutation::edit(id, "memo finer and edited"));
    let mut line: Value = serde_json::from_str(&exported(&from)).unwrap();
    let finer = |at: usize| json!(format!("2026-04-0{}T10:00:00.123456789Z", at + 1));
    for at in 0..2 {
        line["versions"][at]["from"] = finer(at);
        line["events"][at]["at"] = finer(at);
    }
    line["expires"] = json!("9999-12-01T10:00:00.000000001Z");
    assert_eq!(import(&into, &line.to_string()).unwrap().imported, 1);
    assert_sound(&store);
    let again = import(&into, &line.to_string()).unwrap();
    assert_eq!(
        again.skipped.iter().map(|skipped| skipped.reason).collect::<Vec<_>>(),
        [SkipReason::Unchanged]
    );
}

#[test]
fn depths_come_through_to_the_bit() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let from = store.scope("from").unwrap();
    let mut dice = Dice::new();
    for n in 0..150 {
        from.inscribe(format!("text {n}")).unwrap();
        clock.step_seconds(1 + dice.roll(20_000) as i64);
    }
    change(&from, Mutation::consolidate(Target::All, nepenthe::Consolidation::default()));
    let lines = exported(&from);
    let into = store.scope("into").unwrap();
    import(&into, &lines).unwrap();
    let bits = |scope: &Scope| -> Vec<u64> {
        scope.list(Include::All).unwrap().iter().map(|memory| memory.depth.get().to_bits()).collect()
    };
    assert_eq!(bits(&into), bits(&from));
    let report = import(&from, &lines).unwrap();
    assert!(report.skipped.iter().all(|skipped| skipped.reason == SkipReason::Unchanged));
}

#[test]
fn what_was_purged_does_not_come_back_by_import() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let id = scope.inscribe("a secret").unwrap();
    let stays = scope.inscribe("no secret").unwrap();
    let lines = exported(&scope);
    change(&scope, Mutation::purge(Target::Ids(vec![id, stays])));
    let report = import(&scope, &lines).unwrap();
    assert_eq!(report.imported, 0);
    assert!(report.skipped.iter().all(|skipped| skipped.reason == SkipReason::Purged));
    assert!(scope.list(Include::All).unwrap().is_empty());
    // Another scope has not purged it.
    assert_eq!(import(&store.scope("b").unwrap(), &lines).unwrap().imported, 2);
    assert_sound(&store);
}

#[test]
fn a_memory_that_went_on_stays_as_it_is() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let id = scope.inscribe("first").unwrap();
    let lines = exported(&scope);
    change(&scope, Mutation::edit(id, "second"));
    let before = exported(&scope);
    let report = import(&scope, &lines).unwrap();
    assert_eq!(
        report.skipped.iter().map(|s| (s.id, s.reason)).collect::<Vec<_>>(),
        [(id, SkipReason::Differs)]
    );
    assert_eq!(exported(&scope), before);
}

#[test]
fn a_link_to_a_purged_memory_is_shown_nowhere_even_after_an_import() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let old = scope.inscribe("old").unwrap();
    let new = change(&scope, Mutation::supersede(old, "new")).inscribed.unwrap();
    let whole = exported(&scope);
    change(&scope, Mutation::purge(new));
    let chain = scope.blame(old).unwrap();
    assert!(chain.len() == 1 && chain[0].superseded_by.is_empty());
    let rest = exported(&scope);
    let copy = store.scope("b").unwrap();
    import(&copy, &rest).unwrap();
    assert_eq!(copy.blame(old).unwrap(), chain);
    assert_sound(&store);
    // In pieces, in either order, the chain is the whole one.
    for (name, reverse) in [("c", false), ("d", true)] {
        let pieces = store.scope(name).unwrap();
        let mut lines: Vec<&str> = whole.lines().collect();
        if reverse {
            lines.reverse();
        }
        for line in lines {
            import(&pieces, line).unwrap();
        }
        let chain = pieces.blame(old).unwrap();
        let link = chain.iter().find(|entry| entry.memory.id == old).unwrap();
        assert_eq!(link.superseded_by.iter().map(|by| by.id).collect::<Vec<_>>(), [new], "{name}");
        assert_eq!(chain.len(), 2, "{name}");
        assert_sound(&store);
    }
}

#[test]
fn blank_lines_and_windows_ends_are_read_over() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let from = store.scope("from").unwrap();
    storied(&from, &clock);
    let lines = exported(&from);
    let dressed = format!("\r\n\n{}\n  \n", lines.trim_end().replace('\n', "\r\n\r\n"));
    let into = store.scope("into").unwrap();
    assert_eq!(import(&into, &dressed).unwrap().imported, 7);
    assert_eq!(exported(&into), lines);
    assert_eq!(import(&into, "").unwrap().imported, 0);
}

#[test]
fn a_malformed_line_is_named_and_nothing_is_imported() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = crate::support::open(&place.path, options(&clock)).unwrap();
    let from = store.scope("from").unwrap();
    let id = from.inscribe("first text").unwrap();
    clock.step_seconds(5);
    change(&from, Mutation::edit(id, "second text"));
    clock.step_seconds(5);
    change(&from, Mutation::release(id));
    from.inscribe("another").unwrap();
    let lines = exported(&from);
    let (line, other) = lines.trim_end().split_once('\n').unwrap();
    let good: Value = serde_json::from_str(line).unwrap();
    assert_eq!(good["events"].as_array().unwrap().len(), 3);

    let with = |change: &dyn Fn(&mut Value)| {
        let mut line = good.clone();
        change(&mut line);
        line.to_string()
    };
    let mut bad: Vec<(&str, String)> = vec![
        ("not JSON", "{".into()),
        ("two objects", format!("{line}{line}")),
        ("no object", "[1]".into()),
        ("a lone surrogate", line.replace("second", "\\ud800")),
        ("a number too large", line.replace("\"accesses\":0", "\"accesses\":99999999999999999999")),
        ("a negative count", line.replace("\"accesses\":0", "\"accesses\":-1")),
        ("a depth over all", line.replace("\"depth\":0.0", "\"depth\":1e999")),
        ("a field twice", line.replace("\"accesses\":0", "\"accesses\":0,\"accesses\":0")),
        (
            "metadata with a field twice",
            line.replace("\"accesses\":0", "\"metadata\":{\"a\":{\"b\":1,\"b\":2}},\"accesses\":0"),
        ),
        (
            "metadata with a number beyond 64 bits",
            line.replace("\"accesses\":0", "\"metadata\":{\"a\":18446744073709551616},\"accesses\":0"),
        ),
        (
            "metadata with a number of too many digits",
            line.replace("\"accesses\":0", "\"metadata\":{\"a\":[0.12345678901234567890]},\"accesses\":0"),
        ),
        ("an id of another spelling", line.replace(&id.to_string(), "not-an-id")),
    ];
    type Breaking = (&'static str, fn(&mut Value));
    let broken: [Breaking; 27] = [
        ("a NUL", |line| line["text"] = json!("a\0b")),
        ("a NUL in an old version", |line| line["versions"][0]["text"] = json!("a\0b")),
        ("a blank version", |line| line["versions"][0]["text"] = json!(" ")),
        ("an unknown field", |line| line["colour"] = json!("red")),
        ("an unknown field of an event", |line| line["events"][0]["colour"] = json!("red")),
        ("an unknown field of a version", |line| line["versions"][0]["colour"] = json!("red")),
        ("another format", |line| line["nepenthe"] = json!(2)),
        ("format 0", |line| line["nepenthe"] = json!(0)),
        ("another depth than its events", |line| line["depth"] = json!(1.0)),
        ("a negative depth", |line| line["depth"] = json!(-1.0)),
        ("another text than its last version", |line| line["text"] = json!("third text")),
        ("a version too few", |line| drop(line["versions"].as_array_mut().unwrap().remove(0))),
        ("a version too many", |line| {
            let version = line["versions"][0].clone();
            line["versions"].as_array_mut().unwrap().insert(0, version);
        }),
        ("a version of another time", |line| line["versions"][1]["from"] = json!("2026-01-01T00:00:04Z")),
        ("no versions", |line| line["versions"] = json!([])),
        ("no events", |line| line["events"] = json!([])),
        ("no inscribe", |line| drop(line["events"].as_array_mut().unwrap().remove(0))),
        ("events out of order", |line| line["events"].as_array_mut().unwrap().swap(1, 2)),
        ("an event of an earlier time", |line| line["events"][2]["at"] = json!("2025-01-01T00:00:00Z")),
        ("a gap between depths", |line| line["events"][2]["depth_before"] = json!(0.5)),
        ("an unknown kind", |line| line["events"][2]["kind"] = json!("forget")),
        ("a purge", |line| {
            line["events"][2]["kind"] = json!("purge");
            line["events"][2]["depth_after"] = Value::Null;
        }),
        ("a second inscribe", |line| line["events"][1]["kind"] = json!("inscribe")),
        ("an edit that moves the depth", |line| {
            line["events"][1]["depth_after"] = json!(0.5);
            line["events"][2]["depth_before"] = json!(0.5);
        }),
        ("a release that leaves it in recall", |line| {
            line["events"][2]["depth_after"] = json!(0.5);
            line["depth"] = json!(0.5);
        }),
        ("a missing text", |line| drop(line.as_object_mut().unwrap().remove("text"))),
        ("a text that is none", |line| line["text"] = json!(["x"])),
    ];
    bad.extend(broken.iter().map(|(what, change)| (*what, with(change))));

    let into = store.scope("into").unwrap();
    let before = dump(&place.raw());
    for (what, bad) in bad {
        assert_ne!(bad, line, "{what} changed nothing in the line");
        // As the third line, after a blank one: the number counts lines of the file, not memories.
        match import(&into, &format!("{other}\n\n{bad}\n")) {
            Err(error @ ImportError::Line { line: 3, .. }) => {
                assert!(error.to_string().contains("line 3"), "{error}")
            }
            result => panic!("{what}: {result:?}"),
        }
        assert!(dump(&place.raw()) == before, "{what}: something was imported");
    }
    match import(&into, &format!("{line}\n{other}\n{line}")) {
        Err(ImportError::Line { line: 3, problem }) => assert!(problem.contains("twice"), "{problem}"),
        result => panic!("a duplicate: {result:?}"),
    }
    match into.import([line.as_bytes(), b"\n\xff\xfe{}"].concat().as_slice(), &mut |_| {}) {
        Err(ImportError::Line { line: 2, .. }) => {}
        result => panic!("bytes that are no UTF-8: {result:?}"),
    }
    assert!(dump(&place.raw()) == before);
    assert_eq!(import(&into, &lines).unwrap().imported, 2);
    assert_sound(&store);
}

#[test]
fn a_file_that_cannot_be_read_to_its_end_changes_nothing() {
    struct Broken<'a>(&'a [u8]);
    impl std::io::Read for Broken<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                return Err(std::io::Error::other("the cable was pulled"));
            }
            std::io::Read::read(&mut self.0, buffer)
        }
    }
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let from = store.scope("from").unwrap();
    storied(&from, &clock);
    let into = store.scope("into").unwrap();
    let lines = exported(&from);
    let read = std::io::BufReader::new(Broken(lines.as_bytes()));
    assert!(matches!(into.import(read, &mut |_| {}), Err(ImportError::Read { line: 8, .. })));
    assert!(into.list(Include::All).unwrap().is_empty());
}

#[test]
fn an_export_that_cannot_be_written_says_so() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("no room"))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    scope.inscribe("text").unwrap();
    assert!(matches!(scope.export(&mut Full, &mut |_| {}), Err(nepenthe::ExportError::Write(_))));
}

#[test]
fn a_large_scope_comes_through_whole_and_in_order() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let from = store.scope("from").unwrap();
    let memories: Vec<NewMemory> = (0..600).map(|n| NewMemory::new(format!("text {n:04}"))).collect();
    from.inscribe_batch(&memories, &mut |_| {}).unwrap();
    let into = store.scope("into").unwrap();
    let mut done = Vec::new();
    let report = into.import(exported(&from).as_bytes(), &mut |progress| done.push(progress.done)).unwrap();
    assert_eq!((report.imported, done.last()), (600, Some(&600)));
    let ids = |scope: &Scope| -> Vec<MemoryId> {
        scope.list(Include::All).unwrap().iter().map(|memory| memory.id).collect()
    };
    assert_eq!(ids(&from), ids(&into));
    let list = into.list(Include::All).unwrap();
    assert_eq!(sorted_texts(&list), list.iter().map(|memory| memory.text.as_str()).collect::<Vec<_>>());
    let first = into.log(&LogRange { limit: 1, ..LogRange::default() }).unwrap();
    assert_eq!(first[0].kind, EventKind::Inscribe);
    assert_eq!(into.recall_with("text 0042", &RecallOptions::new(1)).unwrap()[0].memory.text, "text 0042");
    assert_sound(&store);
}

#[test]
fn an_import_writes_no_free_text_into_the_log() {
    let (place, clock) = (Place::new(), StepClock::new());
    let planned =
        |options: nepenthe::Options| options.with_planner(nepenthe::control::planner::Canonical::default());
    let store =
        crate::support::open(&place.path, planned(options(&clock)).with_random(nepenthe::SystemRandom))
            .unwrap();
    let line = |actor: &str, planner: &str, note: &str| {
        let from = store.scope("from").unwrap();
        from.inscribe("The van has a new tyre.").unwrap();
        let mut line: Value = serde_json::from_str(exported(&from).lines().last().unwrap()).unwrap();
        let event = &mut line["events"][0];
        (event["actor"], event["planner"], event["note"]) = (json!(actor), json!(planner), json!(note));
        line["versions"][0]["annotated"] = json!({
            "prompt": "Hobb Wexley owes 9000 crowns.",
            "entries": [{"kind": "alias", "of": "van", "value": "lorry"}],
        });
        line.to_string()
    };
    let scope = store.scope("acme").unwrap();
    let words = |id: MemoryId| {
        let event = scope.history(id).unwrap().remove(0).event;
        (event.actor, event.planner, event.note)
    };
    let owned = |word: &str| Some(word.to_owned());

    let secret = "Hobb Wexley owes 9000 crowns.";
    let report = import(&scope, &line(&secret.repeat(9), secret, secret)).unwrap();
    assert_eq!(words(report.cleared[0]), ("undisclosed".to_owned(), None, None));
    let two_lines = import(&scope, &line("Hobb\nWexley", "canonical", "trimmed")).unwrap();
    assert_eq!(words(two_lines.cleared[0]), ("undisclosed".to_owned(), owned("canonical"), owned("trimmed")));
    assert_eq!(found_in_files(&place.path, &["Hobb Wexley".to_owned()]), []);

    // After a purge, no name of an actor or a planner brings it back.
    scope.inscribe(secret).unwrap();
    let erasure = change(&scope, Mutation::purge("everything about Hobb Wexley")).erasure.unwrap();
    assert_eq!(erasure.residue, []);
    let report = import(&scope, &line("Hobb Wexley 9000 crowns", "Hobb-Wexley", "quarantined")).unwrap();
    assert_eq!((report.imported, report.cleared.len()), (1, 1));
    assert_eq!(words(report.cleared[0]), ("undisclosed".to_owned(), None, owned("quarantined")));
    assert_eq!(found_in_files(&place.path, &["Hobb".to_owned()]), []);
    let log = scope.log(&LogRange::default()).unwrap();
    assert!(log.iter().all(|event| !format!("{event:?}").contains("Hobb")));

    let plain = import(&scope, &line("agent of Ida Lund", "llm:over-budget:canonical", "trimmed")).unwrap();
    assert_eq!(plain.imported, 1);
    assert_sound(&store);
}
