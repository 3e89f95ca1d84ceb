//! What no client should send: it is refused, nothing breaks, and nothing is erased.

use serde_json::{Value, json};

use super::support::{USUAL, add, delete_all, texts};
use crate::serve::client::{Server, key, raw};
use crate::support::World;

/// What a deletion may be asked for that it must not understand.
fn not_understood() -> Vec<String> {
    let nested = format!("{}'user_id': 'alice'{}", "{'AND': [{".repeat(500), "}]}".repeat(500));
    let mut all: Vec<String> = [
        "",
        " ",
        "{",
        "{}",
        "null",
        "[]",
        "*",
        "alice",
        "user_id=alice",
        "user_id: alice",
        "[object Object]",
        "{'user_id': None}",
        "{'user_id': True}",
        "{'user_id': 1}",
        "{'user_id': ''}",
        "{'user_id': '*'}",
        "{'user_id': ' '}",
        "{'user_id': ['alice']}",
        "{'user_id': ('alice',)}",
        "{'user_id': {'alice'}}",
        "{'user_id': {'in': ['alice']}}",
        "{'user_id': {'ne': 'bob'}}",
        "{'AND': [{'user_id': 'alice'}]}",
        "{'OR': [{'user_id': 'alice'}, {'user_id': 'bob'}]}",
        "{'NOT': [{'user_id': 'bob'}]}",
        "{'user_id': 'alice', 'AND': []}",
        "{'user_id': 'alice', 'metadata': {'a': 'b'}}",
        "{'user_id': 'alice', 'metadata': 'b'}",
        "{'user_id': 'alice', '__class__': 'dict'}",
        "{'__class__': 'alice'}",
        "{'user_id'.__class__: 'alice'}",
        "{'user_id': 'alice'.__class__}",
        "{'user_id': __import__('os').getenv('HOME')}",
        "{'user_id': (lambda: 'alice')()}",
        "{'user_id': f'{1}'}",
        "{'user_id': b'alice'}",
        "{'user_id': r'alice'}",
        "{'user_id': 'ali' 'ce'}",
        "{'user_id': 'alice' + ''}",
        "{'user_id': 'alice' if True else 'bob'}",
        "{'user_id': 'alice'} or {}",
        "{'user_id': 'alice'};",
        "{'user_id': 'alice'}\n",
        "{'user_id': 'alice', 'user_id': 'bob'}",
        "{'user_id': 'alice', 'user_id': 'alice'}",
        "{\"user_id\": \"alice\", \"user_id\": \"bob\"}",
        "{\"user_id\": {\"in\": [\"alice\"]}}",
        "{\"user_id\": \"alice\", \"extra\": \"x\"}",
        "{\"user_id\": \"a\\u0000\"}",
        "{'user_id': '\\x00'}",
        "{'user_id': '\\ud800'}",
        "{'user_id': '\\N{BULLET}'}",
        "{'user_id': 'alice\\'}",
        "{user_id: 'alice'}",
        "{'User_id': 'alice'}",
        "{'user_id ': 'alice'}",
        "{'user_іd': 'alice'}",
        "{‘user_id’: ‘alice’}",
        "{'userId': 'alice'}",
        "{'user': 'alice'}",
        "dict(user_id='alice')",
        "OrderedDict([('user_id', 'alice')])",
        "' OR 1=1 --",
        "$(rm -rf /)",
    ]
    .map(str::to_owned)
    .to_vec();
    all.extend([
        nested,
        format!("{{'user_id': '{}'}}", "x".repeat(5000)),
        "{".repeat(5000),
        "'".repeat(5000),
    ]);
    all
}

