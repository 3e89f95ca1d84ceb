//! What may be stored: texts, sources, metadata, expiry and scope paths at their limits.

use nepenthe::{
    Include, InscribeError, MAX_SCOPE_BYTES, MAX_TEXT_BYTES, Mutation, NewMemory, Options, PlanError, Scope,
    ScopeError, Store, TextError,
};

use crate::support::{StepClock, assert_sound, exported, options};

fn store() -> (Store, Scope) {
    let store = crate::support::open_in_memory(Options::default()).unwrap();
    let scope = store.scope("a").unwrap();
    (store, scope)
}

#[test]
fn empty_and_blank_texts_are_refused() {
    let (_, scope) = store();
    for blank in [
        "", " ", "\n\t ", "\u{a0}\u{3000}", "\u{1}\u{7f}", "\r\n", "\u{feff}", "\u{200b}\u{2060}",
        "\u{2800}", "\u{3164}\u{115f}",
    ] {
        assert!(
            matches!(scope.inscribe(blank), Err(InscribeError::Text { index: 0, source: TextError::Blank })),
            "{blank:?}"
        );
        assert!(matches!(
            scope.plan(Mutation::supersede("x", blank)),
            Err(PlanError::Text(TextError::Blank))
        ));
        assert!(matches!(scope.plan(Mutation::edit("x", blank)), Err(PlanError::Text(TextError::Blank))));
    }
    assert!(scope.list(Include::All).unwrap().is_empty());
}

/// A clock that somebody has set wrong.
struct Wrong(jiff::Timestamp);

impl nepenthe::Clock for Wrong {
    fn now(&self) -> jiff::Timestamp {
        self.0
    }
}

#[test]
fn at_the_end_of_time_nothing_is_written_and_the_error_says_so() {
    let at = |time: jiff::Timestamp| {
        let store = crate::support::open_in_memory(Options::default().with_clock(Wrong(time))).unwrap();
        store.scope("a").unwrap().inscribe("the locker is 7741")
    };
    let error = at(jiff::Timestamp::MAX).unwrap_err();
    assert!(error.to_string().contains("past the year 9999"), "{error}");
    assert!(at("9999-12-01T00:00:00Z".parse().unwrap()).is_ok());
    assert!(at("1969-12-31T00:00:00Z".parse().unwrap()).is_ok());
}

