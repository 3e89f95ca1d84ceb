//! The profile `graph`: the nine tools of the official memory server, to the letter.

use serde_json::{Value, json};

use super::client::{Client, Era, text};
use crate::support::World;

fn start(world: &World) -> Client {
    Client::start(world, &["--profile", "graph"], Era::Legacy)
}

/// Calls a tool, whose text must be this one's JSON with two spaces.
#[track_caller]
fn call(client: &mut Client, tool: &str, arguments: Value, shown: &str) -> Value {
    let result = client.call(tool, arguments);
    assert_eq!(result["isError"], false, "{result}");
    assert_eq!(result["content"].as_array().unwrap().len(), 1, "{result}");
    let object = result["structuredContent"].clone();
    let read: Value = serde_json::from_str(&text(&result["content"][0]["text"])).unwrap();
    assert_eq!(if shown.is_empty() { &object } else { &object[shown] }, &read, "{result}");
    object
}

#[track_caller]
fn deleted(client: &mut Client, tool: &str, arguments: Value, message: &str) -> Value {
    let result = client.call(tool, arguments);
    assert_eq!(result["structuredContent"], json!({ "success": true, "message": message }), "{result}");
    assert_eq!(result["content"], json!([{ "type": "text", "text": message }]), "{result}");
    result
}

/// Alice, who works at Initech.
fn filled(world: &World) -> Client {
    let mut client = start(world);
    let entities = json!([
        { "name": "Alice", "entityType": "person", "observations": ["likes tea", "born in Ghent"] },
        { "name": "Initech", "entityType": "firm", "observations": [] },
        { "name": "Bob", "entityType": "person", "observations": ["likes tea"] },
    ]);
    let created = call(&mut client, "create_entities", json!({ "entities": entities }), "entities");
    assert_eq!(created["entities"], entities);
    let relations = json!([
        { "from": "Alice", "to": "Initech", "relationType": "works_at" },
        { "from": "Bob", "to": "Alice", "relationType": "knows" },
    ]);
    let created = call(&mut client, "create_relations", json!({ "relations": relations }), "relations");
    assert_eq!(created["relations"], relations);
    client
}

#[test]
fn the_tools_are_those_of_the_official_server() {
    let world = World::new();
    let mut client = start(&world);
    let listed = client.request("tools/list", json!({}))["result"]["tools"].clone();
    let listed = listed.as_array().unwrap();
    let expected = [
        ("create_entities", "entities", "entities", [false, false, false]),
        ("create_relations", "relations", "relations", [false, false, false]),
        ("add_observations", "observations", "results", [false, false, false]),
        ("delete_entities", "entityNames", "success", [false, true, true]),
        ("delete_observations", "deletions", "success", [false, true, true]),
        ("delete_relations", "relations", "success", [false, true, true]),
        ("read_graph", "", "entities", [true, false, true]),
        ("search_nodes", "query", "entities", [true, false, true]),
        ("open_nodes", "names", "entities", [true, false, true]),
    ];
    assert_eq!(listed.len(), expected.len());
    for (tool, (name, input, output, hints)) in listed.iter().zip(expected) {
        assert_eq!(tool["name"], name);
        if !input.is_empty() {
            assert_eq!(tool["inputSchema"]["required"], json!([input]), "{tool}");
        }
        assert!(tool["outputSchema"]["properties"][output].is_object(), "{tool}");
        let found = ["readOnlyHint", "destructiveHint", "idempotentHint"]
            .map(|hint| tool["annotations"][hint].clone());
        assert_eq!(found, hints.map(Value::from), "{tool}");
    }
    let observations = &listed[2]["inputSchema"]["properties"]["observations"]["items"]["properties"];
    assert!(observations["entityName"].is_object() && observations["contents"].is_object(), "{observations}");
    client.ends();
}

