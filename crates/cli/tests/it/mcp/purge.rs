//! Plan, consent, execution.

use std::process::Command;

use serde_json::{Value, json};

use super::client::{Client, Era, text};
use crate::support::{World, shows};

const KEY: &str = "Alice's key is sk-4242.";
const PHONE: &str = "Alice's phone number is +1 555 010 0199.";

/// A world with a key for receipts and some memories.
fn world() -> World {
    let world = World::with_memories();
    world.ok(["key", "new"]);
    world.ok(["inscribe", KEY]);
    world.ok(["inscribe", PHONE]);
    world
}

/// What a person answers to the question.
fn answer(action: &str, content: Value, state: &Value) -> Value {
    json!({ "inputResponses": { "confirm": { "action": action, "content": content } }, "requestState": state })
}

fn no_trace(world: &World, secret: &str) {
    for entry in std::fs::read_dir(world.db().parent().unwrap()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            assert!(
                !bytes.windows(secret.len()).any(|bytes| bytes == secret.as_bytes()),
                "{}",
                path.display()
            );
        }
    }
}

#[test]
fn a_client_that_can_ask_is_answered_with_a_question_and_a_yes_erases() {
    let world = world();
    let mut client = Client::start(&world, &[], Era::Asks);
    let arguments = json!({ "what": "sk-4242" });
    let asked = client.call("purge", arguments.clone());
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let question = &asked["inputRequests"]["confirm"];
    assert_eq!(
        (&question["method"], &question["params"]["mode"]),
        (&"elicitation/create".into(), &"form".into())
    );
    let field = &question["params"]["requestedSchema"]["properties"]["erase"];
    assert_eq!((&field["type"], &field["default"]), (&"boolean".into(), &false.into()), "{asked}");
    let message = text(&question["params"]["message"]);
    assert!(message.contains("Erase 1 memory for good?") && message.contains(KEY), "{message}");
    assert!(message.contains("Not reached: backups"), "{message}");
    // The state is signed, not sealed: no text is in it.
    let state = text(&asked["requestState"]);
    assert!(!shows(&state, "4242") && state.len() < 200, "{state}");
    assert!(client.recalled("key").contains(&KEY.to_owned()));

    let done = client.call_with(
        "purge",
        arguments.clone(),
        answer("accept", json!({ "erase": true }), &asked["requestState"]),
    );
    let object = &done["structuredContent"];
    assert_eq!((&done["isError"], &object["status"]), (&false.into(), &"erased".into()), "{done}");
    assert_eq!(
        (&object["receipt"]["erased"], &object["receipt"]["assurance"]),
        (&1.into(), &"physical".into()),
        "{done}"
    );
    assert!(!shows(&done.to_string(), "4242"), "{done}");
    assert!(!client.recalled("key").contains(&KEY.to_owned()));
    // Once.
    let again = client.call_with(
        "purge",
        arguments,
        answer("accept", json!({ "erase": true }), &asked["requestState"]),
    );
    assert_eq!(again["structuredContent"]["code"], "plan_used", "{again}");
    assert!(
        text(&again["structuredContent"]["message"]).contains(&text(&object["receipt"]["id"])),
        "{again}"
    );
    client.refused("inscribe", json!({ "texts": [KEY] }), "refused_erased");
    // The receipt is signed, and holds.
    let listed = client.ok("receipt", json!({}));
    assert_eq!(listed["receipts"].as_array().unwrap().last().unwrap()["id"], object["receipt"]["id"]);
    let signed = text(&client.ok("receipt", json!({ "id": object["receipt"]["id"] }))["signed"]);
    assert_eq!(signed, text(&object["receipt"]["signed"]));
    client.ends();
    world.write("receipt.txt", &signed);
    let key = text(&world.json(["key", "show"])["keys"][0]);
    world.ok(["verify", "receipt.txt", "--key", &key]);
    no_trace(&world, "sk-4242");
}

