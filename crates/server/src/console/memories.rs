//! The memories of a scope: listed, filtered, searched, written.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use maud::{Markup, html};
use nepenthe::State;
use nepenthe_ops::{
    self as ops, Code, Hit, Include, InscribeInput, Memory, NewMemory, OpError, PageInput, RecallInput,
    Stats, StatsInput, table,
};

use super::answer::Answer;
use super::layout::{self, Part};
use super::parts::{bar, callout, day, grouped, icon, many, nothing, state};
use super::visit::Place;
use crate::http::Problem;

/// How many memories a page shows, or a little more.
const PAGE: usize = 50;
/// How many are looked at for a page that shows some of them.
const LOOKED_AT: usize = 10_000;
/// How many hits a search asks for.
const HITS: usize = 30;
/// Hits that are less likely than this to answer are folded away.
const LIKELY: f64 = 0.25;

/// What of a scope is shown.
struct Shown<'a> {
    tab: Tab,
    query: &'a str,
    source: &'a str,
    as_of: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    Live,
    Out,
    All,
}

impl Tab {
    fn of(word: &str) -> Self {
        match word {
            "out" => Self::Out,
            "all" => Self::All,
            _ => Self::Live,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Out => "out",
            Self::All => "all",
        }
    }

    fn include(self) -> Include {
        if self == Self::Live { Include::Live } else { Include::All }
    }

    fn shows(self, memory: &Memory) -> bool {
        let live = matches!(memory.state, State::Live | State::Pinned);
        match self {
            Self::Live => live,
            Self::Out => !live,
            Self::All => true,
        }
    }
}

/// Lists the memories, page by page.
pub(super) fn list(place: &Place<'_>) -> Result<Answer, Problem> {
    let query = place.visit.query;
    let shown = Shown { tab: Tab::of(query.get("show")), query: "", source: "", as_of: "" };
    let after = query.get("after").parse().unwrap_or(0);
    draw(place, &shown, &walked(place, &shown, after)?)
}

/// Searches, or lists what comes from a source.
pub(super) fn search(place: &Place<'_>) -> Result<Answer, Problem> {
    let form = place.visit.form;
    let shown = Shown {
        tab: Tab::of(form.get("show")),
        query: form.get("q"),
        source: form.get("source"),
        as_of: form.get("as_of"),
    };
    let found = match shown.query {
        "" => walked(place, &shown, form.get("after").parse().unwrap_or(0)),
        _ => searched(place, &shown),
    };
    match found {
        Ok(found) => draw(place, &shown, &found),
        Err(error) if error.code() == Code::BadRequest => {
            let wrong = callout("goes", &html! { (error.message()) });
            draw(place, &shown, &html! { (wrong) })
        }
        Err(error) => Err(error.into()),
    }
}

/// Reads pages until there is enough to show.
fn walked(place: &Place<'_>, shown: &Shown<'_>, after: i64) -> Result<Markup, OpError> {
    let source = shown.source.to_lowercase();
    let mut memories: Vec<Memory> = Vec::new();
    let (mut next, mut looked_at) = (Some(after), 0);
    while let (Some(after), true, true) = (next, memories.len() < PAGE, looked_at < LOOKED_AT) {
        let input = PageInput { include: shown.tab.include(), after, limit: PAGE };
        let page = place.with(&table::LIST, |scope| ops::page(scope, &input))?;
        looked_at += page.memories.len();
        next = page.next;
        memories.extend(page.memories.into_iter().filter(|memory| {
            let from = || memory.source.as_ref().is_some_and(|from| from.to_lowercase().contains(&source));
            shown.tab.shows(memory) && (source.is_empty() || from())
        }));
    }
    Ok(html! {
        @if memories.is_empty() && next.is_none() {
            (no_memories(place, shown, after))
        } @else {
            ul class="memories" { @for memory in &memories { (row(place, memory, None)) } }
            @if let Some(next) = next {
                @if shown.source.is_empty() {
                    p class="more" {
                        a class="button"
                            href={ (place.path("memories")) "?show=" (shown.tab.word()) "&after=" (next) } {
                            "Next page"
                        }
                    }
                } @else {
                    form method="post" action=(place.path("memories")) class="more" {
                        input type="hidden" name="show" value=(shown.tab.word());
                        input type="hidden" name="source" value=(shown.source);
                        input type="hidden" name="after" value=(next);
                        button class="button" { "Look further" }
                    }
                }
            }
        }
    })
}

