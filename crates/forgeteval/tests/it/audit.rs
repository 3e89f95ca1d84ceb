use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{forgeteval, stderr, stdout};

fn case(id: &str, category: &str, facts: &[&str], change: Value, must: &str, must_not: &str) -> String {
    json!({
        "id": id, "category": category, "setup_facts": facts, "mutations": [change],
        "final_query": "What of Uma, Bo and Cy, the badge, the lab, the attic, the key and the mat?", "must_contain": [must], "must_not_contain": [must_not]
    })
    .to_string()
}

/// A run of two systems on four cases.
fn played(dir: &Path) -> std::path::PathBuf {
    let jobs = ["Uma works at OpenAI.", "Bo sings."];
    let badges = ["Badge P-17 opens the lab.", "Badge P-170 opens the attic."];
    let cases = [
        case(
            "past",
            "paraphrase_supersession",
            &jobs,
            json!(["supersede", "Uma works", "Uma moved from OpenAI to Initech."]),
            "Initech",
            "OpenAI",
        ),
        case(
            "inside",
            "prefix_collision",
            &badges,
            json!(["supersede", "Badge P-17 opens the lab", "The lab is open to all."]),
            "attic",
            "P-17",
        ),
        // What is erased may not be told as past either.
        case(
            "erased",
            "negation_trap",
            &["The key was under the mat.", "Bo sings."],
            json!(["purge", "no such words"]),
            "sings",
            "under the mat",
        ),
        case(
            "lost",
            "compound_fact",
            &["Cy lives in Velm and paints.", "Bo sings."],
            json!(["supersede", "Cy lives", "Cy moved from Velm to Brindle."]),
            "paints",
            "Velm",
        ),
    ];
    let (file, out) = (dir.join("cases.jsonl"), dir.join("out"));
    fs::write(&file, cases.join("\n")).unwrap();
    let run = forgeteval("run --suite {} --system naive-sql,keep --out {}", &[&file, &out]);
    assert!(run.status.success(), "{}", stderr(&run));
    out
}

#[test]
fn failures_of_the_search_for_strings_are_told_from_true_ones() {
    let dir = tempfile::tempdir().unwrap();
    let out = played(dir.path());
    let report: Value = serde_json::from_str(&stdout(&forgeteval("audit {} --json", &[&out]))).unwrap();
    let flips = |place: usize| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let flips = report["systems"][place]["flips"].as_array().unwrap();
        flips.iter().map(|one| (text(&one["case"]), text(&one["kind"]))).collect()
    };
    let pair = |case: &str, kind: &str| (case.to_owned(), kind.to_owned());
    assert_eq!(flips(0), [pair("past", "clause"), pair("inside", "boundary")], "naive-sql");
    assert_eq!(flips(1), [], "keep leaves what had to go");

    let table = stdout(&forgeteval("audit {} --system naive-sql", &[&out]));
    let row = table.lines().find(|line| line.starts_with("naive-sql")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells, ["naive-sql", "4", "0", "4", "1", "1", "50.0", "2"]);
    assert!(table.contains("1/1") && table.contains("15 of 50"), "{table}");

    let sheet = stdout(&forgeteval("audit {} --sample 3 --seed 7", &[&out]));
    assert_eq!(
        sheet,
        stdout(&forgeteval("audit {} --sample 3 --seed 7", &[&out])),
        "the same seed, the same sheet"
    );
    assert_eq!(sheet.matches("Rules: ").count(), 3);
    assert!(sheet.contains("* needed: ") && sheet.contains("Reader: "), "{sheet}");
    // Where the texts were left out, nothing can be told.
    let bare = dir.path().join("bare");
    fs::create_dir(&bare).unwrap();
    let text = fs::read_to_string(out.join("verdicts.jsonl")).unwrap();
    let lines = text.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line["recalled"] = json!([]);
        line.to_string()
    });
    fs::write(bare.join("verdicts.jsonl"), lines.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    let told = stdout(&forgeteval("audit {} --system naive-sql", &[&bare]));
    assert!(told.contains("naive-sql: 4 failures have no recalled texts"), "{told}");
    let unread = forgeteval("audit {} --system naive-sql --sample", &[&bare]);
    assert!(stderr(&unread).contains("4 failures have no recalled texts to read"), "{}", stderr(&unread));
    assert_eq!(stdout(&unread).matches("Rules: ").count(), 0, "nothing is drawn that cannot be read");
    let unknown = forgeteval("audit {} --system nobody", &[&out]);
    assert!(stderr(&unknown).contains("there is no verdict of nobody"));
}

