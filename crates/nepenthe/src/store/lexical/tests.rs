//! The index against FTS5 itself: the same versions, in the same order, with the same scores to the bit, after any history. Of scripts
//! without spaces, and of emoji, FTS5 has no words: there it is against FTS5 over the words of the tokenizer, with spaces between.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rusqlite::Connection;

use super::{
    Heads, Leaving, Postings, Query, Scores, Words, delete, disagreement, insert, rebuild, search, terms,
};
use crate::store::query::{ScopeKey, posting};
use crate::store::session::Session;

const WORDS: [&str; 14] = [
    "the", "locker", "opens", "with", "opening", "Zoë", "4711", "foo_bar", "bar", "foo", "한국어", "running",
    "a", "Ünal's",
];

const SCOPE: ScopeKey = ScopeKey(1);

fn connection() -> Connection {
    let connection = Connection::open_in_memory().expect("opens");
    posting::create_in_memory(Session::of(&connection)).expect("tables");
    connection
        .execute_batch(
            "CREATE VIRTUAL TABLE fts USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'porter unicode61')",
        )
        .expect("FTS5");
    connection
}

/// Takes versions out together.
fn take_out(session: Session<'_>, texts: &[(i64, &String)]) {
    let words: Vec<Vec<String>> = texts.iter().map(|(_, text)| terms(text).expect("words")).collect();
    let distinct: Vec<BTreeSet<String>> = words.iter().map(|words| words.iter().cloned().collect()).collect();
    let leaving = texts.iter().zip(words).zip(&distinct);
    let leaving = leaving.map(|(((version, _), words), terms)| Leaving {
        version: *version,
        terms,
        words: words.len(),
    });
    delete(session, SCOPE, &leaving.collect::<Vec<_>>()).expect("are taken out");
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(0..WORDS.len(), 0..12)
        .prop_map(|words| words.into_iter().map(|word| WORDS[word]).collect::<Vec<_>>().join(" "))
}

/// Pieces of texts without spaces, which are put side by side.
const SIGNS: [&str; 12] =
    ["王伟", "王伟东", "手机", "猫", "ねこ", "แมว", "ที่", " ", "，", "iPhone", "🐶", "👍🏽"];

fn unspaced_text() -> impl Strategy<Value = String> {
    prop::collection::vec(0..SIGNS.len(), 0..9)
        .prop_map(|pieces| pieces.into_iter().map(|at| SIGNS[at]).collect())
}

/// A text that FTS5 finds as many words in: each of these in letters that it leaves as they are.
fn spelled(terms: &[String]) -> String {
    let spell =
        |term: &String| term.bytes().fold("x".to_owned(), |spelled, byte| format!("{spelled}{byte:03}"));
    terms.iter().map(spell).collect::<Vec<_>>().join(" ")
}

/// What FTS5 says of words, each in quotes.
fn by_fts5(session: Session<'_>, words: &[&str], every: bool) -> Vec<(i64, u64)> {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    let expression = quoted.join(if every { " AND " } else { " OR " });
    let mut select = session
        .sql()
        .prepare("SELECT rowid, rank FROM fts WHERE fts MATCH ?1 ORDER BY rank, rowid")
        .expect("SQL");
    let rows = select.query_map([expression], |row| Ok((row.get(0)?, row.get::<_, f64>(1)?.to_bits())));
    rows.expect("a search").map(|row| row.expect("a row")).collect()
}

fn by_index(session: Session<'_>, scope: ScopeKey, words: &[&str], every: bool) -> Vec<(i64, u64)> {
    let query = Query::new(words.iter().map(|word| (*word, true)), every).expect("a query");
    let mut found = Vec::new();
    search(session, scope, &query, |version, rank| {
        found.push((version, rank.to_bits()));
        Ok(true)
    })
    .expect("a search");
    // The same where few are found at a time, and words are read by their blocks as far as that needs them.
    for (whole, first) in [(0, 1), (0, 3), (5, 10)] {
        let mut again = Vec::new();
        let mut scores = Scores::reading(session, scope, &query, whole, first).expect("a search");
        scores
            .each(|version, rank| {
                again.push((version, rank.to_bits()));
                Ok(true)
            })
            .expect("a search");
        assert_eq!(again, found, "{words:?}: {first} at a time");
        let mut scores = Scores::reading(session, scope, &query, whole, first).expect("a search");
        for (at, (version, rank)) in found.iter().enumerate() {
            let bm25 = scores.bm25(*version).expect("a score").map(|bm25| (-bm25).to_bits());
            assert_eq!(bm25, Some(*rank), "{words:?}: number {at}");
        }
        assert_eq!(scores.bm25(-7).expect("a score"), None);
        let mut best = Vec::new();
        scores
            .each(|version, rank| {
                best.push((version, rank.to_bits()));
                Ok(best.len() < 7)
            })
            .expect("a search");
        assert_eq!(best, found[..found.len().min(7)], "{words:?}: the best");
    }
    found
}

