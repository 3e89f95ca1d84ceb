//! Keys: listed, made, revoked. Nobody makes a key that may do more than their own, or opens more.

use jiff::{SignedDuration, Timestamp};
use maud::{Markup, html};
use nepenthe_ops::{Code, OpError, Right, ScopePattern};

use super::admission::read_only;
use super::answer::Answer;
use super::layout::{self, Part};
use super::parts::{badge, callout, copied, day, icon};
use super::visit::Visit;
use crate::auth::{KeyRing, NewKey, ServerKey};
use crate::http::Problem;

/// Whether the visitor has anything to do with keys.
pub(super) fn may_see(visit: &Visit<'_>) -> bool {
    visit.service.keys.is_some() && visit.principal.rights.allows(Right::Admin)
}

fn ring<'a>(visit: &Visit<'a>) -> Result<&'a KeyRing, OpError> {
    if !visit.principal.rights.allows(Right::Admin) {
        return Err(OpError::new(Code::RightMissing, "this needs the right admin, which was not given"));
    }
    let keys = visit.service.keys.as_ref();
    keys.ok_or_else(|| OpError::new(Code::NotFound, "this server asks for no keys"))
}

pub(super) fn page(visit: &Visit<'_>) -> Result<Answer, Problem> {
    draw(visit, None)
}

fn draw(visit: &Visit<'_>, made: Option<(&ServerKey, &str)>) -> Result<Answer, Problem> {
    let keys = ring(visit)?.list()?;
    let changes = !visit.console().read_only;
    let ours = keys.iter().filter(|key| is_within(visit, &key.scope, &key.rights));
    let body = html! {
        div class="head" { div {
            h1 { "Keys" }
            p class="muted" {
                "A key says what may be done, in which scopes, and who acts. A revoked one is refused at once, and \
                 ends its sessions."
            }
        } }
        @if let Some((key, token)) = made {
            (callout("stays", &html! {
                p class="strong" { "The key " code { (key.id) } ", shown only now" }
                p { (copied(token, "the key")) }
                p { "Its secret is kept nowhere. Send it as " code { "Authorization: Bearer …" } "." }
            }))
        }
        div class="scrolls" tabindex="0" role="region" aria-label="Keys" {
            table {
                thead {
                    tr {
                        th { "Key" }
                        th { "Opens" }
                        th { "Rights" }
                        th { "Acts as" }
                        th { "Expires" }
                        th { "Last used" }
                        th { span class="hidden" { "Revoke" } }
                    }
                }
                tbody { @for key in ours { (row(visit, key, changes)) } }
            }
        }
        @if changes { (new(visit)) }
    };
    Ok(Answer::page(layout::of_store(visit, Part::Keys, "Keys", &body)))
}

fn row(visit: &Visit<'_>, key: &ServerKey, changes: bool) -> Markup {
    let over = key.expires.is_some_and(|end| end <= Timestamp::now());
    html! {
        tr {
            td { code { (key.id) } @if key.id == visit.principal.id { " " (badge("quiet", "Yours")) } }
            td { code { (key.scope) } }
            td {
                @for right in &key.rights {
                    @let class = if matches!(right, Right::Forget | Right::Admin) { "edits" } else { "quiet" };
                    (badge(class, right.as_str())) " "
                }
            }
            td { (key.actor) }
            td {
                @match key.expires {
                    Some(end) => { (day(end)) @if over { " " (badge("goes", "Over")) } },
                    None => span class="muted" { "never" },
                }
            }
            td { @match key.last_used { Some(used) => (day(used)), None => span class="muted" { "not yet" } } }
            td {
                @if changes {
                    details class="sure" {
                        summary { "Revoke" }
                        form method="post" action={ "/console/keys/" (key.id) "/revoke" } {
                            button class="button danger" aria-label={ "Revoke the key " (key.id) } { "Revoke it" }
                        }
                    }
                }
            }
        }
    }
}

