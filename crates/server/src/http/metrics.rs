//! [`Metrics`]: what was asked and how it went, in the text format of Prometheus. No label names a tenant.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper ends of the buckets of times, in seconds.
const ENDS: [f64; 8] = [0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 5.0, 30.0];

/// Counters since the server started.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    requests: Mutex<BTreeMap<(&'static str, u16), u64>>,
    times: Mutex<Times>,
    purged: AtomicU64,
    /// Erasures that were not physical at the last look.
    scrub_pending: AtomicUsize,
    scrubs: Mutex<(u64, f64)>,
}

#[derive(Debug, Default)]
struct Times {
    buckets: [u64; ENDS.len()],
    count: u64,
    seconds: f64,
}

impl Metrics {
    /// Counts a request by the pattern of its path, which has no id in it.
    pub(crate) fn request(&self, route: &'static str, status: u16, took: Duration) {
        let took = took.as_secs_f64();
        *self.requests.lock().unwrap_or_else(PoisonError::into_inner).entry((route, status)).or_default() +=
            1;
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        times.count += 1;
        times.seconds += took;
        for (bucket, end) in times.buckets.iter_mut().zip(ENDS) {
            *bucket += u64::from(took <= end);
        }
    }

    /// Counts memories that were erased, whole or in part.
    pub(crate) fn purged(&self, memories: usize) {
        self.purged.fetch_add(memories as u64, Ordering::Relaxed);
    }

    /// Notes how many erasures are not physical yet.
    pub(crate) fn scrub_pending(&self, erasures: usize) {
        self.scrub_pending.store(erasures, Ordering::Relaxed);
    }

    /// Counts a try to finish erasures.
    pub(crate) fn scrubbed(&self, took: Duration) {
        let mut scrubs = self.scrubs.lock().unwrap_or_else(PoisonError::into_inner);
        scrubs.0 += 1;
        scrubs.1 += took.as_secs_f64();
    }

    /// Writes them; `plans` is how many wait.
    pub(crate) fn text(&self, plans: usize) -> String {
        let mut text = String::new();
        // A String takes every write.
        let _ = self.write(&mut text, plans);
        text
    }

    fn write(&self, out: &mut String, plans: usize) -> std::fmt::Result {
        writeln!(
            out,
            "# HELP nepenthe_requests_total Requests answered.\n# TYPE nepenthe_requests_total counter"
        )?;
        for ((route, status), count) in self.requests.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            writeln!(out, "nepenthe_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}")?;
        }
        let times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(
            out,
            "# HELP nepenthe_request_seconds How long answers took.\n# TYPE nepenthe_request_seconds histogram"
        )?;
        for (count, end) in times.buckets.iter().zip(ENDS) {
            writeln!(out, "nepenthe_request_seconds_bucket{{le=\"{end}\"}} {count}")?;
        }
        let Times { count, seconds, .. } = &*times;
        writeln!(out, "nepenthe_request_seconds_bucket{{le=\"+Inf\"}} {count}")?;
        writeln!(out, "nepenthe_request_seconds_sum {seconds}\nnepenthe_request_seconds_count {count}")?;
        writeln!(
            out,
            "# HELP nepenthe_purged_total Memories erased, whole or in part.\n# TYPE nepenthe_purged_total counter\n\
             nepenthe_purged_total {}",
            self.purged.load(Ordering::Relaxed)
        )?;
        writeln!(
            out,
            "# HELP nepenthe_plans_waiting Plans that wait for a yes.\n# TYPE nepenthe_plans_waiting gauge\n\
             nepenthe_plans_waiting {plans}"
        )?;
        let (count, seconds) = *self.scrubs.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(
            out,
            "# HELP nepenthe_scrub_pending Erasures that are not physical yet, at the last look.\n\
             # TYPE nepenthe_scrub_pending gauge\nnepenthe_scrub_pending {}\n\
             # HELP nepenthe_scrub_seconds How long the server tried to finish erasures.\n\
             # TYPE nepenthe_scrub_seconds summary\nnepenthe_scrub_seconds_sum {seconds}\n\
             nepenthe_scrub_seconds_count {count}",
            self.scrub_pending.load(Ordering::Relaxed)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_written() {
        let metrics = Metrics::default();
        metrics.request("/v1/recall", 200, Duration::from_millis(7));
        metrics.request("/v1/recall", 200, Duration::from_secs(2));
        metrics.request("/v1/recall", 401, Duration::from_secs(60));
        metrics.purged(3);
        metrics.scrub_pending(2);
        metrics.scrubbed(Duration::from_millis(1500));
        metrics.scrubbed(Duration::from_millis(500));
        let text = metrics.text(1);
        for line in [
            r#"nepenthe_requests_total{route="/v1/recall",status="200"} 2"#,
            r#"nepenthe_requests_total{route="/v1/recall",status="401"} 1"#,
            r#"nepenthe_request_seconds_bucket{le="0.01"} 1"#,
            r#"nepenthe_request_seconds_bucket{le="5"} 2"#,
            r#"nepenthe_request_seconds_bucket{le="+Inf"} 3"#,
            "nepenthe_request_seconds_sum 62.007",
            "nepenthe_purged_total 3",
            "nepenthe_plans_waiting 1",
            "nepenthe_scrub_pending 2",
            "nepenthe_scrub_seconds_sum 2",
            "nepenthe_scrub_seconds_count 2",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
