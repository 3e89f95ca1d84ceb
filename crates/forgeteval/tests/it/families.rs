use std::sync::{Arc, Mutex};

use forgeteval::adapter::{Adapter, AdapterError, Shown, System};
use forgeteval::case::Case;
use forgeteval::mutation::Mutation;
use forgeteval::record::Record;
use forgeteval::run::{Options, run};
use forgeteval::score::{Leak, Verdict};
use forgeteval::suite::{Suite, filler};
use serde_json::json;

use crate::support::{HashedWords, systems_with, verdicts};

fn read(case: serde_json::Value) -> Case {
    let case: Case = serde_json::from_value(case).unwrap();
    case.validate().unwrap();
    case
}

fn played(case: serde_json::Value, system: &str) -> Record {
    let suite = Suite::new("s", vec![read(case)]).unwrap();
    verdicts(&suite, &systems_with(&[system], Arc::new(HashedWords)), &Options::default()).remove(0)
}

/// Writes down every call.
#[derive(Default)]
struct Scribe {
    calls: Arc<Mutex<Vec<String>>>,
}

struct ScribeMemory {
    calls: Arc<Mutex<Vec<String>>>,
}

impl ScribeMemory {
    fn note(&self, call: String) -> Result<(), AdapterError> {
        let fails = call.ends_with("fail");
        self.calls.lock().unwrap().push(call);
        if fails { Err(AdapterError::Failed("asked to fail".to_owned())) } else { Ok(()) }
    }
}

impl System for Scribe {
    fn name(&self) -> &str {
        "scribe"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn open(&self, _case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        self.calls.lock().unwrap().push("open".to_owned());
        Ok(Box::new(ScribeMemory { calls: Arc::clone(&self.calls) }))
    }
}

impl Adapter for ScribeMemory {
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        self.note(format!(
            "inscribe {}",
            if facts.len() > 9 { facts.len().to_string() } else { facts.join(",") }
        ))
    }

    fn recall(&mut self, query: &str, _k: usize) -> Result<Vec<String>, AdapterError> {
        self.note(format!("recall {query}")).map(|()| Vec::new())
    }

    fn supersede(&mut self, query: &str, new_text: &str) -> Result<(), AdapterError> {
        self.note(format!("supersede {query} {new_text}"))
    }

    fn release(&mut self, query: &str) -> Result<(), AdapterError> {
        self.note(format!("release {query}"))
    }

    fn purge(&mut self, query: &str) -> Result<(), AdapterError> {
        self.note(format!("purge {query}"))
    }

    fn restore(&mut self, query: &str) -> Result<(), AdapterError> {
        self.note(format!("restore {query}"))
    }

    fn import(&mut self, texts: &[String]) -> Result<(), AdapterError> {
        self.note(format!("import {}", texts.join(",")))
    }

    fn enter(&mut self, scope: &str) -> Result<(), AdapterError> {
        self.note(format!("enter {scope}"))
    }
}

#[test]
fn steps_and_checks_come_in_their_order_and_scope() {
    let scribe = Scribe::default();
    let calls = Arc::clone(&scribe.calls);
    let case = read(json!({
        "id": "a", "category": "sequence", "setup_facts": ["f"],
        "mutations": [["scope", "bob"], ["inscribe", "g", "h"], ["release", "r"], ["restore", "r"], ["import", "i"]],
        "checks": [
            {"after": 3, "query": "two", "scope": "bob", "must_not_contain": ["g"]},
            {"after": 0, "query": "zero", "must_contain": ["f"]},
            {"after": 3, "query": "one", "must_contain": ["f"]},
        ],
        "final_query": "end", "must_contain": ["f"], "must_not_contain": ["x"],
    }));
    let suite = Suite::new("s", vec![case]).unwrap();
    let records = verdicts(&suite, &[Arc::new(scribe)], &Options::default());
    assert_eq!(
        *calls.lock().unwrap(),
        [
            "open", "inscribe f", "recall zero", "enter bob", "inscribe g,h", "release r", "recall two",
            "recall g", "enter default", "recall one", "enter bob", "restore r", "import i", "enter default",
            "recall end", "recall x", "enter bob",
        ]
    );
    let judged = &records[0].judged;
    let failed: Vec<usize> = judged.published.failed_checks.iter().map(|check| check.check).collect();
    assert_eq!(failed, [1, 2], "an empty answer loses what two checks need, and leaks nothing");
    assert!(judged.published.loses() && !judged.published.leaks());
}

