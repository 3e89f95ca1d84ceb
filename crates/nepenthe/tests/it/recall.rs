//! Recall: order, fusion, time travel, odd queries, and that it never writes.

use std::collections::{BTreeSet, HashMap};

use nepenthe::{
    Fusion, Hit, Include, Memory, MemoryId, Mutation, NewMemory, RecallMode, RecallOptions, Scope, State,
    Store, Target, Terms,
};

use crate::support::{
    BagOfWords, Dice, MODES, Place, StepClock, assert_sound, change, everything, options, rounds, texts,
};

fn store() -> (StepClock, Store, Scope) {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    (clock, store, scope)
}

#[test]
fn k_is_the_most_that_is_returned() {
    let (_, _, scope) = store();
    for n in 0..30 {
        scope.inscribe(format!("the same words and {n}")).unwrap();
    }
    for mode in MODES {
        for (k, expected) in
            [(0, 0), (1, 1), (7, 7), (29, 29), (30, 30), (1_000_000_000, 30), (usize::MAX, 30)]
        {
            let hits = scope.recall_with("the same words", &RecallOptions::new(k).with_mode(mode)).unwrap();
            assert_eq!(hits.len(), expected, "{mode:?} k = {k}");
            assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
        }
    }
}

#[test]
fn k_is_filled_although_what_is_out_of_recall_is_nearer() {
    let (clock, _, scope) = store();
    let near: Vec<NewMemory> = (0..300).map(|_| NewMemory::new("exactly the query")).collect();
    let ids = scope.inscribe_batch(&near, &mut |_| {}).unwrap();
    let soon = clock.seconds_from_now(5);
    let expiring: Vec<NewMemory> =
        (0..100).map(|_| NewMemory::new("exactly the query").with_expiry(soon)).collect();
    scope.inscribe_batch(&expiring, &mut |_| {}).unwrap();
    for n in 0..10 {
        scope.inscribe(format!("the query, but farther away {n}")).unwrap();
    }
    change(&scope, Mutation::release(Target::Ids(ids)));
    clock.step_seconds(10);
    for mode in MODES {
        for as_of in [None, Some(clock.time())] {
            let options = RecallOptions::new(10).with_mode(mode);
            let options = as_of.map_or(options, |at| options.as_of(at));
            let hits = scope.recall_with("exactly the query", &options).unwrap();
            assert_eq!(hits.len(), 10, "{mode:?} as of {as_of:?}");
            assert!(texts(&hits).iter().all(|text| text.contains("farther")));
        }
    }
}

