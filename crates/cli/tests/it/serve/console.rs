//! The console at /console: who comes in, and that it is no side door. What pages look like and do in a browser is tested by
//! `crates/server/tests/browser/run`.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::json;

use super::client::{ALL, Server, key};
use crate::support::{World, shows};

/// Somebody with a cookie.
struct Visitor {
    base: String,
    cookie: String,
}

struct Page {
    status: u16,
    location: String,
    cookie: Option<String>,
    body: String,
}

impl Visitor {
    fn nobody(server: &Server) -> Self {
        Self { base: format!("http://{}", server.address), cookie: String::new() }
    }

    /// Logs in, with a key or with the code of a link.
    fn log_in(server: &Server, secret: &str) -> Self {
        let mut visitor = Self::nobody(server);
        let page = visitor.post("/console/login", &[("secret", secret)]);
        assert_eq!((page.status, page.location.as_str()), (303, "/console"), "{}", page.body);
        let cookie = page.cookie.unwrap();
        for part in ["Path=/console", "HttpOnly", "SameSite=Strict", "Max-Age=43200"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert!(!cookie.contains("Secure"), "over this machine's own address it goes in the clear: {cookie}");
        visitor.cookie = cookie.split(';').next().unwrap().to_owned();
        visitor
    }

    fn send(&self, method: &str, path: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> Page {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into();
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.base));
        request = request.header("Cookie", &self.cookie);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body: Vec<String> =
            fields.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        let mut answer = match method {
            "GET" => agent.run(request.body(()).unwrap()).unwrap(),
            _ => agent.run(request.body(body.join("&")).unwrap()).unwrap(),
        };
        let header = |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let (location, cookie) = (header("location").unwrap_or_default(), header("set-cookie"));
        assert_eq!(header("cache-control").as_deref(), Some("no-store"), "{path}");
        let policy = header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        Page {
            status: answer.status().as_u16(),
            location,
            cookie,
            body: answer.body_mut().read_to_string().unwrap(),
        }
    }

    fn get(&self, path: &str) -> Page {
        self.send("GET", path, &[], &[])
    }

    fn post(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        self.send("POST", path, fields, &[("Sec-Fetch-Site", "same-origin")])
    }