#[test]
fn a_graph_is_built_read_searched_and_opened() {
    let world = World::new();
    let mut client = filled(&world);
    let names = |graph: &Value| -> Vec<String> {
        graph["entities"].as_array().unwrap().iter().map(|entity| text(&entity["name"])).collect()
    };
    let read = call(&mut client, "read_graph", json!({}), "");
    assert_eq!(names(&read), ["Alice", "Initech", "Bob"]);
    assert_eq!(read["entities"][0]["observations"], json!(["likes tea", "born in Ghent"]));
    assert_eq!(read["relations"].as_array().unwrap().len(), 2);

    // Only what is new, by name.
    let again = json!([
        { "name": "Alice", "entityType": "robot", "observations": ["is new"] },
        { "name": "Zoe", "entityType": "person", "observations": [] },
    ]);
    let created = call(&mut client, "create_entities", json!({ "entities": again }), "entities");
    assert_eq!(names(&created), ["Zoe"]);
    let relations =
        json!({ "relations": [{ "from": "Alice", "to": "Initech", "relationType": "works_at" }] });
    assert_eq!(call(&mut client, "create_relations", relations, "relations")["relations"], json!([]));
    let observations = json!({ "observations": [{ "entityName": "Alice", "contents": ["likes tea", "has a cat", "has a cat"] }] });
    let added = call(&mut client, "add_observations", observations, "results");
    assert_eq!(added["results"][0]["entityName"], "Alice");
    assert!(
        added["results"][0]["addedObservations"].as_array().unwrap().contains(&"has a cat".into()),
        "{added}"
    );
    assert!(!added.to_string().contains("tea"));

    for (query, expected) in [
        ("TEA", vec!["Alice", "Bob"]),
        ("person", vec!["Alice", "Bob", "Zoe"]),
        ("initech", vec!["Initech"]),
        ("ghent", vec!["Alice"]),
        ("works", vec![]),
        ("nothing", vec![]),
    ] {
        assert_eq!(
            names(&call(&mut client, "search_nodes", json!({ "query": query }), "")),
            expected,
            "{query}"
        );
    }
    let found = call(&mut client, "search_nodes", json!({ "query": "initech" }), "");
    assert_eq!(found["relations"][0]["from"], "Alice", "{found}");
    let opened = call(&mut client, "open_nodes", json!({ "names": ["Bob", "Nobody"] }), "");
    assert_eq!((names(&opened), opened["relations"].as_array().unwrap().len()), (vec!["Bob".to_owned()], 1));
    client.ends();
}

#[test]
fn what_is_deleted_is_purged_with_a_receipt_and_nothing_else_goes() {
    let world = World::new();
    let mut client = filled(&world);
    let done = deleted(
        &mut client,
        "delete_observations",
        json!({ "deletions": [{ "entityName": "Alice", "observations": ["born in Ghent", "unknown"] }, { "entityName": "Nobody", "observations": ["x"] }] }),
        "Observations deleted successfully",
    );
    let receipt = text(&done["_meta"]["nepenthe/receipt"]);
    let read = call(&mut client, "read_graph", json!({}), "");
    assert_eq!(read["entities"][0]["observations"], json!(["likes tea"]));
    assert_eq!(read["entities"][2]["observations"], json!(["likes tea"]));
    assert_eq!(read["relations"].as_array().unwrap().len(), 2);
    // What is not there leaves no receipt.
    for (tool, arguments, message) in [
        (
            "delete_observations",
            json!({ "deletions": [{ "entityName": "Bob", "observations": ["born in Ghent"] }] }),
            "Observations deleted successfully",
        ),
        ("delete_entities", json!({ "entityNames": ["Nobody", "alice"] }), "Entities deleted successfully"),
        (
            "delete_relations",
            json!({ "relations": [{ "from": "Initech", "to": "Alice", "relationType": "works_at" }] }),
            "Relations deleted successfully",
        ),
    ] {
        assert!(deleted(&mut client, tool, arguments, message).get("_meta").is_none());
    }
    let relations = json!({ "relations": [{ "from": "Bob", "to": "Alice", "relationType": "knows" }] });
    deleted(&mut client, "delete_relations", relations, "Relations deleted successfully");
    deleted(
        &mut client,
        "delete_entities",
        json!({ "entityNames": ["Alice"] }),
        "Entities deleted successfully",
    );
    let read = call(&mut client, "read_graph", json!({}), "");
    assert_eq!(read["entities"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&read["entities"][1]["observations"], &read["relations"]),
        (&json!(["likes tea"]), &json!([]))
    );
    client.ends();
    assert!(world.ok(["receipt"]).contains(&receipt));
    let bytes = std::fs::read(world.db()).unwrap();
    assert!(!bytes.windows(5).any(|bytes| bytes == b"Ghent"));
}

