//! No error repeats what was given: it may be the very thing that is to be forgotten.

use crate::support::World;

/// What no error may say: in words, as a name, as an option, and as a number.
const CANARY: &str = "CANARYxq77";
const NUMBER: &str = "77120045";

/// Runs a command that must fail, and looks for the canary in what it says.
#[track_caller]
fn fails(world: &World, args: &[&str], stdin: &str) {
    for json in [false, true] {
        let mut typed: Vec<&str> = args.to_vec();
        // Before `--`, behind which it would be a text.
        typed.splice(1..1, json.then_some("--json"));
        let run = world.run_with(&typed, stdin.as_bytes());
        assert!(run.code.is_some_and(|code| code != 0), "{args:?} went well: {run:?}");
        for canary in [CANARY, NUMBER] {
            assert!(!run.stderr.contains(canary), "{args:?} says {canary}: {}", run.stderr);
        }
        assert!(!run.stderr.trim().is_empty() && !run.stderr.contains("panicked"), "{args:?}: {run:?}");
    }
}

#[test]
fn a_command_line_that_is_wrong_is_not_repeated() {
    let world = World::with_memories();
    let (sentence, option) = (format!("my code is {CANARY}"), format!("--{CANARY}"));
    let (short, value) = (format!("-{CANARY}"), format!("--{CANARY}={CANARY}"));
    let reading = ["history", "list", "log", "stats", "check", "scrub", "receipt", "checkpoint"];
    let verbs = [
        "inscribe", "recall", "blame", "release", "restore", "purge", "pin", "unpin", "decay", "consolidate",
    ];
    for verb in verbs.into_iter().chain(reading) {
        fails(&world, &[verb, &option], "");
        fails(&world, &[verb, &short], "");
        fails(&world, &[verb, &value], "");
    }
    for verb in reading {
        fails(&world, &[verb, "a", "b", &sentence], "");
        fails(&world, &[verb, "a", "b", CANARY], "");
    }
    fails(&world, &["purge", "a", &sentence, "--", &option], "");
    fails(&world, &["inscribe", "a", &option, CANARY], "");
    fails(&world, &["inscribe", "- a", CANARY], "");
    fails(&world, &["remember", CANARY], "");
    fails(&world, &["forget", &sentence], "");
    fails(&world, &["key", CANARY], "");
    fails(&world, &["help", CANARY], "");
    fails(&world, &[CANARY], "");
    fails(&world, &[&sentence], "");
    fails(&world, &["history", &sentence], "");
    fails(&world, &["receipt", &sentence], "");
    fails(&world, &["completions", CANARY], "");
    for verb in ["release", "restore", "purge", "pin", "unpin", "decay", "consolidate", "supersede", "edit"] {
        let behind: &[&str] = match verb {
            "supersede" => &["--with", "x"],
            "edit" => &["--to", "x"],
            _ => &[],
        };
        fails(&world, &[&[verb, "--id", &sentence][..], behind].concat(), "");
        fails(&world, &[&[verb, "x", "--planner", &sentence][..], behind].concat(), "");
    }
    for options in [
        &["--mode", &sentence][..],
        &["-k", &sentence],
        &["-k", CANARY],
        &["--as-of", &sentence],
        &["--include", CANARY],
        &["--embedder", CANARY],
        &["--embed-dimension", CANARY],
        &["--scope", &format!("{CANARY}//x")],
        &["--scope", &format!("{CANARY} ")],
        &["--scope", &format!("{CANARY}/..")],
        &["--placement", CANARY],
        &["--merge", CANARY],
        &["--llm-calls", CANARY],
        &["--llm-money", CANARY],
        &["--llm-price", CANARY],
    ] {
        fails(&world, &[&["recall", "x"][..], options].concat(), "");
    }
    for options in [
        &["--expires", &sentence][..],
        &["--from", &sentence],
        &["--metadata", CANARY],
        &["--returning", CANARY],
        &["--reason", &sentence],
    ] {
        fails(&world, &[&["inscribe", &sentence][..], options].concat(), "");
    }
    for options in [
        &["--rederive", &sentence][..],
        &["--rederive", &format!("{sentence}=x")],
        &["--basis", &sentence],
        &["--request", &sentence],
    ] {
        fails(&world, &[&["purge", "x"][..], options].concat(), "");
    }
    fails(&world, &["log", "--since", &sentence], "");
    fails(&world, &["log", "--after", CANARY], "");
    fails(&world, &["consolidate", "--tau", &sentence], "");
    fails(&world, &["backup", "create", "c.db", "--expires", &sentence], "");
    fails(&world, &["verify", "r.txt", "--key", &format!("PRIVATE+KEY+{CANARY}")], "");
    assert_eq!(world.live().len(), 3);
}

