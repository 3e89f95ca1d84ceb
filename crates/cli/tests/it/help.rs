//! The help of every command, as one golden text.

use std::path::Path;

use crate::support::World;

/// Rewrites the golden text instead of comparing with it.
const REWRITE: &str = "NEPENTHE_REWRITE_HELP";

#[test]
fn the_help_is_the_golden_one() {
    let world = World::new();
    let mut all = String::new();
    let mut names = vec![vec![]];
    names.extend(commands(&world.ok(["--help"])).into_iter().map(|name| vec![name]));
    names.extend([vec!["model".to_owned(), "fetch".into()], vec!["model".to_owned(), "where".into()]]);
    names.extend(["create", "restore"].map(|name| vec!["backup".to_owned(), name.into()]));
    names.push(vec!["serve".to_owned(), "key".into()]);
    names.push(vec!["serve".to_owned(), "key".into(), "new".into()]);
    for name in names {
        let args: Vec<&str> = name.iter().map(String::as_str).chain(["--help"]).collect();
        let help = world.ok(&args);
        all += &format!("$ nepenthe {}\n{}\n", args.join(" "), help.trim_end());
        all.push('\n');
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/help.txt");
    if std::env::var_os(REWRITE).is_some() {
        std::fs::write(&golden, &all).unwrap();
    }
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    assert!(all == expected, "the help differs from {}; look at it, then set {REWRITE}=1", golden.display());
}

#[test]
fn every_command_explains_itself_with_an_example_and_has_its_line_in_the_manual() {
    let world = World::new();
    let manual = include_str!("../../../../docs/cli.md");
    for name in commands(&world.ok(["--help"])) {
        let help = world.ok([&name, "--help"]);
        assert!(help.contains("\nExample"), "{name}");
        assert!(manual.contains(&format!("`{name}")), "{name}");
    }
}

/// The names of the options under the heading of those that every command takes.
fn global(help: &str) -> Vec<&str> {
    let part = help.split("\nGlobal options").nth(1).unwrap_or_default();
    let part = part.split("\nExample").next().unwrap();
    let names = part.lines().filter(|line| line.starts_with("      --") || line.starts_with("  -"));
    names.filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--"))).collect()
}

#[test]
fn what_every_command_takes_stands_once_and_each_command_points_there() {
    let world = World::new();
    let all = world.ok(["help", "options"]);
    assert_eq!(all, world.ok(["options"]));
    assert_eq!(all, world.ok(["options", "--help"]));
    let known = global(&all);
    assert!(known.len() >= 25, "{known:?}");
    for name in commands(&world.ok(["--help"])).into_iter().chain([String::new()]) {
        let args: Vec<&str> = [name.as_str()].into_iter().filter(|name| !name.is_empty()).collect();
        let help = world.ok([&args[..], &["--help"]].concat());
        if name == "options" {
            continue;
        }
        let some = global(&help);
        assert!(some.len() <= 7 && some.iter().all(|option| known.contains(option)), "{name}: {some:?}");
        assert!(name == "completions" || help.contains("nepenthe help options"), "{name}");
        // They are taken all the same, before the command and behind it.
        for at in [0, args.len()] {
            let mut typed = args.clone();
            typed.splice(at..at, ["--llm-calls", "3"]);
            typed.push("--help");
            world.ok(typed);
        }
    }
    for (name, option) in [("purge", "--key-file"), ("recall", "--embedder"), ("inscribe", "--master-key")] {
        assert!(global(&world.ok([name, "--help"])).contains(&option), "{name}");
    }
    assert!(world.ok(["completions", "bash"]).contains("--llm-calls"));
}

#[test]
fn the_exit_codes_are_in_the_help() {
    let help = World::new().ok(["--help"]);
    for code in 0..=7 {
        assert!(help.contains(&format!("\n  {code}  ")), "{code}");
    }
}

#[test]
fn help_and_version_are_data() {
    let world = World::new();
    for args in [["--help"], ["-h"], ["help"], ["--version"]] {
        let run = world.run(args);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args:?}");
        assert!(!run.stdout.is_empty());
    }
    world.run([""; 0]).refused(2, "Usage: nepenthe");
    world.run(["forget"]).refused(2, "unrecognized subcommand");
}

/// The commands that the help lists.
fn commands(help: &str) -> Vec<String> {
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}