#[test]
fn any_k_over_many_rows_is_the_order_of_brute_force() {
    const ROWS: usize = 5000;
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock).with_embedder(BagOfWords(3))).unwrap();
    let scope = store.scope("a").unwrap();
    let mut dice = Dice::new();
    // A coarse grid, so that there are ties.
    let mut coordinate = || dice.roll(9) as f32 - 4.0;
    let mut vectors: Vec<Vec<f32>> = Vec::new();
    while vectors.len() < ROWS {
        let vector = [coordinate(), coordinate(), coordinate()];
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        if length > 0.0 {
            vectors.push(vector.iter().map(|x| x / length).collect());
        }
    }
    let memories: Vec<NewMemory> = (0..ROWS).map(|n| NewMemory::new(format!("row{n}"))).collect();
    let ids = scope.inscribe_with_vectors(&memories, &vectors).unwrap();
    let out: Vec<MemoryId> = ids.iter().copied().step_by(100).collect();
    change(&scope, Mutation::release(Target::Ids(out)));

    let query = crate::support::bag("anything", 3);
    let mut expected: Vec<(f64, usize)> = vectors
        .iter()
        .enumerate()
        .filter(|(row, _)| row % 100 != 0)
        .map(|(row, vector)| {
            let squares = vector.iter().zip(&query).map(|(a, b)| f64::from(a - b).powi(2));
            (squares.sum::<f64>().sqrt(), row)
        })
        .collect();
    expected.sort_by(|a, b| a.0.total_cmp(&b.0));
    let places: HashMap<MemoryId, usize> = ids.into_iter().zip(0..).collect();
    for k in [10, 1000, 1100, 4096, 4097, 1_000_000_000] {
        let options = RecallOptions::new(k).with_mode(RecallMode::Vector);
        let hits = scope.recall_with("anything", &options).unwrap();
        assert_eq!(hits.len(), k.min(expected.len()), "k = {k}");
        for (hit, (distance, _)) in hits.iter().zip(&expected) {
            let got = hit.distance.unwrap();
            // Rows of one distance may come in any order at the edge of k, but each at its own distance.
            assert!((got - distance).abs() < 1e-4, "k = {k}: {got} is not {distance}");
            let own = places[&hit.memory.id];
            let squares = vectors[own].iter().zip(&query).map(|(a, b)| f64::from(a - b).powi(2));
            assert!((got - squares.sum::<f64>().sqrt()).abs() < 1e-4);
            assert!((hit.score - hit.cosine().unwrap()).abs() < 1e-12);
        }
        let mut seen: Vec<_> = hits.iter().map(|hit| hit.memory.id).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), hits.len());
    }
    // The two ways to the same answer.
    let list = |include: Include, as_of: bool| {
        let options = everything().with_mode(RecallMode::Vector).with_include(include);
        let options = if as_of { options.as_of(clock.time()) } else { options };
        scope.recall_with("anything", &options).unwrap()
    };
    assert_eq!(texts(&list(Include::Live, false)), texts(&list(Include::Live, true)));
    assert_eq!(list(Include::All, false).len(), ROWS);
    assert_eq!(list(Include::All, true).len(), ROWS);
    change(&scope, Mutation::release(Target::All));
    assert!(list(Include::Live, false).is_empty());
}

#[test]
fn hybrid_is_the_reciprocal_rank_fusion_of_its_two_legs() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock).with_embedder(BagOfWords(3))).unwrap();
    let scope = store.scope("a").unwrap();
    let words = ["red", "green", "blue", "house", "boat", "car", "tree", "stone"];
    let mut dice = Dice::new();
    for n in 0..60 {
        let mut pick = || words[dice.roll(8) as usize];
        let text = format!("{} {} {} {n}", pick(), pick(), pick());
        // No two at one distance: which of those at the edge of the pool are taken would be open.
        let vector = [0; 3].map(|_| dice.roll(1 << 20) as f32 + 1.0);
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        let vector = vector.iter().map(|x| x / length).collect();
        scope.inscribe_with_vectors(&[text.into()], &[vector]).unwrap();
    }
    for query in ["red house", "green boat stone", "blue", "red green blue house boat car"] {
        for k in [1, 4, 6, 20, 100] {
            let pool = (4 * k).max(20);
            let leg = |mode| scope.recall_with(query, &RecallOptions::new(pool).with_mode(mode)).unwrap();
            let mut scores: HashMap<MemoryId, f64> = HashMap::new();
            for hits in [leg(RecallMode::Vector), leg(RecallMode::Lexical)] {
                for (rank, hit) in hits.iter().enumerate() {
                    *scores.entry(hit.memory.id).or_default() += 1.0 / (61.0 + rank as f64);
                }
            }
            // Equal scores come in the order of writing.
            let place: HashMap<MemoryId, usize> =
                scope.list(Include::All).unwrap().into_iter().map(|memory| memory.id).zip(0..).collect();
            let mut expected: Vec<(MemoryId, f64)> = scores.into_iter().collect();
            expected.sort_by(|a, b| b.1.total_cmp(&a.1).then(place[&a.0].cmp(&place[&b.0])));
            expected.truncate(k);
            let by_rank = RecallOptions::new(k).with_fusion(Fusion::ReciprocalRank);
            let hybrid = scope.recall_with(query, &by_rank).unwrap();
            let got: Vec<(MemoryId, f64)> = hybrid.iter().map(|hit| (hit.memory.id, hit.score)).collect();
            assert_eq!(got.len(), expected.len());
            for (got, expected) in got.iter().zip(&expected) {
                assert_eq!(got.0, expected.0, "{query:?} k = {k}");
                assert!((got.1 - expected.1).abs() < 1e-15);
            }
        }
    }
}

