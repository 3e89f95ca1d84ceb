//! FactConsolidation and LongMemEval, on small files of the released form, made here.

use std::fs;
use std::path::{Path, PathBuf};

use forgeteval::external::{factconsolidation, longmemeval};
use serde_json::{Value, json};

use crate::support::{forgeteval, stderr, stdout};

fn written(dir: &Path, name: &str, text: &str) -> PathBuf {
    let path = dir.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn row(source: &str) -> Value {
    json!({
        "context": "Here is a list of facts:\n0. The mayor of Ostrelle is Ada Quill.\n1. Ada Quill was born in \
                    Brindle.\n2. The mayor of Ostrelle is Bo Larch.\n3. Bo Larch was born in Velm.\n4. Velm lies by the sea.\n",
        "questions": ["Who is the mayor of Ostrelle?", "Who paints in Ostrelle?"],
        "answers": [["Bo Larch", "Mayor Larch"], ["Cy Thorn"]],
        "metadata": {"source": source, "qa_pair_ids": ["a", "b"]}
    })
}

#[test]
fn factconsolidation_is_read_as_a_list_or_by_lines() {
    let dir = tempfile::tempdir().unwrap();
    let rows = [row("factconsolidation_sh_6k"), row("ruler_qa1"), row("factconsolidation_mh_6k")];
    let list = written(dir.path(), "list.json", &json!(rows).to_string());
    let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
    let lines = written(dir.path(), "lines.jsonl", &lines.join("\n"));
    for path in [&list, &lines] {
        let data = factconsolidation::Data::read(path).unwrap();
        let sources: Vec<&str> = data.blocks.iter().map(|block| block.source.as_str()).collect();
        assert_eq!(sources, ["factconsolidation_sh_6k", "factconsolidation_mh_6k"]);
        assert_eq!(data.blocks[0].facts[2], "The mayor of Ostrelle is Bo Larch.");
        assert_eq!(data.blocks[0].facts.len(), 5);
    }
    let twice = json!([row("factconsolidation_sh_6k"), row("factconsolidation_sh_6k")]);
    let other = json!([row("ruler_qa1")]);
    let mut short = row("factconsolidation_sh_6k");
    short["answers"] = json!([["Bo"]]);
    for (rows, expected) in [
        (twice, "the row stands twice"),
        (other, "no row whose `metadata.source` begins with factconsolidation_"),
        (json!([short]), "2 questions have 1 lists of answers"),
        (json!([{"questions": []}]), "missing field `context`"),
    ] {
        let path = written(dir.path(), "wrong.json", &rows.to_string());
        let error = factconsolidation::Data::read(&path).unwrap_err().to_string();
        assert!(error.contains("wrong.json") && error.contains(expected), "{expected}: {error}");
    }
}

#[test]
fn factconsolidation_is_played_beside_the_published_rows() {
    let dir = tempfile::tempdir().unwrap();
    let data = written(dir.path(), "rows.json", &json!([row("factconsolidation_sh_6k")]).to_string());
    let out = dir.path().join("out");
    let run = |more: &str| {
        let line =
            format!("factconsolidation --data {{}} --out {{}} --system keep,naive-sql,nuke,null {more}");
        forgeteval(&line, &[&data, &out])
    };
    let report: Value =
        serde_json::from_str(&stdout(&run("--mapping published,superseding --json"))).unwrap();
    let block = &report["mappings"][0]["blocks"][0];
    assert_eq!((&block["questions"], &block["never_written"]), (&json!(2), &json!(1)));
    let at = |mapping: usize, name: &str| -> Vec<u64> {
        let systems = report["mappings"][mapping]["blocks"][0]["systems"].as_array().unwrap();
        let system = systems.iter().find(|system| system["system"] == name).unwrap();
        system["at"].as_array().unwrap().iter().map(|pair| pair[1]["pass"].as_u64().unwrap()).collect()
    };
    assert_eq!(at(0, "null"), [0, 0, 0]);
    assert_eq!(at(0, "keep")[1..], [1, 1], "all five facts are among the best five");
    assert_eq!(at(0, "naive-sql")[2], 1);
    // Where each fact takes the place of everything, the last is left; one that only adds has all.
    assert_eq!((at(1, "nuke"), at(1, "keep")), (vec![0, 0, 0], at(0, "keep")));
    let text = stdout(&run("--mapping published,superseding --resume"));
    assert!(text.contains("published: Lethe, of 100") && text.contains("mapping superseding"), "{text}");
    assert!(
        !text.split("mapping superseding").nth(1).unwrap().contains("of 100"),
        "like is shown beside like"
    );
    let none = run("--resume --block mh_6k");
    assert!(stderr(&none).contains("no row's source ends with mh_6k"), "{}", stderr(&none));
}

fn instance(id: &str, gold: &Value) -> Value {
    let said = |role: &str, text: &str| json!({"role": role, "content": text});
    json!({
        "question_id": id, "question_type": "knowledge-update", "question": "Which gate does the ferry use?",
        "answer": "gate 7", "question_date": "2026/05/01", "haystack_dates": ["a", "b", "c"],
        "haystack_session_ids": ["s1", "s2", "s3"],
        "haystack_sessions": [
            [said("user", "I like plums."), said("assistant", "The ferry gate is a fine place.")],
            [said("user", "The ferry uses gate 7 now."), said("assistant", "Noted.")],
            [said("assistant", "Only I speak.")]
        ],
        "answer_session_ids": gold
    })
}

#[test]
fn longmemeval_counts_the_sessions_of_the_answer() {
    let dir = tempfile::tempdir().unwrap();
    let data = json!([instance("q1", &json!(["s2"])), instance("q2", &json!(["s1", "s2"]))]);
    let data = written(dir.path(), "s.json", &data.to_string());
    let out = dir.path().join("out");
    let run = |more: &str| {
        let line = format!("longmemeval --data {{}} --out {{}} --system naive-sql,null {more}");
        forgeteval(&line, &[&data, &out])
    };
    let report: Value = serde_json::from_str(&stdout(&run("--mapping user,both --json"))).unwrap();
    let system = |mapping: usize, name: &str| {
        let systems = report["mappings"][mapping]["systems"].as_array().unwrap();
        systems.iter().find(|system| system["system"] == name).unwrap().clone()
    };
    let naive = system(0, "naive-sql");
    assert_eq!((&naive["any"][0][1]["pass"], &naive["all"][3][1]["pass"]), (&json!(2), &json!(1)), "{naive}");
    assert_eq!(naive["types"][0]["of"], 2);
    assert_eq!(system(0, "null")["any"][3][1]["pass"], 0);
    // What the assistant said holds the question's words too, in a session without the answer of q1.
    assert_eq!(system(1, "naive-sql")["any"][1][1]["pass"], 2);
    let text = stdout(&run("--resume"));
    assert!(text.contains("published: Lethe v1") && text.contains("R@5 by type"), "{text}");

    let mut by_turn = instance("q3", &json!([]));
    by_turn["haystack_sessions"][1][0]["has_answer"] = json!(true);
    let data = written(dir.path(), "t.json", &json!([by_turn]).to_string());
    let data = longmemeval::Data::read(&data).unwrap();
    let gold: Vec<bool> = data.instances[0].sessions.iter().map(|session| session.gold).collect();
    assert_eq!(gold, [false, true, false]);
    let none = written(dir.path(), "none.json", &json!([instance("q4", &json!([]))]).to_string());
    let error = longmemeval::Data::read(&none).unwrap_err().to_string();
    assert!(error.contains("q4: no session is one of the answer"), "{error}");
}
