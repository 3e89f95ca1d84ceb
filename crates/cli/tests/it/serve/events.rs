//! `GET /v1/events`: what happens in a scope, as it happens, without texts.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{ALL, Client, Server, key};
use crate::support::{World, text_of};

/// An answer that is read while it comes.
pub struct Stream {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    reader: BufReader<TcpStream>,
}

impl Stream {
    /// Asks, and reads the head.
    pub fn open(client: &Client, method: &str, path: &str) -> Self {
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for (name, value) in &client.headers {
            request += &format!("{name}: {value}\r\n");
        }
        let mut stream = TcpStream::connect(client.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all((request + "\r\n").as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut line = || {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            line.trim_end().to_owned()
        };
        let status = line().split(' ').nth(1).unwrap().parse().unwrap();
        let heads = std::iter::from_fn(|| Some(line()).filter(|line| !line.is_empty()));
        let headers = heads
            .filter_map(|head| head.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned())))
            .collect();
        Self { status, headers, reader }
    }

    /// Reads on until a line has this.
    fn until(&mut self, text: &str) -> String {
        let mut told = String::new();
        while !told.contains(text) {
            assert_ne!(self.reader.read_line(&mut told).unwrap(), 0, "{told}");
        }
        told
    }

    /// Reads to the end, which is no break: the last chunk of the answer came.
    fn ended(&mut self) -> String {
        let rest = self.rest();
        assert!(rest.ends_with("0\r\n\r\n"), "{rest:?}");
        rest
    }

    pub fn rest(&mut self) -> String {
        let mut rest = String::new();
        self.reader.read_to_string(&mut rest).unwrap();
        rest
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

fn follow(client: &Client) -> Stream {
    let stream = Stream::open(client, "GET", "/v1/events");
    assert_eq!(stream.status, 200);
    stream
}

/// What stands behind a word at the beginning of a line.
fn fields<'a>(told: &'a str, name: &str) -> Vec<&'a str> {
    told.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).collect()
}

#[test]
fn events_are_followed_from_the_last_one_known_without_texts() {
    let world = World::new();
    let token = key(&world, ALL, "**");
    let server = Server::start(&world, &[]);
    let all = server.anybody().with("X-API-Key", &token);
    let client = all.within("s");
    let id = client.inscribe(&["The PIN is 4711."]).remove(0);
    all.within("t").inscribe(&["Nobody's business."]);
    let mut stream = follow(&client);
    assert_eq!(stream.header("content-type"), Some("text/event-stream"));
    assert_eq!(stream.header("x-accel-buffering"), Some("no"));
    assert_eq!(stream.header("cache-control"), Some("no-store"));
    let mut told = stream.until("event: inscribe") + &stream.until("data: ");
    client.patch(&format!("/v1/memories/{id}"), json!({ "text": "The PIN is 1184." })).ok(200);
    told += &stream.until("event: edit");
    let last: i64 = fields(&told, "id").pop().unwrap().parse().unwrap();
    client.delete(&format!("/v1/memories/{id}")).ok(200);
    told += &stream.until("event: purge");
    // A digest may have the digits of a PIN by chance.
    assert!(!told.contains("PIN") && !told.contains("Nobody"), "{told}");
    let first: Value = serde_json::from_str(fields(&told, "data")[0]).unwrap();
    assert_eq!((&first["memory"], &first["kind"]), (&json!(id), &json!("inscribe")));
    assert_eq!(text_of(&first["seq"].to_string().into()), fields(&told, "id")[0]);

    // From the last one that was seen on, and no earlier ones.
    let again = |last: &str| client.with("Last-Event-ID", last);
    let later = follow(&again(&last.to_string())).until("event: purge");
    assert!(!later.contains("event: inscribe") && !later.contains("event: edit"), "{later}");
    assert_eq!(follow(&again("0")).until("event: inscribe").matches("event: ").count(), 1);
    for wrong in ["x", "-1", "", "1.5", "1e3", "99999999999999999999", " ", "1,2", "0x1", "last"] {
        again(wrong).get("/v1/events").refused(400, "bad_request");
    }
    again("1").with("Last-Event-ID", "2").get("/v1/events").refused(400, "bad_request");
    client.get("/v1/events?after=1").refused(400, "bad_request");
    // A scope that nobody wrote to has a stream too.
    assert!(follow(&all.within("empty")).until(":").ends_with(":\n"));
    server.stop();
}

