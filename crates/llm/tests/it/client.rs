//! The client against the scripted endpoint, over the loopback device.

use std::io::Write;
use std::net::TcpListener;
use std::time::Duration;

use nepenthe_llm::scripted::{Fault, Mode, Server};
use nepenthe_llm::{
    Completion, Failure, FailureKind, Finish, Key, LanguageModel, OpenAi, OpenAiSettings, Request, Scripted,
};
use serde_json::json;

const KEY: &str = "sk-planted-4242";

fn client(url: &str) -> OpenAi {
    let settings = OpenAiSettings::new(url, "a-model").with_key(Key::new(KEY)).with_endpoint(|endpoint| {
        endpoint
            .with_backoff(Duration::from_millis(1))
            .with_timeout(Duration::from_millis(1500))
            .with_largest_answer(64 * 1024)
    });
    OpenAi::new(settings).unwrap()
}

fn request() -> Request {
    Request { seed: Some(7), ..Request::new("Be brief.", "a text of a memory", 99) }
}

/// Asks once, with faults; returns how many requests the server saw, too.
fn ask(faults: Vec<Fault>) -> (Result<Completion, Failure>, Server) {
    let server = Server::start(Scripted::new(Mode::Good), faults).unwrap();
    let client = client(&server.url());
    let result = client.complete(&request());
    if let Err(failure) = &result {
        let shown = format!("{failure} {failure:?} {client:?}");
        assert!(!shown.contains("planted") && !shown.contains("a text of"), "{shown}");
        assert!(shown.contains("/v1/chat/completions"), "{shown}");
    }
    (result, server)
}

#[test]
fn a_request_is_posted_whole_and_its_answer_read() {
    let (result, server) = ask(vec![]);
    let completion = result.unwrap();
    assert_eq!((completion.text.as_str(), completion.finish), ("{}", Finish::Stop));
    assert_eq!(
        server.bodies(),
        [json!({
            "model": "a-model",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "a text of a memory"},
            ],
            "max_tokens": 99,
            "temperature": 0,
            "seed": 7,
            "response_format": {"type": "json_object"},
        })]
    );
    let served = server.served(KEY);
    assert_eq!((served.requests, served.completions), (1, 1));
    assert_eq!(
        (served.tokens_in, served.tokens_out),
        (completion.usage.tokens_in, completion.usage.tokens_out)
    );
    assert!(!completion.usage.estimated);
}

#[test]
fn what_may_pass_is_asked_again() {
    let passing: [&[Fault]; 5] = [
        &[Fault::Status(429, None)],
        &[Fault::Status(429, Some(0)), Fault::Status(503, None)],
        &[Fault::Status(500, None), Fault::Status(502, None), Fault::Status(529, None)],
        &[Fault::Cut],
        &[Fault::CutBody],
    ];
    for faults in passing {
        let (result, server) = ask(faults.to_vec());
        assert!(result.is_ok(), "{faults:?}: {result:?}");
        assert_eq!(server.served(KEY).requests, faults.len() as u64 + 1, "{faults:?}");
    }
}

#[test]
fn what_does_not_pass_is_unreachable_and_what_is_denied_is_refused() {
    let never = |fault: Fault| vec![fault; 8];
    let table = [
        (never(Fault::Status(500, None)), FailureKind::Unreachable, "status 500", 4),
        (never(Fault::Status(429, None)), FailureKind::Unreachable, "status 429", 4),
        (never(Fault::Status(429, Some(3600))), FailureKind::Unreachable, "asks to wait 3600 s", 1),
        (never(Fault::Cut), FailureKind::Unreachable, "", 4),
        (never(Fault::Status(401, None)), FailureKind::Refused, "check the key", 1),
        (never(Fault::Status(403, None)), FailureKind::Refused, "check the key", 1),
        (never(Fault::Status(404, None)), FailureKind::Refused, "status 404", 1),
        (never(Fault::Status(302, None)), FailureKind::Refused, "status 302", 1),
        // Once with JSON mode, and once without.
        (never(Fault::Status(400, None)), FailureKind::Refused, "status 400", 2),
    ];
    for (faults, kind, reason, requests) in table {
        let fault = faults[0].clone();
        let (result, server) = ask(faults);
        let failure = result.unwrap_err();
        assert_eq!(failure.kind, kind, "{fault:?}: {failure}");
        assert!(failure.reason.contains(reason), "{fault:?}: {failure}");
        assert_eq!(server.served(KEY).requests, requests, "{fault:?}");
    }
}

