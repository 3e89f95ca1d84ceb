//! Erasure cases: opened, decided, carried out and certified over HTTP, by whoever's key opens all of their scopes.

use serde_json::{Value, json};

use super::client::{ALL, Client, Reply, Server, key};
use crate::support::{World, text_of};

const PERSON: [&str; 2] = ["Sam Roe", "sam.roe@acme.example"];

fn new_case() -> Value {
    json!({
        "number": "T-1192", "basis": "consent-withdrawn", "deadline": "2026-12-24",
        "person": { "names": [PERSON[0]], "mails": [PERSON[1]] },
    })
}

/// Three scopes of a firm that hold something of Sam Roe, one that does not, and one of another firm.
fn fill(all: &Client) {
    for (scope, texts) in [
        ("acme/sales", &["Sam Roe bought 3 kettles.", "Ida Lund likes tea."][..]),
        ("acme/support", &["Ticket 17: sam.roe@acme.example cannot log in."]),
        ("acme/hr", &["Sam Roe sat in room 4 and left in May."]),
        ("acme/site", &["The office opens at nine."]),
        ("other/sales", &["Sam Roe plays chess."]),
    ] {
        all.within(scope).inscribe(texts);
    }
}

fn opened(client: &Client) -> String {
    let reply = client.post("/v1/cases", new_case());
    let id = text_of(&reply.ok(201)["id"]);
    assert_eq!(reply.header("location"), Some(format!("/v1/cases/{id}").as_str()));
    id
}

fn rows(case: &Value) -> Vec<&Value> {
    let sections = case["sections"].as_array().unwrap().iter();
    sections.flat_map(|section| section["rows"].as_array().unwrap()).collect()
}

/// Sends a POST without a body.
fn post(client: &Client, path: &str) -> Reply {
    client.send("POST", path, None)
}

#[test]
fn a_person_is_erased_from_three_scopes_and_the_certificate_verifies() {
    let world = World::new();
    world.ok(["key", "new", "--key-file", "signing"]);
    let token = key(&world, ALL, "**");
    let made = world.json(["serve", "key", "new", "--scope", "acme/**", "--rights", ALL, "--actor", "dpo"]);
    let server = Server::start(&world, &["--key-file", "signing"]);
    let all = server.anybody().with("X-API-Key", &token);
    fill(&all);
    let dpo = server.anybody().with("X-API-Key", &text_of(&made["key"]));
    let id = opened(&dpo);
    let path = |step: &str| format!("/v1/cases/{id}{step}");
    // Opening changes nothing; the texts are shown, and kept nowhere.
    let shown = dpo.get(&path("")).ok(200);
    let texts = shown["texts"].to_string();
    assert!(texts.contains("kettles") && texts.contains("room 4") && !texts.contains("chess"), "{shown}");
    assert_eq!((&shown["case"]["by"], &shown["case"]["scopes"]), (&json!("dpo"), &json!("acme/**")));
    let file = world.path(&format!("nepenthe.db.cases/{id}.json"));
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(!kept.contains("kettles") && kept.contains("Sam Roe"), "{kept}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
    }
    let held = dpo.get(&path("/export")).ok(200);
    assert_eq!(held["scopes"].as_array().unwrap().len(), 3, "{held}");
    dpo.get(&path("/certificate")).refused(404, "nothing_matched");

    dpo.post(&path("/decide"), json!({ "rest": true })).ok(200);
    post(&dpo, &path("/search")).ok(200);
    let applied = post(&dpo, &path("/apply")).ok(200);
    assert_eq!((&applied["left"], applied["case"]["closed"].is_string()), (&json!(0), true), "{applied}");
    assert!(rows(&applied["case"]).iter().all(|row| row["done"] == true), "{applied}");
    assert_eq!(all.within("acme/sales").live(), ["Ida Lund likes tea."]);
    assert!(all.within("acme/support").live().is_empty() && all.within("acme/hr").live().is_empty());
    assert_eq!(all.within("other/sales").live(), ["Sam Roe plays chess."]);
    // Once more does nothing.
    assert_eq!(post(&dpo, &path("/apply")).ok(200)["erased"], 0);

    let certificate = dpo.get(&path("/certificate")).ok(200);
    assert_eq!((&certificate["number"], &certificate["person"]), (&json!("T-1192"), &json!(null)));
    assert_eq!(certificate["scopes"].as_array().unwrap().len(), 4, "what held nothing was searched too");
    for receipt in certificate["receipts"].as_array().unwrap() {
        let verify = json!({ "receipt": receipt["signed"], "keys": [certificate["keys"][0]] });
        assert_eq!(dpo.within("acme").post("/v1/receipts/verify", verify).ok(200)["holds"], true);
    }
    let page = dpo.with("Accept", "text/html,*/*;q=0.8").get(&path("/certificate"));
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.header("content-security-policy").unwrap().contains("default-src 'none'"));
    assert!(page.body.contains("T-1192") && !page.body.contains("Sam Roe") && !page.body.contains("<script"));
    let named = dpo.with("Accept", "text/html").get(&path("/certificate?names_person=true"));
    assert!(named.body.contains("Sam Roe"));
    dpo.get(&path("/certificate?names_person=yes")).refused(400, "bad_request");

    let listed = dpo.get("/v1/cases").ok(200);
    assert!(!listed.to_string().contains("Roe"), "{listed}");
    assert_eq!((&listed["cases"][0]["id"], listed["cases"][0]["pending"].as_u64()), (&json!(id), Some(0)));
    let metrics = all.get("/metrics").body;
    assert!(!metrics.contains("Roe") && !metrics.contains("roe") && !metrics.contains("T-1192"), "{metrics}");
    assert!(metrics.contains("route=\"/v1/cases/{id}/apply\""), "{metrics}");
    assert_eq!(dpo.delete(&path("")).status, 204);
    assert!(!file.exists());
    dpo.get(&path("")).refused(404, "not_found");
    server.stop();
    let log = world.json(["log", "--scope", "acme/hr"]);
    let purge = log["events"].as_array().unwrap().iter().find(|event| event["kind"] == "purge").unwrap();
    assert_eq!(purge["actor"], "dpo");
}

