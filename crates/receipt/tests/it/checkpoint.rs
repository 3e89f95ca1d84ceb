//! Checkpoints: printed and read back, and refused with the line.

use nepenthe_receipt::Checkpoint;
use nepenthe_receipt::merkle::{Hash, MAX_SIZE};
use proptest::prelude::*;

const TEXT: &str = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";

#[test]
fn a_checkpoint_is_three_lines_and_what_a_log_adds() {
    let read: Checkpoint = TEXT.parse().unwrap();
    assert_eq!((read.origin.as_str(), read.size), ("example.com/behind-the-sofa", 20_852_163));
    assert!(read.extensions.is_empty());
    assert_eq!(read.to_string(), TEXT);
    let longer = format!("{TEXT}one\ntwo words\n");
    assert_eq!(longer.parse::<Checkpoint>().unwrap().extensions, ["one", "two words"]);
}

#[test]
fn what_is_no_checkpoint_is_refused_with_its_line() {
    let line = |text: &str| text.parse::<Checkpoint>().unwrap_err().line();
    assert_eq!(line(""), 1);
    assert_eq!(line("\n1\n"), 1);
    assert_eq!(line("a\n"), 2);
    for size in
        ["", "01", "+1", "-1", " 1", "1 ", "1e3", "0x1", "9223372036854775808", "99999999999999999999"]
    {
        assert_eq!(line(&TEXT.replace("20852163", size)), 2, "{size:?}");
    }
    assert_eq!(line("a\n1\n"), 3);
    assert_eq!(line(&TEXT.replace("q2I=", "q2J=")), 3, "padding bits");
    assert_eq!(line(&TEXT.replace("q2I=", "q2I")), 3);
    assert_eq!(line(&format!("{TEXT}\n")), 4);
    assert_eq!(line(&format!("{TEXT}one\n\n")), 5);
    assert_eq!(line(TEXT.trim_end()), 1);
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in "(\n|[0-9]|CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=|\\PC){0,12}") {
        if let Ok(checkpoint) = text.parse::<Checkpoint>() {
            prop_assert_eq!(checkpoint.to_string(), text);
        }
    }

    #[test]
    fn what_is_printed_is_read_back(
        origin in "\\PC{1,30}", size in 0..=MAX_SIZE, root in any::<[u8; 32]>(),
        extensions in prop::collection::vec("\\PC{1,10}", 0..3),
    ) {
        let checkpoint = Checkpoint { origin, size, root: Hash(root), extensions };
        prop_assert_eq!(checkpoint.to_string().parse::<Checkpoint>().unwrap(), checkpoint);
    }
}
