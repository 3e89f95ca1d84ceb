use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use forgeteval::adapter::{Adapter, AdapterError, System};
use forgeteval::case::Case;
use forgeteval::memora::{
    Apart, CheckKind, CheckRecord, Checks, Data, Fallbacks, Literal, Looked, Mapping, PUBLISHED, Questions,
    Record, RecordTimes, Report, Settings, Sink, Task, print, run,
};
use forgeteval::mutation::{Mutation, Op};
use forgeteval::report::Form;
use nepenthe::embed::NoEmbedder;
use nepenthe_model::{LazyMiniLm, ModelFinder};
use serde_json::Value;

use crate::support::{forgeteval, memora, purge, stderr, stdout, supersede, systems, systems_with};

/// Two hand-made persons in the released layout.
fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/memora")
}

fn data() -> Data {
    Data::read(&fixture()).unwrap()
}

fn settings(mapping: Mapping) -> Settings {
    Settings { mapping, k: 10, embedder: "none".to_owned() }
}

fn played(system: Arc<dyn System>, mapping: Mapping) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    run(&data(), &[system], &settings(mapping), &mut records).unwrap();
    records
}

/// A copy of the fixture, with one replacement in one file.
fn broken(file: &str, from: &str, to: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    for persona in ["baker", "pilot"] {
        let conversations = dir.path().join(persona).join("conversations");
        fs::create_dir_all(&conversations).unwrap();
        let source = fixture().join(persona);
        for entry in fs::read_dir(source.join("conversations")).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, conversations.join(path.file_name().unwrap())).unwrap();
        }
        let questions = format!("evaluation_questions_{persona}.json");
        fs::copy(source.join(&questions), dir.path().join(persona).join(&questions)).unwrap();
    }
    let path = dir.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} holds no {from}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
    (dir, path)
}

#[test]
fn the_released_layout_is_read() {
    let data = data();
    let names: Vec<&str> = data.personas.iter().map(|persona| persona.name.as_str()).collect();
    assert_eq!((names.as_slice(), data.questions(), data.sha256.len()), (&["baker", "pilot"][..], 6, 64));
    let baker = &data.personas[0];
    assert_eq!(
        baker.sessions.iter().map(|session| session.id).collect::<Vec<_>>(),
        (1..=10).collect::<Vec<_>>()
    );
    let movies = baker.questions.last().unwrap();
    assert_eq!((movies.id.as_str(), movies.task), ("movies", Task::Recommending));
    assert_eq!(
        (movies.needed.as_slice(), movies.forbidden.as_slice()),
        (&["Grace Kelly".to_owned()][..], &["Rita Hayworth".to_owned()][..])
    );
    let values: Vec<usize> = movies.checks.iter().map(|check| check.values.len()).collect();
    assert_eq!(values, [1, 1, 0], "a past event has no value in the evidence");
}