#[test]
fn neighbours_with_one_filler_share_a_memory_until_it_fails() {
    let case = |id: &str, rows: usize, request: &str| {
        read(json!({
            "id": id, "category": "scale", "setup_facts": [id], "mutations": [["purge", request]],
            "filler": {"rows": rows, "version": 1}, "final_query": "q", "must_contain": [id], "must_not_contain": ["x"],
        }))
    };
    let suite = Suite::new(
        "s",
        vec![
            case("a", 10, "fine"),
            case("b", 10, "fail"),
            case("c", 10, "fine"),
            case("d", 10, "fine"),
            case("e", 20, "fine"),
        ],
    )
    .unwrap();
    let scribe = Scribe::default();
    let calls = Arc::clone(&scribe.calls);
    let systems: [Arc<dyn System>; 1] = [Arc::new(scribe)];
    let records = verdicts(&suite, &systems, &Options::default());
    let opened: Vec<String> = calls
        .lock()
        .unwrap()
        .iter()
        .filter(|call| !call.starts_with("recall") && !call.starts_with("purge"))
        .cloned()
        .collect();
    let wanted = [
        "open", "inscribe 10", "inscribe a", "inscribe b", "open", "inscribe 10", "inscribe c", "inscribe d",
        "open", "inscribe 20", "inscribe e",
    ];
    assert_eq!(opened, wanted);
    assert_eq!(records[1].error.as_deref(), Some("asked to fail"));
    // Filling may take less than a microsecond; who finds the memory filled fills nothing.
    assert_eq!(records[3].times.filling_us, 0);

    // A run that is gone on with plays the whole block again, and takes what is missing alone.
    struct Some3(Vec<Record>);
    impl forgeteval::run::Sink for Some3 {
        fn has(&self, _: &Suite, _: &str, case: &str) -> bool {
            ["a", "b", "d"].contains(&case)
        }
        fn take(&mut self, record: Record) -> std::io::Result<()> {
            self.0.push(record);
            Ok(())
        }
    }
    let mut sink = Some3(Vec::new());
    run(&suite, &systems, &Options::default(), &mut sink).unwrap();
    let taken: Vec<&str> = sink.0.iter().map(|record| record.case.as_str()).collect();
    assert_eq!(taken, ["c", "e"]);
}

#[test]
fn a_memory_with_filler_that_fails_again_and_again_is_given_up() {
    let case = |id: &str| {
        read(json!({
            "id": id, "category": "scale", "setup_facts": [id], "mutations": [["purge", "fail"]],
            "filler": {"rows": 5, "version": 1}, "final_query": "q", "must_contain": [id], "must_not_contain": [],
        }))
    };
    let suite = Suite::new("s", ["a", "b", "c", "d", "e"].map(case).to_vec()).unwrap();
    let scribe = Scribe::default();
    let calls = Arc::clone(&scribe.calls);
    let records = verdicts(&suite, &[Arc::new(scribe)], &Options::default());
    assert_eq!(calls.lock().unwrap().iter().filter(|call| *call == "open").count(), 3);
    let given_up = records.iter().filter(|r| r.error.as_ref().unwrap().contains("failed too often")).count();
    assert_eq!(given_up, 2);
    assert!(records.iter().all(|record| record.judged.probed.verdict == Verdict::Fail));
}

#[test]
fn the_filler_is_all_different_and_does_not_depend_on_how_much_is_asked_for() {
    let texts = filler(10_000);
    assert_eq!(texts.iter().collect::<std::collections::HashSet<_>>().len(), 10_000);
    assert_eq!(filler(7), texts[..7]);
}

