//! A person at a terminal, played by `script` of util-linux; and what a terminal is spared.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use crate::support::{NEPENTHE, World, skip};

/// Starts a command line of the shell on a terminal of its own.
fn on_terminal(world: &World, line: &str) -> Option<Child> {
    let mut script = Command::new("script");
    script.args(["-q", "-e", "-c", line, "/dev/null"]);
    world.prepare(&mut script);
    script.env("SHELL", "/bin/sh").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    match script.spawn() {
        Ok(child) if cfg!(target_os = "linux") => Some(child),
        _ => {
            skip("there is no `script` of util-linux to play a terminal");
            None
        }
    }
}

/// Reads what the terminal shows, up to these words.
fn read_until(child: &mut Child, words: &str) -> String {
    let stdout = child.stdout.as_mut().unwrap();
    let mut seen = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&seen).contains(words) && stdout.read(&mut byte).unwrap() == 1 {
        seen.push(byte[0]);
    }
    String::from_utf8_lossy(&seen).into_owned()
}

/// Answers the question that the command asks, and returns what was shown and the exit code.
fn answer(
    world: &World,
    args: &str,
    answer: &str,
    meanwhile: impl FnOnce(),
) -> Option<(String, Option<i32>)> {
    let mut child = on_terminal(world, &format!("{NEPENTHE} {args} > out.txt"))?;
    let mut shown = read_until(&mut child, if args.contains("--all") { "memories, 3: " } else { "[y/N] " });
    meanwhile();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(answer.as_bytes()).unwrap();
    stdin.flush().unwrap();
    shown += &read_until(&mut child, "\u{0}never");
    drop(stdin);
    Some((shown, child.wait().unwrap().code()))
}

#[test]
fn only_yes_is_a_yes() {
    for (said, code, left) in
        [("y\n", 0, 2), ("YES\n", 0, 2), ("n\n", 4, 3), ("\n", 4, 3), ("yep\n", 4, 3), ("\u{4}", 4, 3)]
    {
        let world = World::with_memories();
        let Some((shown, exit)) = answer(&world, "purge parking", said, || ()) else { return };
        assert!(shown.contains("The parking permit is P-17.") && shown.contains("Apply? [y/N]"), "{shown}");
        assert_eq!((exit, world.live().len()), (Some(code), left), "{said:?}: {shown}");
        let out = std::fs::read_to_string(world.path("out.txt")).unwrap();
        assert_eq!(out.lines().count(), usize::from(code == 0), "{out}");
    }
}

#[test]
fn only_the_number_of_memories_is_a_yes_to_a_whole_scope() {
    for (said, code, left) in [("3\n", 0, 0), ("y\n", 4, 3), ("yes\n", 4, 3), ("33\n", 4, 3), ("\n", 4, 3)] {
        let world = World::with_memories();
        let Some((shown, exit)) = answer(&world, "purge --all", said, || ()) else { return };
        assert_eq!((exit, world.live().len()), (Some(code), left), "{said:?}: {shown}");
    }
}

#[test]
fn an_unsure_plan_is_said_to_be_one_and_asks_for_the_number() {
    for (said, code, left) in [("1\n", 0, 2), ("y\n", 4, 3), ("\n", 4, 3)] {
        let world = World::with_memories();
        let line = format!("{NEPENTHE} purge parking --min-confidence 1 > out.txt");
        let Some(mut child) = on_terminal(&world, &line) else { return };
        let mut shown = read_until(&mut child, "memories, 1: ");
        assert!(shown.contains("the plan is unsure: it is sure to "), "{shown}");
        child.stdin.take().unwrap().write_all(said.as_bytes()).unwrap();
        shown += &read_until(&mut child, "\u{0}never");
        assert_eq!(
            (child.wait().unwrap().code(), world.live().len()),
            (Some(code), left),
            "{said:?}: {shown}"
        );
    }
}

