//! `inscribe --lines`: a file of notes.

use crate::support::World;

const NOTES: &str = "Sam called today.\n\n- buy rope\r\n   indented\n\u{200b}\n{\"text\": \"as it stands\"}\nlast, without a break";

#[test]
fn each_line_that_is_not_blank_is_a_memory_as_it_stands() {
    let texts = [
        "Sam called today.", "- buy rope", "   indented", "{\"text\": \"as it stands\"}",
        "last, without a break",
    ];
    let world = World::new();
    world.write("notes.txt", NOTES);
    let ids = world.ok(["inscribe", "--lines", "--file", "notes.txt"]);
    assert_eq!(world.live(), texts);
    assert_eq!(ids.lines().collect::<Vec<_>>(), world.ids(&[]));
    for args in
        [&["inscribe", "--lines"][..], &["inscribe", "--lines", "-"], &["inscribe", "--lines", "--file", "-"]]
    {
        let run = world.run_with([args, &["--scope", "piped"]].concat(), NOTES.as_bytes());
        assert_eq!((run.code, run.stdout.lines().count()), (Some(0), 5), "{args:?}: {run:?}");
    }
    let beside =
        ["--source", "notes", "--metadata", r#"{"n": 1}"#, "--expires", "in 30 days", "--scope", "beside"];
    world.ok([&["inscribe", "--lines", "--file", "notes.txt"][..], &beside].concat());
    let listed = world.json(["list", "--scope", "beside"]);
    for memory in listed["memories"].as_array().unwrap() {
        assert_eq!((&memory["source"], &memory["metadata"]["n"]), (&"notes".into(), &1.into()));
        assert!(memory["expires"].is_string());
    }
}

#[test]
fn a_bad_file_of_lines_is_named_and_nothing_is_written() {
    let world = World::new();
    world.write("bytes.txt", b"good\nba\xffd\n");
    world
        .run(["inscribe", "--lines", "--file", "bytes.txt"])
        .refused(2, "bytes.txt, line 2: byte 3 of the line is 0xff");
    world.write("nul.txt", b"good\nbad\0\n");
    world.run(["inscribe", "--lines", "--file", "nul.txt"]).refused(2, "nul.txt, line 2: the text has a NUL");
    world.write("empty.txt", "\n \n\u{feff}\n");
    world.run(["inscribe", "--lines", "--file", "empty.txt"]).refused(2, "empty.txt holds no memories");
    world.run(["inscribe", "--lines", "--file", "nowhere.txt"]).refused(1, "cannot read nowhere.txt");
    world.run(["inscribe", "--lines", "a text"]).refused(2, "--lines cannot be used with a text");
    world
        .run_with(["inscribe", "--lines", "--source", "-"], b"x")
        .refused(2, "two things are to come from standard input");
    assert!(!world.db().exists());
}

#[test]
fn a_file_of_notes_is_told_about_lines_and_a_bad_object_is_not() {
    let world = World::new();
    for notes in
        ["Sam called today.\n", "- milk\n- eggs\n", "# Notes\n", "\n\n  1. one\n", "[ ] a task\n", "true\n"]
    {
        world.write("notes.txt", notes);
        world
            .run(["inscribe", "--file", "notes.txt"])
            .refused(2, "hint: for a file of plain lines, each a memory, add --lines");
    }
    for objects in ["{\"text\": 3}\n", "{\"txt\": \"a\"}\n", "{\"text\": \"a\"", " {'text': 'a'}\n"] {
        world.write("facts.jsonl", objects);
        let run = world.run(["inscribe", "--file", "facts.jsonl"]);
        run.refused(2, "facts.jsonl, line 1");
        assert!(!run.stderr.contains("--lines"), "{objects}: {run:?}");
    }
    world.write("facts.jsonl", "{\"text\": \"a\"}\n");
    for beside in [["--source", "x"], ["--expires", "30d"], ["--metadata", "{}"]] {
        let args = [&["inscribe", "--file", "facts.jsonl"][..], &beside].concat();
        world.run(args).refused(2, "cannot be used with --file");
    }
    assert!(!world.db().exists());
}