fn no_memories(place: &Place<'_>, shown: &Shown<'_>, after: i64) -> Markup {
    if !shown.source.is_empty() || after > 0 {
        return nothing("Nothing more", &html! { p { "No other memory of this scope is shown here." } });
    }
    match shown.tab {
        Tab::Out => nothing(
            "Nothing is out of recall",
            &html! {
                p {
                    "What is superseded, released, expired or quarantined stands here, and can be looked at and \
                     brought back."
                }
            },
        ),
        _ => nothing(
            "No memories yet",
            &html! {
                p { "An agent writes them through the API or MCP. Or write the first one here:" }
                @if place.visit.allows(&table::INSCRIBE) { (new(place)) }
            },
        ),
    }
}

fn searched(place: &Place<'_>, shown: &Shown<'_>) -> Result<Markup, OpError> {
    let as_of = (!shown.as_of.is_empty()).then(|| end_of(shown.as_of)).transpose()?;
    let input = RecallInput { k: HITS, as_of, include: shown.tab.include(), ..RecallInput::new(shown.query) };
    let hits = place.with(&table::RECALL, |scope| ops::recall(scope, &input))?.hits;
    let source = shown.source.to_lowercase();
    let hits = hits.into_iter().filter(|hit| {
        let from = || hit.memory.source.as_ref().is_some_and(|from| from.to_lowercase().contains(&source));
        shown.tab.shows(&hit.memory) && (source.is_empty() || from())
    });
    let (likely, rest): (Vec<Hit>, Vec<Hit>) = hits.partition(|hit| hit.score >= LIKELY);
    let rows = |hits: &[Hit]| {
        html! {
            ul class="memories" { @for hit in hits { (row(place, &hit.memory, Some(hit.score))) } }
        }
    };
    let then = html! { @if let Some(as_of) = as_of { ", as it was believed at the end of " (day(as_of)) } };
    Ok(html! {
        @if likely.is_empty() && rest.is_empty() {
            (nothing("Nothing found", &html! {
                p { "Try fewer or other words, or look into everything and not only what is in recall." }
            }))
        } @else if likely.is_empty() {
            p class="muted" role="status" {
                "No likely answer; the nearest " (many(rest.len(), "memory", "memories")) (then)
            }
            (rows(&rest))
        } @else {
            p class="muted" role="status" { (many(likely.len(), "likely answer", "likely answers")) (then) }
            (rows(&likely))
            @if !rest.is_empty() {
                details {
                    summary { (many(rest.len(), "less likely memory", "less likely memories")) }
                    (rows(&rest))
                }
            }
        }
    })
}

/// The last moment of a day.
fn end_of(day: &str) -> Result<Timestamp, OpError> {
    let wrong = || OpError::new(Code::BadRequest, "this is no day: write it as 2026-05-03");
    let day: Date = day.parse().map_err(|_| wrong())?;
    let next = day.tomorrow().map_err(|_| wrong())?.to_zoned(TimeZone::UTC).map_err(|_| wrong())?;
    next.timestamp().checked_sub(1.nanosecond()).map_err(|_| wrong())
}