#[test]
fn bm25_prefers_the_rarer_word_and_the_shorter_text() {
    let (_, _, scope) = store();
    for text in ["common rare", "common one", "common two", "common three and many more words beside it"] {
        scope.inscribe(text).unwrap();
    }
    let options = RecallOptions::new(9).with_mode(RecallMode::Lexical);
    let hits = scope.recall_with("common rare", &options).unwrap();
    assert_eq!((hits.len(), hits[0].memory.text.as_str()), (4, "common rare"));
    assert_eq!(hits[3].memory.text, "common three and many more words beside it");
    assert!(hits.iter().all(|hit| hit.bm25 == Some(hit.score) && hit.distance.is_none()));
    let all = scope.recall_with("common rare", &options.with_terms(Terms::All)).unwrap();
    assert_eq!(texts(&all), ["common rare"]);
}

#[test]
fn a_memory_expires_without_a_write() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = crate::support::open(&place.path, options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let id =
        scope.inscribe(NewMemory::new("a parking ticket").with_expiry(clock.seconds_from_now(60))).unwrap();
    let raw = place.raw();
    let version = || raw.query_row("PRAGMA data_version", [], |row| row.get::<_, i64>(0)).unwrap();
    let before = version();
    for (step, live) in [(59, true), (1, false), (100, false)] {
        clock.step_seconds(step);
        for mode in MODES {
            let hits = scope.recall_with("parking ticket", &RecallOptions::new(5).with_mode(mode)).unwrap();
            assert_eq!(hits.len(), usize::from(live), "{mode:?} after {step} s");
        }
        assert_eq!(scope.list(Include::Live).unwrap().len(), usize::from(live));
        assert_eq!(scope.list(Include::Submerged).unwrap().len(), usize::from(live));
        assert_eq!(scope.list(Include::All).unwrap().len(), 1);
        assert_eq!(scope.get(id).unwrap().state, if live { State::Live } else { State::Expired });
    }
    assert_eq!(version(), before);
    assert_eq!(scope.stats().unwrap().expired, 1);
    assert_eq!(scope.stats().unwrap().events, 1);
    // What has expired was in recall before.
    let then = clock.seconds_from_now(-110);
    assert_eq!(scope.recall_with("parking", &RecallOptions::new(5).as_of(then)).unwrap().len(), 1);
}

#[test]
fn include_shows_exactly_the_states_that_it_names() {
    let (clock, _, scope) = store();
    scope.inscribe("live word").unwrap();
    let pinned = scope.inscribe("pinned word").unwrap();
    let released = scope.inscribe("released word").unwrap();
    let superseded = scope.inscribe("superseded word").unwrap();
    scope.inscribe(NewMemory::new("expired word").with_expiry(clock.seconds_from_now(1))).unwrap();
    change(&scope, Mutation::pin(pinned));
    change(&scope, Mutation::release(released));
    change(&scope, Mutation::supersede(superseded, "new word"));
    clock.step_seconds(2);
    for mode in MODES {
        for (include, expected) in [
            (Include::Live, vec!["live word", "new word", "pinned word"]),
            (
                Include::Submerged,
                vec!["live word", "new word", "pinned word", "released word", "superseded word"],
            ),
            (
                Include::All,
                vec![
                    "expired word", "live word", "new word", "pinned word", "released word",
                    "superseded word",
                ],
            ),
        ] {
            for as_of in [false, true] {
                let options = RecallOptions::new(20).with_mode(mode).with_include(include);
                let options = if as_of { options.as_of(clock.time()) } else { options };
                let hits = scope.recall_with("word", &options).unwrap();
                let mut found = texts(&hits);
                found.sort_unstable();
                assert_eq!(found, expected, "{mode:?} {include:?} {as_of}");
                for hit in &hits {
                    let state = hit.memory.text.split(' ').next().unwrap();
                    let state = if state == "new" { "live" } else { state };
                    assert_eq!(hit.memory.state.to_string(), state);
                }
            }
        }
    }
}

