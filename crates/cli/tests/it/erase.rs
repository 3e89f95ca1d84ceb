//! A person's erasure across scopes: `nepenthe erase`, by real processes.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use crate::support::{Run, World, finish};

const OPEN: [&str; 11] = [
    "erase", "open", "roe.json", "--case", "T-1192", "--name", "Sam Roe", "--mail", "sam.roe@acme.example",
    "--in", "acme/**",
];

/// Three scopes of a firm that hold something of Sam Roe, one that doesn't, and one of another firm.
fn world() -> World {
    let world = World::new();
    world.ok(["key", "new", "--key-file", "key"]);
    for (scope, text) in [
        ("acme/sales", "Sam Roe bought 3 kettles."),
        ("acme/sales", "Ida Lund likes tea."),
        ("acme/support", "Ticket 17: sam.roe@acme.example cannot log in."),
        ("acme/hr", "Sam Roe sat in room 4 and left in May."),
        ("acme/site", "The office opens at nine."),
        ("other/sales", "Sam Roe plays chess."),
    ] {
        world.ok(["inscribe", text, "--scope", scope]);
    }
    world
}

fn case(world: &World) -> Value {
    serde_json::from_slice(&std::fs::read(world.path("roe.json")).unwrap()).unwrap()
}

fn rows(case: &Value) -> Vec<&Value> {
    let sections = case["sections"].as_array().unwrap().iter();
    sections.flat_map(|section| section["rows"].as_array().unwrap()).collect()
}

fn receipts(case: &Value) -> Vec<&str> {
    let sections = case["sections"].as_array().unwrap().iter();
    let done = sections.flat_map(|section| section["done"].as_array().unwrap());
    done.map(|done| done["receipt"].as_str().unwrap()).collect()
}

fn texts(world: &World, scope: &str) -> Vec<String> {
    let listed = world.json(["list", "--include", "all", "--scope", scope]);
    let memories = listed["memories"].as_array().unwrap().iter();
    memories.map(|memory| memory["text"].as_str().unwrap().to_owned()).collect()
}

fn code(run: &Run) -> i32 {
    run.code.unwrap_or_else(|| panic!("{run:?}"))
}

#[test]
fn a_person_is_erased_from_three_scopes_and_the_certificate_verifies_offline() {
    let world = world();
    world.ok(OPEN);
    // Opening changes nothing, and the case has no text of a memory.
    assert_eq!(texts(&world, "acme/sales").len(), 2);
    let kept = std::fs::read_to_string(world.path("roe.json")).unwrap();
    assert!(!kept.contains("kettles") && !kept.contains("log in") && kept.contains("Sam Roe"), "{kept}");
    let shown = world.ok(["erase", "show", "roe.json"]);
    assert!(shown.contains("kettles") && shown.contains("room 4") && !shown.contains("chess"), "{shown}");
    world.ok(["erase", "decide", "roe.json", "--take-rest", "--actor", "dpo"]);
    world.ok(["erase", "apply", "roe.json", "--yes"]);
    assert_eq!(texts(&world, "acme/sales"), ["Ida Lund likes tea."]);
    assert_eq!(texts(&world, "acme/support"), [""; 0]);
    assert_eq!(texts(&world, "acme/site"), ["The office opens at nine."]);
    assert_eq!(texts(&world, "other/sales"), ["Sam Roe plays chess."]);
    let case = case(&world);
    assert!(case["closed"].is_string() && rows(&case).iter().all(|row| row["done"] == true), "{case}");

    world.ok(["erase", "certificate", "roe.json", "c.json", "--key-file", "key"]);
    world.ok(["erase", "certificate", "roe.json", "c.html", "--key-file", "key"]);
    let certificate: Value = serde_json::from_slice(&std::fs::read(world.path("c.json")).unwrap()).unwrap();
    assert_eq!(certificate["scopes"].as_array().unwrap().len(), 4, "what held nothing was searched too");
    assert_eq!((certificate["open"].as_u64(), certificate["person"].is_null()), (Some(0), true));
    let signed = certificate["receipts"].as_array().unwrap();
    assert_eq!(signed.len(), receipts(&case).len());
    world.write("key.pub", certificate["keys"][0].as_str().unwrap());
    for receipt in signed {
        world.write("receipt.txt", receipt["signed"].as_str().unwrap());
        world.ok(["verify", "receipt.txt", "--key", "key.pub"]);
    }
    let page = std::fs::read_to_string(world.path("c.html")).unwrap();
    assert!(page.contains("T-1192") && page.contains("acme/hr") && !page.contains("Sam Roe"), "{page}");
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"), "{page}");
    world.ok(["erase", "certificate", "roe.json", "named.html", "--key-file", "key", "--with-person"]);
    assert!(std::fs::read_to_string(world.path("named.html")).unwrap().contains("Sam Roe"));
}

