//! The environment, and what goes before it.

use crate::support::{World, finish};

#[test]
fn variables_name_store_scope_and_actor() {
    let world = World::new();
    let mut command = world.command(["inscribe", "a"]);
    command.env("NEPENTHE_DB", "env.db").env("NEPENTHE_SCOPE", "env/scope").env("NEPENTHE_ACTOR", "ann");
    assert_eq!(finish(&mut command, b"").code, Some(0));
    let logged = world.json(["log", "--db", "env.db", "--scope", "env/scope"]);
    assert_eq!(logged["events"][0]["actor"], "ann");
}

#[test]
fn options_go_before_variables() {
    let world = World::new();
    let mut command = world.command(["--db", "typed.db", "inscribe", "a", "--scope", "typed"]);
    command.env("NEPENTHE_DB", "env.db").env("NEPENTHE_SCOPE", "env/scope");
    assert_eq!(finish(&mut command, b"").code, Some(0));
    assert!(world.path("typed.db").exists() && !world.path("env.db").exists());
    assert_eq!(world.ids(&["--db", "typed.db", "--scope", "typed"]).len(), 1);
}

#[test]
fn the_store_knows_its_embedder() {
    let world = World::with_memories();
    let mut command = world.command(["recall", "parking"]);
    let run = finish(command.env_remove("NEPENTHE_EMBEDDER"), b"");
    assert!(run.code == Some(0) && run.stdout.contains("P-17"), "{run:?}");
    let run = world.run(["recall", "parking", "--embedder", "minilm"]);
    run.refused(2, "the store was written with the embedder none");
    assert!(run.stderr.contains("hint: leave out --embedder"), "{run:?}");
    world.run(["recall", "parking", "--embedder", "gpt"]).refused(2, "possible values: minilm, none, openai");
}

#[test]
fn empty_variables_are_refused_rather_than_guessed_at() {
    let world = World::new();
    for (name, words) in [("NEPENTHE_DB", "the path is empty"), ("NEPENTHE_SCOPE", "the scope is empty")] {
        finish(world.command(["inscribe", "a"]).env(name, ""), b"").refused(2, words);
    }
}

#[test]
fn a_store_is_a_file_whatever_its_name() {
    let world = World::new();
    for name in [":memory:", "file:x?mode=memory", "with space", "ünï.db"] {
        world.ok(["inscribe", "a", "--db", name]);
        assert!(world.path(name).is_file(), "{name}");
        assert_eq!(world.ids(&["--db", name]).len(), 1, "{name}");
    }
}

#[test]
fn quiet_leaves_only_data_and_errors() {
    let world = World::new();
    let run = world.run(["inscribe", "a", "-q"]);
    assert_eq!((run.stdout.lines().count(), run.stderr.as_str()), (1, ""));
    let run = world.run(["release", "a", "--yes", "--quiet"]);
    assert_eq!((run.stdout.lines().count(), run.stderr.as_str()), (1, ""));
    world.run(["history", "x", "--quiet"]).refused(2, "is not a memory id");
}