#[test]
fn a_past_time_shows_each_memory_as_it_was() {
    let (clock, store, scope) = store();
    let mut times = Vec::new();
    let mut tick = || {
        times.push(clock.time());
        clock.step_seconds(10);
    };
    let id = scope.inscribe("first text").unwrap();
    tick();
    change(&scope, Mutation::release(id));
    tick();
    change(&scope, Mutation::edit(id, "second text"));
    tick();
    change(&scope, Mutation::restore(id));
    tick();
    change(&scope, Mutation::pin(id));
    tick();
    change(&scope, Mutation::supersede(id, "third text"));
    tick();
    scope.recall("text", 5).unwrap();
    store.flush().unwrap();

    let then = |at, include| -> Vec<Memory> {
        let mut answers = MODES.map(|mode| {
            let options = everything().with_mode(mode).with_include(include).as_of(at);
            let mut memories: Vec<Memory> =
                scope.recall_with("text", &options).unwrap().into_iter().map(|hit| hit.memory).collect();
            memories.sort_by_key(|memory| (memory.created, memory.id));
            memories
        });
        assert!(answers[0] == answers[1] && answers[1] == answers[2]);
        std::mem::take(&mut answers[0])
    };
    let expected = [
        ("first text", State::Live, times[0]),
        ("first text", State::Released, times[1]),
        ("second text", State::Released, times[2]),
        ("second text", State::Live, times[3]),
        ("second text", State::Pinned, times[4]),
        ("second text", State::Superseded, times[5]),
    ];
    for (at, (text, state, changed)) in times.iter().zip(expected) {
        let all = then(*at, Include::All);
        let memory = all.iter().find(|memory| memory.id == id).unwrap();
        assert_eq!((memory.text.as_str(), memory.state, memory.changed), (text, state, changed), "at {at}");
        let live = then(*at, Include::Live);
        assert_eq!(live.iter().any(|memory| memory.id == id), memory.depth.is_live());
    }
    let before = clock.seconds_from_now(-1000);
    assert!(then(before, Include::All).is_empty());
    change(&scope, Mutation::purge(id));
    for at in times {
        assert!(then(at, Include::All).iter().all(|memory| memory.id != id));
    }
}

#[test]
fn no_query_is_an_error() {
    let (_, _, scope) = store();
    scope.inscribe("NEAR the quoted \"text\" OR column").unwrap();
    let long_word = "x".repeat(1 << 20);
    let long = "many words ".repeat(100_000);
    let distinct: String = (0..100_000).map(|n| format!("w{n} ")).collect();
    for query in [
        "", " ", "\0", "a\0b", "\"", "\"\"", "\"open", "'", "*", "te*", "^text", "text:", "text : quoted",
        "a AND", "OR", "NOT", "NOT text", "NEAR(", "NEAR(a b, 2)", "(", ")", "((a)", "-text", "{text} : x",
        "a + b", "--", "; DROP TABLE memory", "%s%n", "\u{feff}", "🙂", "हिन्दी", "e\u{301}", "\u{202e}abc",
        "NULL", "?1", ":scope", &long_word, &long, &distinct,
    ] {
        for mode in MODES {
            for terms in [Terms::Any, Terms::All] {
                let options = RecallOptions::new(3).with_mode(mode).with_terms(terms);
                if let Err(error) = scope.recall_with(query, &options) {
                    panic!("{mode:?} {:?}: {error}", query.chars().take(30).collect::<String>());
                }
            }
        }
    }
}

#[test]
fn syntax_in_a_query_is_read_as_words() {
    let (_, _, scope) = store();
    for text in ["near miss", "not this", "plain words", "test"] {
        scope.inscribe(text).unwrap();
    }
    let lexical = |query: &str| {
        let options = RecallOptions::new(9).with_mode(RecallMode::Lexical);
        let hits = scope.recall_with(query, &options).unwrap();
        hits.into_iter().map(|hit| hit.memory.text).collect::<Vec<_>>()
    };
    assert_eq!(lexical("plain NOT words"), ["plain words", "not this"]);
    assert_eq!(lexical("NEAR(miss, 3)"), ["near miss"]);
    assert_eq!(lexical("pla*"), Vec::<String>::new());
    assert_eq!(lexical("\"words plain\""), ["plain words"]);
    assert_eq!(lexical("tests"), ["test"], "words are stemmed");
    assert_eq!(lexical("PLAIN\0words"), ["plain words"]);
}

