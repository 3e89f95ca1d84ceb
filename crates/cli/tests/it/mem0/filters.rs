//! The language of filters: each field and operator, what it means and what it refuses.

use serde_json::{Value, json};

use super::support::{USUAL, add, texts};
use crate::serve::client::{Server, key};
use crate::support::World;

#[test]
fn a_filter_means_what_it_says() {
    let world = World::new();
    let token = key(&world, USUAL, "acme/**");
    let server = Server::start(&world, &[]);
    let acme = server.anybody().with("Authorization", &format!("Token {token}"));
    let a = add(
        &acme,
        "Tea",
        json!({ "user_id": "alice", "run_id": "r1", "metadata": { "n": 1, "tags": ["x", "y"], "s": "abc", "no": null } }),
    );
    let b = add(
        &acme,
        "Coffee",
        json!({ "user_id": "alice", "timestamp": 1_600_000_000, "metadata": { "n": 2 } }),
    );
    add(&acme, "Milk", json!({ "user_id": "bob", "agent_id": "bot", "expiration_date": "2099-06-30" }));
    add(&acme, "Water", json!({ "agent_id": "bot", "app_id": "shop" }));
    add(&acme, "Juice", json!({ "run_id": "r1" }));
    for (filters, wanted) in [
        (json!({ "user_id": "alice" }), &["Coffee", "Tea"][..]),
        (json!({ "user_id": { "eq": "alice" }, "run_id": "r1" }), &["Tea"]),
        (json!({ "user_id": { "in": ["alice", "bob", "nobody"] } }), &["Coffee", "Milk", "Tea"]),
        (json!({ "user_id": ["bob"] }), &["Milk"]),
        (json!({ "user_id": { "in": [] } }), &[]),
        (json!({ "user_id": "*" }), &["Coffee", "Milk", "Tea"]),
        (json!({ "user_id": "*", "agent_id": "*" }), &["Milk"]),
        (json!({ "user_id": "Alice" }), &[]),
        (json!({ "agent_id": "bot" }), &["Milk", "Water"]),
        (json!({ "run_id": "r1" }), &["Juice", "Tea"]),
        (json!({ "run_id": "r1", "NOT": { "user_id": "*" } }), &["Juice"]),
        (json!({ "run_id": "*", "user_id": { "ne": "alice" } }), &["Juice"]),
        (json!({ "app_id": "shop" }), &["Water"]),
        (json!({ "AND": [{ "user_id": "alice" }, { "user_id": "bob" }] }), &[]),
        (
            json!({ "AND": [{ "user_id": "alice" }, { "OR": [{ "text": "Tea" }, { "text": "Milk" }] }] }),
            &["Tea"],
        ),
        (
            json!({ "OR": [{ "user_id": "bob" }, { "app_id": "shop" }, { "run_id": "r1" }] }),
            &["Juice", "Milk", "Tea", "Water"],
        ),
        (json!({ "user_id": "alice", "NOT": [{ "run_id": "r1" }] }), &["Coffee"]),
        (json!({ "user_id": "alice", "NOT": [{ "text": "Tea" }, { "text": "Coffee" }] }), &[]),
        (json!({ "user_id": "alice", "NOT": { "text": "Tea", "run_id": "r2" } }), &["Coffee", "Tea"]),
        (json!({ "user_id": "*", "text": { "contains": "il" } }), &["Milk"]),
        (json!({ "user_id": "*", "text": { "contains": "TEA" } }), &[]),
        (json!({ "user_id": "*", "text": { "icontains": "TEA" } }), &["Tea"]),
        (json!({ "user_id": "*", "keywords": "MILK" }), &["Milk"]),
        (json!({ "user_id": "*", "keywords": { "contains": "of" } }), &["Coffee"]),
        (json!({ "user_id": "*", "text": { "contains": "e", "ne": "Tea" } }), &["Coffee"]),
        (json!({ "user_id": "alice", "memory_ids": [a] }), &["Tea"]),
        (json!({ "user_id": "alice", "memory_ids": { "in": [a, b, "x"] } }), &["Coffee", "Tea"]),
        (json!({ "user_id": "bob", "memory_ids": [a] }), &[]),
        (json!({ "user_id": "*", "categories": { "in": ["food"] } }), &[]),
        (json!({ "user_id": "*", "categories": { "ne": "food" } }), &["Coffee", "Milk", "Tea"]),
        (json!({ "user_id": "*", "metadata": { "n": 1 } }), &["Tea"]),
        (json!({ "user_id": "*", "metadata": { "n": "1" } }), &[]),
        (json!({ "user_id": "alice", "metadata": { "n": { "ne": 1 } } }), &["Coffee"]),
        (json!({ "user_id": "*", "metadata": { "tags": { "contains": "y" } } }), &["Tea"]),
        (json!({ "user_id": "*", "metadata": { "s": { "contains": "b" } } }), &["Tea"]),
        (json!({ "user_id": "*", "metadata": { "no": null } }), &["Tea"]),
        (json!({ "user_id": "*", "metadata": { "s": "abc", "n": 2 } }), &[]),
        (
            json!({ "user_id": "*", "created_at": { "gt": "2024-01-01", "lte": "2199-01-01T00:00:00Z" } }),
            &["Coffee", "Milk", "Tea"],
        ),
        (json!({ "user_id": "*", "created_at": { "lt": 1_700_000_000 } }), &[]),
        (json!({ "user_id": "*", "timestamp": { "lt": "2021-01-01" } }), &["Coffee"]),
        (json!({ "user_id": "*", "timestamp": { "eq": 1_600_000_000 } }), &["Coffee"]),
        (json!({ "user_id": "*", "updated_at": "*" }), &["Coffee", "Milk", "Tea"]),
        (json!({ "user_id": "*", "expiration_date": "*" }), &["Milk"]),
        (json!({ "user_id": "*", "expiration_date": { "gte": "2099-06-30" } }), &["Milk"]),
        (json!({ "user_id": "*", "expiration_date": { "ne": "2001-01-01" } }), &["Coffee", "Milk", "Tea"]),
    ] {
        assert_eq!(texts(&acme, filters.clone()), wanted, "{filters}");
    }
    server.stop();
}