fn new(visit: &Visit<'_>) -> Markup {
    let rights = Right::ALL.into_iter().filter(|right| visit.principal.rights.allows(*right));
    html! {
        section {
            h2 { "New key" }
            form method="post" action="/console/keys" class="stack" {
                div class="row" {
                    div {
                        label for="scope" { "Opens" }
                        input id="scope" name="scope" required autocomplete="off"
                            spellcheck="false" value=(visit.principal.scopes);
                    }
                    div {
                        label for="actor" { "Acts as, if not by its id" }
                        input id="actor" name="actor"
                            autocomplete="off";
                    }
                    div {
                        label for="days" { "Expires in days, if at all" }
                        input id="days" name="days" type="number"
                            min="1" max="36500";
                    }
                }
                fieldset class="ticks" {
                    legend { "Rights" }
                    @for right in rights {
                        label class="check" {
                            input type="checkbox" name="right" value=(right.as_str())
                                checked[matches!(right, Right::Read | Right::Write)];
                            span { (right.as_str()) }
                        }
                    }
                }
                p class="muted" {
                    "A path such as " code { "acme/alice" }
                    ", one with all below it (" code { "acme/**" }
                    "), or all (" code { "**" } ")."
                }
                div { button class="button primary" { (icon("keys")) "Make the key" } }
            }
        }
    }
}

/// Makes a key, and shows it this once.
pub(super) fn make(visit: &Visit<'_>) -> Result<Answer, Problem> {
    let ring = ring(visit)?;
    refuse_read_only(visit)?;
    let form = visit.form;
    let bad = |message: &str| OpError::new(Code::BadRequest, message);
    let scope: ScopePattern = form.get("scope").parse()?;
    let rights: Result<Vec<Right>, _> = form.all("right").map(str::parse).collect();
    let mut rights = rights.map_err(|error: nepenthe_ops::UnknownRight| bad(&error.to_string()))?;
    rights.sort_unstable();
    rights.dedup();
    if rights.is_empty() {
        return Err(bad("a key without any right opens nothing").into());
    }
    if !is_within(visit, &scope, &rights) {
        let message = "a key may not do or open more than the one that makes it";
        return Err(OpError::new(Code::RightMissing, message).into());
    }
    let days = form.given("days").map(str::parse::<u32>).transpose();
    let days = days.map_err(|_| bad("in how many days the key expires is a number"))?;
    let expires =
        days.map(|days| Timestamp::now().checked_add(SignedDuration::from_hours(i64::from(days) * 24)));
    let expires = expires.transpose().map_err(|_| bad("the key would expire past the year 9999"))?;
    let actor = form.given("actor").map(str::to_owned);
    let (key, token) = ring.add(NewKey { rights, scope, actor, expires })?;
    draw(visit, Some((&key, &token.reveal())))
}

/// Whether a key does and opens no more than the visitor's own.
fn is_within(visit: &Visit<'_>, scope: &ScopePattern, rights: &[Right]) -> bool {
    visit.principal.scopes.covers(scope) && rights.iter().all(|right| visit.principal.rights.allows(*right))
}

/// Revokes a key that does and opens no more than the visitor's own.
pub(super) fn revoke(visit: &Visit<'_>, id: &str) -> Result<Answer, Problem> {
    let ring = ring(visit)?;
    refuse_read_only(visit)?;
    let keys = ring.list()?;
    let ours = keys.iter().any(|key| key.id == id && is_within(visit, &key.scope, &key.rights));
    if !ours || ring.revoke(id)?.is_none() {
        return Err(OpError::new(Code::NotFound, "there is no key of this id").into());
    }
    visit.leave(format!("The key {id} is revoked."));
    Ok(Answer::To("/console/keys".into()))
}

fn refuse_read_only(visit: &Visit<'_>) -> Result<(), OpError> {
    if visit.console().read_only { Err(read_only()) } else { Ok(()) }
}
