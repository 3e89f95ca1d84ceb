//! Systems as points in a square of two rates.

use maud::{Markup, html};

use super::drawing::{all, line, n, text, width_of, xml};
use super::labels::{Area, place};
use crate::report::{Rate, Role};

/// One system.
pub(super) struct Point {
    pub(super) system: String,
    pub(super) x: Rate,
    pub(super) y: Rate,
    /// Whether some of its cases have no answer.
    pub(super) part: bool,
    pub(super) sentence: String,
}

/// What a square of points shows.
pub(super) struct Scatter {
    pub(super) x_title: String,
    pub(super) y_title: String,
    pub(super) points: Vec<Point>,
    /// Words in the corners: bottom left, bottom right, top left, top right.
    pub(super) corners: [&'static str; 4],
    /// Whether intervals are drawn, and the line of contestants that none beats in both.
    pub(super) intervals: bool,
    /// The points that an arrow leads from and to, by their place.
    pub(super) arrows: Vec<(usize, usize)>,
}

pub(super) const WIDTH: f64 = 460.0;
pub(super) const HEIGHT: f64 = 440.0;
const LEFT: f64 = 50.0;
const TOP: f64 = 12.0;
const RIGHT: f64 = 446.0;
const BOTTOM: f64 = 388.0;
/// The points of 0 and 100 % stand off the frame, so that marks and labels fit.
const INSET: f64 = 26.0;

fn x(rate: f64) -> f64 {
    LEFT + INSET + rate * (RIGHT - LEFT - 2.0 * INSET)
}

fn y(rate: f64) -> f64 {
    BOTTOM - INSET - rate * (BOTTOM - TOP - 2.0 * INSET)
}

impl Scatter {
    /// Draws it, and a note below. Points without a rate are left out.
    pub(super) fn draw_with(&self, note: Option<&str>) -> Markup {
        html! {
            (self.draw())
            @if let Some(note) = note {
                (text("corner", ((LEFT + RIGHT) / 2.0, BOTTOM + 60.0), "middle", note))
            }
        }
    }

    /// Draws it. Points without a rate are left out.
    pub(super) fn draw(&self) -> Markup {
        let points: Vec<(&Point, f64, f64)> = self
            .points
            .iter()
            .filter_map(|point| Some((point, x(point.x.rate?), y(point.y.rate?))))
            .collect();
        html! {
            (self.frame())
            @if self.intervals { (frontier(&points)) (all(points.iter().map(whiskers))) }
            (all(self.arrows.iter().map(|(from, to)| arrow(&self.points[*from], &self.points[*to]))))
            (labels(&points))
            // Contestants last, so that no yardstick covers one.
            (all(points.iter().filter(|(point, ..)| Role::of(&point.system) != Role::Contestant).map(mark)))
            (all(points.iter().filter(|(point, ..)| Role::of(&point.system) == Role::Contestant).map(mark)))
        }
    }