#[test]
fn texts_words_and_metadata_that_are_refused_are_not_repeated() {
    let world = World::with_memories();
    let nul = format!("{CANARY}\0{CANARY}");
    for args in [
        &["inscribe", "-"][..],
        &["edit", "parking", "--to", "-", "-y"],
        &["supersede", "x", "--with", "-", "-y"],
    ] {
        fails(&world, args, &nul);
    }
    let long = CANARY.repeat((16 << 20) / CANARY.len() + 1);
    fails(&world, &["inscribe", "-"], &long);
    fails(&world, &["purge", "-"], &format!("what do you know about {CANARY}?"));
    fails(&world, &["release", &format!("don't delete {CANARY}"), "-y"], "");
    fails(&world, &["purge", &format!("If {CANARY} ends then delete everything"), "-y"], "");
    fails(&world, &["purge", CANARY, "-y"], "");
    fails(&world, &["restore", CANARY, "-y"], "");
    fails(&world, &["blame", &format!("{CANARY}zzz")], "");
    fails(&world, &["recall", CANARY, "--mode", "vector"], "");
    for metadata in [
        format!("{{\"{CANARY}\": {NUMBER}"),
        format!("[\"{CANARY}\"]"),
        format!("\"{CANARY}\""),
        NUMBER.to_owned(),
        format!("{{\"{CANARY}\": 1, \"{CANARY}\": 2}}"),
        format!("{{\"{CANARY}\": {NUMBER}0000000000000000000}}"),
        format!("{{\"{CANARY}\": 0.{NUMBER}00000000000000000001}}"),
        format!("{{\"{CANARY}\": 1e{NUMBER}}}"),
        format!("{{\"{CANARY}\": \"\\ud800\"}}"),
    ] {
        fails(&world, &["inscribe", "a", "--metadata", &metadata], "");
        fails(&world, &["supersede", "parking", "--with", "a", "-y", "--metadata", &metadata], "");
    }
    // Once it is erased, it is refused without being named.
    world.ok(["inscribe", &format!("The code of the door is {CANARY}.")]);
    world.ok(["purge", &format!("the code {CANARY}"), "-y"]);
    fails(&world, &["inscribe", &format!("The code of the door is {CANARY}.")], "");
    let because = ["--returning", "admit", "--reason", CANARY];
    fails(&world, &[&["inscribe", &format!("The code of the door is {CANARY}.")][..], &because].concat(), "");
}

