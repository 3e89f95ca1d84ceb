use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{command, forgeteval, stderr, stdout, suite_file};

fn good(id: &str) -> Value {
    json!({
        "id": id, "category": "substring_trap", "family": "purge",
        "setup_facts": ["The red kite is Ada's.", "The kite flies over the moor.", "Ada sings.", "Moor gates shut at six."],
        "mutations": [["purge", "Ada's red kite"]], "final_query": "What is known of Ada and the moor?",
        "must_contain": ["over the moor", "Ada sings"], "must_not_contain": ["red kite"], "note": "A delete by `kite`."
    })
}

fn with(mut case: Value, field: &str, value: Value) -> Value {
    case[field] = value;
    case
}

/// What `suite admit` wrote about each line.
fn found(dir: &Path, lines: &[String], arguments: &[&str]) -> (Option<i32>, String, Vec<Value>) {
    let (file, out) = (dir.join("cases.jsonl"), dir.join("out.jsonl"));
    fs::write(&file, lines.join("\n")).unwrap();
    let output = command()
        .args(["suite", "admit"])
        .arg(&file)
        .arg("--out")
        .arg(&out)
        .args(arguments)
        .env("FORGETEVAL_JUDGE_KEY", "sesame")
        .output()
        .unwrap();
    assert!(!stderr(&output).contains("sesame"));
    let admissions = fs::read_to_string(&out).unwrap_or_default();
    let admissions = admissions.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (output.status.code(), stdout(&output) + &stderr(&output), admissions)
}

#[test]
fn stage_1_gives_a_reason_for_each_rejection() {
    let table = [
        ("not json".to_owned(), "not JSON, column 2"),
        (json!({"id": "x"}).to_string(), "not a case: missing field"),
        (with(good("a"), "category", json!("wrong")).to_string(), "unknown category `wrong`"),
        (with(good("b"), "family", json!("wrong")).to_string(), "unknown family `wrong`"),
        (with(good("c"), "must_not_contain", json!(["sings"])).to_string(), "self-trap: `sings`"),
        (with(good("d"), "must_contain", json!(["over the moor", "tea"])).to_string(), "`tea` is needed"),
        (with(good("e"), "must_not_contain", json!(["blue"])).to_string(), "`blue` is forbidden"),
        (with(good("f"), "must_contain", json!(["kite is Ada's"])).to_string(), "only where it overlaps"),
        (
            with(good("g"), "setup_facts", json!(["The red kite is Ada's.", "over the moor", "Ada sings"]))
                .to_string(),
            "3 facts",
        ),
        (with(good("h"), "must_contain", json!([])).to_string(), "no fact of the beginning has to survive"),
        (with(good("i"), "must_not_contain", json!([])).to_string(), "nothing has to go"),
        (with(good("j"), "note", Value::Null).to_string(), "no note"),
        (with(good("k"), "mutations", json!([])).to_string(), "field `mutations` is empty"),
        (
            with(good("l"), "mutations", json!([["supersede", "x", "A red kite again."]])).to_string(),
            "last supersede",
        ),
        (with(good("m"), "mutations", json!([["forget", "x"]])).to_string(), "unknown op `forget`"),
        (good("c").to_string(), "the id `c` stands on line 5 already"),
    ];
    let dir = tempfile::tempdir().unwrap();
    let mut lines: Vec<String> = table.iter().map(|(line, _)| line.clone()).collect();
    lines.push(good("fine").to_string());
    let (code, text, admissions) = found(dir.path(), &lines, &[]);
    assert_eq!(code, Some(1));
    assert!(text.contains("1 of 17 admitted") && text.contains("stage 2, judge: not asked"), "{text}");
    for ((line, expected), admission) in table.iter().zip(&admissions) {
        assert_eq!(admission["admitted"], false, "{line}");
        assert!(admission["stage1"].to_string().contains(expected), "{line}: {admission}");
    }
    assert_eq!(
        admissions[16],
        json!({"line": 17, "case": "fine", "admitted": true, "rules": "house", "stage1": []})
    );
}

#[test]
fn the_papers_rules_ask_less() {
    let bare = json!({
        "id": "bare", "category": "identifier_obfuscation", "setup_facts": ["Card 4417-22 is Ada's."],
        "mutations": [["purge", "4417 22"]], "final_query": "Whose card is it?", "must_contain": [],
        "must_not_contain": ["4417-22"]
    });
    let family = |name: Value| with(with(bare.clone(), "id", json!(format!("f{name}"))), "family", name);
    let table = [
        ("not json".to_owned(), "not JSON, column 2"),
        (family(json!("wrong")).to_string(), "unknown family `wrong`"),
        (with(good("a"), "category", json!("wrong")).to_string(), "unknown category `wrong`"),
        (with(good("b"), "must_not_contain", json!(["sings"])).to_string(), "self-trap: `sings`"),
    ];
    let dir = tempfile::tempdir().unwrap();
    let mut lines: Vec<String> = table.iter().map(|(line, _)| line.clone()).collect();
    // No family, one fact, no note, nothing that has to survive: the paper's rules let it in.
    lines.extend([bare.to_string(), family(json!("purge")).to_string()]);
    let (code, text, admissions) = found(dir.path(), &lines, &["--paper"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("2 of 6 admitted") && text.contains("by the paper rules: 4 rejected"), "{text}");
    for ((line, expected), admission) in table.iter().zip(&admissions) {
        assert_eq!(admission["admitted"], false, "{line}");
        assert!(admission["stage1"].to_string().contains(expected), "{line}: {admission}");
    }
    let found = &admissions[4];
    assert_eq!((&found["admitted"], &found["rules"]), (&json!(true), &json!("paper")));
    assert!(found["house"].to_string().contains("1 facts"), "what the house says stands beside: {found}");
}

#[test]
fn the_papers_rules_admit_what_they_admitted() {
    for name in ["template-1.0.0.jsonl", "adversarial-1.0.0.jsonl"] {
        let output = forgeteval("suite admit {} --paper", &[&suite_file(name)]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stdout(&output));
        assert!(stdout(&output).contains("by the paper rules: 0 rejected"));
    }
}

/// An endpoint that answers each request with the next of these statuses and contents.
fn judge(answers: Vec<(u16, &'static str)>) -> (String, std::thread::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let served = std::thread::spawn(move || {
        let serve = |(status, content): (u16, &str)| {
            let (mut stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") {
                reader.read_line(&mut head).unwrap();
            }
            let length = head.to_lowercase();
            let length = length.split("content-length:").nth(1).unwrap().lines().next().unwrap();
            let mut body = vec![0; length.trim().parse().unwrap()];
            reader.read_exact(&mut body).unwrap();
            let answer = json!({"choices": [{"message": {"content": content}}]}).to_string();
            let length = answer.len();
            write!(
                stream,
                "HTTP/1.1 {status} x\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{answer}"
            )
            .unwrap();
            head + &String::from_utf8(body).unwrap()
        };
        answers.into_iter().map(serve).collect()
    });
    (url, served)
}

