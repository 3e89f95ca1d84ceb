//! Telling a person what is being fetched.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// Whether and where the progress of a download is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Progress {
    /// On standard error: a bar on a terminal, elsewhere one line a file. The default.
    #[default]
    Stderr,
    /// Nowhere.
    Silent,
}

impl Progress {
    /// Says one thing, as a line.
    pub(crate) fn say(self, line: &str) {
        if self == Progress::Stderr {
            eprintln!("{line}");
        }
    }

    /// Begins a transfer of `size` bytes.
    pub(crate) fn begin(self, what: &str, size: u64) -> ProgressBar {
        if self == Progress::Silent {
            return ProgressBar::hidden();
        }
        if !std::io::stderr().is_terminal() {
            self.say(&format!("{what} ({:.1} MB)", size as f64 / 1e6));
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{msg} {bar:30} {bytes}/{total_bytes} {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(size).with_style(style).with_message(what.to_owned())
    }
}