#[test]
fn what_is_unsure_is_decided_first_and_what_is_left_stays() {
    let world = world();
    world.ok(["inscribe", "Roe is late again.", "--scope", "acme/support"]);
    world.ok(["inscribe", "The blue folder is on the shelf.", "--scope", "acme/site"]);
    world.ok(OPEN);
    let opened = case(&world);
    assert!(rows(&opened).iter().any(|row| row["sure"] == false));
    let refused = world.run(["erase", "apply", "roe.json", "--yes"]);
    assert!(code(&refused) == 4 && refused.stderr.contains("erase decide"), "{refused:?}");
    assert_eq!(texts(&world, "acme/sales").len(), 2);
    let listed = world.json(["list", "--scope", "acme/support"]);
    let id = |text: &str| {
        let found = listed["memories"].as_array().unwrap().iter().find(|memory| memory["text"] == text);
        found.unwrap()["id"].as_str().unwrap().to_owned()
    };
    let late = id("Roe is late again.");
    let folder = world.ids(&["--scope", "acme/site"]).pop().unwrap();
    world.ok([
        "erase", "decide", "roe.json", "--leave", &late, "--take", &folder, "--take-rest", "--actor", "dpo",
    ]);
    world.ok(["erase", "apply", "roe.json", "--yes"]);
    assert_eq!(texts(&world, "acme/support"), ["Roe is late again."]);
    assert_eq!(texts(&world, "acme/site"), ["The office opens at nine."], "added by hand");
    let case = case(&world);
    let left = rows(&case).into_iter().find(|row| row["id"] == late.as_str()).unwrap();
    assert_eq!((&left["decision"]["take"], &left["decision"]["by"]), (&false.into(), &"dpo".into()));
    assert!(case["closed"].is_string());
    let unknown =
        world.run(["erase", "decide", "roe.json", "--take", "0192f0c1-2b3c-7d4e-8f50-112233445566"]);
    assert_eq!(code(&unknown), 3, "{unknown:?}");
}

#[test]
fn a_case_that_was_not_written_after_an_erasure_finds_it_again() {
    let world = world();
    world.ok(["inscribe", "Ida Lund and Sam Roe share the van.", "--scope", "acme/hr"]);
    world.ok(["inscribe", "Ida Lund and Sam Roe share the van.", "--scope", "acme/fleet"]);
    world.ok(OPEN);
    assert!(rows(&case(&world)).iter().any(|row| row["action"]["edit"].is_object()), "one loses a part");
    world.ok(["erase", "decide", "roe.json", "--take-rest"]);
    let before = std::fs::read(world.path("roe.json")).unwrap();
    world.ok(["erase", "apply", "roe.json", "--yes"]);
    let after = case(&world);
    world.write("roe.json", before);
    world.ok(["erase", "apply", "roe.json", "--yes"]);
    let again = case(&world);
    let sorted = |case: &Value| receipts(case).into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(sorted(&again), sorted(&after));
    assert!(again["closed"].is_string() && rows(&again).iter().all(|row| row["done"] == true), "{again}");
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let world = World::new();
    world.ok(["key", "new", "--key-file", "key"]);
    let scopes: Vec<String> = (0..12).map(|at| format!("acme/s{at:02}")).collect();
    for scope in &scopes {
        world.ok(["inscribe", "Sam Roe bought 3 kettles.", "--scope", scope]);
    }
    world.ok(OPEN);
    world.ok(["erase", "decide", "roe.json", "--take-rest"]);
    for pause in [20, 60, 100, 140, 180] {
        let mut command = world.command(["erase", "apply", "roe.json", "--yes"]);
        let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        // It may have ended by itself.
        let _ = run.kill();
        run.wait().unwrap();
    }
    let last = finish(&mut world.command(["erase", "apply", "roe.json", "--yes"]), b"");
    assert_eq!(code(&last), 0, "{last:?}");
    let case = case(&world);
    assert!(case["closed"].is_string(), "{case}");
    // Each scope has its erasure, once.
    assert_eq!(receipts(&case).into_iter().collect::<BTreeSet<_>>().len(), scopes.len(), "{case}");
    for scope in &scopes {
        assert_eq!(texts(&world, scope), [""; 0], "{scope}");
    }
}

