//! Random sequences of operations, with a look through the files after each erasure: the short form of the example
//! `residue`, which see.

#[path = "../../examples/residue/play/mod.rs"]
mod play;

#[path = "../../examples/residue/large.rs"]
mod large;

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
        let operations = if matches!(part, Without::Slack | Without::Shim) { 120 } else { 20 };
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

#[test]
fn no_word_is_left_in_an_index_with_interior_pages() {
    for (kind, base) in [(Kind::Plain, 10_000), (Kind::Encrypted, 2_000)] {
        let sequences = rounds(60);
        let settings = large::Settings { base, sequences, scan_every: 20, dimension: 16, kind };
        let tally = large::play(settings, 3, &mut |_, _| {});
        assert!(tally.inner >= 10, "words of inner pages are among the erased: {tally:?}");
        assert_eq!((tally.physical, &tally.found), (tally.purges, &Default::default()), "{tally:?}");
    }
}
