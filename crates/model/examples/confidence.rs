//! How often the planner `canonical` is right, by how sure it says it is: what the planner `routed` goes by.
//!
//! `cargo run --release -p nepenthe-model --example confidence -- CASES.jsonl...`, with cases of ForgetEval. Each is played in a
//! store of its own with all-MiniLM-L6-v2, asked its final query (hybrid recall, 10 memories), and passed if all that must be
//! there is there and nothing else that must not.

use std::error::Error;
use std::sync::Arc;

use nepenthe::control::planner::Canonical;
use nepenthe::embed::Embedder;
use nepenthe::{Mutation, Options, Store};
use nepenthe_model::{LazyMiniLm, ModelFinder};
use nepenthe_text::clause;
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    setup_facts: Vec<String>,
    mutations: Vec<Vec<String>>,
    final_query: String,
    must_contain: Vec<String>,
    must_not_contain: Vec<String>,
}

struct Played {
    passed: bool,
    /// Of the plan that was least sure.
    confidence: f64,
    /// Whether a plan touched nothing.
    nothing: bool,
    /// Whether a supersede touched a memory that states several things.
    several: bool,
}

fn play(case: &Case, embedder: &Arc<dyn Embedder>) -> Result<Played, Box<dyn Error>> {
    let options =
        Options::default().with_planner(Canonical::default()).with_shared_embedder(Arc::clone(embedder));
    let scope = Store::open_in_memory(options)?.scope("case")?;
    for fact in &case.setup_facts {
        scope.inscribe(fact.as_str())?;
    }
    let mut played = Played { passed: false, confidence: 1.0, nothing: false, several: false };
    for mutation in &case.mutations {
        let words: Vec<&str> = mutation.iter().map(String::as_str).collect();
        let mutation = match words[..] {
            ["supersede", query, new] => Mutation::supersede(query, new),
            ["release", query] => Mutation::release(query),
            ["purge", query] => Mutation::purge(query),
            _ => return Err(format!("no mutation: {words:?}").into()),
        };
        let plan = scope.plan(mutation)?;
        played.confidence = played.confidence.min(plan.confidence.unwrap_or(0.0));
        played.nothing |= plan.steps.is_empty();
        let compound = plan.steps.iter().any(|step| clause::split(&step.memory.text).len() > 1);
        played.several |= words[0] == "supersede" && compound;
        scope.apply(plan)?;
    }
    let hits = scope.recall(&case.final_query, 10)?;
    let said = hits.iter().map(|hit| hit.memory.text.to_lowercase()).collect::<Vec<_>>().join("\n");
    let has = |piece: &String| said.contains(&piece.to_lowercase());
    played.passed = case.must_contain.iter().all(has) && !case.must_not_contain.iter().any(has);
    Ok(played)
}

fn main() -> Result<(), Box<dyn Error>> {
    let embedder: Arc<dyn Embedder> = Arc::new(LazyMiniLm::new(ModelFinder::from_env()));
    for path in std::env::args().skip(1) {
        let mut all = Vec::new();
        for line in std::fs::read_to_string(&path)?.lines() {
            all.push(play(&serde_json::from_str(line)?, &embedder)?);
        }
        let show = |what: &str, belongs: &dyn Fn(&Played) -> bool| {
            let those: Vec<&Played> = all.iter().filter(|played| belongs(played)).collect();
            let passed = those.iter().filter(|played| played.passed).count();
            println!("{what:<34} {passed} of {}", those.len());
        };
        println!("{path}");
        for (from, to) in [(0.0, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 1.01)] {
            show(&format!("confidence from {from}"), &|played| (from..to).contains(&played.confidence));
        }
        show("nothing found", &|played| played.nothing);
        show("a supersede of several statements", &|played| played.several);
    }
    Ok(())
}
