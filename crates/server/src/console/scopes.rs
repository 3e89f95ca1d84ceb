//! The scopes of the store that a key opens: where a visit begins.

use maud::{Markup, html};
use nepenthe_ops::ScopeHolds;

use super::answer::Answer;
use super::layout::{self, Part};
use super::parts::{grouped, many, nothing};
use super::visit::Visit;
use crate::http::Problem;

/// How many scopes the page shows.
const MOST: usize = 500;

/// Goes where there is something to see.
pub(super) fn home(visit: &Visit<'_>) -> Result<Answer, Problem> {
    if let Some(one) = visit.principal.scopes.one() {
        return Ok(Answer::To(visit.open(one.as_str())?.path("memories")));
    }
    page(visit)
}

pub(super) fn page(visit: &Visit<'_>) -> Result<Answer, Problem> {
    let found = visit.scopes()?;
    let body = html! {
        div class="head" {
            div {
                h1 { "Scopes" }
                p class="muted" {
                    "A scope is whose memory it is. Everything happens inside one, and none sees another."
                }
            }
        }
        @match &found {
            Some(scopes) if !scopes.is_empty() => { (table(scopes)) },
            Some(_) => { (nothing("There is no scope yet", &html! {
                p { "One is made with its first memory. Name it below, and write something into it." }
            })) },
            None => { (nothing("Which scopes there are is not yours to see", &html! {
                p { "Your key has no right " code { "scopes" } ". Name the one that you want to look into." }
            })) },
        }
        form method="post" action="/console/open" class="line" {
            label for="scope" { "Open a scope by its path" }
            div class="row" {
                input id="scope" name="scope" required autocomplete="off" spellcheck="false" placeholder="acme/alice";
                button class="button" { "Open" }
            }
        }
    };
    Ok(Answer::page(layout::of_store(visit, Part::Scopes, "Scopes", &body)))
}

fn table(scopes: &[ScopeHolds]) -> Markup {
    let (live, all) = scopes.iter().fold((0, 0), |(live, all), held| (live + held.live, all + held.memories));
    html! {
        ul class="cards scopes" {
            @for held in scopes.iter().take(MOST) {
                li {
                    form method="post" action="/console/open" {
                        input type="hidden" name="scope" value=(held.scope);
                        button class="card" {
                            span class="name" { (held.scope) }
                            span class="muted" {
                                (grouped(held.live)) " in recall"
                                @if held.memories > held.live {
                                    " · " (grouped(held.memories - held.live)) " out of it"
                                }
                            }
                        }
                    }
                }
            }
        }
        p class="muted" {
            @if scopes.len() > MOST { "The first " (grouped(MOST)) " are shown; name any other below. " }
            (many(scopes.len(), "scope", "scopes")) " with " (many(all, "memory", "memories")) ", " (grouped(live))
            " of them in recall."
        }
    }
}

/// Goes into a scope.
pub(super) fn open(visit: &Visit<'_>) -> Result<Answer, Problem> {
    let place = visit.open(visit.form.get("scope"))?;
    Ok(Answer::To(place.path("memories")))
}
