//! What a guess at what was erased costs whoever has the file of a plain store, in which the key of the tombstones lies
//! beside them, and what it costs to write. `cargo run --release -p nepenthe --example guesses`.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use argon2::{Algorithm, Argon2, Block, Params, Version};
use hmac::{Hmac, KeyInit, Mac};
use nepenthe::control::planner::Canonical;
use nepenthe::{Mutation, Options, Scope, Store};
use nepenthe_text::fingerprint;
use rusqlite::Connection;
use sha2::Sha256;

const TEXTS: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("guessed.db");
    let store = Store::open(&path, Options::default().with_planner(Canonical::default()))?;
    let scope = store.scope("acme")?;
    writing(&scope, "no tombstones")?;
    let id = scope.inscribe("The safe opens with 4471.")?;
    scope.apply(scope.plan(Mutation::purge(id))?)?;
    writing(&scope, "tombstones of a text")?;
    guess(&path)?;
    for text in ["Sam Roe has the van.", "Ring +1 555 010 0199 about tea.", "Order 61824 is late."] {
        scope.inscribe(text)?;
    }
    for request in ["+1 555 010 0199", "order 61824", "everything about Sam Roe"] {
        let mut plan = scope.plan(Mutation::purge(request))?;
        plan.keep_name_out();
        scope.apply(plan)?;
    }
    scope.inscribe("Sam Roe is back.").expect_err("the name was erased");
    writing(&scope, "tombstones of a text, a telephone number, an order and a name")?;
    Ok(())
}

/// How long it takes to write a text.
fn writing(scope: &Scope, with: &str) -> Result<(), Box<dyn Error>> {
    let texts: Vec<String> = (0..TEXTS)
        .map(|n| {
            format!("Ida Lund moved desk {n} to room {} of the Leeds office, with {} chairs.", n % 90, n * 7)
        })
        .collect();
    let begun = Instant::now();
    let ids = texts.iter().map(|text| scope.inscribe(text.as_str())).collect::<Result<Vec<_>, _>>()?;
    println!("writing, {with}: {:.2} ms a text", begun.elapsed().as_secs_f64() * 1e3 / TEXTS as f64);
    assert_eq!(ids.len(), TEXTS);
    Ok(())
}

/// Guesses at four digits, from the bytes of the file alone.
fn guess(path: &Path) -> Result<(), Box<dyn Error>> {
    let file = Connection::open(path)?;
    let key: Vec<u8> =
        file.query_row("SELECT value FROM meta WHERE key = 'store_key'", [], |row| row.get(0))?;
    let laid: Vec<Vec<u8>> = file
        .prepare("SELECT digest FROM tombstone")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let first = |domain: &str, what: &[u8]| -> [u8; 16] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key of any length");
        mac.update(domain.as_bytes());
        mac.update(&[0]);
        mac.update(what);
        let bytes: [u8; 32] = mac.finalize().into_bytes().into();
        *bytes.first_chunk().expect("32 bytes hold it")
    };
    let salt = first("nepenthe/tombstone-salt/1", &[]);
    let params = Params::new(512, 1, 1, Some(32))?;
    let mut memory = vec![Block::default(); params.block_count()];
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let mut guarded = |what: &str| {
        let mut digest = [0; 32];
        argon
            .hash_password_into_with_memory(what.as_bytes(), &salt, &mut digest, &mut memory)
            .expect("a digest");
        first("nepenthe/tombstone/2", &digest)
    };
    // What changes with the guess is the number alone: one form of the text is enough.
    let form = fingerprint::normal_form("The safe opens with 4471.");
    let guesses: Vec<String> =
        (0..10_000).map(|n| format!("text\0{}", form.replace("4471", &format!("{n:04}")))).collect();
    let all = |name: &str, digest: &mut dyn FnMut(&str) -> [u8; 16]| {
        let begun = Instant::now();
        let met = guesses.iter().filter(|guess| laid.contains(&digest(guess).to_vec())).count();
        let rate = guesses.len() as f64 / begun.elapsed().as_secs_f64();
        println!("guessing, {name}: {met} met, {rate:.0} guesses a second on one core");
    };
    all("the digest of earlier versions", &mut |what| first("nepenthe/tombstone/1", what.as_bytes()));
    all("the guarded digest", &mut guarded);
    Ok(())
}