#[test]
fn a_column_can_be_left_out() {
    let dir = tempfile::tempdir().unwrap();
    let out = played(dir.path());
    let report = |more: &str| -> Value {
        serde_json::from_str(&stdout(&forgeteval(&format!("report {{}} --json {more}"), &[&out]))).unwrap()
    };
    let (whole, without) = (report(""), report("--without compound_fact,negation_trap"));
    assert_eq!((&whole["suites"][0]["cases"], &without["suites"][0]["cases"]), (&json!(4), &json!(2)));
    assert_eq!(without["suites"][0]["name"], "cases without compound_fact, negation_trap");
    let text = stdout(&forgeteval("report {} --without compound_fact", &[&out]));
    assert!(text.starts_with("cases without compound_fact: 3 cases"), "{text}");
    let compared = stdout(&forgeteval("compare {} --without compound_fact --json", &[&out]));
    let compared: Value = serde_json::from_str(&compared).unwrap();
    assert_eq!(compared["origins"][0]["strict"]["of"], 3);
    let columns = compared["comparisons"][0]["columns"].to_string();
    assert!(columns.contains("negation_trap") && !columns.contains("compound_fact"), "{columns}");
    for command in ["report", "compare"] {
        let unknown = forgeteval(&format!("{command} {{}} --without nonsense"), &[&out]);
        assert!(stderr(&unknown).contains("verdict in column nonsense to leave out"), "{}", stderr(&unknown));
    }
}

#[test]
fn runs_with_several_embedders_stand_side_by_side() {
    let dir = tempfile::tempdir().unwrap();
    let out = played(dir.path());
    let other = dir.path().join("other");
    fs::create_dir(&other).unwrap();
    let text = fs::read_to_string(out.join("verdicts.jsonl")).unwrap();
    // Of the second embedder there are the verdicts of one system, of which one is another.
    let lines = text.lines().filter(|line| line.contains("\"system\":\"keep\""));
    let lines = lines.map(|line| line.replace("\"embedder\":\"none\"", "\"embedder\":\"two\""));
    let flipped = lines.map(|line| match line.contains("\"case\":\"past\"") {
        true => line.replace("\"verdict\":\"fail\"", "\"verdict\":\"pass\""),
        false => line,
    });
    fs::write(other.join("verdicts.jsonl"), flipped.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    let table = stdout(&forgeteval("compare {} {} --by-embedder", &[&out, &other]));
    let row = |name: &str| -> Vec<String> {
        let line = table.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(row("keep"), ["keep", "0", "1", "1"], "{table}");
    assert_eq!(row("naive-sql"), ["naive-sql", "0", "N/A", "N/A"], "{table}");
}

#[test]
fn an_endpoint_of_embeddings_is_told_by_variables() {
    let run = |variables: &[(&str, &str)]| {
        let mut command = crate::support::command();
        command.args(["run", "--suite", "scope", "--system", "null", "--embedder", "openai"]);
        command.envs(variables.iter().copied()).output().unwrap()
    };
    let none = run(&[]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("needs the variable FORGETEVAL_EMBEDDER_"), "{}", stderr(&none));
    let url = ("FORGETEVAL_EMBEDDER_URL", "http://127.0.0.1:9/v1");
    let model = ("FORGETEVAL_EMBEDDER_MODEL", "some-model");
    let wrong = run(&[url, model, ("FORGETEVAL_EMBEDDER_DIMENSION", "many")]);
    assert!(stderr(&wrong).contains("FORGETEVAL_EMBEDDER_DIMENSION is no dimension: many"));
    // It is not reached before a text is embedded, and `null` embeds none.
    let fine = run(&[url, model, ("FORGETEVAL_EMBEDDER_DIMENSION", "8")]);
    assert!(
        fine.status.success() && stdout(&fine).contains("embedder openai:some-model"),
        "{}",
        stdout(&fine)
    );
}