#[test]
fn only_the_events_of_scopes_that_a_key_opens_are_followed() {
    let world = World::new();
    let token = key(&world, ALL, "**");
    let server = Server::start(&world, &[]);
    let all = server.anybody().with("X-API-Key", &token);
    for scope in ["acme/alice", "acme/bob", "acme", "other"] {
        all.within(scope).inscribe(&[&format!("A box of {scope}.")]);
    }
    let acme = server.client(&world, "audit", "acme/**");
    let own: Vec<i64> = ["acme/alice", "acme/bob", "acme"]
        .map(|scope| {
            let told = follow(&acme.within(scope)).until("data: ");
            assert!(!told.contains("box"), "{told}");
            fields(&told, "id")[0].parse().unwrap()
        })
        .into();
    assert!(own[0] < own[1] && own[1] < own[2], "{own:?}");
    for scope in ["other", "acme2", "Acme/alice", "nobody"] {
        acme.within(scope).get("/v1/events").refused(404, "not_found");
    }
    acme.get("/v1/events").refused(400, "bad_scope");
    for rights in ["read", "write", "forget", "admin", "scopes", "read,write,forget,admin,scopes"] {
        server.client(&world, rights, "acme").get("/v1/events").refused(403, "right_missing");
    }
    server.anybody().within("acme").get("/v1/events").refused(401, "unauthorized");
    server.stop();
}

#[test]
fn a_stream_ends_with_its_key_and_with_the_server() {
    let world = World::new();
    let (mine, other) = (key(&world, "audit", "s"), key(&world, ALL, "s"));
    let brief = text_of(
        &world.json(["serve", "key", "new", "--scope", "s", "--rights", "audit", "--expires", "5s"])["key"],
    );
    let server = Server::start(&world, &[]);
    let with = |token: &str| server.anybody().with("X-API-Key", token);
    with(&other).inscribe(&["The PIN is 4711."]);
    let (mut revoked, mut expired, mut open) =
        (follow(&with(&mine)), follow(&with(&brief)), follow(&with(&other)));
    revoked.until("event: inscribe");
    world.ok(["serve", "key", "revoke", mine.split('_').nth(1).unwrap()]);
    revoked.ended();
    expired.ended();
    // The others go on.
    with(&other).inscribe(&["The box is full."]);
    open.until("event: inscribe");
    assert!(open.until("event: inscribe").contains("data: "));
    server.signal("-TERM");
    open.ended();
    assert_eq!(server.end(), (Some(0), String::new()));
}

#[test]
fn a_quiet_stream_says_that_it_is_there() {
    let world = World::new();
    let server = Server::start(&world, &["--no-auth"]);
    let mut stream = follow(&server.anybody().within("s"));
    // One at once, and one after a while.
    for _ in 0..2 {
        let told = stream.until(":\n");
        assert!(!told.contains("event") && !told.contains("data"), "{told}");
    }
    server.stop();
}

#[test]
fn a_key_has_no_more_streams_than_its_share_and_closed_ones_make_room() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token);
    let mut open: Vec<Stream> = (0..16).map(|_| follow(&client)).collect();
    let refused = client.get("/v1/events").refused(429, "too_many_streams");
    assert_eq!(refused["retryable"], true);
    follow(&server.client(&world, "audit", "s"));
    client.inscribe(&["Other requests are answered."]);
    open.pop();
    while client.get("/v1/events").status != 200 {
        std::thread::sleep(Duration::from_millis(50));
    }
    open.iter_mut().for_each(|stream| assert!(stream.until("event: ").contains("id: ")));
    server.stop();
}