#[test]
fn a_deleted_entity_may_come_back_and_a_deleted_observation_may_not() {
    let world = World::new();
    let mut client = filled(&world);
    deleted(
        &mut client,
        "delete_entities",
        json!({ "entityNames": ["Alice"] }),
        "Entities deleted successfully",
    );
    let entity = |observed: &str| json!({ "entities": [{ "name": "Alice", "entityType": "person", "observations": [observed] }] });
    let refused = client.refused("create_entities", entity("born in Ghent"), "refused_erased");
    assert!(!refused.to_string().contains("something else"), "{refused}");
    call(&mut client, "create_entities", entity("lives in Lima"), "entities");
    let read = call(&mut client, "read_graph", json!({}), "");
    assert_eq!(read["entities"][2]["observations"], json!(["lives in Lima"]));
    client.ends();
}

#[test]
fn an_unknown_entity_is_named_and_nothing_is_written() {
    let world = World::new();
    let mut client = filled(&world);
    let before = world.live().len();
    let observations = json!({ "observations": [
        { "entityName": "Alice", "contents": ["has a dog"] },
        { "entityName": "Nobody", "contents": ["x"] },
    ] });
    let result = client.call("add_observations", observations);
    assert_eq!(
        (&result["isError"], &result["structuredContent"]["code"]),
        (&true.into(), &"not_found".into()),
        "{result}"
    );
    assert_eq!(result["content"][0]["text"], "Entity with name Nobody not found");
    client.ends();
    assert_eq!(world.live().len(), before);
}

#[test]
fn names_and_observations_are_kept_to_the_character() {
    let world = World::new();
    let mut client = start(&world);
    let odd = json!([
        { "name": "a: b", "entityType": "", "observations": ["c: d", " spaced ", "two\nlines", "\"quoted\"", "日本語", ": "] },
        { "name": "Ünïcode 🦀", "entityType": "x_y", "observations": ["🦀"] },
    ]);
    call(&mut client, "create_entities", json!({ "entities": odd }), "entities");
    let relations = json!([{ "from": "a: b", "to": "nowhere", "relationType": "is_not: a" }]);
    call(&mut client, "create_relations", json!({ "relations": relations }), "relations");
    assert_eq!(
        call(&mut client, "read_graph", json!({}), ""),
        json!({ "entities": odd, "relations": relations })
    );
    client.ends();
}

#[test]
fn each_node_is_a_memory_that_recall_finds_and_a_purge_in_words_erases() {
    let world = World::new();
    filled(&world).ends();
    let mut client = Client::start(&world, &["--profile", "all"], Era::Modern);
    assert!(client.recalled("Where does Alice work?").contains(&"Alice works at Initech.".to_owned()));
    let found = client.ok("recall", json!({ "query": "Ghent", "k": 1 }));
    assert_eq!(found["memories"][0]["text"], "Alice: born in Ghent");
    let planned = client.ok("purge", json!({ "ids": [found["memories"][0]["id"]] }));
    client.ok("purge_commit", json!({ "plan_id": planned["plan_id"], "digest": planned["digest"] }));
    let read = client.ok("read_graph", json!({}));
    assert_eq!(read["entities"][0]["observations"], json!(["likes tea"]));
    client.ends();
}

#[test]
fn whoever_may_not_forget_deletes_nothing() {
    let world = World::new();
    filled(&world).ends();
    let before = world.live();
    let mut client = Client::start(&world, &["--profile", "graph", "--rights", "read,write"], Era::Modern);
    for (tool, arguments) in [
        ("delete_entities", json!({ "entityNames": ["Alice"] })),
        ("delete_observations", json!({ "deletions": [] })),
        ("delete_relations", json!({ "relations": [] })),
    ] {
        client.refused(tool, arguments, "right_missing");
    }
    client.ends();
    assert_eq!(world.live(), before);
}