proptest! {
    #[test]
    fn texts_that_come_together_make_the_same_rows_as_one_after_the_other(
        texts in prop::collection::vec(text(), 1..300),
        batch in 1usize..120,
    ) {
        let (single, together) = (connection(), connection());
        for (id, text) in (0..).zip(&texts) {
            insert(Session::of(&single), SCOPE, id, text).expect("is put in");
        }
        let versions: Vec<(i64, &String)> = (0..).zip(&texts).collect();
        for versions in versions.chunks(batch) {
            let mut postings = Postings::default();
            for (id, text) in versions {
                postings.add(*id, Words::of(text).expect("words"));
            }
            postings.write(Session::of(&together), SCOPE).expect("are put in");
        }
        let rows = |connection: &Connection| {
            let mut rows = Vec::new();
            posting::all(Session::of(connection), SCOPE, |term, first, entries| {
                rows.push((term.to_owned(), first, entries.to_vec()));
                Ok(())
            })
            .expect("are read");
            rows
        };
        prop_assert_eq!(rows(&together), rows(&single));
        let totals = |connection: &Connection| posting::totals(Session::of(connection), SCOPE).expect("totals");
        prop_assert_eq!(totals(&together), totals(&single));
    }

    #[test]
    fn scores_are_those_of_fts5_to_the_bit(
        texts in prop::collection::vec(text(), 1..160),
        gone in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
        asked in prop::collection::vec(prop::collection::vec(0..WORDS.len(), 1..6), 1..6),
        neighbours in prop::collection::vec(text(), 0..20),
    ) {
        let connection = connection();
    let session = Session::of(&connection);
        // Out of order, so that blocks are split; and a scope beside it, of which nothing may be seen.
        let ids: Vec<i64> = (0..texts.len() as i64).map(|n| (n * 37) % 163).collect();
        for (id, text) in ids.iter().zip(&texts) {
            insert(session, SCOPE, *id, text).expect("is put in");
            session.sql().execute("INSERT INTO fts (rowid, text) VALUES (?1, ?2)", (id, text)).expect("is put in");
        }
        for (id, text) in (0..).zip(&neighbours) {
            insert(session, ScopeKey(2), id, text).expect("is put in");
        }
        let mut left: std::collections::BTreeMap<i64, &String> = ids.iter().copied().zip(&texts).collect();
        for at in gone {
            let id = ids[at.index(ids.len())];
            if let Some(text) = left.remove(&id) {
                take_out(session, &[(id, text)]);
                session.sql().execute("DELETE FROM fts WHERE rowid = ?1", [id]).expect("is taken out");
            }
        }
        for words in asked {
            let words: Vec<&str> = words.into_iter().map(|word| WORDS[word]).collect();
            for every in [false, true] {
                prop_assert_eq!(
                    by_index(session, SCOPE, &words, every), by_fts5(session, &words, every), "{:?}", words
                );
            }
            let phrase = words.join(" ");
            prop_assert_eq!(
                by_index(session, SCOPE, &[&phrase], false), by_fts5(session, &[&phrase], false), "{}", phrase
            );
        }
        // What is left of a word that no text has: nothing.
        let left: Vec<(i64, &String)> = left.into_iter().collect();
        let (one, others) = left.split_at(left.len().min(1));
        take_out(session, others);
        take_out(session, one);
        let rows: i64 = session.sql()
            .query_row("SELECT count(*) FROM posting WHERE scope = 1", [], |row| row.get(0)).expect("a count");
        prop_assert_eq!(rows, 0);
    }
}

