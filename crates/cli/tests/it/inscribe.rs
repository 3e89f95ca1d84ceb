//! `inscribe`.

use std::process::Stdio;

use crate::support::World;

#[test]
fn an_argument_is_one_memory() {
    let world = World::new();
    let id =
        world.ok(["inscribe", "Alice works at Initech.", "--source", "chat-42", "--metadata", r#"{"n": 1}"#]);
    let memory = &world.json(["list"])["memories"][0];
    assert_eq!(memory["id"], id.trim());
    assert_eq!(memory["text"], "Alice works at Initech.");
    assert_eq!((&memory["source"], &memory["metadata"]["n"]), (&"chat-42".into(), &1.into()));
}

#[test]
fn standard_input_is_one_memory_less_its_last_line_break() {
    let world = World::new();
    for args in [&["inscribe"][..], &["inscribe", "-"]] {
        assert_eq!(world.run_with(args, b"two\r\nlines\r\n").code, Some(0));
    }
    assert_eq!(world.live(), ["two\r\nlines", "two\r\nlines"]);
}

#[test]
fn a_file_is_written_whole_and_in_order() {
    let world = World::new();
    let lines = "\u{feff}{\"text\": \"a\", \"source\": \"s\"}\n\n{\"text\": \"b\", \"expires\": \"2000-01-01\"}\r\n{\"text\": \"c\"}";
    let file = world.write("facts.jsonl", lines);
    let run = world.run(["inscribe".as_ref(), "--file".as_ref(), file.as_os_str()]);
    assert_eq!((run.code, run.stdout.lines().count()), (Some(0), 3), "{run:?}");
    assert!(run.stderr.contains("3 memories inscribed into default."), "{run:?}");
    assert_eq!(world.live(), ["a", "c"]);
    assert_eq!(world.ids(&["--include", "all"]), run.stdout.lines().collect::<Vec<_>>());
    let piped = world.run_with(["inscribe", "--file", "-"], lines.as_bytes());
    assert_eq!(piped.code, Some(0), "{piped:?}");
}

#[test]
fn a_bad_line_is_named_and_nothing_is_written() {
    let world = World::new();
    let good = "{\"text\": \"good\"}\n";
    let cases: [(&[u8], &str); 9] = [
        (br#"{"text": "\ud800"}"#, "line 2: column 17: a \\u escape is a lone surrogate"),
        (b"{\"text\": \"\xff\"}", "line 2: byte 11 of the line is 0xff, which is not UTF-8"),
        (br#"{"text": "a\u0000b"}"#, "line 2: the text has a NUL"),
        (br#"{"text": "  "}"#, "line 2: the text is empty or blank"),
        (br#"{"text": "a""#, "line 2: column"),
        (br#"{"text": "a", "tags": []}"#, "there is a field of another name"),
        (br#"{"text": "a", "metadata": 3}"#, "line 2: column"),
        (br#"{"text": "a", "expires": "soon"}"#, "neither a time"),
        (br#"["a"]"#, "line 2: column"),
    ];
    for (line, problem) in cases {
        let file = world.write("facts.jsonl", [good.as_bytes(), line].concat());
        let run = world.run(["inscribe".as_ref(), "--file".as_ref(), file.as_os_str()]);
        run.refused(2, problem);
        assert!(run.stderr.contains("facts.jsonl, line 2"), "{run:?}");
    }
    assert!(!world.db().exists());
}

#[test]
fn texts_that_cannot_be_stored_are_refused_and_leave_no_store() {
    let world = World::new();
    for text in ["", " \n\t "] {
        world.run(["inscribe", text]).refused(2, "the text is empty or blank.");
    }
    world.run_with(["inscribe"], b"").refused(2, "the text is empty or blank.");
    world.run_with(["inscribe"], b"a\0b").refused(2, "NUL character at byte 1");
    world
        .run_with(["inscribe"], b"one\ntwo \xc3(")
        .refused(2, "standard input, line 2: byte 5 of the line is 0xc3");
    world.run_with(["inscribe"], &vec![b'x'; (16 << 20) + 1]).refused(2, "16777217 bytes");
    world
        .run_with(["inscribe"], &vec![b'x'; 20 << 20])
        .refused(2, "standard input has more than 16777216 bytes");
    assert!(!world.db().exists());
}

#[test]
fn a_long_text_is_stored_to_the_byte() {
    let world = World::new();
    let text = "Zürich ".repeat(150_000);
    assert_eq!(world.run_with(["inscribe"], text.as_bytes()).code, Some(0));
    assert_eq!(world.live(), [text]);
}

#[test]
fn what_lies_beside_the_text_is_checked() {
    let world = World::new();
    for metadata in ["[]", "{", "3", "{\"a\": \"\\ud800\"}"] {
        world.run(["inscribe", "a", "--metadata", metadata]).refused(2, "this is no JSON object");
    }
    for expires in ["soon", "-3d", "0d", "30", "2026-13-01", ""] {
        let expires = format!("--expires={expires}");
        world.run(["inscribe", "a", &expires]).refused(2, "neither a time such as");
    }
    world.run(["inscribe", "a", "--expires", "4000000d"]).refused(2, "beyond the year 9999");
    world.run(["inscribe", "a", "--file", "b"]).refused(2, "cannot be used with");
    world.run(["inscribe", "--source", "a", "--file", "b"]).refused(2, "cannot be used with --file");
    world.run(["inscribe", "--file", "none.jsonl"]).refused(1, "cannot read none.jsonl");
    world.run_with(["inscribe", "--file", "-"], b"\n\n").refused(2, "holds no memories");
}

#[test]
fn an_expired_memory_is_out_of_recall() {
    let world = World::new();
    world.ok(["inscribe", "gone", "--expires", "2000-01-01T00:00:00Z"]);
    world.ok(["inscribe", "here", "--expires", "30d"]);
    assert_eq!(world.live(), ["here"]);
    assert_eq!(world.json(["stats"])["expired"], 1);
}

#[test]
fn a_store_is_not_made_for_an_embedder_that_does_not_work() {
    let world = World::new();
    let args = ["inscribe", "a", "--embedder", "minilm", "--model-dir", "nowhere"];
    world.run(args).refused(1, "--embedder none");
    assert!(!world.db().exists());
    world.ok(["inscribe", "a"]);
}

#[test]
fn several_processes_may_make_and_write_one_store_at_once() {
    let world = World::new();
    let children: Vec<_> = (0..6)
        .map(|n| {
            world
                .command(["inscribe", &format!("text {n}")])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    assert_eq!(world.live().len(), 6);
    world.ok(["check"]);
}