#[test]
fn a_no_changes_nothing_and_neither_does_a_box_that_is_left_empty() {
    let world = world();
    let mut client = Client::start(&world, &[], Era::Asks);
    let arguments = json!({ "what": "sk-4242" });
    for (action, content) in [
        ("decline", json!(null)),
        ("cancel", json!(null)),
        ("accept", json!({ "erase": false })),
        ("accept", json!({})),
        ("accept", json!({ "erase": "true" })),
        ("accept", json!({ "apply": true })),
        ("decline", json!({ "erase": true })),
        ("ACCEPT", json!({ "erase": true })),
    ] {
        let asked = client.call("purge", arguments.clone());
        let done = client.call_with(
            "purge",
            arguments.clone(),
            answer(action, content.clone(), &asked["requestState"]),
        );
        assert_eq!(done["structuredContent"]["status"], "declined", "{action} {content}: {done}");
        // A yes afterwards is too late.
        let late = answer("accept", json!({ "erase": true }), &asked["requestState"]);
        let late = client.call_with("purge", arguments.clone(), late);
        assert_eq!(late["structuredContent"]["code"], "plan_used", "{late}");
    }
    assert!(client.recalled("key").contains(&KEY.to_owned()));
    // No answer at all: the same question once more.
    let asked = client.call("purge", arguments.clone());
    let state = json!({ "requestState": asked["requestState"] });
    assert_eq!(client.call_with("purge", arguments.clone(), state)["inputRequests"], asked["inputRequests"]);
    let other = json!({ "requestState": asked["requestState"], "inputResponses": { "else": { "action": "accept" } } });
    assert_eq!(client.call_with("purge", arguments, other)["resultType"], "input_required");
    client.ends();
    assert!(world.live().contains(&KEY.to_owned()));
}

#[test]
fn the_question_shows_what_is_edited_and_what_stays() {
    let world = World::new();
    world.ok(["inscribe", "Ida plays chess, and Bo Lund has a cello."]);
    world.ok(["inscribe", "Bo Lund has a flat."]);
    world.ok(["inscribe", "Bo Lindt has a boat."]);
    let mut client = Client::start(&world, &[], Era::Asks);
    let mut arguments = json!({ "what": "everything about Bo Lund" });
    // What edits is not sure: it is named first, and asked about then.
    let unsure = client.ok("purge", arguments.clone());
    assert_eq!(unsure["status"], "unsure", "{unsure}");
    let ids: Vec<Value> =
        unsure["plan"]["steps"].as_array().unwrap().iter().map(|step| step["id"].clone()).collect();
    for wrong in [&ids[..1], &[]] {
        arguments["ids"] = wrong.into();
        let result = client.call("purge", arguments.clone());
        let refused = result["structuredContent"]["code"] == "plan_unsure";
        assert!(refused || result["structuredContent"]["status"] == "unsure", "{result}");
    }
    arguments["ids"] = ids.into();
    let asked = client.call("purge", arguments.clone());
    let message = text(&asked["inputRequests"]["confirm"]["params"]["message"]);
    assert!(
        message
            .starts_with("Erase 1 memory and a part of 1 memory for good?\nGoes:\n- \"Bo Lund has a flat.\""),
        "{message}"
    );
    assert!(message.contains("before: \"Ida plays chess, and Bo Lund has a cello.\""), "{message}");
    assert!(message.contains("after:  \"Ida plays chess.\""), "{message}");
    assert!(message.contains("Stays:\n- \"Bo Lindt has a boat.\""), "{message}");
    let done = client.call_with(
        "purge",
        arguments,
        answer("accept", json!({ "erase": true }), &asked["requestState"]),
    );
    let receipt = &done["structuredContent"]["receipt"];
    assert_eq!((&receipt["erased"], &receipt["edited"]), (&1.into(), &1.into()), "{done}");
    client.ends();
    assert_eq!(world.live(), ["Ida plays chess.", "Bo Lindt has a boat."]);
    no_trace(&world, "cello");
}

