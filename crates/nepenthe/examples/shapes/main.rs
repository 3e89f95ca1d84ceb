//! Times what a store does with texts of hard shapes:
//! `cargo run --release -p nepenthe --example shapes -- [--sizes 2000,20000,200000,2000000] [--shape NAME] [--limit 60] [--all]`.
//!
//! For each shape and size, in a process of its own, a store with a few ordinary memories: the shape is written, recalled, an
//! unrelated memory is purged in words that name an identifier, the shape is asked for as a request (as much of it as a request may
//! have) and takes the place of something, and it is purged by its id beside two that are nearly the same. Prints the worst times of
//! each operation and size, and each time of over two seconds; `--all` prints all times. What takes longer than the limit, in
//! seconds, is ended, and so are the operations behind it. The store has no embedder: one reads the first few thousand bytes of a text.
//! Exits with 1 where anything takes over two seconds.

#![expect(clippy::unwrap_used, reason = "a tool of the tests, which stops at the first error")]

mod play;
mod shapes;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use play::OPERATIONS;
use shapes::SHAPES;

/// What nothing may take longer than, in milliseconds.
const MOST: u64 = 2000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| *argument == format!("--{name}"))?;
        arguments.get(at + 1).cloned()
    };
    let sizes = value("sizes").unwrap_or_else(|| "2000,20000,200000,2000000".into());
    let sizes: Vec<usize> = sizes.split(',').map(|size| size.parse().unwrap()).collect();
    if let Some(name) = value("play") {
        let shape = SHAPES.iter().find(|shape| shape.name == name).unwrap();
        play::play(&shape.text(sizes[0]));
        return ExitCode::SUCCESS;
    }
    let limit = Duration::from_secs(value("limit").map_or(60, |limit| limit.parse().unwrap()));
    let all = arguments.iter().any(|argument| argument == "--all");
    let wanted = value("shape");
    let mut worst: BTreeMap<(usize, usize), (u64, &str)> = BTreeMap::new();
    let mut over = 0;
    for shape in SHAPES.iter().filter(|shape| wanted.as_ref().is_none_or(|name| name == shape.name)) {
        for &size in &sizes {
            for (operation, took) in timed(shape.name, size, limit).into_iter().enumerate() {
                let Some(took) = took else { continue };
                let mark = if took > MOST { "  over two seconds" } else { "" };
                over += usize::from(took > MOST);
                if all || took > MOST {
                    let shown = shown(took, limit);
                    println!("{:<26} {size:>8}  {:<18} {shown:>8}{mark}", shape.name, OPERATIONS[operation]);
                }
                let before = worst.entry((operation, size)).or_insert((0, ""));
                if took >= before.0 {
                    *before = (took, shape.name);
                }
            }
        }
    }
    println!("{} shapes; the worst times, in seconds", SHAPES.len());
    for (operation, name) in OPERATIONS.iter().enumerate() {
        for &size in &sizes {
            if let Some((took, shape)) = worst.get(&(operation, size)) {
                println!("{name:<18} {size:>8}  {:>8}  {shape}", shown(*took, limit));
            }
        }
    }
    println!("over two seconds: {over}");
    if over == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn shown(took: u64, limit: Duration) -> String {
    match took {
        u64::MAX => format!("> {}", limit.as_secs()),
        took => format!("{}.{:02}", took / 1000, took % 1000 / 10),
    }
}

/// The milliseconds that each operation took, in a process that is ended when one takes longer than the limit; none for those behind
/// that.
fn timed(shape: &str, size: usize, limit: Duration) -> Vec<Option<u64>> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--play", shape, "--sizes", &size.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || lines.for_each(|line| drop(sender.send(line.unwrap()))));
    let mut times = vec![None; OPERATIONS.len()];
    for time in &mut times {
        match receiver.recv_timeout(limit) {
            Ok(line) => *time = Some(line.parse().unwrap()),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                *time = Some(u64::MAX);
                child.kill().unwrap();
                break;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => panic!("{shape} of {size} bytes failed"),
        }
    }
    child.wait().unwrap();
    times
}
