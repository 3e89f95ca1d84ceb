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

/// Facts of one person, all led by the name.
const MAYA: [&str; 8] = [
    "Maya moved to 3 Quay Street, Cardiff.", "Maya likes oat milk in her coffee.",
    "Maya works as a structural engineer.", "Maya drives a grey Skoda.", "Maya is allergic to penicillin.",
    "Maya plays the cello on Sundays.", "Maya speaks Welsh and Spanish.",
    "Maya broke her wrist while climbing.",
];

/// Runs the command with the real model, which this machine must have.
fn with_model(world: &World, args: &[&str], stdin: &str) -> crate::support::Run {
    let folder = nepenthe_model::ModelFinder::from_env().find().unwrap();
    let mut command = world.command(args);
    crate::support::finish(
        command.env_remove("NEPENTHE_EMBEDDER").env("NEPENTHE_MODEL_DIR", folder),
        stdin.as_bytes(),
    )
}

#[test]
fn what_nothing_answers_is_answered_with_nothing() {
    let world = World::new();
    let lines: Vec<String> =
        MAYA.iter().map(|text| serde_json::json!({ "text": text }).to_string()).collect();
    world.write("maya.jsonl", lines.join("\n"));
    assert_eq!(with_model(&world, &["inscribe", "--file", "maya.jsonl", "-q"], "").code, Some(0));
    for query in [
        "What is the capital of Mongolia?", "How do I reset the router?", "When is the next football match?",
        "Explain quantum tunnelling.", "the budget of the third quarter", "What is the speed of light?",
        "best settings for the printer", "Who painted the ceiling of the chapel?",
        "recipe for apple strudel", "status of ticket 8841", "Why is the sky blue?", "zebra",
    ] {
        let run = with_model(&world, &["recall", query], "");
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{query}: {run:?}");
        assert!(
            run.stderr.contains("Nothing in default answers. The nearest scores: 0.0"),
            "{query}: {run:?}"
        );
        assert!(run.stderr.contains("`--min-score 0` shows them."), "{query}: {run:?}");
        let all = with_model(&world, &["recall", query, "--min-score", "0"], "");
        assert_eq!(all.stdout.lines().count(), 5, "{query}: {all:?}");
    }
    for (query, answer) in [
        ("Where does Maya live?", MAYA[0]),
        ("What is Maya's job?", MAYA[2]),
        ("Maya's car", MAYA[3]),
        ("Is there a drug that she may not take?", MAYA[4]),
        ("Which instrument does Maya play?", MAYA[5]),
        ("cello", MAYA[5]),
    ] {
        for more in [&[][..], &["--rerank"]] {
            let run = with_model(&world, &[&["recall", query], more].concat(), "");
            assert!(run.stdout.contains(answer), "{query} {more:?}: {run:?}");
        }
    }
}

#[test]
fn by_words_alone_too_a_query_of_other_words_has_no_hit() {
    let world = World::with_memories();
    for query in ["zebra", "Where is the zebra?", "Who is the president of France?"] {
        let run = world.run(["recall", query]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{query}: {run:?}");
    }
    assert_eq!(world.json(["recall", "zebra"])["left_out"], serde_json::json!([]));
    assert!(world.ok(["recall", "where does Alice work"]).contains("Initech"));
    assert!(world.ok(["recall", "the machine"]).contains("coffee machine"));
    world.run(["recall", "parking", "--rerank"]).refused(2, "no relevance model");
    world.run(["recall", "parking", "--rerank", "--mode", "lexical"]).refused(2, "only a hybrid recall");
    world.run(["recall", "parking", "--min-score", "high"]).refused(2, "no number");
    world.run(["recall", "parking", "--min-score", "NaN"]).refused(2, "no number");
    assert_eq!(world.ok(["recall", "parking", "--min-score", "2"]), "");
    assert_eq!(world.ok(["recall", "parking", "--min-score", "-1"]), world.ok(["recall", "parking"]));
}
