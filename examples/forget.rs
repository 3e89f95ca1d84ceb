//! A memory that forgets, as a library: inscribe, recall, supersede, plan, apply, and a signed receipt.
//!
//! `cargo run --release -p nepenthe --example forget` makes `agent.db` and `receipt.txt` in the current folder.

use std::error::Error;
use std::path::Path;

use nepenthe::receipt::note::SigningKey;
use nepenthe::receipt::{Options as Checks, verify};
use nepenthe::{Mutation, Options, RandomSource, Store, SystemRandom};

fn main() -> Result<(), Box<dyn Error>> {
    play(Path::new("."))
}

/// Plays the example in a folder.
pub fn play(folder: &Path) -> Result<(), Box<dyn Error>> {
    // Words alone. With an embedder (`Options::with_embedder`) recall finds other words of the same meaning too.
    let store = Store::open(folder.join("agent.db"), Options::default())?;
    let alice = store.scope("acme/alice")?;
    alice.inscribe("Sam Roe and Ida Lund share the van.")?;
    println!("{}", alice.recall("Who has the van?", 1)?[0].memory.text);

    alice.inscribe("The depot is in Lima.")?;
    let plan = alice.plan(Mutation::supersede("where the depot is", "The depot is in Quito."))?;
    alice.apply(plan)?;

    let plan = alice.plan(Mutation::purge("everything about Sam Roe"))?; // changes nothing
    println!("{plan}"); // what goes, what stays, and why
    let erasure = alice.apply(plan)?.erasure.ok_or("nothing was erased")?; // one transaction, or nothing

    // A key is 32 random bytes, kept where only its owner can read them, under the name of the store's log.
    let mut seed = [0; 32];
    SystemRandom.fill(&mut seed)?;
    let key = SigningKey::from_seed(&store.origin()?, &seed)?;
    let receipt = alice.receipt(erasure.receipt, &key)?.to_string();
    std::fs::write(folder.join("receipt.txt"), &receipt)?;

    // Whoever has the public key can do this, without the store.
    let report = verify(&receipt, &[key.verifying_key()], &Checks::default());
    println!("{report}");
    if report.holds() { Ok(()) } else { Err("the receipt does not hold".into()) }
}
