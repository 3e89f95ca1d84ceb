//! `import --from`: the files of other memory systems, made here as those systems write them.

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::support::World;

/// Imports a file twice; the second time takes nothing. Returns what the first import told.
fn imported(world: &World, from: &str, file: &str) -> Value {
    let first = world.json(["import", "--from", from, file]);
    let live = world.live();
    let again = world.json(["import", "--from", from, file]);
    assert_eq!(again["imported"], 0, "{again}");
    let here = again["left"].as_array().unwrap().iter().filter(|left| left["reason"] == "here").count();
    assert_eq!(here, first["imported"].as_u64().unwrap() as usize, "{again}");
    assert_eq!(world.live(), live);
    first
}

/// The reasons why entries were left out, by entry.
fn left(told: &Value) -> Vec<(String, String)> {
    let of = |left: &Value, field: &str| left[field].as_str().unwrap().to_owned();
    told["left"].as_array().unwrap().iter().map(|left| (of(left, "entry"), of(left, "reason"))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(entry, reason)| ((*entry).to_owned(), (*reason).to_owned())).collect()
}

/// Every memory, released ones too.
fn all(world: &World) -> Vec<Value> {
    world.json(["list", "--include", "all"])["memories"].as_array().unwrap().clone()
}

#[test]
fn what_mem0_returns_comes_in_with_its_times_and_users() {
    let world = World::new();
    let memories = json!({ "results": [
        { "id": "m-1", "memory": "Alice drinks oolong.", "hash": "x", "user_id": "alice", "run_id": null,
          "metadata": { "mood": "calm" }, "created_at": "2026-03-01T10:00:00-08:00", "updated_at": null },
        { "id": "m-2", "memory": "  ", "created_at": "2026-03-01T10:00:00Z" },
        { "id": "m-3", "memory": "A voucher.", "expiration_date": "2020-01-01" },
        { "memory": "Nobody knows which one this is." },
        { "id": "m-4", "memory": "Alice rides a tandem.", "categories": ["sports"] },
    ] });
    world.write("mem0.json", memories.to_string());
    let told = imported(&world, "mem0", "mem0.json");
    assert_eq!(told["imported"], 2);
    assert_eq!(left(&told), pairs(&[("m-2", "empty"), ("m-3", "expired"), ("entry 4", "malformed")]));
    let all = all(&world);
    assert_eq!(all[0]["text"], "Alice drinks oolong.");
    assert_eq!(all[0]["created"], "2026-03-01T18:00:00Z");
    assert_eq!(all[0]["metadata"]["mood"], "calm");
    assert_eq!(all[0]["metadata"]["mem0"]["user_id"], "alice");
    assert_eq!(all[1]["metadata"]["mem0"]["categories"], json!(["sports"]));

    // A list alone, and lines, are read as well.
    let list = memories["results"].to_string();
    let lines: String =
        memories["results"].as_array().unwrap().iter().map(|one| format!("{one}\n")).collect();
    for file in [list, lines] {
        let again = world.run_with(["import", "--from", "mem0", "-", "--json"], file.as_bytes());
        assert_eq!(serde_json::from_str::<Value>(&again.stdout).unwrap()["imported"], 0, "{again:?}");
    }
    world.ok(["check"]);
}

