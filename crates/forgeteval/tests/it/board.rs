use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{forgeteval, stderr, stdout, suite_file};

/// A run of four systems on the built-in suite `scope`.
fn played(dir: &Path) -> PathBuf {
    let out = dir.join("run");
    let run = forgeteval("run --suite scope --system naive-sql,null,keep,oracle-edits --out {}", &[&out]);
    assert!(run.status.success(), "{}", stderr(&run));
    out
}

#[test]
fn the_board_has_a_page_for_each_system_and_fetches_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let out = played(dir.path());
    let site = dir.path().join("site");
    let made = forgeteval("report {} --board {} --scorer probed", &[&out, &site]);
    assert!(stderr(&made).contains("6 pages"), "{}", stderr(&made));
    let page = |name: &str| fs::read_to_string(site.join(name)).unwrap();
    let index = page("index.html");
    for name in ["naive-sql", "null", "keep", "oracle-edits"] {
        let file = format!("system-{name}.html");
        assert!(index.contains(&format!("href=\"{file}\"")), "{name}");
        let own = page(&file);
        assert!(own.contains("How it was made") && own.contains("forgeteval run"), "{name} has its command");
    }
    assert!(
        index.contains("Scorer probed") && index.contains("45 of 46 ✗"),
        "a ceiling that ranks without vectors"
    );
    assert!(index.contains("0 of 46 ✓"), "the floors pass none");
    assert!(index.find("naive-sql").unwrap() < index.find("oracle-edits").unwrap(), "contestants come first");
    assert!(page("submit.html").contains("verify-submission"));
    for file in fs::read_dir(&site).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(text.starts_with("<!DOCTYPE html>") && text.contains("default-src 'none'"));
        assert!(text.contains("width=device-width") && !text.contains("<script"), "plain pages");
        assert!(!text.contains("http://") && !text.contains("https://"), "nothing is fetched");
    }
}

#[test]
fn names_that_look_alike_as_files_have_pages_of_their_own() {
    let dir = tempfile::tempdir().unwrap();
    let out = played(dir.path());
    let path = out.join("verdicts.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let text = text.replace("\"system\":\"null\"", "\"system\":\"naive:sql<b>\"");
    let text = text.replace("\"system\":\"keep\"", "\"system\":\"naive/sql b\"");
    fs::write(&path, text).unwrap();
    let site = dir.path().join("site");
    assert!(forgeteval("report {} --board {}", &[&out, &site]).status.success());
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(index.contains("naive:sql&lt;b&gt;") && !index.contains("sql<b>"), "names are text");
    for file in ["system-naive-sql.html", "system-naive-sql-b.html", "system-naive-sql-b-2.html"] {
        assert!(site.join(file).exists() && index.contains(file), "{file}");
    }
}

#[test]
fn a_submission_is_read_and_a_sample_played_again() {
    let dir = tempfile::tempdir().unwrap();
    let out = played(dir.path());
    let good = forgeteval("verify-submission {} --sample 6 --seed 3", &[&out]);
    let text = stdout(&good);
    assert!(good.status.success(), "{text}{}", stderr(&good));
    assert!(text.contains("184 verdicts were read") && text.contains("nothing speaks against it"), "{text}");
    assert!(text.contains("naive-sql on scope: 6 of 6 cases came out alike"), "{text}");

    let path = out.join("verdicts.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    let told = |text: &str, expected: &str| {
        fs::write(&path, text).unwrap();
        let found = forgeteval("verify-submission {} --sample 0", &[&out]);
        assert_eq!(found.status.code(), Some(1), "{expected}: {}", stdout(&found));
        assert!(stdout(&found).contains(expected), "{expected}: {}", stdout(&found));
    };
    // A failure that is called a pass does not follow from its texts.
    let line = whole.lines().find(|line| line.contains("\"system\":\"keep\"")).unwrap();
    let forged = line.replace("\"verdict\":\"fail\"", "\"verdict\":\"pass\"");
    assert_ne!(line, forged);
    told(&whole.replace(line, &forged), "keep on scope: 1 verdicts do not follow from their answers");
    told(&whole.replace(&format!("{line}\n"), ""), "keep on scope: 45 verdicts on 46 cases");
    fs::write(&path, &whole).unwrap();
    fs::rename(out.join("run.json"), dir.path().join("run.json")).unwrap();
    told(&whole, "there is no run.json");
    fs::rename(dir.path().join("run.json"), out.join("run.json")).unwrap();

    // Texts that were made up follow from themselves; only playing again tells.
    let mut forged: Vec<String> = whole.lines().map(str::to_owned).collect();
    for line in forged.iter_mut().filter(|line| line.contains("\"system\":\"naive-sql\"")) {
        let other = whole.lines().find(|other| {
            let id =
                |line: &str| line.split("\"case\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
            other.contains("\"system\":\"oracle-edits\"") && id(other) == id(line)
        });
        let version = |line: &str| {
            line.split("\"system_version\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
        };
        let (theirs, own) = (other.unwrap(), version(line));
        *line = theirs.replace("\"system\":\"oracle-edits\"", "\"system\":\"naive-sql\"").replace(
            &format!("\"system_version\":\"{}\"", version(theirs)),
            &format!("\"system_version\":\"{own}\""),
        );
    }
    fs::write(&path, forged.join("\n") + "\n").unwrap();
    let found = forgeteval("verify-submission {} --sample 46 --system naive-sql", &[&out]);
    assert_eq!(found.status.code(), Some(1));
    assert!(stdout(&found).contains("naive-sql on scope") && stdout(&found).contains("came out otherwise"));
}

#[test]
fn a_suite_of_ones_own_is_no_suite_of_the_board() {
    let dir = tempfile::tempdir().unwrap();
    let (out, file) = (dir.path().join("run"), suite_file("dev-1.0.0.jsonl"));
    let run = forgeteval("run --suite {} --system null --out {}", &[&file, &out]);
    assert!(run.status.success(), "{}", stderr(&run));
    let found = stdout(&forgeteval("verify-submission {} --sample 0", &[&out]));
    assert!(found.contains("dev is no suite of this program's leaderboard"), "{found}");
}
