use std::path::Path;
use std::process::Output;

use nepenthe_llm::scripted::{Fault, Mode, Server};
use nepenthe_llm::{Scripted, Usage};
use serde_json::{Value, json};

use crate::support::{forgeteval, python, stderr, stdout};

const CASES: &str = "run --suite adversarial --limit 20";

/// The lines of a run's verdicts, without what is never the same twice: times, and how the model is labelled.
fn verdicts(dir: &Path) -> Vec<String> {
    lines(dir)
        .into_iter()
        .map(|mut line| {
            line.as_object_mut().unwrap().remove("times");
            if let Some(llm) = line.get_mut("llm").and_then(Value::as_object_mut) {
                llm.remove("model");
            }
            line.to_string()
        })
        .collect()
}

fn lines(dir: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(dir.join("verdicts.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The lines of one system.
fn of<'a>(lines: &'a [Value], system: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["system"] == system).collect()
}

fn sum(lines: &[&Value], field: &str) -> u64 {
    lines.iter().map(|line| line["llm"][field].as_u64().unwrap()).sum()
}

fn line_calls(line: &Value) -> u64 {
    line["llm"]["calls"].as_u64().unwrap_or(0)
}

fn run(arguments: &str, dirs: &[&Path], code: i32) -> Output {
    let output = forgeteval(arguments, dirs);
    assert_eq!(output.status.code(), Some(code), "{arguments}: {}", stderr(&output));
    output
}

fn json_file(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// A memory in Python that asks the model about each purge, and tells wrong numbers of it.
fn asker(dir: &Path, python: &str) {
    let code = r#"
import os
from forgeteval_adapter import Adapter, chat, serve
class Asker(Adapter):
    name, version = "asker", "1"
    def reset(self): self.rows = []
    def inscribe(self, texts): self.rows += texts
    def recall(self, query, k): return self.rows[:k]
    def purge(self, query):
        assert os.environ["FORGETEVAL_LLM_KEY"] == "asker", "the endpoint's key is nobody else's"
        assert chat([{"role": "user", "content": "asker: " + query}]).startswith("asker: ")
        self.rows = [row for row in self.rows if query not in row]
    def supersede(self, query, new_text): self.rows.append(new_text)
    def release(self, query): self.purge(query)
    def usage(self): return {"calls": 7, "prompt_tokens": 1}
serve(Asker())
"#;
    std::fs::create_dir_all(dir).unwrap();
    std::fs::write(dir.join("adapter.py"), code).unwrap();
    let manifest = format!(
        "\u{feff}name = \"asker\"\nabout = \"a test\"\nversion = \"1\"\nruntime = \"program\"\nlanguage_model = true\n\
         command = [{}, \"adapter.py\"]\n",
        json!(python)
    );
    std::fs::write(dir.join("system.toml"), manifest).unwrap();
}

#[test]
fn the_account_is_what_the_endpoint_counted_for_each_of_two_systems_at_once() {
    let python = python();
    let place = tempfile::tempdir().unwrap();
    let (asker_dir, out) = (place.path().join("asker"), place.path().join("out"));
    asker(&asker_dir, python);
    let key = place.path().join("key");
    std::fs::write(&key, "\u{feff}sk-planted\n").unwrap();
    let endpoint = Server::start(Scripted::new(Mode::Good), []).unwrap();
    let url = endpoint.url().replace("http://", "http://planted:planted@");
    let arguments = format!(
        "{CASES} --jobs 2 --system {{}} --system nepenthe-llm,null --llm {url} --llm-model m --llm-key-file {{}} --price \
         0.5/2 --out {{}}"
    );
    let ran = run(&arguments, &[&asker_dir, &key, &out], 0);

    let all = lines(&out);
    let completed = endpoint.completed();
    let served: u64 = completed.iter().map(|(_, usage)| usage.tokens()).sum();
    let by_key = endpoint.served("sk-planted");
    assert_eq!(by_key.tokens_in + by_key.tokens_out, served, "everything came under the run's key");
    for system in ["asker", "nepenthe-llm"] {
        let is_askers = |body: &Value| body.to_string().contains("\"asker: ");
        let of_system = completed.iter().filter(|(body, _)| is_askers(body) == (system == "asker"));
        let usages: Vec<Usage> = of_system.map(|(_, usage)| *usage).collect();
        assert!(!usages.is_empty());
        let rows = of(&all, system);
        assert_eq!(sum(&rows, "calls"), usages.len() as u64, "{system}");
        assert_eq!(
            sum(&rows, "tokens_in"),
            usages.iter().map(|usage| usage.tokens_in).sum::<u64>(),
            "{system}"
        );
        assert_eq!(
            sum(&rows, "tokens_out"),
            usages.iter().map(|usage| usage.tokens_out).sum::<u64>(),
            "{system}"
        );
    }
    assert!(of(&all, "null").iter().all(|line| line.get("llm").is_none()));
    let totals = json_file(&out.join("summary.json"));
    let systems = totals["suites"][0]["systems"].as_array().unwrap();
    let total = |system: &str| systems.iter().find(|row| row["name"] == system).unwrap();
    let cost = |row: &Value| {
        let tokens = |field: &str| row["llm"][field].as_f64().unwrap();
        (tokens("tokens_in") * 0.5 + tokens("tokens_out") * 2.0) / 1e6
    };
    for system in ["asker (m)", "nepenthe-llm (m)"] {
        let money: f64 = total(system)["llm"]["money"].as_str().unwrap().parse().unwrap();
        assert!((money - cost(total(system))).abs() < 1e-12, "{system}");
    }

    let table = stdout(&ran);
    let row = table.lines().find(|line| line.starts_with("asker (m)") && line.contains("N/A")).unwrap();
    assert!(row.split_whitespace().any(|word| word == sum(&of(&all, "asker"), "calls").to_string()), "{row}");
    assert!(table.contains("asker (m): it says itself "), "{table}");
    let everything =
        format!("{table}{}{}", stderr(&ran), std::fs::read_to_string(out.join("run.json")).unwrap());
    assert!(!everything.contains("planted"));
}

#[test]
fn each_placement_of_nepenthe_asks_where_it_says() {
    let out = tempfile::tempdir().unwrap();
    let systems = "nepenthe-llm,nepenthe-inscribe,nepenthe-inscribe-aware,nepenthe-merge,nepenthe-joint,nepenthe:published";
    run(&format!("{CASES} --system {systems} --llm scripted --out {{}}"), &[out.path()], 0);
    let all = lines(out.path());
    let calls = |system: &str| sum(&of(&all, system), "calls");
    let (llm, inscribe) = (calls("nepenthe-llm"), calls("nepenthe-inscribe"));
    assert!(llm > 0 && inscribe > 0, "{llm} {inscribe}");
    assert_eq!(calls("nepenthe-inscribe-aware"), inscribe);
    assert!(calls("nepenthe-merge") > inscribe);
    assert!(calls("nepenthe-joint") > inscribe, "at each text, and at changes");
    // What nothing reads changes no verdict.
    let judged =
        |system: &str| -> Vec<Value> { of(&all, system).iter().map(|line| line["judged"].clone()).collect() };
    assert_eq!(judged("nepenthe-inscribe"), judged("nepenthe:published"));
}

#[test]
fn a_recorded_run_is_repeated_without_a_network() {
    let place = tempfile::tempdir().unwrap();
    let [first, second, tape] = ["first", "second", "tape.jsonl"].map(|name| place.path().join(name));
    let endpoint = Server::start(Scripted::new(Mode::Good), []).unwrap();
    let systems =
        "--system nepenthe-llm,nepenthe-inscribe-aware,nepenthe-merge,nepenthe-joint,nepenthe-routed,null";
    let arguments =
        format!("{CASES} {systems} --llm {} --llm-model m --record {{}} --out {{}}", endpoint.url());
    run(&arguments, &[&tape, &first], 0);
    drop(endpoint);
    let replayed = run(&format!("{CASES} {systems} --replay {{}} --out {{}}"), &[&tape, &second], 0);
    assert_eq!(verdicts(&first), verdicts(&second));
    assert!(sum(&of(&lines(&second), "nepenthe-llm"), "calls") > 0);
    assert!(stdout(&replayed).contains("nepenthe-llm (replay of m)"), "{}", stdout(&replayed));
    assert_eq!(json_file(&second.join("run.json"))["language_model"]["label"], "replay of m");

    // A cassette with a gap is not of this run.
    let text = std::fs::read_to_string(&tape).unwrap();
    let gap = place.path().join("gap.jsonl");
    let kept = text.lines().enumerate().filter(|(at, _)| *at != 5).map(|(_, line)| format!("{line}\n"));
    std::fs::write(&gap, kept.collect::<String>()).unwrap();
    let gapped = run(&format!("{CASES} {systems} --replay {{}}"), &[&gap], 1);
    assert!(stderr(&gapped).contains("what is replayed is not of this run: nepenthe-"));
    assert!(stderr(&gapped).contains(" to request "), "{}", stderr(&gapped));

    // Another model's answers are not mixed in, and a cassette is not written over.
    let mixed = run(&format!("{CASES} {systems} --llm scripted --resume --out {{}}"), &[&second], 1);
    assert!(
        stderr(&mixed).contains("with language model replay of m, and this run has language model scripted")
    );
    let written = run(&format!("{CASES} --llm scripted --record {{}}"), &[&tape], 1);
    assert!(stderr(&written).contains("--record writes a new file"), "{}", stderr(&written));
    // A run that cannot begin leaves none.
    let other = place.path().join("other.jsonl");
    run(&format!("{CASES} --llm scripted --record {{}} --out {{}}"), &[&other, &second], 1);
    assert!(!other.exists());
}

#[test]
fn a_replay_of_the_scripted_model_tells_its_mode() {
    let place = tempfile::tempdir().unwrap();
    let tape = place.path().join("tape.jsonl");
    let systems = "--system nepenthe-llm,null";
    run(&format!("{CASES} {systems} --llm scripted:greedy --record {{}}"), &[&tape], 0);
    let replayed = stdout(&run(&format!("{CASES} {systems} --replay {{}}"), &[&tape], 0));
    assert!(replayed.contains("nepenthe-llm (replay of scripted:greedy)"), "{replayed}");
    assert!(replayed.contains("no result"), "{replayed}");
}

#[test]
fn a_model_that_is_never_reached_leaves_no_row_of_those_that_asked() {
    let refusing = Server::start(Scripted::new(Mode::Good), vec![Fault::Status(401, None); 99]).unwrap();
    let page = vec![Fault::Body("<html>Sign in</html>".to_owned()); 99];
    let page = Server::start(Scripted::new(Mode::Good), page).unwrap();
    let table = [
        ("scripted:unreachable".to_owned(), "", "unreachable"),
        ("scripted:refusing".to_owned(), "", "refused"),
        (refusing.url(), " --llm-model m", "check the key"),
        (page.url(), " --llm-model m --price 1/1", "its answer is not JSON"),
    ];
    for (llm, model, reason) in table {
        let out = tempfile::tempdir().unwrap();
        let arguments = format!("{CASES} --system nepenthe-llm,null --llm {llm}{model} --out {{}}");
        let ran = run(&arguments, &[out.path()], 1);
        let said = stderr(&ran);
        assert!(said.contains("the language model was never reached") && said.contains(reason), "{said}");
        assert!(!stdout(&ran).contains("nepenthe-llm"), "{}", stdout(&ran));
        let all = lines(out.path());
        assert_eq!((all.len(), of(&all, "null").len()), (20, 20), "{llm}");
        let beside = json_file(&out.path().join("run.json"))["language_model"]["beside"].clone();
        assert_eq!(beside["nepenthe-llm"]["calls"], 8, "it gives up, and says what it took: {beside}");
        if llm.starts_with("http") {
            assert_eq!(beside["nepenthe-llm"]["tokens_in"], 0, "no completion came: {beside}");
        }

        let resumed = format!("{CASES} --system nepenthe-llm,null --llm scripted --resume --out {{}}");
        run(&resumed, &[out.path()], 0);
        assert_eq!(of(&lines(out.path()), "nepenthe-llm").len(), 20);
    }
    // Whoever asks nobody is not concerned.
    run(&format!("{CASES} --system null --llm scripted:unreachable"), &[], 0);
}

#[test]
fn where_every_answer_is_cut_off_there_is_no_row() {
    let out = tempfile::tempdir().unwrap();
    let systems = "--system nepenthe-llm,nepenthe-joint,nepenthe:published";
    let ran = run(&format!("{CASES} {systems} --llm scripted:truncated --out {{}}"), &[out.path()], 1);
    let said = stderr(&ran);
    assert!(said.contains("no answer of the language model could be used"), "{said}");
    assert!(said.contains("nepenthe-llm (") && said.contains("nepenthe-joint ("), "{said}");
    assert!(!stdout(&ran).contains("nepenthe-llm"), "{}", stdout(&ran));
    let all = lines(out.path());
    assert_eq!((all.len(), of(&all, "nepenthe:published").len()), (20, 20));
    let beside = json_file(&out.path().join("run.json"))["language_model"]["beside"]["nepenthe-llm"].clone();
    assert!(beside["calls"].as_u64().unwrap() > 0 && beside["tokens_out"].as_u64().unwrap() > 0, "{beside}");
    assert_eq!(beside["calls"], beside["failures"]["truncated"]);
}

#[test]
fn the_fallback_decides_where_answers_are_of_no_use_and_every_form_says_how_often() {
    let out = tempfile::tempdir().unwrap();
    // One answer, and then none.
    let mut faults = vec![Fault::Late(std::time::Duration::ZERO)];
    faults.extend(vec![Fault::Status(401, None); 999]);
    let endpoint = Server::start(Scripted::new(Mode::Good), faults).unwrap();
    let systems = "--system nepenthe-llm,nepenthe:published";
    let arguments = format!("{CASES} {systems} --llm {} --llm-model m --out {{}}", endpoint.url());
    let ran = run(&arguments, &[out.path()], 0);
    let all = lines(out.path());
    let (asking, published) = (of(&all, "nepenthe-llm"), of(&all, "nepenthe:published"));
    let failed = |line: &Value| line["llm"]["failures"]["refused"].as_u64().unwrap_or(0);
    for (one, other) in asking.iter().zip(&published) {
        if line_calls(one) == failed(one) {
            assert_eq!(one["judged"], other["judged"], "{one}");
        }
    }
    let calls = sum(&asking, "calls");
    let refused: u64 = asking.iter().map(|line| failed(line)).sum();
    assert_eq!(refused, calls - 1);
    let note = format!("{refused} of {calls} answers were of no use: the fallback decided.");
    let again = |form: &str| stdout(&run(&format!("report {{}} {form}"), &[out.path()], 0));
    let forms = [stdout(&ran), again(""), again("--markdown"), again("--latex"), again("--html -")];
    for text in forms {
        assert!(text.contains(&note), "{note}\n{text}");
    }
}

#[test]
fn a_run_stops_before_its_budget_is_exceeded_and_goes_on_with_a_larger_one() {
    let place = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| place.path().join(name));
    let asking = format!("{CASES} --system nepenthe-llm,null --llm scripted --price 0.5/2 --out {{}}");
    run(&asking, &[&whole], 0);
    let all = lines(&whole);
    let calls = sum(&of(&all, "nepenthe-llm"), "calls");

    for (budget, resume) in
        [("--llm-calls 5", ""), ("--llm-calls 5", "--resume"), ("--llm-money 0.002", "--resume")]
    {
        let ran = run(&format!("{asking} {budget} {resume}"), &[&parts], 1);
        let said = stderr(&ran);
        assert!(said.contains("budget is spent: nepenthe-llm stopped at the case "), "{said}");
        assert!(said.contains("go on with --resume and a larger budget"), "{said}");
        assert!(!parts.join("summary.json").exists());
        if budget.contains("calls") {
            assert!(sum(&of(&lines(&parts), "nepenthe-llm"), "calls") <= 5);
        }
    }
    let before = lines(&parts).len();
    assert!(before > 4 && before < 20, "{before}");
    run(&format!("{asking} --llm-calls {} --resume", calls + 3), &[&parts], 0);
    assert_eq!(verdicts(&parts), verdicts(&whole));
}

#[test]
fn the_calls_of_a_case_that_was_cut_off_are_noted_at_the_tables() {
    let place = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| place.path().join(name));
    let asking = format!("{CASES} --system nepenthe-joint --llm scripted --out {{}}");
    run(&asking, &[&whole], 0);
    let first = lines(&whole).iter().map(line_calls).find(|calls| *calls > 0).unwrap();
    run(&format!("{asking} --llm-calls {}", first - 1), &[&parts], 1);
    let ended = run(&format!("{asking} --resume"), &[&parts], 0);
    let beside = json_file(&parts.join("run.json"))["language_model"]["beside"]["nepenthe-joint"].clone();
    let more = beside["calls"].as_u64().unwrap();
    assert_eq!(more, first - 1);
    let note = format!("{more} more calls ({} tokens in, ", beside["tokens_in"]);
    let again = |form: &str| stdout(&run(&format!("report {{}} {form}"), &[&parts], 0));
    for text in [stdout(&ended), again(""), again("--markdown"), again("--html -")] {
        assert!(text.contains(&note), "{note}\n{text}");
    }
    let totals: Value = serde_json::from_str(&again("--json")).unwrap();
    assert_eq!(totals["suites"][0]["systems"][0]["beside"], beside);
}

