//! Recall with the real model: where every memory begins with one name, off the topic, and behind the beginning of long texts.

use std::sync::{Arc, OnceLock};

use nepenthe::embed::MiniLm;
use nepenthe::{
    Evidence, Fusion, Hit, LEAST_LIKELY, Mutation, NewMemory, Options, RecallMode, RecallOptions, Scope,
    Store,
};

use crate::world::official;

/// Twenty memories that all begin with one name.
const MAYA: [&str; 20] = [
    "Maya moved to 3 Quay Street, Cardiff.",
    "Maya likes oat milk in her coffee.",
    "Maya has a brother called Rhys.",
    "Maya works as a structural engineer.",
    "Maya drives a grey Skoda.",
    "Maya is allergic to penicillin.",
    "Maya plays the cello on Sundays.",
    "Maya was born in Swansea.",
    "Maya speaks Welsh and Spanish.",
    "Maya has a dog called Pebble.",
    "Maya hates coriander.",
    "Maya studied at the University of Bath.",
    "Maya runs ten kilometres before breakfast.",
    "Maya got engaged to Idris in May.",
    "Maya is reading a novel by Sally Rooney.",
    "Maya wears size 39 shoes.",
    "Maya owes Lena forty pounds.",
    "Maya broke her wrist while climbing.",
    "Maya has a passport that expires in 2031.",
    "Maya votes for the Greens.",
];

fn model() -> Arc<MiniLm> {
    static MODEL: OnceLock<Arc<MiniLm>> = OnceLock::new();
    MODEL.get_or_init(|| Arc::new(MiniLm::load(official()).unwrap())).clone()
}

fn scope(texts: &[&str]) -> Scope {
    let store = Store::open_in_memory(Options::default().with_shared_embedder(model())).unwrap();
    let scope = store.scope("a").unwrap();
    let memories: Vec<NewMemory> = texts.iter().map(|text| (*text).into()).collect();
    scope.inscribe_batch(&memories, &mut |_| {}).unwrap();
    scope
}

fn place(hits: &[Hit], text: &str) -> Option<usize> {
    hits.iter().position(|hit| hit.memory.text == text)
}

#[test]
fn a_name_that_all_memories_share_does_not_hide_the_answer() {
    let scope = scope(&MAYA);
    for (query, answer) in [
        ("Where does Maya live?", 0),
        ("What is Maya's address?", 0),
        ("What is Maya's job?", 3),
        ("Who is Maya going to marry?", 13),
        ("What car does Maya own?", 4),
        ("Which medicine must Maya not get?", 5),
        ("Which instrument does Maya play?", 6),
        ("What pet does Maya have?", 9),
        ("Which herb does Maya dislike?", 10),
        ("Which languages does Maya know?", 8),
        ("Does Maya have siblings?", 2),
        ("Where did Maya go to university?", 11),
        ("To whom does Maya owe money?", 16),
    ] {
        for rerank in [false, true] {
            let options = RecallOptions::new(5).with_rerank(rerank).with_min_score(LEAST_LIKELY);
            let hits = scope.recall_with(query, &options).unwrap();
            assert!(place(&hits, MAYA[answer]).is_some(), "{query} {rerank}: {hits:?}");
        }
    }
}

#[test]
fn a_score_is_the_same_however_many_are_asked_for_and_whatever_other_scopes_hold() {
    let alone = scope(&MAYA);
    let store = Store::open_in_memory(Options::default().with_shared_embedder(model())).unwrap();
    let (beside, other) = (store.scope("a").unwrap(), store.scope("b").unwrap());
    for (n, text) in MAYA.iter().enumerate() {
        beside.inscribe(*text).unwrap();
        other.inscribe(format!("Maya lives at number {n} with a cello and a grey car").as_str()).unwrap();
    }
    for query in ["Where does Maya live?", "the cello", "Maya", "zebra"] {
        let scores = |scope: &Scope, k| -> Vec<(String, u64)> {
            let hits = scope.recall(query, k).unwrap();
            hits.into_iter().map(|hit| (hit.memory.text, hit.score.to_bits())).collect()
        };
        assert_eq!(scores(&alone, 20), scores(&beside, 20), "{query}");
        assert_eq!(scores(&alone, 3), scores(&alone, 10)[..3], "{query}");
    }
}

#[test]
fn a_turn_is_found_by_the_question_before_it_and_a_fact_is_not() {
    let talk =
        ["Ida: Where do you keep the spare key?", "Olaf: Under the blue pot.", "Ida: Nice weather today."];
    let before = |texts: &[&str], text: &str| {
        let hits = scope(texts).recall("Where is the spare key?", 3).unwrap();
        hits.into_iter()
            .find(|hit| hit.memory.text == text)
            .and_then(|hit| hit.evidence)
            .map(|Evidence { before, .. }| before)
    };
    assert!(before(&talk, talk[1]).unwrap() > 0.3);
    assert_eq!(before(&talk, talk[0]), Some(0.0));
    let facts = ["Ida keeps the spare key in a pot.", "The pot is blue.", "The weather is nice."];
    assert_eq!(before(&facts, facts[1]), Some(0.0));
}

#[test]
fn the_last_sentence_of_a_long_note_is_found_by_paraphrase() {
    let filler = [
        "The committee met in the usual room and approved the minutes of the last meeting.",
        "Several members spoke about the state of the roof and the cost of new gutters.",
        "The treasurer explained the figures of the past year line by line.",
        "It was agreed to paint the fence in spring if volunteers can be found.",
        "A letter from the council about parking was read aloud and discussed.",
    ];
    let note = |sentences: usize, last: &str| {
        let filled: Vec<&str> = (0..sentences).map(|n| filler[n % filler.len()]).collect();
        format!("{} {last}", filled.join(" "))
    };
    for (sentences, last, query) in [
        (
            23,
            "The stopcock for the water is behind the freezer in the cellar.",
            "how to shut off the plumbing",
        ),
        (46, "Grandfather's watch was sold to a collector from Ghent.", "Who bought the old timepiece?"),
        (23, "Ruben cannot eat anything with peanuts.", "nut allergy"),
        (46, "The dog must be taken to the vet on Tuesday.", "animal doctor appointment"),
    ] {
        let long = note(sentences, last);
        let others = [
            "The gutters were repaired by a local firm.",
            "The next meeting is in May.",
            "The fence is green now.",
            "Parking costs two euros an hour.",
            "The roof was insured in 2019.",
        ];
        let scope = scope(&[&[long.as_str()][..], &others].concat());
        for options in [RecallOptions::new(1), RecallOptions::new(1).with_mode(RecallMode::Vector)] {
            let hits = scope.recall_with(query, &options).unwrap();
            assert_eq!(hits[0].memory.text, long, "{query}");
        }
        // What planners gather is as it was: by the vectors of whole texts.
        let ranked =
            scope.recall_with(query, &RecallOptions::new(9).with_fusion(Fusion::ReciprocalRank)).unwrap();
        assert!(ranked.iter().all(|hit| hit.evidence.is_none()));
        scope
            .apply(scope.plan(Mutation::purge(nepenthe::Target::Ids(vec![first(&scope, query)]))).unwrap())
            .unwrap();
        assert!(place(&scope.recall(query, 9).unwrap(), &long).is_none());
    }
}

fn first(scope: &Scope, query: &str) -> nepenthe::MemoryId {
    scope.recall(query, 1).unwrap()[0].memory.id
}
