//! SIGKILL under load, and what is there afterwards.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Asked;
use crate::acknowledged::Acknowledged;
use crate::mixed::{Counts, client, load};
use crate::noise::Noise;
use crate::server::Place;
use crate::texts;

pub(crate) fn run(asked: &Asked) -> usize {
    let place = Place::new(asked.embedder.as_deref());
    let texts = texts::many(1000);
    let mut noise = Noise::new(asked.seed);
    let mut known = Acknowledged::default();
    let (mut changes, mut wrong, mut errors) = (0, 0, 0);
    for round in 0..asked.rounds {
        let served = place.serve();
        let (counts, ends) = (Counts::default(), AtomicBool::new(false));
        let mut fresh = Acknowledged::default();
        let lives = Duration::from_millis(100 + noise.next() % 900);
        std::thread::scope(|threads| {
            let seed = asked.seed * 10_000 + u64::try_from(round).unwrap();
            let running = load(threads, &place, &served, &texts, seed, &counts, &ends);
            std::thread::sleep(lives);
            ends.store(true, Ordering::Relaxed);
            served.kill();
            running.into_iter().for_each(|thread| fresh.extend(thread.join().unwrap()));
        });
        changes += counts.changes.into_inner();
        errors += counts.errors.into_inner();
        let served = place.serve();
        wrong += fresh.check(|scope| client(&place, &served, scope));
        known.extend(fresh);
        // What was acknowledged long ago is looked for now and then.
        if round % 10 == 9 || round + 1 == asked.rounds {
            wrong += known.check(|scope| client(&place, &served, scope));
            eprintln!("{} kills, {changes} changes acknowledged, not as acknowledged {wrong}", round + 1);
        }
        served.kill();
    }
    let (written, erased) = known.counts();
    println!(
        "{} kills under load; {changes} changes acknowledged, errors before the kill {errors}",
        asked.rounds
    );
    println!("written {written}, erased {erased}; not as acknowledged: {wrong}");
    wrong + errors
}
