//! Stores with vectors: an endpoint on the loopback device, and minilm where a test is told its folder.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::support::{Run, World, finish, skip};

/// Answers every request with vectors of three components, until the test ends.
struct Endpoint {
    url: String,
    /// The heads of the requests, lower case.
    seen: Arc<Mutex<Vec<String>>>,
}

impl Endpoint {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let heads = Arc::clone(&seen);
        std::thread::spawn(move || {
            listener.incoming().for_each(|stream| heads.lock().unwrap().push(serve(stream.unwrap())))
        });
        Self { url, seen }
    }

    fn requests(&self) -> usize {
        self.seen.lock().unwrap().len()
    }
}

fn serve(mut stream: TcpStream) -> String {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        reader.read_line(&mut head).unwrap();
    }
    let head = head.to_lowercase();
    let length =
        head.split("content-length:").nth(1).unwrap().lines().next().unwrap().trim().parse().unwrap();
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let request: Value = serde_json::from_slice(&body).unwrap();
    // Texts that speak of work lie in one direction, others in another.
    let vector = |text: &Value| {
        if text.as_str().unwrap().contains("work") { [1.0, 0.1, 0.0] } else { [0.0, 0.1, 1.0] }
    };
    let texts = request["input"].as_array().unwrap().iter().enumerate();
    let data: Vec<Value> =
        texts.map(|(index, text)| json!({"index": index, "embedding": vector(text)})).collect();
    let body = json!({"data": data}).to_string();
    let answer =
        format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
    stream.write_all(answer.as_bytes()).unwrap();
    head
}

/// Runs the command without the embedder that the tests' environment names.
fn run(world: &World, args: &[&str], environment: &[(&str, &str)]) -> Run {
    let mut command = world.command(args);
    finish(command.env_remove("NEPENTHE_EMBEDDER").envs(environment.iter().copied()), b"")
}

/// A world whose store has vectors made by the endpoint.
fn world_of(endpoint: &Endpoint) -> World {
    let world = World::new();
    for text in ["Alice works at Initech.", "The parking permit is P-17."] {
        let options = [
            "--embedder", "openai", "--embed-url", &endpoint.url, "--embed-model", "m", "--embed-dimension",
            "3",
        ];
        let made = run(&world, &[&["inscribe", text], &options[..]].concat(), &[]);
        assert_eq!(made.code, Some(0), "{made:?}");
    }
    world
}

