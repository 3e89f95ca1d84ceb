//! `completions`.

use std::process::Command;

use crate::support::{World, finish, skip};

#[test]
fn every_shell_gets_a_script() {
    let world = World::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = world.ok(["completions", shell]);
        assert!(script.contains("nepenthe") && script.contains("supersede"), "{shell}");
        assert_eq!(world.json(["completions", shell])["script"], script);
    }
    world.run(["completions", "cmd"]).refused(2, "possible values");
    world.run(["completions"]).refused(2, "<SHELL>");
    assert!(!world.db().exists());
}

#[test]
fn shells_take_their_scripts() {
    let world = World::new();
    for (shell, flag) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        if Command::new(shell).arg("--version").output().is_err() {
            skip(&format!("there is no {shell}"));
            continue;
        }
        let script = world.write("script", world.ok(["completions", shell]));
        let run = finish(Command::new(shell).arg(flag).arg(script), b"");
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{shell}");
    }
}