    /// Goes into a scope, and returns where its pages are.
    fn open(&self, scope: &str) -> String {
        let page = self.post("/console/open", &[("scope", scope)]);
        assert_eq!(page.status, 303, "{}", page.body);
        page.location.strip_suffix("/memories").unwrap().to_owned()
    }
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn a_key_logs_in_and_ends_its_session_when_it_is_revoked() {
    let world = World::new();
    let token = key(&world, "read", "acme/alice");
    let server = Server::start(&world, &[]);
    let nobody = Visitor::nobody(&server);
    for path in ["/console", "/console/keys", "/console/s/0011/memories", "/console/cases/T-1"] {
        let page = nobody.get(path);
        assert_eq!((page.status, page.location.as_str()), (303, "/console/login"), "{path}");
    }
    for wrong in ["", "nep_0_0", "login_00", &token[..token.len() - 1]] {
        let page = nobody.post("/console/login", &[("secret", wrong)]);
        assert_eq!((page.status, page.cookie.is_none()), (403, true), "{wrong}");
        assert!(page.body.contains("opens nothing"));
    }
    let alice = Visitor::log_in(&server, &token);
    assert!(alice.get("/console").location.starts_with("/console/s/"), "a key of one scope goes there");
    let forged = Visitor { cookie: format!("{}0", alice.cookie), ..Visitor::nobody(&server) };
    assert_eq!(forged.get("/console").location, "/console/login");
    world.ok(["serve", "key", "revoke", token.split('_').nth(1).unwrap()]);
    assert_eq!(alice.get("/console").location, "/console/login");
    server.stop();
}

#[test]
fn a_login_link_lets_one_person_in_once() {
    let world = World::new();
    let reader = key(&world, "read", "acme/alice");
    let server = Server::start(&world, &[]);
    let made = world.ok(["serve", "login-link", "--at", "http://127.0.0.1:9/"]);
    let secret = made.trim().strip_prefix("http://127.0.0.1:9/console/login#").unwrap();
    let visitor = Visitor::log_in(&server, secret);
    assert!(visitor.get("/console").body.contains("console"), "it acts as the console's own key");
    let again = Visitor::nobody(&server).post("/console/login", &[("secret", secret)]);
    assert_eq!(again.status, 403);
    // As one of the keys.
    let id = reader.split('_').nth(1).unwrap();
    let link = world.ok(["serve", "login-link", id]);
    let alice = Visitor::log_in(&server, link.trim().split_once('#').unwrap().1);
    assert!(alice.get("/console").location.ends_with("/memories"));
    assert_eq!(alice.get("/console/keys").status, 403);
    world.run(["serve", "login-link", "000000000000"]).refused(3, "no key of this id");
    // The console's own key is made once.
    world.ok(["serve", "login-link"]);
    assert_eq!(world.ok(["serve", "key", "list"]).lines().count(), 2);
    server.stop();
}

#[test]
fn what_another_key_has_is_not_there() {
    let world = World::new();
    let (alice, bob) = (key(&world, ALL, "acme/alice"), key(&world, ALL, "acme/bob"));
    let server = Server::start(&world, &[]);
    let of_bob = server.anybody().with("X-API-Key", &bob);
    let id = of_bob.inscribe(&["Bob's PIN is 4711."]).remove(0);
    server.anybody().with("X-API-Key", &alice).inscribe(&["Alice likes tea."]);
    let (alice, bob) = (Visitor::log_in(&server, &alice), Visitor::log_in(&server, &bob));
    let (hers, his) = (alice.open("acme/alice"), bob.open("acme/bob"));
    assert_eq!(bob.get(&format!("{his}/memories/{id}")).status, 200);
    let plan = bob.post(&format!("{his}/plans"), &[("verb", "purge"), ("id", &id)]).location;
    let plan = plan.rsplit('/').next().unwrap().to_owned();
    let opened = bob.post("/console/cases", &[("number", "T-77"), ("names", "Bob"), ("scopes", "acme/bob")]);
    let case = opened.location;
    assert!(case.starts_with("/console/cases/") && bob.get(&case).status == 200, "{case} {}", opened.body);
    for path in [
        format!("{hers}/memories/{id}"),
        format!("{hers}/plans/{plan}"),
        format!("{hers}/receipts/{id}"),
        format!("{his}/memories"),
        format!("{his}/memories/{id}"),
        format!("{his}/plans/{plan}"),
        case.clone(),
        format!("{case}/held"),
        format!("{case}/file"),
        format!("{case}/certificate"),
        "/console/cases/T-1".to_owned(),
        "/console/s/0000000000000000/memories".to_owned(),
    ] {
        let page = alice.get(&path);
        assert_eq!(page.status, 404, "{path}");
        assert!(!shows(&page.body, "4711"), "{path}");
    }
    for (path, fields) in [
        (format!("{hers}/plans/{plan}/commit"), &[("id", id.as_str()), ("read", "yes")][..]),
        (format!("{his}/plans/{plan}/commit"), &[("id", &id), ("read", "yes")]),
        (format!("{hers}/plans/{plan}/drop"), &[]),
        (format!("{hers}/memories/{id}/release"), &[]),
        (format!("{his}/memories/{id}/release"), &[]),
        ("/console/open".to_owned(), &[("scope", "acme/bob")]),
        (format!("{case}/apply"), &[("read", "yes")]),
        (format!("{case}/decide"), &[("take", &id)]),
        (format!("{case}/drop"), &[]),
        ("/console/cases".to_owned(), &[("number", "T-2"), ("names", "Bob"), ("scopes", "acme/bob")]),
    ] {
        let page = alice.post(&path, fields);
        assert!([400, 404].contains(&page.status), "{path}: {}", page.status);
        assert!(!shows(&page.body, "4711"), "{path}");
    }
    assert_eq!(of_bob.live(), ["Bob's PIN is 4711."]);
    assert!(!alice.get("/console/scopes").body.contains("acme/bob"));
    assert!(!alice.get("/console/cases").body.contains("T-77"));
    assert!(bob.get("/console/cases").body.contains("T-77"));
    let metrics = server.client(&world, "audit", "**").get("/metrics").body;
    for told in ["4711", "alice", &id, &plan] {
        assert!(!metrics.contains(told), "{told}\n{metrics}");
    }
    server.stop();
}

#[test]
fn no_page_does_what_its_key_may_not() {
    let world = World::new();
    let token = key(&world, "read", "s");
    let server = Server::start(&world, &[]);
    let id = server.client(&world, "write", "s").inscribe(&["The PIN is 4711."]).remove(0);
    let reader = Visitor::log_in(&server, &token);
    let place = reader.open("s");
    let page = reader.get(&format!("{place}/memories/{id}"));
    assert!(
        page.status == 200 && page.body.contains("4711") && !page.body.contains("Erase…"),
        "{}",
        page.body
    );
    for path in ["receipts", "receipts/x"] {
        assert_eq!(
            reader.get(&format!("{place}/{path}")).status,
            if path == "receipts" { 403 } else { 400 },
            "{path}"
        );
    }
    for path in ["/console/keys", "/console/health"] {
        assert_eq!(reader.get(path).status, 403, "{path}");
    }
    for (path, fields) in [
        (format!("{place}/plans"), &[("verb", "purge"), ("id", id.as_str())][..]),
        (format!("{place}/plans"), &[("verb", "release"), ("id", &id)]),
        (format!("{place}/memories/{id}/release"), &[]),
        (format!("{place}/memories/{id}/edit"), &[("text", "no")]),
        (format!("{place}/memories/{id}/pin"), &[]),
        (format!("{place}/inscribe"), &[("text", "no")]),
        (format!("{place}/scrub"), &[]),
        ("/console/keys".to_owned(), &[("scope", "s"), ("right", "read")]),
        ("/console/health/check".to_owned(), &[]),
    ] {
        assert_eq!(reader.post(&path, fields).status, 403, "{path}");
    }
    let listed = server.client(&world, "read", "s").live();
    assert_eq!(listed, ["The PIN is 4711."]);
    server.stop();
}

#[test]
fn nobody_makes_a_key_that_may_more_than_their_own() {
    let world = World::new();
    let (mine, other) = (key(&world, "read,admin", "acme/**"), key(&world, ALL, "other"));
    let wider = key(&world, "read,forget", "acme/a");
    let server = Server::start(&world, &[]);
    let admin = Visitor::log_in(&server, &mine);
    for (scope, right) in
        [("**", "read"), ("other", "read"), ("acme/a", "write"), ("acme/a", "forget"), ("acm", "read")]
    {
        let page = admin.post("/console/keys", &[("scope", scope), ("right", right)]);
        assert_eq!(page.status, 403, "{scope} {right}");
    }
    for fields in [
        &[("scope", "acme/a")][..],
        &[("scope", "a*"), ("right", "read")],
        &[("scope", "acme/a"), ("right", "all")],
    ] {
        assert_eq!(admin.post("/console/keys", fields).status, 400, "{fields:?}");
    }
    let made = admin.post("/console/keys", &[("scope", "acme/a/**"), ("right", "read"), ("right", "admin")]);
    let token = made.body.split("<code>nep_").nth(1).and_then(|rest| rest.split('<').next()).expect("a key");
    assert!(
        server
            .anybody()
            .with("X-API-Key", &format!("nep_{token}"))
            .within("acme/a/b")
            .get("/v1/stats")
            .status
            < 300
    );
    let id = |token: &str| token.split('_').nth(1).unwrap().to_owned();
    assert!(!admin.get("/console/keys").body.contains(&id(&other)), "a key of other scopes is not shown");
    assert_eq!(admin.post(&format!("/console/keys/{}/revoke", id(&other)), &[]).status, 404);
    assert!(!admin.get("/console/keys").body.contains(&id(&wider)), "a key that may do more is not shown");
    assert_eq!(admin.post(&format!("/console/keys/{}/revoke", id(&wider)), &[]).status, 404);
    assert_eq!(world.ok(["serve", "key", "list"]).lines().count(), 4);
    server.stop();
}

#[test]
fn whoever_logs_in_anew_is_somebody_else() {
    let world = World::new();
    let (wide, narrow) = (key(&world, ALL, "**"), key(&world, "read", "acme/a"));
    let server = Server::start(&world, &[]);
    let visitor = Visitor::log_in(&server, &wide);
    assert_eq!(visitor.post("/console/login", &[("secret", "nep_0_0")]).status, 403);
    assert_eq!(visitor.get("/console/keys").status, 200, "what opens nothing ends nothing");
    assert_eq!(visitor.post("/console/login", &[("secret", &narrow)]).status, 303);
    // The session before has ended.
    assert_eq!(visitor.get("/console/keys").location, "/console/login");
    server.stop();
}

#[test]
fn a_form_of_another_site_is_refused() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &[]);
    let id = server.anybody().with("X-API-Key", &token).inscribe(&["The PIN is 4711."]).remove(0);
    let visitor = Visitor::log_in(&server, &token);
    let place = visitor.open("s");
    let own = format!("http://{}", server.address);
    for headers in [
        &[][..],
        &[("Sec-Fetch-Site", "cross-site")],
        &[("Sec-Fetch-Site", "same-site")],
        &[("Sec-Fetch-Site", "none")],
        &[("Origin", "https://evil.example")],
        &[("Origin", "null")],
        &[("Origin", "http://127.0.0.1:1")],
        &[("Sec-Fetch-Site", "cross-site"), ("Origin", own.as_str())],
    ] {
        for path in ["/console/login", "/console/logout", &format!("{place}/memories/{id}/release")] {
            assert_eq!(visitor.send("POST", path, &[], headers).status, 403, "{path} {headers:?}");
        }
    }
    let done = visitor.send("POST", &format!("{place}/memories/{id}/release"), &[], &[("Origin", &own)]);
    assert_eq!(done.status, 303, "{}", done.body);
    assert_eq!(visitor.send("PUT", "/console", &[], &[]).status, 405);
    server.stop();
}

