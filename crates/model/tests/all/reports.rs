//! Requests like those that users report of memory stores, with the real model: `data/reports/KIND.jsonl`, a case a line.
//!
//! A case is a store, a request, and what must be live after it (`live`). It is right where the plan does that, and right by
//! `--yes` where the store is as it must be although an unsure plan changes nothing. Each kind has what must not be caught too.

use std::sync::Arc;

use nepenthe::embed::{Embedder, MiniLm};
use nepenthe::{Action, Mutation, Options, Plan, Store};
use serde::Deserialize;

use crate::world::official;

/// For each kind how many are right, and right by `--yes`, at least.
const FLOORS: &[(&str, &str, usize, usize)] = &[
    ("1", include_str!("../data/reports/1.jsonl"), 3, 6),
    ("2", include_str!("../data/reports/2.jsonl"), 5, 5),
    ("8", include_str!("../data/reports/8.jsonl"), 5, 2),
    ("11", include_str!("../data/reports/11.jsonl"), 8, 8),
    ("21", include_str!("../data/reports/21.jsonl"), 20, 21),
    ("22", include_str!("../data/reports/22.jsonl"), 23, 24),
    ("24", include_str!("../data/reports/24.jsonl"), 6, 6),
    ("29", include_str!("../data/reports/29.jsonl"), 9, 11),
    ("32", include_str!("../data/reports/32.jsonl"), 21, 23),
    ("33", include_str!("../data/reports/33.jsonl"), 8, 4),
    ("6b", include_str!("../data/reports/6b.jsonl"), 13, 12),
    ("8b", include_str!("../data/reports/8b.jsonl"), 18, 18),
];

#[derive(Deserialize)]
struct Case {
    verb: String,
    request: String,
    #[serde(default)]
    new_text: Option<String>,
    setup_facts: Vec<String>,
    live: Vec<String>,
}

impl Case {
    fn mutation(&self) -> Mutation {
        let words = self.request.as_str();
        match (self.verb.as_str(), &self.new_text) {
            ("purge", _) => Mutation::purge(words),
            ("release", _) => Mutation::release(words),
            ("supersede", Some(new)) => Mutation::supersede(words, new.as_str()),
            (verb, _) => panic!("no verb with these fields: {verb}"),
        }
    }

    /// What the plan leaves of the store, and the new text.
    fn left(&self, plan: &Plan) -> Vec<String> {
        let after = |fact: &String| match plan.steps.iter().find(|step| step.memory.text == *fact) {
            None => Some(fact.clone()),
            Some(step) => match &step.action {
                Action::Edit { text } => Some(text.clone()),
                _ => None,
            },
        };
        self.setup_facts.iter().filter_map(after).chain(self.new_text.clone()).collect()
    }
}

fn sorted(texts: &[String]) -> Vec<&str> {
    let mut texts: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn what_users_report_goes_as_it_should() {
    let embedder: Arc<dyn Embedder> = Arc::new(MiniLm::load(official()).unwrap());
    let mut failed = Vec::new();
    for (kind, lines, least, least_by_yes) in FLOORS {
        let (mut right, mut by_yes, mut told) = (0, 0, Vec::new());
        for line in lines.lines() {
            let case: Case = serde_json::from_str(line).unwrap();
            let options = Options::default().with_shared_embedder(Arc::clone(&embedder));
            let scope = Store::open_in_memory(options).unwrap().scope("case").unwrap();
            for fact in &case.setup_facts {
                scope.inscribe(fact.as_str()).unwrap();
            }
            let mutation = case.mutation();
            // A request that is refused changes nothing.
            let plan = scope.plan(mutation).ok();
            let left = plan.as_ref().map_or(case.setup_facts.clone(), |plan| case.left(plan));
            let is = |texts: &[String]| sorted(texts) == sorted(&case.live);
            let sure = plan.as_ref().is_none_or(|plan| plan.is_sure(plan.usual_floor().unwrap_or(0.0)));
            right += usize::from(is(&left));
            by_yes += usize::from(if sure { is(&left) } else { is(&case.setup_facts) });
            if !is(&left) {
                told.push(format!("{:?}: {left:?}", case.request));
            }
        }
        println!("{kind}: {right} right, {by_yes} by --yes, of {}", lines.lines().count());
        if right < *least || by_yes < *least_by_yes {
            failed.push(format!("{kind}: {right} and {by_yes}\n{}", told.join("\n")));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}