#[test]
fn the_file_of_the_official_server_is_imported_and_exported() {
    let world = World::new();
    // As that server writes it: no line break at the end.
    let lines = [
        r#"{"type":"entity","name":"Alice","entityType":"person","observations":["likes tea","born in Ghent"]}"#,
        r#"{"type":"entity","name":"Initech","entityType":"firm","observations":[]}"#,
        r#"{"type":"relation","from":"Alice","to":"Initech","relationType":"works_at"}"#,
    ];
    world.write("memory.jsonl", lines.join("\n"));
    assert_eq!(world.ok(["mcp", "import", "memory.jsonl"]), "entities 2, relations 1\n");
    assert_eq!(world.ok(["mcp", "export"]), lines.join("\n") + "\n");
    // Again: nothing is new.
    assert_eq!(world.json(["mcp", "import", "memory.jsonl"]), json!({ "entities": 0, "relations": 0 }));
    let mut client = start(&world);
    let read = call(&mut client, "read_graph", json!({}), "");
    assert_eq!(read["entities"][0]["observations"], json!(["likes tea", "born in Ghent"]));
    let relation = json!([{ "from": "Alice", "to": "Initech", "relationType": "works_at" }]);
    assert_eq!(read["relations"], relation);
    deleted(
        &mut client,
        "delete_relations",
        json!({ "relations": relation }),
        "Relations deleted successfully",
    );
    client.ends();
    world.ok(["mcp", "export", "out.jsonl"]);
    assert_eq!(std::fs::read_to_string(world.path("out.jsonl")).unwrap(), lines[..2].join("\n") + "\n");
    world.run(["mcp", "export", "out.jsonl"]).refused(2, "exists");
    // What was erased does not come back by it, and nothing else of the file is written.
    world.write(
        "more.jsonl",
        [lines[2], r#"{"type":"entity","name":"Bob","entityType":"person","observations":[]}"#].join("\n"),
    );
    let run = world.run(["mcp", "import", "more.jsonl"]);
    run.refused(7, "erased");
    assert!(!world.ok(["mcp", "export"]).contains("Bob"));
}

#[test]
fn a_line_that_is_no_node_is_named_and_nothing_is_imported() {
    let world = World::new();
    let good = r#"{"type":"entity","name":"Alice","entityType":"person","observations":[]}"#;
    for bad in [
        "{", "[]", "secret 4711", r#"{"type":"thing"}"#, r#"{"type":"entity","name":"x"}"#, r#"{"name":"x"}"#,
    ] {
        world.write("memory.jsonl", format!("{good}\n\n{bad}\n"));
        let run = world.run(["mcp", "import", "memory.jsonl"]);
        run.refused(2, "memory.jsonl, line 3");
        assert!(!run.stderr.contains("4711"), "{run:?}");
    }
    assert!(!world.db().exists());
    // An empty one is a graph too.
    world.write("memory.jsonl", "");
    assert_eq!(world.ok(["mcp", "import", "memory.jsonl"]), "entities 0, relations 0\n");
}

#[test]
fn the_graph_is_a_resource_too() {
    let world = World::new();
    filled(&world).ends();
    for (args, count) in
        [(vec!["--profile", "graph"], 1), (vec!["--profile", "graph", "--rights", "write"], 0)]
    {
        let mut client = Client::start(&world, &args, Era::Modern);
        let found = client.request("server/discover", json!({}))["result"].clone();
        assert!(found["capabilities"]["resources"].is_object(), "{found}");
        let listed = client.request("resources/list", json!({}))["result"]["resources"].clone();
        assert_eq!(listed.as_array().unwrap().len(), count, "{listed}");
        let read = client.request("resources/read", json!({ "uri": "memory://knowledge-graph" }));
        if count == 0 {
            assert_eq!(read["error"]["data"]["code"], "right_missing", "{read}");
        } else {
            assert_eq!(
                (&listed[0]["name"], &listed[0]["mimeType"]),
                (&"knowledge-graph".into(), &"application/json".into())
            );
            let content = &read["result"]["contents"][0];
            assert_eq!(content["mimeType"], "application/json", "{read}");
            let graph: Value = serde_json::from_str(&text(&content["text"])).unwrap();
            assert_eq!(graph, client.ok("read_graph", json!({})));
            // What is erased is to be in no cache.
            assert_eq!(
                (&read["result"]["ttlMs"], &read["result"]["cacheScope"]),
                (&0.into(), &"private".into())
            );
        }
        let none = client.request("resources/read", json!({ "uri": "memory://else" }));
        assert_eq!(none["error"]["code"], -32602, "{none}");
        client.ends();
    }
}
