//! Recording and replaying.

use nepenthe_llm::cassette::{CassetteError, Tape, Writer};
use nepenthe_llm::contract;
use nepenthe_llm::scripted::{Mode, Server};
use nepenthe_llm::{
    FailureKind, Form, Key, LanguageModel, OpenAi, OpenAiSettings, Recorder, Replayer, Request, Scripted,
};
use serde_json::json;

const MEMORIES: [&str; 2] = ["Mail sam@acme.example.", "Mail ida@acme.example."];

#[test]
fn the_format_is_the_golden_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cassette.jsonl");
    let request =
        |text: &str, form| Request { form, seed: None, ..Request::new("Answer in JSON.", text, 64) };
    let good =
        Recorder::create(Scripted::new(Mode::Good).with_rule(|_| Some("{\"é\": 1}".into())), &path).unwrap();
    good.complete(&request("Who?", Form::Json)).unwrap();
    drop(good);
    let written = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let gone = Recorder::create(Scripted::new(Mode::Unreachable), &path).unwrap();
    gone.complete(&request("Who?", Form::Text)).unwrap_err();
    let failed = std::fs::read_to_string(&path).unwrap();
    let golden = include_str!("../golden/cassette.jsonl");
    assert_eq!(format!("{written}{}", failed.lines().nth(1).unwrap()), golden.trim_end());
}

#[test]
fn a_run_is_repeated_from_its_cassette_without_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cassette.jsonl");
    let key = "sk-planted-77";
    let run = |model: &dyn LanguageModel| {
        ["sam@acme.example", "ida@acme.example", "sam@acme.example", "the van"]
            .map(|request| contract::purge(model, request, &MEMORIES).answer)
    };
    let server = Server::start(Scripted::new(Mode::Good), []).unwrap();
    let settings = OpenAiSettings::new(server.url(), "a-model").with_key(Key::new(key));
    let recorded = run(&Recorder::create(OpenAi::new(settings).unwrap(), &path).unwrap());
    drop(server);
    assert!(!std::fs::read_to_string(&path).unwrap().contains("planted"));

    let replayer = Replayer::read("a-model", &path).unwrap();
    assert_eq!(replayer.left(), 4);
    assert_eq!(run(&replayer), recorded);
    assert_eq!(replayer.left(), 0);

    let again = contract::purge(&replayer, "sam@acme.example", &MEMORIES).answer.unwrap_err();
    assert_eq!(again.kind, FailureKind::Unreachable);
    assert!(again.unrecorded && again.reason.contains("no more answers to request "), "{again}");
    let unknown = contract::purge(&replayer, "bo@acme.example", &MEMORIES).answer.unwrap_err();
    assert!(unknown.unrecorded && unknown.reason.contains("no answer to request "), "{unknown}");
    // Another model's answers are not this one's.
    let other = Replayer::read("another", &path).unwrap();
    assert!(contract::purge(&other, "sam@acme.example", &MEMORIES).answer.is_err());
}

#[test]
fn equal_requests_are_answered_in_their_order_and_failures_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cassette.jsonl");
    let writer = Writer::create(&path).unwrap();
    for number in 0..3 {
        writer.append(&json!({"b": 1, "a": [2]}), &json!({ "number": number })).unwrap();
    }
    let tape = Tape::read(&path).unwrap();
    for number in 0..3 {
        assert_eq!(tape.next(&json!({"a": [2], "b": 1})), Ok(json!({ "number": number })));
    }
    assert!(tape.next(&json!({"a": [2], "b": 1})).is_err());

    let path = folder.path().join("failures.jsonl");
    let refused =
        contract::purge(&Recorder::create(Scripted::new(Mode::Refusing), &path).unwrap(), "x", &MEMORIES);
    let replayed = contract::purge(&Replayer::read("scripted", &path).unwrap(), "x", &MEMORIES);
    assert_eq!(refused, replayed);
}

#[test]
fn no_cassette_is_written_over_and_what_is_none_is_refused_by_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cassette.jsonl");
    Writer::create(&path).unwrap();
    assert!(matches!(Writer::create(&path), Err(CassetteError::File { .. })));
    assert!(Recorder::later(Scripted::new(Mode::Good), &path).is_err());
    let later = folder.path().join("later.jsonl");
    let recorder = Recorder::later(Scripted::new(Mode::Good), &later).unwrap();
    assert!(!later.exists());
    recorder.complete(&Request::new("Be brief.", "Who?", 9)).unwrap();
    assert_eq!(Replayer::of_first(&later).unwrap().unwrap().name(), "scripted");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "others may read the texts of memories");
    }
    let table = [
        ("", 1),
        ("{}\n", 1),
        ("{\"cassette\":2}\n", 1),
        ("{\"cassette\":1}\n{\"digest\":\"x\"}\n", 2),
        ("{\"cassette\":1}\n{\"digest\":\"x\",\"request\":{},\"answer\":{}}\n", 2),
        ("{\"cassette\":1}\n{\"digest\":\"44136fa3\n", 2),
        ("{\"cassette\":1}\n{\"cassette\":2}\n", 2),
    ];
    for (text, wrong) in table {
        std::fs::write(&path, text).unwrap();
        let error = Tape::read(&path).unwrap_err();
        assert!(matches!(error, CassetteError::Line { line, .. } if line == wrong), "{text}: {error}");
    }
}

#[test]
fn a_cut_last_line_is_left_out_and_cassettes_may_follow_one_another() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one.jsonl", "two.jsonl"].map(|name| folder.path().join(name));
    let number = |number: u32| json!({ "number": number });
    for (path, numbers) in [(&one, [0, 1]), (&two, [2, 3])] {
        let writer = Writer::create(path).unwrap();
        for n in numbers {
            writer.append(&json!({"model": "m"}), &number(n)).unwrap();
        }
    }
    let text = [&one, &two].map(|path| std::fs::read_to_string(path).unwrap()).concat();
    std::fs::write(&one, &text).unwrap();
    let tape = Tape::read(&one).unwrap();
    assert_eq!((tape.model(), tape.left()), (Some("m"), 4));
    // Also in the midst of a character.
    for cut in [&text.as_bytes()[..text.len() - 9], &[text.as_bytes(), b"{\"digest\":\"\xc3"].concat()] {
        std::fs::write(&one, cut).unwrap();
        let tape = Tape::read(&one).unwrap();
        let whole = text.len() > cut.len();
        assert_eq!(tape.left(), if whole { 3 } else { 4 });
        assert_eq!(tape.next(&json!({"model": "m"})), Ok(number(0)));
    }
}
