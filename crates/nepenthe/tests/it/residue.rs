//! Random sequences of operations, with a look through the files after each erasure: the short form of the example
//! `residue`, which see.

#[path = "../../examples/residue/play/mod.rs"]
mod play;

use self::play::{Kind, Tally, Without, play};
use crate::support::rounds;

fn played(sequences: usize, operations: u64, without: Option<Without>, kind: Kind) -> Tally {
    let mut tally = Tally::default();
    for sequence in 0..sequences {
        tally.add(play(77_000 + sequence as u64, operations, without, kind));
    }
    tally
}

#[test]
fn no_byte_is_left_after_a_physical_receipt() {
    let tally = played(rounds(100), 20, None, Kind::Plain);
    assert!(tally.physical > 100 && tally.waited > 0, "{tally:?}");
    assert_eq!((tally.refused, tally.found), (0, 0), "{tally:?}");
}

#[test]
fn both_scans_find_what_is_left_where_a_part_of_the_recipe_is_left_out() {
    for part in Without::ALL {
        // Few pages are balanced in a short life.
        let operations = if part == Without::Slack { 120 } else { 20 };
        let tally = played(6, operations, Some(part), Kind::Plain);
        assert!(tally.refused > 0, "the engine's own scan is blind without {part:?}: {tally:?}");
        assert!(tally.found > 0, "the harness is blind without {part:?}: {tally:?}");
    }
}

#[test]
fn no_byte_and_no_key_is_left_of_what_went_from_an_encrypted_store() {
    for kind in [Kind::Encrypted, Kind::Hidden] {
        let tally = played(rounds(25), 20, None, kind);
        assert!(tally.physical > 25 && tally.waited > 0, "{kind:?} {tally:?}");
        assert_eq!((tally.refused, tally.found), (0, 0), "{kind:?} {tally:?}");
    }
}
