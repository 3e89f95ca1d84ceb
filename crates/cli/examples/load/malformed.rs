//! Damaged requests: lines, headers, bodies and JSON-RPC.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use crate::Asked;
use crate::client::Client;
use crate::noise::Noise;
use crate::server::Place;

/// What stands in each body; it may stand in no output of the server.
const SECRET: &str = "8812-QX";

/// Requests that are as they should be, before they are damaged: method, path, body.
const WHOLE: &[(&str, &str, &str)] = &[
    (
        "POST",
        "/v1/memories",
        r#"{"memories": [{"text": "The vault opens with 8812-QX.", "metadata": {"a": "8812-QX"}}]}"#,
    ),
    ("POST", "/v1/recall", r#"{"query": "8812-QX", "k": 5, "mode": "lexical"}"#),
    ("POST", "/v1/plans", r#"{"verb": "purge", "target": {"words": "everything about 8812-QZ"}}"#),
    ("POST", "/v1/plans", r#"{"verb": "release", "target": {"before": "2020-01-01T00:00:00Z"}}"#),
    ("POST", "/v1/plans/0/commit", r#"{"digest": "8812-QX", "ids": ["8812-QX"]}"#),
    ("POST", "/v1/supersede", r#"{"target": {"words": "8812-QZ"}, "new": {"text": "8812-QZ"}}"#),
    ("POST", "/v1/restore", r#"{"target": {"ids": ["0192f0c1-2b3c-7d4e-8f50-112233445566"]}}"#),
    ("POST", "/v1/receipts/verify", r#"{"receipt": {"statement": "8812-QX"}, "keys": ["8812-QX"]}"#),
    ("POST", "/v1/import", r#"{"kind": "header", "version": 1, "text": "8812-QX"}"#),
    ("PATCH", "/v1/memories/0192f0c1-2b3c-7d4e-8f50-112233445566", r#"{"text": "8812-QX"}"#),
    ("POST", "/v1/cases", r#"{"names": ["8812-QX"]}"#),
    (
        "POST",
        "/v3/memories/add/",
        r#"{"messages": [{"role": "user", "content": "8812-QX"}], "user_id": "8812-QX", "infer": false}"#,
    ),
    (
        "POST",
        "/v3/memories/search/",
        r#"{"query": "8812-QX", "filters": {"AND": [{"user_id": "8812-QX"}, {"NOT": [{"metadata": {"a": 1}}]}]}}"#,
    ),
    ("DELETE", "/v1/memories/?filters=%7B%27user_id%27%3A+%27nobody%27%7D", ""),
    ("POST", "/console/search", "text=8812-QX&csrf=8812-QX"),
    ("POST", "/mcp", r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":META}}"#),
    (
        "POST",
        "/mcp",
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":{"query":"8812-QX"},"_meta":META}}"#,
    ),
    (
        "POST",
        "/mcp",
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"purge","arguments":{"what":"8812-QZ"},"inputResponses":{"x":{}},"requestState":"8812-QX","_meta":META}}"#,
    ),
    (
        "POST",
        "/mcp",
        r#"{"jsonrpc":"2.0","id":{"a":1},"method":"initialize","params":{"protocolVersion":"8812-QX","capabilities":[]}}"#,
    ),
    ("POST", "/mcp", r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"1.0","method":8812}]"#),
    ("POST", "/mcp", r#"{"jsonrpc":"2.0","method":"notifications/8812-QX"}"#),
    ("POST", "/mcp", r#"{"jsonrpc":"2.0","id":18446744073709551616,"result":{}}"#),
];

/// What each request of MCP has with it.
const META: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#;

const METHODS: &[&str] =
    &["POST", "POST", "POST", "GET", "DELETE", "PATCH", "PUT", "OPTIONS", "QUERY", "post", "\u{e9}"];

const PATHS: &[&str] = &[
    "/v1/memories?limit=0&cursor=%00", "/v1/memories/%ff", "/v1/receipts", "/v1/export", "/v1/events",
    "/v1/entities/", "/console", "/metrics", "/%", "//..//", "*", "http://x/v1/recall",
];

const HEADERS: &[&str] = &[
    "Nepenthe-Scope: load",
    "Nepenthe-Scope: \u{e9}\u{0}",
    "Nepenthe-Scope: ../..",
    "MCP-Protocol-Version: 2026-07-28",
    "MCP-Protocol-Version: 8812-QX",
    "Mcp-Method: tools/call",
    "Mcp-Method: 8812-QX",
    "Mcp-Name: recall",
    "Mcp-Session-Id: 8812-QX",
    "Last-Event-ID: 8812-QX",
    "Accept: application/json, text/event-stream",
    "Accept: 8812-QX",
    "Origin: https://8812-qx.example",
    "Sec-Fetch-Site: cross-site",
    "If-Match: \u{7f}",
    "Idempotency-Key: 8812-QX",
    "Authorization: Bearer 8812-QX",
    "Authorization: Token \u{e9}",
    "Cookie: session=8812-QX",
    "Expect: 100-continue",
    "Range: bytes=0-1",
    "Transfer-Encoding: gzip",
    "Transfer-Encoding: chunked",
    "Content-Encoding: br",
    "Content-Length: -1",
    "Content-Length: 99999999999999999999",
    "Upgrade: h2c",
    "Host: 8812-qx.example",
    "no colon",
    ": no name",
    "X-Long: ",
];

const KINDS: &[&str] = &[
    "application/json", "application/json", "application/json", "application/jsonl",
    "application/x-www-form-urlencoded", "text/plain", "\u{e9}", "application/json;;;=",
];

pub(crate) fn run(asked: &Asked) -> usize {
    let place = Place::new(asked.embedder.as_deref());
    let mut served = place.serve();
    let client = Client::new(served.address, &place.key, "load");
    let kept = client.inscribe(&[format!("The vault opens with {SECRET}.")]).unwrap().remove(0);
    let mut noise = Noise::new(asked.seed);
    let mut statuses: BTreeMap<Option<u16>, usize> = BTreeMap::new();
    let mut wrong = 0;
    for number in 0..asked.requests {
        let request = request(&mut noise, &place.key);
        let (status, answer) = answer(served.address, &request.0, request.1);
        *statuses.entry(status).or_default() += 1;
        if status.is_some_and(|status| status >= 500 && status != 501) {
            wrong += 1;
            eprintln!("{}\n=> {answer}\n", String::from_utf8_lossy(&request.0));
        }
        if number % 1000 == 999 {
            eprintln!("{} requests, wrong {wrong}", number + 1);
        }
        assert!(served.runs(), "the server has ended: {}", String::from_utf8_lossy(&request.0));
    }
    for (status, count) in &statuses {
        let status =
            status.map_or_else(|| "closed without an answer".to_owned(), |status| status.to_string());
        println!("{status}: {count}");
    }
    let there = client.text(&kept).is_some_and(|text| text.contains(SECRET));
    if !there {
        println!("what was written before is gone");
    }
    let (code, written) = served.stop();
    if (code, written.as_str()) != (Some(0), "") {
        println!("the server ended with {code:?} and wrote: {written}");
    }
    wrong + usize::from(!there) + usize::from(code != Some(0)) + usize::from(!written.is_empty())
}

/// A request, and whether all that it promises is sent. Two in three have a whole line and whole headers, and a damaged body.
fn request(noise: &mut Noise, key: &str) -> (Vec<u8>, bool) {
    if noise.one_in(50) {
        return ((0..noise.below(400)).map(|_| u8::try_from(noise.below(256)).unwrap()).collect(), false);
    }
    let body_alone = !noise.one_in(3);
    let (mut method, mut path, body) = noise.of(WHOLE);
    let mut body = damaged(body.replace("META", META).into_bytes(), noise);
    if !body_alone {
        if noise.one_in(2) {
            method = noise.of(METHODS);
        }
        if noise.one_in(2) {
            path = noise.of(PATHS);
        }
    }
    let kind = match (path.starts_with("/console"), path == "/v1/import") {
        (true, _) => "application/x-www-form-urlencoded",
        (_, true) => "application/jsonl",
        _ => "application/json",
    };
    let mut request =
        format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n").into_bytes();
    if body_alone || !noise.one_in(8) {
        request.extend(format!("X-API-Key: {key}\r\nNepenthe-Scope: load\r\n").as_bytes());
    }
    if path == "/mcp" && (body_alone || noise.one_in(2)) {
        request.extend(b"Accept: application/json, text/event-stream\r\n");
        // Without it, the request is one of the older revisions.
        if noise.one_in(2) {
            request.extend(
                b"MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: recall\r\n",
            );
        }
    }
    let (mut whole, mut told) = (true, body.len());
    if !body_alone {
        for _ in 0..noise.below(3) {
            let header = noise.of(HEADERS);
            request.extend(header.as_bytes());
            if header.starts_with("X-Long") {
                request.extend("8".repeat(noise.below(100_000)).as_bytes());
            }
            request.extend(b"\r\n");
        }
        whole = !noise.one_in(8);
        told += usize::from(!whole) * 7;
    }
    let kind = if body_alone || noise.one_in(2) { kind } else { noise.of(KINDS) };
    request.extend(format!("Content-Type: {kind}\r\nContent-Length: {told}\r\n\r\n").as_bytes());
    request.append(&mut body);
    if !body_alone && noise.one_in(4) {
        let at = noise.below(request.len());
        request[at] = u8::try_from(noise.below(256)).unwrap();
    }
    (request, whole)
}

/// A body, damaged at up to three places.
fn damaged(mut body: Vec<u8>, noise: &mut Noise) -> Vec<u8> {
    for _ in 0..noise.below(4) {
        if body.is_empty() {
            break;
        }
        let at = noise.below(body.len());
        match noise.below(8) {
            0 => body[at] = u8::try_from(noise.below(256)).unwrap(),
            1 => body.truncate(at.max(1)),
            2 => body.insert(at, noise.of(b"{}[]\",:\\0e-\xff")),
            3 => body.extend_from_within(at..),
            4 => insert(&mut body, at, noise.of(&["[[[[[[[[", "null", "1e999", "\\ud800", "\"a\":"])),
            5 => insert(&mut body, at, &"[".repeat(20_000)),
            // One value for another: what is left is JSON, and not what is asked for.
            6 => replace(
                &mut body,
                "\"8812-QX\"",
                noise.of(&["null", "8812", "[]", "{}", "\"\"", "true", "-0.0"]),
            ),
            _ => replace(
                &mut body,
                "8812-QX",
                noise.of(&["\\u0000", "%00", "**", "../..", "\\ud83d", "'); --", "{{x}}"]),
            ),
        }
    }
    body
}

fn insert(body: &mut Vec<u8>, at: usize, text: &str) {
    body.splice(at..at, text.bytes());
}

fn replace(body: &mut Vec<u8>, what: &str, by: &str) {
    *body = String::from_utf8_lossy(body).replacen(what, by, 1).into_bytes();
}

/// Sends it on a connection of its own, and returns the status and whatever comes back within ten seconds.
fn answer(address: SocketAddr, request: &[u8], whole: bool) -> (Option<u16>, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    // A server that has had enough closes, and may do so before it has read all.
    let _ = stream.write_all(request);
    if !whole || request.len().is_multiple_of(2) {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let (mut answer, mut part) = (Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = stream.read(&mut part) {
        answer.extend_from_slice(&part[..count]);
        // A stream of events has no end.
        if answer.starts_with(b"HTTP/1.1 200") && answer.windows(17).any(|part| part == b"text/event-stream")
        {
            break;
        }
    }
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok());
    (status, answer)
}