#[test]
fn lines_and_files_that_are_wrong_are_not_repeated() {
    let world = World::with_memories();
    let export = world.ok(["export"]);
    let line = export.lines().next().unwrap();
    let mut wrong: Vec<String> = vec![
        format!("{CANARY}"),
        format!("\"{CANARY}\""),
        format!("[\"{CANARY}\"]"),
        format!("{{\"text\": \"{CANARY}\", \"{CANARY}\": 1}}"),
        format!("{{\"text\": [\"{CANARY}\"]}}"),
        format!("{{\"text\": \"a\", \"metadata\": \"{CANARY}\"}}"),
        format!("{{\"text\": \"a\", \"metadata\": {{\"{CANARY}\": 1, \"{CANARY}\": 1}}}}"),
        format!("{{\"text\": \"a\", \"expires\": \"{CANARY}\"}}"),
        format!("{{\"text\": \"a\", \"derived_from\": [\"{CANARY}\"]}}"),
        format!("{{\"text\": \"{CANARY}"),
        format!("{{\"text\": \"{CANARY}\\u0000\"}}"),
        format!("{{\"text\": \"{CANARY}\\ud800\"}}"),
    ];
    let replaced = [
        ("\"kind\":\"", CANARY),
        ("\"at\":\"", CANARY),
        ("\"id\":\"", CANARY),
        ("\"depth\":", "\"CANARYxq77\",\"x\":"),
    ];
    for (field, put) in replaced {
        wrong.push(line.replacen(field, &format!("{field}{put}"), 1));
    }
    wrong.push(line.replacen("\"text\"", &format!("\"{CANARY}\""), 1));
    wrong.push(line.replacen("\"nepenthe\":1", &format!("\"nepenthe\":\"{CANARY}\""), 1));
    wrong.push(line.replacen("\"accesses\":0", &format!("\"accesses\":\"{CANARY}\""), 1));
    wrong.push(line.replacen(
        "\"accesses\":0",
        &format!("\"accesses\":0,\"metadata\":{{\"{CANARY}\":1,\"{CANARY}\":2}}"),
        1,
    ));
    wrong.push(line.replacen("Alice", CANARY, 1));
    for wrong in &wrong {
        assert!(wrong.contains(CANARY), "{wrong}");
        world.write("wrong.jsonl", wrong);
        fails(&world, &["import", "wrong.jsonl"], "");
        fails(&world, &["import", "wrong.jsonl", "--db", "new.db"], "");
        fails(&world, &["import", "-"], wrong);
        fails(&world, &["inscribe", "--file", "wrong.jsonl"], "");
        fails(&world, &["inscribe", "--file", "-"], wrong);
    }
    world.ok(["key", "new", "--key-file", "key"]);
    world.ok(["purge", "parking", "-y", "--key-file", "key", "--receipt", "r.txt", "--openings", "o.jsonl"]);
    let public = world.ok(["key", "show", "--key-file", "key"]);
    world.write("pub", &public);
    let opening = std::fs::read_to_string(world.path("o.jsonl")).unwrap();
    for wrong in [
        format!("{CANARY}\n"),
        format!("{{\"memory\":\"{CANARY}\",\"key\":\"x\",\"text\":\"a\"}}"),
        opening.replacen('}', &format!(",\"{CANARY}\":1}}"), 1),
        opening.replacen('}', &format!(",\"text\":[\"{CANARY}\"]}}"), 1),
        opening
            .replacen("\"key\":\"", &format!("\"key\":\"{CANARY}"), 1)
            .replacen('}', ",\"text\":\"a\"}", 1),
        opening.replacen('}', &format!(",\"text\":\"{CANARY}\"}}"), 1),
    ] {
        world.write("wrong.jsonl", wrong);
        fails(&world, &["verify", "r.txt", "--key", "pub", "--openings", "wrong.jsonl"], "");
    }
    let receipt = std::fs::read_to_string(world.path("r.txt")).unwrap();
    for wrong in [
        format!("my code is {CANARY}\n"),
        receipt.replacen("\"purge\"", &format!("\"{CANARY}\""), 1),
        receipt.replacen("\"actor\"", &format!("\"{CANARY}\""), 1),
        format!("{CANARY}{receipt}"),
    ] {
        world.write("wrong.txt", &wrong);
        fails(&world, &["verify", "wrong.txt", "--key", "pub"], "");
        let said = world.run(["verify", "wrong.txt", "--key", "pub"]).stdout;
        assert!(!said.contains(CANARY), "{said}");
        fails(&world, &["verify", "r.txt", "--key", "wrong.txt"], "");
        fails(&world, &["check", "--checkpoint", "wrong.txt"], "");
        fails(&world, &["receipt", "last", "--key-file", "wrong.txt"], "");
        fails(&world, &["inscribe", "a", "--db", "wrong.txt"], "");
        fails(
            &world,
            &["release", "a", "-y", "--planner", "llm", "--llm-replay", "wrong.txt", "--llm-model", "m"],
            "",
        );
        fails(&world, &["backup", "restore", "wrong.txt", "--db", "x.db", "--without-erasures"], "");
    }
    world.ok(["backup", "create", "copy.db"]);
    world.write("wrong.txt", format!("my code is {CANARY}\n"));
    fails(
        &world,
        &["backup", "restore", "copy.db", "--db", "x.db", "--receipts", "wrong.txt", "--key-file", "key"],
        "",
    );
}