#[test]
fn an_endpoint_makes_the_vectors() {
    let endpoint = Endpoint::start();
    let world = world_of(&endpoint);
    // Of the embedder, the store records all but the way to it.
    let environment = [("NEPENTHE_EMBED_URL", endpoint.url.as_str())];
    let found = run(&world, &["recall", "whose work?", "--mode", "vector", "-k", "1"], &environment);
    assert!(found.code == Some(0) && found.stdout.contains("Initech"), "{found:?}");
    let stats = run(&world, &["stats", "--json"], &[]);
    assert!(stats.stdout.contains(r#""embedder":"openai:m","dimension":3"#), "{stats:?}");
    assert_eq!(run(&world, &["check"], &[]).code, Some(0));
}

#[test]
fn an_endpoint_is_only_asked_where_vectors_are_needed() {
    let endpoint = Endpoint::start();
    let world = world_of(&endpoint);
    let asked = endpoint.requests();
    let listed = run(&world, &["list", "--json"], &[]);
    let listed: Value = serde_json::from_str(&listed.stdout).unwrap();
    let id = listed["memories"][1]["id"].as_str().unwrap();
    for args in [
        &["history", id][..],
        &["blame", id],
        &["log"],
        &["stats"],
        &["export", "out.jsonl"],
        &["import", "out.jsonl"],
        &["recall", "parking", "--mode", "lexical"],
        &["pin", "--id", id],
        &["release", "--id", id],
        &["restore", "--id", id],
        &["decay"],
        &["purge", "--id", id],
        &["check"],
    ] {
        let done = run(&world, args, &[]);
        assert_eq!(done.code, Some(0), "{args:?}: {done:?}");
    }
    for args in [
        &["recall", "parking"][..],
        &["inscribe", "new"],
        &["release", "parking", "--yes"],
        &["blame", "Alice"],
        &["reembed"],
    ] {
        run(&world, args, &[]).refused(
            1,
            "the embedder that made the store's vectors, openai:m.\nhint: name its endpoint with --embed-url",
        );
    }
    assert_eq!(endpoint.requests(), asked);
}

#[test]
fn an_endpoint_must_be_named_and_reached() {
    let world = World::new();
    let nowhere = ["--embed-url", "http://127.0.0.1:1/v1", "--embed-model", "m", "--embed-dimension", "3"];
    for given in [0, 2, 4] {
        let args = [&["inscribe", "a", "--embedder", "openai"], &nowhere[..given]].concat();
        run(&world, &args, &[])
            .refused(2, &format!("the embedder openai needs {}.\nhint: as in", nowhere[given]));
    }
    let args = [&["inscribe", "a", "--embedder", "openai"], &nowhere[..]].concat();
    let failed = run(&world, &args, &[("OPENAI_API_KEY", "sk-very-secret")]);
    failed.refused(1, "the embeddings endpoint http://127.0.0.1:1/v1/embeddings failed");
    assert!(!failed.stderr.contains("secret"), "{failed:?}");
    assert!(!world.db().exists());
    run(&world, &["list", "--embed-dimension", "0"], &[]).refused(2, "--embed-dimension");
}

#[test]
fn the_key_comes_from_the_environment_alone() {
    let endpoint = Endpoint::start();
    let world = world_of(&endpoint);
    assert!(endpoint.seen.lock().unwrap().iter().all(|head| !head.contains("authorization")));
    let both = [("OPENAI_API_KEY", "other-key"), ("NEPENTHE_EMBED_KEY", "our-key")];
    for (environment, key) in [(&both[..], "our-key"), (&both[..1], "other-key")] {
        let environment = [&[("NEPENTHE_EMBED_URL", endpoint.url.as_str())], environment].concat();
        assert_eq!(run(&world, &["recall", "work"], &environment).code, Some(0));
        let head = endpoint.seen.lock().unwrap().last().unwrap().clone();
        assert!(head.contains(&format!("authorization: bearer {key}")), "{head}");
    }
}

#[test]
fn reembed_changes_the_embedder() {
    let endpoint = Endpoint::start();
    let world = world_of(&endpoint);
    let mismatch = run(&world, &["recall", "parking", "--embedder", "none"], &[]);
    mismatch.refused(2, "or rebuild its vectors with `reembed`.");
    let done = run(&world, &["reembed", "--embedder", "none"], &[]);
    assert_eq!((done.code, done.stdout.as_str()), (Some(0), "none  0  0\n"), "{done:?}");
    assert!(run(&world, &["recall", "parking"], &[]).stdout.contains("P-17"));
    let url = endpoint.url.as_str();
    let back = [
        "reembed", "--embedder", "openai", "--embed-url", url, "--embed-model", "n", "--embed-dimension", "3",
    ];
    assert_eq!(run(&world, &back, &[]).stdout, "openai:n  3  2\n");
    assert_eq!(run(&world, &["check"], &[]).code, Some(0));
}

#[test]
fn minilm_finds_by_meaning() {
    let Some(folder) = std::env::var_os("NEPENTHE_MODEL_DIR") else {
        return skip("NEPENTHE_MODEL_DIR names no folder with the model");
    };
    let world = World::new();
    let environment = [("NEPENTHE_MODEL_DIR", folder.to_str().unwrap())];
    for text in ["Alice earns her money at Initech.", "The parking permit is P-17."] {
        let made = run(&world, &["inscribe", text], &environment);
        assert_eq!(made.code, Some(0), "{made:?}");
    }
    let found = run(&world, &["recall", "Who employs her?", "-k", "1"], &environment);
    assert!(found.stdout.contains("Initech"), "{found:?}");
    assert_eq!(run(&world, &["model", "fetch"], &environment).code, Some(0));
    assert_eq!(run(&world, &["model", "where"], &environment).code, Some(0));
}

/// `model fetch` leaves nothing for the first command to do, and what becomes of the packed weights changes no answer.
#[cfg(target_os = "linux")]
#[test]
fn packed_weights_are_made_by_fetch_and_may_go() {
    let world = World::new();
    let cache = world.path(".cache/nepenthe/models/all-MiniLM-L6-v2");
    std::fs::create_dir_all(&cache).unwrap();
    let official = nepenthe_model::ModelFinder::from_env().find().unwrap();
    for name in ["model.safetensors", "tokenizer.json"] {
        std::fs::copy(official.join(name), cache.join(name)).unwrap();
    }
    let packed = || {
        let entries = std::fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap());
        let mut files: Vec<_> = entries
            .filter(|entry| entry.file_name().to_string_lossy().ends_with(".packed"))
            .map(|entry| (entry.path(), entry.metadata().unwrap().modified().unwrap()))
            .collect();
        files.sort();
        files
    };
    assert_eq!(run(&world, &["model", "fetch"], &[]).code, Some(0));
    let fetched = packed();
    assert_eq!(fetched.len(), 3);

    for text in ["Alice earns her money at Initech.", "The parking permit is P-17."] {
        run(&world, &["inscribe", text], &[]).code.filter(|code| *code == 0).unwrap();
    }
    let answers = || {
        let recalled = run(&world, &["recall", "Who employs her?"], &[]);
        let planned = run(&world, &["release", "how Alice earns her money", "--dry-run"], &[]);
        assert_eq!((recalled.code, planned.code), (Some(0), Some(0)), "{recalled:?} {planned:?}");
        assert_eq!((recalled.stderr.as_str(), planned.stderr.as_str()), ("", ""));
        (recalled.stdout, planned.stdout)
    };
    let expected = answers();
    assert_eq!(packed(), fetched);

    let path = |at: usize| fetched[at].0.clone();
    let original = std::fs::read(path(0)).unwrap();
    std::fs::write(path(0), &original[..original.len() / 3]).unwrap();
    std::fs::copy(path(1), path(2)).unwrap();
    assert_eq!(answers(), expected);
    assert_eq!(std::fs::read(path(0)).unwrap(), original);

    fetched.iter().for_each(|(path, _)| std::fs::remove_file(path).unwrap());
    // Nobody can write where the lock is no file.
    std::fs::create_dir(cache.join(".lock"))
        .or_else(|_| {
            std::fs::remove_file(cache.join(".lock"))?;
            std::fs::create_dir(cache.join(".lock"))
        })
        .unwrap();
    assert_eq!(answers(), expected);
    assert!(packed().is_empty());
}
