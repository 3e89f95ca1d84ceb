//! The programs in `examples/` that drive the command, run in an empty folder.

use std::path::Path;
use std::process::Command;

use crate::support::{Run, World, finish};

/// Runs a file of `examples/` with this program, where the command is on the path.
fn example(world: &World, program: &str, file: &str, arguments: &[&str]) -> Run {
    let mut command = Command::new(program);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(file)).args(arguments);
    world.prepare_caller(&mut command);
    finish(command.env("PYTHONDONTWRITEBYTECODE", "1"), b"")
}

#[test]
fn the_shell_script_leaves_a_receipt_that_holds() {
    let world = World::new();
    world.ok(["inscribe", "Sam Roe bought 3 kettles."]);
    world.ok(["inscribe", "Sam Roe and Ida Lund share the van."]);
    let arguments = ["everything about Sam Roe", "T-1192"];
    let run = example(&world, "sh", "purge_with_receipt.sh", &arguments);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stdout.contains("skipped store ") && run.stderr.ends_with("The receipt holds.\n"), "{run:?}");
    assert_eq!(world.live(), ["Ida Lund has the van."]);
    let receipt = std::fs::read_to_string(world.path("T-1192.receipt")).unwrap();
    assert!(receipt.contains(r#""request":"T-1192""#), "{receipt}");

    // The second request finds the key of the first, and nothing to forget.
    let again = example(&world, "sh", "purge_with_receipt.sh", &["everything about Sam Roe", "T-1193"]);
    assert_eq!(again.code, Some(3), "{again:?}");
}

#[test]
fn the_python_program_forgets_what_it_is_told_to() {
    let world = World::new();
    let run = example(&world, "python3", "agent.py", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 6, "{run:?}");
    assert_eq!(lines[0], "recalled: Sam Roe and Ida Lund share the van.");
    assert!(lines[1..3].contains(&"edit: Sam Roe and Ida Lund share the van."), "{run:?}");
    assert!(lines[1..3].contains(&"purge: Sam Roe, +1 (555) 010-0199, bought 3 kettles."), "{run:?}");
    assert_eq!(lines[3..5], ["erased: physical", "recalled: Ida Lund has the van."]);
    assert!(lines[5].starts_with("refused: ") && lines[5].contains("exit code 7"), "{run:?}");
}
