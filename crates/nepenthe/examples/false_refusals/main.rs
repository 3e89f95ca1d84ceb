//! Counts the texts that tombstones stop though they are new, and the erased ones that come back:
//! `cargo run --release -p nepenthe --example false_refusals -- [--seed 1] [--texts 10000] [--show]`.
//!
//! 200 purges of many sorts are made in one store. Then new texts are offered to it: a third of the same persons, services
//! and things with other content, a third with new values of the same sort, a third from ForgetEval's suites, which have nothing to
//! do with what was erased. And each erased statement, identifier and secret is offered in 20 forms. Exits with 1 where more than
//! 2 in 1,000 texts of a third are refused.

#![expect(clippy::unwrap_used, reason = "a measurement, which stops at the first error")]

mod forms;
mod random;
mod texts;
mod world;

use std::collections::{BTreeMap, HashSet};
use std::process::ExitCode;

use nepenthe::control::planner::Canonical;
use nepenthe::{InscribeError, Mutation, Options, Scope, Store, Target};

use random::Random;
use world::{Purge, World};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, usual: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.map_or(usual, |at| arguments[at + 1].parse().unwrap())
    };
    let (seed, count) = (number("--seed", 1), number("--texts", 10_000) as usize);
    let show = arguments.iter().any(|argument| argument == "--show");

    let mut random = Random::new(seed);
    let world = World::new(&mut random);
    let store = Store::open_in_memory(Options::default().with_planner(Canonical::default())).unwrap();
    let scope = store.scope("acme").unwrap();
    let mut rows: HashSet<String> = HashSet::new();
    for row in world.purges.iter().flat_map(|purge| &purge.rows).chain(&world.others) {
        scope.inscribe(row.as_str()).unwrap();
        rows.insert(row.to_lowercase());
    }
    let mut sorts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for purge in &world.purges {
        let by_words = erase(&scope, purge);
        let (all, words) = sorts.entry(purge.sort).or_default();
        *all += 1;
        *words += usize::from(by_words);
    }
    println!("seed {seed}; {} purges:", world.purges.len());
    for (sort, (all, words)) in &sorts {
        println!("  {all:>4}  {sort}, {words} of them in words");
    }

    let mut holds = true;
    let (same, values) = texts::new(&world, &mut random, count / 3 + 1, &rows);
    let unrelated = texts::unrelated(&mut random, count - same.len() - values.len(), &rows);
    println!("\nnew texts                                                offered  refused");
    for (third, texts) in [
        ("the same persons, services and things, other content", same),
        ("new values of the same sort", values),
        ("unrelated: ForgetEval's suites", unrelated),
    ] {
        let stopped: Vec<&String> = texts.iter().filter(|text| is_refused(&scope, text)).collect();
        println!("{third:<56} {:>7} {:>8}", texts.len(), stopped.len());
        holds &= stopped.len() * 1000 <= texts.len() * 2;
        if show {
            for text in stopped {
                println!("    {text}\n        {}", scope.inscribe(text.as_str()).unwrap_err());
            }
        }
    }

    println!("\nwhat was erased, in 20 forms each                        offered  refused");
    let mut missed: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut came_back: Vec<String> = Vec::new();
    for purge in &world.purges {
        let of_statement = purge.rows.iter().take(1).flat_map(|row| forms::of_statement(row));
        let of_value = purge.value.iter().flat_map(forms::of_value);
        for (sort, form) in of_statement.map(|form| ("statements", form)).chain(of_value) {
            let (offered, refused) = missed.entry(sort).or_default();
            *offered += 1;
            match is_refused(&scope, &form) {
                true => *refused += 1,
                false => came_back.push(format!("{sort}: {form}")),
            }
        }
    }
    for (sort, (offered, refused)) in &missed {
        println!("{sort:<56} {offered:>7} {refused:>8}");
    }
    if show {
        came_back.iter().for_each(|form| println!("    came back: {form}"));
    }
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Erases what is to go: in words, and by id what these leave. Says whether the words did it.
fn erase(scope: &Scope, purge: &Purge) -> bool {
    if let Some(words) = &purge.words {
        let plan = scope.plan(Mutation::purge(words.as_str())).unwrap();
        scope.apply(plan).unwrap();
    }
    let left: Vec<_> = scope
        .list(nepenthe::Include::All)
        .unwrap()
        .into_iter()
        .filter(|memory| purge.rows.contains(&memory.text))
        .map(|memory| memory.id)
        .collect();
    let by_words = purge.words.is_some() && left.is_empty();
    if !left.is_empty() {
        let plan = scope.plan(Mutation::purge(Target::Ids(left))).unwrap();
        scope.apply(plan).unwrap();
    }
    by_words
}

/// Offers a text.
fn is_refused(scope: &Scope, text: &str) -> bool {
    match scope.inscribe(text) {
        Ok(_) => false,
        Err(InscribeError::Erased { .. }) => true,
        Err(error) => panic!("{text}: {error}"),
    }
}