#[test]
fn what_is_no_filter_is_refused() {
    let world = World::new();
    let token = key(&world, USUAL, "acme/**");
    let server = Server::start(&world, &[]);
    let acme = server.anybody().with("Authorization", &format!("Token {token}"));
    add(&acme, "Tea", json!({ "user_id": "alice" }));
    let mut deep = json!({ "user_id": "alice" });
    for _ in 0..40 {
        deep = json!({ "AND": [deep] });
    }
    let too_deep: Value = (0..100).fold(json!({ "user_id": "alice" }), |inner, _| json!({ "NOT": [inner] }));
    let long: Vec<String> = (0..1001).map(|number| format!("u{number}")).collect();
    let many: Vec<Value> = (0..2100).map(|number| json!({ "user_id": format!("u{number}") })).collect();
    for filters in [
        json!(null),
        json!({}),
        json!([]),
        json!("user_id"),
        json!(7),
        json!({ "AND": [] }),
        json!({ "AND": {} }),
        json!({ "AND": [{}] }),
        json!({ "AND": ["user_id"] }),
        json!({ "OR": [{ "user_id": "alice" }, { "text": "Tea" }] }),
        json!({ "NOT": { "user_id": "alice" } }),
        json!({ "text": "Tea" }),
        json!({ "user_id": null }),
        json!({ "user_id": 7 }),
        json!({ "user_id": true }),
        json!({ "user_id": "" }),
        json!({ "user_id": " " }),
        json!({ "user_id": "a\u{0}b" }),
        json!({ "user_id": "x".repeat(257) }),
        json!({ "user_id": {} }),
        json!({ "user_id": { "gt": "a" } }),
        json!({ "user_id": { "contains": "a" } }),
        json!({ "user_id": { "ne": "a" } }),
        json!({ "user_id": { "in": "alice" } }),
        json!({ "user_id": { "in": [1] } }),
        json!({ "user_id": { "in": ["alice", "*"] } }),
        json!({ "user_id": { "eq": "*" } }),
        json!({ "user_id": { "in": long } }),
        json!({ "user_id": "alice", "created_at": "yesterday" }),
        json!({ "user_id": "alice", "created_at": { "contains": "2024" } }),
        json!({ "user_id": "alice", "created_at": { "gt": [] } }),
        json!({ "user_id": "alice", "metadata": "x" }),
        json!({ "user_id": "alice", "metadata": { "a": {} } }),
        json!({ "user_id": "alice", "metadata": { "a": { "gt": 1 } } }),
        json!({ "user_id": "alice", "metadata": [1] }),
        json!({ "user_id": "alice", "and": [{ "run_id": "r" }] }),
        json!({ "user_id": "alice", "__class__": "x" }),
        json!({ "user_id": "alice", "owner": "x" }),
        json!({ "user_id": "alice", "$where": "1" }),
        json!({ "user_id": "alice", "user_id' OR 1=1": "x" }),
        deep,
        too_deep,
        json!({ "OR": many }),
    ] {
        for (path, body) in [
            ("/v3/memories/", json!({ "filters": filters })),
            ("/v3/memories/search/", json!({ "query": "Tea", "filters": filters })),
        ] {
            let problem = acme.post(path, body).no(400);
            assert!(!text(&problem).contains("yesterday") && !text(&problem).contains("1=1"), "{problem}");
        }
    }
    // As many as may be.
    let most: Vec<String> = (0..1000).map(|number| format!("u{number}")).collect();
    assert!(texts(&acme, json!({ "user_id": { "in": most } })).is_empty());
    let most: Vec<Value> = (0..999).map(|number| json!({ "user_id": format!("u{number}") })).collect();
    assert!(texts(&acme, json!({ "OR": most })).is_empty());
    server.stop();
}

