//! pylethe and LangGraph's InMemoryStore on the same texts, vectors and questions, each in a Python process of its own.

use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

use crate::Run;
use crate::corpus::{Corpus, QUESTIONS};
use crate::figures::Times;

/// Above so many memories a rival takes too long: seconds a recall.
const MOST: [(&str, usize); 2] = [("pylethe", 100_000), ("langgraph", 100_000)];

pub(crate) fn measure(run: &mut Run, corpus: &Corpus, rows: usize) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    for (rival, most) in MOST {
        if rows > most {
            println!("     rows {rows:>9}  {rival}: N/A, it takes seconds a recall");
            continue;
        }
        let python = root.join("systems/.venv").join(rival).join("bin/python");
        if !python.exists() {
            println!(
                "     rows {rows:>9}  {rival}: N/A, it is not installed: python3 systems/install.py {rival}"
            );
            continue;
        }
        write(corpus, rows, folder.path());
        let script = root.join("crates/nepenthe/benches/scale/rival.py");
        let output = Command::new(python).arg(script).arg(rival).arg(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let figure: serde_json::Value = serde_json::from_str(line).unwrap();
            let what = format!("{rival}: {}", figure["what"].as_str().unwrap());
            let number = |key: &str| figure[key].as_f64().unwrap();
            match figure.get("p99") {
                Some(_) => {
                    run.figures.times("rows", rows, &what, Times { p50: number("value"), p99: number("p99") })
                }
                None => {
                    run.figures.add("rows", rows, &what, figure["unit"].as_str().unwrap(), number("value"))
                }
            }
        }
    }
}

/// Writes what a rival reads: texts and questions, a line each, and all their vectors.
fn write(corpus: &Corpus, rows: usize, folder: &std::path::Path) {
    let lines = |texts: &mut dyn Iterator<Item = String>| texts.map(|text| text + "\n").collect::<String>();
    std::fs::write(folder.join("texts"), lines(&mut (0..rows).map(Corpus::text))).unwrap();
    std::fs::write(folder.join("questions"), lines(&mut (0..QUESTIONS).map(Corpus::question))).unwrap();
    let mut file = std::io::BufWriter::new(std::fs::File::create(folder.join("vectors")).unwrap());
    let mut put = |vector: &[f32]| {
        vector.iter().for_each(|x| file.write_all(&x.to_le_bytes()).unwrap());
    };
    (0..rows).for_each(|row| put(&corpus.vector(row)));
    (0..QUESTIONS).for_each(|at| put(corpus.question_vector(at)));
}