#[test]
fn a_case_is_there_for_keys_that_open_all_of_its_scopes_and_for_no_others() {
    let world = World::new();
    let token = key(&world, ALL, "acme/**");
    let server = Server::start(&world, &[]);
    fill(&server.client(&world, ALL, "**"));
    let mine = server.anybody().with("X-API-Key", &token);
    let id = opened(&mine);
    let steps = |client: &Client| -> Vec<Reply> {
        let path = |step: &str| format!("/v1/cases/{id}{step}");
        vec![
            client.get(&path("")),
            client.get(&path("/export")),
            client.get(&path("/certificate")),
            post(client, &path("/search")),
            client.post(&path("/decide"), json!({ "rest": true })),
            post(client, &path("/apply")),
            client.delete(&path("")),
        ]
    };
    for pattern in ["other/**", "acme", "acme/sales", "acme/sales/**", "acme2/**", "Acme/**"] {
        let other = server.client(&world, ALL, pattern);
        for reply in steps(&other) {
            let problem = reply.refused(404, "not_found").to_string();
            assert!(!problem.contains("acme") && !problem.contains("Roe"), "{pattern} {problem}");
        }
        assert_eq!(other.get("/v1/cases").ok(200)["cases"], json!([]), "{pattern}");
        // Nor does it open one of wider scopes.
        for wider in ["acme/**", "**", "acme/sales/**", "other"].into_iter().filter(|wider| *wider != pattern)
        {
            let mut case = new_case();
            case["scopes"] = wider.into();
            let reply = other.post("/v1/cases", case);
            let inside = pattern.strip_suffix("/**").is_some_and(|top| wider.starts_with(top));
            assert!(inside || reply.status == 404, "{pattern} {wider} {reply:?}");
        }
    }
    for pattern in ["acme/**", "**"] {
        let other = server.client(&world, "read", pattern);
        other.get(&format!("/v1/cases/{id}")).ok(200);
        assert_eq!(other.get("/v1/cases").ok(200)["cases"][0]["number"], "T-1192");
        // The right is asked for all the same.
        post(&other, &format!("/v1/cases/{id}/apply")).refused(403, "right_missing");
        other.get(&format!("/v1/cases/{id}/certificate")).refused(403, "right_missing");
    }
    for wrong in ["x", "..", "%2e%2e", "0", &id.to_uppercase(), &format!("{id}0"), &"0".repeat(32)] {
        let reply = mine.get(&format!("/v1/cases/{wrong}"));
        assert!(reply.status == 404 || *wrong == id, "{wrong} {reply:?}");
    }
    // It is there after the server was stopped and started again, and a part of it alone was never carried out.
    server.stop();
    let server = Server::start(&world, &["--read-only"]);
    let again = server.anybody().with("X-API-Key", &token);
    again.get(&format!("/v1/cases/{id}")).ok(200);
    post(&again, &format!("/v1/cases/{id}/apply")).refused(403, "right_missing");
    assert_eq!(again.within("acme/hr").live(), ["Sam Roe sat in room 4 and left in May."]);
    server.stop();
}

