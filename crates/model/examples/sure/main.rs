//! How often the plans of `canonical` are right in every row, and how often those that it is sure of: what the floors of
//! docs/planner.md ("Sure and unsure plans") go by.
//!
//! `cargo run --release -p nepenthe-model --example sure -- [OPTIONS] FILE.jsonl...`. A line is a case of ForgetEval with one
//! mutation, a group, a store with requests (training/README.md), or a pair of absence. Each plan is made in a store of its
//! own with all-MiniLM-L6-v2, and is right if exactly the labelled memories go or are edited, each to its text.
//!
//! * `--absent` asks the same of the store without what the request means, too, where a line has no such state of its own:
//!   then nothing may go. Of each verb such requests count as a third.
//! * `--each` prints a line a plan.
//! * `--curve=FILE.svg` draws how many of the surest plans are right.
//! * `--features` prints what training/calibrate.py learns from.
//! * `--beside` counts the plans that change where twenty memories of other lines are in the store too.

mod curve;
mod labelled;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use nepenthe::control::planner::Canonical;
use nepenthe::control::{Action, Step};
use nepenthe::embed::Embedder;
use nepenthe::{Mutation, Options, Scope, Store};
use nepenthe_model::{LazyMiniLm, ModelFinder};
use serde_json::Value;

use crate::labelled::Asked;

/// How many memories of other lines `--beside` adds.
const BESIDE: usize = 20;
/// Which share of the plans are of requests for what is not there.
const ABSENT: f64 = 1.0 / 3.0;
const FLOORS: [f64; 7] = [0.0, 0.5, 0.8, 0.9, 0.95, 0.97, 0.98];

const VERBS: [&str; 3] = ["purge", "release", "supersede"];

/// One plan, judged.
struct Judged {
    verb: String,
    confidence: f64,
    right: bool,
    changes: bool,
    absent: bool,
    /// What it counts for.
    weight: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let embedder: Arc<dyn Embedder> = Arc::new(LazyMiniLm::new(ModelFinder::from_env()));
    let (options, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let is = |wanted: &str| options.iter().any(|option| option == wanted);
    if is("--features") {
        println!("source\trequest\tabsent\tright\tastray\tsteps\t{}", Canonical::plan_features().join("\t"));
    }
    let (mut all, mut beside) = (Vec::new(), Beside::default());
    for path in files {
        for (number, line) in std::fs::read_to_string(&path)?.lines().enumerate() {
            let line: Value = serde_json::from_str(line)?;
            let is_pair = line["there"].is_array();
            for asked in Asked::read(&line) {
                let absent = asked.without_what_is_meant().filter(|_| is("--absent") && !is_pair);
                for asked in std::iter::once(asked).chain(absent) {
                    let Some((mutation, scope)) = prepare(&asked, &embedder)? else { continue };
                    let source = format!("{path}:{}", number + 1);
                    if is("--features") {
                        features(&asked, &mutation, &scope, &source);
                        continue;
                    }
                    if is("--beside") {
                        beside.add(&asked, &mutation, &scope, &source)?;
                        continue;
                    }
                    let Ok(plan) = scope.plan(mutation) else { continue };
                    let right = is_right(&asked, &plan.steps);
                    let confidence = plan.confidence.unwrap_or(0.0);
                    if is("--each") {
                        let Asked { verb, request, .. } = &asked;
                        println!(
                            "{source}\t{verb}\t{confidence:.4}\t{right}\t{}\t{request}",
                            plan.steps.len()
                        );
                    }
                    let (changes, absent) = (!plan.steps.is_empty(), !asked.means_something());
                    all.push(Judged { verb: asked.verb, confidence, right, changes, absent, weight: 1.0 });
                }
            }
            if let Some(asked) = Asked::read(&line).first() {
                beside.others.extend(asked.rows.iter().map(|(text, _)| text.clone()));
            }
        }
    }
    if is("--beside") {
        println!("{beside}");
    } else if !is("--features") {
        weigh(&mut all);
        table(&all);
        let curve = options.iter().find_map(|option| option.strip_prefix("--curve="));
        if let Some(path) = curve {
            let of = |verb: &'static str| -> (&'static str, Vec<(f64, f64)>) {
                let plans: Vec<&Judged> = all.iter().filter(|judged| judged.verb == verb).collect();
                (verb, curve::points(&plans))
            };
            std::fs::write(path, curve::svg(&VERBS.map(of)))?;
        }
    }
    Ok(())
}

/// Lets requests for what is not there count as a third of each verb, where there are both.
fn weigh(all: &mut [Judged]) {
    for verb in VERBS {
        let count =
            |absent: bool| small(all.iter().filter(|one| one.verb == verb && one.absent == absent).count());
        let (absent, present) = (count(true), count(false));
        if absent > 0.0 && present > 0.0 {
            let of = |is: bool| if is { ABSENT / absent } else { (1.0 - ABSENT) / present };
            for one in all.iter_mut().filter(|one| one.verb == verb) {
                one.weight = of(one.absent) * (absent + present);
            }
        }
    }
}

/// What unrelated memories in the same store change.
#[derive(Default)]
struct Beside {
    others: Vec<String>,
    plans: usize,
    rows: usize,
    sureness: usize,
}