fn residue_case() -> serde_json::Value {
    json!({
        "id": "a", "category": "residue",
        "setup_facts": ["The vault code is QX-7781-LANTERN.", "The garden gate sticks in winter."],
        "mutations": [["purge", "The vault code is QX-7781-LANTERN."]],
        "residue": {"gone": ["QX-7781-LANTERN"], "kept": ["garden gate sticks"]},
        "final_query": "What about the gate?", "must_contain": ["garden gate"], "must_not_contain": ["QX-7781"],
    })
}

#[test]
fn files_are_looked_through_while_the_memory_is_open() {
    let left = played(residue_case(), "naive-sql");
    assert_eq!(left.error, None);
    let leak = &left.judged.published.leaked[0];
    assert_eq!((leak.text.as_str(), leak.files[0].as_str()), ("QX-7781-LANTERN", "memories.db"));
    assert!(leak.asked.is_empty(), "it is recalled no more");

    let without = played(residue_case(), "normalized-keys");
    assert_eq!(without.judged.published.verdict, Verdict::Na);
    assert_eq!(without.error.as_deref(), Some("it names no folder of files"));
}

#[test]
fn nepenthe_keeps_scopes_apart_imports_and_restores() {
    let record = played(
        json!({
            "id": "a", "category": "scope", "setup_facts": ["Tom owns a red kayak."],
            "mutations": [
                ["scope", "bob"], ["inscribe", "Tom owns a red kayak."], ["purge", "Tom owns a red kayak."],
                ["import", "Tom rows on Sundays."], ["release", "Tom rows on Sundays."], ["restore", "Tom rows on Sundays."],
            ],
            "checks": [
                {"after": 3, "scope": "bob", "query": "Tom", "must_not_contain": ["red kayak"]},
                {"after": 5, "scope": "bob", "query": "Tom rows", "must_not_contain": ["rows on Sundays"]},
                {"after": 6, "scope": "bob", "query": "Tom rows", "must_contain": ["rows on Sundays"]},
            ],
            "final_query": "Tom", "must_contain": ["red kayak"], "must_not_contain": ["rows on Sundays"],
        }),
        "nepenthe:published",
    );
    assert_eq!((record.judged.probed.verdict, record.error), (Verdict::Pass, None));
}

#[test]
fn what_a_system_lacks_is_not_applicable() {
    let case = |step: serde_json::Value| {
        json!({
            "id": "a", "category": "scope", "setup_facts": ["tea", "milk"], "mutations": [step],
            "final_query": "q", "must_contain": ["milk"], "must_not_contain": ["tea"],
        })
    };
    for (step, message) in [
        (json!(["scope", "bob"]), "scope is not supported"),
        (json!(["restore", "tea"]), "restore is not supported"),
        (json!(["accept", "tea"]), "consent is not supported"),
    ] {
        let record = played(case(step), "naive-sql");
        assert_eq!(record.judged.published.verdict, Verdict::Na);
        assert_eq!(record.error.as_deref(), Some(message));
    }
}

#[test]
fn the_ceiling_answers_each_check_in_turn() {
    let record = played(
        json!({
            "id": "a", "category": "sequence",
            "setup_facts": ["Ada drinks tea and keeps bees.", "Ben drinks milk.", "Cy has a key."],
            "mutations": [
                ["supersede", "what Ada drinks", "Ada drinks gin."], ["supersede", "what Ada drinks", "Ada drinks tea again."],
                ["release", "Cy's key"], ["restore", "Cy's key"], ["purge", "Ben"], ["import", "Ben drinks milk.", "Dan sings."],
            ],
            "checks": [
                {"after": 1, "query": "q", "must_contain": ["keeps bees", "gin"], "must_not_contain": ["drinks tea"]},
                {"after": 2, "query": "q", "must_contain": ["keeps bees", "tea again"], "must_not_contain": ["gin"]},
                {"after": 3, "query": "q", "must_contain": ["milk"], "must_not_contain": ["has a key"]},
                {"after": 4, "query": "q", "must_contain": ["has a key"], "must_not_contain": ["gin"]},
            ],
            "final_query": "q", "must_contain": ["has a key", "Dan sings", "keeps bees"], "must_not_contain": ["milk"],
        }),
        "oracle-edits",
    );
    assert_eq!(record.judged.published.failed_checks, []);
    assert_eq!(record.judged.probed.verdict, Verdict::Pass, "{:?}", record.recalled);
}

