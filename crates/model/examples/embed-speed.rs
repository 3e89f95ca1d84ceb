//! Measures the embedder: `cargo run --release -p nepenthe-model --example embed-speed -- FILE.jsonl`
//!
//! FILE.jsonl holds ForgetEval cases. Printed are the time to load the model, and the time a text when every text
//! is embedded alone, in batches of eight, and as the benchmark does it: a case's facts in one batch, then each
//! query and each new text alone. Every figure is the median of the rounds; the first round is not counted.

use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use nepenthe::embed::{Embedder, MiniLm};
use nepenthe_model::ModelFinder;
use serde::Deserialize;

const ROUNDS: usize = 3;

#[derive(Deserialize)]
struct Case {
    setup_facts: Vec<String>,
    mutations: Vec<Vec<Option<String>>>,
    final_query: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).map(PathBuf::from).ok_or("usage: embed-speed FILE.jsonl")?;
    let cases = read(&file)?;
    let finder = ModelFinder::from_env();

    let mut model = finder.load()?;
    let load = median(|| {
        let start = Instant::now();
        model = finder.load()?;
        Ok(start.elapsed())
    })?;
    let as_benchmark: Vec<Vec<&str>> = cases.iter().flat_map(batches).collect();
    let texts: Vec<&str> = as_benchmark.concat();
    let single: Vec<Vec<&str>> = texts.iter().map(|text| vec![*text]).collect();
    let by_eight: Vec<Vec<&str>> = texts.chunks(8).map(<[&str]>::to_vec).collect();

    println!("{} cases, {} texts; load {:.0} ms", cases.len(), texts.len(), load.as_secs_f64() * 1e3);
    for (name, batches) in [("alone", single), ("by eight", by_eight), ("as the benchmark", as_benchmark)] {
        let time = median(|| run(&model, &batches))?;
        println!("{name:>18}: {:.2} ms a text", time.as_secs_f64() * 1e3 / texts.len() as f64);
    }
    Ok(())
}

fn read(file: &PathBuf) -> Result<Vec<Case>, Box<dyn Error>> {
    let lines = std::fs::read_to_string(file)?;
    Ok(lines.lines().filter(|line| !line.is_empty()).map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Returns the batches in which the benchmark embeds one case.
fn batches(case: &Case) -> Vec<Vec<&str>> {
    let facts = case.setup_facts.iter().map(String::as_str).collect();
    let asked = case.mutations.iter().flat_map(|mutation| mutation.iter().skip(1).flatten());
    let alone = asked.chain([&case.final_query]).map(|text| vec![text.as_str()]);
    [facts].into_iter().chain(alone).collect()
}

fn run(model: &MiniLm, batches: &[Vec<&str>]) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    for batch in batches {
        model.embed(batch)?;
    }
    Ok(start.elapsed())
}

fn median(mut round: impl FnMut() -> Result<Duration, Box<dyn Error>>) -> Result<Duration, Box<dyn Error>> {
    round()?;
    let mut times = (0..ROUNDS).map(|_| round()).collect::<Result<Vec<_>, _>>()?;
    times.sort();
    Ok(times[ROUNDS / 2])
}