impl Beside {
    fn add(
        &mut self,
        asked: &Asked,
        mutation: &Mutation,
        scope: &Scope,
        source: &str,
    ) -> Result<(), Box<dyn Error>> {
        let Some(from) = self.others.len().checked_sub(BESIDE) else { return Ok(()) };
        let Ok(before) = scope.plan(mutation.clone()) else { return Ok(()) };
        for text in &self.others[from..] {
            scope.inscribe(text.as_str())?;
        }
        let after = scope.plan(mutation.clone())?;
        let floor = if asked.verb == "purge" { 0.95 } else { 0.9 };
        let done = |steps: &[Step]| -> BTreeMap<String, String> {
            steps.iter().map(|step| (step.memory.text.clone(), left(step).to_owned())).collect()
        };
        let same = done(&before.steps) == done(&after.steps);
        self.plans += 1;
        self.rows += usize::from(!same);
        self.sureness += usize::from(same && before.is_sure(floor) != after.is_sure(floor));
        if !same {
            println!("{source}\t{}\t{}", asked.verb, asked.request);
        }
        Ok(())
    }
}

impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plans, rows, sureness, .. } = self;
        write!(f, "of {plans} plans {rows} change, and {sureness} more are sure or unsure otherwise")
    }
}

/// The mutation, and a store with the memories; `None` for one that is not planned in words.
fn prepare(asked: &Asked, embedder: &Arc<dyn Embedder>) -> Result<Option<(Mutation, Scope)>, Box<dyn Error>> {
    let request = asked.request.as_str();
    let mutation = match (asked.verb.as_str(), &asked.new) {
        ("supersede", Some(new)) => Mutation::supersede(request, new.as_str()),
        ("release", _) => Mutation::release(request),
        ("purge", _) => Mutation::purge(request),
        _ => return Ok(None),
    };
    let options = Options::default().with_shared_embedder(Arc::clone(embedder));
    let scope = Store::open_in_memory(options)?.scope("case")?;
    for (text, _) in &asked.rows {
        scope.inscribe(text.as_str())?;
    }
    Ok(Some((mutation, scope)))
}

/// Tells whether exactly the labelled memories are touched, each as it should be.
fn is_right(asked: &Asked, steps: &[Step]) -> bool {
    let done: BTreeMap<&str, &str> =
        steps.iter().map(|step| (step.memory.text.as_str(), left(step))).collect();
    asked.rows.iter().all(|(text, label)| label.allows(done.get(text.as_str()).copied()))
}

/// The text that a step leaves; empty where it leaves none.
fn left(step: &Step) -> &str {
    match &step.action {
        Action::Edit { text } => text.as_str(),
        _ => "",
    }
}

/// Prints what is known of a plan when it is made; nothing for a request that is refused.
fn features(asked: &Asked, mutation: &Mutation, scope: &Scope, source: &str) {
    let Ok((draft, numbers)) = Canonical::default().weigh_plan(scope, mutation) else { return };
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let meant =
        |step: &Step| asked.rows.iter().any(|(text, label)| *text == step.memory.text && label.is_meant());
    println!(
        "{source}\t{}\t{}\t{}\t{}\t{}\t{}",
        asked.request.replace(['\t', '\n', '\r'], " "),
        u8::from(!asked.means_something()),
        u8::from(is_right(asked, &draft.steps)),
        u8::from(!draft.steps.is_empty() && !draft.steps.iter().any(meant)),
        draft.steps.len(),
        numbers.join("\t")
    );
}

/// For each verb and floor: how many plans are sure, how many of these are right, and the same of those that change something.
fn table(all: &[Judged]) {
    println!("verb       floor  plans  sure   sure %  right %  changing  sure   sure %  right %  wrong");
    for verb in VERBS {
        let of: Vec<&Judged> = all.iter().filter(|judged| judged.verb == verb).collect();
        let changing: Vec<&Judged> = of.iter().copied().filter(|judged| judged.changes).collect();
        for floor in FLOORS {
            let sure = |of: &[&Judged]| -> (usize, f64, f64, usize) {
                let sure: Vec<&Judged> = of.iter().copied().filter(|one| one.confidence >= floor).collect();
                let right: Vec<&Judged> = sure.iter().copied().filter(|one| one.right).collect();
                let share = |part: &[&Judged], of: &[&Judged]| 100.0 * weight(part) / weight(of).max(0.001);
                (sure.len(), share(&sure, of), share(&right, &sure), sure.len() - right.len())
            };
            let (all, own) = (sure(&of), sure(&changing));
            println!(
                "{verb:<10} {floor:>5} {:>6} {:>5} {:>8.1} {:>8.1} {:>9} {:>5} {:>8.1} {:>8.1} {:>6}",
                of.len(),
                all.0,
                all.1,
                all.2,
                changing.len(),
                own.0,
                own.1,
                own.2,
                own.3
            );
        }
    }
}

fn weight(of: &[&Judged]) -> f64 {
    of.iter().map(|one| one.weight).sum()
}

#[expect(clippy::cast_precision_loss, reason = "a count of plans")]
fn small(count: usize) -> f64 {
    count as f64
}