fn draw(place: &Place<'_>, shown: &Shown<'_>, found: &Markup) -> Result<Answer, Problem> {
    let stats = place.with(&table::STATS, |scope| ops::stats(scope, &StatsInput {}))?;
    let out = stats.expired + stats.released + stats.superseded + stats.quarantined + stats.unreadable;
    let live = stats.live + stats.pinned;
    let tab = |tab: Tab, name: &str, count: usize| {
        html! {
            a href={ (place.path("memories")) "?show=" (tab.word()) }
                aria-current=[(shown.tab == tab).then_some("true")] {
                (name) " " span class="count" { (grouped(count)) }
            }
        }
    };
    let filtered = !shown.source.is_empty() || !shown.as_of.is_empty();
    let body = html! {
        div class="head" {
            h1 { "Memories" }
            div class="actions" {
                @if place.visit.allows(&table::PURGE) {
                    a class="button danger" href=(place.path("forget")) { (icon("forget")) "Forget…" }
                }
            }
        }
        form method="post" action=(place.path("memories")) class="search" role="search" {
            div class="row" {
                label class="hidden" for="q" { "Search by meaning and words" }
                input id="q" name="q" type="search" value=(shown.query) placeholder="Where does Alice work?"
                    autocomplete="off" data-key="/";
                button class="button primary" { (icon("search")) "Search" }
            }
            input type="hidden" name="show" value=(shown.tab.word());
            details open[filtered] {
                summary { "Filters" }
                div class="row" {
                    div {
                        label for="source" { "Source has" }
                        input id="source" name="source" value=(shown.source)
                            autocomplete="off" placeholder="chat-42";
                    }
                    div {
                        label for="as_of" { "As believed on" }
                        input id="as_of" name="as_of" type="date"
                            value=(shown.as_of);
                    }
                }
            }
        }
        nav class="tabs" aria-label="Which memories" {
            (tab(Tab::Live, "In recall", live))
            (tab(Tab::Out, "Out of recall", out))
            (tab(Tab::All, "Everything", live + out))
        }
        (found)
        @if place.visit.allows(&table::INSCRIBE) && live + out > 0 {
            details class="new" { summary { "Write a memory" } (new(place)) }
        }
        (facts(&stats))
    };
    Ok(Answer::page(layout::of_scope(place, Part::Memories, "Memories", &body)))
}

fn facts(stats: &Stats) -> Markup {
    let counts = [
        (stats.pinned, "pinned"),
        (stats.superseded, "superseded"),
        (stats.released, "released"),
        (stats.expired, "expired"),
        (stats.quarantined, "quarantined"),
    ];
    html! {
        p class="muted facts" {
            (many(stats.events, "event", "events")) " in the scope's log"
            @for (count, word) in counts {
                @if count > 0 { " · " (grouped(count)) " " (word) }
            }
        }
    }
}

/// One memory of a list.
pub(super) fn row(place: &Place<'_>, memory: &Memory, score: Option<f64>) -> Markup {
    html! {
        li {
            a class="memory" href={ (place.path("memories")) "/" (memory.id) } {
                span class="text" { @if memory.text.is_empty() { em { "no text" } } @else { (*memory.text) } }
                span class="meta" {
                    @if let Some(score) = score { (bar(Some(score), "score")) }
                    @if memory.state != State::Live { (state(memory.state)) }
                    @if let Some(source) = &memory.source { span class="source" { (**source) } }
                    (day(memory.created))
                }
            }
        }
    }
}

fn new(place: &Place<'_>) -> Markup {
    html! {
        form method="post" action=(place.path("inscribe")) class="stack" {
            label for="text" { "Text" }
            textarea id="text" name="text" rows="2" required {}
            label for="from" { "Source, if there is one" }
            input id="from" name="source" autocomplete="off";
            button class="button" { "Write it" }
        }
    }
}

/// Writes one memory.
pub(super) fn inscribe(place: &Place<'_>) -> Result<Answer, Problem> {
    let form = place.visit.form;
    let source = form.given("source").map(Into::into);
    let memory = NewMemory { text: form.get("text").into(), source, ..NewMemory::default() };
    let input = InscribeInput { memories: vec![memory], ..InscribeInput::default() };
    let written = place.with(&table::INSCRIBE, |scope| ops::inscribe(scope, input.clone(), &mut |_| {}))?;
    place.visit.leave("The memory is written.");
    Ok(Answer::To(match written.ids.first() {
        Some(id) => place.path(&format!("memories/{id}")),
        None => place.path("memories"),
    }))
}