#[test]
fn of_an_error_its_codes_are_shown_and_no_words() {
    let error = |error: serde_json::Value| json!({ "error": error }).to_string();
    let table = [
        (
            error(json!({ "message": "of a memory, sk-plan...4242", "code": "no_model", "type": "x.y-1" })),
            "(no_model, x.y-1)",
        ),
        (error(json!({ "message": "your text of", "code": 404, "type": null })), "(404)"),
        (error(json!({ "message": "a  TEXT", "code": "a text", "type": "é" })), "Found"),
        (error(json!({ "code": "x".repeat(99), "type": KEY })), "Found"),
        (error(json!({ "code": "planted-42", "type": ["no"] })), "Found"),
        (error(json!("a text")), "Found"),
        ("a text".to_owned(), "Found"),
    ];
    for (body, end) in table {
        let failure = ask(vec![Fault::Error(404, body.clone())]).0.unwrap_err();
        assert!(failure.reason.ends_with(end), "{body}: {failure}");
        assert!(failure.reason.contains("status 404"), "{body}: {failure}");
    }
}

#[test]
fn json_mode_is_given_up_once_for_all_where_it_is_not_known() {
    for status in [400, 422] {
        let server = Server::start(Scripted::new(Mode::Good), vec![Fault::NoJsonMode(status)]).unwrap();
        let client = client(&server.url());
        client.complete(&request()).unwrap();
        client.complete(&request()).unwrap();
        assert_eq!(with_field(&server, "response_format"), [true, false, false]);
    }
}

/// Which of the requests that a server got have a field.
fn with_field(server: &Server, name: &str) -> Vec<bool> {
    server.bodies().iter().map(|body| body.get(name).is_some()).collect()
}

#[test]
fn the_longest_answer_is_called_as_the_endpoint_will_have_it() {
    let faults = vec![Fault::OtherLimit, Fault::NoJsonMode(400)];
    let server = Server::start(Scripted::new(Mode::Good), faults).unwrap();
    let client = client(&server.url());
    client.complete(&request()).unwrap();
    client.complete(&request()).unwrap();
    let fields = |name: &str| with_field(&server, name);
    assert_eq!(fields("max_tokens"), [true, false, false, false]);
    assert_eq!(fields("max_completion_tokens"), [false, true, true, true]);
    assert_eq!(fields("response_format"), [true, true, false, false]);
}

#[test]
fn a_temperature_that_is_refused_is_left_out_and_json_mode_stays() {
    let faults = vec![Fault::OwnTemperature, Fault::OtherLimit];
    let server = Server::start(Scripted::new(Mode::Good), faults).unwrap();
    let client = client(&server.url());
    client.complete(&request()).unwrap();
    client.complete(&request()).unwrap();
    let fields = |name: &str| with_field(&server, name);
    assert_eq!(fields("temperature"), [true, false, false, false]);
    assert_eq!(fields("max_completion_tokens"), [false, false, true, true]);
    assert_eq!(fields("response_format"), [true; 4]);
}

#[test]
fn an_endpoint_that_is_late_is_not_waited_for_and_none_is_named() {
    let late = Fault::Late(Duration::from_secs(20));
    let server = Server::start(Scripted::new(Mode::Good), vec![late]).unwrap();
    let settings = OpenAiSettings::new(server.url(), "a-model")
        .with_endpoint(|endpoint| endpoint.with_timeout(Duration::from_millis(200)).with_retries(0));
    let failure = OpenAi::new(settings).unwrap().complete(&request()).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unreachable);
    assert!(failure.reason.contains("timeout"), "{failure}");

    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    let failure = client(&url).complete(&request()).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unreachable);
    assert!(failure.reason.starts_with(&url), "{failure}");
}