#[test]
fn purging_a_scope_asks_and_naming_an_id_does_not() {
    let world = World::with_memories();
    let Some((shown, exit)) = answer(&world, "purge --all --json --quiet", "n\n", || ()) else { return };
    assert!(shown.contains("touches 3 memories"), "{shown}");
    assert_eq!(exit, Some(4));
    let id = world.ids(&[])[0].clone();
    let mut child = on_terminal(&world, &format!("{NEPENTHE} purge --id {id}")).unwrap();
    let shown = read_until(&mut child, "\u{0}never");
    assert!(!shown.contains("[y/N]"), "{shown}");
    assert_eq!((child.wait().unwrap().code(), world.live().len()), (Some(0), 2));
}

#[test]
fn a_plan_that_no_longer_fits_is_not_applied() {
    let world = World::with_memories();
    let before_the_answer = || drop(world.ok(["pin", "parking", "--yes"]));
    let Some((shown, exit)) = answer(&world, "purge parking", "y\n", before_the_answer) else { return };
    assert!(shown.contains("has changed since the plan was made"), "{shown}");
    assert_eq!((exit, world.live().len()), (Some(6), 3));
}

#[test]
fn inscribe_at_a_terminal_asks_for_a_text_instead_of_waiting() {
    let world = World::new();
    let Some(mut child) = on_terminal(&world, &format!("{NEPENTHE} inscribe")) else { return };
    let shown = read_until(&mut child, "\u{0}never");
    assert!(shown.contains("there is no text to inscribe."), "{shown}");
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn no_control_character_of_a_memory_reaches_the_terminal() {
    let world = World::new();
    let text = "red \u{1b}[31m bell \u{7} csi \u{9b}2J del \u{7f} turn \u{202e} end\r\nnext\tline";
    world.ok(["inscribe", text, "--actor", "\u{1b}]0;me\u{7}"]);
    let id = world.ids(&[])[0].clone();
    let harmless = |c: char| !c.is_control() && c != '\u{202e}' || c == '\n';
    let commands: [&[&str]; 9] = [
        &["recall", "bell"],
        &["list"],
        &["history", &id],
        &["blame", &id],
        &["log"],
        &["release", "bell", "--dry-run"],
        &["release", "bell"],
        &["export", "/nowhere/\u{1b}[31m"],
        &["recall", "bell", "--db", "\u{1b}[31m"],
    ];
    for args in commands {
        let run = world.run(args);
        assert!(run.stdout.chars().all(harmless) && run.stderr.chars().all(harmless), "{run:?}");
        let run = world.run([args, &["--json"]].concat());
        assert!(run.stdout.chars().all(harmless) && run.stderr.chars().all(harmless), "{run:?}");
    }
    assert_eq!(world.json(["list"])["memories"][0]["text"], text);
}

#[test]
fn a_reader_that_had_enough_is_no_error() {
    let world = World::new();
    let long = "Some long text. ".repeat(40_000);
    assert_eq!(world.run_with(["inscribe"], long.as_bytes()).code, Some(0));
    for args in [
        &["list"][..],
        &["list", "--json"],
        &["export"],
        &["recall", "text"],
        &["completions", "bash"],
        &["--help"],
    ] {
        let mut child = world
            .command(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn a_first_start_of_the_server_shows_a_link_to_its_console() {
    let world = World::new();
    let line = format!("exec {NEPENTHE} serve --listen 127.0.0.1:0");
    let Some(mut child) = on_terminal(&world, &line) else { return };
    let shown = read_until(&mut child, "/console/login#login_");
    assert!(shown.contains("Listening on http://127.0.0.1:"), "{shown}");
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"\x03").unwrap();
    stdin.flush().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let keys = world.ok(["serve", "key", "list"]);
    assert!(keys.contains("console") && keys.contains("read,write,forget,admin,audit,scopes"), "{keys}");
    // Where there are keys, nobody is let in unasked.
    let Some(mut child) = on_terminal(&world, &line) else { return };
    let shown = read_until(&mut child, "login-link");
    assert!(!shown.contains("login_"), "{shown}");
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"\x03").unwrap();
    stdin.flush().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
