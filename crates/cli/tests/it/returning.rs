//! What says again what was erased: `--returning`, and the exit code.

use serde_json::json;

use crate::json::is;
use crate::support::World;

const TEXT: &str = "The safe opens with 4471.";

fn erased() -> World {
    let world = World::with_memories();
    let id = world.ok(["inscribe", TEXT]).trim().to_owned();
    world.ok(["purge", "--id", &id]);
    world
}

#[test]
fn an_erased_text_is_refused_with_an_exit_code_of_its_own() {
    let world = erased();
    world
        .run(["inscribe", "THE SAFE opens with 4471"])
        .refused(7, "nepenthe: the memory says again what was erased");
    let lines = world.run_with(["inscribe", "--lines"], b"The gate is green.\nThe safe opens with 4471.\n");
    lines.refused(7, "memory 2 of the batch says again what was erased");
    world.run(["inscribe", TEXT, "--json"]).refused(7, "\"kind\":\"erased\"");
    let edit = ["edit", "parking permit", "--to", TEXT, "--yes"];
    world.run(edit).refused(7, "nothing was changed");
    assert_eq!(world.live().len(), 3);
}

#[test]
fn it_is_admitted_with_a_reason_and_not_without() {
    let world = erased();
    world.run(["inscribe", TEXT, "--returning", "admit"]).refused(2, "--reason");
    world.run(["inscribe", TEXT, "--reason", "mistake"]).refused(2, "--returning admit");
    let admit = ["inscribe", TEXT, "--returning", "admit", "--reason"];
    world.run(admit.into_iter().chain(["because 4471"])).refused(2, "--reason");
    let by = |number: &'static str| admit.into_iter().chain(["mistake", "--reference", number]);
    world.run(by("4471")).refused(2, "T-1192");
    world.run(by("T-4471")).refused(7, "--reference");
    let id = world.ok(by("T-1192"));
    let history = world.json(["history", id.trim()]);
    assert_eq!(history["events"][0]["note"], "admitted: mistake T-1192");
    // Nor does a receipt keep it.
    world.run(["purge", "--id", id.trim(), "--request", "the code was 4471"]).refused(2, "T-1192");
    world.run(["purge", "--id", id.trim(), "--request", "T-4471"]).refused(7, "--request");
    world.ok(["purge", "--id", id.trim(), "--request", "T-1193"]);
}

#[test]
fn what_else_a_text_says_is_written() {
    let world = erased();
    let text = "The porter is Bo Lind. The safe opens with 4471.";
    world.run(["inscribe", text]).refused(7, "--returning trim");
    let id = world.ok(["inscribe", text, "--returning", "trim"]).trim().to_owned();
    assert!(world.live().contains(&"The porter is Bo Lind.".to_owned()), "{:?}", world.live());
    let said = world.json(["inscribe", text, "--returning", "trim"]);
    assert_eq!(said["trimmed"], said["ids"]);
    is(&said, &["Inscribed"]);
    let superseded =
        world.json(["supersede", "porter", "--with", text, "--returning", "trim", "--source", "c", "-y"]);
    assert_eq!(superseded["trimmed"][0], superseded["inscribed"]);
    is(&superseded, &["Outcome"]);
    let other = World::new();
    other.ok(["inscribe", text]);
    other.ok(["inscribe", TEXT]);
    world.write("out.jsonl", other.ok(["export"]));
    let imported = world.json(["import", "out.jsonl", "--returning", "trim"]);
    assert_eq!((&imported["imported"], &imported["skipped"][0]["reason"]), (&json!(1), &json!("erased")));
    is(&imported, &["Imported"]);
    assert_eq!(world.json(["history", &id])["events"][0]["note"], "trimmed");
    world.run(["inscribe", TEXT, "--returning", "trim"]).refused(7, "says again what was erased");
}

#[test]
fn what_is_in_quarantine_is_restored_by_its_id() {
    let world = erased();
    let id = world.ok(["inscribe", TEXT, "--returning", "quarantine"]).trim().to_owned();
    assert_eq!(world.json(["stats"])["quarantined"], json!(1));
    world.run(["restore", "safe", "--yes"]).refused(3, "nothing to restore");
    world.ok(["restore", "--id", &id]);
    assert_eq!(world.json(["stats"])["quarantined"], json!(0));
}
