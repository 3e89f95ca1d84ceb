//! How often the plans of `canonical` are right in every row, and how often those that it is sure of: what the floor of
//! docs/planner.md ("Sure and unsure plans") goes by.
//!
//! `cargo run --release -p nepenthe-model --example sure -- [--each] FILE.jsonl...`. A line is a case of ForgetEval with
//! one mutation, a group, or a store with requests (training/README.md). Each plan is made in a store of its own with
//! all-MiniLM-L6-v2. Of a group or a request the plan is right if exactly the labelled memories go or are edited, each to its
//! text; of a case, if all that must be recalled is and nothing else that must not. `--each` prints a line a plan.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use nepenthe::control::Action;
use nepenthe::embed::Embedder;
use nepenthe::{Mutation, Options, Plan, Scope, Store};
use nepenthe_model::{LazyMiniLm, ModelFinder};
use serde_json::Value;

/// A request, and what is right.
struct Asked<'a> {
    rows: Vec<&'a str>,
    verb: &'a str,
    request: &'a str,
    new: Option<&'a str>,
    right: Right<'a>,
}

enum Right<'a> {
    /// What becomes of each row: nothing, or the text that is left; empty where it goes whole.
    Rows(BTreeMap<usize, &'a str>),
    /// What a question finds, and must not find.
    Recalled { query: &'a str, found: Vec<&'a str>, gone: Vec<&'a str> },
}

/// One plan, judged.
struct Judged {
    verb: String,
    confidence: f64,
    right: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let embedder: Arc<dyn Embedder> = Arc::new(LazyMiniLm::new(ModelFinder::from_env()));
    let (options, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let each = options.iter().any(|option| option == "--each");
    let mut all = Vec::new();
    for path in files {
        for (number, line) in std::fs::read_to_string(&path)?.lines().enumerate() {
            let line: Value = serde_json::from_str(line)?;
            for asked in read(&line) {
                let Some(judged) = judge(&asked, &embedder)? else { continue };
                if each {
                    let Judged { verb, confidence, right, .. } = &judged;
                    let request = asked.request;
                    println!("{path}:{}\t{verb}\t{confidence:.4}\t{right}\t{request}", number + 1);
                }
                all.push(judged);
            }
        }
    }
    table(&all);
    Ok(())
}

/// For each verb and floor: how many plans are sure, how many of these are right, and how many of the right ones are sure.
fn table(all: &[Judged]) {
    println!("verb       floor  plans  sure  right of those      %  of the right ones sure      %");
    for verb in ["purge", "release", "supersede"] {
        let of: Vec<&Judged> = all.iter().filter(|judged| judged.verb == verb).collect();
        let right = of.iter().filter(|judged| judged.right).count();
        for floor in [0.0, 0.5, 0.8, 0.9, 0.95] {
            let sure: Vec<&&Judged> = of.iter().filter(|judged| judged.confidence >= floor).collect();
            let good = sure.iter().filter(|judged| judged.right).count();
            println!(
                "{verb:<10} {floor:>5} {:>6} {:>5} {good:>15} {:>6.1} {good:>23} {:>6.1}",
                of.len(),
                sure.len(),
                percent(good, sure.len()),
                percent(good, right)
            );
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share of a count")]
fn percent(part: usize, of: usize) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

/// A text, empty where there is none.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// What a line asks.
fn read(line: &Value) -> Vec<Asked<'_>> {
    let texts = |value: &'static str| line[value].as_array().into_iter().flatten();
    if let Some(asks) = line["asks"].as_array() {
        let rows: Vec<&str> = texts("rows").filter_map(Value::as_str).collect();
        let one = |ask| of_store(ask, rows.clone());
        return asks.iter().map(one).collect();
    }
    if line["rows"].is_array() {
        let mut right = BTreeMap::new();
        for (place, row) in texts("rows").enumerate() {
            match text(&row[0]) {
                "stay" => {}
                "go" => drop(right.insert(place, "")),
                _ => drop(right.insert(place, text(&row[2]))),
            }
        }
        let rows = texts("rows").map(|row| text(&row[1])).collect();
        let (verb, request, new) = (text(&line["verb"]), text(&line["request"]), line["new"].as_str());
        return vec![Asked { rows, verb, request, new, right: Right::Rows(right) }];
    }
    let Some([mutation]) = line["mutations"].as_array().map(Vec::as_slice) else { return Vec::new() };
    let right = Right::Recalled {
        query: text(&line["final_query"]),
        found: texts("must_contain").filter_map(Value::as_str).collect(),
        gone: texts("must_not_contain").filter_map(Value::as_str).collect(),
    };
    let rows = texts("setup_facts").filter_map(Value::as_str).collect();
    let (verb, request, new) = (text(&mutation[0]), text(&mutation[1]), mutation[2].as_str());
    vec![Asked { rows, verb, request, new, right }]
}

fn of_store<'a>(ask: &'a Value, rows: Vec<&'a str>) -> Asked<'a> {
    let gone = ask["go"].as_array().into_iter().flatten();
    let mut right: BTreeMap<usize, &str> =
        gone.filter_map(|place| Some((usize::try_from(place.as_u64()?).ok()?, ""))).collect();
    for (place, text) in ask["edit"].as_object().into_iter().flatten() {
        right.extend(place.parse().ok().zip(text.as_str()));
    }
    let text = |key: &str| ask[key].as_str();
    let (verb, request) = (text("verb").unwrap_or_default(), text("request").unwrap_or_default());
    Asked { rows, verb, request, new: text("new"), right: Right::Rows(right) }
}

/// Plans, and says whether that is right; `None` for a mutation that is not planned in words.
fn judge(asked: &Asked<'_>, embedder: &Arc<dyn Embedder>) -> Result<Option<Judged>, Box<dyn Error>> {
    let mutation = match (asked.verb, asked.new) {
        ("supersede", Some(new)) => Mutation::supersede(asked.request, new),
        ("release", _) => Mutation::release(asked.request),
        ("purge", _) => Mutation::purge(asked.request),
        _ => return Ok(None),
    };
    let options = Options::default().with_shared_embedder(Arc::clone(embedder));
    let scope = Store::open_in_memory(options)?.scope("case")?;
    for row in &asked.rows {
        scope.inscribe(*row)?;
    }
    let Ok(plan) = scope.plan(mutation) else { return Ok(None) };
    let confidence = plan.confidence.unwrap_or(0.0);
    let right = match &asked.right {
        Right::Rows(right) => as_labelled(&plan, &asked.rows, right),
        Right::Recalled { query, found, gone } => recalled(&scope, plan, query, found, gone)?,
    };
    Ok(Some(Judged { verb: asked.verb.to_owned(), confidence, right }))
}

fn as_labelled(plan: &Plan, rows: &[&str], right: &BTreeMap<usize, &str>) -> bool {
    let told = |text: &str| text.trim().trim_end_matches('.').to_lowercase();
    let done: BTreeMap<&str, &str> = plan
        .steps
        .iter()
        .map(|step| {
            (
                step.memory.text.as_str(),
                match &step.action {
                    Action::Edit { text } => text.as_str(),
                    _ => "",
                },
            )
        })
        .collect();
    rows.iter()
        .enumerate()
        .all(|(place, row)| done.get(row).map(|text| told(text)) == right.get(&place).map(|text| told(text)))
}

fn recalled(
    scope: &Scope,
    plan: Plan,
    query: &str,
    found: &[&str],
    gone: &[&str],
) -> Result<bool, Box<dyn Error>> {
    scope.apply(plan)?;
    let hits = scope.recall(query, 10)?;
    let said = hits.iter().map(|hit| hit.memory.text.to_lowercase()).collect::<Vec<_>>().join("\n");
    let has = |piece: &&str| said.contains(&piece.to_lowercase());
    Ok(found.iter().all(has) && !gone.iter().any(has))
}