#[test]
fn a_memory_that_changed_since_is_looked_at_again() {
    let world = world();
    world.ok(OPEN);
    world.ok(["erase", "decide", "roe.json", "--take-rest"]);
    let id = world.ids(&["--scope", "acme/hr"]).pop().unwrap();
    world.ok(["edit", "--id", &id, "--to", "Sam Roe sat in room 5.", "--scope", "acme/hr"]);
    let refused = world.run(["erase", "apply", "roe.json", "--yes"]);
    assert!(code(&refused) != 0 && refused.stderr.contains("erase search"), "{refused:?}");
    assert_eq!(texts(&world, "acme/hr"), ["Sam Roe sat in room 5."]);
    world.ok(["erase", "search", "roe.json"]);
    world.ok(["erase", "decide", "roe.json", "--take-rest"]);
    world.ok(["erase", "apply", "roe.json", "--yes"]);
    assert_eq!(texts(&world, "acme/hr"), [""; 0]);
}

#[test]
fn what_the_store_holds_of_a_person_is_exported() {
    let world = world();
    world.ok(OPEN);
    let held: Value = serde_json::from_str(&world.ok(["erase", "export", "roe.json"])).unwrap();
    let scopes: Vec<&str> =
        held["scopes"].as_array().unwrap().iter().map(|of| of["scope"].as_str().unwrap()).collect();
    assert_eq!(scopes, ["acme/hr", "acme/sales", "acme/support"]);
    let text = held.to_string();
    assert!(
        text.contains("kettles") && !text.contains("Ida Lund likes tea") && !text.contains("chess"),
        "{text}"
    );
}

#[test]
fn what_is_no_case_of_this_store_is_refused() {
    let world = world();
    let nobody = world.run(["erase", "open", "x.json", "--case", "T-1"]);
    assert!(code(&nobody) == 2 && nobody.stderr.contains("--name"), "{nobody:?}");
    let nowhere =
        world.run(["erase", "open", "x.json", "--case", "T-1", "--name", "Sam Roe", "--in", "globex/**"]);
    assert!(code(&nowhere) == 2 && nowhere.stderr.contains("globex/**"), "{nowhere:?}");
    for words in ["delete all my data", "forget everything older than 30 days"] {
        let all =
            world.run(["erase", "open", "x.json", "--case", "T-1", "--name", "Sam Roe", "--words", words]);
        assert!(code(&all) == 2 && all.stderr.contains("no person"), "{all:?}");
    }
    for scopes in ["acme/*", "/acme", ""] {
        let wrong =
            world.run(["erase", "open", "x.json", "--case", "T-1", "--name", "Sam Roe", "--in", scopes]);
        assert_eq!(code(&wrong), 2, "{wrong:?}");
    }
    assert!(!world.path("x.json").exists());
    world.ok(OPEN);
    let twice = world.run(OPEN);
    assert!(code(&twice) != 0, "{twice:?}");
    world.ok(["inscribe", "Sam Roe is here.", "--db", "other.db"]);
    let other = world.run(["erase", "apply", "roe.json", "--yes", "--db", "other.db"]);
    assert!(code(&other) != 0 && other.stderr.contains("another store"), "{other:?}");
    world.write("broken.json", "{\"number\": \"Sam Roe's PIN is 4711\"}");
    let broken = world.run(["erase", "show", "broken.json"]);
    assert!(code(&broken) != 0 && !broken.stderr.contains("4711"), "{broken:?}");
    let early = world.run(["erase", "certificate", "roe.json", "c.html", "--key-file", "key"]);
    assert!(code(&early) == 3 && !world.path("c.html").exists(), "{early:?}");
}