#[test]
fn a_deletion_that_is_not_understood_deletes_nothing() {
    let world = World::new();
    let token = key(&world, USUAL, "acme/**");
    let server = Server::start(&world, &[]);
    let acme = server.anybody().with("Authorization", &format!("Token {token}"));
    for user in ["alice", "bob"] {
        add(&acme, &format!("{user} is here."), json!({ "user_id": user, "run_id": "r" }));
    }
    let whole = texts(&acme, json!({ "user_id": "*" }));
    for filters in not_understood() {
        let problem = delete_all(&acme, &[("filters", &filters)]).no(400);
        assert!(problem["code"] == "bad_request" && problem.to_string().len() < 600, "{problem}");
        // What is understood beside it does not save it.
        if filters != "{}" {
            delete_all(&acme, &[("user_id", "alice"), ("filters", &filters)]).no(400);
        }
    }
    for query in [
        "",
        "?",
        "?user_id",
        "?user_id=",
        "?user_id=*",
        "?user_id=%2A",
        "?user_id=%00",
        "?user_id=%FF%FE",
        "?user_id=alice&user_id=alice",
        "?user_id=alice&user_id=bob",
        "?user_id=alice&userId=bob",
        "?user_id=alice&org_id=o",
        "?user_id=alice&all=true",
        "?user_id[]=alice",
        "?user_id=alice;run_id=x&page=1",
        "?User_Id=alice",
        "?filters=",
        "?filters[user_id]=alice",
        "?metadata=x",
        "?user_id=alice&filters={'user_id': 'bob'}",
    ] {
        let line = format!(
            "DELETE /v1/memories/{} HTTP/1.1\r\nHost: {}\r\nAuthorization: Token {token}\r\nConnection: close\r\n\r\n",
            query.replace(' ', "%20"),
            server.address
        );
        let (status, answer) = raw(server.address, line.as_bytes(), true);
        assert_eq!(status, Some(400), "{query} {answer}");
    }
    let with_body = acme.send("DELETE", "/v1/memories/?user_id=alice", Some(("application/json", b"{}")));
    with_body.no(400);
    assert_eq!(texts(&acme, json!({ "user_id": "*" })), whole);
    // And what is understood does what it says.
    assert_eq!(
        delete_all(&acme, &[("filters", "{'user_id': 'alice', 'run_id': 'r'}")]).ok(200)["deleted"],
        1
    );
    assert_eq!(texts(&acme, json!({ "user_id": "*" })), ["bob is here."]);
    server.stop();
}