#[test]
fn every_other_client_gets_a_plan_and_commits_it() {
    for era in [Era::Modern, Era::Legacy] {
        let world = world();
        let mut client = Client::start(&world, &[], era);
        let planned = client.call("purge", json!({ "what": "sk-4242" }));
        let object = planned["structuredContent"].clone();
        assert_eq!(object["status"], "planned", "{planned}");
        assert_eq!(object["plan"]["steps"][0]["text"], KEY, "{planned}");
        assert!(text(&object["plan"]["not_reached"]).contains("backups"));
        assert!(text(&planned["content"][0]["text"]).contains("purge_commit"), "{planned}");
        let plan = json!({ "plan_id": object["plan_id"], "digest": object["digest"] });
        assert!(!shows(&text(&plan["plan_id"]), "4242"));
        assert!(client.recalled("key").contains(&KEY.to_owned()));
        let done = client.ok("purge_commit", plan.clone());
        assert_eq!((&done["status"], &done["receipt"]["erased"]), (&"erased".into(), &1.into()), "{done}");
        let again = client.refused("purge_commit", plan, "plan_used");
        assert!(text(&again["message"]).contains(&text(&done["receipt"]["id"])), "{again}");
        assert!(text(&again["next"]).contains("purge"));
        client.ends();
        no_trace(&world, "sk-4242");
    }
}

#[test]
fn a_plan_id_that_is_forged_altered_or_another_s_erases_nothing() {
    let world = world();
    let mut client = Client::start(&world, &[], Era::Modern);
    let mut other_scope = Client::start(&world, &["--scope", "bob"], Era::Modern);
    let mut same_scope = Client::start(&world, &[], Era::Modern);
    let mut other_actor = Client::start(&world, &["--actor", "eve"], Era::Modern);
    let planned = client.ok("purge", json!({ "what": "sk-4242" }));
    let second = client.ok("purge", json!({ "what": "P-17" }));
    let (id, digest) = (text(&planned["plan_id"]), text(&planned["digest"]));
    let flipped = |at: usize| {
        let mut bytes = id.clone().into_bytes();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        String::from_utf8(bytes).unwrap()
    };
    let mut forged: Vec<(String, String)> =
        (4..id.len()).step_by(7).map(|at| (flipped(at), digest.clone())).collect();
    forged.extend([
        (String::new(), digest.clone()),
        ("rs1.AAAA.AAAA".into(), digest.clone()),
        (id[..id.len() - 2].to_owned(), digest.clone()),
        (id.clone() + "A", digest.clone()),
        (id.clone(), String::new()),
        (id.clone(), "0".repeat(64)),
        (id.clone(), text(&second["digest"])),
        (text(&second["plan_id"]), digest.clone()),
        (digest.clone(), id.clone()),
        ("01a1fbdb-e881-7410-9c7c-365fddb6cca9".into(), digest.clone()),
    ]);
    for (plan_id, digest) in forged {
        let refused =
            client.refused("purge_commit", json!({ "plan_id": plan_id, "digest": digest }), "plan_altered");
        assert!(text(&refused["next"]).contains("purge again"), "{refused}");
    }
    let plan = json!({ "plan_id": id, "digest": digest });
    for other in [&mut other_scope, &mut same_scope, &mut other_actor] {
        other.refused("purge_commit", plan.clone(), "plan_altered");
    }
    // A plan is not consent: neither goes for the other.
    let asked = client.call_with(
        "purge",
        json!({ "what": "sk-4242" }),
        answer("accept", json!({ "erase": true }), &plan["plan_id"]),
    );
    assert_eq!(asked["structuredContent"]["code"], "plan_altered", "{asked}");
    assert_eq!(client.recalled("key").iter().filter(|text| *text == KEY).count(), 1);
    assert_eq!(client.ok("purge_commit", plan)["status"], "erased");
    for client in [client, other_scope, same_scope, other_actor] {
        client.ends();
    }
}

