//! `check`, `reembed`, `model`.

use crate::support::{World, sqlite};

#[test]
fn a_sound_store_is_said_to_be_sound() {
    let world = World::with_memories();
    let run = world.run(["check"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.stdout, "scopes 1, memories 3, versions 3, events 3, problems 0\n");
    assert!(run.stderr.contains("The store is sound."), "{run:?}");
}

#[test]
fn problems_are_printed_and_have_a_code_of_their_own() {
    let world = World::with_memories();
    sqlite(&world.db()).execute("UPDATE memory SET depth = 0.25 WHERE row = 1", []).unwrap();
    let run = world.run(["check"]);
    assert_eq!(run.code, Some(5), "{run:?}");
    assert_eq!(run.stdout.lines().count(), 2, "{run:?}");
    assert!(run.stderr.contains("the check found 1 problem.\nhint: if only vectors"), "{run:?}");
    let run = world.run(["check", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["sound"], &report["findings"][0]["scope"]), (&false.into(), &"default".into()));
    assert!(run.stderr.contains(r#""kind":"unsound""#), "{run:?}");
}

#[test]
fn reembed_without_vectors_keeps_the_store() {
    let world = World::with_memories();
    assert_eq!(world.ok(["reembed"]), "none  0  0\n");
    world.ok(["check"]);
    world.run(["reembed", "--embedder", "minilm", "--model-dir", "nowhere"]).refused(1, "nowhere");
    assert_eq!(world.live().len(), 3);
}

#[test]
fn the_model_is_looked_for_where_it_is_said_to_be() {
    let world = World::new();
    let run = world.run(["model", "where", "--model-dir", "nowhere"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(3), "nowhere\n"), "{run:?}");
    assert!(run.stderr.contains("hint: run `nepenthe model fetch`."), "{run:?}");
    let run = world.run(["model", "where"]);
    assert_eq!(run.code, Some(3), "{run:?}");
    assert!(run.stdout.contains("all-MiniLM-L6-v2"), "{run:?}");
    world.run(["model", "fetch", "--model-dir", "nowhere"]).refused(1, "model.safetensors is missing");
    world.run(["model"]).refused(2, "fetch");
}
