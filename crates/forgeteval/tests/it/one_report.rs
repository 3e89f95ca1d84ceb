use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::support::{forgeteval, stderr, stdout};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// A run of the floors and of a rival on two suites, on Memora and on `GateMem`, in one directory.
fn played(out: &Path) {
    let (memora, gatemem) = (tests().join("memora"), tests().join("gatemem"));
    for (command, paths) in [
        ("run --suite adversarial,scope --system null,keep,naive-sql --out {}", vec![out]),
        ("memora --data {} --system naive-sql --out {}", vec![memora.as_path(), out]),
        ("gatemem --data {} --system naive-sql --out {}", vec![gatemem.as_path(), out]),
    ] {
        let ran = forgeteval(command, &paths);
        assert!(ran.status.success(), "{command}: {}", stderr(&ran));
    }
}

/// Packs a file of lines without the texts that were recalled, as `results/` has them.
fn pack(path: &Path) {
    let lines = fs::read_to_string(path).unwrap();
    let lines = lines.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line["recalled"] = Value::Array(Vec::new());
        format!("{line}\n")
    });
    let file = fs::File::create(path.with_added_extension("gz")).unwrap();
    let mut packed = GzEncoder::new(file, Compression::default());
    packed.write_all(lines.collect::<String>().as_bytes()).unwrap();
    packed.finish().unwrap();
    fs::remove_file(path).unwrap();
}

#[test]
fn one_report_has_the_suites_memora_and_gatemem() {
    let dir = tempfile::tempdir().unwrap();
    played(dir.path());
    let text = stdout(&forgeteval("report {}", &[dir.path()]));
    for part in
        ["adversarial 1.0.0: 818 cases", "scope 1.0.0", "Memora, mapping named", "GateMem, access role"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json: Value = serde_json::from_str(&stdout(&forgeteval("report {} --json", &[dir.path()]))).unwrap();
    assert_eq!(json["suites"].as_array().unwrap().len(), 2);
    assert_eq!(json["memora"]["mappings"].as_array().unwrap().len(), 2);
    assert_eq!(json["gatemem"]["accesses"].as_array().unwrap().len(), 2);

    let page = stdout(&forgeteval("report {} --html -", &[dir.path()]));
    for id in ["paper", "memora", "gatemem"] {
        assert_eq!(page.matches(&format!("<section id=\"{id}\"")).count(), 1, "{id}");
        assert!(page.contains(&format!("href=\"#{id}\"")), "{id}");
    }
    assert!(page.contains("N/A, no language model answered"), "the hook's points");
    let markdown = stdout(&forgeteval("report {} --markdown", &[dir.path()]));
    assert!(
        markdown.contains("## Memora, mapping published") && markdown.contains("## GateMem, access shared")
    );

    let svg = dir.path().join("figures");
    assert!(forgeteval("report {} --svg {}", &[dir.path(), &svg]).status.success());
    let figure = |name: &str| fs::read_to_string(svg.join(format!("{name}.svg"))).unwrap();
    assert!(figure("figure-1").contains("naive-sql: Memora "), "measured");
    assert!(figure("figure-1-published").contains("Lethe+LLM: Memora 47 of 150"), "published");
    let second = figure("figure-2");
    for placement in
        ["mutation hook", "inscribe-LLM", "knowledge graph", "vector only", "joint", "deterministic"]
    {
        assert!(second.contains(placement), "{placement}");
        assert!(figure("figure-2-published").contains(placement), "{placement}");
    }
    let without = forgeteval("report {} --svg {} --without compound_fact", &[dir.path(), &svg]);
    assert!(without.status.success(), "{}", stderr(&without));
    for name in ["figure-2", "figure-2-published"] {
        assert!(!figure(name).contains("compound_fact"), "{name}");
    }
    assert!(
        figure("figure-1-published").contains("adversarial 322 of 345"),
        "as the paper has it without them"
    );
}

#[test]
fn packed_outcomes_are_read_and_not_added_to() {
    let dir = tempfile::tempdir().unwrap();
    played(dir.path());
    fs::remove_file(dir.path().join("verdicts.jsonl")).unwrap();
    let before = stdout(&forgeteval("report {}", &[dir.path()]));
    assert!(!before.contains("adversarial"), "what there is without verdicts");
    for name in ["memora.jsonl", "gatemem.jsonl"] {
        pack(&dir.path().join(name));
    }
    let after = stdout(&forgeteval("report {}", &[dir.path()]));
    let cut = |text: &str| text.lines().filter(|line| !line.contains(", cut")).count();
    assert_eq!(cut(&after), cut(&before));
    assert!(!after.contains("keep, cut"), "no row is made of texts that are not there");
    assert_eq!(
        before.split("GateMem").nth(1).unwrap(),
        after.split("GateMem").nth(1).unwrap(),
        "the tables need no recalled text"
    );
    let added = forgeteval(
        "gatemem --data {} --system null --resume --out {}",
        &[&tests().join("gatemem"), dir.path()],
    );
    assert!(!added.status.success() && stderr(&added).contains("packed"), "{}", stderr(&added));

    let other = tempfile::tempdir().unwrap();
    fs::copy(dir.path().join("memora.jsonl.gz"), other.path().join("memora.jsonl.gz")).unwrap();
    let twice = forgeteval("report {} {}", &[dir.path(), other.path()]);
    assert!(!twice.status.success() && stderr(&twice).contains("two directories hold"), "{}", stderr(&twice));
}