#[test]
fn stage_2_records_what_the_judge_said_or_that_it_was_not_reached() {
    let dir = tempfile::tempdir().unwrap();
    let (url, served) = judge(vec![
        (200, r#"{"admit": true, "reason": "sound"}"#),
        (503, ""),
        (200, r#"Well: {"admit": false, "reason": "(d) fails"}"#),
        (200, "I cannot say."),
        (401, ""),
    ]);
    let mut lines: Vec<String> = ["a", "b", "c", "d"].map(|id| good(id).to_string()).to_vec();
    lines.push(with(good("e"), "must_contain", json!([])).to_string());
    let admitted = dir.path().join("admitted.jsonl");
    let arguments = ["--judge", &url, "--judge-model", "m", "--admitted", admitted.to_str().unwrap()];
    let (code, text, admissions) = found(dir.path(), &lines, &arguments);
    assert_eq!(code, Some(1), "{text}");
    let opinions: Vec<&Value> = admissions.iter().map(|admission| &admission["stage2"]).collect();
    assert_eq!(*opinions[0], json!({"outcome": "admit", "reason": "sound"}));
    assert_eq!(*opinions[1], json!({"outcome": "reject", "reason": "(d) fails"}));
    assert_eq!(*opinions[2], json!({"outcome": "unusable", "answer": "I cannot say."}));
    assert_eq!(*opinions[3], json!({"outcome": "unreachable", "error": "the endpoint answered status 401"}));
    assert_eq!(*opinions[4], Value::Null, "what stage 1 rejects is not asked about");
    assert!(text.contains("1 admitted, 1 rejected, 1 unusable, 1 not reached"), "{text}");
    let kept = fs::read_to_string(&admitted).unwrap();
    assert_eq!(kept.lines().count(), 3, "a judge not reached or not understood rejects nothing: {kept}");

    let requests = served.join().unwrap();
    assert!(requests[0].to_lowercase().contains("authorization: bearer sesame"));
    assert!(
        requests[0].contains("must_not_contain") && !requests[0].contains("A delete by"),
        "{}",
        requests[0]
    );
    let printed = stdout(&forgeteval("suite prompt", &[]));
    let first_line = printed.lines().next().unwrap();
    assert!(requests[0].contains(first_line));
}

#[test]
fn a_judge_that_is_not_there_is_recorded_as_not_reached() {
    let dir = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("http://127.0.0.1:{port}/v1");
    let (code, text, admissions) =
        found(dir.path(), &[good("a").to_string()], &["--judge", &url, "--judge-model", "m"]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(admissions[0]["stage2"]["outcome"], "unreachable");
    assert!(text.contains("1 not reached"), "{text}");
}

#[test]
fn stage_3_parts_the_cases_by_two_systems() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("cases.jsonl");
    // The ceiling passes both; plain normalization only where the request is the text itself.
    let plain = with(good("easy"), "mutations", json!([["purge", "red kite"]]));
    let lines = [plain.to_string(), good("lifted").to_string()];
    fs::write(&file, lines.join("\n")).unwrap();
    let run = dir.path().join("run");
    let played = forgeteval("run --suite {} --system normalized-keys,oracle --out {}", &[&file, &run]);
    assert!(played.status.success(), "{}", stderr(&played));

    let arguments = ["--verdicts", run.to_str().unwrap(), "--base", "normalized-keys", "--lift"];
    let (code, text, admissions) = found(dir.path(), &lines, &[&arguments[..], &["oracle"]].concat());
    assert_eq!(code, Some(0), "{text}");
    let parts: Vec<&Value> = admissions.iter().map(|admission| &admission["stage3"]).collect();
    assert_eq!(parts, [&json!("easy"), &json!("lifted")]);
    assert!(text.contains("1 easy, 1 lifted, 0 unsolved"), "{text}");
    let (code, text, _) = found(dir.path(), &lines, &[&arguments[..], &["nobody"]].concat());
    assert_eq!(code, Some(1));
    assert!(text.contains("holds no verdict of nobody on this file; play it"), "{text}");
}
