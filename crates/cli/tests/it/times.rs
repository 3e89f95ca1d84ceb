//! Times as they are typed: when a memory expires, and of when is asked.

use crate::support::World;

/// Until when a memory with this expiry is kept.
fn kept(world: &World, expires: &str) -> String {
    world.ok(["inscribe", &format!("kept until {expires}"), &format!("--expires={expires}")]);
    let listed = world.json(["list", "--include", "all"]);
    listed["memories"].as_array().unwrap().last().unwrap()["expires"].as_str().unwrap().to_owned()
}

#[test]
fn an_expiry_goes_by_the_offset_that_is_written_and_else_by_utc() {
    let world = World::new();
    for (typed, kept_until) in [
        ("2090-01-01", "2090-01-01T00:00:00Z"),
        ("2090-01-01T00:00:00+14:00", "2089-12-31T10:00:00Z"),
        ("2090-01-01T00:00:00-12:00", "2090-01-01T12:00:00Z"),
        ("2090-01-01T00:00:00+05:45", "2089-12-31T18:15:00Z"),
        ("2090-01-01T00:00:00-00:00", "2090-01-01T00:00:00Z"),
        ("2090-01-01t00:00:00z", "2090-01-01T00:00:00Z"),
        ("2090-01-01 00:00Z", "2090-01-01T00:00:00Z"),
        ("2090-01-01T23:59:59.5Z", "2090-01-01T23:59:59.5Z"),
        ("2090-07-01T00:00:00+03:00[Europe/Helsinki]", "2090-06-30T21:00:00Z"),
        ("9999-12-31", "9999-12-30T22:00:00Z"),
        ("9999-12-31T23:59:59Z", "9999-12-30T22:00:00Z"),
        ("9999-12-31T23:59:59-12:00", "9999-12-30T22:00:00Z"),
        ("9999-12-30T22:00:00.999999999Z", "9999-12-30T22:00:00Z"),
        ("9999-12-30", "9999-12-30T00:00:00Z"),
    ] {
        assert_eq!(kept(&world, typed), kept_until, "{typed}");
    }
    assert!(world.ok(["check", "--deep"]).contains("problems 0"));
    world.ok(["export", "all.jsonl"]);
    world.ok(["import", "all.jsonl", "--db", "other.db"]);
    assert_eq!(world.ok(["export"]), world.ok(["export", "--db", "other.db"]));
    assert_eq!(world.live().len(), 14);
}

#[test]
fn a_memory_is_out_of_recall_from_the_moment_of_its_expiry_whatever_its_offset_and_the_zone_here() {
    let at = |seconds: i64, offset: &str, zone: i64| {
        let now = jiff::Timestamp::now().as_second() + seconds + zone * 3600;
        let local = jiff::Timestamp::from_second(now).unwrap().to_string();
        format!("{}{offset}", local.trim_end_matches('Z'))
    };
    for zone in ["UTC", "Pacific/Kiritimati", "Etc/GMT+12", "Asia/Tokyo", "America/Los_Angeles"] {
        let world = World::new();
        for (text, seconds, offset, hours) in [
            ("gone", -60, "+14:00", 14),
            ("gone too", -60, "-12:00", -12),
            ("gone as well", -60, "Z", 0),
            ("here", 3600, "+14:00", 14),
            ("here too", 3600, "-12:00", -12),
            ("here as well", 3600, "Z", 0),
        ] {
            let mut command = world.command(["inscribe", text, "--expires", &at(seconds, offset, hours)]);
            assert!(command.env("TZ", zone).output().unwrap().status.success(), "{zone} {text}");
        }
        let listed = world.command(["list"]).env("TZ", zone).output().unwrap();
        let listed = String::from_utf8(listed.stdout).unwrap();
        assert_eq!(listed.lines().count(), 3, "{zone}: {listed}");
        assert!(!listed.contains("gone"), "{zone}: {listed}");
    }
}

#[test]
fn words_for_times_are_taken() {
    let world = World::new();
    for expires in
        ["in 30 days", "30 days", "in a week", "In 2 Months", "1 year", "tomorrow", "in 12h", "1w2d"]
    {
        let until: jiff::Timestamp = kept(&world, expires).parse().unwrap();
        assert!(until > jiff::Timestamp::now(), "{expires}");
    }
    for expires in ["yesterday", "today", "now", "3 days ago", "an hour ago"] {
        let until: jiff::Timestamp = kept(&world, expires).parse().unwrap();
        assert!(until <= jiff::Timestamp::now(), "{expires}");
        let run = world.run(["inscribe", &format!("gone {expires}"), "--expires", expires]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.stderr.contains("is past: what is written is out of recall from the start"), "{run:?}");
    }
    let run = world.run(["inscribe", "kept", "--expires", "tomorrow"]);
    assert!(!run.stderr.contains("past"), "{run:?}");
    assert_eq!(world.live().len(), 9);
    world.write("facts.jsonl", r#"{"text": "of a file", "expires": "in 30 days"}"#);
    world.ok(["inscribe", "--file", "facts.jsonl"]);
    world.ok(["backup", "create", "b.db", "--expires", "in 30 days"]);

    // Nothing was there yesterday; all of it is now.
    for then in ["yesterday", "2 days ago", "a week ago", "today 2", "1 minute hence"] {
        let run = world.run(["recall", "kept", "--as-of", then]);
        match run.code {
            Some(0) => assert_eq!(run.stdout, "", "{then}"),
            code => assert_eq!((code, run.stdout.as_str()), (Some(2), ""), "{then}: {run:?}"),
        }
    }
    assert_eq!(world.ok(["recall", "file", "--as-of", "now"]).lines().count(), 1);
    assert_eq!(world.ok(["log", "--since", "yesterday"]).lines().count(), 20);
    assert_eq!(world.ok(["log", "--until", "yesterday"]), "");
}

#[test]
fn what_is_no_time_is_refused_and_says_what_is_one() {
    let world = World::with_memories();
    for bad in [
        "soon", "never", "next week", "Dec 31 2030", "31.12.2030", "31/12/2030", "2030", "2030-12",
        "2030-13-01", "2030-02-30", "in", "in days", "in 0 days", "in -3 days", "0d", "30", "ago",
        "3 days hence", "10000-01-01",
    ] {
        world.run(["inscribe", "x", &format!("--expires={bad}")]).refused(2, "neither a time such as");
    }
    for bad in ["30d", "in 3 days", "the day before", "2026-13-01", ""] {
        world.run(["recall", "x", &format!("--as-of={bad}")]).refused(2, "this is no time");
    }
    for local in ["2030-01-01T09:30:00", "2030-01-01 09:30", "2030-01-01T09:30:00[Europe/Helsinki]"] {
        world.run(["inscribe", "x", "--expires", local]).refused(2, "write Z behind it for UTC");
        world.run(["recall", "x", "--as-of", local]).refused(2, "write Z behind it for UTC");
    }
    world.run(["inscribe", "x", "--expires", "in 4000000 days"]).refused(2, "beyond the year 9999");
    assert_eq!(world.live().len(), 3);
}
