//! A drawing in SVG, and how it stands in a page or alone in a file.

use maud::{Markup, PreEscaped, html};

/// A figure, drawn once for the page and for a file of its own. Colours come from classes: a page sets them by its own
/// style sheet, a file carries one.
#[derive(Debug, Clone)]
pub struct Figure {
    /// What its file is called, without the ending.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What is to be seen, for those who cannot see it.
    pub description: String,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) body: Markup,
}

/// The style sheet of a figure that stands alone.
const ALONE: &str = include_str!("alone.css");

/// How much room the title takes in a file.
const TITLE: f64 = 34.0;

impl Figure {
    /// Writes the figure as an SVG file that reads on white.
    #[must_use]
    pub fn file(&self) -> String {
        let height = self.height + TITLE;
        let width = self.width.max(heading_width(&self.title));
        let svg = html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(n(width)) height=(n(height))
                viewBox=(format!("0 0 {} {}", n(width), n(height))) role="img"
                aria-labelledby="title desc" {
                title id="title" { (xml(&self.title)) }
                desc id="desc" { (xml(&self.description)) }
                style { (ALONE) }
                (hatching())
                rect class="paper" width="100%" height="100%" {}
                text class="heading" x="12" y="22" { (xml(&self.title)) }
                g transform=(format!("translate(0 {})", n(TITLE))) { (self.body) }
            }
        };
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", svg.into_string())
    }

    /// Draws the figure for a page, whose element of this id describes it.
    pub(in crate::report) fn inline(&self, described_by: &str) -> Markup {
        html! {
            svg viewBox=(format!("0 0 {} {}", n(self.width), n(self.height))) role="group" data-marks
                aria-label=(self.title) aria-describedby=(described_by) { (self.body) }
        }
    }
}

/// The pattern of what is not applicable.
fn hatching() -> Markup {
    html! {
        defs {
            pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                rect class="hatch-ground" width="6" height="6" {}
                rect class="hatch-line" width="2" height="6" {}
            }
        }
    }
}

/// Writes a length or place: at most two decimals.
pub(super) fn n(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Leaves out the characters that XML cannot hold.
pub(super) fn xml(text: &str) -> String {
    text.chars().filter(|c| !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'))).collect()
}

/// Draws a line.
pub(super) fn line(class: &str, from: (f64, f64), to: (f64, f64)) -> Markup {
    html! { line class=(class) x1=(n(from.0)) y1=(n(from.1)) x2=(n(to.0)) y2=(n(to.1)) {} }
}

/// Draws text; the anchor is `start`, `middle` or `end`.
pub(super) fn text(class: &str, at: (f64, f64), anchor: &str, words: &str) -> Markup {
    html! { text class=(class) x=(n(at.0)) y=(n(at.1)) text-anchor=(anchor) { (xml(words)) } }
}

/// Returns about how wide text of 12 pixels is; no font is at hand that would say it.
pub(super) fn width_of(words: &str) -> f64 {
    words
        .chars()
        .map(|c| if c.is_ascii() { if "iljtf.,:|'! ()".contains(c) { 4.4 } else { 7.3 } } else { 12.0 })
        .sum()
}

/// Returns about how wide a title is in a file, with the room beside it: its letters are larger than those of `width_of`.
fn heading_width(title: &str) -> f64 {
    width_of(title) * 1.35 + 24.0
}

/// Puts drawings one after another.
pub(super) fn all(parts: impl IntoIterator<Item = Markup>) -> Markup {
    PreEscaped(parts.into_iter().map(PreEscaped::into_string).collect())
}
