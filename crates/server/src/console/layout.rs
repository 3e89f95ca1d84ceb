//! What all pages have around them: the head, where one can go, what was done.

use maud::{DOCTYPE, Markup, html};
use nepenthe_ops::table;

use super::assets::{ICON, SCRIPT, STYLE};
use super::parts::{callout, icon};
use super::visit::{Place, Visit};

/// Which part of the console a page is of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Scopes,
    Memories,
    Forget,
    Receipts,
    Cases,
    Health,
    Keys,
    None,
}

/// Draws a page of one scope.
pub(super) fn of_scope(place: &Place<'_>, part: Part, title: &str, body: &Markup) -> Markup {
    whole(place.visit, Some(place), part, title, body)
}

/// Draws a page of the whole store.
pub(super) fn of_store(visit: &Visit<'_>, part: Part, title: &str, body: &Markup) -> Markup {
    whole(visit, None, part, title, body)
}

/// Draws why there is no page.
pub(super) fn error(visit: &Visit<'_>, title: &str, detail: &str) -> Markup {
    of_store(visit, Part::None, "Not done", &wrong(title, detail))
}

pub(super) fn wrong(title: &str, detail: &str) -> Markup {
    html! {
        h1 { "That did not work" }
        (callout("goes", &html! {
            p class="strong" { (title) }
            @if detail != title { p { (detail) } }
        }))
        p { a class="button" href="/console" { "To the beginning" } }
    }
}

/// Draws a page for somebody who is not logged in.
pub(super) fn bare(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(title))
            body class="bare" {
                main id="main" {
                    div class="brand" { (mark()) "Nepenthe" }
                    (body)
                }
            }
        }
    }
}

fn whole(visit: &Visit<'_>, place: Option<&Place<'_>>, part: Part, title: &str, body: &Markup) -> Markup {
    let notice = visit.console().sessions.take_notice(&visit.session);
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(title))
            body {
                a class="skip" href="#main" { "Skip to the page" }
                header class="side" {
                    a class="brand" href="/console" { (mark()) "Nepenthe" }
                    (ways(visit, place, part))
                    (who(visit))
                }
                main id="main" tabindex="-1" {
                    @if let Some(notice) = notice {
                        div role="status" { (callout("stays", &html! { (notice) })) }
                    }
                    (body)
                }
                dialog id="help" aria-labelledby="help-title" {
                    h2 id="help-title" { "Keyboard" }
                    dl class="keys" {
                        dt { kbd { "/" } } dd { "search, or say what is to be forgotten" }
                        dt { kbd { "g" } " " kbd { "m" } } dd { "memories" }
                        dt { kbd { "g" } " " kbd { "f" } } dd { "forget" }
                        dt { kbd { "g" } " " kbd { "r" } } dd { "receipts" }
                        dt { kbd { "g" } " " kbd { "c" } } dd { "erasure cases" }
                        dt { kbd { "g" } " " kbd { "s" } } dd { "scopes" }
                        dt { kbd { "j" } " " kbd { "k" } } dd { "next and previous memory of a list" }
                        dt { kbd { "?" } } dd { "this" }
                    }
                    form method="dialog" { button class="button" { "Close" } }
                }
            }
        }
    }
}

fn head(title: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            title { (title) " · Nepenthe" }
            link rel="icon" type="image/svg+xml" href=(ICON.path);
            link rel="stylesheet" href=(STYLE.path);
            script src=(SCRIPT.path) defer {}
        }
    }
}

fn mark() -> Markup {
    html! { img class="mark" src=(ICON.path) alt="" width="26" height="26"; }
}

/// Where one can go.
fn ways(visit: &Visit<'_>, place: Option<&Place<'_>>, part: Part) -> Markup {
    let way = |name: &str, path: &str, sign: &str, key: &str, this: Part| {
        html! {
            a href=(path) data-go=(key) aria-current=[(part == this).then_some("page")] {
                (icon(sign)) span { (name) }
            }
        }
    };
    html! {
        nav aria-label="Console" {
            @if let Some(place) = place {
                div class="group" {
                    a class="scope" href="/console/scopes" title="Choose another scope" {
                        span class="label" { "Scope" }
                        span class="name" { (place.scope()) }
                    }
                    (way("Memories", &place.path("memories"), "memories", "m", Part::Memories))
                    (way("Forget", &place.path("forget"), "forget", "f", Part::Forget))
                    (way("Receipts", &place.path("receipts"), "receipts", "r", Part::Receipts))
                }
            }
            div class="group" {
                @if place.is_some() { span class="label" { "Store" } }
                (way("Scopes", "/console/scopes", "scopes", "s", Part::Scopes))
                @if visit.allows(&table::CASE_OPEN) {
                    (way("Erasure cases", "/console/cases", "cases", "c", Part::Cases))
                }
                @if visit.allows(&table::CHECK) { (way("Health", "/console/health", "health", "h", Part::Health)) }
                @if super::keys::may_see(visit) { (way("Keys", "/console/keys", "keys", "k", Part::Keys)) }
            }
        }
    }
}

/// Who visits, and the way out.
fn who(visit: &Visit<'_>) -> Markup {
    html! {
        div class="who" {
            @if visit.console().read_only { span class="badge edits" { "Read only" } }
            p { span class="muted" { "Acting as " } strong { (visit.principal.actor) } }
            p class="muted" { "Opens " code { (visit.principal.scopes) } }
            @if visit.service.keys.is_some() {
                form method="post" action="/console/logout" {
                    button class="plain" { (icon("out")) "Log out" }
                }
            }
        }
    }
}
