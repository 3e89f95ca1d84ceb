//! A database of an earlier version of the schema.

use nepenthe::receipt::receipt::Assurance;
use nepenthe::{Mutation, OpenError, Options, Store, SystemRandom};

use super::alone;
use crate::support::server::{Shared, connect};
use crate::support::{StepClock, assert_sound, change, exported, master, options, texts, view};

/// Makes of a schema of version 2 one of version 1, as it was before plain mode.
const TO_VERSION_1: &str = "
    DROP FUNCTION nepenthe.search(text, text[], integer), nepenthe.at(timestamptz), nepenthe.enter(text) CASCADE;
    DROP VIEW IF EXISTS nepenthe.memory_view;
    DROP TABLE nepenthe.word, nepenthe.word_total, nepenthe.vector, nepenthe.passage;
    ALTER TABLE nepenthe.version ALTER COLUMN text SET STATISTICS -1;
    ALTER TABLE nepenthe.memory ALTER COLUMN source SET STATISTICS -1, ALTER COLUMN metadata SET STATISTICS -1;
    ALTER TABLE nepenthe.annotation ALTER COLUMN entries SET STATISTICS -1;
    ALTER TABLE nepenthe.store DROP COLUMN mode;
    DROP FUNCTION nepenthe.find(text);
    CREATE FUNCTION nepenthe.find(of_name text, OUT id integer, OUT format integer) LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM set_config('nepenthe.name', of_name, true);
        SELECT s.id, s.format INTO find.id, find.format FROM nepenthe.store s WHERE s.name = of_name;
    END $$;
    ALTER FUNCTION nepenthe.find(text) OWNER TO nepenthe_owner;
    UPDATE nepenthe.schema_version SET version = 1";

/// Opens the store as another server does, by the role that owns no table.
fn as_app(place: &Shared, options: Options) -> Result<Store, OpenError> {
    let url = place.url.replace("nepenthe_owner", "nepenthe_app");
    let options = options.with_random(SystemRandom).with_encryption(master()).with_key_file(place.keys());
    Store::connect(&url, place.cache(), options)
}

#[test]
fn the_owner_brings_a_database_up_and_everybody_goes_on() {
    let ((place, mut client), clock) = (alone("migrated"), StepClock::new());
    let store = connect(&place, options(&clock));
    let scope = store.scope("a").unwrap();
    let id = scope.inscribe("The ferry leaves at nine.").unwrap();
    let gone = scope.inscribe("The tide turns at ten.").unwrap();
    change(&scope, Mutation::purge(vec![gone]));
    let before = (view(&scope), exported(&scope));
    Store::prepare_server(&place.url, Some("nepenthe_app")).unwrap();
    drop((scope, store));
    client.batch_execute(TO_VERSION_1).unwrap();

    let said = as_app(&place, options(&clock)).map(drop).unwrap_err().to_string();
    assert!(said.contains("of version 1") && said.contains("role that owns"), "{said}");
    // Two servers of the owner's at once: one makes it, the other waits.
    let stores: Vec<Store> = std::thread::scope(|threads| {
        let open = || connect(&place, options(&clock));
        let both = [threads.spawn(open), threads.spawn(open)];
        both.map(|one| one.join().unwrap()).into()
    });
    for store in &stores {
        let scope = store.scope("a").unwrap();
        assert_eq!((view(&scope), exported(&scope)), before);
        assert_sound(store);
    }
    // Whoever could use the tables can use the new ones.
    let app = as_app(&place, options(&clock)).unwrap();
    let scope = app.scope("a").unwrap();
    let erasure = change(&scope, Mutation::purge(vec![id])).erasure.unwrap();
    assert_eq!(erasure.assurance, Assurance::Crypto);
    let plain =
        place.url.replace("nepenthe_owner", "nepenthe_app").replace("store=", "mode=plain&store=open-");
    let wordless = options(&clock).with_embedder(nepenthe::embed::NoEmbedder).with_random(SystemRandom);
    let plain = Store::connect(&plain, place.cache(), wordless).unwrap().scope("a").unwrap();
    plain.inscribe("The harbour is shut.").unwrap();
    assert_eq!(texts(&plain.recall("harbour", 3).unwrap()), ["The harbour is shut."]);
}

#[test]
fn a_database_of_a_later_version_is_refused() {
    let ((place, mut client), clock) = (alone("later"), StepClock::new());
    drop(connect(&place, options(&clock)));
    client.batch_execute("UPDATE nepenthe.schema_version SET version = 99").unwrap();
    let options = options(&clock).with_random(SystemRandom).with_encryption(master());
    let refused = Store::connect(&place.url, place.cache(), options.with_key_file(place.keys()));
    assert!(matches!(refused.map(drop), Err(OpenError::NewerFormat { found: 99, supported: 2 })));
}