#[test]
fn sessions_become_operations() {
    let inscribe = |texts: &[&str]| Mutation::Inscribe {
        texts: texts.iter().map(|text| format!("user_agent: {text}")).collect(),
    };
    let baker = &data().personas[0];
    let flour = "task_type: work_tasks, description: Order flour, created_at: 2025-06-01";
    let hayworth = "I love Rita Hayworth!\nuser_agent: Her films are the best.";
    let oven = "The meeting is called \"Oven plans\".\nuser_agent: Ann Lee and Bob Stone attend.";
    let racks = "Please add 'New racks' to the agenda.";
    let kelly = "user_agent: These days I prefer Grace Kelly.";
    let (order, call) = ("I need to order flour soon.", "Remind me to call Ann.");
    let lunch = "I want to spend under $70 per week on lunch.";
    assert_eq!(
        Mapping::Published.steps(baker),
        [
            inscribe(&[order, call, hayworth]),
            supersede("", kelly),
            purge(flour),
            inscribe(&[oven]),
            purge(""),
            supersede("", &format!("user_agent: {racks}")),
        ]
    );
    assert_eq!(
        Mapping::Named.steps(baker),
        [
            inscribe(&[order, call, hayworth, lunch]),
            supersede("actors: Rita Hayworth", kelly),
            purge(flour),
            inscribe(&[oven]),
            purge("meeting_title: Oven plans, attendees: Bob Stone"),
            inscribe(&[racks]),
        ]
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    let session = "baker/conversations/session_0004.json";
    let questions = "pilot/evaluation_questions_pilot.json";
    let table = [
        (session, "\"share_memory\": true", "\"shared\": true", "missing field `share_memory`"),
        (
            session,
            "\"operation\": \"add\"",
            "\"operation\": \"merge\"",
            "unknown variant `merge`, expected one of `add`, `update`, `delete`",
        ),
        (session, "\"session_id\": 4", "\"session_id\": 3", "field `session_id`: 3 stands twice"),
        (session, "{", "", "at line 2 column 13"),
        (questions, "\"memory_evidence\"", "\"evidence\"", "missing field `memory_evidence`"),
        (questions, "memory_presence\"", "presence\"", "unknown variant `presence`"),
        (questions, "How many steps did I walk?", "", "field `question` of steps is empty"),
    ];
    for (file, from, to, expected) in table {
        let (dir, path) = broken(file, from, to);
        let error = Data::read(dir.path()).unwrap_err().to_string();
        assert!(
            error.starts_with(&path.display().to_string()) && error.contains(expected),
            "{expected}: {error}"
        );
    }

    let (dir, path) = broken(questions, "{", "{");
    fs::remove_file(&path).unwrap();
    let error = Data::read(dir.path()).unwrap_err().to_string();
    assert!(error.contains("cannot read") && error.contains("evaluation_questions_pilot.json"), "{error}");
    let empty = tempfile::tempdir().unwrap();
    let error = Data::read(empty.path()).unwrap_err().to_string();
    assert!(error.ends_with("it has no folder of a person"), "{error}");
    let error = Data::read(&empty.path().join("none")).unwrap_err().to_string();
    assert!(error.contains("cannot read") && error.contains("none"), "{error}");
}

#[test]
fn floors_are_what_they_are() {
    for mapping in Mapping::ALL {
        let null = played(systems(&["null"]).remove(0), mapping);
        assert_eq!(null.len(), 6);
        let report = Report::new(&null);
        let totals = &report.mappings[0];
        assert_eq!(totals.questions.tasks, [2, 3, 1]);
        // Under the published mapping no goal is written.
        let (unsatisfiable, open) = if mapping == Mapping::Published { (1, 2) } else { (0, 3) };
        let questions =
            Questions { tasks: [2, 3, 1], nothing_fails: 2, empty_passes: 1, unsatisfiable, open };
        assert_eq!(totals.questions, questions);
        let presence = if mapping == Mapping::Published { 5 } else { 6 };
        let checks =
            Checks { presence, unsatisfiable: 7 - presence, absence: 3, certain: 0, without_value: 1 };
        assert_eq!(totals.checks, checks);
        let null = &totals.systems[0];
        assert_eq!((null.published.pass, null.open.pass, null.net), (3, 0, Some(0.0)));
        assert_eq!(null.apart, Apart { nothing_fails: 2, empty_passes: 1, unsatisfiable: 0 });

        let keep = Report::new(&played(systems(&["keep"]).remove(0), mapping));
        let keep = &keep.mappings[0].systems[0];
        assert_eq!((keep.presence.pass, keep.presence.of, keep.absence.pass), (presence, presence, 0));
        assert_eq!(keep.net, Some(0.0));
    }
}

fn looked(text: &str, written: bool, found: bool) -> Looked {
    Looked { literal: Literal { text: text.to_owned(), forms: Vec::new() }, written, found }
}

fn record(question: &str, needed: &[Looked], forbidden: &[Looked]) -> Record {
    let check = |kind, value: &Looked| CheckRecord { id: "c".to_owned(), kind, values: vec![value.clone()] };
    let present = needed.iter().map(|value| check(CheckKind::Presence, value));
    let absent = forbidden.iter().map(|value| check(CheckKind::Absence, value));
    Record {
        data_sha256: "d".repeat(64),
        mapping: Mapping::Published,
        k: 10,
        embedder: "none".to_owned(),
        system: "mempalace".to_owned(),
        system_version: "1".to_owned(),
        persona: "baker".to_owned(),
        task: Task::Remembering,
        question_id: question.to_owned(),
        question: "Where is Ann?".to_owned(),
        needed: needed.to_vec(),
        forbidden: forbidden.to_vec(),
        checks: present.chain(absent).collect(),
        fallbacks: Fallbacks::default(),
        error: None,
        recalled: Vec::new(),
        times: RecordTimes { playing_us: 2_000_000, asking_us: 3_000 },
    }
}

#[test]
fn both_scorings_are_made_from_the_records() {
    let (yes, no) = (true, false);
    let far = format!("{} Bob Stone", "x".repeat(400));
    let mut records = vec![
        record("free", &[], &[]),
        record("clean", &[], &[looked("Bob", yes, no)]),
        Record { recalled: vec![far], ..record("leak", &[], &[looked("Bob Stone", yes, yes)]) },
        Record { recalled: vec!["a\nb".to_owned()], ..record("lost", &[looked("A B", yes, no)], &[]) },
        record("mixed", &[looked("Ann", yes, yes)], &[looked("Bob", yes, yes), looked("Cy", no, no)]),
        record("good", &[looked("Ann", yes, yes)], &[]),
        record("never", &[looked("70", no, no)], &[]),
        Record {
            error: Some("gone".to_owned()),
            ..record("error", &[looked("Ann", yes, no)], &[looked("Bob", yes, no)])
        },
    ];
    let report = Report::new(&records);
    let totals = &report.mappings[0];
    assert_eq!(
        totals.questions,
        Questions { tasks: [8, 0, 0], nothing_fails: 1, empty_passes: 2, unsatisfiable: 1, open: 4 }
    );
    assert_eq!(
        totals.checks,
        Checks { presence: 4, unsatisfiable: 1, absence: 4, certain: 1, without_value: 0 }
    );
    let system = &totals.systems[0];
    // free, clean, good
    assert_eq!((system.published.pass, system.published.personas.as_slice()), (3, &[3][..]));
    // Cut to 300 characters, the leak is not seen, a line feed is a space, and the question stands above the answer.
    assert_eq!(system.snippets.as_ref().unwrap().pass, 6);
    assert_eq!(system.apart, Apart { nothing_fails: 1, empty_passes: 1, unsatisfiable: 0 });
    assert_eq!((system.open.pass, system.open.of), (1, 4));
    assert_eq!((system.presence.pass, system.presence.of), (2, 4));
    assert_eq!((system.absence.pass, system.absence.of), (1, 4));
    assert_eq!(system.net, Some(-0.25));
    assert_eq!((system.errors, system.first_error.as_deref()), (1, Some("gone")));
    assert_eq!((system.playing_s, system.asking_ms), (2.0, 3.0));

    records.iter_mut().for_each(|record| record.system = "other".to_owned());
    assert_eq!(Report::new(&records).mappings[0].systems[0].snippets, None);
    assert_eq!(print(&Report::new(&[]), Form::Text), "No records.\n");
}

/// Lacks purge, refuses every supersede that names something, and breaks down at one question.
struct Moody;

struct MoodyMemory(Vec<String>);

impl System for Moody {
    fn name(&self) -> &str {
        "moody"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn open(&self, case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        if case.id == "pilot" {
            Err(AdapterError::Failed("no pilots".to_owned()))
        } else {
            Ok(Box::new(MoodyMemory(Vec::new())))
        }
    }
}

impl Adapter for MoodyMemory {
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        self.0.extend_from_slice(facts);
        Ok(())
    }

    fn recall(&mut self, query: &str, _k: usize) -> Result<Vec<String>, AdapterError> {
        if query.contains("total food") {
            panic!("lost my mind")
        } else {
            Ok([self.0.as_slice(); 9].concat())
        }
    }

    fn supersede(&mut self, _query: &str, _new_text: &str) -> Result<(), AdapterError> {
        Err(AdapterError::Failed("not today".to_owned()))
    }

    fn release(&mut self, _query: &str) -> Result<(), AdapterError> {
        Err(AdapterError::Unsupported(Op::Release))
    }

    fn purge(&mut self, _query: &str) -> Result<(), AdapterError> {
        Err(AdapterError::Unsupported(Op::Purge))
    }
}

#[test]
fn what_a_system_lacks_or_does_wrong_is_on_record() {
    let records = played(Arc::new(Moody), Mapping::Published);
    let errors: Vec<Option<&str>> = records.iter().map(|record| record.error.as_deref()).collect();
    let panicked = Some("panicked: lost my mind");
    assert_eq!(errors, [None, None, panicked, panicked, panicked, Some("no pilots")]);
    let fallbacks =
        Fallbacks { inscribed: 2, ignored: 2, refused: 2, first_error: Some("not today".to_owned()) };
    assert_eq!(records[0].fallbacks, fallbacks);
    assert_eq!(records[0].recalled.len(), 10, "an answer is cut to k");
    assert!(records[0].needed[0].found && records[0].forbidden[0].found);

    let table = print(&Report::new(&records), Form::Text);
    for said in [
        "moody: 2 supersedes were inscribed and 2 purges left out, 2 because of errors, the first being not today",
        "moody: 4 questions have no answer, the first error being panicked: lost my mind",
        "not among the checks: 2 of presence that were never written, 0 of absence that nothing can fail, 1 that name",
    ] {
        assert!(table.contains(said), "{said}: {table}");
    }
}

/// Ends a run after so many records.
struct Full(Vec<Record>, usize);

impl Sink for Full {
    fn take(&mut self, record: Record) -> io::Result<()> {
        if self.0.len() == self.1 {
            return Err(io::Error::other("full"));
        }
        self.0.push(record);
        Ok(())
    }
}

#[test]
fn a_sink_that_is_full_ends_the_run() {
    let mut sink = Full(Vec::new(), 2);
    let ended = run(&data(), &systems(&["null"]), &settings(Mapping::Named), &mut sink);
    assert_eq!((ended.unwrap_err().to_string().as_str(), sink.0.len()), ("full", 2));
}

const RUN: &str = "memora --data {} --system naive-sql --out {}";

/// The records of a directory, in order, without their times.
fn timeless(dir: &Path) -> Vec<Record> {
    let lines = fs::read_to_string(dir.join("memora.jsonl")).unwrap();
    let mut records: Vec<Record> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    records.iter_mut().for_each(|record| record.times = RecordTimes::default());
    records
}

#[test]
fn a_system_that_asks_a_model_is_named_after_it_and_has_no_row_without_it() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("run");
    let asking = "memora --data {} --mapping named --system nepenthe-llm,naive-sql --out {}";
    let ran = forgeteval(&format!("{asking} --llm scripted"), &[&fixture(), &out]);
    assert!(ran.status.success(), "{}", stderr(&ran));
    assert!(stderr(&ran).contains("nepenthe-llm (scripted): "), "what was asked is told: {}", stderr(&ran));
    let table = stdout(&ran);
    assert!(table.contains("nepenthe-llm (scripted)") && table.contains("\nnaive-sql "), "{table}");
    let again = forgeteval(&format!("{asking} --llm scripted --resume"), &[&fixture(), &out]);
    assert_eq!(stdout(&again), table, "every record is there");
    assert_eq!(
        stdout(&forgeteval("report {}", &[&out])).matches("nepenthe-llm ").count(),
        table.matches("nepenthe-llm ").count()
    );

    let none = dir.path().join("none");
    let ran = forgeteval(&format!("{asking} --llm scripted:unreachable"), &[&fixture(), &none]);
    assert_eq!(ran.status.code(), Some(1));
    assert!(stderr(&ran).contains("answers of the language model was of use"), "{}", stderr(&ran));
    assert!(!fs::read_to_string(none.join("memora.jsonl")).unwrap().contains("nepenthe-llm"));
    let ran = forgeteval(&format!("{asking} --llm scripted --llm-calls 1 --force"), &[&fixture(), &none]);
    assert_eq!(ran.status.code(), Some(1), "a budget is kept");
    let bare = forgeteval("memora --data {} --system nepenthe-llm", &[&fixture()]);
    assert_eq!(bare.status.code(), Some(2));
    assert!(stderr(&bare).contains("needs a language model"), "{}", stderr(&bare));
}