#[test]
fn recall_writes_nothing() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = crate::support::open(&place.path, options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let id = scope.inscribe("some words").unwrap();
    scope.inscribe("other words").unwrap();
    let raw = place.raw();
    let state = || {
        let version: i64 = raw.query_row("PRAGMA data_version", [], |row| row.get(0)).unwrap();
        (version, std::fs::read(&place.path).unwrap(), std::fs::read(place.wal()).unwrap())
    };
    let before = state();
    for _ in 0..20 {
        for mode in MODES {
            for include in [Include::Live, Include::Submerged, Include::All] {
                let options = RecallOptions::new(5).with_mode(mode).with_include(include);
                scope.recall_with("words", &options).unwrap();
                scope.recall_with("words", &options.as_of(clock.time())).unwrap();
            }
        }
        scope.list(Include::All).unwrap();
        scope.get(id).unwrap();
        scope.history(id).unwrap();
        scope.plan(Mutation::purge("some words")).unwrap();
        scope.plan(Mutation::release("some words")).unwrap();
    }
    store.check(&mut |_| {}).unwrap();
    assert!(state() == before, "recall, a plan or a check wrote");
    // The counts come with the next write, and with each of them once.
    assert_eq!(scope.get(id).unwrap().accesses, 0);
    store.flush().unwrap();
    let counted = scope.get(id).unwrap().accesses;
    assert_eq!(counted, 20 * 9);
    store.flush().unwrap();
    assert_eq!(scope.get(id).unwrap().accesses, counted);
    assert!(state().0 != before.0, "the second connection sees writes");
}

#[test]
fn only_a_recall_of_the_present_is_counted() {
    let (clock, store, scope) = store();
    let id = scope.inscribe("some words").unwrap();
    scope.recall_with("some", &RecallOptions::new(5).as_of(clock.time())).unwrap();
    scope.plan(Mutation::release("some words")).unwrap();
    scope.recall("some", 0).unwrap();
    store.flush().unwrap();
    assert_eq!(scope.get(id).unwrap().accesses, 0);
    scope.recall("some", 1).unwrap();
    change(&scope, Mutation::release(id));
    assert_eq!(scope.get(id).unwrap().accesses, 1);
    // Those of a memory purged meanwhile go nowhere.
    scope.recall_with("some", &everything().with_include(Include::All)).unwrap();
    change(&scope, Mutation::purge(id));
    assert_sound(&store);
}

#[test]
fn a_store_without_vectors_answers_by_words_and_says_so_of_vectors() {
    let store = crate::support::open_in_memory(nepenthe::Options::default()).unwrap();
    let scope = store.scope("a").unwrap();
    scope.inscribe("the badge number").unwrap();
    let lexical = scope.recall_with("badge", &RecallOptions::new(3).with_mode(RecallMode::Lexical)).unwrap();
    let hybrid = scope.recall("badge", 3).unwrap();
    assert_eq!((texts(&lexical), texts(&hybrid)), (vec!["the badge number"], vec!["the badge number"]));
    let vector = scope.recall_with("badge", &RecallOptions::new(3).with_mode(RecallMode::Vector));
    assert!(matches!(vector, Err(nepenthe::RecallError::NoVectors)));
}