#[test]
fn a_plan_is_carried_out_as_it_was_read_or_not_at_all() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token);
    let ids =
        client.inscribe(&["The PIN is 4711.", "The PIN 4711 is also that of the garage.", "Tea is at four."]);
    let visitor = Visitor::log_in(&server, &token);
    let place = visitor.open("s");
    let planned = visitor.post(&format!("{place}/plans"), &[("verb", "purge"), ("words", "the PIN 4711")]);
    assert_eq!(planned.status, 303, "{}", planned.body);
    assert!(planned.location.starts_with(&format!("{place}/plans/")) && !shows(&planned.location, "4711"));
    let page = visitor.get(&planned.location).body;
    let digest = page
        .split("name=\"digest\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a digest");
    let commit = format!("{}/commit", planned.location);
    let other = "0".repeat(64);
    for (fields, status) in [
        (&[("digest", other.as_str()), ("id", &ids[0]), ("read", "yes")][..], 409),
        (&[("digest", digest), ("read", "yes")], 409),
        (&[("digest", digest), ("id", &ids[0])], 409),
        (&[("digest", digest), ("id", &ids[2]), ("read", "yes")], 404),
        (&[("digest", digest), ("id", "x"), ("read", "yes")], 400),
    ] {
        assert_eq!(visitor.post(&commit, fields).status, status, "{fields:?}");
        assert_eq!(client.live().len(), 3, "{fields:?}");
    }
    let done = visitor.post(&commit, &[("digest", digest), ("id", &ids[0]), ("read", "yes")]);
    assert!(done.location.starts_with(&format!("{place}/receipts/")), "{} {}", done.status, done.body);
    assert_eq!(client.live(), ["The PIN 4711 is also that of the garage.", "Tea is at four."]);
    let again = visitor.post(&commit, &[("digest", digest), ("id", &ids[1]), ("read", "yes")]);
    assert_eq!(again.status, 409);
    // A memory that is gone since refuses a plan whole.
    let planned = visitor.post(&format!("{place}/plans"), &[("verb", "purge"), ("id", &ids[1])]).location;
    let page = visitor.get(&planned).body;
    client.patch(&format!("/v1/memories/{}", ids[1]), json!({ "text": "The PIN is another." })).ok(200);
    // Nor is it shown, with the text that there was.
    let gone = visitor.get(&planned);
    assert_eq!((gone.status, shows(&gone.body, "4711")), (409, false));
    let digest = page
        .split("name=\"digest\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a digest");
    visitor.post(&format!("{planned}/commit"), &[("digest", digest), ("id", &ids[1]), ("read", "yes")]);
    assert_eq!(client.live().len(), 2);
    server.stop();
}

