//! Memories that have nothing of a request change nothing of its plan, with the real model: requests by name, by identifier, for a
//! statement and for a state, each among ever more of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use nepenthe::embed::{Embedder, MiniLm};
use nepenthe::{Action, Mutation, Options, Store};

use crate::world::official;

/// A request, and the memories that it may concern.
struct Case {
    mutation: fn() -> Mutation,
    facts: &'static [&'static str],
    /// How many of them it touches.
    touched: usize,
}

const CASES: &[Case] = &[
    Case {
        mutation: || Mutation::purge("everything about Sam Roe"),
        facts: &[
            "Sam Roe bought 3 kettles.", "Sam Roe and Ida Lund share the van.", "Ida Lund paints the fence.",
            "Sam Rowe sells eggs.",
        ],
        touched: 2,
    },
    Case {
        mutation: || Mutation::purge("order 48213"),
        facts: &[
            "Order 48213 is late.", "Order 48215 was paid.", "The late order was for Ida.",
            "Parcel no. 48213 went out.",
        ],
        touched: 1,
    },
    Case {
        mutation: || Mutation::purge("alles über Ida Lund"),
        facts: &[
            "Ida Lund mag Birnen.", "Das Rad von Ida Lund ist weg.", "Ina Lund mag Pflaumen.",
            "Das Rad ist rot.",
        ],
        touched: 2,
    },
    Case {
        mutation: || Mutation::release("Ivo's allergy to penicillin"),
        facts: &[
            "Ivo is allergic to penicillin.", "Ivo keeps two goats.", "Mara is allergic to nuts.",
            "Mara keeps bees.",
        ],
        touched: 1,
    },
    Case {
        mutation: || Mutation::release("the badge code KLN-7704"),
        facts: &["The badge code is KLN-7704.", "The badge code is KLN-7705 now.", "The badge is blue."],
        touched: 1,
    },
    Case {
        mutation: || Mutation::supersede("where Ivo lives", "Ivo lives in Graz."),
        facts: &["Ivo lives in Linz.", "Mara lives in Linz too.", "Ivo works in Wels."],
        touched: 1,
    },
    Case {
        mutation: || Mutation::supersede("where the depot is", "The depot is in Quito."),
        facts: &["The depot is in Lima.", "The office is in Lima.", "The depot opens at nine."],
        touched: 1,
    },
];

/// Memories of other people and things.
const UNRELATED: &[&str] = &[
    "The choir sings a mass by Haydn in June.",
    "Bruno's cello needs new strings.",
    "The recipe asks for 200 g of rye flour.",
    "Petra's dentist has a practice by the river.",
    "A heron stands in the pond every morning.",
    "The cinema shows silent films on Tuesdays.",
    "Invoice 90017 was paid in cash.",
    "Our neighbours' roof was mended in 2019.",
    "Olga reads three newspapers a day.",
    "The museum lends its globe to schools.",
    "La clé de la cave est sous le pot de fleurs.",
    "Der Zug nach Basel hatte gestern Verspätung.",
    "The tomatoes were planted too early this year.",
    "Father's watch stops at midnight.",
    "Nadia is learning to weld.",
    "The chess club has eleven boards.",
    "The printer jams when it is humid.",
    "Yusuf's daughter won the regatta.",
    "A gale took the tarpaulin off the boat.",
    "The library closes for two weeks in August.",
];

fn planned(case: &Case, beside: &[&str], embedder: &Arc<dyn Embedder>) -> BTreeMap<String, String> {
    let options = Options::default().with_shared_embedder(Arc::clone(embedder));
    let scope = Store::open_in_memory(options).unwrap().scope("case").unwrap();
    for fact in case.facts.iter().chain(beside) {
        scope.inscribe(*fact).unwrap();
    }
    let plan = scope.plan((case.mutation)()).unwrap();
    let done = |action: &Action| match action {
        Action::Edit { text } => text.clone(),
        _ => "gone".to_owned(),
    };
    plan.steps.iter().map(|step| (step.memory.text.clone(), done(&step.action))).collect()
}

#[test]
fn unrelated_memories_change_no_plan() {
    let embedder: Arc<dyn Embedder> = Arc::new(MiniLm::load(official()).unwrap());
    let mut wrong = Vec::new();
    for (number, case) in CASES.iter().enumerate() {
        let alone = planned(case, &[], &embedder);
        if alone.len() != case.touched {
            wrong.push(format!("{number}: {alone:?}"));
        }
        for beside in [&UNRELATED[..5], &UNRELATED[5..10], &UNRELATED[10..], UNRELATED] {
            let among = planned(case, beside, &embedder);
            if among != alone {
                wrong.push(format!("{number}, beside {}: {among:?}", beside.len()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
