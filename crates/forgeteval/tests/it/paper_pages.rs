use std::fs;

use crate::support::{forgeteval, stderr, stdout};

#[test]
fn the_paper_is_made_again_as_pages_that_fetch_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (out, folder) = (dir.path().join("run"), dir.path().join("paper"));
    let run = forgeteval(
        "run --suite adversarial,residue,template --per-family 4 --system naive-sql,null,oracle --embedder none --out {}",
        &[&out],
    );
    assert!(run.status.success(), "{}", stderr(&run));
    // Results in the repository hold no texts: the cases are this program's own.
    fs::remove_dir_all(out.join("suites")).unwrap();
    let made = forgeteval("report {} --paper {}", &[&out, &folder]);
    assert!(stderr(&made).contains("3 pages"), "{}", stderr(&made));
    let page = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    for name in ["index.html", "appendix-c.html", "appendix-s.html"] {
        let text = page(name);
        assert!(text.starts_with("<!DOCTYPE html>") && text.contains("default-src 'none'"), "{name}");
        assert!(!text.contains("<script") && !text.contains("https://"), "{name} is a plain page");
        assert!(text.contains("published"), "{name} has published numbers beside measured ones");
    }

    let index = page("index.html");
    for number in (1..=19).filter(|number| ![3, 7, 8, 17, 18].contains(number)) {
        assert!(index.contains(&format!("<h2>Table {number}: ")), "table {number}");
    }
    assert!(index.contains("Tables 3, 7 and 8") && index.contains("N/A: no run here has Memora."));
    assert!(index.contains("data:image/svg+xml;base64,"), "figures stand in the page itself");

    let cut = dir.path().join("cut");
    assert!(forgeteval("report {} --without compound_fact --paper {}", &[&out, &cut]).status.success());
    let cut = fs::read_to_string(cut.join("index.html")).unwrap();
    let last = |page: &str| page.split("<h2>").find(|part| part.starts_with("Table 19")).unwrap().to_owned();
    assert!(last(&index).contains("40.5"), "naive-sql's published 156 of 385");
    assert!(last(&cut).contains("45.2") && !last(&cut).contains("40.5"), "and of 345");

    let worked = page("appendix-c.html");
    assert_eq!(worked.matches("<h3>").count(), 10, "a case of each category");
    assert_eq!(worked.matches("asked to forget").count(), 10, "its text is found by the suite's hash");

    let failures = page("appendix-s.html");
    for class in ["Class 1", "Class 2", "Class 3", "residue", "N/A: no run here has a suite of these."] {
        assert!(failures.contains(class), "{class}");
    }
}

#[test]
fn a_worked_case_is_the_one_that_divides_the_systems() {
    let dir = tempfile::tempdir().unwrap();
    let (out, folder) = (dir.path().join("run"), dir.path().join("paper"));
    let run = forgeteval(
        "run --suite adversarial --limit 40 --system naive-sql,null --embedder none --out {}",
        &[&out],
    );
    assert!(run.status.success(), "{}", stderr(&run));
    // A second contestant passes what the first fails in the third case of a category, and nothing else.
    let path = out.join("verdicts.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let own: Vec<String> =
        lines.iter().filter(|line| line.contains("\"system\":\"naive-sql\"")).cloned().collect();
    for line in own {
        let failed = line.replace("\"verdict\":\"pass\"", "\"verdict\":\"fail\"");
        lines.retain(|kept| *kept != line);
        lines.push(failed.clone());
        let other = failed.replace("\"system\":\"naive-sql\"", "\"system\":\"another\"");
        let third = other.contains("\"case\":\"neg_003\"");
        lines.push(if third { other.replace("\"verdict\":\"fail\"", "\"verdict\":\"pass\"") } else { other });
    }
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    assert!(forgeteval("report {} --paper {}", &[&out, &folder]).status.success());
    let worked = fs::read_to_string(folder.join("appendix-c.html")).unwrap();
    assert!(worked.contains("<h3>neg_003</h3>"), "the one case that one passes and the other fails");
    assert!(worked.contains("<h3>sub_001</h3>"), "of equals the first");
    assert!(
        worked.contains("asked to forget") && worked.contains("still there: “"),
        "it is told, with what was wrong"
    );
}

#[test]
fn models_of_a_hook_stand_beside_the_memory_without_one() {
    let dir = tempfile::tempdir().unwrap();
    let (out, folder) = (dir.path().join("run"), dir.path().join("paper"));
    let run = forgeteval(
        "run --suite adversarial --limit 20 --system null,oracle-edits --embedder none --out {}",
        &[&out],
    );
    assert!(run.status.success(), "{}", stderr(&run));
    let path = out.join("verdicts.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let of = |own: &str, name: &str| -> String {
        let system = |name: &str| format!("\"system\":\"{name}\"");
        let lines = text.lines().filter(|line| line.contains(&system(own)));
        lines.map(|line| line.replace(&system(own), &system(name)) + "\n").collect()
    };
    let rows =
        [("null", "pylethe"), ("oracle-edits", "lethe-llm (qwen3)"), ("null", "langgraph-llm (qwen3)")];
    let scripted = of("oracle-edits", "lethe-llm (scripted)");
    fs::write(&path, rows.map(|(own, name)| of(own, name)).concat() + &scripted).unwrap();
    let table = stdout(&forgeteval("report {}", &[&out]));
    let row = |model: &str| -> Vec<&str> {
        let line =
            table.lines().find(|line| line.starts_with(model)).unwrap_or_else(|| panic!("{model}: {table}"));
        line.split_whitespace().collect()
    };
    let none = row("none ");
    assert_eq!(none, ["none", "0.0", "(0)", "-", "-", "-"], "langgraph alone was not played");
    assert_eq!(row("qwen3"), ["qwen3", "100.0", "(20)", "+100.0", "0.0", "(0)", "-"]);
    assert!(!table.lines().any(|line| line.starts_with("scripted")), "rules are no model");
    assert!(forgeteval("report {} --paper {}", &[&out, &folder]).status.success());
    let index = fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(index.contains("+100.0"));
    let hooked = index.split("<h2>").find(|part| part.starts_with("Table 11")).unwrap();
    assert!(hooked.contains("(qwen3)") && !hooked.contains("(scripted)"), "{hooked}");
}