#[test]
fn a_yes_goes_for_the_arguments_that_were_asked_about() {
    let world = world();
    let mut client = Client::start(&world, &[], Era::Asks);
    let asked = client.call("purge", json!({ "what": "sk-4242" }));
    for other in [json!({ "what": "P-17" }), json!({ "what": "sk-4242 " }), json!({})] {
        let yes = answer("accept", json!({ "erase": true }), &asked["requestState"]);
        let done = client.call_with("purge", other.clone(), yes);
        let code = &done["structuredContent"]["code"];
        assert!(code == "plan_altered", "{other}: {done}");
    }
    // Nor for another tool.
    let stolen = json!({ "plan_id": asked["requestState"], "digest": "x" });
    client.refused("purge_commit", stolen, "plan_altered");
    client.ends();
    assert_eq!(world.live().len(), 5);
}

#[test]
fn a_plan_of_what_changed_since_is_refused() {
    let world = world();
    let mut client = Client::start(&world, &[], Era::Modern);
    let planned = client.ok("purge", json!({ "what": "sk-4242" }));
    let id = text(&planned["plan"]["steps"][0]["id"]);
    world.ok(["edit", "--id", &id, "--to", "Alice's key is sk-4242, and it opens the lab."]);
    let plan = json!({ "plan_id": planned["plan_id"], "digest": planned["digest"] });
    let refused = client.refused("purge_commit", plan.clone(), "plan_changed");
    assert!(text(&refused["next"]).contains("purge again"), "{refused}");
    client.refused("purge_commit", plan, "plan_used");
    client.ends();
    assert!(world.live().contains(&"Alice's key is sk-4242, and it opens the lab.".to_owned()));
}

#[test]
fn a_plan_that_is_not_sure_is_never_carried_out_on_the_words() {
    for era in [Era::Asks, Era::Modern, Era::Legacy] {
        let world = World::new();
        let mut client = Client::start(&world, &[], era);
        let texts = json!([
            "Ann's sister lives in Lima.", "Ann's cousin lives in Quito.", "Ann met the twins in Lima."
        ]);
        client.ok("inscribe", json!({ "texts": texts }));
        let mut unsure = 0;
        for what in [
            "that thing about her family", "the relatives", "something about Lima", "Ann's kin",
            "where they live",
        ] {
            let result = client.call("purge", json!({ "what": what }));
            let answer = &result["structuredContent"];
            if answer["status"] == "unsure" {
                unsure += 1;
                assert!(answer.get("plan_id").is_none() && answer.get("digest").is_none(), "{answer}");
                assert!(result.get("requestState").is_none(), "{result}");
                assert!(text(&answer["next"]).contains("ids"), "{answer}");
                assert!(text(&result["content"][0]["text"]).contains("unsure"), "{result}");
            } else {
                assert_eq!(answer["status"], "nothing", "{what}: {result}");
            }
        }
        assert!(unsure > 0, "none of the requests makes an unsure plan");
        assert_eq!(client.recalled("Ann").len(), 3);
        client.ends();
    }
}

#[test]
fn ids_that_are_named_are_asked_about_and_erased() {
    let world = world();
    let mut client = Client::start(&world, &[], Era::Modern);
    let ids: Vec<Value> = client.ok("recall", json!({ "query": "Alice", "k": 50 }))["memories"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|memory| text(&memory["text"]).contains("Alice"))
        .map(|memory| memory["id"].clone())
        .collect();
    let planned = client.ok("purge", json!({ "ids": ids }));
    assert_eq!(
        (&planned["status"], planned["plan"]["steps"].as_array().unwrap().len()),
        (&"planned".into(), 3),
        "{planned}"
    );
    assert_eq!(world.live().len(), 5);
    let plan = json!({ "plan_id": planned["plan_id"], "digest": planned["digest"] });
    assert_eq!(client.ok("purge_commit", plan)["receipt"]["erased"], 3);
    client.ends();
    assert_eq!(world.live().len(), 2);
}

