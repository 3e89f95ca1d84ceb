//! The examples of each language, read by what others call: src/lang/README.md has what a line says.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};

use nepenthe_text::entity::identifier::{self, Kind};
use nepenthe_text::request::{Extent, Reach, Refusal, parse, reach};
use nepenthe_text::{credential, gloss, relation};

fn folders() -> Vec<PathBuf> {
    let lang = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lang");
    let paths = fs::read_dir(lang).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.is_dir()).collect()
}

/// What is read of a text: the columns behind it, as far as a line of this sort has them.
fn read(sort: &str, text: &str) -> Vec<String> {
    let request = parse(text);
    let core = request.core.to_owned();
    let except = request.except.unwrap_or("nothing stays").to_owned();
    let whole = (request.extent, request.refusal) == (Extent::Everything, None);
    match sort {
        "asks" if whole => vec![core],
        "asks but" if whole => vec![core, except],
        "asks because" if whole => vec![core, request.reason.unwrap_or("no reason").to_owned()],
        "asks for all" if reach(text) == Some(Reach::All) => vec![],
        "asks for days" => vec![match reach(text) {
            Some(Reach::OlderThan(days)) => format!("older {days}"),
            Some(Reach::YoungerThan(days)) => format!("younger {days}"),
            other => format!("{other:?}"),
        }],
        "forbids" if request.refusal == Some(Refusal::Prohibited) => vec![core],
        "keeps" if request.refusal == Some(Refusal::Kept) => vec![core],
        "inquires" if request.refusal == Some(Refusal::Asked) => vec![],
        "names nothing" if request.refusal == Some(Refusal::Everything) => vec![],
        "names only what stays" if request.refusal == Some(Refusal::AllBut) => vec![except],
        "would order" if request.refusal == Some(Refusal::Conditional) => vec![],
        "relation" => relation::asked(text).into_iter().map(|relation| relation.sort).collect(),
        "credential" => vec![format!("{:?}", credential::asked(text).unwrap()).to_lowercase()],
        "day" => {
            let found = identifier::recognise(text).into_iter();
            found.filter(|one| one.kind == Kind::Date).map(|one| one.canonical).collect()
        }
        "english" => {
            let words: Vec<String> =
                gloss::gloss(text, &[]).into_iter().map(|(_, english)| english).collect();
            vec![words.join(" ")]
        }
        _ => vec![format!("{request:?}")],
    }
}

#[test]
fn each_example_of_a_language_is_read_as_it_says() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for folder in folders() {
        let lines = fs::read_to_string(folder.join("examples.tsv")).unwrap_or_default();
        for line in lines.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split('\t').collect();
            let (sort, text, wanted) = (cells[0], cells[1], &cells[2..]);
            let read = read(sort, text);
            // English words of others may stand between those that are asked for.
            let fits = match sort {
                "english" => wanted[0].split(' ').all(|word| read[0].contains(word)),
                _ => read == wanted,
            };
            if !fits {
                wrong.push(format!("{}: {line}: {read:?}", folder.display()));
            }
            seen += 1;
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(seen > 200, "{seen} examples");
}

#[test]
fn each_table_is_named_in_the_list_of_languages() {
    let list = fs::read_to_string(folders()[0].parent().unwrap().join("mod.rs")).unwrap();
    for folder in folders() {
        let code = folder.file_name().unwrap().to_str().unwrap();
        let line = list.lines().find(|line| line.trim_start().starts_with(&format!("\"{code}\" ")));
        let named: Vec<&str> = line.unwrap_or_default().trim_end_matches(';').split_whitespace().collect();
        for table in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let table = table.file_stem().unwrap().to_str().unwrap();
            assert!(table == "examples" || named.contains(&table), "{code}/{table} is not in lang/mod.rs");
        }
    }
}
