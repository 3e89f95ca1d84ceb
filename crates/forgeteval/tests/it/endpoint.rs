use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use forgeteval::adapter::process::{Launch, Process};
use forgeteval::adapter::{CachedEmbedder, System};
use forgeteval::llm::{Origin, RunModel};
use forgeteval::serve::{Access, Gateway};
use nepenthe::embed::{EmbedError, Embedder, NoEmbedder};
use nepenthe_llm::scripted::{Mode, Server};
use nepenthe_llm::{Budget, FailureKind, Key, Limits, OpenAi, OpenAiSettings, Scripted};
use serde_json::{Value, json};

use crate::support::{HashedWords, case, python};

/// Takes its time, and fails or panics where a text says so.
struct Moody;

impl Embedder for Moody {
    fn name(&self) -> &str {
        "moody"
    }

    fn dimension(&self) -> usize {
        64
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        std::thread::sleep(Duration::from_millis(5));
        match texts[0] {
            "fail" => Err(EmbedError::Inference("out of order".to_owned())),
            "panic" => panic!("out of my mind"),
            _ => HashedWords.embed(texts),
        }
    }
}

fn server() -> Arc<Gateway> {
    Arc::new(Gateway::start(Arc::new(CachedEmbedder::new(Arc::new(Moody))), None).unwrap())
}

/// A connection that stays open.
struct Client {
    stream: BufReader<TcpStream>,
    key: String,
}

impl Client {
    fn new(access: &Access) -> Self {
        let address = access.url.strip_prefix("http://").unwrap().strip_suffix("/v1").unwrap();
        let stream = BufReader::new(TcpStream::connect(address).unwrap());
        Self { stream, key: access.key.clone() }
    }

    fn send(&mut self, method: &str, path: &str, length: usize, body: &str) -> (u16, Value) {
        let key = &self.key;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nContent-Length: {length}\r\n\r\n"
        );
        self.stream.get_mut().write_all((head + body).as_bytes()).unwrap();
        let (mut status, mut length) = (String::new(), 0);
        self.stream.read_line(&mut status).unwrap();
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).unwrap();
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        let status = status.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_slice(&body).unwrap())
    }

    fn post(&mut self, body: &str) -> (u16, Value) {
        self.send("POST", "/v1/embeddings", body.len(), body)
    }

    fn embed(&mut self, body: &Value) -> Value {
        let (status, answer) = self.post(&body.to_string());
        assert_eq!(status, 200, "{answer}");
        answer
    }
}

fn floats(embedding: &Value) -> Vec<f32> {
    match embedding {
        Value::String(text) => {
            let bytes = BASE64_STANDARD.decode(text).unwrap();
            bytes.as_chunks().0.iter().map(|chunk| f32::from_le_bytes(*chunk)).collect()
        }
        numbers => serde_json::from_value(numbers.clone()).unwrap(),
    }
}

#[test]
fn vectors_come_as_numbers_and_as_bytes() {
    let access = server().access("a");
    let embedder = access.embedder.as_ref().unwrap();
    assert_eq!((embedder.model.as_str(), embedder.dimension), ("moody", 64));
    assert!(access.language_model.is_none());
    let mut client = Client::new(&access);
    let expected = HashedWords.embed(&["red boat", "blue boat"]).unwrap();
    for format in ["float", "base64"] {
        let answer = client.embed(&json!({
            "model": "text-embedding-3-small", "input": ["red boat", "blue boat"], "encoding_format": format,
        }));
        assert_eq!(answer["model"], "moody", "the model is the one that answered");
        assert_eq!(answer["object"], "list");
        for (index, vector) in expected.iter().enumerate() {
            assert_eq!(answer["data"][index]["index"], index);
            assert_eq!(&floats(&answer["data"][index]["embedding"]), vector);
        }
    }
    let single = client.embed(&json!({ "input": "red boat" }));
    assert_eq!(single["data"].as_array().unwrap().len(), 1);
    assert_eq!(client.send("GET", "/v1/models", 0, "").1["data"][0]["id"], "moody");
}

