//! What no client should send: too long, not JSON, of the wrong kind, and noise.

use serde_json::json;

use super::client::{ALL, Server, key, raw};
use crate::support::World;

const SECRET: &str = "The vault opens with 8812-QX.";

#[test]
fn bodies_that_are_not_as_they_should_be_are_refused_by_what_is_wrong() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token);
    client.inscribe(&[SECRET]);
    let json = "application/json";
    for (body, status, code) in [
        (&b""[..], 400, "bad_request"),
        (b"{", 400, "bad_request"),
        (b"null", 400, "bad_request"),
        (b"[]", 400, "bad_request"),
        (b"\"8812-QX\"", 400, "bad_request"),
        (b"{}", 400, "bad_request"),
        (b"{\"query\": 8812}", 400, "bad_request"),
        (b"{\"query\": \"8812-QX\", \"k\": \"8812-QX\"}", 400, "bad_request"),
        (b"{\"query\": \"8812-QX\", \"k\": 0}", 400, "bad_request"),
        (b"{\"query\": \"8812-QX\", \"k\": -1}", 400, "bad_request"),
        (b"{\"query\": \"8812-QX\", \"k\": 18446744073709551615}", 400, "bad_request"),
        (b"{\"query\": \"8812-QX\", \"k\": 1e99}", 400, "bad_request"),
        (b"{\"query\": \" \"}", 400, "bad_request"),
        (b"{\"query\": \"x\", \"The vault opens with 8812-QX.\": 1}", 400, "bad_request"),
        (b"{\"query\": \"x\", \"query\": \"8812-QX\"}", 400, "bad_request"),
        (b"{\"query\": \"x\", \"mode\": \"8812-QX\"}", 400, "bad_request"),
        (b"{\"query\": \"x\", \"as_of\": \"8812-QX\"}", 400, "bad_request"),
        (b"{\"query\": \"\xff\xfe\"}", 400, "bad_request"),
        (b"{\"query\": \"\\ud800\"}", 400, "bad_request"),
        (b"\xef\xbb\xbf{\"query\": \"x\"}", 400, "bad_request"),
    ] {
        let problem = client.send("POST", "/v1/recall", Some((json, body))).refused(status, code);
        assert!(!problem.to_string().contains("8812"), "{problem}");
    }
    let deep = "[".repeat(100_000);
    client.send("POST", "/v1/recall", Some((json, deep.as_bytes()))).refused(400, "bad_request");
    for kind in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonl", ""]
    {
        client.send("POST", "/v1/recall", Some((kind, b"{\"query\": \"x\"}"))).refused(415, "media_type");
    }
    let good = client.send(
        "POST",
        "/v1/recall",
        Some(("Application/JSON; charset=utf-8", b"{\"query\": \"vault\"}")),
    );
    assert_eq!(good.ok(200)["hits"].as_array().unwrap().len(), 1);
    client.send("DELETE", "/v1/plans/x", Some((json, b"{}"))).refused(400, "bad_request");
    for (method, path, status, code) in [
        ("GET", "/", 404, "no_route"),
        ("GET", "/v1", 404, "no_route"),
        ("GET", "/v1/memories/", 405, "method_not_allowed"),
        ("GET", "/v2/memories", 404, "no_route"),
        ("GET", "/../etc/passwd", 404, "no_route"),
        ("PUT", "/v1/memories", 405, "method_not_allowed"),
        ("GET", "/v1/recall", 405, "method_not_allowed"),
        ("PATCH", "/v1/memories", 405, "method_not_allowed"),
        ("GET", "/v1/memories/8812-QX", 400, "bad_id"),
        ("GET", "/v1/memories/%ff", 400, "bad_request"),
    ] {
        let problem = client.send(method, path, None).refused(status, code);
        assert!(!problem.to_string().contains("8812"), "{problem}");
    }
    server.stop();
}

#[test]
fn a_body_that_is_too_long_is_refused_and_nothing_is_written() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token);
    let body = |bytes: usize| json!({ "memories": [{ "text": "x".repeat(bytes) }] });
    client.post("/v1/memories", body((1 << 20) - 30)).ok(201);
    for bytes in [1 << 20, 3 << 20] {
        client.post("/v1/memories", body(bytes)).refused(413, "body_too_large");
    }
    assert_eq!(client.get("/v1/stats").ok(200)["live"], 1);
    // Nor where its length is not told, or is told wrong.
    let head = format!(
        "POST /v1/memories HTTP/1.1\r\nHost: x\r\nX-API-Key: {token}\r\nContent-Type: application/json\r\n"
    );
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 19, " ".repeat(1 << 19));
    let chunked =
        format!("{head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n{}0\r\n\r\n", chunk.repeat(3));
    assert_eq!(raw(server.address, chunked.as_bytes(), true).0, Some(413));
    let told = format!("{head}Content-Length: 999999999999\r\nConnection: close\r\n\r\n{{}}");
    assert_eq!(raw(server.address, told.as_bytes(), true).0, Some(413));
    assert_eq!(client.get("/v1/stats").ok(200)["live"], 1);
    server.stop();

    let server = Server::start(&world, &["--max-body", "2048", "--timeout", "1"]);
    let client = server.anybody().with("X-API-Key", &token);
    client.post("/v1/memories", body(2048)).refused(413, "body_too_large");
    client.post("/v1/memories", body(1900)).ok(201);
    // A body that does not come is not waited for.
    let mut stream = std::net::TcpStream::connect(server.address).unwrap();
    std::io::Write::write_all(&mut stream, format!("{head}Content-Length: 9\r\n\r\n{{").as_bytes()).unwrap();
    let mut answer = [0; 12];
    std::io::Read::read_exact(&mut stream, &mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
    drop(stream);
    server.stop();
}