    fn frame(&self) -> Markup {
        let ticks = [0.0, 0.25, 0.5, 0.75, 1.0];
        let [bottom_left, bottom_right, top_left, top_right] = self.corners;
        html! {
            g aria-hidden="true" {
                @for tick in ticks {
                    (line("grid", (x(tick), TOP), (x(tick), BOTTOM)))
                    (line("grid", (LEFT, y(tick)), (RIGHT, y(tick))))
                    (text("small muted", (x(tick), BOTTOM + 16.0), "middle", &n(tick * 100.0)))
                    (text("small muted", (LEFT - 7.0, y(tick) + 4.0), "end", &n(tick * 100.0)))
                }
                (line("axis", (LEFT, BOTTOM), (RIGHT, BOTTOM)))
                (line("axis", (LEFT, TOP), (LEFT, BOTTOM)))
                (text("corner", (LEFT + 6.0, BOTTOM - 6.0), "start", bottom_left))
                (text("corner", (RIGHT - 4.0, BOTTOM - 6.0), "end", bottom_right))
                (text("corner", (LEFT + 6.0, TOP + 12.0), "start", top_left))
                (text("corner", (RIGHT - 4.0, TOP + 12.0), "end", top_right))
                (text("", ((LEFT + RIGHT) / 2.0, BOTTOM + 38.0), "middle", &self.x_title))
                text text-anchor="middle" transform=(format!("translate(14 {}) rotate(-90)", n((TOP + BOTTOM) / 2.0))) {
                    (xml(&self.y_title))
                }
            }
        }
    }
}

/// Draws an arrow between two points, off their marks.
fn arrow(from: &Point, to: &Point) -> Markup {
    let place = |point: &Point| Some((x(point.x.rate?), y(point.y.rate?)));
    let (Some(from), Some(to)) = (place(from), place(to)) else { return html! {} };
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 24.0 {
        return html! {};
    }
    let (ux, uy) = (dx / length, dy / length);
    let at = |along: f64, aside: f64| (from.0 + ux * along - uy * aside, from.1 + uy * along + ux * aside);
    let (tip, left, right) = (at(length - 8.0, 0.0), at(length - 16.0, 4.0), at(length - 16.0, -4.0));
    html! {
        g aria-hidden="true" {
            (line("arrow", at(8.0, 0.0), at(length - 15.0, 0.0)))
            polygon class="arrow-head"
                points=(format!("{},{} {},{} {},{}", n(tip.0), n(tip.1), n(left.0), n(left.1), n(right.0), n(right.1))) {}
        }
    }
}

/// Draws the mark of a system: each role has a shape of its own.
pub(super) fn mark((point, x, y): &(&Point, f64, f64)) -> Markup {
    let role = Role::of(&point.system);
    let part = if point.part { " part" } else { "" };
    let class = if role == Role::Contestant { "mark contestant" } else { "mark yardstick" };
    html! {
        g class={ (class) (part) } data-system=(xml(&point.system)) role="img" aria-label=(xml(&point.sentence)) {
            (shape(role, *x, *y))
        }
    }
}

/// Draws a role's shape.
pub(super) fn shape(role: Role, x: f64, y: f64) -> Markup {
    let path = |steps: &[(f64, f64)]| {
        let points: Vec<String> =
            steps.iter().map(|(dx, dy)| format!("{},{}", n(x + dx), n(y + dy))).collect();
        html! { polygon class="shape" points=(points.join(" ")) {} }
    };
    match role {
        Role::Contestant => html! { circle class="shape" cx=(n(x)) cy=(n(y)) r="5.5" {} },
        Role::Ceiling => path(&[(0.0, -6.0), (5.6, 4.2), (-5.6, 4.2)]),
        Role::Baseline => path(&[(0.0, -6.0), (6.0, 0.0), (0.0, 6.0), (-6.0, 0.0)]),
        Role::Floor => path(&[(-4.6, -4.6), (4.6, -4.6), (4.6, 4.6), (-4.6, 4.6)]),
    }
}

fn whiskers((point, px, py): &(&Point, f64, f64)) -> Markup {
    if Role::of(&point.system) != Role::Contestant {
        return html! {};
    }
    let (across, up) = (point.x.wilson95, point.y.wilson95);
    html! {
        (line("whisker", (x(across.low), *py), (x(across.high), *py)))
        (line("whisker", (*px, y(up.low)), (*px, y(up.high))))
    }
}

/// Draws the steps through the contestants that no other contestant beats in both rates.
fn frontier(points: &[(&Point, f64, f64)]) -> Markup {
    let contestants = || points.iter().filter(|(point, ..)| Role::of(&point.system) == Role::Contestant);
    let beaten =
        |x: f64, y: f64| contestants().any(|(_, ox, oy)| *ox >= x && *oy <= y && (*ox > x || *oy < y));
    let mut best: Vec<(f64, f64)> =
        contestants().filter(|(_, x, y)| !beaten(*x, *y)).map(|(_, x, y)| (*x, *y)).collect();
    best.sort_by(|a, b| a.0.total_cmp(&b.0));
    best.dedup();
    let Some(first) = best.first() else { return html! {} };
    let mut path = format!("M{} {}", n(LEFT), n(first.1));
    for (index, (x, _)) in best.iter().enumerate() {
        path.push_str(&format!("H{}", n(*x)));
        path.push_str(&format!("V{}", n(best.get(index + 1).map_or(BOTTOM, |next| next.1))));
    }
    html! { path class="frontier" d=(path) {} }
}

/// Draws the names; systems in one place share a label.
fn labels(points: &[(&Point, f64, f64)]) -> Markup {
    let mut places: Vec<((f64, f64), Vec<&str>)> = Vec::new();
    for (point, x, y) in points {
        let near =
            |((px, py), _): &&mut ((f64, f64), Vec<&str>)| (px - x).abs() < 2.5 && (py - y).abs() < 2.5;
        match places.iter_mut().find(near) {
            Some((_, names)) => names.push(&point.system),
            None => places.push(((*x, *y), vec![&point.system])),
        }
    }
    // Contestants first, so that they have the nearest places.
    places.sort_by_key(|(_, names)| names.iter().map(|name| Role::of(name)).min());
    let spots: Vec<(f64, f64)> = places.iter().map(|(spot, _)| *spot).collect();
    let words: Vec<String> = places.iter().map(|(_, names)| together(names)).collect();
    let widths: Vec<f64> = words.iter().map(|words| width_of(words) * 1.06).collect();
    let bounds =
        Area { left: LEFT + 2.0, top: TOP + 15.0, width: RIGHT - LEFT - 4.0, height: BOTTOM - TOP - 32.0 };
    let placed = place(&spots, &widths, bounds);
    all(places.iter().zip(words).zip(placed).map(|((((px, py), names), words), place)| {
        let contestant = names.iter().any(|name| Role::of(name) == Role::Contestant);
        let class = if contestant { "contestant" } else { "yardstick" };
        let baseline = place.area.top + 11.0;
        html! {
            g class=(class) aria-hidden="true" {
                @if place.leads { (line("leader", (*px, *py), place.line_end((*px, *py)))) }
                (text("label", (place.x(), baseline), place.anchor, &words))
            }
        }
    }))
}

/// Writes names as one label, contestants first.
fn together(names: &[&str]) -> String {
    let mut names = names.to_vec();
    names.sort_by_key(|name| Role::of(name));
    match names.len() {
        0..=3 => names.join(", "),
        more => format!("{} and {} more", names[..2].join(", "), more - 2),
    }
}
