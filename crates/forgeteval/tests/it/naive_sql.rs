use forgeteval::adapter::{Adapter, NaiveSql, System};

use crate::support::case;

fn memory(facts: &[&str]) -> Box<dyn Adapter> {
    let case = case("a", facts, &[], &[], &[]);
    let mut memory = NaiveSql.open(&case).unwrap();
    memory.inscribe(&case.setup_facts).unwrap();
    memory
}

fn left(memory: &mut dyn Adapter) -> Vec<String> {
    let mut texts = memory.recall("row", 10).unwrap();
    texts.sort();
    texts
}

#[test]
fn recall_ranks_by_bm25_and_matches_any_word() {
    let mut memory = memory(&["blue car", "blue sky over a blue sea", "red car"]);
    assert_eq!(memory.recall("blue", 10).unwrap().len(), 2);
    assert_eq!(memory.recall("red car", 1).unwrap(), ["red car"]);
    assert_eq!(
        memory.recall("nothing like it", 2).unwrap(),
        ["red car", "blue sky over a blue sea"],
        "the newest"
    );
    assert_eq!(memory.recall("синий", 1).unwrap(), ["red car"], "no word of ASCII");
}

#[test]
fn queries_that_are_no_words_or_look_like_syntax_are_answered() {
    let mut memory = memory(&["row one", "row two"]);
    for query in ["", "?!", "\"", "NOT (", "a AND", "col:x", "one*", "-", "__"] {
        memory.recall(query, 10).unwrap();
        memory.release(&query.replace("one", "")).unwrap();
        memory.supersede(query, "row more").unwrap();
    }
    assert!(!left(memory.as_mut()).is_empty());
}

#[test]
fn a_supersede_removes_the_best_hit_alone() {
    let mut memory = memory(&["row Amara works at Foxhollow", "row Amara likes tea", "row nothing"]);
    memory.supersede("Amara works", "row Amara works at Ironbark").unwrap();
    assert_eq!(left(memory.as_mut()), ["row Amara likes tea", "row Amara works at Ironbark", "row nothing"]);
    memory.supersede("unheard", "row new").unwrap();
    assert_eq!(left(memory.as_mut()).len(), 4);
}

#[test]
fn a_release_removes_every_row_with_any_word() {
    let mut memory = memory(&["row Amara likes tea", "row Bruno likes tea", "row Bruno drives"]);
    memory.release("Amara's tea").unwrap();
    assert_eq!(left(memory.as_mut()), ["row Bruno drives"]);
}

#[test]
fn a_purge_removes_rows_that_hold_the_query_and_knows_no_wildcards() {
    let mut memory =
        memory(&["row TXN-12", "row txn-123", "row 50% off", "row 50 off", "row a_b", "row axb", r"row c\d"]);
    memory.purge("TXN-12").unwrap();
    memory.purge("50%").unwrap();
    memory.purge("a_b").unwrap();
    memory.purge(r"c\d").unwrap();
    assert_eq!(left(memory.as_mut()), ["row 50 off", "row axb"]);
}