#[test]
fn one_bad_text_of_a_batch_keeps_the_whole_batch_out_and_is_named() {
    let (store, scope) = store();
    let batch: Vec<NewMemory> = ["good", "also good", "bad\0one", "good"].map(NewMemory::from).into();
    match scope.inscribe_batch(&batch, &mut |_| {}) {
        Err(error @ InscribeError::Text { index: 2, source: TextError::Nul { at: 3 } }) => {
            assert!(error.to_string().contains("memory 3"), "{error}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(scope.stats().unwrap().events, 0);
    assert_sound(&store);
}

#[test]
fn the_longest_text_is_stored_and_one_byte_more_is_refused() {
    let (store, scope) = store();
    let over = "x".repeat(MAX_TEXT_BYTES + 1);
    match scope.inscribe(over.as_str()) {
        Err(InscribeError::Text { source: TextError::TooLong { bytes }, .. }) => {
            assert_eq!(bytes, over.len())
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        scope.plan(Mutation::supersede("x", over.as_str())),
        Err(PlanError::Text(TextError::TooLong { .. }))
    ));
    let longest = &over[..MAX_TEXT_BYTES];
    let id = scope.inscribe(longest).unwrap();
    assert_eq!(scope.get(id).unwrap().text, longest);
    let megabyte = "many words of ten ".repeat(60_000);
    let id = scope.inscribe(megabyte.as_str()).unwrap();
    assert_eq!(scope.get(id).unwrap().text, megabyte);
    assert_eq!(scope.recall("ten", 5).unwrap()[0].memory.id, id);
    assert_sound(&store);
}

#[test]
fn every_other_text_comes_back_to_the_byte() {
    let (store, scope) = store();
    let texts = [
        "x", " leading and trailing ", "line\nbreaks\r\n\ttabs", "é e\u{301}", "用户", "🙂👨‍👩‍👧", "\u{202e}rtl",
        "'; DROP TABLE memory; --", "\"quoted\" \\ backslash", "\u{feff}bom", "\u{10ffff}", "a\u{1}b",
        "NULL", "{\"json\": 1}",
    ];
    let ids: Vec<_> = texts.iter().map(|text| scope.inscribe(*text).unwrap()).collect();
    for (id, text) in ids.iter().zip(texts) {
        assert_eq!(scope.get(*id).unwrap().text, text);
    }
    assert_sound(&store);
}

#[test]
fn source_metadata_and_expiry_are_kept() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let json = r#"{"n": 1, "f": 0.30000000000000004, "deep": {"list": [null, true, "x\u0000y"]},
                   "big": 18446744073709551615, "small": -9223372036854775808, "tiny": 5e-324, "": "empty key"}"#;
    let metadata: serde_json::Map<String, serde_json::Value> = serde_json::from_str(json).unwrap();
    let new = NewMemory::new("text")
        .with_source("chat 7, line 3")
        .with_metadata(metadata.clone())
        .with_expiry(clock.seconds_from_now(60));
    let id = scope.inscribe(new).unwrap();
    let memory = scope.get(id).unwrap();
    assert_eq!(memory.metadata, Some(metadata));
    assert_eq!(memory.source.as_deref(), Some("chat 7, line 3"));
    assert_eq!(memory.expires, Some(clock.seconds_from_now(60)));
    let bare = scope.get(scope.inscribe("bare").unwrap()).unwrap();
    assert_eq!((bare.metadata, bare.source, bare.expires), (None, None, None));
}

#[test]
fn an_expiry_at_the_end_of_time_is_kept_to_the_last_second_that_there_is() {
    let (store, scope) = store();
    let last = jiff::Timestamp::from_second(jiff::Timestamp::MAX.as_second()).unwrap();
    let before = jiff::Timestamp::from_microsecond(last.as_microsecond() - 1).unwrap();
    for (expires, kept) in [
        (jiff::Timestamp::MAX, last),
        (last, last),
        (before, before),
        (jiff::Timestamp::MIN, jiff::Timestamp::MIN),
    ] {
        let id = scope.inscribe(NewMemory::new(format!("until {expires}")).with_expiry(expires)).unwrap();
        assert_eq!(scope.get(id).unwrap().expires, Some(kept), "{expires}");
    }
    assert_eq!(scope.list(Include::Live).unwrap().len(), 3);
    assert_sound(&store);
    exported(&scope);
}

#[test]
fn numbers_in_metadata_come_back_to_the_bit() {
    let (_, scope) = store();
    let mut dice = crate::support::Dice::new();
    for _ in 0..200 {
        let number = f64::from_bits(dice.roll(u64::MAX));
        let Some(number) = serde_json::Number::from_f64(number) else { continue };
        let metadata = serde_json::Map::from_iter([("n".to_owned(), number.clone().into())]);
        let id = scope.inscribe(NewMemory::new("x").with_metadata(metadata)).unwrap();
        let got = scope.get(id).unwrap().metadata.unwrap()["n"].as_f64().unwrap();
        assert_eq!(got.to_bits(), number.as_f64().unwrap().to_bits(), "{number}");
    }
    assert!(exported(&scope).lines().count() > 100);
}

#[test]
fn scope_paths_are_stored_up_to_their_limit() {
    let (store, _) = store();
    let longest = "x".repeat(MAX_SCOPE_BYTES);
    let scope = store.scope(&longest).unwrap();
    scope.inscribe("text").unwrap();
    assert_eq!(store.scope(&longest).unwrap().list(Include::All).unwrap().len(), 1);
    assert!(matches!(
        store.scope(&format!("{longest}x")),
        Err(ScopeError::TooLong { bytes }) if bytes == MAX_SCOPE_BYTES + 1
    ));
    for bad in ["", "/", "a/", "/a", "a//b", ".", "..", "a/../b", "a\0", "a\n", " a", "a ", "a\\b"] {
        assert!(store.scope(bad).is_err(), "{bad:?}");
    }
    let deep = vec!["s"; MAX_SCOPE_BYTES / 2].join("/");
    store.scope(&deep).unwrap().inscribe("deep").unwrap();
    assert_sound(&store);
}

#[test]
fn many_scopes_live_in_one_store() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    for n in 0..100 {
        store.scope(&format!("tenant/{n}")).unwrap().inscribe(format!("text of {n}")).unwrap();
    }
    for n in [0, 50, 99] {
        let hits = store.scope(&format!("tenant/{n}")).unwrap().recall("text", 10).unwrap();
        assert_eq!(crate::support::texts(&hits), [format!("text of {n}")]);
    }
    let report = store.check(&mut |_| {}).unwrap();
    assert!(report.is_sound());
    assert_eq!((report.scopes, report.memories), (100, 100));
}