#[test]
fn what_cannot_be_answered_is_an_error_object_and_the_next_request_is_answered() {
    let access = server().access("a");
    let mut client = Client::new(&access);
    let table = [
        ("{", 400, "the body is no request for embeddings"),
        (r#"{"input":[]}"#, 400, "`input` is empty"),
        (r#"{"input":[[15339]]}"#, 400, "check_embedding_ctx_length=False"),
        (r#"{"input":"a","dimensions":8}"#, 400, "64 dimensions"),
        (r#"{"input":"fail"}"#, 500, "out of order"),
        (r#"{"input":"panic"}"#, 500, "the embedder"),
    ];
    for (body, status, said) in table {
        let (found, answer) = client.post(body);
        assert_eq!(found, status, "{body}: {answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(said), "{answer}");
        assert!(answer["error"]["type"].is_string());
    }
    assert_eq!(client.send("GET", "/v1/embeddings", 0, "").0, 405);
    let (status, answer) = client.send("POST", "/v1/chat/completions", 2, "{}");
    assert!(
        status == 404 && answer["error"]["message"].as_str().unwrap().contains("no language model"),
        "{answer}"
    );
    client.embed(&json!({ "input": "still there" }));

    // It is refused before it is sent, and the connection with it.
    let (status, answer) = client.send("POST", "/v1/embeddings", 101 << 20, "");
    assert!(status == 413 && answer["error"]["message"].as_str().unwrap().contains("100 MiB"), "{answer}");
    Client::new(&access).embed(&json!({ "input": "still there" }));
}

#[test]
fn time_is_counted_for_whom_it_was_taken() {
    let server = server();
    let (a, b) = (server.access("a"), server.access("b"));
    Client::new(&a).embed(&json!({ "input": ["one", "two"] }));
    let spent = a.spent();
    assert!(!spent.is_zero() && b.spent().is_zero());
    // Remembered texts take no time, whoever asks.
    Client::new(&b).embed(&json!({ "input": ["one", "two"] }));
    assert!(b.spent().is_zero());
    Client::new(&b).embed(&json!({ "input": "three" }));
    assert!(!b.spent().is_zero());
    assert_eq!(a.spent(), spent);
    assert_eq!(server.spent("a"), spent);
}

#[test]
fn many_connections_are_served() {
    let access = server().access("a");
    std::thread::scope(|scope| {
        for worker in 0..8 {
            let access = &access;
            scope.spawn(move || {
                let mut client = Client::new(access);
                for round in 0..10 {
                    let text = format!("text {} {}", worker, round % 3);
                    let answer = client.embed(&json!({ "input": text, "encoding_format": "base64" }));
                    let expected = HashedWords.embed(&[text.as_str()]).unwrap();
                    assert_eq!(floats(&answer["data"][0]["embedding"]), expected[0]);
                }
            });
        }
    });
}

#[test]
fn an_adapter_in_python_embeds_with_the_embedder_of_the_run() {
    let python = python();
    let script = r#"
import os
from forgeteval_adapter import Adapter, embed, serve
class Vectors(Adapter):
    name, version = "vectors", "1"
    def reset(self): self.rows = []
    def inscribe(self, texts): self.rows += zip(texts, embed(texts))
    def recall(self, query, k):
        [wanted] = embed([query])
        assert len(wanted) == int(os.environ["FORGETEVAL_EMBEDDINGS_DIMENSION"])
        score = lambda row: -sum(a * b for a, b in zip(row[1], wanted))
        return [text for text, _ in sorted(self.rows, key=score)[:k]]
serve(Vectors())
"#;
    let server = server();
    let launch = Launch::new(python, &["-c", script]);
    let system = Process::new("vectors", "1", launch, Some(server.access("vectors")));
    let open = || system.open(&case("a", &[], &[], &[], &[])).unwrap();
    let mut memory = open();
    assert!(memory.times().embedder.is_zero());
    // More than one request's worth.
    let texts: Vec<String> = (0..300).map(|n| format!("boat number {n}")).collect();
    memory.inscribe(&texts).unwrap();
    memory.inscribe(&["a red kite".to_owned()]).unwrap();
    assert_eq!(memory.recall("red kite", 1).unwrap(), ["a red kite"]);
    assert!(!memory.times().embedder.is_zero());
    assert_eq!(memory.times().embedder, server.spent("vectors"));

    let mut next = open();
    assert!(next.times().embedder.is_zero(), "each case has its own share");
    let error = next.inscribe(&["fail".to_owned()]).unwrap_err().to_string();
    assert!(
        error.contains("the embedder answered 500: the embedder failed") && error.contains("out of order"),
        "{error}"
    );
}

#[test]
fn chats_are_passed_on_for_the_runs_model_and_entered_for_whom_they_were() {
    let endpoint = Server::start(Scripted::new(Mode::Good), []).unwrap();
    let settings = OpenAiSettings::new(endpoint.url(), "ours").with_key(Key::new("sk-endpoint"));
    let model = Arc::new(OpenAi::new(settings).unwrap());
    let budget = Budget::new(Limits { calls: Some(2), ..Limits::default() });
    let origin = Origin::Endpoint { url: endpoint.url() };
    let model = Arc::new(RunModel::new(model, origin, budget, None).unwrap());
    let embedder = Arc::new(CachedEmbedder::new(Arc::new(NoEmbedder)));
    let server = Arc::new(Gateway::start(embedder, Some(Arc::clone(&model))).unwrap());
    let (access, other) = (server.access("a"), server.access("b"));
    let chat = |access: &Access, body: &Value| {
        let body = body.to_string();
        Client::new(access).send("POST", "/v1/chat/completions", body.len(), &body)
    };
    let asked = json!({
        "model": "gpt-4o-mini",
        "messages": [{ "role": "user", "content": "Save it." }],
        "tools": [{ "type": "function", "function": { "name": "save" } }],
        "tool_choice": "required",
    });
    let (status, answer) = chat(&access, &asked);
    assert_eq!((status, &answer["model"]), (200, &json!("ours")), "{answer}");
    assert_eq!(answer["choices"][0]["message"]["tool_calls"][0]["function"]["name"], "save");
    let body = &endpoint.bodies()[0];
    assert_eq!((&body["model"], &body["tools"]), (&json!("ours"), &asked["tools"]));
    assert_eq!(endpoint.served("sk-endpoint").completions, 1);

    let mut stranger = access.clone();
    stranger.key = "nobody".to_owned();
    assert_eq!(chat(&stranger, &asked).0, 401);
    let mut streamed = asked.clone();
    streamed["stream"] = json!(true);
    let (status, answer) = chat(&access, &streamed);
    assert!(status == 400 && answer["error"]["message"].as_str().unwrap().contains("`stream`"), "{answer}");
    assert_eq!(chat(&other, &asked).0, 200);
    let (status, answer) = chat(&other, &asked);
    assert!(
        status == 402 && answer["error"]["message"].as_str().unwrap().contains("budget of calls"),
        "{answer}"
    );
    let (status, answer) = Client::new(&access).post(r#"{"input": "a"}"#);
    assert!(
        status == 404 && answer["error"]["message"].as_str().unwrap().contains("no embedder"),
        "{answer}"
    );
    let models = Client::new(&access).send("GET", "/v1/models", 0, "").1;
    assert_eq!((models["data"].as_array().unwrap().len(), &models["data"][0]["id"]), (1, &json!("ours")));

    let (a, b) = (model.meter("a").close(), model.meter("b").close());
    assert_eq!((a.calls, b.calls, endpoint.bodies().len()), (1, 1, 2));
    assert_eq!(a.tokens() + b.tokens(), {
        let served = endpoint.served("sk-endpoint");
        served.tokens_in + served.tokens_out
    });
    assert_eq!(b.failed(FailureKind::OverBudget), 1);
}
