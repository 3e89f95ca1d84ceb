//! Plays requests on small stores, and says by kind how many end as they should.
//!
//! `cargo run --release -p nepenthe-model --example requests -- [--fails | --each] [--without=RULE] FILE.jsonl...`, where RULE is a rule,
//! step or component of the planner (`nepenthe-planner ablate` says which there are). A line is a case (`setup_facts`,
//! `verb`, `request`, `new_text`, `gone` and `kept`: pieces of text that may not, or must, be live afterwards; `live`: exactly
//! what must be) or a pair of absence (`there`, `others`), which is two cases and passes only with both. Each plan is made
//! in a store of its own with all-MiniLM-L6-v2, and carried out twice: always, and as `--yes` does, only if it is sure by
//! its usual floor (`Plan::usual_floor`).

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use nepenthe::control::planner::Canonical;
use nepenthe::control::planner::canonical::Components;
use nepenthe::control::{Action, Plan};
use nepenthe::embed::Embedder;
use nepenthe::{Mutation, Options, Store};
use nepenthe_model::{LazyMiniLm, ModelFinder};
use serde::Deserialize;

#[derive(Deserialize)]
struct Line {
    id: String,
    #[serde(alias = "category")]
    kind: String,
    verb: String,
    request: String,
    #[serde(default)]
    new_text: Option<String>,
    #[serde(default)]
    setup_facts: Vec<String>,
    #[serde(default)]
    gone: Vec<String>,
    #[serde(default)]
    kept: Vec<String>,
    #[serde(default)]
    live: Option<Vec<String>>,
    #[serde(default)]
    there: Vec<There>,
    #[serde(default)]
    others: Vec<Other>,
}

/// What goes in the first state of a pair; `without` stands in its place in the second.
#[derive(Deserialize)]
struct There {
    text: String,
    tell: String,
    without: Option<String>,
    keeps: Option<String>,
}

#[derive(Deserialize)]
struct Other {
    text: String,
    tell: String,
}

/// A store, and what must be live in it after the request.
struct Case {
    facts: Vec<String>,
    gone: Vec<String>,
    kept: Vec<String>,
    live: Option<Vec<String>>,
}

#[derive(Default)]
struct Count {
    of: usize,
    /// Right if the plan is always carried out.
    right: usize,
    /// Right if an unsure plan changes nothing.
    right_by_yes: usize,
    sure: usize,
    sure_and_wrong: usize,
    /// Of pairs: nothing is touched where nothing is meant.
    alone: usize,
    alone_by_yes: usize,
    pairs: usize,
    pairs_right: usize,
}