#[test]
fn cases_that_cannot_be_played_are_told() {
    let with = |field: &str, value: serde_json::Value| {
        let mut case = residue_case();
        case[field] = value;
        serde_json::from_value::<Case>(case)
            .map_err(|e| e.to_string())
            .and_then(|c| c.validate().map_err(|e| e.to_string()))
    };
    let late = json!([{"after": 2, "query": "q"}]);
    assert_eq!(with("checks", late).unwrap_err(), "a check is asked after 2 mutations, and there are 1");
    let other = json!({"rows": 5, "version": 99});
    assert!(
        with("filler", other).unwrap_err().starts_with("filler version 99 is not the one of this program")
    );
    assert!(with("residue", json!({"gone": [], "kept": ["x"]})).unwrap_err().contains("`residue` is empty"));
    assert!(with("mutations", json!([["import"]])).unwrap_err().contains("takes texts, at least one"));
}

/// Asks a person before it erases the texts that hold the request, and does so well or in a way that its name says.
struct Asker(&'static str);

struct AskerMemory {
    way: &'static str,
    rows: Vec<String>,
}

impl System for Asker {
    fn name(&self) -> &str {
        self.0
    }

    fn version(&self) -> &str {
        "1"
    }

    fn open(&self, _case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        Ok(Box::new(AskerMemory { way: self.0, rows: Vec::new() }))
    }
}

impl Adapter for AskerMemory {
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        self.rows.extend_from_slice(facts);
        Ok(())
    }

    fn recall(&mut self, _query: &str, k: usize) -> Result<Vec<String>, AdapterError> {
        Ok(self.rows.iter().take(k).cloned().collect())
    }

    fn supersede(&mut self, _query: &str, _new_text: &str) -> Result<(), AdapterError> {
        unreachable!()
    }

    fn release(&mut self, _query: &str) -> Result<(), AdapterError> {
        unreachable!()
    }

    fn purge(&mut self, _query: &str) -> Result<(), AdapterError> {
        unreachable!()
    }

    fn consent(&mut self, query: &str, yes: bool, meanwhile: &[String]) -> Result<Vec<Shown>, AdapterError> {
        let mut plan: Vec<String> = self.rows.iter().filter(|row| row.contains(query)).cloned().collect();
        let edited = |text: &String| (self.way == "forgets the edit").then(|| format!("{text} (edited)"));
        let mut shown: Vec<Shown> =
            plan.iter().map(|text| Shown { text: text.clone(), after: edited(text) }).collect();
        self.rows.extend_from_slice(meanwhile);
        match self.way {
            "plans anew" => plan = self.rows.iter().filter(|row| row.contains(query)).cloned().collect(),
            "shows nothing" => shown.clear(),
            "does nothing" => plan.clear(),
            _ => {}
        }
        if yes || self.way == "takes a no for a yes" {
            self.rows.retain(|row| !plan.contains(row));
        }
        Ok(shown)
    }
}

/// Which question to a person is failed, the texts that leaked, and those that were lost.
type Unlike = (usize, Vec<String>, Vec<String>);

