//! Words that nobody put in quotation marks, and words that are no command.

use crate::support::World;

#[test]
fn several_arguments_are_one_text() {
    let world = World::new();
    for (args, text) in [
        (&["inscribe", "Sam", "called", "today"][..], "Sam called today"),
        (&["inscribe", "The depot", "is in Lima."], "The depot is in Lima."),
        (&["inscribe", "-q", "Ida", "has", "the", "van", "--source", "chat-42"], "Ida has the van"),
        (&["inscribe", "--source", "chat-42", "Olga", "walks"], "Olga walks"),
        (&["inscribe", "-", "milk"], "- milk"),
        (&["inscribe", "Åsa", "用户", "🙂"], "Åsa 用户 🙂"),
        (&["inscribe", "- bread", "--source", "x"], "- bread"),
        (&["inscribe", "--", "--force", "was", "used"], "--force was used"),
        (&["inscribe", "one"], "one"),
        (&["inscribe", "purge", "everything"], "purge everything"),
    ] {
        world.ok(args);
        assert_eq!(world.live().last().unwrap(), text, "{args:?}");
    }
    assert_eq!(world.live().len(), 10);
}

#[test]
fn a_query_a_target_and_a_chain_are_words_too() {
    let world = World::with_memories();
    let hits = world.ok(["recall", "where", "does", "Alice", "work", "-k", "1"]);
    assert!(hits.contains("Initech"), "{hits}");
    assert_eq!(hits, world.ok(["recall", "where does Alice work", "-k", "1"]));
    assert!(world.ok(["blame", "parking", "permit"]).contains("P-17"));
    let plan = world.ok(["purge", "everything", "about", "Alice", "--dry-run"]);
    assert!(plan.contains("Alice works at Initech.") && !plan.contains("P-17"), "{plan}");
    for verb in ["release", "pin", "decay", "consolidate"] {
        assert_eq!(
            world.ok([verb, "the", "parking", "permit", "-n"]),
            world.ok([verb, "the parking permit", "-n"]),
            "{verb}"
        );
    }
    world.ok(["supersede", "where", "Alice", "works", "--with", "Alice works at Hooli.", "-y"]);
    world.ok(["edit", "the", "coffee", "machine", "--to", "The coffee machine works.", "-y"]);
    world.ok(["purge", "everything", "about", "Alice", "-y"]);
    assert_eq!(world.live(), ["The parking permit is P-17.", "The coffee machine works."]);
}

#[test]
fn what_is_no_words_is_refused_as_before() {
    let world = World::with_memories();
    let ids = world.ids(&[]);
    world.run(["purge", &ids[0], "-y"]).refused(2, "this is the id of a memory");
    world.run(["purge", &ids[0], &ids[1], "-y"]).refused(2, "these are ids of memories");
    world.run(["purge", " ", "", "-y"]).refused(2, "say in words which memories are meant");
    world.run(["purge", "-y"]).refused(2, "required");
    world.run(["recall"]).refused(2, "required");
    world.run(["purge", "the", "permit", "--id", &ids[0], "-y"]).refused(2, "cannot be used with");
    world.run(["purge", "the", "permit", "--al", "-y"]).refused(2, "unexpected argument '--…'");
    world.run(["recall", "less", "than", "-5"]).refused(2, "goes in quotation marks");
    world.run(["inscribe", "- milk", "and", "eggs"]).refused(2, "goes in quotation marks");
    world.run(["list", "everything"]).refused(2, "unexpected argument");
    // One `-` is standard input, whole.
    world.run_with(["purge", "-", "-y"], b"the parking permit\n");
    assert_eq!(world.live().len(), 2);
}

#[test]
fn a_word_of_another_program_suggests_the_command() {
    let world = World::new();
    for (typed, meant) in [
        ("remember", "inscribe"),
        ("add", "inscribe"),
        ("forget", "purge"),
        ("delete", "purge"),
        ("search", "recall"),
        ("get", "recall"),
        ("update", "supersede"),
        ("undo", "restore"),
        ("ls", "list"),
        ("FORGET", "purge"),
        ("namespaces", "scopes"),
        ("keygen", "key"),
        ("fsck", "check"),
        ("inscribr", "inscribe"),
        ("purg", "purge"),
    ] {
        world.run([typed, "x"]).refused(2, &format!("'{meant}'"));
        let run = world.run([typed, "x", "--json"]);
        run.refused(2, &format!("did you mean `nepenthe {meant}`"));
        assert!(meant.contains(typed) || !run.stderr.contains(typed), "{typed}: {run:?}");
    }
    for typed in ["xyzzy", "everything about Sam Roe", "--", "Sam"] {
        let run = world.run([typed]);
        assert_eq!(run.code, Some(2), "{typed}: {run:?}");
        assert!(!run.stderr.contains("similar subcommand") && !run.stderr.contains("Sam"), "{run:?}");
    }
    // Of a command that has commands of its own the words are others.
    for typed in
        [["key", "create"], ["serve", "add"], ["mcp", "add"], ["model", "create"], ["backup", "forget"]]
    {
        let run = world.run(typed);
        run.refused(2, "unrecognized subcommand");
        assert!(!run.stderr.contains("inscribe") && !run.stderr.contains("purge"), "{typed:?}: {run:?}");
    }
}

#[test]
fn who_gives_words_to_erase_is_told_of_purge() {
    const PURGE: &str = "nepenthe purge \"WORDS\"";
    const IN_JSON: &str = "nepenthe purge \\\"WORDS\\\"";
    let world = World::with_memories();
    for words in [
        &["everything about Sam Roe"][..],
        &["Sam", "Roe"],
        &["Sam"],
        &["sam.roe@acme.example"],
        &["--scope", "acme", "everything about Sam"],
        &["-y", "Sam"],
        &["--yes"],
        &["--id", "01a22872-89e2-751f-9898-f2fc5ffbeb73"],
        &["--plan", "plan.json", "Sam"],
        &["delete"],
        &["Sàm Roe ⚘"],
        &[""],
    ] {
        let run = world.run([&["erase"], words].concat());
        run.refused(2, PURGE);
        assert!(!run.stderr.contains("Sam"), "{words:?}: {run:?}");
        world.run([&["--json", "erase"], words].concat()).refused(2, IN_JSON);
    }
    // What is near a step, or behind one, or of another command, is something else.
    for others in [
        &["erase", "aply", "roe.json"][..],
        &["erase", "apply", "roe.json", "--sure"],
        &["erase", "show"],
        &["erase", "open", "roe.json", "--yes"],
        &["erase"],
        &["key", "everything about Sam Roe"],
        &["purge", "Sam", "--sure"],
        &["everything about Sam Roe"],
    ] {
        let run = world.run(others);
        assert_eq!(run.code, Some(2), "{others:?}: {run:?}");
        assert!(!run.stderr.contains(PURGE), "{others:?}: {run:?}");
    }
    assert_eq!(world.live().len(), 3);
}
