//! Texts that are easily damaged.

use super::super::bench::shortened;
use super::{Check, Outcome};

/// Each has the word that is asked for.
const HARD: &[&str] = &[
    "memo: naïve café, Łódź, Ελλάδα, Москва, 東京, नमस्ते",
    "memo: \"double\", 'single', `back`, \\backslash\\, {\"json\": [1, 2]}",
    "memo: first line\nsecond line\r\n\tindented third",
    "memo: מזכר בעברית and عربي in one line",
    "memo: 🦘 👩‍👩‍👧 🇵🇪 e\u{301} \u{200b}zero width\u{feff}",
    "  memo with spaces around it  ",
    "memo: <b>bold</b> &amp; %20 $HOME ; DROP TABLE memories; --",
];

pub(super) const VERBATIM: Check = Check {
    name: "texts as they are",
    about: "texts come back as they were written: scripts, quotes, line feeds, emoji, 10 kB",
    hint: "read and write UTF-8 and change no text; a system that rewrites texts by design may fail this check",
    required: false,
    run: |bench| {
        let long = format!("memo: {}", "ten thousand letters, ".repeat(10_000 / 22));
        for text in HARD.iter().copied().chain([long.as_str()]) {
            bench.reset()?;
            bench.inscribe(&[text])?;
            let texts = bench.recall("memo", 10)?;
            if !texts.iter().any(|found| found == text) {
                let found: Vec<String> = texts.iter().map(|text| shortened(text)).collect();
                return Err(format!("`{}` came back as {found:?}", shortened(text)));
            }
        }
        Ok(Outcome::Pass)
    },
};
