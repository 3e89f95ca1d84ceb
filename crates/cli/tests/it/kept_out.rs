//! What a purge keeps out: what was erased, and a name where that is asked for. What a refusal says.

use crate::json::is;
use crate::support::World;

/// A world in which these were written, and this was purged.
fn purged(rows: &[&str], request: &[&str]) -> World {
    let world = World::new();
    for row in rows {
        world.ok(["inscribe", row]);
    }
    let purge = [&["purge"], request, &["--yes"]].concat();
    world.ok(purge);
    world
}

#[test]
fn the_topic_of_a_purge_may_be_written_about_and_what_was_erased_may_not() {
    let netflix = purged(&["The Netflix password is hunter2Blue."], &["the Netflix password"]);
    for text in [
        "We watched a show on Netflix.", "The Netflix password is plum-9931.",
        "Netflix wants a new password.",
    ] {
        netflix.ok(["inscribe", text]);
    }
    for text in [
        "The Netflix password is hunter2Blue.", "THE NETFLIX PASSWORD IS HUNTER2BLUE", "netflix: hunter2blue",
    ] {
        netflix.run(["inscribe", text]).refused(7, "says again what was erased");
    }
    let phone = purged(&["Ida Lund's phone number is +49 170 5551234."], &["Ida Lund's phone number"]);
    for text in [
        "Ida Lund's phone number is +49 170 5559999.",
        "Ida Lund has a new phone.",
        "Ida Lund moved to Leeds.",
    ] {
        phone.ok(["inscribe", text]);
    }
    for text in ["Ring 0170 5551234 about tea.", "ida: +491705551234"] {
        phone.run(["inscribe", text]).refused(7, "a telephone number");
    }
    let order = purged(&["Order 61824 for the mill is late."], &["order 61824"]);
    for text in ["Order 61825 for the mill is late.", "The mill waits for its order."] {
        order.ok(["inscribe", text]);
    }
    order.run(["inscribe", "order no. 61824 came"]).refused(7, "a number or code");
}

#[test]
fn a_name_is_kept_out_where_that_is_asked_for_and_the_plan_says_which() {
    let rows = ["Sam Roe, +1 (555) 010-0199, bought 3 kettles."];
    let about = "everything about Sam Roe";
    let world = purged(&rows, &[about]);
    for text in ["Sam Roe called.", "SAM ROE came by", "Roe, Sam"] {
        world.ok(["inscribe", text]);
    }
    world.run(["inscribe", "call 555-010-0199"]).refused(7, "a telephone number (characters 6 to 17)");
    world
        .run(["inscribe", "Sam Roe, 555 010 0199, bought 3 kettles"])
        .refused(7, "a statement (characters 1 to 39)");

    let world = purged(&rows, &[about, "--keep-name-out"]);
    for text in ["Sam Roe called.", "SAM ROE came by", "Roe, Sam"] {
        world.run(["inscribe", text]).refused(7, "a name (characters 1 to");
    }
    world.ok(["inscribe", "Sam Hart called."]);

    let world = World::new();
    world.ok(["inscribe", rows[0]]);
    let plan = world.ok(["purge", about, "--dry-run"]);
    assert!(
        plan.contains("\"Sam Roe\" is not kept out of new texts") && plan.contains("--keep-name-out"),
        "{plan}"
    );
    let plan = world.ok(["purge", about, "--dry-run", "--keep-name-out"]);
    assert!(plan.contains("\"Sam Roe\" is kept out of new texts") && !plan.contains("--keep"), "{plan}");
    let plan = world.json(["purge", about, "--dry-run"]);
    is(&plan, &["Plan"]);
    is(&plan["name"], &["ErasedName"]);
    assert_eq!(plan["name"], serde_json::json!({ "text": "Sam Roe", "kept_out": false }));
    let plan = world.json(["purge", about, "--dry-run", "--keep-name-out"]);
    assert_eq!(plan["name"]["kept_out"], true);
    for request in ["+1 555 010 0199", "that Sam Roe bought kettles"] {
        world.run(["purge", request, "--keep-name-out", "--yes"]).refused(2, "no name to keep out");
    }
    assert_eq!(world.live().len(), 1);
}

#[test]
fn a_refusal_says_by_which_erasure_which_part_and_repeats_nothing() {
    let world = World::new();
    world.ok(["inscribe", "Write to sam@roe.example about tea."]);
    let outcome = world.json(["purge", "sam@roe.example", "--yes"]);
    let receipt = outcome["erasure"]["receipt"].as_str().unwrap();
    for text in ["Please ask sam@roe.example.", "Please ask SAM@ROE.EXAMPLE"] {
        for json in [false, true] {
            let run = world.run(["inscribe", text].into_iter().chain(json.then_some("--json")));
            assert_eq!(run.code, Some(7), "{run:?}");
            for said in [
                receipt,
                "an e-mail address (characters 12 to 26)",
                "--returning",
                "with something else there",
            ] {
                assert!(run.stderr.contains(said), "{said}: {run:?}");
            }
            assert!(!run.stderr.to_lowercase().contains("roe.example"), "{run:?}");
        }
    }
    let edited = world.ok(["inscribe", "-q", "It rains."]);
    let run = world.run(["edit", "--id", edited.trim(), "--to", "It rains. Ask sam@roe.example."]);
    run.refused(7, "an e-mail address (characters 15 to 29)");
}
