//! A signed note that parses is written as it was read; so is the checkpoint in it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nepenthe_receipt::Checkpoint;
use nepenthe_receipt::note::Note;

fuzz_target!(|data: &str| {
    if let Ok(note) = data.parse::<Note>() {
        assert_eq!(note.to_string(), data);
        if let Ok(checkpoint) = note.text().parse::<Checkpoint>() {
            assert_eq!(checkpoint.to_string().parse::<Checkpoint>(), Ok(checkpoint));
        }
    }
    let _ = data.parse::<Checkpoint>();
});
