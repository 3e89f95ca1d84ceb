//! [`ProgressBar`]: how far a long command is.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar as Bar, ProgressDrawTarget, ProgressStyle};
use nepenthe::Progress;

/// How long a command runs before the bar shows.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar on standard error, hidden for the first second. Removed when dropped.
pub(crate) struct ProgressBar {
    bar: Bar,
    shows: bool,
    started: Instant,
}

impl ProgressBar {
    /// Makes a bar for an activity; where it may not show, it stays hidden.
    pub(super) fn new(what: &'static str, may_show: bool) -> Self {
        let bar = Bar::with_draw_target(None, ProgressDrawTarget::hidden()).with_message(what);
        let style = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len} eta {eta}")
            .expect("the template is a constant")
            .progress_chars("=> ");
        bar.set_style(style);
        Self { bar, shows: may_show, started: Instant::now() }
    }

    /// Shows how far it is.
    pub(crate) fn set(&mut self, progress: Progress) {
        if !self.shows {
            return;
        }
        if self.bar.is_hidden() && self.started.elapsed() >= PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_length(progress.total as u64);
        self.bar.set_position(progress.done as u64);
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