#[test]
fn a_torn_run_gone_on_with_equals_an_uninterrupted_one() {
    let (whole, torn) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let ran = forgeteval(RUN, &[&fixture(), whole.path()]);
    assert!(ran.status.success(), "{}", stderr(&ran));
    let lines = fs::read_to_string(whole.path().join("memora.jsonl")).unwrap();
    let lines: Vec<&str> = lines.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 36, "two mappings, three systems with the floors, six questions");

    // Cut off before the first line, within a person, and within a line.
    for (kept, rest) in [(0, 0), (3, 0), (13, 40), (36, 0)] {
        let next = lines.get(kept).map_or("", |line| &line[..rest]);
        fs::write(torn.path().join("memora.jsonl"), lines[..kept].concat() + next).unwrap();
        let resumed = forgeteval(&format!("{RUN} --resume"), &[&fixture(), torn.path()]);
        assert!(resumed.status.success(), "{}", stderr(&resumed));
        assert_eq!(timeless(torn.path()), timeless(whole.path()), "{kept} lines and {rest} bytes");
    }
    let refused = forgeteval(RUN, &[&fixture(), whole.path()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("holds verdicts already"), "{}", stderr(&refused));
}

#[test]
fn records_made_otherwise_are_not_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    assert!(forgeteval(RUN, &[&fixture(), dir.path()]).status.success());
    let (other, _) = broken("baker/conversations/session_0001.json", "Hello", "Good day");
    let aged = tempfile::tempdir().unwrap();
    let lines = fs::read_to_string(dir.path().join("memora.jsonl")).unwrap();
    fs::write(
        aged.path().join("memora.jsonl"),
        lines.replace(r#""system_version":""#, r#""system_version":"0-"#),
    )
    .unwrap();
    let twice = tempfile::tempdir().unwrap();
    fs::write(twice.path().join("memora.jsonl"), lines.repeat(2)).unwrap();
    let table = [
        ("", other.path(), dir.path(), "of other data, with hash"),
        ("--k 5", &fixture(), dir.path(), "for k = 10, and this run has 5"),
        ("", &fixture(), aged.path(), "of another version of"),
        ("", &fixture(), twice.path(), "stands twice"),
    ];
    for (options, data, out, expected) in table {
        let refused = forgeteval(
            &format!("memora --data {{}} --system naive-sql --out {{}} --resume {options}"),
            &[data, out],
        );
        assert_eq!(refused.status.code(), Some(1), "{expected}");
        assert!(stderr(&refused).contains(expected), "{expected}: {}", stderr(&refused));
    }
}

