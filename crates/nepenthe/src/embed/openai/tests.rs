//! The embedder against a scripted endpoint on the loopback device.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};

use super::{OpenAiConfig, OpenAiEmbedder, RequestedDimension};
use crate::embed::{EmbedError, Embedder};

const KEY: &str = "sk-very-secret-4242";

/// What the endpoint does with one request.
enum Reply {
    Answer(u16, String),
    Hang,
}

/// A request as the endpoint saw it: the head, lower case, and the body.
type Seen = (String, Value);

/// Serves the replies, one connection each, then ends.
fn serve(replies: Vec<Reply>) -> (String, JoinHandle<Vec<Seen>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        let mut seen = Vec::new();
        let mut held = Vec::new();
        for reply in replies {
            let (mut stream, _) = listener.accept().unwrap();
            seen.push(read_request(&stream));
            match reply {
                Reply::Answer(status, body) => {
                    let head = format!(
                        "HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                        body.len()
                    );
                    stream.write_all(head.as_bytes()).unwrap();
                    stream.write_all(body.as_bytes()).unwrap();
                }
                Reply::Hang => held.push(stream),
            }
        }
        if !held.is_empty() {
            thread::sleep(Duration::from_secs(2));
        }
        seen
    });
    (url, server)
}

fn read_request(stream: &TcpStream) -> Seen {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        reader.read_line(&mut head).unwrap();
    }
    let head = head.to_lowercase();
    let length =
        head.split("content-length:").nth(1).unwrap().lines().next().unwrap().trim().parse().unwrap();
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    (head, serde_json::from_slice(&body).unwrap())
}

fn answer(items: &[(usize, &[f32])]) -> Reply {
    let data: Vec<Value> = items
        .iter()
        .map(|(index, vector)| json!({"object": "embedding", "index": index, "embedding": vector}))
        .collect();
    Reply::Answer(200, json!({"object": "list", "data": data, "model": "m"}).to_string())
}

fn status(code: u16) -> Reply {
    Reply::Answer(code, json!({"error": {"message": format!("no, {KEY}")}}).to_string())
}

fn config(url: &str) -> OpenAiConfig {
    OpenAiConfig::new(url, "m", 2).with_key(Some(KEY.to_owned())).with_backoff(Duration::from_millis(1))
}

/// Asks an endpoint that gives `replies` for the vectors of two texts.
fn embed_two(replies: Vec<Reply>) -> (Result<Vec<Vec<f32>>, EmbedError>, Vec<Seen>) {
    let (url, server) = serve(replies);
    let embedder = OpenAiEmbedder::new(config(&url)).unwrap();
    let result = embedder.embed(&["one", "two"]);
    (result, server.join().unwrap())
}

#[test]
fn good_answer_is_normalized() {
    let (vectors, seen) = embed_two(vec![answer(&[(0, &[3.0, 4.0]), (1, &[0.0, -2.0])])]);
    assert_eq!(vectors.unwrap(), [[0.6, 0.8], [0.0, -1.0]]);
    let (head, body) = &seen[0];
    assert!(head.starts_with("post /v1/embeddings http/1.1"), "{head}");
    assert!(head.contains(&format!("authorization: bearer {KEY}")), "{head}");
    assert_eq!(*body, json!({"model": "m", "input": ["one", "two"]}));
}

#[test]
fn answers_are_put_in_the_order_of_the_texts() {
    let (vectors, _) = embed_two(vec![answer(&[(1, &[0.0, 1.0]), (0, &[1.0, 0.0])])]);
    assert_eq!(vectors.unwrap(), [[1.0, 0.0], [0.0, 1.0]]);
}

#[test]
fn texts_are_sent_in_batches_and_the_dimension_on_request() {
    let (url, server) =
        serve(vec![answer(&[(0, &[1.0, 0.0]), (1, &[0.0, 1.0])]), answer(&[(0, &[-1.0, 0.0])])]);
    let config = config(&url).with_batch_size(2).with_requested_dimension(RequestedDimension::Configured);
    let vectors = OpenAiEmbedder::new(config).unwrap().embed(&["one", "two", "three"]).unwrap();
    assert_eq!(vectors, [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]);
    let bodies: Vec<Value> = server.join().unwrap().into_iter().map(|(_, body)| body).collect();
    assert_eq!(bodies[0], json!({"model": "m", "input": ["one", "two"], "dimensions": 2}));
    assert_eq!(bodies[1]["input"], json!(["three"]));
}

