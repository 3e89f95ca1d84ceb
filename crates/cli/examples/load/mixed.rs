//! Readers, writers and erasers side by side.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::Asked;
use crate::acknowledged::Acknowledged;
use crate::client::Client;
use crate::noise::Noise;
use crate::server::{Place, Served};
use crate::texts;

/// How many threads read, and how many write, edit and erase, each in a scope of its own.
const READERS: usize = 8;
const WRITERS: usize = 4;

/// What was counted.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) recalls: AtomicUsize,
    pub(crate) changes: AtomicUsize,
    /// Requests that were not answered as they should be.
    pub(crate) errors: AtomicUsize,
}

pub(crate) fn run(asked: &Asked) -> usize {
    let place = Place::new(asked.embedder.as_deref());
    let mut served = place.serve();
    let start = served.resident();
    let mut known = Acknowledged::default();
    let texts = texts::many(asked.memories);
    for (number, texts) in texts.chunks(250).enumerate() {
        let scope = number % WRITERS;
        let ids = client(&place, &served, scope).inscribe(texts).unwrap();
        ids.into_iter().zip(texts).for_each(|(id, text)| known.written(scope, id, text.clone()));
    }
    let filled = served.resident();
    let (counts, ends) = (Counts::default(), AtomicBool::new(false));
    let begun = Instant::now();
    std::thread::scope(|threads| {
        let running = load(threads, &place, &served, &texts, asked.seed, &counts, &ends);
        while begun.elapsed() < Duration::from_secs(asked.seconds) {
            std::thread::sleep(Duration::from_secs(1));
        }
        ends.store(true, Ordering::Relaxed);
        running.into_iter().for_each(|thread| known.extend(thread.join().unwrap()));
    });
    let after = served.resident();
    let (recalls, changes) = (counts.recalls.into_inner(), counts.changes.into_inner());
    let errors = counts.errors.into_inner();
    let lost = known.check(|scope| client(&place, &served, scope));
    let (written, erased) = known.counts();
    println!("{READERS} readers, {WRITERS} who write, edit and erase, {} s", begun.elapsed().as_secs());
    println!("recalls {recalls}, changes {changes}, errors {errors}");
    println!("acknowledged: written {written}, erased {erased}; not as acknowledged: {lost}");
    println!("resident: {start:.0} MB at the start, {filled:.0} MB filled, {after:.0} MB after");
    assert!(served.runs());
    let (code, written) = served.stop();
    assert_eq!((code, written.as_str()), (Some(0), ""));
    errors + lost
}

/// A client in the scope of that number.
pub(crate) fn client(place: &Place, served: &Served, scope: usize) -> Client {
    Client::new(served.address, &place.key, &format!("load/{scope}"))
}

/// Starts the readers and writers; each writer returns what was acknowledged. A request that is not answered ends its thread
/// where the server was killed (`ends`), and is an error where it was not.
pub(crate) fn load<'scope>(
    threads: &'scope std::thread::Scope<'scope, '_>,
    place: &'scope Place,
    served: &Served,
    texts: &'scope [String],
    seed: u64,
    counts: &'scope Counts,
    ends: &'scope AtomicBool,
) -> Vec<std::thread::ScopedJoinHandle<'scope, Acknowledged>> {
    let ended = || ends.load(Ordering::Relaxed);
    for number in 0..READERS {
        let client = client(place, served, number % WRITERS);
        let mut noise = Noise::new(seed * 1000 + 100 + u64::try_from(number).unwrap());
        threads.spawn(move || {
            while !ended() {
                let right = client.recall(&texts[noise.below(texts.len())]);
                counts.recalls.fetch_add(usize::from(right), Ordering::Relaxed);
                counts.errors.fetch_add(usize::from(!right && !ended()), Ordering::Relaxed);
            }
        });
    }
    let write = |scope: usize| {
        let client = client(place, served, scope);
        let mut noise = Noise::new(seed * 1000 + u64::try_from(scope).unwrap());
        move || {
            let mut known = Acknowledged::default();
            while !ended() {
                let right = change(&client, scope, &mut noise, texts, &mut known);
                counts.changes.fetch_add(usize::from(right), Ordering::Relaxed);
                counts.errors.fetch_add(usize::from(!right && !ended()), Ordering::Relaxed);
            }
            known
        }
    };
    (0..WRITERS).map(|scope| threads.spawn(write(scope))).collect()
}

/// Writes, edits or erases one memory: whether that was acknowledged.
fn change(
    client: &Client,
    scope: usize,
    noise: &mut Noise,
    texts: &[String],
    known: &mut Acknowledged,
) -> bool {
    // No two texts are the same, and none says what an erased one said.
    let text = format!("Note {:x} of {}", noise.next(), noise.next());
    let live = known.any_live(noise.below(1 << 20));
    match (noise.below(10), live) {
        (0 | 1, Some(id)) => {
            known.erases(&id);
            client.purge(&id).then(|| known.erased(&id)).is_some()
        }
        (2, Some(id)) => {
            known.edits(&id, &text);
            client.edit(&id, &text).then(|| known.edited(&id)).is_some()
        }
        _ => {
            let text = format!("{text}: {}", texts[noise.below(texts.len())].len());
            let Some(ids) = client.inscribe(std::slice::from_ref(&text)) else { return false };
            ids.into_iter().for_each(|id| known.written(scope, id, text.clone()));
            true
        }
    }
}
