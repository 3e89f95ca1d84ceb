use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use forgeteval::record::{Record, Runs};
use forgeteval::report::View;
use forgeteval::report::html::page;
use forgeteval::run::Options;
use forgeteval::score::Scorer;
use forgeteval::suite::read_suite;
use serde_json::Value;

use crate::support::{forgeteval, stderr, stdout, systems, verdicts};

/// Runs over the cases that the browser test uses, which hold what could break a page.
fn hostile() -> Runs {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/cases-0.1.0.jsonl");
    let suite = read_suite(&path).unwrap();
    let records = verdicts(&suite, &systems(&["null", "keep", "nuke", "naive-sql"]), &Options::default());
    Runs { records, suites: vec![suite], ..Runs::default() }
}

/// Returns the text of a script element.
fn element<'a>(page: &'a str, id: &str) -> &'a str {
    let start = page.find(&format!(r#"<script id="{id}""#)).unwrap();
    let start = start + page[start..].find('>').unwrap() + 1;
    &page[start..start + page[start..].find("</script>").unwrap()]
}

fn unpacked(page: &str, id: &str) -> Value {
    let bytes = STANDARD.decode(element(page, id)).unwrap();
    let mut json = String::new();
    DeflateDecoder::new(&bytes[..]).read_to_string(&mut json).unwrap();
    serde_json::from_str(&json).unwrap()
}

#[test]
fn nothing_is_fetched_and_no_text_becomes_markup() {
    let mut runs = hostile();
    // Names come from outside too.
    for record in runs.records.iter_mut().filter(|record| record.system == "naive-sql") {
        record.system = "<b onclick=alert(1)>\u{2028}&\"'</b></script>".to_owned();
        record.system_version = "</title><script>".to_owned();
        record.error = Some("</script><script>alert(2)</script>".to_owned());
    }
    let view = View::new(&mut runs);
    let page = page(&view, Scorer::Published, None);
    assert!(!page.contains("://"), "the page names an address");
    assert_eq!(page.matches("<script").count(), 4, "the index, two packs and the script");
    assert_eq!(page.matches("</script>").count(), 4);
    assert!(!page.contains("<b onclick") && !page.contains("<img"));
    assert!(page.contains("default-src 'none'; script-src 'sha256-"));
    assert!(!page.contains(" style=\"") && !page.contains(" onload="), "the policy would forbid it");
    let index: Value = serde_json::from_str(element(&page, "index")).unwrap();
    assert!(!element(&page, "index").contains(['<', '\u{2028}']));
    assert_eq!(index["suites"][0]["systems"][0]["name"], "<b onclick=alert(1)>\u{2028}&\"'</b></script>");
}

#[test]
fn every_answer_comes_back_out_of_the_page() {
    let mut runs = hostile();
    let records: Vec<Record> = runs.records.clone();
    let suite = runs.suites[0].clone();
    let view = View::new(&mut runs);
    let page = page(&view, Scorer::Probed, None);
    let index: Value = serde_json::from_str(element(&page, "index")).unwrap();
    let data = unpacked(&page, "chunk-0");
    let texts = |places: &Value| -> Vec<String> {
        let places = places.as_array().unwrap().iter().map(|place| place.as_u64().unwrap() as usize);
        places.map(|place| data["texts"][place].as_str().unwrap().to_owned()).collect()
    };
    let names: Vec<&str> = index["suites"][0]["systems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|system| system["name"].as_str().unwrap())
        .collect();
    let cases = data["cases"].as_array().unwrap();
    let place: BTreeMap<&str, usize> =
        cases.iter().enumerate().map(|(at, case)| (case["id"].as_str().unwrap(), at)).collect();
    for (case, found) in suite.cases().iter().zip(cases) {
        assert_eq!(found["id"], case.id.as_str());
        assert_eq!(texts(&found["texts"]["facts"]), case.setup_facts);
        assert_eq!(texts(&found["texts"]["must"]), case.must_contain);
        assert_eq!(found["texts"]["mutations"].as_array().unwrap().len(), case.mutations.len());
    }
    for record in &records {
        let system = names.iter().position(|name| *name == record.system).unwrap();
        let verdict = &data["verdicts"][system][place[record.case.as_str()]];
        assert_eq!(texts(&verdict["r"]), record.recalled);
        assert_eq!(verdict["t"][0], record.times.total_us);
        for (at, probe) in record.probes.iter().enumerate() {
            assert_eq!(texts(&verdict["p"][at][1]), probe.recalled);
        }
        for (at, check) in record.checks.iter().enumerate() {
            assert_eq!(texts(&verdict["c"][at][0]), check.recalled);
        }
        let leaked: Vec<String> =
            record.judged.published.leaked.iter().map(|leak| leak.text.clone()).collect();
        let found: Vec<String> = verdict["j"][0]["l"]
            .as_array()
            .map(|leaks| {
                leaks.iter().map(|leak| texts(&Value::Array(vec![leak[0].clone()])).remove(0)).collect()
            })
            .unwrap_or_default();
        assert_eq!(found, leaked);
    }
    // A pair for each scorer, system and other system.
    let pairs = unpacked(&page, "pairs-0");
    assert_eq!((pairs.as_array().unwrap().len(), pairs[0].as_array().unwrap().len()), (3, 4));
    assert_eq!(pairs[0][0].as_array().unwrap().len(), 3);
}

#[test]
fn the_page_shows_each_scorer_and_hatches_what_does_not_apply() {
    let mut runs = hostile();
    let view = View::new(&mut runs);
    let page = page(&view, Scorer::Boundary, None);
    for scorer in Scorer::ALL {
        let hidden = format!(r#"data-scorer="{scorer}" hidden"#);
        assert_eq!(page.contains(&hidden), scorer != Scorer::Boundary, "{hidden}");
    }
    assert!(page.contains("not applicable"));
    assert!(page.contains("keep, recursive_supersession: "));
    assert!(page.contains("(95 %: "), "the intervals are in the cells' words");
    assert!(page.contains("The suites differ: published is adversarial 0.5.1"));
    assert!(page.contains(r#"class="role">floor<"#));
}

#[test]
fn the_page_is_written_where_it_is_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    assert!(forgeteval("run --system null,keep --per-family 4 --out {}", &[dir.path()]).status.success());
    let said = forgeteval("report {} --html", &[dir.path()]);
    assert!(stderr(&said).contains("report.html: 1 suites"), "{}", stderr(&said));
    assert_eq!(stdout(&said), "");
    let page = std::fs::read_to_string(dir.path().join("report.html")).unwrap();
    assert_eq!(stdout(&forgeteval("report {} --html -", &[dir.path()])), page, "equal input, equal bytes");

    let other = dir.path().join("other.html");
    let said = forgeteval("report {} --html {} --markdown --against keep", &[dir.path(), &other]);
    assert!(other.exists() && stdout(&said).contains("keep against the others"), "{}", stdout(&said));
    let table = [
        ("report {} --html {}", "--html takes a file", 1),
        ("report {} --markdown --against nobody", "no verdict of nobody", 1),
        ("report {} --markdown --latex", "cannot be used with", 2),
        ("report {} --html - --latex", "one of them", 2),
        ("report --html {}", "<DIR>", 2),
    ];
    for (arguments, expected, code) in table {
        let refused = forgeteval(arguments, &[dir.path(), dir.path()]);
        assert_eq!(refused.status.code(), Some(code), "{arguments}: {}", stderr(&refused));
        assert!(stderr(&refused).contains(expected), "{arguments}: {}", stderr(&refused));
    }
}
