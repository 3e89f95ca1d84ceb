//! Measures recall: `cargo run --release -p nepenthe-model --example recall_quality -- STORES.jsonl`
//!
//! A line of STORES.jsonl is a store: `name`, `memories` with `id` and `text`, and `questions` with `query` and `evidence`, the ids
//! of the memories that answer; none where nothing does. Printed are, for the stores of each name and each way to recall, how often
//! one that answers is the first hit, of the first three, five and ten, the mean of 1 / rank, and the time of a recall; then
//! how many questions the threshold of the command leaves without an answer, of those that have one and of those that have none.
//!
//! `fit STORES.jsonl` prints the coefficients of recall's likelihood, fitted to these stores. `training/recall/stores.py` makes such
//! files; `training/recall/unspaced.jsonl` is one, in Chinese, Japanese and Thai and with emoji.

mod fit;
mod logistic;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nepenthe::embed::MiniLm;
use nepenthe::{Fusion, Hit, MemoryId, NewMemory, Options, RecallMode, RecallOptions, Scope, Store};
use nepenthe_model::ModelFinder;
use serde::Deserialize;

#[derive(Deserialize)]
struct Measured {
    name: String,
    memories: Vec<Remembered>,
    questions: Vec<Question>,
}

#[derive(Deserialize)]
struct Remembered {
    id: String,
    text: String,
}

#[derive(Deserialize)]
struct Question {
    query: String,
    evidence: Vec<String>,
}

/// A store made of one line, and its questions with the memories that answer.
struct Played {
    name: String,
    scope: Scope,
    questions: Vec<(String, HashSet<MemoryId>)>,
}

/// The threshold of the command line.
const LEAST: f64 = nepenthe::LEAST_LIKELY;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let model = Arc::new(MiniLm::load(&ModelFinder::from_env().find()?)?);
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["fit", file] => fit::fit(&read(file, &model)?),
        [file] => measure(&read(file, &model)?),
        _ => Err("usage: recall_quality [fit] STORES.jsonl".into()),
    }
}

fn read(file: &str, model: &Arc<MiniLm>) -> Result<Vec<Played>, Box<dyn Error>> {
    let lines = std::fs::read_to_string(file)?;
    lines.lines().map(|line| play(serde_json::from_str(line)?, model)).collect()
}

fn play(measured: Measured, model: &Arc<MiniLm>) -> Result<Played, Box<dyn Error>> {
    let store = Store::open_in_memory(Options::default().with_shared_embedder(model.clone()))?;
    let scope = store.scope("measured")?;
    let texts: Vec<NewMemory> = measured.memories.iter().map(|memory| memory.text.as_str().into()).collect();
    let ids = scope.inscribe_batch(&texts, &mut |_| {})?;
    let ids: HashMap<&str, MemoryId> = measured.memories.iter().map(|memory| &*memory.id).zip(ids).collect();
    let questions = measured.questions.into_iter().map(|question| {
        let evidence =
            question.evidence.iter().map(|id| ids.get(&**id).copied().ok_or("an id that no memory has"));
        Ok::<_, Box<dyn Error>>((question.query, evidence.collect::<Result<_, _>>()?))
    });
    let questions = questions.collect::<Result<_, _>>()?;
    Ok(Played { name: measured.name, scope, questions })
}

/// A way to recall.
fn ways() -> [(&'static str, RecallOptions); 5] {
    let ten = RecallOptions::new(10);
    [
        ("lexical", ten.with_mode(RecallMode::Lexical)),
        ("vector", ten.with_mode(RecallMode::Vector)),
        ("reciprocal rank", ten.with_fusion(Fusion::ReciprocalRank)),
        ("hybrid", ten),
        ("hybrid, reranked", ten.with_rerank(true)),
    ]
}

#[derive(Default)]
struct Tally {
    ranks: Vec<Option<usize>>,
    times: Vec<Duration>,
}

fn measure(stores: &[Played]) -> Result<(), Box<dyn Error>> {
    let mut tallies: BTreeMap<(&str, usize), Tally> = BTreeMap::new();
    // Of the questions with and without an answer: all, and those of which the threshold leaves nothing.
    let mut silent: BTreeMap<(usize, bool), (usize, usize)> = BTreeMap::new();
    for store in stores {
        for (query, answers) in &store.questions {
            for (way, (name, options)) in ways().iter().enumerate() {
                let start = Instant::now();
                let hits = store.scope.recall_with(query, options)?;
                let time = start.elapsed();
                if name.starts_with("hybrid") {
                    let (all, none) = silent.entry((way, answers.is_empty())).or_default();
                    *all += 1;
                    *none += usize::from(hits.first().is_none_or(|hit| hit.score < LEAST));
                }
                if !answers.is_empty() {
                    let tally = tallies.entry((&store.name, way)).or_default();
                    tally.ranks.push(rank(&hits, answers));
                    tally.times.push(time);
                }
            }
        }
    }
    println!(
        "{:<12}{:<18}{:>9}{:>8}{:>8}{:>8}{:>8}{:>8}{:>9}",
        "stores", "way", "questions", "hit@1", "hit@3", "hit@5", "hit@10", "MRR", "ms"
    );
    for ((name, way), tally) in &mut tallies {
        tally.times.sort();
        let all = tally.ranks.len() as f64;
        let hit =
            |most: usize| tally.ranks.iter().flatten().filter(|rank| **rank < most).count() as f64 / all;
        let mrr = tally.ranks.iter().flatten().map(|rank| 1.0 / (*rank as f64 + 1.0)).sum::<f64>() / all;
        println!(
            "{name:<12}{:<18}{:>9}{:>8.3}{:>8.3}{:>8.3}{:>8.3}{mrr:>8.3}{:>9.2}",
            ways()[*way].0,
            tally.ranks.len(),
            hit(1),
            hit(3),
            hit(5),
            hit(10),
            tally.times[tally.times.len() / 2].as_secs_f64() * 1e3
        );
    }
    for ((way, off_topic), (all, none)) in silent {
        let which = if off_topic { "nothing answers" } else { "something answers" };
        println!("{}, {which}: {none} of {all} questions have no hit of {LEAST} or more", ways()[way].0);
    }
    Ok(())
}

/// The place of the first hit that answers, from 0.
fn rank(hits: &[Hit], answers: &HashSet<MemoryId>) -> Option<usize> {
    hits.iter().position(|hit| answers.contains(&hit.memory.id))
}
