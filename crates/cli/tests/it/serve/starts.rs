//! How the server starts and stops, and what it tells of itself.

use serde_json::json;

use super::client::{ALL, Server, key};
use crate::support::World;

#[test]
fn it_does_not_start_where_nobody_or_everybody_could_come_in() {
    let world = World::new();
    let run = world.run(["serve", "--listen", "127.0.0.1:0"]);
    run.refused(2, "there are no keys yet");
    assert!(run.stderr.contains("nepenthe serve key new"), "{run:?}");
    for address in ["0.0.0.0:0", "[::]:0"] {
        world.run(["serve", "--no-auth", "--listen", address]).refused(2, "no keys are asked for");
    }
    for (args, words) in [
        (&["--listen", "here"][..], "invalid value"),
        (&["--timeout", "0"], "0 is not in"),
        (&["--max-body", "1"], "1 is not in"),
        (&["--no-auth", "key", "list"], "cannot be used with"),
    ] {
        let run = world.run([&["serve"], args].concat());
        assert_eq!(run.code, Some(2), "{args:?} {run:?}");
        assert!(run.stderr.contains(words), "{args:?} {run:?}");
    }
    assert!(!world.db().exists());
    key(&world, "read", "s");
    let server = Server::start(&world, &[]);
    let taken = server.address.to_string();
    world.run(["serve", "--listen", &taken]).refused(1, "cannot listen on");
    server.stop();
    world.write("other.db", "no store at all");
    key(&world, "read", "s");
    world.run(["serve", "--no-auth", "--listen", "127.0.0.1:0", "--db", "other.db"]).refused(1, "");
    world.write("nepenthe.db.keys.json", "{}");
    world.run(["serve", "--listen", "127.0.0.1:0"]).refused(1, "holds no keys of a server");
}

#[test]
fn without_keys_this_machine_alone_comes_in() {
    let world = World::new();
    let server = Server::start(&world, &["--no-auth", "--actor", "me"]);
    let anybody = server.anybody().within("s");
    anybody.inscribe(&["The PIN is 4711."]);
    assert_eq!(anybody.live(), ["The PIN is 4711."]);
    anybody.with("Origin", "http://localhost:3000").get("/v1/stats").ok(200);
    for (name, value) in [("Origin", "https://evil.example"), ("Host", "evil.example"), ("Origin", "null")] {
        anybody.with(name, value).get("/v1/stats").refused(403, "foreign_origin");
    }
    server.anybody().get("/v1/stats").refused(400, "bad_scope");
    server.stop();
    assert!(world.ok(["log", "--scope", "s"]).contains("me"));
}

#[test]
fn health_and_metrics_tell_no_tenant() {
    let world = World::new();
    let token = key(&world, ALL, "**");
    let server = Server::start(&world, &[]);
    assert_eq!(server.anybody().get("/healthz").ok(200), json!({ "status": "ok" }));
    assert_eq!(server.anybody().get("/readyz").ok(200), json!({ "status": "ok" }));
    let client = server.anybody().with("X-API-Key", &token).within("acme/alice");
    let id = client.inscribe(&["The PIN is 4711."]).remove(0);
    client.post("/v1/plans", json!({ "verb": "release", "target": { "ids": [id] } })).ok(201);
    client.get(&format!("/v1/memories/{id}")).ok(200);
    client.delete(&format!("/v1/memories/{id}")).ok(200);
    let metrics = client.get("/metrics");
    for line in [
        r#"nepenthe_requests_total{route="/v1/memories",status="201"} 1"#,
        r#"nepenthe_requests_total{route="/v1/memories/{id}",status="200"} 2"#,
        "nepenthe_purged_total 1",
        "nepenthe_plans_waiting 1",
    ] {
        assert!(metrics.body.lines().any(|found| found == line), "{line}\n{}", metrics.body);
    }
    for told in ["4711", "alice", &id, "nep_", "key-"] {
        assert!(!metrics.body.contains(told), "{told}\n{}", metrics.body);
    }
    // Of all tenants together: for whoever may look everywhere.
    server.client(&world, "audit", "acme/**").get("/metrics").refused(403, "right_missing");
    server.client(&world, "audit", "**").get("/metrics").status.eq(&200).then_some(()).unwrap();
    server.stop();
}

#[test]
fn what_was_acknowledged_is_there_after_a_stop_under_load() {
    for signal in ["-TERM", "-INT"] {
        let world = World::new();
        let token = key(&world, ALL, "s");
        let server = Server::start(&world, &[]);
        let client = server.anybody().with("X-API-Key", &token);
        client.inscribe(&["The first box."]);
        let written: Vec<String> = std::thread::scope(|scope| {
            let writers: Vec<_> = (0..6)
                .map(|writer| {
                    let client = &client;
                    scope.spawn(move || {
                        let mut written = Vec::new();
                        for number in 0..10_000 {
                            let text = format!("Box {writer}-{number} is full.");
                            let body = json!({ "memories": [{ "text": text }] }).to_string();
                            let sent = client.try_send(
                                "POST",
                                "/v1/memories",
                                Some(("application/json", body.as_bytes())),
                            );
                            match sent {
                                Ok(reply) if reply.status == 201 => written.push(text),
                                Ok(reply) => panic!("{reply:?}"),
                                Err(_) => break,
                            }
                        }
                        written
                    })
                })
                .collect();
            while client
                .try_send("GET", "/v1/stats", None)
                .is_ok_and(|reply| reply.ok(200)["live"].as_u64() < Some(40))
            {}
            server.signal(signal);
            writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
        });
        let (code, told) = server.end();
        assert_eq!((code, told.as_str()), (Some(0), ""), "{signal}");
        let listed = world.json(["list", "--scope", "s"]).to_string();
        assert!(written.len() >= 30, "{}", written.len());
        for text in &written {
            assert!(listed.contains(text), "{signal} {text}");
        }
        world.ok(["check", "--deep"]);
    }
}

#[test]
fn the_session_in_examples_runs() {
    let world = World::new();
    let mut command = std::process::Command::new("sh");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rest.sh"));
    world.prepare_caller(&mut command);
    let run = crate::support::finish(command.env("LISTEN", "127.0.0.1:0"), b"");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    let answers: Vec<serde_json::Value> = run
        .stdout
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}")))
        .collect();
    let [written, recalled, plan, committed, left, receipts] = answers.as_slice() else { panic!("{run:?}") };
    assert_eq!(written["ids"].as_array().unwrap().len(), 2);
    assert_eq!(recalled["hits"][0]["text"], "Sam Roe bought 3 kettles.");
    assert_eq!((&plan["plan"]["sure"], plan["plan"]["steps"].as_array().unwrap().len()), (&json!(true), 1));
    assert_eq!(committed["erasure"]["assurance"], "physical");
    assert_eq!(
        (left["memories"].as_array().unwrap().len(), &left["memories"][0]["text"]),
        (1, &json!("Ida Lund lives in Moss."))
    );
    assert_eq!(
        receipts["receipts"].as_array().unwrap().last().unwrap()["id"],
        committed["erasure"]["receipt"]
    );
    assert!(run.stdout.ends_with("# Stopped.\n"), "{run:?}");
}