/// What became of a case.
struct Outcome {
    right: bool,
    right_by_yes: bool,
    sure: bool,
    touched: bool,
    plan: Option<Plan>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let embedder: Arc<dyn Embedder> = Arc::new(LazyMiniLm::new(ModelFinder::from_env()));
    let (options, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let has = |name: &str| options.iter().any(|option| option == name);
    let (fails, each) = (has("--fails"), has("--each"));
    let without = options.iter().filter_map(|option| option.strip_prefix("--without="));
    let components = without.into_iter().try_fold(Components::default(), |components, name| {
        components.without(name).ok_or_else(|| format!("the planner has no {name:?}"))
    })?;
    let planner = Canonical::default().with_components(components);
    let mut kinds: BTreeMap<String, Count> = BTreeMap::new();
    for path in files {
        for line in std::fs::read_to_string(&path)?.lines().filter(|line| !line.is_empty()) {
            let line: Line = serde_json::from_str(line)?;
            let outcomes: Vec<Outcome> = line
                .cases()
                .iter()
                .map(|case| play(&line, case, &embedder, &planner))
                .collect::<Result<_, _>>()?;
            for key in
                [format!("{} {}", line.kind, line.verb), format!("~ all {}", line.verb), "~~ all".to_owned()]
            {
                kinds.entry(key).or_default().add(&outcomes);
            }
            if fails {
                tell(&line, &outcomes);
            }
            if each {
                print_each(&line, &outcomes);
            }
        }
    }
    table(&kinds);
    Ok(())
}

impl Line {
    fn cases(&self) -> Vec<Case> {
        if self.there.is_empty() {
            let (gone, kept, live) = (self.gone.clone(), self.kept.clone(), self.live.clone());
            return vec![Case { facts: self.setup_facts.clone(), gone, kept, live }];
        }
        let others = || self.others.iter().map(|other| other.text.clone());
        let keeps = || self.there.iter().filter_map(|there| there.keeps.clone());
        let kept: Vec<String> = self.others.iter().map(|other| other.tell.clone()).chain(keeps()).collect();
        // What goes stands among the rest, not at its end.
        let mixed = |mut texts: Vec<String>, rest: Vec<String>| {
            let at = rest.len() / 2;
            let mut all = rest;
            let tail = all.split_off(at);
            all.append(&mut texts);
            all.extend(tail);
            all
        };
        let present = self.there.iter().map(|there| there.text.clone()).collect();
        let absent = self.there.iter().filter_map(|there| there.without.clone()).collect();
        let gone = self.there.iter().map(|there| there.tell.clone()).collect();
        vec![
            Case { facts: mixed(present, others().collect()), gone, kept: kept.clone(), live: None },
            Case { facts: mixed(absent, others().collect()), gone: Vec::new(), kept, live: None },
        ]
    }
}

impl Count {
    fn add(&mut self, outcomes: &[Outcome]) {
        for outcome in outcomes {
            self.of += 1;
            self.right += usize::from(outcome.right);
            self.right_by_yes += usize::from(outcome.right_by_yes);
            self.sure += usize::from(outcome.sure && outcome.touched);
            self.sure_and_wrong += usize::from(outcome.sure && outcome.touched && !outcome.right);
        }
        if let [there, absent] = outcomes {
            self.pairs += 1;
            self.alone += usize::from(!absent.touched);
            self.alone_by_yes += usize::from(!absent.touched || !absent.sure);
            self.pairs_right += usize::from(there.right && absent.right);
        }
    }
}

fn play(
    line: &Line,
    case: &Case,
    embedder: &Arc<dyn Embedder>,
    planner: &Canonical,
) -> Result<Outcome, Box<dyn Error>> {
    let options = Options::default().with_shared_embedder(Arc::clone(embedder)).with_planner(planner.clone());
    let scope = Store::open_in_memory(options)?.scope("case")?;
    for fact in &case.facts {
        scope.inscribe(fact.as_str())?;
    }
    let mutation = match (line.verb.as_str(), &line.new_text) {
        ("purge", _) => Mutation::purge(line.request.as_str()),
        ("release", _) => Mutation::release(line.request.as_str()),
        ("supersede", Some(new)) => Mutation::supersede(line.request.as_str(), new.as_str()),
        (verb, _) => return Err(format!("{}: no verb {verb:?} with these fields", line.id).into()),
    };
    // A request that is refused, as one that orders nothing, changes nothing.
    let plan = scope.plan(mutation).ok();
    let before = case.judge(&case.facts);
    let after = match &plan {
        Some(plan) => case.judge(&left(plan, &case.facts, line.new_text.as_deref())),
        None => before,
    };
    let sure = plan.as_ref().is_none_or(|plan| plan.is_sure(plan.usual_floor().unwrap_or(0.0)));
    let touched = plan.as_ref().is_some_and(|plan| !plan.steps.is_empty());
    Ok(Outcome { right: after, right_by_yes: if sure { after } else { before }, sure, touched, plan })
}

/// What the plan leaves of the texts, and the new one.
fn left(plan: &Plan, facts: &[String], new: Option<&str>) -> Vec<String> {
    let mut ids: Vec<_> = plan.steps.iter().collect();
    let mut texts = Vec::new();
    for fact in facts {
        let step = ids.iter().position(|step| step.memory.text == *fact).map(|place| ids.remove(place));
        match step.map(|step| &step.action) {
            None => texts.push(fact.clone()),
            Some(Action::Edit { text }) => texts.push(text.clone()),
            Some(_) => {}
        }
    }
    texts.extend(new.map(str::to_owned));
    texts
}

impl Case {
    fn judge(&self, texts: &[String]) -> bool {
        let said = texts.join(" ¶ ").to_lowercase();
        let has = |piece: &String| said.contains(&piece.to_lowercase());
        let sorted = |texts: &[String]| {
            let mut texts: Vec<String> = texts.to_vec();
            texts.sort();
            texts.dedup();
            texts
        };
        let live = self.live.as_ref().is_none_or(|live| sorted(live) == sorted(texts));
        !self.gone.iter().any(has) && self.kept.iter().all(has) && live
    }
}

fn tell(line: &Line, outcomes: &[Outcome]) {
    for (place, outcome) in outcomes.iter().enumerate() {
        if outcome.right_by_yes {
            continue;
        }
        let state = match (outcomes.len(), place) {
            (1, _) => "",
            (_, 0) => " (there)",
            _ => " (absent)",
        };
        let why = if outcome.right { "right, but unsure" } else { "wrong" };
        println!("{}{state} {why}: {} {:?} {:?}", line.id, line.verb, line.request, line.new_text);
        match &outcome.plan {
            Some(plan) => println!("{plan}"),
            None => println!("refused"),
        }
    }
}

/// A line a plan: id, verb, confidence, whether it changes anything, whether that is right.
fn print_each(line: &Line, outcomes: &[Outcome]) {
    for (place, outcome) in outcomes.iter().enumerate() {
        let confidence = outcome.plan.as_ref().and_then(|plan| plan.confidence).unwrap_or(1.0);
        let (touched, right) = (outcome.touched, outcome.right);
        println!("{}\t{place}\t{}\t{confidence:.4}\t{touched}\t{right}", line.id, line.verb);
    }
}

fn table(kinds: &BTreeMap<String, Count>) {
    println!(
        "  of  right  with --yes  changed and sure  wrong of those  pairs  both right  left alone  with --yes"
    );
    for (kind, count) in kinds {
        println!(
            "{:>4} {:>6} {:>11} {:>17} {:>15} {:>6} {:>11} {:>11} {:>11}  {kind}",
            count.of,
            count.right,
            count.right_by_yes,
            count.sure,
            count.sure_and_wrong,
            count.pairs,
            count.pairs_right,
            count.alone,
            count.alone_by_yes
        );
    }
}
