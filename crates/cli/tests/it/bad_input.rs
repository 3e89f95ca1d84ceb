//! Scopes and arguments that are not.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::support::World;

#[test]
fn bad_scopes_are_refused_and_make_no_store() {
    let world = World::new();
    let long = "x".repeat(10_000);
    for scope in
        ["", "/", "/a", "a/", "a//b", "..", "a/../b", ".", "a/.", " a", "a ", "a\\b", "a\nb", "\u{7f}", &long]
    {
        for args in [&["inscribe", "text"][..], &["list"], &["purge", "a", "--yes"], &["import", "-"]] {
            world.run([args, &["--scope", scope]].concat()).refused(2, "the scope");
        }
    }
    assert!(!world.db().exists());
    for scope in ["...", "a/b/c/d/e/f", "用户/七", "a b", "-"] {
        world.ok(["inscribe", "text", "--scope", scope]);
        assert_eq!(world.ids(&["--scope", scope]).len(), 1, "{scope}");
    }
}

#[test]
fn arguments_that_are_not_utf8_are_refused() {
    let world = World::with_memories();
    let bad = OsStr::from_bytes(b"a\xffb");
    // A lone surrogate, as Windows and some encoders write it.
    let surrogate = OsStr::from_bytes(b"a\xed\xa0\x80b");
    for text in [bad, surrogate] {
        for args in [["inscribe"], ["recall"], ["purge"], ["blame"]] {
            world.run(args.iter().map(OsStr::new).chain([text])).refused(2, "UTF-8");
        }
        world.run([OsStr::new("list"), OsStr::new("--scope"), text]).refused(2, "UTF-8");
    }
}

#[test]
fn a_wrong_command_line_is_explained_in_json_too() {
    let world = World::new();
    for args in [&["forget"][..], &["recall"], &["recall", "a", "-k", "x"], &["recall", "a", "--nope"], &[]] {
        let run = world.run([args, &["--json"]].concat());
        run.refused(2, "");
        let error: serde_json::Value = serde_json::from_str(&run.stderr).unwrap();
        assert_eq!(error["kind"], "usage", "{run:?}");
        assert!(error["error"].as_str().unwrap().len() > 5 && error["hint"].is_string(), "{run:?}");
    }
    assert!(world.run(["recall", "a", "--nope", "--", "--json"]).stderr.starts_with("error: "));
}

#[test]
fn what_begins_with_a_hyphen_can_be_said() {
    let world = World::new();
    world.ok(["inscribe", "--", "--not an option"]);
    assert_eq!(world.live(), ["--not an option"]);
    assert_eq!(world.ok(["recall", "--", "-option"]).lines().count(), 1);
    world.ok(["purge", "--yes", "--", "--not an option"]);
    assert!(world.live().is_empty());
}

#[test]
fn a_text_that_cannot_be_an_option_needs_no_hyphens_before_it() {
    let world = World::new();
    world.ok(["inscribe", "- x", "--source", "list"]);
    world.ok(["inscribe", "--", "- x"]);
    world.ok(["inscribe", "-q", "--source", "list", "--note to self: -n"]);
    assert_eq!(world.live(), ["- x", "- x", "--note to self: -n"]);
    world.ok(["edit", "note to self", "--to", "- z", "-y"]);
    world.ok(["supersede", "- z", "--with", "-5 degrees", "--yes"]);
    assert_eq!(world.live(), ["- x", "- x", "-5 degrees"]);
    for args in [
        &["release", "--dry-run", "x"][..],
        &["release", "x", "-n"],
        &["release", "-n", "- x"],
        &["release", "- x", "--dry-run"],
        &["purge", "-yn", "- x"],
    ] {
        assert!(world.ok(args).contains("touches 2 memories"), "{args:?}");
    }
    assert_eq!(world.ok(["recall", "- x", "-k", "1"]).lines().count(), 1);
    assert_eq!(world.live().len(), 3);
}

#[test]
fn what_may_be_a_mistyped_option_is_no_text() {
    let world = World::with_memories();
    for args in [
        &["inscribe", "--jsn"][..],
        &["purge", "--al", "--yes"],
        &["purge", "--dryrun", "parking", "-y"],
        &["release", "-x"],
        &["recall", "--modee", "vector"],
        &["supersede", "parking", "--with", "--al", "-y"],
        &["supersede", "- x", "--with", "--al", "-y"],
    ] {
        world.run(args).refused(2, "unexpected argument '-");
        let run = world.run([args, &["--json"]].concat());
        run.refused(2, "goes behind `--`");
    }
    world.run(["purge", "--dryrun", "parking"]).refused(2, "a similar argument exists: '--dry-run'");
    world.run(["edit", "parking", "--to", "--yes"]).refused(2, "a value is required for '--to <TEXT>'");
    world.run(["edit", "- x", "--to", "--yes"]).refused(2, "unexpected argument '--yes'");
    assert_eq!(world.live().len(), 3);
    world.ok(["edit", "parking", "--to=--yes", "-y"]);
    world.ok(["inscribe", "--", "--jsn"]);
    assert!(world.live().contains(&"--yes".to_owned()) && world.live().contains(&"--jsn".to_owned()));
}