#[test]
fn what_is_held_of_the_vectors_follows_every_writer() {
    const ROWS: u64 = 300;
    let (place, clock) = (Place::new(), StepClock::new());
    let open = || crate::support::open(&place.path, options(&clock).with_embedder(BagOfWords(24))).unwrap();
    let stores = [open(), open()];
    let scopes = [&stores[0], &stores[1]].map(|store| store.scope("a").unwrap());
    let mut dice = Dice::new();
    let text = |dice: &mut Dice| format!("w{} w{} w{}", dice.roll(40), dice.roll(40), dice.roll(40));
    let memories: Vec<NewMemory> = (0..ROWS)
        .map(|row| {
            let memory = NewMemory::new(text(&mut dice));
            if row % 7 == 0 { memory.with_expiry(clock.seconds_from_now(row as i64)) } else { memory }
        })
        .collect();
    let mut ids = scopes[0].inscribe_batch(&memories, &mut |_| {}).unwrap();
    let options = RecallOptions::new(25).with_mode(RecallMode::Vector);
    for round in 0..rounds(60) {
        let scope = &scopes[dice.roll(2) as usize];
        let one = Target::Ids(vec![ids[dice.roll(ids.len() as u64) as usize]]);
        let mutation = match dice.roll(8) {
            0 => Some(Mutation::purge(one)),
            1 => Some(Mutation::release(one)),
            2 => Some(Mutation::restore(one)),
            3 => Some(Mutation::edit(one, text(&mut dice))),
            4 => {
                ids.push(scope.inscribe(text(&mut dice)).unwrap());
                None
            }
            5 => {
                clock.step_seconds(5);
                None
            }
            6 => {
                // A new scope changes the schema.
                stores[0].scope(&format!("b{round}")).unwrap().inscribe("elsewhere").unwrap();
                None
            }
            _ => None,
        };
        // What was purged before cannot be changed.
        if let Some(Ok(plan)) = mutation.map(|mutation| scope.plan(mutation)) {
            scope.apply(plan).unwrap();
        }
        let query = text(&mut dice);
        // A store just opened holds nothing: every vector is read.
        let expected = open().scope("a").unwrap().recall_with(&query, &options).unwrap();
        let distances = |hits: &[Hit]| hits.iter().filter_map(|hit| hit.distance).collect::<Vec<f64>>();
        let last = distances(&expected).pop().unwrap();
        // Equally far memories may be cut off either way at the end.
        let nearer = |hits: &[Hit]| -> BTreeSet<MemoryId> {
            let nearer = hits.iter().filter(|hit| hit.distance.unwrap() < last - 1e-5);
            nearer.map(|hit| hit.memory.id).collect()
        };
        for scope in &scopes {
            let held = scope.recall_with(&query, &options).unwrap();
            assert_eq!(nearer(&held), nearer(&expected), "round {round}");
            assert_eq!(held.len(), expected.len(), "round {round}");
            let pairs = distances(&held).into_iter().zip(distances(&expected));
            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-5), "round {round}");
        }
    }
    assert_sound(&stores[0]);
}

/// Lexical answers, best first.
fn by_words(scope: &Scope, query: &str) -> Vec<String> {
    let options = RecallOptions::new(9).with_mode(RecallMode::Lexical);
    texts(&scope.recall_with(query, &options).unwrap()).into_iter().map(str::to_owned).collect()
}

#[test]
fn parts_of_sentences_without_spaces_are_found() {
    let (_, store, scope) = store();
    for text in [
        "我的猫叫豆豆，今年三岁。",
        "妈妈对花生过敏，不能吃坚果。",
        "新买的iPhone手机壳是蓝色的。",
        "うちの猫の名前はミケです。",
        "新しいノートパソコンは会社から支給された。",
        "แมวของฉันชื่อส้ม",
        "แม่แพ้ถั่วลิสง",
        "The locker opens with 4711.",
    ] {
        scope.inscribe(text).unwrap();
    }
    for (query, found) in [
        ("妈妈不能吃什么？", "妈妈对花生过敏，不能吃坚果。"),
        ("花生", "妈妈对花生过敏，不能吃坚果。"),
        ("手机壳", "新买的iPhone手机壳是蓝色的。"),
        ("iphone", "新买的iPhone手机壳是蓝色的。"),
        ("iPhone手机壳什么颜色", "新买的iPhone手机壳是蓝色的。"),
        ("ノートパソコンはどこから？", "新しいノートパソコンは会社から支給された。"),
        // Half the width of a sign is no other sign.
        ("ﾉｰﾄﾊﾟｿｺﾝ", "新しいノートパソコンは会社から支給された。"),
        ("猫の名前は？", "うちの猫の名前はミケです。"),
        ("แมวชื่ออะไร", "แมวของฉันชื่อส้ม"),
        ("แม่แพ้อะไร", "แม่แพ้ถั่วลิสง"),
        ("lockers", "The locker opens with 4711."),
    ] {
        assert_eq!(by_words(&scope, query).first().map(String::as_str), Some(found), "{query}");
    }
    // One sign, wherever it stands; and every word of a query, where all are asked for.
    assert_eq!(by_words(&scope, "猫").len(), 2);
    let all = RecallOptions::new(9).with_mode(RecallMode::Lexical).with_terms(Terms::All);
    assert_eq!(scope.recall_with("我的猫", &all).unwrap().len(), 1);
    assert_eq!(scope.recall_with("我的手机壳", &all).unwrap().len(), 0);
    for query in ["电脑", "犬", "ปลา", "手表", "ノ", "🐶"] {
        let found = by_words(&scope, query);
        assert!(found.iter().all(|text| query == "ノ" && text.contains('ノ')), "{query}: {found:?}");
    }
    assert_sound(&store);
}