fn text(problem: &Value) -> String {
    problem.to_string()
}

#[test]
fn a_search_finds_what_a_filter_means_however_far_behind() {
    let world = World::new();
    let token = key(&world, USUAL, "acme/**");
    let server = Server::start(&world, &[]);
    let acme = server.anybody().with("Authorization", &format!("Token {token}"));
    let many: Vec<Value> = (0..950)
        .map(|number| json!({ "role": "user", "content": format!("Green tea, green tea, cup {number}.") }))
        .collect();
    let body = json!({ "messages": many, "user_id": "alice", "run_id": "a", "infer": false });
    acme.post("/v3/memories/add/", body).ok(200);
    let behind =
        "Somebody once asked at length, on a long walk by the sea in the rain, for something like tea.";
    add(&acme, behind, json!({ "user_id": "alice", "run_id": "b" }));
    add(&acme, behind, json!({ "user_id": "bob", "run_id": "b" }));
    let search = |filters: Value, more: Value| {
        let mut body = json!({ "query": "green tea", "filters": filters });
        for (field, value) in more.as_object().unwrap() {
            body[field] = value.clone();
        }
        let found = acme.post("/v3/memories/search/", body).ok(200);
        found["results"].as_array().unwrap().clone()
    };
    let found = search(json!({ "user_id": "alice", "run_id": "b" }), json!({}));
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0]["memory"], &found[0]["user_id"]), (&json!(behind), &json!("alice")));
    // Every scope is asked, and the best of all come first.
    let found = search(json!({ "run_id": "*" }), json!({ "top_k": 1000 }));
    assert_eq!(found.len(), 952);
    let scores: Vec<f64> = found.iter().map(|memory| memory["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b));
    assert_eq!(search(json!({ "user_id": "alice" }), json!({})).len(), 10);
    assert_eq!(search(json!({ "user_id": "alice" }), json!({ "threshold": 1e9 })).len(), 0);
    let all = search(json!({ "run_id": "b" }), json!({ "threshold": scores[951], "top_k": 5 }));
    assert!((1..=2).contains(&all.len()), "{all:?}");
    server.stop();
}
