//! What a new user asks first, with the real model: `data/first-hour.jsonl`, a case a line.
//!
//! A case is a store, a request, and what must be live after it (`live`), or which memories the plan may touch (`touched`); with
//! `stopped`, a plan that touches others must be less sure than that.
//! Each kind has what must not be caught too.

use std::collections::BTreeMap;
use std::sync::Arc;

use nepenthe::control::planner::Canonical;
use nepenthe::embed::{Embedder, MiniLm};
use nepenthe::{Action, Mutation, Options, Plan, Store};
use serde::Deserialize;

use crate::world::official;

const CASES: &str = include_str!("../data/first-hour.jsonl");

#[derive(Deserialize)]
struct Case {
    kind: String,
    verb: String,
    request: String,
    #[serde(default)]
    new: String,
    facts: Vec<String>,
    live: Option<Vec<String>>,
    touched: Option<Vec<String>>,
    /// Whether the plan is too unsure to be carried out on the words alone, by this floor.
    stopped: Option<f64>,
}

impl Case {
    fn mutation(&self) -> Mutation {
        let words = self.request.as_str();
        match self.verb.as_str() {
            "purge" => Mutation::purge(words),
            "release" => Mutation::release(words),
            "supersede" => Mutation::supersede(words, self.new.as_str()),
            "edit" => Mutation::edit(words, self.new.as_str()),
            "pin" => Mutation::pin(words),
            "unpin" => Mutation::unpin(words),
            "decay" => Mutation::decay(words),
            verb => panic!("no verb: {verb}"),
        }
    }

    /// What the plan leaves of the store, and what it should.
    fn outcome(&self, plan: &Plan) -> (Vec<String>, Vec<String>) {
        if self.stopped.is_some_and(|floor| !plan.is_sure(floor)) {
            return (Vec::new(), Vec::new());
        }
        if let Some(touched) = &self.touched {
            let mut steps: Vec<String> = plan.steps.iter().map(|step| step.memory.text.clone()).collect();
            steps.sort();
            return (steps, touched.clone());
        }
        let after = |fact: &String| {
            let step = plan.steps.iter().find(|step| step.memory.text == *fact);
            match step.map(|step| &step.action) {
                None => Some(fact.clone()),
                Some(Action::Edit { text }) => Some(text.clone()),
                Some(_) => None,
            }
        };
        (self.facts.iter().filter_map(after).collect(), self.live.clone().unwrap())
    }
}

#[test]
fn a_new_users_requests_do_what_they_say() {
    let embedder: Arc<dyn Embedder> = Arc::new(MiniLm::load(official()).unwrap());
    let mut kinds: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut failed = Vec::new();
    for line in CASES.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        let options =
            Options::default().with_planner(Canonical::default()).with_shared_embedder(Arc::clone(&embedder));
        let scope = Store::open_in_memory(options).unwrap().scope("case").unwrap();
        for fact in &case.facts {
            let memory = scope.inscribe(fact.as_str()).unwrap();
            if case.verb == "unpin" {
                scope.apply(scope.plan(Mutation::pin(memory)).unwrap()).unwrap();
            }
        }
        let plan = scope.plan(case.mutation()).unwrap();
        let (after, wanted) = case.outcome(&plan);
        let count = kinds.entry(case.kind.clone()).or_default();
        count.1 += 1;
        if after == wanted {
            count.0 += 1;
        } else {
            failed.push(format!(
                "{}: {} {:?}\n{plan}\nis {after:#?}\nnot {wanted:#?}",
                case.kind, case.verb, case.request
            ));
        }
    }
    for (kind, (passed, of)) in kinds {
        println!("{kind}: {passed} of {of}");
    }
    assert!(failed.is_empty(), "{} fail:\n{}", failed.len(), failed.join("\n\n"));
}
