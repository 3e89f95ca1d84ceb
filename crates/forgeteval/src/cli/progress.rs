//! Progress on standard error.

use std::io;
use std::time::Duration;

use forgeteval::record::Record;
use forgeteval::run::Sink;
use forgeteval::suite::Suite;
use indicatif::{ProgressBar, ProgressStyle};

use super::output::say;

/// Shows on standard error which system is at which case, or, where that is no terminal, which system begins; passes
/// everything on to another sink.
pub(super) struct Progress<'a> {
    sink: &'a mut (dyn Sink + Send),
    bar: ProgressBar,
}

impl<'a> Progress<'a> {
    /// Starts with the number of verdicts to come, and of those that are there already.
    pub(super) fn new(sink: &'a mut (dyn Sink + Send), total: usize, done: usize) -> Self {
        let bar = ProgressBar::new(total as u64).with_position(done as u64);
        let template = "{msg}  [{bar:30}] {pos}/{len}  {percent}%  eta {eta}";
        bar.set_style(
            ProgressStyle::with_template(template).expect("the template is a constant").progress_chars("=> "),
        );
        // The rate of this run, not of what an earlier one did.
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { sink, bar }
    }

    /// Removes the bar.
    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

impl Sink for Progress<'_> {
    fn begin(&mut self, suite: &Suite, system: &str) {
        let message = format!("{}: {system}", suite.name());
        if self.bar.is_hidden() {
            say(&message);
        }
        self.bar.set_message(message);
        self.sink.begin(suite, system);
    }

    fn has(&self, suite: &Suite, system: &str, case: &str) -> bool {
        self.sink.has(suite, system, case)
    }

    fn take(&mut self, record: Record) -> io::Result<()> {
        self.sink.take(record)?;
        self.bar.inc(1);
        Ok(())
    }
}
