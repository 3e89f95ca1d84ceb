//! Memories that are erased together: the same goes as where they are erased one by one.

use std::collections::BTreeSet;

use nepenthe::receipt::receipt::Body;
use nepenthe::{Include, InscribeError, MemoryId, Mutation, NewMemory, Scope, Target, Waiting};

use crate::support::{Dice, Place, StepClock, assert_sound, change, files_of, options, rounds};

const WHO: [&str; 5] = ["Ida Lund", "Bo Marsh", "the user", "Zoë Roe", "Noor"];
const WHAT: [&str; 7] = [
    "opens the safe with 4471", "owes invoice 2024-117", "was at the dentist on 3 May 2024",
    "is reached under +43 664 5550115", "writes from sam@roe.example", "prefers tea",
    "keeps order 61824 in room 314",
];

/// Texts that repeat each other in part and in whole, wrapped, reworded, quoted and denied.
fn text(dice: &mut Dice) -> String {
    let one = |dice: &mut Dice| format!("{} {}", WHO[dice.roll(5) as usize], WHAT[dice.roll(7) as usize]);
    let (first, second) = (one(dice), one(dice));
    match dice.roll(9) {
        0 => format!("{first}. {second}."),
        1 => format!("Note: {first}."),
        2 => format!("[2024-01-01] {first} (confirmed)."),
        3 => format!("It isn't true that {first}."),
        4 => format!("{first} and {second}."),
        5 => first.to_uppercase(),
        _ => format!("{first}."),
    }
}

/// What an erasure of some memories in turn came to: what is left, which memories went or lost a part, and what is kept out.
#[derive(Debug, PartialEq)]
struct Left {
    texts: Vec<(MemoryId, String)>,
    touched: BTreeSet<String>,
    refused: Vec<bool>,
}

fn erase(files: &Place, seed: u64, erasures: impl Fn(Vec<MemoryId>) -> Vec<Vec<MemoryId>>) -> Left {
    let clock = StepClock::new();
    let store = crate::support::open(&files.path, options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let (texts, ids) = fill(&scope, seed);
    let mut touched = BTreeSet::new();
    // What says two things may have lost one by the time that it is asked for.
    let single = |id: &MemoryId| !is_of_two(&scope.get(*id).unwrap().text);
    for ids in erasures(ids.into_iter().filter(single).collect()) {
        let ids: Vec<MemoryId> = ids.into_iter().filter(|id| scope.get(*id).is_ok()).collect();
        if ids.is_empty() {
            continue;
        }
        let erasure = change(&scope, Mutation::purge(Target::Ids(ids))).erasure.unwrap();
        assert_eq!(erasure.assurance, crate::support::fullest(), "{:?}", erasure.residue);
        let receipts = store.receipts().unwrap();
        let (_, body) = receipts.iter().find(|(id, _)| *id == erasure.receipt).unwrap();
        touched.extend(body.erased.iter().map(|one| format!("{:?}", one.memory)));
    }
    assert_sound(&store);
    let left = scope.list(Include::All).unwrap().into_iter().map(|memory| (memory.id, memory.text)).collect();
    let refused = texts.iter().map(|text| is_refused(&scope, text)).collect();
    Left { texts: left, touched, refused }
}

fn is_of_two(text: &str) -> bool {
    text.contains(" and ") || text.trim_end_matches('.').contains(". ")
}

fn fill(scope: &Scope, seed: u64) -> (Vec<String>, Vec<MemoryId>) {
    let mut dice = Dice::from_seed(seed);
    let texts: Vec<String> = (0..24).map(|_| text(&mut dice)).collect();
    let rows: Vec<NewMemory> = texts.iter().map(|text| NewMemory::new(text.as_str())).collect();
    let ids = scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
    for _ in 0..4 {
        let (at, text) = (dice.roll(24) as usize, text(&mut dice));
        change(scope, Mutation::edit(ids[at], text.as_str()));
    }
    (texts, ids)
}

fn is_refused(scope: &Scope, text: &str) -> bool {
    matches!(scope.inscribe(text), Err(InscribeError::Erased { .. }))
}

#[test]
fn what_is_erased_together_goes_as_where_it_is_erased_one_by_one() {
    for seed in 0..rounds(40) as u64 {
        let some = |ids: Vec<MemoryId>| -> Vec<MemoryId> {
            let mut dice = Dice::from_seed(seed + 1000);
            (0..6).map(|_| ids[dice.roll(ids.len() as u64) as usize]).collect()
        };
        let together = erase(&Place::new(), seed, |ids| vec![some(ids)]);
        let apart = erase(&Place::new(), seed, |ids| some(ids).into_iter().map(|id| vec![id]).collect());
        assert_eq!(together, apart, "seed {seed}");
        assert!(together.touched.len() >= 4 && together.refused.contains(&true));
    }
}

#[test]
fn a_hundred_go_in_one_erasure_and_leave_no_byte() {
    let files = Place::new();
    let store = crate::support::open(&files.path, options(&StepClock::new())).unwrap();
    let scope = store.scope("a").unwrap();
    let text = |n: u64| format!("Lodger {} keeps voucher {} behind the dresser.", n % 50, 10_000_000 + n * 7);
    let rows: Vec<NewMemory> = (0..600).map(|n| NewMemory::new(text(n))).collect();
    let ids = scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
    let gone: Vec<usize> = (0..600).step_by(6).collect();
    let erasure =
        change(&scope, Mutation::purge(Target::Ids(gone.iter().map(|at| ids[*at]).collect()))).erasure;
    let erasure = erasure.unwrap();
    assert_eq!((erasure.assurance, erasure.openings.len()), (crate::support::fullest(), 100));
    assert_eq!(scope.stats().unwrap().live, 500);
    for (_, bytes) in files_of(&files.path) {
        for at in &gone {
            let number = (10_000_000 + *at as u64 * 7).to_string();
            assert!(!bytes.windows(number.len()).any(|window| window == number.as_bytes()), "{number}");
        }
    }
    assert_sound(&store);
    for at in gone {
        assert!(is_refused(&scope, &text(at as u64)) && !is_refused(&scope, &text(at as u64 + 10_000)));
    }
}

#[test]
fn a_hundred_that_wait_are_finished_in_one_pass_with_a_receipt_each() {
    let files = Place::new();
    let store =
        crate::support::open(&files.path, options(&StepClock::new()).with_waiting(Waiting::ForLogical))
            .unwrap();
    let scope = store.scope("a").unwrap();
    let rows: Vec<NewMemory> = (0..200u64)
        .map(|n| NewMemory::new(format!("Locker {n} opens with {}.", 10_000_000 + n * 7)))
        .collect();
    let ids = scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
    let receipts: Vec<_> =
        ids[..100].iter().map(|id| change(&scope, Mutation::purge(*id)).erasure.unwrap().receipt).collect();
    store.scrub(false).unwrap();
    let bodies = store.receipts().unwrap();
    for receipt in receipts {
        let receipt = receipt.to_string();
        let completes = |body: &&Body| body.completes.is_some_and(|one| one.to_string() == receipt);
        let body = bodies.iter().map(|(_, body)| body).find(completes).unwrap();
        assert_eq!((body.assurance, body.counts.erased), (crate::support::fullest(), 1));
    }
    assert_sound(&store);
}