#[test]
fn the_command_prints_tables_and_json() {
    let text = stdout(&forgeteval("memora --data {} --system naive-sql --mapping named", &[&fixture()]));
    for said in [
        "mapping named: 2 persons, 6 questions", "\nnull ", "\nkeep ", "\nkeep, cut ", "nothing fails",
        "net:",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("published: Lethe"), "the published numbers are of other data: {text}");
    let markdown = stdout(&forgeteval("memora --data {} --system null --markdown", &[&fixture()]));
    assert!(
        markdown.starts_with("## Memora, mapping published") && markdown.contains("| null "),
        "{markdown}"
    );
    let json = stdout(&forgeteval("memora --data {} --system null --json", &[&fixture()]));
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["mappings"][1]["mapping"], "named");
    assert_eq!(report["mappings"][0]["systems"][0]["published"]["pass"], 3);
}

#[test]
fn wrong_command_lines_say_why() {
    let dir = tempfile::tempdir().unwrap();
    let table = [
        ("memora --data {} --system nobody", 2, "there is no system `nobody`"),
        ("memora --data {} --resume", 2, "--out"),
        ("memora --data {} --mapping other", 2, "published, named"),
        ("memora --data {} --max-tokens 1", 2, "--max-tokens"),
        ("memora --data {}/none", 1, "cannot read"),
        ("memora --data {}", 1, "it has no folder of a person"),
    ];
    for (arguments, status, expected) in table {
        let output = forgeteval(arguments, &[dir.path()]);
        assert_eq!(output.status.code(), Some(status), "{arguments}: {}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{arguments}: {}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn the_release_has_the_published_counts() {
    let dir = memora();
    let data = Data::read(&dir).unwrap();
    let sessions: usize = data.personas.iter().map(|persona| persona.sessions.len()).sum();
    assert_eq!((data.personas.len(), sessions, data.questions()), (10, 1551, 150));
    let questions = || data.personas.iter().flat_map(|persona| &persona.questions);
    assert_eq!(questions().filter(|q| q.needed.is_empty()).count(), 68);
    assert_eq!(questions().filter(|q| q.needed.is_empty() && q.forbidden.is_empty()).count(), 32);

    // An empty memory and one that keeps all, without vectors: what the data alone decides.
    let systems = systems_with(&["null"], Arc::new(NoEmbedder));
    for (mapping, unsatisfiable) in [(Mapping::Published, 31), (Mapping::Named, 26)] {
        let mut records: Vec<Record> = Vec::new();
        run(&data, &systems, &settings(mapping), &mut records).unwrap();
        let totals = &Report::new(&records).mappings[0];
        let found = totals.questions;
        assert_eq!(
            found,
            Questions {
                tasks: [50; 3],
                nothing_fails: 32,
                empty_passes: 36,
                unsatisfiable,
                open: 82 - unsatisfiable
            }
        );
        assert_eq!((totals.systems[0].published.pass, totals.systems[0].net), (68, Some(0.0)));
        assert_eq!(totals.checks.presence + totals.checks.unsatisfiable, 479);
        assert_eq!(totals.checks.absence + totals.checks.certain + totals.checks.without_value, 256);
        // The published rows belong to these persons.
        let text = print(&Report::new(&records), Form::Text);
        assert_eq!(
            text.contains(&format!("published: {}", PUBLISHED[0].system)),
            mapping == Mapping::Published
        );
    }
}

/// How many of the changes in the published run name nothing: the reason why its numbers say little of forgetting.
#[test]
fn most_published_queries_are_empty() {
    let dir = memora();
    let data = Data::read(&dir).unwrap();
    let steps: Vec<Mutation> =
        data.personas.iter().flat_map(|persona| Mapping::Published.steps(persona)).collect();
    let queries: Vec<&str> = steps
        .iter()
        .filter_map(|step| match step {
            Mutation::Supersede { query, .. } | Mutation::Purge { query } => Some(query.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!((queries.len(), queries.iter().filter(|query| query.is_empty()).count()), (329, 224));
    let named = data.personas.iter().flat_map(|persona| Mapping::Named.steps(persona));
    assert!(!named.into_iter().any(|step| matches!(&step, Mutation::Purge { query } | Mutation::Supersede { query, .. } if query.is_empty())));
}

/// `keep` recalls what MemPalace did, so cut as its adapter cut it must give the published cells. Two persons of ten, to
/// be quick; `forgeteval memora` gives all, and the other two systems.
#[test]
fn what_mempalace_was_given_is_published() {
    let dir = memora();
    let mut data = Data::read(&dir).unwrap();
    data.personas.retain(|persona| ["content_writer", "sales_manager"].contains(&persona.name.as_str()));
    let model = LazyMiniLm::new(ModelFinder::from_env()).with_max_tokens(128);
    let mut records: Vec<Record> = Vec::new();
    let systems = systems_with(&["keep"], Arc::new(model));
    run(&data, &systems, &settings(Mapping::Published), &mut records).unwrap();
    let keep = &Report::new(&records).mappings[0].systems[0];
    let mempalace = &PUBLISHED[2];
    let expected = [mempalace.personas[2], mempalace.personas[7]];
    assert_eq!(keep.snippets.as_ref().unwrap().personas, expected);
}
