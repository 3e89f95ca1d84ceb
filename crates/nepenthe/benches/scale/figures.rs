//! [`Figures`]: what was measured, printed as it comes and kept as lines of JSON; and percentiles.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use serde_json::{Value, json};

pub(crate) struct Figures {
    json: Option<PathBuf>,
}

/// Milliseconds: of the middle one, and of the one that 99 in 100 do not exceed.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    pub(crate) p50: f64,
    pub(crate) p99: f64,
}

impl Figures {
    pub(crate) fn new(json: Option<PathBuf>) -> Self {
        Self { json }
    }

    pub(crate) fn heading(&self, title: &str) {
        println!("\n## {title}");
    }

    /// Takes a figure down: what of, at which size, and the number with its unit.
    pub(crate) fn add(&mut self, part: &str, size: usize, what: &str, unit: &str, value: f64) {
        println!("{part:>9} {size:>9}  {what:<58} {value:>12.3} {unit}");
        self.keep(json!({"part": part, "size": size, "what": what, "unit": unit, "value": value}));
    }

    pub(crate) fn times(&mut self, part: &str, size: usize, what: &str, times: Times) {
        let Times { p50, p99 } = times;
        println!("{part:>9} {size:>9}  {what:<58} {p50:>12.3} ms p50 {p99:>10.3} ms p99");
        self.keep(json!({"part": part, "size": size, "what": what, "unit": "ms", "value": p50, "p99": p99}));
    }

    fn keep(&self, line: Value) {
        if let Some(path) = &self.json {
            let mut file = std::fs::File::options().create(true).append(true).open(path).unwrap();
            writeln!(file, "{line}").unwrap();
        }
    }
}

/// Runs something; returns what it gives and the milliseconds that it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let done = work();
    (done, started.elapsed().as_secs_f64() * 1e3)
}

/// The percentiles of some times in milliseconds.
pub(crate) fn times(each: impl Iterator<Item = f64>) -> Times {
    let mut each: Vec<f64> = each.collect();
    each.sort_by(f64::total_cmp);
    let at = |part: f64| each[((each.len() - 1) as f64 * part).round() as usize];
    Times { p50: at(0.5), p99: at(0.99) }
}

/// Bytes of memory that this process holds, as Linux counts them; 0 elsewhere.
pub(crate) fn held() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok()).unwrap_or(0.0) * 1024.0
}
