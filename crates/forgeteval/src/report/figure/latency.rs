//! The time of a case: mean and median on a logarithmic axis, and how the mean divides.

use maud::{Markup, html};

use super::drawing::{Figure, all, line, n, text, width_of, xml};
use crate::report::{Role, Share, SuiteView, SystemTimes};

const ROW: f64 = 24.0;
const TOP: f64 = 46.0;
const AXIS: f64 = 190.0;
const BAR: f64 = 104.0;
const GAP: f64 = 22.0;

/// A share's name and size.
type Named = (&'static str, fn(&Share) -> f64);

/// The shares, as they are named and drawn.
const SHARES: [Named; 4] = [
    ("embedder", |share| share.embedder),
    ("planner", |share| share.planner),
    ("store", |share| share.store),
    ("scoring", |share| share.scoring),
];

/// Draws the times of a suite's systems, the quickest of each role first.
pub(in crate::report) fn latency(suite: &SuiteView<'_>) -> Figure {
    let mut rows: Vec<&SystemTimes> = suite.times.iter().filter(|times| times.cases > 0).collect();
    rows.sort_by(|a, b| {
        let roles = Role::of(&a.system).cmp(&Role::of(&b.system));
        roles.then(a.median.total.total_cmp(&b.median.total))
    });
    let left = rows.iter().map(|row| width_of(&row.system)).fold(40.0, f64::max).min(170.0) + 16.0;
    let scale = Scale::new(&rows, left);
    let height = TOP + rows.len() as f64 * ROW + 40.0;
    let width = left + AXIS + GAP + BAR + 14.0;
    let said: Vec<String> = rows.iter().map(|row| sentence(row)).collect();
    Figure {
        name: format!("{}-latency", suite.key),
        title: format!("Time of a case: {}", suite.title),
        description: format!(
            "Mean and median milliseconds of a case on a logarithmic axis, and how the mean divides. {}.",
            said.join("; ")
        ),
        width,
        height,
        body: html! {
            (frame(&scale, left, TOP + rows.len() as f64 * ROW))
            (all(rows.iter().enumerate().map(|(index, times)| row(times, &scale, left, TOP + index as f64 * ROW))))
        },
    }
}

/// A logarithmic axis over whole powers of ten.
struct Scale {
    left: f64,
    low: i32,
    high: i32,
}

impl Scale {
    #[expect(clippy::cast_possible_truncation, reason = "a time has few digits")]
    fn new(rows: &[&SystemTimes], left: f64) -> Self {
        let all = || rows.iter().flat_map(|row| [row.mean.total, row.median.total]).map(shown);
        let low = all().fold(f64::INFINITY, f64::min).min(1.0).log10().floor() as i32;
        let high = all().fold(0.0, f64::max).max(1.0).log10().ceil() as i32;
        Self { left, low, high: high.max(low + 1) }
    }

    fn at(&self, ms: f64) -> f64 {
        let share = (shown(ms).log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        self.left + 8.0 + share * (AXIS - 16.0)
    }
}

/// No clock tells less than a microsecond, and zero has no logarithm.
fn shown(ms: f64) -> f64 {
    ms.max(0.001)
}

fn frame(scale: &Scale, left: f64, bottom: f64) -> Markup {
    let bar = left + AXIS + GAP;
    html! {
        g aria-hidden="true" {
            circle class="median" cx=(n(left + 12.0)) cy="9" r="4.5" {}
            (text("small", (left + 20.0, 13.0), "start", "median"))
            circle class="mean" cx=(n(left + 76.0)) cy="9" r="4.5" {}
            (text("small", (left + 84.0, 13.0), "start", "mean"))
            @for (index, (name, _)) in SHARES.iter().enumerate() {
                @let at = bar + BAR - 72.0 * (SHARES.len() - index) as f64 + 6.0;
                rect class={ "t-" (name) } x=(n(at)) y="20" width="9" height="9" {}
                (text("small", (at + 13.0, 28.5), "start", name))
            }
            @for power in scale.low..=scale.high {
                @let ms = 10_f64.powi(power);
                (line("grid", (scale.at(ms), TOP - 6.0), (scale.at(ms), bottom)))
                (text("small muted", (scale.at(ms), bottom + 16.0), "middle", &ten(power)))
            }
            (text("", (left + AXIS / 2.0, bottom + 34.0), "middle", "milliseconds a case"))
            (text("", (bar + BAR / 2.0, bottom + 34.0), "middle", "parts of the mean"))
            (text("small muted", (bar, bottom + 16.0), "start", "0"))
            (text("small muted", (bar + BAR, bottom + 16.0), "end", "100 %"))
        }
    }
}

/// Writes a power of ten.
fn ten(power: i32) -> String {
    let digits = usize::try_from(-power).unwrap_or(0);
    format!("{:.digits$}", 10_f64.powi(power))
}

fn row(times: &SystemTimes, scale: &Scale, left: f64, top: f64) -> Markup {
    let class =
        if Role::of(&times.system) == Role::Contestant { "mark contestant" } else { "mark yardstick" };
    let middle = top + ROW / 2.0;
    let (mean, median) = (scale.at(times.mean.total), scale.at(times.median.total));
    html! {
        g class=(class) data-system=(xml(&times.system)) role="img" aria-label=(xml(&sentence(times))) {
            rect class="ground" x="0" y=(n(top)) width=(n(left + AXIS + GAP + BAR)) height=(n(ROW)) fill="none" {}
            (text("label", (left - 8.0, middle + 4.0), "end", &times.system))
            (line("span", (median, middle), (mean, middle)))
            circle class="mean" cx=(n(mean)) cy=(n(middle)) r="4.5" {}
            circle class="median" cx=(n(median)) cy=(n(middle)) r="4.5" {}
            (shares(&times.mean, left + AXIS + GAP, middle - 7.0))
        }
    }
}

fn shares(mean: &Share, left: f64, top: f64) -> Markup {
    let sum: f64 = SHARES.iter().map(|(_, of)| of(mean)).sum();
    let mut at = left;
    let parts: Vec<(&str, f64, f64)> = SHARES
        .iter()
        .map(|(name, of)| {
            let width = if sum > 0.0 { of(mean) / sum * BAR } else { 0.0 };
            at += width;
            (*name, at - width, width)
        })
        .collect();
    html! {
        @for (name, x, width) in parts {
            @if width >= 0.3 {
                rect class={ "t-" (name) } x=(n(x)) y=(n(top)) width=(n(width)) height="14" {}
            }
        }
    }
}

fn sentence(times: &SystemTimes) -> String {
    let Share { embedder, planner, store, scoring, .. } = times.mean;
    format!(
        "{}: median {} ms, mean {} ms (embedder {}, planner {}, store {}, scoring {})",
        times.system,
        ms(times.median.total),
        ms(times.mean.total),
        ms(embedder),
        ms(planner),
        ms(store),
        ms(scoring)
    )
}

/// Writes milliseconds to three digits.
pub(in crate::report) fn ms(value: f64) -> String {
    let digits = match value {
        big if big >= 100.0 => 0,
        middle if middle >= 10.0 => 1,
        small if small >= 1.0 => 2,
        _ => 3,
    };
    format!("{value:.digits$}")
}
