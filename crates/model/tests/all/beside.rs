//! Memories that have nothing to do with a request change nothing of its plan.

use std::collections::BTreeMap;
use std::sync::Arc;

use nepenthe::embed::{Embedder, MiniLm};
use nepenthe::{Action, Mutation, Options, Plan, Scope, Store};

use crate::world::official;

/// The store that the requests are of.
const STORE: &[&str] = &[
    "The code of the garage is 4471.",
    "The code of the bike lock is 1184.",
    "Ruta's sister Milda teaches the cello.",
    "Ruta rents a flat above the bakery.",
    "My brother Ansel is allergic to penicillin and drives a van.",
    "The boiler was serviced on 23 March.",
    "The boiler was serviced on 4 May.",
    "Our vet is Dr. Lindqvist.",
    "The red boat is moored at pier 4.",
    "Order 48213 was paid in cash.",
    "The gym opens at seven.",
    "I take my coffee with oat milk.",
    "The invoice for the roof is 2,300 euros.",
    "Tomas used to work at the mill.",
    "The wifi password of the cabin is heron-29.",
];

/// What has nothing to do with any of it.
const UNRELATED: &[&str] = &[
    "Basalt cools into columns with six sides.",
    "A violin has four strings tuned in fifths.",
    "Saturn's rings are mostly ice.",
    "The plural of ox is oxen.",
    "Chess began in India as chaturanga.",
    "Penguins cannot fly, but they swim well.",
    "Bamboo can grow a metre in a day.",
    "The tundra thaws for a few weeks in summer.",
    "Marie Curie won two Nobel prizes.",
    "Kabuki actors wear thick white make-up.",
    "The Nile flows northwards.",
    "Sonnets have fourteen lines.",
    "Octopuses have three hearts.",
    "Glass is made from sand.",
    "The Richter scale is logarithmic.",
    "Vanilla comes from an orchid.",
    "A fugue repeats its subject in several voices.",
    "Camels store fat in their humps.",
    "Concrete sets faster in warm weather.",
    "Cuneiform was pressed into wet clay.",
];

fn mutations() -> Vec<Mutation> {
    let mut all: Vec<Mutation> = [
        "the code of the garage", "the code of the cellar", "everything about Ruta",
        "what Ruta's sister does", "what Ansel is allergic to", "when the boiler was serviced in March",
        "order 48213", "order 48214", "the password of the cabin's wifi", "how I take my tea",
    ]
    .into_iter()
    .flat_map(|words| [Mutation::purge(words), Mutation::release(words)])
    .collect();
    all.extend(
        [
            ("the code of the garage", "The code of the garage is 9902."),
            ("who our vet is", "Our vet is Dr. Okoro."),
            ("where the red boat is moored", "The red boat is moored at pier 9."),
            ("where the blue boat is moored", "The blue boat is moored at pier 9."),
            ("when the gym opens", "The gym opens at eight."),
            ("where Tomas works", "Tomas works at the library."),
            ("how I take my coffee", "I take my coffee black."),
            ("who our dentist is", "Our dentist is Dr. Amsel."),
        ]
        .map(|(words, new)| Mutation::supersede(words, new)),
    );
    all
}

/// What a plan leaves of each memory that it touches; nothing of a request that is refused.
fn done(scope: &Scope, mutation: &Mutation) -> (BTreeMap<String, String>, bool) {
    let plan = scope.plan(mutation.clone()).ok();
    let left = |plan: &Plan| {
        let steps = plan.steps.iter().map(|step| {
            let left = match &step.action {
                Action::Edit { text } => text.clone(),
                _ => String::new(),
            };
            (step.memory.text.clone(), left)
        });
        (steps.collect(), plan.is_sure(plan.usual_floor().unwrap_or(0.0)))
    };
    plan.as_ref().map_or_else(Default::default, left)
}

#[test]
fn unrelated_memories_change_no_plan() {
    let embedder: Arc<dyn Embedder> = Arc::new(MiniLm::load(official()).unwrap());
    let scope = |texts: &[&str]| {
        let options = Options::default().with_shared_embedder(Arc::clone(&embedder));
        let scope = Store::open_in_memory(options).unwrap().scope("case").unwrap();
        for text in texts {
            scope.inscribe(*text).unwrap();
        }
        scope
    };
    let (alone, beside) = (scope(STORE), scope(&[STORE, UNRELATED].concat()));
    let mut changed = Vec::new();
    for mutation in mutations() {
        let (before, after) = (done(&alone, &mutation), done(&beside, &mutation));
        if before != after {
            changed.push(format!("{mutation:?}: {before:?}, then {after:?}"));
        }
    }
    assert!(changed.is_empty(), "{changed:#?}");
}