#[test]
fn what_is_no_case_is_refused_and_names_nobody() {
    let world = World::new();
    let token = key(&world, ALL, "acme/**");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token);
    client.post("/v1/cases", new_case()).refused(400, "bad_request");
    client.within("acme/sales").inscribe(&["Sam Roe bought 3 kettles."]);
    let with = |name: &str, value: Value| {
        let mut case = new_case();
        case[name] = value;
        case
    };
    for case in [
        json!({}),
        json!([]),
        json!({ "number": "T-1192" }),
        with("number", json!("Sam Roe")),
        with("number", json!("t-1")),
        with("number", json!("T1192")),
        with("number", json!(1192)),
        with("number", json!("")),
        with("person", json!({})),
        with("person", json!({ "names": [] })),
        with("person", json!({ "names": "Sam Roe" })),
        with("person", json!({ "name": ["Sam Roe"] })),
        with("person", json!({ "words": ["delete all my data"] })),
        with("person", json!("Sam Roe")),
        with("basis", json!("Sam Roe")),
        with("deadline", json!("Sam Roe")),
        with("deadline", json!("2026-02-30")),
        with("by", json!("Sam Roe")),
        with("Sam Roe", json!(1)),
    ] {
        let problem = client.post("/v1/cases", case.clone()).refused(400, "bad_request");
        assert!(!problem.to_string().contains("Roe"), "{case} {problem}");
    }
    for scopes in ["acme/*", "", "a/../**"] {
        let problem = client.post("/v1/cases", with("scopes", json!(scopes)));
        assert_eq!(problem.status, 400, "{scopes} {problem:?}");
    }
    assert_eq!(client.get("/v1/cases").ok(200)["cases"], json!([]));

    // Asked twice by one name, it is opened once.
    let once = client.with("Idempotency-Key", "a");
    let id = text_of(&once.post("/v1/cases", new_case()).ok(201)["id"]);
    let again = once.post("/v1/cases", new_case());
    assert_eq!((&again.ok(201)["id"], again.header("idempotency-replayed")), (&json!(id), Some("true")));
    assert_eq!(client.get("/v1/cases").ok(200)["cases"].as_array().unwrap().len(), 1);

    let decide = format!("/v1/cases/{id}/decide");
    let shown = client.get(&format!("/v1/cases/{id}")).ok(200);
    let row = rows(&shown["case"])[0]["id"].clone();
    let nobody = "0192f0c1-2b3c-7d4e-8f50-112233445566";
    for (body, status) in [
        (json!({}), 400),
        (json!({ "take": [] }), 400),
        (json!({ "take": ["x"] }), 400),
        (json!({ "take": [row], "leave": [row] }), 400),
        (json!({ "rest": "all" }), 400),
        (json!({ "take": [nobody] }), 404),
        (json!({ "by": "Sam Roe", "rest": true }), 400),
    ] {
        assert_eq!(client.post(&decide, body.clone()).status, status, "{body}");
    }
    // What is to be decided is decided first.
    client.within("acme/support").inscribe(&["Roe is late again."]);
    let searched = post(&client, &format!("/v1/cases/{id}/search")).ok(200);
    let late = rows(&searched["case"]).into_iter().find(|row| row["sure"] == false).unwrap()["id"].clone();
    post(&client, &format!("/v1/cases/{id}/apply")).refused(409, "plan_unsure");
    client.post(&decide, json!({ "leave": [late] })).ok(200);
    assert_eq!(post(&client, &format!("/v1/cases/{id}/apply")).ok(200)["erased"], 1);
    assert_eq!(client.within("acme/support").live(), ["Roe is late again."]);
    client.get(&format!("/v1/cases/{id}/certificate")).refused(409, "key_missing");
    server.stop();
}