proptest! {
    #[test]
    fn without_spaces_scores_are_those_of_fts5_over_the_same_words(
        texts in prop::collection::vec(unspaced_text(), 1..80),
        gone in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        neighbours in prop::collection::vec(unspaced_text(), 0..10),
    ) {
        let connection = connection();
        let session = Session::of(&connection);
        let mut left: std::collections::BTreeMap<i64, &String> = (0..).zip(&texts).collect();
        for (id, text) in &left {
            insert(session, SCOPE, *id, text).expect("is put in");
            session.sql().execute("INSERT INTO fts (rowid, text) VALUES (?1, ?2)", (id, spelled(&terms(text).expect("words")))).expect("is put in");
        }
        for (id, text) in (0..).zip(&neighbours) {
            insert(session, ScopeKey(2), id, text).expect("is put in");
        }
        for at in gone {
            let id = at.index(texts.len()) as i64;
            if let Some(text) = left.remove(&id) {
                take_out(session, &[(id, text)]);
                session.sql().execute("DELETE FROM fts WHERE rowid = ?1", [id]).expect("is taken out");
            }
        }
        // Of single words, and of the words one after the other: "王伟" and "的猫" are such, a single sign is not.
        for asked in ["王伟", "伟东", "手机", "ねこ", "แม", "🐶", "👍", "iPhone手机", "🐶👍", "王伟东"] {
            let spelled = spelled(&super::tokenizer::phrase_terms(asked).expect("words"));
            prop_assert_eq!(
                by_index(session, SCOPE, &[asked], false), by_fts5(session, &[&spelled], false), "{}", asked
            );
        }
        // A single sign is found wherever it stands.
        for sign in ["猫", "伟", "こ"] {
            let mut found: Vec<i64> = by_index(session, SCOPE, &[sign], false).iter().map(|(id, _)| *id).collect();
            found.sort_unstable();
            let has: Vec<i64> = left.iter().filter(|(_, text)| text.contains(sign)).map(|(id, _)| *id).collect();
            prop_assert_eq!(found, has, "{}", sign);
        }
        let left: Vec<(i64, &String)> = left.into_iter().collect();
        take_out(session, &left);
        let rows: i64 = session.sql()
            .query_row("SELECT count(*) FROM posting WHERE scope = 1", [], |row| row.get(0)).expect("a count");
        prop_assert_eq!(rows, 0);
    }
}

#[test]
fn a_text_with_the_words_of_format_10_gets_those_of_today() {
    let (connection, fresh) = (connection(), connection());
    let (session, fresh) = (Session::of(&connection), Session::of(&fresh));
    let texts = ["我的猫 locker 手机壳", "the locker opens", "🐶👍🏽 locker", "แมว", "ねこ"];
    for (id, text) in (0..).zip(texts) {
        insert(fresh, SCOPE, id, text).expect("is put in");
        // As FTS5 has them: its words, in texts that have no others.
        let old = super::tokenizer::spaced_terms(text).expect("words");
        super::index::insert_terms(session, SCOPE, id, old).expect("is put in");
    }
    for (id, text) in (0..).zip(texts).filter(|(_, text)| super::has_unspaced(text)) {
        super::replace(session, SCOPE, id, text).expect("is replaced");
    }
    let rows = |session| {
        let mut rows = Vec::new();
        posting::all(session, SCOPE, |term, _, bytes| {
            rows.push((
                term.to_owned(),
                super::block::decode(0, bytes).map(|entries| entries.len()).expect("a block"),
            ));
            Ok(())
        })
        .expect("are read");
        (rows, posting::totals(session, SCOPE).expect("totals"))
    };
    assert_eq!(rows(session), rows(fresh));
}

#[test]
fn a_word_of_many_texts_and_one_that_is_asked_for_again_and_again() {
    let connection = connection();
    let session = Session::of(&connection);
    for id in 0..3000 {
        let text = format!("the locker {} opens with {id}", if id % 7 == 0 { "of Zoë" } else { "" });
        insert(session, SCOPE, id, &text).expect("is put in");
        session
            .sql()
            .execute("INSERT INTO fts (rowid, text) VALUES (?1, ?2)", (id, &text))
            .expect("is put in");
    }
    let again = ["the", "locker", "the", "the", "zoe", "locker", "2999"];
    for words in [&again[..], &["the locker"], &["opens with 77"], &["of zoe opens"], &["absent", "the"]] {
        for every in [false, true] {
            let found = by_index(session, SCOPE, words, every);
            assert_eq!(found, by_fts5(session, words, every), "{words:?}");
        }
    }
    let rows: i64 =
        session.sql().query_row("SELECT count(*) FROM posting", [], |row| row.get(0)).expect("a count");
    assert!(rows > 3000 && rows < 3400, "full blocks are left, and no block is of one entry alone: {rows}");
}