#[test]
fn a_body_of_mcp_that_breaks_off_is_the_clients_error() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &["--max-body", "2048"]);
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nX-API-Key: {token}\r\n\
         Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
    );
    let (status, answer) =
        raw(server.address, format!("{head}Content-Length: 99\r\n\r\n{{").as_bytes(), false);
    assert_eq!(status, Some(408), "{answer}");
    let long = format!("{head}Content-Length: 3000\r\n\r\n{}", " ".repeat(3000));
    assert_eq!(raw(server.address, long.as_bytes(), true).0, Some(413));
    server.stop();
}

/// Numbers without order, the same at each run.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn of<'a, T>(&mut self, these: &'a [T]) -> &'a T {
        &these[usize::try_from(self.next()).unwrap_or(0) % these.len()]
    }
}

#[test]
fn noise_breaks_nothing_and_no_text_is_told() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token);
    let id = client.inscribe(&[SECRET]).remove(0);
    let paths = [
        "/v1/memories",
        "/v1/recall",
        "/v1/supersede",
        "/v1/release",
        "/v1/restore",
        "/v1/plans",
        "/v1/plans/0/commit",
        "/v1/receipts/verify",
        "/v1/import",
        "/v1/memories?limit=%00",
        "/v1/memories?cursor=\u{e9}",
        "/v1/memories/%2e%2e",
        "/v1/memories?include=all&limit=1000&x",
        "/healthz",
        "/metrics",
        "/%",
        "/v1/memories/0192f0c1-2b3c-7d4e-8f50-112233445566",
    ];
    let bodies = [
        r#"{"memories": [{"text": "8812-QX"}]}"#,
        r#"{"query": "8812-QX", "k": 5}"#,
        r#"{"target": {"words": "everything"}}"#,
        r#"{"target": {"ids": ["8812-QX"]}, "new": {"text": "8812-QX"}}"#,
        r#"{"verb": "purge", "target": "all"}"#,
        r#"{"digest": "8812-QX", "ids": []}"#,
        r#"{"receipt": "8812-QX", "keys": ["8812-QX"]}"#,
        r#"{"target": {"before": "8812"}}"#,
        r#"{"memories": [{"text": "x", "metadata": {"a": [[[[{}]]]]}, "expires": "9999-12-31T23:59:59Z"}]}"#,
    ];
    let kinds =
        ["application/json", "application/jsonl", "text/plain", "", "\u{e9}", "application/json;;;=", "*/*"];
    let headers = [
        "Nepenthe-Scope: s", "Nepenthe-Scope: \u{e9}\u{0}", "If-Match: \u{7f}", "Idempotency-Key: \u{e9}",
        "Accept: x", "Authorization: Bearer", "Authorization: \u{e9}", "Cookie: a=b", "Expect: 100-continue",
        "Range: bytes=0-1", "Transfer-Encoding: gzip", "Content-Encoding: br", "Upgrade: h2c",
        "Nepenthe-Scope: ../..", "X-API-Key: nep_",
    ];
    let mut noise = Noise(0x5eed_8812);
    let mut answered = 0;
    for _ in 0..300 {
        let mut body = noise.of(&bodies).as_bytes().to_vec();
        for _ in 0..noise.next() % 4 {
            let at = usize::try_from(noise.next()).unwrap() % body.len();
            match noise.next() % 4 {
                0 => body[at] = u8::try_from(noise.next() % 256).unwrap(),
                1 => body.truncate(at.max(1)),
                2 => body.insert(at, *noise.of(b"{}[]\",:\\0e-\xff")),
                _ => body.extend_from_within(at..),
            }
        }
        let (method, path) =
            (noise.of(&["POST", "POST", "POST", "PATCH", "DELETE", "GET", "QUERY"]), noise.of(&paths));
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n").into_bytes();
        if !noise.next().is_multiple_of(8) {
            request.extend_from_slice(format!("X-API-Key: {token}\r\n").as_bytes());
        }
        for _ in 0..noise.next() % 3 {
            request.extend_from_slice(format!("{}\r\n", noise.of(&headers)).as_bytes());
        }
        let whole = !noise.next().is_multiple_of(8);
        let length = body.len() + usize::from(!whole);
        let kind = if noise.next().is_multiple_of(2) { kinds[0] } else { noise.of(&kinds) };
        request.extend_from_slice(
            format!("Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n").as_bytes(),
        );
        request.extend_from_slice(&body);
        let (status, answer) = raw(server.address, &request, whole);
        let shown = String::from_utf8_lossy(&request);
        assert!(status.is_none_or(|status| status < 500), "{shown}\n{answer}");
        answered += u32::from(status.is_some());
    }
    assert!(answered > 200, "{answered}");
    // It is as it was: nothing was erased, and what was written was asked for.
    let memory = client.get(&format!("/v1/memories/{id}"));
    assert!(memory.status == 200 && memory.body.contains(SECRET), "{memory:?}");
    // Nothing at all on standard error: no text, no panic.
    server.stop();
}