#[test]
fn rows_of_the_scripted_model_are_named_so_in_every_form() {
    let out = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let ran = run(&format!("{CASES} --system nepenthe-llm,null --llm scripted --out {{}}"), &[out.path()], 0);
    run("run --suite scope --limit 4 --system nepenthe-llm,null --llm scripted --out {}", &[other.path()], 0);
    let dirs = [out.path(), other.path()];
    let forms = [
        ("text", stdout(&ran)),
        ("text again", stdout(&run("report {} {}", &dirs, 0))),
        ("json", stdout(&run("report {} {} --json", &dirs, 0))),
        ("markdown", stdout(&run("report {} {} --markdown", &dirs, 0))),
        ("latex", stdout(&run("report {} {} --latex", &dirs, 0))),
        ("page", stdout(&run("report {} {} --html -", &dirs, 0)).replace("<wbr>", "")),
        ("compare", stdout(&run("compare {}", &[out.path()], 0))),
        ("summary.json", std::fs::read_to_string(out.path().join("summary.json")).unwrap()),
    ];
    for (form, text) in &forms {
        let named = text.match_indices("nepenthe-llm");
        let bare: Vec<&str> = named
            .filter(|(at, _)| !text[*at..].starts_with("nepenthe-llm (scripted)"))
            .map(|(at, _)| text[at..].lines().next().unwrap_or_default())
            // The command line, and names that LaTeX refers to.
            .filter(|rest| {
                !rest.starts_with("nepenthe-llm,null") && !rest.starts_with("nepenthe-llm--scripted-")
            })
            .filter(|rest| !rest.starts_with("nepenthe-llm\",\n") && *rest != "nepenthe-llm\",")
            .collect();
        assert!(text.contains("nepenthe-llm (scripted)") && bare.is_empty(), "{form}: {bare:#?}");
        assert!(!text.contains("null (scripted)"), "{form}");
        if !["json", "summary.json", "compare"].contains(form) {
            assert!(text.contains("no result"), "{form}");
        }
    }
    let folder = out.path().join("svg");
    run("report {} --svg {}", &[out.path(), &folder], 0);
    let figures: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .filter(|figure| figure.contains("nepenthe-llm"))
        .collect();
    assert!(!figures.is_empty() && figures.iter().all(|figure| figure.contains("nepenthe-llm (scripted)")));
    assert_eq!(json_file(&out.path().join("run.json"))["language_model"]["label"], "scripted");
}