#[test]
fn without_a_console_there_is_no_page() {
    let world = World::new();
    key(&world, ALL, "s");
    let server = Server::start(&world, &["--no-console"]);
    server.anybody().get("/console").refused(404, "no_route");
    server.anybody().get("/console/login").refused(404, "no_route");
    server.stop();
    // Without keys, whoever reaches this machine comes in, and no page of another site.
    let server = Server::start(&world, &["--no-auth"]);
    let anybody = Visitor::nobody(&server);
    assert_eq!(anybody.get("/console").status, 200);
    assert_eq!(anybody.send("GET", "/console", &[], &[("Host", "evil.example")]).status, 403);
    let place = anybody.open("s");
    assert_eq!(anybody.post(&format!("{place}/inscribe"), &[("text", "Tea is at four.")]).status, 303);
    assert!(anybody.get(&format!("{place}/memories")).body.contains("Tea is at four."));
    server.stop();
}

#[test]
fn a_console_that_only_reads_takes_no_form() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let writing = Server::start(&world, &[]);
    let id = writing.anybody().with("X-API-Key", &token).inscribe(&["The PIN is 4711."]).remove(0);
    writing.stop();
    let server = Server::start(&world, &["--read-only"]);
    let visitor = Visitor::log_in(&server, &token);
    let place = visitor.open("s");
    for page in ["memories", &format!("memories/{id}"), "forget", "receipts"] {
        let body = visitor.get(&format!("{place}/{page}")).body;
        assert!(body.contains("Read only"), "{page}");
        for form in ["/plans\"", "/release\"", "/edit\"", "/inscribe\""] {
            assert!(!body.contains(form), "{page} {form}");
        }
    }
    for (path, fields) in [
        (format!("{place}/plans"), &[("verb", "purge"), ("id", id.as_str())][..]),
        (format!("{place}/memories/{id}/release"), &[]),
        (format!("{place}/memories/{id}/edit"), &[("text", "no")]),
        (format!("{place}/inscribe"), &[("text", "no")]),
        ("/console/keys".to_owned(), &[("scope", "s"), ("right", "read")]),
    ] {
        assert_eq!(visitor.post(&path, fields).status, 403, "{path}");
    }
    assert_eq!(server.anybody().with("X-API-Key", &token).live(), ["The PIN is 4711."]);
    server.stop();
}

