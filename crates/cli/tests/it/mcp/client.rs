//! A client of MCP that writes its JSON-RPC itself.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::support::World;

/// Which protocol the client speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// 2026-07-28, and a person can be asked.
    Asks,
    /// 2026-07-28, and nobody can be asked.
    Modern,
    /// 2025-11-25, with `initialize`; it says that a person can be asked.
    Legacy,
}

/// A client with its server.
pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    era: Era,
    last: u64,
}

impl Client {
    /// Starts a server in this world, and greets it as the era has it.
    pub fn start(world: &World, args: &[&str], era: Era) -> Self {
        let mut client = Self::silent(world, args, era);
        if era == Era::Legacy {
            let params = json!({
                "protocolVersion": "2025-11-25",
                "capabilities": { "elicitation": {} },
                "clientInfo": { "name": "test", "version": "0" },
            });
            let greeted = client.request("initialize", params);
            assert_eq!(greeted["result"]["protocolVersion"], "2025-11-25", "{greeted}");
            client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        }
        client
    }

    /// Starts a server and says nothing yet.
    pub fn silent(world: &World, args: &[&str], era: Era) -> Self {
        let mut command = world.command([&["mcp"], args].concat());
        // What a plan must be for a yes is the server's own.
        command.env_remove("NEPENTHE_MIN_CONFIDENCE").env_remove("XDG_DATA_HOME");
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, stdin, stdout, era, last: 0 }
    }

    /// Writes one line.
    pub fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(line.as_bytes()).unwrap();
        stdin.write_all(b"\n").unwrap();
        stdin.flush().unwrap();
    }

    /// Reads one message.
    pub fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no message: {line:?}"))
    }

    /// Asks, and returns the whole answer.
    pub fn request(&mut self, method: &str, mut params: Value) -> Value {
        if self.era != Era::Legacy {
            let capabilities =
                if self.era == Era::Asks { json!({ "elicitation": { "form": {} } }) } else { json!({}) };
            let meta = &mut params["_meta"];
            meta["io.modelcontextprotocol/protocolVersion"] = "2026-07-28".into();
            meta["io.modelcontextprotocol/clientCapabilities"] = capabilities;
            meta["io.modelcontextprotocol/clientInfo"] = json!({ "name": "test", "version": "0" });
        }
        self.last += 1;
        let request = json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params });
        self.send(&request.to_string());
        let answer = self.receive();
        assert_eq!(answer["id"], self.last, "{answer}");
        answer
    }

    /// Calls a tool, and returns its result.
    #[track_caller]
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.call_with(tool, arguments, json!({}))
    }

    /// Calls a tool with more parameters beside.
    #[track_caller]
    pub fn call_with(&mut self, tool: &str, arguments: Value, mut params: Value) -> Value {
        (params["name"], params["arguments"]) = (tool.into(), arguments);
        let answer = self.request("tools/call", params);
        assert!(answer["result"].is_object(), "{answer}");
        answer["result"].clone()
    }

    /// Calls a tool, which must do what it was asked, and returns its object.
    #[track_caller]
    pub fn ok(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], false, "{result}");
        result["structuredContent"].clone()
    }

    /// Calls a tool, which must refuse with this code.
    #[track_caller]
    pub fn refused(&mut self, tool: &str, arguments: Value, code: &str) -> Value {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        assert_eq!(result["structuredContent"]["code"], code, "{result}");
        assert!(result["content"][0]["text"].as_str().unwrap().contains(code), "{result}");
        result["structuredContent"].clone()
    }

    /// The texts in recall that answer a query.
    pub fn recalled(&mut self, query: &str) -> Vec<String> {
        let found = self.ok("recall", json!({ "query": query, "k": 50 }));
        found["memories"].as_array().unwrap().iter().map(|memory| text(&memory["text"])).collect()
    }

    /// The server's process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Closes standard input.
    pub fn close(&mut self) {
        drop(self.stdin.take());
    }

    /// Closes standard input, and returns the exit code and what stands on standard error. Nothing more is on standard
    /// output.
    pub fn end(mut self) -> (Option<i32>, String) {
        self.close();
        let (mut rest, mut errors) = (String::new(), String::new());
        self.stdout.read_to_string(&mut rest).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(rest, "");
        (self.child.wait().unwrap().code(), errors)
    }

    /// Ends well, and has logged nothing.
    #[track_caller]
    pub fn ends(self) {
        assert_eq!(self.end(), (Some(0), String::new()));
    }
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}