#[test]
fn rows_of_the_scripted_model_are_neither_ranked_nor_compared() {
    let out = tempfile::tempdir().unwrap();
    let systems = "nepenthe-llm,nepenthe-routed,naive-sql,null,nepenthe:published";
    run(&format!("{CASES} --system {systems} --llm scripted --out {{}}"), &[out.path()], 0);
    let markdown = stdout(&run("report {} --markdown", &[out.path()], 0));
    let (_, compared) = markdown.split_once(" against the others\n").unwrap();
    let compared = compared.split("\n## ").next().unwrap();
    assert!(compared.contains("null") && !compared.contains("scripted"), "{compared}");
    let page = stdout(&run("report {} --html -", &[out.path()], 0)).replace("<wbr>", "");
    let finding = page.split("<div class=\"findings\">").nth(1).unwrap().split("</p>").next().unwrap();
    assert!(finding.contains("contestant") && !finding.contains("scripted"), "{finding}");

    // Where there are no others, there is nothing to say.
    let alone = tempfile::tempdir().unwrap();
    run(&format!("{CASES} --system nepenthe-llm,null --llm scripted --out {{}}"), &[alone.path()], 0);
    assert!(!stdout(&run("report {} --markdown", &[alone.path()], 0)).contains("against the others"));
    let page = stdout(&run("report {} --html -", &[alone.path()], 0));
    assert!(page.contains("No contestant was run on this suite to which its cases apply."));
}

#[test]
fn a_system_that_needs_a_model_says_how_to_give_one_and_its_adapter_can_be_checked() {
    let python = python();
    let place = tempfile::tempdir().unwrap();
    let dir = place.path().join("asker");
    asker(&dir, python);
    let refused = run(&format!("{CASES} --system {{}}"), &[&dir], 2);
    assert!(stderr(&refused).contains("needs a language model; `forgeteval run` gives one with --llm URL"));
    let listed = stdout(&run("systems --systems-dir {}", &[place.path()], 0));
    assert!(
        listed.lines().any(|line| line.starts_with("asker") && line.contains("needs --llm URL")),
        "{listed}"
    );
    run("adapter check --system {}", &[&dir], 0);
}
