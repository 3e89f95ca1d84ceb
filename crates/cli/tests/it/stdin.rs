//! Texts on standard input, wherever a text can be typed.

use crate::support::World;

/// Runs a command that must succeed, with a text on its standard input.
fn ok(world: &World, args: &[&str], stdin: &str) -> String {
    let run = world.run_with(args, stdin.as_bytes());
    assert_eq!(run.code, Some(0), "{args:?}: {run:?}");
    run.stdout
}

#[test]
fn a_hyphen_reads_each_text_from_standard_input() {
    let world = World::with_memories();
    assert_eq!(ok(&world, &["recall", "-", "-k", "1"], "parking permit\n").lines().count(), 1);
    assert!(ok(&world, &["blame", "-"], "parking permit\n").contains("P-17"));
    let id = world.ids(&[])[1].clone();
    assert!(ok(&world, &["blame", "-"], &id).contains("P-17"), "an id is one on standard input, too");

    ok(&world, &["edit", "parking permit", "--to", "-", "-y"], "The parking permit is P-18.\r\n");
    ok(&world, &["edit", "-", "--to", "The parking permit is P-19.", "-y"], "parking permit P-18");
    ok(&world, &["supersede", "where Alice works", "--with", "-", "-y"], "Alice works at Hooli.\n");
    ok(&world, &["supersede", "-", "--with=Alice works at Acme.", "-y"], "where Alice works");
    assert_eq!(
        world.live(),
        ["The parking permit is P-19.", "The coffee machine is broken.", "Alice works at Acme."]
    );
    assert!(ok(&world, &["release", "-", "--dry-run"], "coffee machine\n").contains("coffee machine"));
    ok(&world, &["pin", "-", "-y"], "coffee machine\n");
    ok(&world, &["unpin", "-", "-y"], "coffee machine\n");
    ok(&world, &["release", "-", "-y"], "coffee machine\n");
    assert_eq!(world.live().len(), 2);
    ok(&world, &["restore", "-", "-y"], "coffee machine\n");
    assert_eq!(world.live().len(), 3);
    ok(&world, &["purge", "-", "-y"], "coffee machine\n");
    assert_eq!(world.live().len(), 2);
    ok(&world, &["inscribe", "The kettle is new.", "--source", "-"], "a long chat\n");
    assert!(world.ok(["list", "--json"]).contains(r#""source":"a long chat""#));
    let source = world.ids(&[]).pop().unwrap();
    let made = ok(&world, &["inscribe", "-", "--from", &source], "Kettles and lids: new, red.");
    let again = format!("{}=-", made.trim());
    ok(&world, &["purge", "--id", &source, "--rederive", &again], "Lids: red.\n");
    assert_eq!(world.live().last().unwrap(), "Lids: red.");
}

#[test]
fn standard_input_is_read_once_and_nothing_is_changed_otherwise() {
    let world = World::with_memories();
    for args in [
        &["supersede", "-", "--with", "-", "-y"][..],
        &["edit", "-", "--to", "-", "-y"],
        &["inscribe", "-", "--source", "-"],
        &["inscribe", "--source", "-"],
    ] {
        world.run_with(args, b"{\"text\": \"parking\"}").refused(2, "standard input");
    }
    assert_eq!(world.live().len(), 3);
}

#[test]
fn what_is_read_is_checked_like_what_is_typed() {
    let world = World::with_memories();
    let id = world.ids(&[])[0].clone();
    for verb in ["release", "purge", "pin", "restore"] {
        world.run_with([verb, "-", "-y"], b"\n").refused(2, "say in words which memories are meant");
        world.run_with([verb, "-", "-y"], "\u{200b}\u{2800}".as_bytes()).refused(2, "say in words");
        world.run_with([verb, "-", "-y"], id.as_bytes()).refused(2, "write --id before it");
    }
    world.run_with(["recall", "-"], "\u{feff}".as_bytes()).refused(2, "the query is empty or blank");
    world.run_with(["edit", "parking", "--to", "-", "-y"], b" \n").refused(2, "blank");
    world.run_with(["supersede", "parking", "--with", "-", "-y"], b"\0").refused(2, "NUL");
    assert_eq!(world.live().len(), 3);
}

#[test]
fn a_hyphen_alone_can_be_a_text() {
    let world = World::with_memories();
    ok(&world, &["inscribe", "-"], "-");
    ok(&world, &["edit", "parking permit", "--to", "-", "-y"], "-\n");
    assert_eq!(world.live().iter().filter(|text| *text == "-").count(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn what_was_written_is_said_where_standard_output_is_full() {
    use std::process::Stdio;
    let world = World::with_memories();
    let full = |args: &[&str]| {
        let mut command = world.command(args);
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command.stdin(Stdio::null()).stdout(full).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = full(&["inscribe", "The kettle is new."]);
    let id = world.ids(&[]).pop().unwrap();
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the memory is written, but cannot write to standard output"), "{said}");
    assert!(said.contains(&id) && said.contains("1 memory inscribed"), "{said}");
    world.write("two.jsonl", "{\"text\": \"one\"}\n{\"text\": \"two\"}\n");
    let (code, said) = full(&["inscribe", "--file", "two.jsonl", "--json"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the 2 memories are written, but cannot write"), "{said}");
    assert_eq!(world.live().len(), 6);
    let (code, said) = full(&["edit", "kettle", "--to", "The kettle is old.", "-y"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the change is made, but cannot write to standard output"), "{said}");
    let (code, said) = full(&["backup", "create", "copy.db"]);
    assert!(code == Some(1) && said.contains("the backup is made, but"), "{said}");
    // Reading changes nothing, and says nothing of that kind.
    let (code, said) = full(&["list"]);
    assert!(code == Some(1) && said.contains("nepenthe: cannot write to standard output"), "{said}");
}