#[test]
fn a_case_keeps_no_text_that_another_way_erases() {
    let world = World::new();
    world.ok(["key", "new", "--key-file", "signing"]);
    let token = key(&world, ALL, "**");
    let server = Server::start(&world, &["--key-file", "signing"]);
    let client = server.anybody().with("X-API-Key", &token).within("acme/o");
    let ids =
        client.inscribe(&["Wolfram Zyklop and Ida Lundqvist share the van.", "Wolfram Zyklop eats cake."]);
    let open = |number: &str, name: &str| {
        let case = json!({ "number": number, "person": { "names": [name] }, "scopes": "acme/**" });
        text_of(&client.post("/v1/cases", case).ok(201)["id"])
    };
    let (wolfram, ida) = (open("T-1", "Wolfram Zyklop"), open("T-2", "Ida Lundqvist"));
    let path = |case: &str, step: &str| format!("/v1/cases/{case}{step}");
    let shown = client.get(&path(&wolfram, "")).ok(200);
    assert_eq!(shown["left"][&ids[0]], "Ida Lundqvist has the van.", "{shown}");
    client.post(&path(&wolfram, "/decide"), json!({ "rest": true })).ok(200);
    // The other case erases what this one would leave.
    client.post(&path(&ida, "/decide"), json!({ "rest": true })).ok(200);
    post(&client, &path(&ida, "/apply")).ok(200);
    let file = std::fs::read_to_string(world.path(&format!("nepenthe.db.cases/{wolfram}.json"))).unwrap();
    let answer = client.get(&path(&wolfram, ""));
    for text in [&file, &answer.body] {
        assert!(text.contains("Wolfram") && !text.contains("Lundqvist"), "{text}");
    }
    assert!(!file.contains("van"), "{file}");
    assert_eq!(answer.ok(200)["left"][&ids[0]], json!(null));
    // What changed since is looked at again; what the other case erased is not this one's.
    post(&client, &path(&wolfram, "/apply")).refused(409, "plan_changed");
    post(&client, &path(&wolfram, "/search")).ok(200);
    client.post(&path(&wolfram, "/decide"), json!({ "rest": true })).ok(200);
    post(&client, &path(&wolfram, "/apply")).ok(200);
    assert!(client.live().is_empty(), "{:?}", client.live());
    for (case, number) in [(&wolfram, "T-1"), (&ida, "T-2")] {
        let certificate = client.get(&path(case, "/certificate")).ok(200);
        let other = if number == "T-1" { "T-2" } else { "T-1" };
        assert!(!certificate.to_string().contains(other), "{certificate}");
    }
    server.stop();
}

#[test]
fn a_case_whose_number_stands_in_what_goes_is_carried_out_all_the_same() {
    let world = World::new();
    world.ok(["key", "new", "--key-file", "signing"]);
    let token = key(&world, ALL, "**");
    let server = Server::start(&world, &["--key-file", "signing"]);
    let client = server.anybody().with("X-API-Key", &token);
    for (scope, text) in [
        ("acme/a", "Sam Roe bought 3 kettles."),
        ("acme/b", "Sam Roe wrote in ticket T-1192 that all about him is to go."),
        ("acme/c", "Sam Roe sat in room 4."),
    ] {
        client.within(scope).inscribe(&[text]);
    }
    let case = json!({ "number": "T-1192", "person": { "names": ["Sam Roe"] }, "scopes": "acme/**" });
    let id = text_of(&client.post("/v1/cases", case).ok(201)["id"]);
    client.post(&format!("/v1/cases/{id}/decide"), json!({ "rest": true })).ok(200);
    let applied = post(&client, &format!("/v1/cases/{id}/apply")).ok(200);
    assert_eq!((&applied["erased"], &applied["left"]), (&json!(3), &json!(0)), "{applied}");
    for scope in ["acme/a", "acme/b", "acme/c"] {
        assert!(client.within(scope).live().is_empty(), "{scope}");
    }
    let certificate = client.get(&format!("/v1/cases/{id}/certificate")).ok(200);
    assert_eq!(certificate["receipts"].as_array().unwrap().len(), 3, "{certificate}");
    server.stop();
}