#[test]
fn a_phrase_of_words_in_many_blocks_is_where_the_texts_have_it() {
    let connection = connection();
    let session = Session::of(&connection);
    let mut random = 7_u64;
    let mut next = |end: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % end
    };
    // The first words are in nearly all texts, the last in few.
    let texts: Vec<Vec<String>> =
        (0..40_000).map(|_| (0..6).map(|_| format!("w{}", next(40) * next(40) / 8)).collect()).collect();
    let mut postings = Postings::default();
    for (version, text) in (0..).zip(&texts) {
        postings.add(version, Words::of(&text.join(" ")).expect("words"));
    }
    postings.write(session, SCOPE).expect("are written");
    assert!(posting::count(session, SCOPE, "w0", 1000).expect("a count") > 64, "many blocks");
    let heads = Heads::new(session, SCOPE);
    for (first, length) in (0..texts.len()).step_by(311).zip((2..=6).cycle()) {
        let phrase = &texts[first][..length];
        let query = Query::new([(phrase.join(" ").as_str(), true)].into_iter(), false).expect("a query");
        let there: Vec<i64> = (0..)
            .zip(&texts)
            .filter(|(_, text)| text.windows(length).any(|part| part == phrase))
            .map(|(version, _)| version)
            .collect();
        assert!(there.contains(&(first as i64)));
        // Also by lists that were read for those before.
        for heads in [&heads, &Heads::new(session, SCOPE)] {
            assert_eq!(query.holders(heads).expect("a search").expect("a phrase"), there, "{phrase:?}");
        }
    }
    for (terms, lacked) in [(["w0", "w1", "w190"], 0), (["w0", "w7", "w44"], 1), (["w3", "w4", "w5"], 2)] {
        let terms = terms.map(str::to_owned);
        let among: Vec<i64> = (0..40_000).step_by(3).collect();
        let having = heads.having(&terms, lacked, &among).expect("a search");
        for version in among {
            let words = &texts[version as usize];
            let lacks = terms.iter().filter(|term| !words.contains(term)).count();
            assert!(lacks > lacked || having.contains(&version), "{terms:?}: {words:?}");
        }
        assert!(
            having.iter().all(|version| terms.iter().any(|term| texts[*version as usize].contains(term)))
        );
    }
}

#[test]
fn an_index_of_other_texts_is_seen_and_made_anew() {
    let store = crate::Store::open_in_memory(crate::Options::default()).expect("opens");
    let scope = store.scope("a").expect("a scope");
    for n in 0..700 {
        scope.inscribe(format!("the locker opens with {n}").as_str()).expect("is written");
    }
    store.database().with_connection(|session| {
        assert_eq!(disagreement(session, SCOPE).expect("is compared"), None);
        for damage in [
            "DELETE FROM posting WHERE term = '17'",
            "INSERT INTO posting VALUES (1, 'spectre', 3, x'01010500050100')",
            "UPDATE posting SET entries = x'ff' WHERE term = 'locker'",
            "UPDATE lexical_total SET texts = 3",
        ] {
            session.sql().execute(damage, []).expect("is damaged");
            assert!(disagreement(session, SCOPE).expect("is compared").is_some(), "{damage}");
            rebuild(session, SCOPE).expect("is made anew");
            assert_eq!(disagreement(session, SCOPE).expect("is compared"), None, "{damage}");
        }
    });
}

#[test]
fn a_sweep_takes_out_what_is_of_no_version_and_leaves_the_rest() {
    let store = crate::Store::open_in_memory(crate::Options::default()).expect("opens");
    for (scope, begin) in [("a", 0), ("b", 2000)] {
        let scope = store.scope(scope).expect("a scope");
        for n in begin..begin + 1500 {
            scope.inscribe(format!("the locker opens with {n}").as_str()).expect("is written");
        }
    }
    store.database().with_connection(|session| {
        session
            .sql()
            .execute_batch(
                "INSERT INTO posting VALUES (1, 'spectre', 90000, x'01010500050100');
                 INSERT INTO posting VALUES (2, 'spectre', 3, x'01010500050100');
                 INSERT INTO posting VALUES (7, 'spectre', 3, x'01010500050100');
                 INSERT INTO posting VALUES (1, 'the', 90000, x'01010500050100');",
            )
            .expect("is damaged");
        let (mut place, mut steps) = (None, 0);
        loop {
            place = super::sweep(session, place).expect("is swept");
            steps += 1;
            if place.is_none() {
                break;
            }
        }
        assert!(steps > 1, "one step is not the whole");
        for scope in [1, 2] {
            assert_eq!(disagreement(session, ScopeKey(scope)).expect("is compared"), None);
        }
        assert_eq!(posting::strays(session).expect("are counted"), 0);
    });
}