#[test]
fn nothing_is_asked_for_no_texts() {
    let embedder = OpenAiEmbedder::new(config("http://127.0.0.1:1/v1")).unwrap();
    assert_eq!(embedder.embed(&[]).unwrap(), Vec::<Vec<f32>>::new());
    assert_eq!((embedder.name(), embedder.dimension()), ("openai:m", 2));
}

#[test]
fn wrong_answers_are_refused() {
    let cases = [
        (answer(&[(0, &[1.0, 0.0])]), "1 vectors for 2 texts"),
        (answer(&[(0, &[1.0, 0.0]), (1, &[1.0])]), "a vector of 1 components, expected 2"),
        (answer(&[(0, &[1.0, 0.0]), (0, &[1.0, 0.0])]), "two vectors for text 0"),
        (answer(&[(0, &[1.0, 0.0]), (2, &[1.0, 0.0])]), "a vector for text 2 of 2"),
        (answer(&[(0, &[1.0, 0.0]), (1, &[0.0, 0.0])]), "a vector of length zero"),
        (
            Reply::Answer(
                200,
                r#"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1e300,0]}]}"#.into(),
            ),
            "a vector whose length is not finite",
        ),
    ];
    for (reply, expected) in cases {
        match embed_two(vec![reply]).0 {
            Err(EmbedError::BadAnswer(what)) => assert_eq!(what, expected),
            other => panic!("{expected}: {other:?}"),
        }
    }
}

#[test]
fn passing_failures_are_retried() {
    let good = || answer(&[(0, &[1.0, 0.0]), (1, &[0.0, 1.0])]);
    for code in [429, 500, 503] {
        let (vectors, seen) = embed_two(vec![status(code), good()]);
        assert_eq!((vectors.unwrap().len(), seen.len()), (2, 2));
    }
    let (result, seen) = embed_two(vec![status(500), status(500), status(500), status(502)]);
    assert!(result.unwrap_err().to_string().contains("502"));
    assert_eq!(seen.len(), 4);
}

#[test]
fn a_refused_key_is_not_retried_nor_shown() {
    for code in [400, 401, 403] {
        let (result, seen) = embed_two(vec![status(code)]);
        let error = result.unwrap_err();
        let shown = format!("{error} {error:?}");
        assert!(shown.contains(&code.to_string()), "{shown}");
        assert!(!shown.contains(KEY), "{shown}");
        assert_eq!(seen.len(), 1);
    }
}

#[test]
fn debug_and_errors_show_no_credentials() {
    let config = OpenAiConfig::new("http://user:pass@127.0.0.1:1/v1?token=pass", "m", 2)
        .with_key(Some(format!("{KEY}\n")))
        .with_proxy(Some("nonsense://user:pass@x".to_owned()));
    assert!(!format!("{config:?}").contains("pass"));
    let error = OpenAiEmbedder::new(config.clone()).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("pass"), "{error:?}");
    let embedder = OpenAiEmbedder::new(config.with_proxy(None).with_retries(0)).unwrap();
    let error = embedder.embed(&["one"]).unwrap_err();
    let shown = format!("{embedder:?} {error} {error:?}");
    assert!(!shown.contains("pass") && !shown.contains(KEY), "{shown}");
}

#[test]
fn an_endpoint_that_hangs_times_out() {
    let (url, server) = serve(vec![Reply::Hang]);
    let config = config(&url).with_timeout(Duration::from_millis(200)).with_retries(0);
    let error = OpenAiEmbedder::new(config).unwrap().embed(&["one"]).unwrap_err();
    assert!(matches!(&error, EmbedError::Endpoint { reason, .. } if reason.contains("timeout")), "{error}");
    server.join().unwrap();
}

#[test]
fn no_endpoint_is_an_error_that_names_it() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    let error = OpenAiEmbedder::new(config(&url)).unwrap().embed(&["one"]).unwrap_err();
    assert!(
        error.to_string().starts_with(&format!("the embeddings endpoint {url}/embeddings failed: ")),
        "{error}"
    );
}

#[test]
fn garbage_is_refused_and_not_quoted() {
    for garbage in ["<html>two</html>", r#"{"data":"two"}"#, ""] {
        let error = embed_two(vec![Reply::Answer(200, garbage.to_owned())]).0.unwrap_err();
        assert!(matches!(&error, EmbedError::Endpoint { reason, .. } if reason.contains("not ")), "{error}");
        assert!(!error.to_string().contains("two"), "{error}");
    }
}
