//! How the store is: its files, erasures that wait, the last check, backups.

use std::fs;

use maud::{Markup, html};
use nepenthe::receipt::Receipt;
use nepenthe_ops::{
    self as ops, CheckInput, Checked, Issued, OpError, ReceiptInput, ReceiptsInput, ScrubInput, table,
};

use super::answer::Answer;
use super::layout::{self, Part};
use super::parts::{callout, grouped, icon, many, size, time, time_of};
use super::receipts::assurance;
use super::visit::{Place, Visit};
use crate::http::Problem;

/// The files of a store, by what their names have behind the store's.
const FILES: [(&str, &str); 4] = [
    ("", "Store"),
    ("-wal", "Write-ahead log"),
    ("-shm", "Shared memory"),
    (".keys", "Keys of an encrypted store"),
];
/// How many receipts are listed that wait.
const MOST: usize = 20;

pub(super) fn page(visit: &Visit<'_>) -> Result<Answer, Problem> {
    visit.demand_everywhere()?;
    let store = visit.store(&table::ALL_RECEIPTS)?;
    let receipts = ops::all_receipts(&store, &ReceiptsInput {})?.receipts;
    let completed: Vec<&String> = receipts.iter().filter_map(|issued| issued.completes.as_ref()).collect();
    let waits =
        |issued: &&Issued| issued.assurance == "logical" && !completed.contains(&&issued.id.to_string());
    let waiting: Vec<&Issued> = receipts.iter().filter(waits).collect();
    let bytes = store.size().map_err(OpError::from)?;
    let body = html! {
        div class="head" { h1 { "Health" } }
        div class="glance" {
            div class="tile" { span class="figure" { (size(bytes)) } span { "the store's file" } }
            div class="tile" { span class="figure" { (grouped(receipts.len())) } span { "receipts issued" } }
            div class={ "tile " (if waiting.is_empty() { "stays" } else { "edits" }) } {
                span class="figure" { (grouped(waiting.len())) } span { "erasures to be scrubbed" }
            }
        }
        (pending(visit, &waiting))
        (checked(visit))
        section { h2 { "Files" } (files(visit)) }
        section { h2 { "Backups" } (backups(visit, &store, receipts.last())?) }
    };
    Ok(Answer::page(layout::of_store(visit, Part::Health, "Health", &body)))
}

fn pending(visit: &Visit<'_>, waiting: &[&Issued]) -> Markup {
    html! {
        section {
            h2 { "Erasures that wait" }
            @if waiting.is_empty() {
                (callout("stays", &html! { "Every erasure reached the bytes of the files." }))
            } @else {
                (callout("edits", &html! {
                    p class="strong" {
                        (many(waiting.len(), "erasure is", "erasures are"))
                        " out of every table, and may be in the files' bytes still"
                    }
                    p { "A process that reads an older state may be in the way. A scrub finishes them." }
                }))
                ul {
                    @for issued in waiting.iter().take(MOST) {
                        li { (assurance(&issued.assurance)) " " (time_of(&issued.at)) }
                    }
                }
                @if visit.allows(&table::SCRUB) {
                    p class="muted" { "Scrub from any scope that you may forget in:" }
                    (scrub_form(visit))
                }
            }
        }
    }
}

/// A scrub finishes erasures of every scope, and is asked for in one.
fn scrub_form(visit: &Visit<'_>) -> Markup {
    let scopes = visit.scopes().ok().flatten().unwrap_or_default();
    let first = scopes.first().and_then(|held| visit.open(&held.scope).ok());
    html! {
        @if let Some(place) = first {
            form method="post" action=(place.path("scrub")) { button class="button" { "Scrub now" } }
        }
    }
}

fn checked(visit: &Visit<'_>) -> Markup {
    html! {
        section {
            h2 { "Check" }
            @match visit.console().checked() {
                None => p class="muted" { "The store was not checked since this server started." },
                Some((at, found)) => {
                    @let Checked { sound, scopes, memories, events, findings, .. } = &found;
                    (callout(if *sound { "stays" } else { "goes" }, &html! {
                        p class="strong" {
                            @if *sound { "Sound" } @else { (many(findings.len(), "finding", "findings")) }
                        }
                        p {
                            (many(*scopes, "scope", "scopes")) ", " (many(*memories, "memory", "memories")) " and "
                            (many(*events, "event", "events")) ", checked " (time(at)) "."
                        }
                        ul { @for finding in findings.iter().take(MOST) {
                            li { @if let Some(scope) = &finding.scope { (scope) ": " } (finding.problem) }
                        } }
                    }))
                },
            }
            form method="post" action="/console/health/check" {
                button class="button" { (icon("health")) "Check now" }
            }
        }
    }
}

/// The files of the store, and what they take.
fn files(visit: &Visit<'_>) -> Markup {
    let db = visit.service.store.db();
    let of = |ending: &str| {
        let mut path = db.clone().into_os_string();
        path.push(ending);
        fs::metadata(path).ok().map(|found| found.len())
    };
    html! {
        dl class="facts" {
            @for (ending, name) in FILES {
                @if let Some(bytes) = of(ending) { dt { (name) } dd { (size(bytes)) } }
            }
        }
    }
}

/// What the newest receipt says of backups.
fn backups(visit: &Visit<'_>, store: &nepenthe::Store, last: Option<&Issued>) -> Result<Markup, Problem> {
    let key = visit.service.store.signing_key()?;
    let (Some(last), Some(key)) = (last, key) else {
        return Ok(html! {
            p class="muted" {
                "A receipt says how many backups were known when it was issued. There is none that could be read yet."
            }
        });
    };
    let input = ReceiptInput { id: last.id };
    visit.demand(&table::ANY_RECEIPT)?;
    let signed = ops::any_receipt(store, &input, key.current())?;
    let receipt = signed.receipt.parse::<Receipt>().ok();
    Ok(html! {
        @if let Some(receipt) = receipt {
            p {
                @match receipt.body().backups.known {
                    0 => { "No backup was known to the store" },
                    known => { (known) " backups may still hold what was erased" },
                }
                ", as of the last receipt, " (time_of(&last.at)) "."
            }
        }
        p class="muted" {
            "Make one with " code { "nepenthe backup create" }
            ", so that the store knows of it, and what was erased since is erased when it is restored."
        }
    })
}

/// Checks the whole store.
pub(super) fn check(visit: &Visit<'_>) -> Result<Answer, Problem> {
    visit.demand_everywhere()?;
    let store = visit.store(&table::CHECK)?;
    let found = ops::check(&store, &CheckInput::default(), &mut |_| {})?;
    visit.console().note_check(found);
    Ok(Answer::To("/console/health".into()))
}

/// Finishes erasures that wait.
pub(super) fn scrub(place: &Place<'_>) -> Result<Answer, Problem> {
    let scrubbed = place.with(&table::SCRUB, |scope| ops::scrub(scope, &ScrubInput::default()))?;
    let issued = scrubbed.issued.len() + scrubbed.issued_elsewhere;
    place.visit.leave(match scrubbed.busy {
        true => "Another process reads an older state: some erasures wait still.".to_owned(),
        false => format!("Scrubbed. {} issued.", many(issued, "receipt", "receipts")),
    });
    Ok(Answer::To("/console/health".into()))
}