#[test]
fn nothing_found_takes_nothing_and_shows_the_nearest() {
    let world = world();
    for era in [Era::Asks, Era::Modern] {
        let mut client = Client::start(&world, &[], era);
        for what in ["sk-4243", "everything about Zoe Quill", "+1 555 010 0198", "Bob's key"] {
            let answer = client.ok("purge", json!({ "what": what }));
            assert_eq!(answer["status"], "nothing", "{what}: {answer}");
            assert!(
                answer["plan"]["steps"].as_array().unwrap().is_empty() && answer.get("plan_id").is_none()
            );
        }
        client.refused("purge", json!({ "what": "everything" }), "order_unnamed");
        client.refused("purge", json!({ "what": "Do you know my key?" }), "order_asks");
        client.ends();
    }
    assert_eq!(world.live().len(), 5);
}

#[test]
fn a_plan_too_long_for_a_question_is_committed_instead() {
    let world = World::new();
    let mut client = Client::start(&world, &[], Era::Asks);
    let texts: Vec<String> = (0..200)
        .map(|n| format!("Order {n} of customer C-7781 holds {n} lamps and a spare cable."))
        .collect();
    client.ok("inscribe", json!({ "texts": texts }));
    let planned = client.ok("purge", json!({ "what": "C-7781" }));
    assert_eq!(
        (&planned["status"], planned["plan"]["steps"].as_array().unwrap().len()),
        (&"planned".into(), 200)
    );
    let plan = json!({ "plan_id": planned["plan_id"], "digest": planned["digest"] });
    assert_eq!(client.ok("purge_commit", plan)["status"], "erased");
    client.ends();
}

#[test]
fn without_a_key_the_receipt_is_unsigned_and_says_so() {
    let world = World::with_memories();
    let mut client = Client::start(&world, &[], Era::Modern);
    let planned = client.ok("purge", json!({ "what": "P-17" }));
    let plan = json!({ "plan_id": planned["plan_id"], "digest": planned["digest"] });
    let done = client.ok("purge_commit", plan);
    assert!(done["receipt"].get("signed").is_none() && text(&done["next"]).contains("key new"), "{done}");
    client.refused("receipt", json!({ "id": done["receipt"]["id"] }), "key_missing");
    client.ends();
}

#[test]
fn an_encrypted_store_is_served_and_erased_from() {
    let world = World::new();
    world.ok(["key", "master", "master.key"]);
    let args = ["--master-key", "master.key"];
    world.ok(["inscribe", KEY, args[0], args[1]]);
    let mut client = Client::start(&world, &args, Era::Modern);
    let planned = client.ok("purge", json!({ "what": "sk-4242" }));
    let plan = json!({ "plan_id": planned["plan_id"], "digest": planned["digest"] });
    assert_eq!(client.ok("purge_commit", plan)["status"], "erased");
    client.ends();
    let mut client = Client::start(&world, &[], Era::Modern);
    client.refused("recall", json!({ "query": "key" }), "encrypted");
    client.ends();
}

#[test]
fn a_server_that_is_killed_between_plan_and_yes_leaves_everything() {
    let world = world();
    let mut client = Client::start(&world, &[], Era::Modern);
    let planned = client.ok("purge", json!({ "what": "sk-4242" }));
    let killed = Command::new("kill").args(["-9", &client.pid().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut client = Client::start(&world, &[], Era::Modern);
    let plan = json!({ "plan_id": planned["plan_id"], "digest": planned["digest"] });
    client.refused("purge_commit", plan, "plan_altered");
    assert!(client.recalled("key").contains(&KEY.to_owned()));
    client.ends();
}