#[test]
fn an_emoji_is_a_word_whatever_its_skin() {
    let (_, store, scope) = store();
    let written =
        ["🐶 goes to the vet", "🐱 sleeps", "yes 👍🏽", "the surgery is over ❤️", "👩‍💻 reviews it", "off to 🇯🇵"];
    for text in written {
        scope.inscribe(text).unwrap();
    }
    for (query, found) in
        [("🐶", 0), ("what of 🐱?", 1), ("👍", 2), ("👍🏿", 2), ("❤", 3), ("💻", 4), ("👩🏽‍💻", 4), ("🇯🇵", 5)]
    {
        assert_eq!(by_words(&scope, query), [written[found]], "{query}");
    }
    for query in ["🐺", "👎", "🇩🇪", "🇯", "\u{fe0f}", "🏽🐭"] {
        assert_eq!(by_words(&scope, query), [""; 0], "{query}");
    }
    assert_sound(&store);
}

#[test]
fn a_name_that_goes_on_is_another() {
    let (_, _, scope) = store();
    let east = scope.inscribe("王伟东喜欢喝茶，他的电话是4711。").unwrap();
    for text in ["听说王伟也很喜欢在周末和朋友一起喝茶聊天。", "这个电话坏了。", "王芳住在北京。"]
    {
        scope.inscribe(text).unwrap();
    }
    for mode in [RecallMode::Lexical, RecallMode::Hybrid] {
        let found = |query: &str, k: usize| -> Vec<String> {
            let hits = scope.recall_with(query, &RecallOptions::new(k).with_mode(mode)).unwrap();
            assert!(hits.len() <= k && hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
            texts(&hits).into_iter().map(str::to_owned).collect()
        };
        for query in ["王伟喜欢喝什么？", "王伟的电话", "王伟", "谁是王伟"] {
            let hits = found(query, 9);
            let place = |begin: &str| hits.iter().position(|text| text.starts_with(begin));
            assert!(place("听说王伟也").is_some(), "{mode:?} {query}: {hits:?}");
            assert!(place("听说王伟也") < place("王伟东"), "{mode:?} {query}: {hits:?}");
            assert!(!found(query, 1)[0].starts_with("王伟东"), "{mode:?} {query}");
        }
        for query in ["王伟东喜欢喝什么？", "王伟东", "王伟东的电话"] {
            assert!(found(query, 3)[0].starts_with("王伟东"), "{mode:?} {query}");
        }
    }
    // Where nobody else is called so, the longer name is found by the shorter.
    scope.inscribe("张明华的生日是七月三日。").unwrap();
    assert_eq!(by_words(&scope, "张明的生日")[0], "张明华的生日是七月三日。");
    change(&scope, Mutation::purge(vec![east]));
    assert_eq!(by_words(&scope, "伟东"), [""; 0]);
    assert!(by_words(&scope, "王伟东")[0].starts_with("听说王伟也"));
}