/// What the questions to a person are failed with, in a case with a no, then a yes during which a text is written.
fn asked(way: &'static str) -> (Verdict, Vec<Unlike>) {
    let case = read(json!({
        "id": "a", "category": "meanwhile", "setup_facts": ["tea, green", "tea, black", "milk"],
        "mutations": [["decline", "tea"], ["accept", "green", "green beans"]],
        "checks": [{"after": 0, "query": "q", "must_contain": ["milk"]}],
        "final_query": "q", "must_contain": ["milk"], "must_not_contain": [],
    }));
    let suite = Suite::new("s", vec![case]).unwrap();
    let judged = verdicts(&suite, &[Arc::new(Asker(way))], &Options::default()).remove(0).judged;
    assert!(!judged.differ(), "texts are compared whole, by every scorer");
    let failed = judged.published.failed_checks.into_iter();
    let leaked = |leaked: Vec<Leak>| leaked.into_iter().map(|leak| leak.text).collect();
    (judged.published.verdict, failed.map(|check| (check.check, leaked(check.leaked), check.lost)).collect())
}

#[test]
fn what_went_is_what_the_person_was_shown() {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(asked("well"), (Verdict::Pass, vec![]));
    for (way, failed) in [
        ("takes a no for a yes", vec![(1, vec![], texts(&["tea, green", "tea, black"]))]),
        ("plans anew", vec![(2, vec![], texts(&["green beans"]))]),
        ("shows nothing", vec![(2, vec![], texts(&["tea, green"]))]),
        ("does nothing", vec![(2, texts(&["tea, green"]), vec![])]),
        ("forgets the edit", vec![(2, vec![], texts(&["tea, green (edited)"]))]),
    ] {
        // A no to what is gone already: nothing more goes, and so nothing is shown again.
        assert_eq!(asked(way), (Verdict::Fail, failed), "{way}");
    }
}

#[test]
fn a_question_to_a_person_reads_as_it_is_written() {
    for step in [json!(["accept", "tea", "milk", "beans"]), json!(["decline", "tea"])] {
        let read: Mutation = serde_json::from_value(step.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), step);
    }
    assert!(serde_json::from_value::<Mutation>(json!(["accept"])).is_err());
}

/// A pair: Ada's PIN is there, and is not.
fn pair() -> serde_json::Value {
    json!({
        "id": "p", "category": "shared_attribute", "family": "purge",
        "setup_facts": ["Ada's PIN is 5502.", "Ben's PIN is 1184.", "Ada rows."],
        "mutations": [["purge", "Ada's PIN"]],
        "final_query": "Which PINs?", "must_contain": ["1184", "rows"], "must_not_contain": ["5502"],
        "absent": {"setup_facts": ["Ben's PIN is 1184.", "Ada rows."], "must_contain": ["1184", "rows"]},
    })
}

#[test]
fn a_pair_is_played_in_two_memories_one_after_the_other() {
    let scribe = Scribe::default();
    let calls = Arc::clone(&scribe.calls);
    let suite = Suite::new("s", vec![read(pair())]).unwrap();
    verdicts(&suite, &[Arc::new(scribe)], &Options::default());
    assert_eq!(
        *calls.lock().unwrap(),
        [
            "open",
            "inscribe Ada's PIN is 5502.,Ben's PIN is 1184.,Ada rows.",
            "purge Ada's PIN",
            "recall Which PINs?",
            "recall 5502",
            "open",
            "inscribe Ben's PIN is 1184.,Ada rows.",
            "purge Ada's PIN",
            "recall Which PINs?",
        ]
    );
}

#[test]
fn a_pair_passes_only_together() {
    assert_eq!(played(pair(), "oracle-edits").judged.probed.verdict, Verdict::Pass);
    assert!(played(pair(), "keep").judged.probed.leaks());
    // Who takes the nearest does right where it is the one that is asked for.
    let nearest = played(pair(), "nepenthe:published").judged.published;
    assert!(nearest.leaked.is_empty() && nearest.lost.is_empty(), "{nearest:?}");
    assert_eq!(nearest.failed_checks.iter().map(|check| check.check).collect::<Vec<_>>(), [0]);
    assert_eq!(nearest.verdict, Verdict::Fail);
}

#[test]
fn a_pair_among_unrelated_texts_is_refused() {
    let mut case = pair();
    case["filler"] = json!({"rows": 1000, "version": 1});
    let case: Case = serde_json::from_value(case).unwrap();
    assert!(case.validate().unwrap_err().to_string().contains("`absent`"));
}