#[test]
fn bodies_of_every_wrong_shape_are_refused() {
    let world = World::new();
    let token = key(&world, USUAL, "acme/**");
    let server = Server::start(&world, &[]);
    let acme = server.anybody().with("Authorization", &format!("Token {token}"));
    let id = add(&acme, "The bike is red.", json!({ "user_id": "alice" }));
    let deep = format!("{}{}", "[".repeat(3000), "]".repeat(3000));
    let wrong = [
        "".to_owned(),
        "null".to_owned(),
        "7".to_owned(),
        "\"my PIN is 4711\"".to_owned(),
        "[]".to_owned(),
        "{".to_owned(),
        "{\"my PIN is 4711\": 1}".to_owned(),
        "{'user_id': 'alice'}".to_owned(),
        "\u{feff}{}".to_owned(),
        deep.clone(),
        format!("{{\"filters\": {deep}}}"),
    ];
    let message = json!([{ "role": "user", "content": "x" }]);
    let add_bodies = [
        json!({ "messages": message, "infer": false }),
        json!({ "messages": message, "infer": false, "user_id": 7 }),
        json!({ "messages": message, "infer": false, "user_id": "" }),
        json!({ "messages": message, "infer": false, "user_id": "*" }),
        json!({ "messages": message, "infer": false, "user_id": "a\nb" }),
        json!({ "messages": message, "infer": false, "user_id": ["alice"] }),
        json!({ "messages": message, "infer": false, "user_id": "alice", "filters": { "user_id": "bob" } }),
        json!({ "messages": message, "infer": false, "filters": { "user_id": { "in": ["alice"] } } }),
        json!({ "messages": message, "infer": false, "filters": { "scope": "acme" } }),
        json!({ "messages": message, "infer": false, "user_id": "alice", "metadata": [] }),
        json!({ "messages": message, "infer": false, "user_id": "alice", "metadata": { "mem0": 1 } }),
        json!({ "messages": message, "infer": false, "user_id": "alice", "expiration_date": "soon" }),
        json!({ "messages": message, "infer": false, "user_id": "alice", "timestamp": "soon" }),
        json!({ "messages": message, "infer": false, "user_id": "alice", "scope": "other" }),
        json!({ "messages": message, "infer": false, "user_id": "alice", "actor": "root" }),
        json!({ "messages": "x", "infer": false, "user_id": "alice" }),
        json!({ "messages": [], "infer": false, "user_id": "alice" }),
        json!({ "messages": ["x"], "infer": false, "user_id": "alice" }),
        json!({ "messages": [{ "role": "user" }], "infer": false, "user_id": "alice" }),
        json!({ "messages": [{ "role": "user", "content": 7 }], "infer": false, "user_id": "alice" }),
        json!({ "messages": [{ "role": "user", "content": " " }], "infer": false, "user_id": "alice" }),
        json!({ "messages": [{ "role": "user", "content": "a\u{0}b" }], "infer": false, "user_id": "alice" }),
        json!({ "messages": [{ "role": "assistant", "content": "x" }], "infer": false, "user_id": "alice" }),
        json!({ "messages": [{ "role": "user", "content": [{ "type": "image_url", "image_url": "x" }] }],
                "infer": false, "user_id": "alice" }),
        json!({ "messages": vec![message[0].clone(); 1001], "infer": false, "user_id": "alice" }),
        json!({ "messages": message, "infer": "no", "user_id": "alice" }),
    ];
    for body in add_bodies.iter().map(Value::to_string).chain(wrong.clone()) {
        let reply = acme.send("POST", "/v3/memories/add/", Some(("application/json", body.as_bytes())));
        let problem = reply.no(400);
        assert!(!problem.to_string().contains("4711"), "{problem}");
    }
    for infer in [json!(null), json!(true)] {
        let body = json!({ "messages": message, "infer": infer, "user_id": "alice" });
        let problem = acme.post("/v3/memories/add/", body).no(422);
        assert!(problem["detail"].as_str().unwrap().contains("infer=false"), "{problem}");
    }
    let filters = json!({ "user_id": "alice" });
    let search_bodies = [
        json!({ "query": "", "filters": filters }),
        json!({ "query": " \n", "filters": filters }),
        json!({ "query": 7, "filters": filters }),
        json!({ "filters": filters }),
        json!({ "query": "x", "filters": filters, "top_k": 0 }),
        json!({ "query": "x", "filters": filters, "top_k": 1001 }),
        json!({ "query": "x", "filters": filters, "top_k": -1 }),
        json!({ "query": "x", "filters": filters, "top_k": 1.5 }),
        json!({ "query": "x", "filters": filters, "threshold": "low" }),
        json!({ "query": "x", "filters": filters, "fields": "memory" }),
        json!({ "query": "x", "filters": filters, "categories": [1] }),
        json!({ "query": "x", "filters": filters, "metadata": { "a": { "gt": 1 } } }),
        json!({ "query": "x", "filters": filters, "user_id": "alice" }),
        json!({ "query": "x", "filters": filters, "limit": 5 }),
    ];
    for body in search_bodies.iter().map(Value::to_string).chain(wrong.clone()) {
        acme.send("POST", "/v3/memories/search/", Some(("application/json", body.as_bytes()))).no(400);
    }
    for (query, body) in [
        ("?page=0", json!({ "filters": filters })),
        ("?page=-1", json!({ "filters": filters })),
        ("?page=x", json!({ "filters": filters })),
        ("?page=99999999999999999999", json!({ "filters": filters })),
        ("?page_size=0", json!({ "filters": filters })),
        ("?page_size=1001", json!({ "filters": filters })),
        ("?page=1&page=2", json!({ "filters": filters })),
        ("", json!({ "filters": filters, "start_date": "soon" })),
        ("", json!({ "filters": filters, "categories": "food" })),
        ("", json!({ "filters": filters, "show_expired": "yes" })),
        ("", json!({ "filters": filters, "user_id": "alice" })),
    ] {
        acme.post(&format!("/v3/memories/{query}"), body).no(400);
    }
    assert_eq!(acme.post("/v3/memories/?page=1000000", json!({ "filters": filters })).ok(200)["count"], 1);
    let one = format!("/v1/memories/{id}/");
    let updates = [
        "{}", "{\"text\": 7}", "{\"text\": null}", "{\"text\": \"x\", \"scope\": \"y\"}",
        "{\"metadata\": {}, \"scope\": \"y\"}", "{\"text\": \" \"}",
    ];
    for body in updates.map(str::to_owned).into_iter().chain(wrong.clone()) {
        acme.send("PUT", &one, Some(("application/json", body.as_bytes()))).no(400);
    }
    for field in ["metadata", "timestamp", "expiration_date"] {
        let body = json!({ "text": "x", field: null }).to_string();
        acme.send("PUT", &one, Some(("application/json", body.as_bytes()))).no(501);
    }
    let many: Vec<Value> = (0..1001).map(|_| json!({ "memory_id": id })).collect();
    let batches = [
        json!({ "memories": {} }),
        json!({ "memories": [] }),
        json!({ "memories": [id] }),
        json!({ "memories": [{}] }),
        json!({ "memories": [{ "memory_id": 7 }] }),
        json!({ "memories": [{ "memory_id": id, "text": "x" }, { "memory_id": id, "text": "y" }] }),
        json!({ "memories": [{ "memory_id": id }, { "memory_id": id }] }),
        json!({ "memories": many }),
        json!({ "memories": [{ "memory_id": id, "text": "x", "other": 1 }], "all": true }),
    ];
    for body in batches.iter().map(Value::to_string).chain(wrong) {
        for method in ["PUT", "DELETE"] {
            acme.send(method, "/v1/batch/", Some(("application/json", body.as_bytes()))).no(400);
        }
    }
    for media_type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let body = json!({ "filters": filters }).to_string();
        acme.send("POST", "/v3/memories/", Some((media_type, body.as_bytes()))).no(415);
    }
    let long = json!({ "query": "x".repeat(2 << 20), "filters": filters });
    acme.post("/v3/memories/search/", long).no(413);
    assert_eq!(acme.get(&one).ok(200)["memory"], "The bike is red.");
    assert_eq!(texts(&acme, json!({ "user_id": "*" })), ["The bike is red."]);
    server.stop();
}
