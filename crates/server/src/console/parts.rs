//! What many pages are made of: times, states, bars, ids, icons.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use maud::{Markup, PreEscaped, html};
use nepenthe::State;

/// A time, to the minute; whole where the pointer rests on it.
pub(super) fn time(time: Timestamp) -> Markup {
    html! { time datetime=(time) title=(time) { (minute(time)) } }
}

/// A time that is written as text, as receipts have it.
pub(super) fn time_of(text: &str) -> Markup {
    match text.parse() {
        Ok(parsed) => time(parsed),
        Err(_) => html! { (text) },
    }
}

/// Such as `3 May 2026, 14:05`.
pub(super) fn minute(time: Timestamp) -> String {
    time.to_zoned(TimeZone::UTC).strftime("%-d %b %Y, %H:%M").to_string()
}

/// Such as `3 May 2026`.
pub(super) fn day(time: Timestamp) -> Markup {
    html! { time datetime=(time) title=(time) { (time.to_zoned(TimeZone::UTC).strftime("%-d %b %Y").to_string()) } }
}

/// A memory's state, as a word with a sign.
pub(super) fn state(state: State) -> Markup {
    let (class, word) = match state {
        State::Pinned => ("stays", "Pinned"),
        State::Live => ("stays", "In recall"),
        State::Expired => ("quiet", "Expired"),
        State::Released => ("quiet", "Released"),
        State::Superseded => ("edits", "Superseded"),
        State::Quarantined => ("edits", "Quarantined"),
        State::Unreadable => ("goes", "Unreadable"),
    };
    badge(class, word)
}

/// A word on a ground; the class says what it means.
pub(super) fn badge(class: &str, word: &str) -> Markup {
    html! { span class={ "badge " (class) } { (word) } }
}

/// How sure, from 0 to 1, as a bar and a number.
pub(super) fn bar(sure: Option<f64>, class: &str) -> Markup {
    let Some(sure) = sure else {
        return html! { span class="bar" { span class="muted" { "not said" } } };
    };
    let width = format!("{:.1}", sure.clamp(0.0, 1.0) * 100.0);
    html! {
        span class={ "bar " (class) } {
            svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
                rect class="ground" width="100" height="8" rx="4" {}
                rect class="filled" width=(width) height="8" rx="4" {}
            }
            span class="number" { (percent(sure)) }
        }
    }
}

/// Such as `97 %`; what is not quite sure is not said to be 100.
pub(super) fn percent(sure: f64) -> String {
    let most = if sure < 1.0 { 99.0 } else { 100.0 };
    format!("{:.0} %", (sure.clamp(0.0, 1.0) * 100.0).round().min(most))
}

/// An id, of which the end is shown, with a way to copy it.
pub(super) fn id(id: &str) -> Markup {
    let short = id.get(id.len().saturating_sub(8)..).unwrap_or(id);
    html! {
        span class="id" {
            code title=(id) { "…" (short) }
            button type="button" class="copy" data-copy=(id) hidden aria-label={ "Copy the id ending in " (short) }
            { (icon("copy")) }
        }
    }
}

/// A text to be kept elsewhere, with a way to copy it.
pub(super) fn copied(text: &str, name: &str) -> Markup {
    html! {
        span class="copied" {
            code { (text) }
            button type="button" class="copy" data-copy=(text) hidden aria-label={ "Copy " (name) } { (icon("copy")) }
        }
    }
}

/// Such as `1 memory` or `3 memories`.
pub(super) fn many(count: usize, one: &str, more: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { more })
}

/// Such as `12,345`.
pub(super) fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Such as `4.2 MB`.
pub(super) fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return format!("{bytes} bytes");
    }
    #[expect(clippy::cast_precision_loss, reason = "to two digits")]
    let mut size = bytes as f64 / 1000.0;
    let mut unit = UNITS[0];
    for larger in &UNITS[1..] {
        if size < 1000.0 {
            break;
        }
        size /= 1000.0;
        unit = larger;
    }
    if size < 10.0 { format!("{size:.1} {unit}") } else { format!("{size:.0} {unit}") }
}

/// What to do where there is nothing yet.
pub(super) fn nothing(title: &str, what_to_do: &Markup) -> Markup {
    html! {
        div class="nothing" {
            p class="strong" { (title) }
            div { (what_to_do) }
        }
    }
}

/// Something to be noticed.
pub(super) fn callout(class: &str, text: &Markup) -> Markup {
    let sign = match class {
        "goes" => "alert",
        "stays" => "check",
        _ => "info",
    };
    html! { div class={ "callout " (class) } { (icon(sign)) div { (text) } } }
}

/// A sign beside a word, which says the same.
pub(super) fn icon(name: &str) -> Markup {
    let path = match name {
        "memories" => "M4 5h12M4 10h12M4 15h7",
        "forget" => "M4 14.5 11.5 7l3.5 3.5-5 5H6zM9 17h8",
        "receipts" => "M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17zM8 7h4M8 10.5h4",
        "cases" => "M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 17c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5",
        "health" => "M3 10h3l2-5 4 10 2-5h3",
        "keys" => "M7 13a3.5 3.5 0 1 1 3-5.3L17 8v3h-2v2h-3v-2h-1.5A3.5 3.5 0 0 1 7 13z",
        "scopes" => "M3 6.5h14M3 6.5v9h14v-9M3 6.5l2-3h4l1.5 3",
        "goes" => "M5 5l10 10M15 5 5 15",
        "edits" => "M4 16l1-4 8-8 3 3-8 8zM11 6l3 3",
        "stays" | "check" => "M4 10.5l4 4 8-9",
        "unread" => "M3 10s2.5-5 7-5 7 5 7 5-2.5 5-7 5-7-5-7-5zM4 4l12 12",
        "alert" => "M10 3 2.5 16.5h15zM10 8v4M10 14.4v.2",
        "copy" => "M7 7h9v9H7zM4 13V4h9",
        "skip" => "M5 10h10",
        "search" => "M9 14A5 5 0 1 0 9 4a5 5 0 0 0 0 10zM13 13l4 4",
        "out" => "M8 4H4v12h4M9 10h8M14 7l3 3-3 3",
        _ => "M10 9v5M10 6v.2M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14z",
    };
    PreEscaped(format!(
        "<svg class=\"icon\" viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_counts_are_read_at_a_glance() {
        for (bytes, text) in
            [(0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (12_345, "12 kB"), (4_200_000, "4.2 MB")]
        {
            assert_eq!(size(bytes), text);
        }
        for (count, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(count), text);
        }
        assert_eq!(
            (percent(0.9999).as_str(), percent(1.0).as_str(), percent(0.0).as_str()),
            ("99 %", "100 %", "0 %")
        );
    }
}
