//! `scripts/release.sh`: what a release hands out; and the image of the Dockerfile.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{NEPENTHE, World, finish};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Packs the command under test, under both names: what is in the archives counts here, not what `forgeteval` does.
fn pack(world: &World, out: &str) -> String {
    let mut script = Command::new(root().join("scripts/release.sh"));
    script.args(["--pack".as_ref(), world.path("built").as_os_str(), world.path(out).as_os_str()]);
    let run = finish(&mut script, b"");
    assert_eq!(run.code, Some(0), "{run:?}");
    run.stdout
}

fn shell(world: &World, script: &str) -> String {
    let mut shell = Command::new("sh");
    shell.args(["-ec", script]);
    world.prepare(&mut shell);
    let run = finish(&mut shell, b"");
    assert_eq!(run.code, Some(0), "{script}: {run:?}");
    run.stdout
}

#[test]
fn an_archive_holds_the_command_stripped_with_its_manual_and_completions() {
    let world = World::new();
    fs::create_dir(world.path("built")).unwrap();
    for name in ["nepenthe", "forgeteval"] {
        fs::copy(NEPENTHE, world.path("built").join(name)).unwrap();
    }
    let sizes = pack(&world, "out");
    shell(&world, "cd out && sha256sum --check --strict SHA256SUMS");
    let version = format!("{}-", env!("CARGO_PKG_VERSION"));
    let archives: Vec<String> = fs::read_to_string(world.path("out/SHA256SUMS"))
        .unwrap()
        .lines()
        .map(|line| line.split_whitespace().nth(1).unwrap().to_owned())
        .collect();
    assert_eq!(archives.len(), 2);
    for (archive, line) in archives.iter().zip(sizes.lines()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let bytes = fs::metadata(world.path("out").join(archive)).unwrap().len();
        assert_eq!((words[0].parse::<u64>().unwrap(), words[2]), (bytes, archive.as_str()));
        let (command, rest) = archive.split_once('-').unwrap();
        assert!(rest.starts_with(&version) && rest.ends_with(".tar.gz"), "{archive}");
        shell(&world, &format!("tar --extract --gzip --file out/{archive}"));
        let folder = world.path(archive.trim_end_matches(".tar.gz"));
        for (name, original) in [("README.md", "README.md"), ("LICENSE", "LICENSE")] {
            assert_eq!(fs::read(folder.join(name)).unwrap(), fs::read(root().join(original)).unwrap());
        }
        let packed = fs::metadata(folder.join(command)).unwrap().len();
        assert_eq!(words[1].parse::<u64>().unwrap(), packed);
        assert!(packed <= fs::metadata(NEPENTHE).unwrap().len());
    }
    let folder = world.path(archives[0].trim_end_matches(".tar.gz"));
    assert_eq!(fs::read(folder.join("manual.md")).unwrap(), fs::read(root().join("docs/cli.md")).unwrap());
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = fs::read_to_string(folder.join(format!("completions/nepenthe.{shell}"))).unwrap();
        assert_eq!(script, world.ok(["completions", shell]), "{shell}");
    }
    let mut packed = Command::new(folder.join("nepenthe"));
    packed.args(["inscribe", "The depot is in Lima."]);
    world.prepare(&mut packed);
    assert_eq!(finish(&mut packed, b"").code, Some(0));
    assert_eq!(world.live(), ["The depot is in Lima."]);

    // The same content is the same archive.
    pack(&world, "again");
    let sums = |out: &str| fs::read_to_string(world.path(out).join("SHA256SUMS")).unwrap();
    assert_eq!(sums("out"), sums("again"));
}

#[test]
fn the_image_is_built_as_the_lock_says_with_the_rust_that_is_asked_for_and_runs_as_nobody_in_particular() {
    let dockerfile = fs::read_to_string(root().join("Dockerfile")).unwrap();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let rust =
        manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap().trim_matches('"');
    assert!(dockerfile.contains(&format!("FROM rust:{rust}-slim-")), "Rust {rust}");
    let last = dockerfile.rsplit("\nFROM ").next().unwrap();
    for line in ["USER nonroot\n", "VOLUME /data\n", "ENV NEPENTHE_DB=/data/nepenthe.db "] {
        assert!(last.contains(line), "{line}");
    }
    assert!(dockerfile.contains("cargo build --release --locked --package nepenthe-cli"));
    // What is left out of the image's context is no part of the workspace.
    let left_out = fs::read_to_string(root().join(".dockerignore")).unwrap();
    for name in left_out.lines().filter(|line| !line.starts_with('#')) {
        assert!(
            !manifest.contains(&format!("\"{name}")) && name != "Cargo.lock" && name != "crates",
            "{name}"
        );
    }
}