#[test]
fn the_demo_leaves_nothing() {
    let world = World::new();
    let folder = world.path("tmp");
    std::fs::create_dir(&folder).unwrap();
    let mut command = world.command(["demo", "--listen", "127.0.0.1:0"]);
    command.env("TMPDIR", &folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut link = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut link).unwrap();
    let (base, secret) = link.trim().split_once("/console/login#").expect("a link");
    let nobody = Visitor { base: base.to_owned(), cookie: String::new() };
    let page = nobody.post("/console/login", &[("secret", secret)]);
    let visitor = Visitor { cookie: page.cookie.unwrap().split(';').next().unwrap().to_owned(), ..nobody };
    let scopes = visitor.get("/console/scopes").body;
    for scope in [
        "larkfield/sales", "larkfield/support", "larkfield/people", "larkfield/workshop",
        "larkfield/assistant/nadia",
    ] {
        assert!(scopes.contains(scope), "{scope}");
    }
    let place = visitor.open("larkfield/people");
    assert!(visitor.get(&format!("{place}/memories?show=out")).body.contains("The office key code is 7714."));
    assert!(visitor.get(&format!("{place}/receipts")).body.contains("Physical"));
    assert!(std::fs::read_dir(&folder).unwrap().count() > 0);
    let told = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(told.success() && child.wait().unwrap().success());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "the store is deleted");
    assert!(!world.db().exists());
}
