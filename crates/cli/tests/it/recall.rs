//! `recall`.

use crate::support::World;

#[test]
fn the_best_hits_come_first_and_nothing_is_written() {
    let world = World::with_memories();
    let before = std::fs::read(world.db()).unwrap();
    let hits = world.json(["recall", "where does Alice work", "-k", "1"]);
    assert_eq!(hits["hits"].as_array().unwrap().len(), 1);
    assert_eq!(hits["hits"][0]["text"], "Alice works at Initech.");
    let line = world.ok(["recall", "parking"]);
    assert!(line.ends_with("  The parking permit is P-17.\n"), "{line}");
    assert_eq!(std::fs::read(world.db()).unwrap(), before);
}

#[test]
fn count_writes_the_accesses() {
    let world = World::with_memories();
    world.ok(["recall", "parking", "--count"]);
    world.ok(["recall", "parking"]);
    assert_eq!(world.json(["recall", "parking"])["hits"][0]["accesses"], 1);
}

#[test]
fn no_hit_is_an_empty_answer() {
    let world = World::with_memories();
    let run = world.run(["recall", "zebra"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
    assert!(run.stderr.contains("Nothing in default answers."), "{run:?}");
    assert_eq!(world.json(["recall", "zebra"])["hits"], serde_json::json!([]));
    assert_eq!(world.json(["recall", "parking", "--scope", "other"])["hits"], serde_json::json!([]));
}

#[test]
fn the_past_and_what_left_recall_can_be_asked_for() {
    let world = World::with_memories();
    let created = world.json(["recall", "parking"])["hits"][0]["created"].clone();
    world.ok(["release", "parking", "--yes"]);
    assert_eq!(world.ok(["recall", "parking"]), "");
    assert!(world.ok(["recall", "parking", "--include", "submerged"]).contains("(released)"));
    assert!(world.ok(["recall", "parking", "--as-of", created.as_str().unwrap()]).contains("P-17"));
    assert_eq!(world.ok(["recall", "parking", "--as-of", "2000-01-01"]), "");
    assert_eq!(world.ok(["recall", "parking", "--as-of", "yesterday"]), "");
    world.run(["recall", "parking", "--as-of", "the other day"]).refused(2, "is no time");
    world.run(["recall", "parking", "--as-of", "2000-01-01", "--count"]).refused(2, "cannot be used with");
}

#[test]
fn every_character_of_a_query_is_text() {
    let world = World::with_memories();
    let long = "a".repeat(100_000);
    for query in [
        "\"",
        "\"\"",
        "'",
        "*",
        "park*",
        "(",
        ")",
        "((",
        "AND",
        "OR",
        "NOT",
        "NEAR(a b)",
        "a AND",
        "text:parking",
        "^a",
        "a\"b",
        "{a b}",
        "+",
        "- -",
        "--",
        ";",
        "a; DROP TABLE memory",
        "%",
        "_",
        "\\",
        "\u{0}".trim_matches('\0'),
        "🦀",
        "\u{202e}abc",
        "\u{1b}[31m",
        "用户",
        ".",
        "?",
        &long,
    ] {
        if query.is_empty() {
            continue;
        }
        let run = world.run(["recall", "--", query]);
        assert_eq!(run.code, Some(0), "{query:?}: {run:?}");
    }
    assert!(world.ok(["recall", "parking AND NOT permit"]).contains("P-17"));
}

#[test]
fn k_may_be_anything_from_nothing_to_everything() {
    let world = World::with_memories();
    assert_eq!(world.ok(["recall", "the", "-k", "0"]), "");
    for k in ["1000000000", "18446744073709551615"] {
        assert_eq!(world.ok(["recall", "the", "-k", k]).lines().count(), 2);
    }
    for k in ["-1", "many", "18446744073709551616", "1.5"] {
        world.run(["recall", "the", "-k", k]).refused(2, "");
    }
}

#[test]
fn a_query_must_hold_something_and_vectors_must_be_there() {
    let world = World::with_memories();
    world.run(["recall", " "]).refused(2, "the query is empty or blank.");
    world.run(["recall"]).refused(2, "<QUERY>");
    world.run(["recall", "parking", "--mode", "vector"]).refused(2, "no vectors");
    assert!(world.ok(["recall", "parking", "--mode", "lexical"]).contains("P-17"));
    world
        .run(["recall", "parking", "--mode", "psychic"])
        .refused(2, "possible values: hybrid, lexical, vector");
}
