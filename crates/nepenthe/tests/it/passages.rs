//! Passages of long texts: they are found, they go with their text, and stores without them get them.

use nepenthe::embed::{EmbedError, Embedder};
use nepenthe::receipt::receipt::Assurance;
use nepenthe::{Backup, Hit, Mutation, Options, RecallMode, RecallOptions, RestoreOptions, Store, Target};
use rusqlite::Connection;

use crate::support::{BagOfWords, Place, assert_sound, change, options_at, texts, to_sqlite_vec};

/// Reads about 40 tokens of a text.
#[derive(Clone, Copy)]
struct Short(BagOfWords);

impl Embedder for Short {
    fn name(&self) -> &str {
        "short"
    }

    fn dimension(&self) -> usize {
        self.0.0
    }

    fn max_tokens(&self) -> Option<usize> {
        Some(40)
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let begins: Vec<String> =
            texts.iter().map(|text| text.split_whitespace().take(30).collect::<Vec<_>>().join(" ")).collect();
        self.0.embed(&begins.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

fn options(place: &Place) -> Options {
    options_at(&place.path).with_embedder(Short(BagOfWords(256)))
}

fn note() -> String {
    let filler =
        "The committee met and approved the minutes. Members spoke about gutters and fences at length. ";
    format!("{}The heirloom compass lies in locker nine.", filler.repeat(20))
}

/// What is found by vectors alone.
fn by_vector(store: &Store, query: &str) -> Vec<Hit> {
    let options = RecallOptions::new(1).with_mode(RecallMode::Vector);
    store.scope("a").unwrap().recall_with(query, &options).unwrap()
}

fn rows(raw: &Connection) -> i64 {
    raw.query_row("SELECT count(*) FROM passage", [], |row| row.get(0)).unwrap()
}

const QUERY: &str = "heirloom compass locker nine";

fn filled(place: &Place) -> Store {
    let store = crate::support::open(&place.path, options(place)).unwrap();
    let scope = store.scope("a").unwrap();
    scope.inscribe(note().as_str()).unwrap();
    for text in ["A compass points north.", "The committee is new.", "Locker keys are at the desk."] {
        scope.inscribe(text).unwrap();
    }
    store
}

#[test]
fn what_stands_behind_the_beginning_is_found_and_goes_with_its_text() {
    for place in [Place::new(), Place::encrypted(), Place::hidden()] {
        let store = filled(&place);
        let hits = by_vector(&store, QUERY);
        assert_eq!(texts(&hits), [note()]);
        assert!(hits[0].cosine().unwrap() > 0.6, "{hits:?}");
        assert_sound(&store);
        let again = crate::support::open(&place.path, options(&place)).unwrap();
        assert_eq!(texts(&by_vector(&again, QUERY)), [note()]);

        let scope = store.scope("a").unwrap();
        change(&scope, Mutation::edit(Target::Ids(vec![hits[0].memory.id]), "The committee has a note."));
        assert_ne!(texts(&by_vector(&store, QUERY)), [note()]);
        assert_sound(&store);
        let outcome = change(&scope, Mutation::purge(Target::Ids(vec![hits[0].memory.id])));
        assert_ne!(outcome.erasure.unwrap().assurance, Assurance::Logical);
        assert_ne!(texts(&by_vector(&again, QUERY)), [note()]);
        assert_sound(&store);
        assert_sound(&again);
    }
}

#[test]
fn no_piece_of_an_erased_passage_stays_in_the_file() {
    let place = Place::new();
    let store = filled(&place);
    let stored: Vec<u8> = place.raw().query_row("SELECT vectors FROM passage", [], |row| row.get(0)).unwrap();
    assert!(stored.len() > 10 * 260, "{}", stored.len());
    let pieces: Vec<&[u8]> =
        stored.chunks_exact(64).filter(|piece| piece.iter().filter(|byte| **byte != 0).count() > 3).collect();
    let in_files = || {
        let files = crate::support::files_of(&place.path);
        let has = |piece: &&&[u8]| {
            files.iter().any(|(_, bytes)| bytes.windows(piece.len()).any(|at| at == **piece))
        };
        pieces.iter().filter(has).count()
    };
    assert!(in_files() > 0);
    let id = by_vector(&store, QUERY)[0].memory.id;
    change(&store.scope("a").unwrap(), Mutation::purge(Target::Ids(vec![id])));
    assert_eq!((rows(&place.raw()), in_files()), (0, 0));
}

#[test]
fn a_store_of_the_format_before_gets_passages_when_it_is_embedded_again() {
    let place = Place::new();
    let store =
        crate::support::open(&place.path, options_at(&place.path).with_embedder(BagOfWords(256))).unwrap();
    store.scope("a").unwrap().inscribe(note().as_str()).unwrap();
    store.scope("a").unwrap().inscribe("A compass points north.").unwrap();
    drop(store);
    let raw = place.raw();
    to_sqlite_vec(&raw);
    raw.execute_batch("DROP TABLE passage; DROP INDEX memory_scope; PRAGMA user_version = 8").unwrap();
    drop(raw);
    let store =
        crate::support::open(&place.path, options_at(&place.path).with_embedder(BagOfWords(256))).unwrap();
    assert_sound(&store);
    assert_eq!(rows(&place.raw()), 0);
    drop(store);
    let store = Store::reembed(&place.path, options(&place), &mut |_| {}).unwrap();
    assert_sound(&store);
    assert_eq!(rows(&place.raw()), 1);
    assert_eq!(texts(&by_vector(&store, QUERY)), [note()]);
}

#[test]
fn a_backup_has_them_and_what_was_erased_since_is_not_in_what_comes_back() {
    let place = Place::new();
    let store = filled(&place);
    let copy = place.beside("copy.db");
    store.backup(&copy, None, &mut |_| {}).unwrap();
    let back = place.beside("back.db");
    let id = by_vector(&store, QUERY)[0].memory.id;
    change(&store.scope("a").unwrap(), Mutation::purge(Target::Ids(vec![id])));
    assert_eq!(rows(&Connection::open(&copy).unwrap()), 1);
    let how = RestoreOptions::default().with_current(&place.path);
    Backup::open(&copy).unwrap().restore(&back, options(&place), &how, &mut |_| {}).unwrap();
    assert_eq!(rows(&Connection::open(&back).unwrap()), 0);
}

#[test]
fn damage_to_passages_is_a_finding() {
    for damage in [
        "UPDATE passage SET vectors = zeroblob(length(vectors))",
        "DELETE FROM passage",
        "UPDATE passage SET version = version + 1",
        "INSERT INTO passage SELECT scope, 900, vectors FROM passage",
    ] {
        let place = Place::new();
        let store = filled(&place);
        place.raw().execute_batch(damage).unwrap();
        let report = store.check_with(&nepenthe::CheckOptions::default().deep(), &mut |_| {}).unwrap();
        assert!(!report.is_sound(), "{damage}");
    }
}
