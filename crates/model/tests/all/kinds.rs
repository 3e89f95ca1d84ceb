//! The kinds of failure of the planner, with the real model: a file a kind in `data/kinds/`, a case a line.
//!
//! A case is a store, a request, and what must be live after it, where an unsure plan changes nothing. Cases with `negative` are what must
//! not be caught, those with `held` were not looked at while their kind was mended. Each file has a floor.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use nepenthe::embed::{Embedder, MiniLm};
use nepenthe::{Action, Mutation, Options, Plan, Store};
use serde::Deserialize;

use crate::world::official;

/// How many cases of each kind come out right at least, of those that were looked at and of those held back.
const FLOORS: &[(&str, usize, usize)] = &[
    ("bearers", 6, 4),
    ("denials", 9, 6),
    ("edits", 13, 10),
    ("exclusive-state", 13, 9),
    ("forms-of-an-identifier", 17, 13),
    ("in-a-reason", 9, 6),
    ("longer-name", 15, 11),
    ("name-and-noun", 15, 13),
    ("names-that-are-words", 10, 10),
    ("new-is-a-memory", 14, 10),
    ("no-identifier", 10, 7),
    ("other-wording", 1, 2),
    ("periods", 8, 6),
    ("plain-words", 12, 7),
    ("scripts", 6, 3),
    ("stays-alone", 4, 2),
    ("told-by-another", 10, 8),
    ("years", 13, 8),
];

#[derive(Deserialize)]
struct Case {
    id: String,
    verb: String,
    request: String,
    #[serde(default)]
    new_text: String,
    setup_facts: Vec<String>,
    live: Vec<String>,
    #[serde(default)]
    held: bool,
}

impl Case {
    fn mutation(&self) -> Mutation {
        let words = self.request.as_str();
        match self.verb.as_str() {
            "purge" => Mutation::purge(words),
            "release" => Mutation::release(words),
            "supersede" => Mutation::supersede(words, self.new_text.as_str()),
            verb => panic!("no verb: {verb}"),
        }
    }

    fn is_right(&self, embedder: &Arc<dyn Embedder>) -> bool {
        let options = Options::default().with_shared_embedder(Arc::clone(embedder));
        let scope = Store::open_in_memory(options).unwrap().scope("case").unwrap();
        for fact in &self.setup_facts {
            scope.inscribe(fact.as_str()).unwrap();
        }
        let sure = |plan: &Plan| plan.is_sure(plan.usual_floor().unwrap_or(0.0));
        let plan = scope.plan(self.mutation()).ok().filter(sure);
        let mut live: BTreeSet<String> =
            self.setup_facts.iter().filter_map(|fact| after(plan.as_ref(), fact)).collect();
        if !self.new_text.is_empty() {
            live.insert(self.new_text.clone());
        }
        live == self.live.iter().cloned().collect()
    }
}

/// What a plan leaves of a memory.
fn after(plan: Option<&Plan>, fact: &str) -> Option<String> {
    let step = plan.and_then(|plan| plan.steps.iter().find(|step| step.memory.text == fact));
    match step.map(|step| &step.action) {
        None => Some(fact.to_owned()),
        Some(Action::Edit { text }) => Some(text.clone()),
        Some(_) => None,
    }
}

#[test]
fn no_kind_falls_below_its_floor() {
    let embedder: Arc<dyn Embedder> = Arc::new(MiniLm::load(official()).unwrap());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/kinds");
    let mut below = Vec::new();
    for (kind, open, held) in FLOORS {
        let file = std::fs::read_to_string(folder.join(kind).with_extension("jsonl")).unwrap();
        let cases: Vec<Case> = file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (back, seen): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| case.held);
        for (cases, floor) in [(seen, open), (back, held)] {
            let wrong: Vec<&str> =
                cases.iter().filter(|case| !case.is_right(&embedder)).map(|case| case.id.as_str()).collect();
            let right = cases.len() - wrong.len();
            println!("{kind}: {right} of {}, {wrong:?}", cases.len());
            if right < *floor {
                below.push(format!("{kind}: {right} of {}, not {floor}: {wrong:?}", cases.len()));
            }
        }
    }
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(files, FLOORS.len(), "each file has a floor");
    assert!(below.is_empty(), "{below:#?}");
}
