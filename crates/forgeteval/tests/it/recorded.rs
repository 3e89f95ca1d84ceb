//! The tests of adapters in `systems/tests`, which are in Python: exchanges with servers, replayed, and stand-ins for packages.

use std::path::Path;
use std::process::Command;

use crate::support::python;

#[test]
fn adapters_keep_to_what_was_recorded() {
    let python = python();
    let systems = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems");
    let ran = Command::new(python)
        .args(["-m", "unittest", "discover", "-s", "tests"])
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(systems)
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{log}");
    let count =
        log.lines().find_map(|line| line.strip_prefix("Ran ")?.split(' ').next()?.parse::<usize>().ok());
    assert!(count.is_some_and(|count| count >= 8), "{log}");
}
