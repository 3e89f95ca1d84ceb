//! `README.md`, `docs/quickstart.md` and `crates/cli/README.md` show what the command prints.
//!
//! A page's `console` blocks are one session: its lines behind `$ ` are typed into a shell, in an empty folder beside a clone of
//! the repository, without a network and with an empty model cache. What the shell shows must be what the page shows, but for
//! times, hashes and keys, and for ids, of which only the order counts. `sh` blocks hold what no test runs: cargo and git.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{World, skip};

/// Writes what the command prints into the pages, instead of comparing.
const REWRITE: &str = "NEPENTHE_REWRITE_PAGES";

/// Comes before the output of each command, and stands in no output.
const MARK: &str = "\u{1e}";

/// A command of a page, and what the page says that it prints.
struct Step {
    command: String,
    shown: String,
    /// The bytes of the page where that stands.
    at: std::ops::Range<usize>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The insides of a page's code blocks in this language, and where each begins.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<(usize, &'a str)> {
    let fence = format!("\n```{language}\n");
    let starts = page.match_indices(&fence).map(|(at, fence)| at + fence.len());
    starts.map(|start| (start, &page[start..start + page[start..].find("```").unwrap()])).collect()
}

fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (mut at, block) in blocks(page, "console") {
        assert!(block.starts_with("$ "), "a block begins with no command: {block}");
        for line in block.split_inclusive('\n') {
            let end = at + line.len();
            match line.strip_prefix("$ ") {
                Some(command) => {
                    let command = command.trim_end().to_owned();
                    steps.push(Step { command, shown: String::new(), at: end..end });
                }
                None => {
                    let step = steps.last_mut().unwrap();
                    step.shown += line;
                    step.at.end = end;
                }
            }
            at = end;
        }
    }
    steps
}

/// Plays a session in one shell and returns what each command shows, both streams in their order.
fn play(steps: &[Step]) -> Vec<String> {
    let world = World::new();
    std::os::unix::fs::symlink(root().canonicalize().unwrap(), world.path("nepenthe")).unwrap();
    let mut script = String::from("exec 2>&1 </dev/null\n");
    for step in steps {
        script += &format!("printf '{MARK}'\n{}\n", step.command);
    }
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(&script);
    world.prepare_caller(&mut shell);
    // The page itself says which embedder there is.
    shell.env_remove("NEPENTHE_EMBEDDER").env("PIP_NO_INDEX", "1");
    let output = String::from_utf8(shell.output().unwrap().stdout).unwrap();
    let shown: Vec<String> = output.split(MARK).skip(1).map(str::to_owned).collect();
    assert_eq!(shown.len(), steps.len(), "{output}");
    shown
}

/// Puts words in the place of what differs from run to run. Ids are numbered in the order in which they first appear.
#[derive(Default)]
struct Masks {
    ids: Vec<String>,
}

impl Masks {
    fn mask(&mut self, text: &str) -> String {
        hashes(&self.ids_and_times(text))
    }

    fn ids_and_times(&mut self, text: &str) -> String {
        let mut masked = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let taken = if let Some(id) = rest.get(..36).filter(|id| is_id(id)) {
                let known = self.ids.iter().position(|known| known == id);
                masked += &format!("<id {}>", known.unwrap_or(self.ids.len()));
                if known.is_none() {
                    self.ids.push(id.to_owned());
                }
                36
            } else if let Some(length) = time(rest) {
                masked += "<time>";
                length
            } else {
                masked.push(first);
                first.len_utf8()
            };
            rest = &rest[taken..];
        }
        masked
    }
}

/// Takes out hashes and keys: 40 letters and more of base64 or of hexadecimal digits.
fn hashes(text: &str) -> String {
    let part = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    let (mut masked, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(part) {
        let (before, word) = rest.split_at(at);
        let (word, after) = word.split_at(word.find(|c| !part(c)).unwrap_or(word.len()));
        masked += before;
        masked += if word.len() >= 40 { "<hash or key>" } else { word };
        rest = after;
    }
    masked + rest
}

fn is_id(word: &str) -> bool {
    word.bytes().enumerate().all(|(at, byte)| match at {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte),
    })
}