#[test]
fn an_answer_that_is_no_completion_is_unusable() {
    let bodies = [
        ("<html>a text of a memory</html>", "not JSON"),
        ("", "not JSON"),
        (r#"{"choices": "a text of a memory"}"#, "not the JSON of a completion"),
        (r#"{"error": {"message": "a text of a memory"}}"#, "not the JSON of a completion"),
        (r#"{"choices": []}"#, "no completion"),
    ];
    for (body, reason) in bodies {
        let failure = ask(vec![Fault::Body(body.to_owned())]).0.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Unusable, "{body}");
        assert!(failure.reason.ends_with(reason), "{body}: {failure}");
    }
    let failure = ask(vec![Fault::Body("x".repeat(80 * 1024))]).0.unwrap_err();
    assert!(failure.reason.contains("longer than 65536 bytes"), "{failure}");
    assert_eq!(failure.kind, FailureKind::Unusable, "an answer came, and counts");
}

#[test]
fn answers_say_how_they_end_and_what_they_took_or_the_most_is_assumed() {
    let body = |choice: serde_json::Value| json!({ "choices": [choice] }).to_string();
    let said = |finish: &str| json!({ "message": { "content": "{" }, "finish_reason": finish });
    let table = [
        (said("stop"), Finish::Stop),
        (said("length"), Finish::Length),
        (said("content_filter"), Finish::Refused),
        (
            json!({ "message": { "content": null, "refusal": "no" }, "finish_reason": "stop" }),
            Finish::Refused,
        ),
        (json!({ "message": { "content": null, "tool_calls": [] } }), Finish::Stop),
    ];
    for (choice, finish) in table {
        let completion = ask(vec![Fault::Body(body(choice.clone()))]).0.unwrap();
        assert_eq!(completion.finish, finish, "{choice}");
        assert_eq!(completion.usage, request().most(), "{choice}");
    }
}

#[test]
fn an_answer_of_the_longest_length_that_does_not_say_how_it_ends_is_cut_off() {
    for (tokens, finish) in [(98, Finish::Stop), (99, Finish::Length), (120, Finish::Length)] {
        let body = json!({
            "choices": [{ "message": { "content": "{" } }],
            "usage": { "prompt_tokens": 9, "completion_tokens": tokens },
        });
        assert_eq!(ask(vec![Fault::Body(body.to_string())]).0.unwrap().finish, finish, "{tokens}");
    }
}

#[test]
fn the_modes_of_the_scripted_model_come_over_the_wire() {
    let table = [
        (Mode::Truncated, Ok(Finish::Length)),
        (Mode::Refusing, Ok(Finish::Refused)),
        (Mode::Slow(Duration::from_millis(5)), Ok(Finish::Stop)),
        (Mode::Unreachable, Err(FailureKind::Unreachable)),
    ];
    for (mode, expected) in table {
        let server = Server::start(Scripted::new(mode), []).unwrap();
        let result = client(&server.url()).complete(&request());
        let given = result.map(|completion| completion.finish).map_err(|failure| failure.kind);
        assert_eq!(given, expected, "{mode:?}");
    }
}

#[test]
fn settings_that_can_never_work_say_so_and_show_nothing() {
    let settings = OpenAiSettings::new("http://user:planted@127.0.0.1:1/v1?token=planted", "m")
        .with_key(Key::new("sk-planted\u{7f}"));
    let client = OpenAi::new(settings.clone()).unwrap();
    let failure = client.complete(&request()).unwrap_err();
    let shown = format!("{settings:?} {client:?} {failure} {failure:?}");
    assert!(!shown.contains("planted"), "{shown}");
    let settings =
        settings.with_endpoint(|endpoint| endpoint.with_proxy(Some("nonsense://u:planted@x".into())));
    let error = OpenAi::new(settings).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("planted"), "{error:?}");
}

#[test]
fn the_key_comes_from_a_file() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "{KEY}").unwrap();
    let server = Server::start(Scripted::new(Mode::Good), []).unwrap();
    let key = Key::from_file(file.path()).unwrap();
    let settings = OpenAiSettings::new(server.url(), "m").with_key(Some(key));
    OpenAi::new(settings).unwrap().complete(&request()).unwrap();
    assert_eq!((server.served(KEY).requests, server.served("").requests), (1, 0));
}