#[test]
fn a_store_of_langgraph_is_read_with_its_write_ahead_log() {
    let world = World::new();
    let store = Connection::open(world.path("store.db")).unwrap();
    store
        .execute_batch(
            "PRAGMA journal_mode = wal;
             CREATE TABLE store (prefix text NOT NULL, key text NOT NULL, value text NOT NULL,
                 created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
                 expires_at TIMESTAMP, ttl_minutes REAL, PRIMARY KEY (prefix, key));
             INSERT INTO store VALUES
                 ('users.u1', 'tea', '{\"text\": \"Oolong, no sugar.\"}', '2026-02-01 08:00:00', '2026-02-02 08:00:00', NULL, NULL),
                 ('users.u1', 'home', '{\"city\": \"Ghent\", \"street\": \"Quay 3\", \"floor\": 2}', '2026-02-03 08:00:00', '2026-02-03 08:00:00', NULL, NULL),
                 ('users.u1', 'old', '{\"text\": \"A voucher.\"}', '2026-02-04 08:00:00', '2026-02-04 08:00:00', '2026-02-05 08:00:00', 60.0),
                 ('users.u2 a/b', 'tea', '{\"n\": 7}', '2026-02-06 08:00:00', '2026-02-06 08:00:00', NULL, NULL),
                 ('users.', 'bad', '{\"n\": 7}', '2026-02-06 08:00:00', '2026-02-06 08:00:00', NULL, NULL);
             CREATE TABLE store_vectors (prefix text, key text, field_name text, embedding BLOB);
             INSERT INTO store_vectors VALUES ('users.u1', 'tea', '$', X'0000803f00000040');",
        )
        .unwrap();
    let told = imported(&world, "langgraph", "store.db");
    assert_eq!(
        (told["imported"].as_u64(), left(&told)),
        (Some(3), pairs(&[("users.u1/old", "expired"), ("users./bad", "malformed")]))
    );
    // A namespace is a scope below, as the Python package's NepentheStore has it.
    let of = |scope: &str| {
        let listed = world.json(["list", "--include", "all", "--scope", scope]);
        listed["memories"].as_array().unwrap().clone()
    };
    assert_eq!(world.live().len(), 0);
    let all = of("default/users/u1");
    let texts: Vec<&str> = all.iter().map(|memory| memory["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["Oolong, no sugar.", "city: Ghent\nfloor: 2\nstreet: Quay 3"]);
    assert_eq!((&all[0]["created"], &all[0]["source"]), (&json!("2026-02-02T08:00:00Z"), &json!("tea")));
    assert_eq!(
        all[0]["metadata"]["langgraph"],
        json!({ "text_at": "text", "created": "2026-02-01T08:00:00.000000+00:00", "vectors": ["AACAPwAAAEA="], "value": {} })
    );
    assert_eq!(
        all[1]["metadata"]["langgraph"],
        json!({ "value": { "city": "Ghent", "street": "Quay 3", "floor": 2 } })
    );
    assert_eq!(of("default/users/u2 a%2Fb")[0]["text"], "7");
    world.ok(["check"]);
    drop(store);

    // Rows as PostgreSQL writes them: nothing new but one.
    let row = |key: &str| {
        json!({ "prefix": "users.u1", "key": key, "value": { "text": "Green tea." },
                "created_at": "2026-02-01T08:00:00+00:00", "updated_at": "2026-02-01T08:00:00+00:00" })
    };
    world.write("rows.jsonl", format!("{}\n{}\n", row("tea"), row("green")));
    assert_eq!(world.json(["import", "--from", "langgraph", "rows.jsonl"])["imported"], 1);

    let bytes = std::fs::read(world.path("store.db")).unwrap();
    world
        .run_with(["import", "--from", "langgraph", "-"], &bytes)
        .refused(2, "is read by its path, and not from standard input");
}

#[test]
fn passages_and_blocks_of_letta_come_in() {
    let world = World::new();
    let passages = json!([
        { "id": "passage-1", "text": "The cabin key is under the pot.", "created_at": "2026-01-05T00:00:00Z",
          "tags": ["cabin"], "metadata": { "a": 1 }, "is_deleted": false, "embedding": [0.1, 0.2] },
        { "id": "passage-2", "text": "Gone.", "is_deleted": true },
    ]);
    world.write("passages.json", passages.to_string());
    let told = imported(&world, "letta", "passages.json");
    assert_eq!((told["imported"].as_u64(), left(&told)), (Some(1), pairs(&[("passage-2", "deleted")])));
    let file = json!({ "agents": [], "blocks": [
        { "id": "block-1", "label": "human", "value": "Goes by Bo. Two cats." },
        { "id": "block-2", "label": "persona", "value": "" },
    ] });
    world.write("agent.af", file.to_string());
    let told = imported(&world, "letta", "agent.af");
    assert_eq!((told["imported"].as_u64(), left(&told)), (Some(1), pairs(&[("block-2", "empty")])));
    let all = all(&world);
    assert_eq!(all[0]["metadata"]["tags"], json!(["cabin"]));
    assert!(all[0]["metadata"].get("embedding").is_none(), "{}", all[0]);
    assert_eq!(all[1]["source"], "block human");
}

#[test]
fn a_fact_of_zep_that_no_longer_holds_comes_in_released() {
    let world = World::new();
    let graph = json!({
        "edges": [
            { "uuid": "e-1", "fact": "Ines works at Initech.", "created_at": "2026-01-01T00:00:00Z",
              "valid_at": "2025-01-01T00:00:00Z", "invalid_at": "2026-05-01T00:00:00Z", "name": "WORKS_AT" },
            { "uuid": "e-2", "fact": "Ines works at Hooli.", "created_at": "2026-05-01T00:00:00Z" },
        ],
        "episodes": [
            { "uuid": "p-1", "content": "I moved to Hooli.", "role": "user", "created_at": "2026-05-01T00:00:00Z" },
            { "uuid": "p-2", "content": "Congratulations!", "role": "assistant" },
        ],
    });
    world.write("zep.json", graph.to_string());
    let told = imported(&world, "zep", "zep.json");
    assert_eq!((told["imported"].as_u64(), left(&told)), (Some(3), pairs(&[("p-2", "assistant")])));
    assert_eq!(world.live().len(), 2);
    let all = all(&world);
    let old = all.iter().find(|memory| memory["text"] == "Ines works at Initech.").unwrap();
    assert_eq!((&old["state"], &old["changed"]), (&json!("released"), &json!("2026-05-01T00:00:00Z")));
    world.ok(["check"]);
}

#[test]
fn of_a_conversation_with_chatgpt_what_the_user_said_and_sees_comes_in() {
    let world = World::new();
    let message = |id: &str, role: &str, parts: Value, at: f64| {
        json!({ "id": id, "author": { "role": role }, "create_time": at,
                "content": { "content_type": "text", "parts": parts } })
    };
    let conversations = json!([
        { "title": "Trip", "conversation_id": "c-1", "current_node": "n4", "mapping": {
            "n0": { "id": "n0", "message": null, "parent": null },
            "n1": { "message": message("u-1", "user", json!(["We fly to Oslo in May."]), 1_767_225_600.5), "parent": "n0" },
            "n2": { "message": message("a-1", "assistant", json!(["Lovely."]), 1_767_225_601.0), "parent": "n1" },
            "n3": { "message": message("u-2", "user", json!(["We need two cots."]), 1_767_225_602.0), "parent": "n2" },
            "n4": { "message": message("u-3", "user", json!([{ "asset_pointer": "file" }, "We need one cot."]), 1_767_225_603.0), "parent": "n2" },
        } },
        { "title": "Broken" },
    ]);
    world.write("conversations.json", conversations.to_string());
    let told = imported(&world, "chatgpt-export", "conversations.json");
    assert_eq!(told["imported"], 2);
    assert_eq!(left(&told), pairs(&[("a-1", "assistant"), ("u-2", "branch"), ("entry 2", "malformed")]));
    let all = all(&world);
    assert_eq!((&all[1]["text"], &all[1]["source"]), (&json!("We need one cot."), &json!("Trip")));
    assert_eq!(all[0]["created"], "2026-01-01T00:00:00.5Z");
}

#[test]
fn the_graph_of_the_official_server_comes_in_and_grows() {
    let world = World::new();
    let entity = |observations: Value| json!({ "type": "entity", "name": "Ines", "entityType": "person", "observations": observations });
    let relation = json!({ "type": "relation", "from": "Ines", "to": "Hooli", "relationType": "works_at" });
    world.write("memory.jsonl", format!("{}\n{relation}\n", entity(json!(["plays chess"]))));
    let told = world.json(["import", "--from", "memory-jsonl", "memory.jsonl"]);
    assert_eq!(told["imported"], 3);
    assert_eq!(world.json(["import", "--from", "memory-jsonl", "memory.jsonl"])["imported"], 0);
    world.write("memory.jsonl", format!("{}\n{relation}\n", entity(json!(["plays chess", "rows"]))));
    assert_eq!(world.json(["import", "--from", "memory-jsonl", "memory.jsonl"])["imported"], 1);
    let exported = world.ok(["mcp", "export"]);
    assert!(exported.contains(r#""observations":["plays chess","rows"]"#), "{exported}");
}

#[test]
fn what_was_erased_stays_out_and_what_was_released_is_not_written_again() {
    let world = World::new();
    let memory = |id: &str, text: &str| json!({ "id": id, "memory": text });
    let one = memory("m-1", "The gate code is 4417.");
    let two = memory("m-2", "The dog is called Bo.");
    world.write("mem0.json", json!([one, two]).to_string());
    assert_eq!(world.json(["import", "--from", "mem0", "mem0.json"])["imported"], 2);
    world.ok(["purge", "the gate code", "--yes"]);
    world.ok(["release", "the dog is called Bo", "--yes"]);
    let told = world.json(["import", "--from", "mem0", "mem0.json"]);
    assert_eq!(left(&told), pairs(&[("m-2", "here"), ("m-1", "erased")]));
    assert_eq!(world.live().len(), 0);
    let said = world.run(["import", "--from", "mem0", "mem0.json"]);
    assert!(said.stderr.contains("0 imported, 2 left out (1 here, 1 erased)."), "{said:?}");
    assert_eq!(said.stdout, "m-2  here\nm-1  erased\n");
}

#[test]
fn a_file_of_something_else_is_named_and_leaves_no_store() {
    let world = World::new();
    for (from, file, problem) in [
        ("mem0", "no JSON", "neither JSON nor lines of JSON: line 1, column 2"),
        ("mem0", "{\"a\": 1}", "neither a list nor an object with results or memories"),
        ("langgraph", "7", "neither a list nor an object with items or store or rows"),
        ("memory-jsonl", "{}", "line 1: this is neither an entity nor a relation"),
    ] {
        world.write("file", file);
        let run = world.run(["import", "--from", from, "file", "--db", "new.db"]);
        run.refused(2, problem);
        assert!(run.stderr.contains("\nhint: "), "{run:?}");
        assert!(!world.path("new.db").exists(), "{from}");
    }
    Connection::open(world.path("other.db")).unwrap().execute_batch("CREATE TABLE t (a)").unwrap();
    world.run(["import", "--from", "langgraph", "other.db"]).refused(2, "is no store of LangGraph");
    world.run(["import", "--from", "zep", "missing.json"]).refused(1, "cannot read missing.json");
    world
        .run(["import", "--from", "word", "file"])
        .refused(2, "possible values: mem0, langgraph, letta, zep, chatgpt-export, memory-jsonl");
    assert!(!world.path("nepenthe.db").exists());
}

#[test]
fn a_file_with_nothing_to_take_leaves_no_store() {
    let world = World::new();
    Connection::open(world.path("empty.db"))
        .unwrap()
        .execute_batch(
            "CREATE TABLE store (prefix text, key text, value text, created_at text, updated_at text)",
        )
        .unwrap();
    world.write("empty", "");
    world.write("list", "[]");
    world.write("blank", json!([{ "id": "m-1", "memory": " " }]).to_string());
    for (from, file, out) in [
        ("mem0", "list", 0),
        ("mem0", "blank", 1),
        ("letta", "list", 0),
        ("zep", "list", 0),
        ("chatgpt-export", "list", 0),
        ("langgraph", "empty.db", 0),
        ("memory-jsonl", "empty", 0),
    ] {
        let told = world.json(["import", "--from", from, file, "--db", "new.db"]);
        assert_eq!((&told["imported"], left(&told).len()), (&json!(0), out), "{from} {file}");
        assert!(!world.path("new.db").exists(), "{from} {file}");
    }
}

#[test]
fn what_is_to_be_done_with_what_was_erased_is_heeded_or_refused() {
    let world = World::new();
    let memory = |id: &str, text: &str| json!({ "id": id, "memory": text });
    let memories = json!([memory("m-1", "The gate code is 4417."), memory("m-2", "The dog is called Bo.")]);
    world.write("mem0.json", memories.to_string());
    world.json(["import", "--from", "mem0", "mem0.json"]);
    world.ok(["purge", "the gate code", "--yes"]);
    let admit = ["--returning", "admit", "--reason", "mistake"];
    let told = world.json(["import", "--from", "mem0", "mem0.json", admit[0], admit[1], admit[2], admit[3]]);
    assert_eq!(told["imported"], 1);

    let entity =
        json!({ "type": "entity", "name": "Ines", "entityType": "person", "observations": ["rows"] });
    world.write("memory.jsonl", format!("{entity}\n"));
    for returning in [&admit[..], &["--returning", "trim"], &["--returning", "quarantine"]] {
        let words = [&["import", "--from", "memory-jsonl", "memory.jsonl"], returning].concat();
        world.run(&words).refused(2, "--returning is not for --from memory-jsonl");
    }
    let told = world.json(["import", "--from", "memory-jsonl", "memory.jsonl", "--returning", "refuse"]);
    assert_eq!(told["imported"], 2);
}
