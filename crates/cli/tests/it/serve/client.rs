//! A server in a process of its own, and a client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;
use ureq::http::Request;

use crate::support::{World, text_of};

/// Every right.
pub const ALL: &str = "read,write,forget,admin,audit,scopes";

/// A running server.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    told: Arc<Mutex<String>>,
    listening: Option<JoinHandle<()>>,
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

/// Somebody with a key, in a scope.
#[derive(Debug, Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub headers: Vec<(String, String)>,
}

impl Server {
    /// Serves the store of this world.
    pub fn start(world: &World, args: &[&str]) -> Self {
        let mut command = world.command([&["serve", "--listen", "127.0.0.1:0"], args].concat());
        // What a plan must be for a yes is the server's own.
        command.env_remove("NEPENTHE_MIN_CONFIDENCE").env_remove("XDG_DATA_HOME");
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut first = String::new();
        stderr.read_line(&mut first).unwrap();
        let address =
            first.trim().strip_prefix("Listening on http://").and_then(|rest| rest.strip_suffix('.'));
        let address = address.unwrap_or_else(|| panic!("{first}")).parse().unwrap();
        let told = Arc::new(Mutex::new(String::new()));
        let listens = Arc::clone(&told);
        let listening = std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                listens.lock().unwrap().push_str(&(line + "\n"));
            }
        });
        Self { child, address, told, listening: Some(listening) }
    }

    /// A client with a new key.
    pub fn client(&self, world: &World, rights: &str, scope: &str) -> Client {
        self.anybody().with("Authorization", &format!("Bearer {}", key(world, rights, scope)))
    }

    /// A client without a key.
    pub fn anybody(&self) -> Client {
        Client { address: self.address, headers: Vec::new() }
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Tells the server to stop, by a signal.
    pub fn signal(&self, signal: &str) {
        let told = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(told.success());
    }

    /// Waits for its end, and returns its exit code and what it wrote to standard error after its address.
    pub fn end(mut self) -> (Option<i32>, String) {
        let code = self.child.wait().unwrap().code();
        self.listening.take().unwrap().join().unwrap();
        let told = self.told.lock().unwrap().clone();
        (code, told)
    }

    /// Stops it as it should be stopped; nothing was wrong.
    pub fn stop(self) {
        self.signal("-TERM");
        assert_eq!(self.end(), (Some(0), String::new()));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Makes a key.
pub fn key(world: &World, rights: &str, scope: &str) -> String {
    world.ok(["serve", "key", "new", "--rights", rights, "--scope", scope]).trim().to_owned()
}

impl Client {
    pub fn with(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    pub fn within(&self, scope: &str) -> Self {
        self.with("Nepenthe-Scope", scope)
    }

    /// Sends a request.
    pub fn send(&self, method: &str, path: &str, body: Option<(&str, &[u8])>) -> Reply {
        self.try_send(method, path, body).unwrap()
    }

    pub fn try_send(
        &self,
        method: &str,
        path: &str,
        body: Option<(&str, &[u8])>,
    ) -> Result<Reply, ureq::Error> {
        if path == "/v1/events" {
            return Ok(self.begin(method, path));
        }
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(120)))
            .build()
            .into();
        let mut request = Request::builder().method(method).uri(format!("http://{}{path}", self.address));
        for (name, value) in &self.headers {
            request = request.header(name, value.as_bytes());
        }
        let response = match body {
            Some((kind, body)) => agent.run(request.header("Content-Type", kind).body(body).unwrap()),
            None => agent.run(request.body(()).unwrap()),
        };
        let mut response = response?;
        let headers = response.headers().iter();
        let headers =
            headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
        let status = response.status().as_u16();
        Ok(Reply { status, headers, body: response.body_mut().read_to_string()? })
    }

    /// Sends a request whose answer may not end: of a stream, its head is returned.
    fn begin(&self, method: &str, path: &str) -> Reply {
        let mut stream = super::events::Stream::open(self, method, path);
        let body = if stream.status == 200 { String::new() } else { stream.rest() };
        Reply { status: stream.status, headers: stream.headers, body }
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None)
    }

    pub fn delete(&self, path: &str) -> Reply {
        self.send("DELETE", path, None)
    }

    pub fn post(&self, path: &str, body: Value) -> Reply {
        self.send("POST", path, Some(("application/json", body.to_string().as_bytes())))
    }

    pub fn patch(&self, path: &str, body: Value) -> Reply {
        self.send("PATCH", path, Some(("application/json", body.to_string().as_bytes())))
    }

    /// Writes memories, and returns their ids.
    pub fn inscribe(&self, texts: &[&str]) -> Vec<String> {
        let memories: Vec<Value> = texts.iter().map(|text| serde_json::json!({ "text": text })).collect();
        let reply = self.post("/v1/memories", serde_json::json!({ "memories": memories })).ok(201);
        reply["ids"].as_array().unwrap().iter().map(text_of).collect()
    }

    /// The texts in recall.
    pub fn live(&self) -> Vec<String> {
        let listed = self.get("/v1/memories").ok(200);
        listed["memories"].as_array().unwrap().iter().map(|memory| text_of(&memory["text"])).collect()
    }
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The JSON of an answer that has this status.
    #[track_caller]
    pub fn ok(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        self.json()
    }

    /// The problem of an answer that has this status and this code.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        let problem = self.ok(status);
        assert_eq!((&problem["code"], &problem["status"]), (&code.into(), &status.into()), "{problem}");
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        assert_eq!(problem["type"], format!("urn:nepenthe:problem:{code}"));
        assert!(
            problem["title"].is_string()
                && problem["detail"].is_string()
                && problem["retryable"].is_boolean()
        );
        problem
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

/// Sends bytes as they are, and returns whatever comes back; the status of it, if there is one.
/// Where more was promised, the end of it is told.
pub fn raw(address: SocketAddr, bytes: &[u8], whole: bool) -> (Option<u16>, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // A server that has had enough closes, and may do so before it has read all.
    let _ = stream.write_all(bytes);
    if !whole {
        let _ = stream.shutdown(std::net::Shutdown::Write);
    }
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok());
    (status, answer)
}