/// How long the time is that a text begins with, if it does: `2026-11-21T02:07:35.5Z`.
fn time(text: &str) -> Option<usize> {
    let head = text.get(..11)?;
    let shaped = head.bytes().zip(b"0000-00-00T").all(|(byte, like)| match like {
        b'0' => byte.is_ascii_digit(),
        _ => byte == *like,
    });
    let end = text.find('Z')?;
    let clock = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || b":.".contains(&byte));
    (shaped && clock(text.get(11..end)?)).then_some(end + 1)
}

/// Plays a page and compares, or writes into it what was shown.
fn held(name: &str) -> String {
    let file = root().join(name);
    let mut page = fs::read_to_string(&file).unwrap();
    let steps = steps(&page);
    assert!(steps.len() >= 8, "{name} shows {} commands", steps.len());
    let shown = play(&steps);
    if std::env::var_os(REWRITE).is_some() {
        for (step, shown) in steps.iter().zip(&shown).rev() {
            page.replace_range(step.at.clone(), shown);
        }
        fs::write(&file, &page).unwrap();
        return page;
    }
    let (mut on_page, mut printed) = (Masks::default(), Masks::default());
    for (step, shown) in steps.iter().zip(&shown) {
        if step.command.contains("verify_receipt.py") && !has_cryptography() {
            skip("python3 lacks the package cryptography");
            continue;
        }
        let (expected, found) = (on_page.mask(&step.shown), printed.mask(shown));
        assert!(
            expected == found,
            "{name} differs at\n$ {}\nthe page, ids and times aside:\n{expected}\nthe command:\n{found}\n\
             If the command is right, set {REWRITE}=1.",
            step.command
        );
    }
    page
}

/// Whether the second implementation of the verifier can run here.
fn has_cryptography() -> bool {
    let imported = Command::new("python3").args(["-c", "import cryptography"]).output();
    imported.is_ok_and(|output| output.status.success())
}

#[test]
fn the_first_page_shows_what_the_command_prints() {
    let page = held("README.md");
    assert!(page.len() <= 6000, "README.md has {} bytes", page.len());
    let session: usize = blocks(&page, "console").iter().map(|(_, block)| block.lines().count()).sum();
    assert!(session <= 30, "the session of README.md has {session} lines");
    for command in ["cargo run --release -p forgeteval\n", "cargo test --release --workspace\n"] {
        assert!(page.contains(&format!("\n    {command}")), "{command}");
    }
}

#[test]
fn the_quickstart_shows_what_the_command_prints() {
    held("docs/quickstart.md");
}

#[test]
fn the_readme_of_the_command_shows_what_it_prints() {
    held("crates/cli/README.md");
}

#[test]
fn what_no_test_runs_is_cargo_and_git_alone() {
    for name in ["README.md", "docs/quickstart.md", "crates/cli/README.md"] {
        let page = fs::read_to_string(root().join(name)).unwrap();
        let outside = page.split("```").step_by(2).flat_map(str::lines);
        let indented = outside.filter_map(|line| line.strip_prefix("    "));
        let fenced = blocks(&page, "sh").into_iter().flat_map(|(_, block)| block.lines());
        for line in indented.chain(fenced) {
            assert!(["cargo ", "git "].iter().any(|program| line.starts_with(program)), "{name}: {line}");
        }
        let fences =
            page.lines().filter_map(|line| line.strip_prefix("```")).filter(|label| !label.is_empty());
        for label in fences {
            assert!(["console", "rust", "sh"].contains(&label), "{name}: nothing runs blocks of {label}");
        }
    }
}

#[test]
fn masks_hide_what_differs_from_run_to_run_and_nothing_else() {
    let mut masks = Masks::default();
    let (one, two) = ("01a225f0-d65d-7794-8ed3-f180b284d4f7", "01a225f0-d670-7deb-b594-6bd2a1ef552e");
    let key = "6a05373c+Aaxgjlnwux5rR/lTh2WobpfVKqIzln6XzKewUDDUJ649";
    for (text, expected) in [
        (format!("{two}  0.0164  é {one} {two}\n"), "<id 0>  0.0164  é <id 1> <id 0>\n"),
        (format!("nepenthe/{one}+{key}"), "nepenthe/<id 1><hash or key>"),
        ("on 2026-11-29T06:14:30.453004Z; 2026-11-29".to_owned(), "on <time>; 2026-11-29"),
        ("purge: 2 changes. +15550100199".to_owned(), "purge: 2 changes. +15550100199"),
    ] {
        assert_eq!(masks.mask(&text), expected);
    }
}
